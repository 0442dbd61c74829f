"""Gives the answers that players have given before they were asked: once, whichever node is first, as if they had just
pressed the button. Drops those that hold no more, and tells their players, and nobody else, why."""

import asyncio
import logging
from functools import partial
from typing import Final
from weakref import WeakKeyDictionary

from app.background import Service, tolerated
from app.beforehand.answers import Kept
from app.beforehand.offers import (
    CHANGED,
    asked_of,
    due_at,
    given,
    held_by,
    is_of_this_game,
    takes_answers,
)
from app.protocol.messages import Refusal, encode
from app.protocol.watching import BeforehandView
from app.rooms.outbox import Message, Viewer
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.storage.commit import OutcomeUnknown
from app.table.moves import asked_seats
from games.text import Text

log = logging.getLogger("tertulia.rooms")

RETRY_S: Final = 1.0


class Beforehand(Service):
    """Watches rooms for answers that were given beforehand."""

    def __init__(self, rooms: Rooms, pace: float = 1.0) -> None:
        """`pace`: factor for all pauses."""
        self._rooms = rooms
        self.pace = pace
        self._reading: set[Room] = set()
        self._told: Final = WeakKeyDictionary[Viewer, BeforehandView]()

    def watch(self, room: Room) -> None:
        """The room has changed, or somebody came or went."""
        if room.is_broken or room.is_dropped or not self._rooms.is_live(room):
            return
        if takes_answers(room.table) and not room.beforehand.are_known(room.table):
            return self._read_soon(room)
        for kept in room.beforehand:
            self._tend(room, kept)
        room.beforehand.note_asked(asked_seats(room.table))
        self._tell(room)

    # --- Reading ---

    def _read_soon(self, room: Room) -> None:
        if room not in self._reading:
            self._reading.add(room)
            self._tasks.start(self._read(room), room=room.table.room)

    async def _read(self, room: Room) -> None:
        try:
            await room.beforehand.read(room.table)
        except OutcomeUnknown:
            log.debug("answers could not be read; they are read again", extra={"room": room.table.room})
            await asyncio.sleep(RETRY_S)
        finally:
            self._reading.discard(room)
        self.watch(room)

    # --- Giving ---

    def _tend(self, room: Room, kept: Kept) -> None:
        """Drop this answer if it holds no more or its question is over; give it once that has come."""
        table, answer = room.table, kept.answer
        if not is_of_this_game(table, answer):
            return self._drop(room, kept)
        offer, was_offered = held_by(table, answer), kept.offer
        if offer is None:
            return self._drop(room, kept, CHANGED if was_offered is None else was_offered.changed)
        kept.offer = offer
        if table.paused:
            kept.question = kept.due = None  # the question is asked again afterwards
        elif kept.question is not None and kept.question != asked_of(table, answer, offer):
            self._drop(room, kept)  # its player has answered, or a move was taken back
        elif kept.question is None and (question := asked_of(table, answer, offer)) is not None:
            kept.question, kept.due = question, due_at(table, answer.seat)
            self._tasks.start(self._give(room, kept, question, kept.due), room=table.room)

    async def _give(self, room: Room, kept: Kept, question: int, due: int) -> None:
        await asyncio.sleep(max(0.0, self.pace * (due - room.store.now()) / 1000))
        while kept in room.beforehand and kept.due == due:
            try:
                if not await room.beforehand.is_kept(kept.answer):
                    return self._let_go(room, kept, None)
                decision = partial(given, kept=kept.answer, question=question)
                await room.do(kept.answer.guest, kept.answer.id, decision)
                return self._drop(room, kept)
            except OutcomeUnknown:
                await asyncio.sleep(RETRY_S)
            except Refusal as no:
                log.debug("an answer was refused: %s", no.code, extra={"room": room.table.room})
                return self._drop(room, kept, CHANGED if no.code == "illegal" else None)

    def _drop(self, room: Room, kept: Kept, why: Text | None = None) -> None:
        if kept in room.beforehand:
            self._let_go(room, kept, why)
            self._tasks.start(self._forget(room, kept), room=room.table.room)

    def _let_go(self, room: Room, kept: Kept, why: Text | None) -> None:
        room.beforehand.let_go(kept, why)
        room.show_the_rest()
        self._tell(room)

    async def _forget(self, room: Room, kept: Kept) -> None:
        with tolerated(OutcomeUnknown, log, "an answer could not be deleted", room=room.table.room):
            await room.store.drop_beforehand(kept.answer)

    # --- Telling ---

    def _tell(self, room: Room) -> None:
        """Tell the pages of each seat what is new to them."""
        for viewer in room.audience.viewers:
            seat = room.audience.viewpoint_of(viewer)
            before = self._told.pop(viewer, None)
            if seat is None:
                continue  # whoever looks away forgets it, and is told again
            told = room.beforehand.told(room.table, seat)
            nothing = BeforehandView(seat, None)
            if told not in (before, nothing) or (before is not None and told != before):
                viewer.outbox.put(Message(encode(told), None))
            if told != nothing or before is not None:
                self._told[viewer] = told
