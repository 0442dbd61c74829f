"""Bots play the seats they were given. They see what the seat sees, and answer after a pause, so that people can
follow."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import Final

import msgspec

from app.deal import Sealed
from app.events import Moved
from app.lobby import judge
from app.rooms import HOUSE, Room
from app.store import OutcomeUnknown
from app.table import Table
from app.wire import Refusal
from games.bot import careful

log = logging.getLogger("tertulia.bots")

RETRY_S: Final = 1.0


class Bots:
    """Watches rooms and answers for the bots in them. Times are in seconds."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._busy: dict[Room, asyncio.Task[None]] = {}

    def watch(self, room: Room) -> None:
        """The room has changed, or somebody came in: let its bots answer, if one is asked and anybody is there."""
        if room not in self._busy and room.viewers and _asked_bot(room.table) is not None:
            task = self._busy[room] = asyncio.create_task(self._answer_while_asked(room))
            task.add_done_callback(lambda _: self._busy.pop(room, None))

    async def close(self) -> None:
        """Stop answering."""
        for task in list(self._busy.values()):
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def _answer_while_asked(self, room: Room) -> None:
        while room.viewers and (seat := _asked_bot(room.table)) is not None:
            await asyncio.sleep(self._pause_after(room.table))
            try:
                await _answer(room, seat)
            except OutcomeUnknown:
                await asyncio.sleep(RETRY_S)
            except Refusal as refusal:
                # Somebody came back to his seat while the bot was thinking, or the table rests: look again later.
                log.debug("a bot was refused: %s", refusal.code)
                await asyncio.sleep(RETRY_S)

    def _pause_after(self, table: Table) -> float:
        # How long depends only on what everybody saw, never on what the bot holds.
        shown = [line.sight.look_s for line in table.heard if line.seq == table.seq and line.sight is not None]
        return max(self._pause, *shown, 0.0) if self._pause else 0.0


def _asked_bot(table: Table) -> int | None:
    if table.playing is None or table.playing.state.question is None:
        return None
    return next((seat for seat in table.playing.state.question.seats if table.seats[seat].bot), None)


async def _answer(room: Room, seat: int) -> None:
    table = room.table
    assert table.playing is not None
    question = table.playing.state.question
    if question is None or seat not in question.seats:
        return
    id = hashlib.sha256(f"bot/{table.room}/{question.number}/{seat}".encode()).hexdigest()[:32]
    await room.do(HOUSE, id, lambda table: _move(table, seat, question.number))


def _move(table: Table, seat: int, question: int) -> Moved:
    """What this bot answers: the same on every node, for it depends on the log and the game's key alone."""
    assert table.playing is not None
    chance = Sealed(table.playing.key, 0, f"bot/{question}/{seat}")
    move = careful(table.game, table.playing.state, seat, table.heard_by(seat), chance)
    return judge(table, seat, question, msgspec.Raw(msgspec.json.encode(move)), bot=True)
