"""Bots: they see what their seat sees, and answer after a pause, so that people can follow."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from app.background import Background
from app.protocol.messages import Refusal
from app.rooms.room import Room
from app.storage.commit import OutcomeUnknown
from app.table.event_ids import SERVER, id_of
from app.table.moves import Decision, asked_seats, bots_answer, refuse_asked_anew
from app.table.state import Table

log = logging.getLogger("tertulia.bots")

RETRY_S: Final = 1.0
LESSON_S: Final = 0.9
"""At most so long a bot seems to think while somebody is taught: nobody reads a guide to wait."""


class Bots:
    """Watches rooms and answers for the bots in them. Times are in seconds."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._busy: dict[Room, asyncio.Task[None]] = {}
        self._tasks = Background()

    def watch(self, room: Room) -> None:
        """The room has changed, or somebody came in: let its bots answer, if one is asked and somebody waits."""
        if room not in self._busy and _is_waited_for(room):
            task = self._busy[room] = self._tasks.start(self._answer_while_asked(room))
            task.add_done_callback(lambda _: self._busy.pop(room, None))

    async def close(self) -> None:
        """Stop answering."""
        await self._tasks.close()

    async def _answer_while_asked(self, room: Room) -> None:
        while _is_waited_for(room):
            await asyncio.sleep(self._pause_after(room.table))
            try:
                await _answer(room)
            except OutcomeUnknown:
                await asyncio.sleep(RETRY_S)
            except Refusal as refusal:
                # Somebody took the seat back while the bot was thinking, or the game is paused: look again later.
                log.debug("a bot was refused: %s", refusal.code, extra={"room": room.table.room})
                await asyncio.sleep(RETRY_S)
            except Exception as fault:  # nobody else can answer for it
                room.quarantine("bot", fault)

    def _pause_after(self, table: Table) -> float:
        if table.playing is not None and table.playing.teaches:
            return min(self._pause, LESSON_S)
        # How long depends only on what everybody saw, never on what the bot holds.
        shown = [line.sight.look_s for line in table.heard if line.seq == table.seq and line.sight is not None]
        return max(self._pause, *shown, 0.0) if self._pause else 0.0


def _is_waited_for(room: Room) -> bool:
    """Whether a bot is asked, and either somebody is there or clocks run, which nobody can stop by leaving."""
    if room.is_broken:
        return False
    return _asked_bot(room.table) is not None and bool(room.audience.viewers or room.table.settings.clock)


def _asked_bot(table: Table) -> int | None:
    return next((seat for seat in asked_seats(table) if table.seats[seat].bot), None)


async def _answer(room: Room) -> None:
    table = room.table
    seat = _asked_bot(table)
    if seat is None or table.playing is None:
        return
    question: int = table.playing.state.question.number
    # After a bot's answer is taken back the same question is asked again, with a later time.
    since = table.playing.timing.since[seat]

    def decide(table: Table) -> Decision:
        refuse_asked_anew(table, seat, since)
        return bots_answer(table, seat, question)

    await room.do(SERVER, id_of(f"bot/{table.room}/{question}/{seat}/{since}"), decide)
