"""Bots: they see what their seat sees, and answer after a pause so that people can follow."""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import takewhile
from typing import Final

from app.background import Service
from app.protocol.messages import Refusal
from app.rooms.room import Room
from app.storage.commit import OutcomeUnknown
from app.table.decide import Command
from app.table.event_ids import SERVER, id_of
from app.table.moves import asked_seats, at_sight, bots_answer, is_taught, to_think_about
from app.table.state import Table
from app.workers.fair_queue import Requester
from app.workers.pool import Workers
from games.bot import SEARCHING
from games.dealer import Line
from games.engine import Move
from games.questions import Question
from games.thinking import searched

log = logging.getLogger("tertulia.bots")

RETRY_S: Final = 1.0
WAITS_S: Final = 3.0
"""How long a bot that searches waits for its turn at the workers before it answers at sight."""
LESSON_S: Final = 1.5
"""The longest pause of a bot that plays the script of a lesson: nobody reads a guide in order to wait."""
GOES_ON: Final = 0.6  # share of the usual pause before the same bot continues its turn …
AGAIN: Final = 0.15  # … or answers the same question again: throws one after another are one look
SILENT: Final = 0.15  # share of it after an answer of which nothing is said: there is nothing to see
FAST: Final = 0.2  # factor for all pauses at tables with fast bots
SEEN_S: Final = 0.55
"""What is shown for a moment, and in no log afterwards, is shown for this long at tables with fast bots, too."""
NEEDS_S: Final = 0.03
"""The shortest pause: a bot that searches thinks in it, and so its level does not tell."""
SPREAD: Final = 0.25  # a pause differs from the usual one by at most this share


Occasion = tuple[int, type[Question]]
"""The seat of a bot that is asked, and what kind of question."""


class Bots(Service):
    """Watches rooms and answers for the bots in them. Times are in seconds."""

    def __init__(self, pause: float, workers: Workers | None = None) -> None:
        """`workers`: compute the moves of bots that search; without them these play like medium ones."""
        self._pause = pause
        self._workers = workers
        self._busy: dict[Room, asyncio.Task[None]] = {}

    def watch(self, room: Room) -> None:
        """The room has changed, or somebody came or went: let its bots answer, if one is asked and somebody waits."""
        if room not in self._busy and _waited_for(room) is not None:
            room.is_at_work = True
            self._busy[room] = self._tasks.start(
                self._look_after(room), partial(room.quarantine, "bot"), room=room.table.room
            )

    async def _look_after(self, room: Room) -> None:
        try:
            await self._answer_while_asked(room)
        finally:
            room.is_skipped.clear()
            # In this very turn of the loop, so that a guest who comes in the next one starts it anew.
            del self._busy[room]
            room.is_at_work = False

    async def _answer_while_asked(self, room: Room) -> None:
        before: Occasion | None = None
        while (seat := _waited_for(room)) is not None:
            occasion = seat, _kind(room.table)
            id, answer = await self._answer_after_pause(room, seat, _share(room.table, occasion, before))
            if _waited_for(room) != seat:
                continue
            try:
                await room.do(SERVER, id, answer)
                before = occasion
            except OutcomeUnknown:
                await asyncio.sleep(RETRY_S)
            except Refusal as refusal:
                # Somebody took the seat back while the bot was thinking, or the game is paused: look again later.
                log.debug("a bot was refused: %s", refusal.code, extra={"room": room.table.room})
                await asyncio.sleep(RETRY_S)
            except Exception as fault:  # nobody else can answer for it
                room.quarantine("bot", fault)

    async def _answer_after_pause(self, room: Room, seat: int, share: float) -> tuple[str, Command]:
        """A bot's answer and its id, after this share of the usual pause."""
        table = room.table
        assert table.playing is not None
        question: int = table.playing.state.question.number
        # After a bot's answer is taken back, the same question is asked again, with a later time.
        since = table.playing.timing.since[seat]
        pause, turn = self._pause_for(table, share, fast=room.is_skipped.is_set()), asyncio.Event()

        async def paused() -> None:
            await turn.wait()
            await self._rest(room, share, pause)

        try:
            thought, _ = await asyncio.gather(self._move(room, seat, pause, turn), paused())
        except Exception:  # a bot that was interrupted answers at sight: nobody else can
            log.exception("a bot could not think to the end", extra={"room": table.room})
            thought = None
        answer = partial(bots_answer, seat=seat, question=question, thought=thought, since=since)
        return id_of(f"bot/{table.room}/{question}/{seat}/{since}"), answer

    async def _move(self, room: Room, seat: int, pause: float, turn: asyncio.Event) -> Move | None:
        """A bot's move, decided within the pause: a longer one would tell how much there was to weigh. None if there is
        none, and the bot answers at sight when the pause is over."""
        if room.table.seats[seat].bot in SEARCHING:
            return await self._searched_move(room, seat, pause, turn)
        turn.set()
        await asyncio.sleep(0)  # the pause begins
        playing = room.table.playing
        return at_sight(room.table, playing, seat) if playing and seat in asked_seats(room.table) else None

    async def _searched_move(self, room: Room, seat: int, pause: float, turn: asyncio.Event) -> Move | None:
        """The move of a bot that searches, computed by a worker. The pause begins with its `turn` at the workers."""
        table = room.table
        try:
            if self._workers is None or table.game.strategy is None:
                return None
            decision = to_think_about(table, seat, pause or None)
            if decision is None:
                return None
            requester = Requester(room.table.room, room.audience.addresses)
            return await self._workers.think(searched, decision, requester, WAITS_S, pause or None, turn.set)
        except Exception:
            log.exception("a bot could not think", extra={"room": table.room})
            return None
        finally:
            turn.set()

    async def _rest(self, room: Room, share: float, pause: float) -> None:
        """Wait for this pause. If somebody skips it now, a fast bot's is enough, from its beginning."""
        short = min(pause, self._pause_for(room.table, share, fast=True))
        await asyncio.sleep(short)
        with suppress(TimeoutError):
            async with asyncio.timeout(pause - short):
                await room.is_skipped.wait()

    def _pause_for(self, table: Table, share: float, *, fast: bool = False) -> float:
        """The pause in seconds: long enough to see what has just happened. It depends only on what everybody has seen,
        never on what the bot holds, nor on its level."""
        if not self._pause:
            return 0.0
        if is_taught(table):
            return min(self._pause, LESSON_S)
        usual = self._pause * (1 + SPREAD * _lot(table))
        pace = FAST if fast or table.settings.fast_bots else 1.0
        return max(NEEDS_S, *_looks(table, pace), pace * share * usual)


