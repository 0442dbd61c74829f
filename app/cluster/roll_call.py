"""The roll call that tells the operator's `rooms` command, a process of its own, who is where. It goes through the
database: every node checks each second for a call, brings its rooms up to date and answers."""

import logging
from collections.abc import Mapping
from typing import Final

import msgspec
from sqlalchemy import select

from app.background import Service
from app.cluster.follower import Follower
from app.rooms.registry import Rooms
from app.storage import statements
from app.storage.commit import OutcomeUnknown
from app.storage.schema import chores, present
from app.storage.store import Store

log = logging.getLogger("tertulia.roll_call")

LOOK_EVERY_S: Final = 1.0
CHORE: Final = "roll call"
NO_ROOM: Final = ""

People = Mapping[str, str | None]
"""Guest id -> name."""
Presence = dict[str, dict[str, str | None]]
"""Room code -> guest id -> name of everybody present."""


class Roll:
    """The roll call's rows in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def ask(self) -> int:
        """Call every node; returns the call's number. Raises OutcomeUnknown."""
        await self._store.execute(statements.CALL_ROLL, {"chore": CHORE})
        return await self.latest_call() or 0

    async def latest_call(self) -> int | None:
        """The number of the latest call; None before the first. Raises Unanswered."""
        wanted = select(chores.c.due).where(chores.c.chore == CHORE)
        return await self._store.read(lambda connection: connection.scalar(wanted))

    async def answer(self, call: int, node: str, people: Mapping[str, People]) -> None:
        """Store who is in which room at this node. Raises OutcomeUnknown."""
        told = [
            {"room": room, "node": node, "asked": call, "guests": msgspec.json.encode(guests).decode()}
            for room, guests in {NO_ROOM: {}, **people}.items()
        ]
        await self._store.write(lambda cursor, now: [cursor.execute(statements.PRESENT, row) for row in told], CHORE)

    async def answers(self, call: int) -> Presence | None:
        """Everybody at the nodes that have answered; None if none has. Raises Unanswered."""
        wanted = select(present).where(present.c.asked >= call)
        rows = await self._store.read(lambda connection: connection.execute(wanted).all())
        here: Presence = {}
        for row in rows:
            if row.room != NO_ROOM:
                here.setdefault(row.room, {}).update(msgspec.json.decode(row.guests, type=dict[str, str | None]))
        return here if rows else None

    async def forget(self, call: int) -> None:
        """Delete the answers to this call and to earlier ones. Raises OutcomeUnknown."""
        await self._store.execute("DELETE FROM present WHERE asked <= :call", {"call": call})


class RollCall(Service):
    """Answers roll calls for one node."""

    def __init__(self, rooms: Rooms, following: Follower) -> None:
        self._roll = Roll(rooms.store)
        self._rooms = rooms
        self._following = following
        self._answered: int | None = None

    def start(self) -> None:
        failed = "a roll call could not be answered"
        self._tasks.repeat(self.look, LOOK_EVERY_S, log, failed, expected=OutcomeUnknown)

    async def look(self) -> None:
        """Answer a new call, if there is one. Raises OutcomeUnknown."""
        call = await self._roll.latest_call()
        if call is None or call == self._answered:
            return
        await self._following.check(everywhere=True)
        people = {room.table.room: room.audience.at_hand for room in self._rooms.live()}
        named = {code: {id: guest.name for id, guest in guests.items()} for code, guests in people.items() if guests}
        await self._roll.answer(call, self._rooms.fanout.node, named)
        self._answered = call
