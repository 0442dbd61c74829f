"""Colyseus' wire: binary messages with their kind in the first byte. A move is acknowledged by its player's patch."""

import json
from enum import IntEnum
from typing import Any, Final

from picows import WSMsgType, ws_connect

from benchmarks.load.pages import ask
from benchmarks.load.servers import HOST, Address
from benchmarks.peers.rooms import PLAYERS, VIEWERS, Room, Seat


class Kind(IntEnum):
    """The first byte of a message."""

    JOIN_ROOM = 10
    FAULT = 11
    ROOM_DATA = 13
    STATE = 14
    PATCH = 15


PASS: Final = bytes([Kind.ROOM_DATA]) + b"\xa4pass\x92"
"""Followed by two small numbers, each a byte in MessagePack."""


class ColyseusSeat(Seat):
    """A player or spectator; players move in turn. Patches have no number: each is one version."""

    def __init__(self, room: Room, number: int, version: int) -> None:
        super().__init__(room, number)
        self._joined_at = version

    def read(self, content: bytes) -> None:
        """Read the whole state, or a patch."""
        match content[0]:
            case Kind.JOIN_ROOM:
                self.send(bytes([Kind.JOIN_ROOM]))
            case Kind.STATE:
                self._show(self._joined_at)
            case Kind.PATCH if self.version >= 0:
                if self.awaited and self.awaited[0].version == self.version + 1:
                    self.acknowledge()
                self._show(self.version + 1)
            case Kind.FAULT:
                self.tally.faults.append(content.decode(errors="replace"))

    def send(self, content: bytes) -> None:
        """Send one binary message."""
        self.transport.send(WSMsgType.BINARY, content)

    def _show(self, version: int) -> None:
        if version % PLAYERS == self.number:
            self.answer = PASS + bytes((version % 10, version % 24))
        self.show(version)


async def join(port: int, room: Room, number: int) -> Seat:
    """Open another connection to an open room."""
    seat = ColyseusSeat(room, number, room.version if room.seats else 0)
    way = f"joinById/{room.code}" if room.code else "create/pass"
    reserved = await _post(port, f"/matchmake/{way}", {"seat": number})
    room.code = reserved["roomId"]
    address = f"ws://{HOST}:{port}/{reserved['processId']}/{room.code}?sessionId={reserved['sessionId']}"
    await ws_connect(lambda: seat, address)
    await seat.has_state
    return seat


async def open_room(port: int, room: Room) -> None:
    """Open a room: the first player's reservation creates it."""
    for number in range(VIEWERS):
        room.seats.append(await join(port, room, number))


async def _post(port: int, path: str, content: dict[str, Any]) -> Any:
    status, _, body = await ask(Address(port), "POST", path, json.dumps(content).encode())
    if status != 200:
        raise ConnectionError(f"no seat was reserved: {status} {body.decode()}")
    return json.loads(body)