def _looks(table: Table, pace: float) -> list[float]:
    """How long each thing is looked at that was just shown for a moment, in seconds."""
    sights = [line.sight.look_s for line in _newest_lines(table) if line.sight is not None]
    return [max(pace * look_s, min(look_s, SEEN_S)) for look_s in sights]


def _share(table: Table, occasion: Occasion, before: Occasion | None) -> float:
    """How much of the usual pause there has to be before this answer, when the last one was to `before`."""
    lines = _newest_lines(table)
    if any(line.sight is not None for line in lines):
        return 0.0  # a sight knows how long it takes
    if not lines:
        return SILENT
    if before is None or occasion[0] != before[0]:
        return 1.0
    return AGAIN if occasion == before else GOES_ON


def _newest_lines(table: Table) -> list[Line]:
    """What the last event has said to everybody."""
    last = takewhile(lambda line: line.seq == table.seq, reversed(table.lines))
    return [line for line in last if line.only_for is None]


def _kind(table: Table) -> type[Question]:
    """What kind of question is asked."""
    assert table.playing is not None
    kind: type[Question] = type(table.playing.state.question)
    return kind


def _lot(table: Table) -> float:
    """A number between -1 and 1, derived from the event that everybody has just seen."""
    digest = sha256(f"{table.room}/{table.seq}".encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**31 - 1


def _waited_for(room: Room) -> int | None:
    """The bot that is asked, if somebody is there, or leaving must not stop the game: because it has clocks, or several
    people, who are called when it is their turn."""
    table = room.table
    bot = _asked_bot(table)
    if bot is None or room.is_broken or room.is_dropped or table.closed:
        return None
    people = {table.seats[seat].guest for seat in table.people.players()}
    return bot if room.audience.viewers or table.settings.clock or len(people) > 1 else None


def _asked_bot(table: Table) -> int | None:
    return next((seat for seat in asked_seats(table) if table.seats[seat].bot), None)
