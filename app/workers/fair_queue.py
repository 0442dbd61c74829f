"""The queue before the workers: addresses take turns, then the rooms of one address, so that nobody who asks for much
keeps others waiting."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Collection
from typing import Final, NamedTuple

MOST_OF_A_ROOM: Final = 4
MOST_OF_AN_ADDRESS: Final = 12
MOST: Final = 96


class Requester(NamedTuple):
    """Who asks: a room, and the addresses of those who are there, of which the one that asks for least is charged."""

    room: str
    addresses: Collection[str]


Rooms = OrderedDict[str, deque[asyncio.Future[None]]]
"""Who waits for a turn by room, the next one first."""


class FairQueue:
    """So many turns at a time. The next one goes to the address that has waited longest since its last, and there to
    the room that has."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting = OrderedDict[str, Rooms]()

    async def take(self, requester: Requester) -> None:
        """Wait for a turn, which has to be given back. Raises QueueFull when as many wait for this room, its address,
        or altogether, as there may."""
        if self._free > 0:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._line_for(requester).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was given in the same moment
                self.give_back()
            raise

    def give_back(self) -> None:
        """End a turn: the next one begins."""
        while self._waiting:
            if not (turn := self._next()).done():  # otherwise nobody waits for it any more
                return turn.set_result(None)
        self._free += 1

    def _line_for(self, requester: Requester) -> deque[asyncio.Future[None]]:
        address = min(requester.addresses, key=self._waiting_for, default="")
        rooms = self._waiting.get(address, Rooms())
        line = rooms.get(requester.room, deque())
        of_all = sum(map(self._waiting_for, self._waiting))
        if len(line) >= MOST_OF_A_ROOM or self._waiting_for(address) >= MOST_OF_AN_ADDRESS or of_all >= MOST:
            raise asyncio.QueueFull
        self._waiting[address], rooms[requester.room] = rooms, line
        return line

    def _waiting_for(self, address: str) -> int:
        return sum(map(len, self._waiting.get(address, {}).values()))

    def _next(self) -> asyncio.Future[None]:
        """Remove the first in line; its room and its address are last from then on."""
        address, rooms = self._waiting.popitem(last=False)
        room, line = rooms.popitem(last=False)
        turn = line.popleft()
        if line:
            rooms[room] = line
        if rooms:
            self._waiting[address] = rooms
        return turn
