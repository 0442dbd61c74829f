"""Analyses of finished games, which show where they turned: computed once by a dedicated process, and cached."""

from typing import Final

import msgspec
from msgspec import Raw

from app.protocol.messages import Unavailable
from app.slow import MadeOnce, Queue
from app.storage.store import Store
from app.table.events import Began, Body, Event, Undone, move_in
from app.table.game import earlier_lines
from app.table.seating import Past
from app.workers.fair_queue import Requester
from app.workers.pool import Workers
from app.workers.process import analyse
from games import by_rules
from games.record import Made, Record, TakenBack
from games.text import say

MOST_BYTES: Final = 32 * 2**20  # of all that are kept
LATE_S: Final = 90.0  # of processor time for one
WAIT_S: Final = 600.0
LAST_IN_TURN: Final = 19  # the niceness of the process: everything else comes first, even bots


def analysis_workers(bot_workers: int) -> Workers:
    """The worker pool for analyses: one process, or none if bots have none."""
    return Workers(min(1, bot_workers), late_s=LATE_S, nice=LAST_IN_TURN)


class Analyses:
    """Makes one analysis at a time, for each address in turn, and caches the latest."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store, self._workers = store, workers
        self._made = MadeOnce[tuple[str, int, str], bytes](MOST_BYTES, len)
        self._queue = Queue()

    def may_be_had(self, past: Past) -> bool:
        """Whether there can be one: the game was not broken off, and there are workers and a strategy for its rules."""
        return bool(self._workers) and not past.stopped and by_rules(past.rules).strategy is not None

    async def of(self, room: str, past: Past, address: str) -> bytes:
        """The Analysis as JSON; null if the game has none. `address`: the client's. Raises Unavailable, DamagedEvent,
        RoomGone, and Refusal `busy` when too many others are waiting."""
        if not self.may_be_had(past):
            return b"null"
        key = room, past.ended, self._store.epoch
        return await self._made.get(key, lambda: self._make(room, past, address))

    async def _make(self, room: str, past: Past, address: str) -> bytes:
        with self._queue.place(address):
            record = await load_record(self._store, room, past)
            analysis = await self._workers.think(analyse, record, Requester(room, {address}), WAIT_S)
        if analysis is None:
            raise Unavailable(say("How the chances changed could not be worked out. Try again in a moment."))
        return msgspec.json.encode(analysis)

    async def close(self) -> None:
        """Cancel analyses under way."""
        await self._made.close()
        await self._workers.close()


async def load_record(store: Store, room: str, past: Past) -> Record:
    """The finished game. Raises DamagedEvent, RoomGone."""
    log = await store.load(room, past.began - 1, past.ended)
    setting = await store.load_setting(room, past.began)
    return record_of(log, setting.options, setting.seats)


def record_of(log: list[Event], options: Raw, seats: int) -> Record:
    """The game recorded in these events, which start with the one that began it."""
    first, began = log[0], log[0].body
    assert isinstance(began, Began)
    played = [step for event in log if (step := step_of(event.seq, event.body)) is not None]
    lines = earlier_lines(by_rules(began.rules), began.onward, first.seq)
    start = began.onward.state if began.onward else None
    return Record(began.rules, options, seats, first.seq, began.last_question, began.drawn, played, start, lines)


def step_of(seq: int, body: Body) -> Made | TakenBack | None:
    """What an event did to the game; None for one that does not affect it."""
    if isinstance(body, Undone):
        return TakenBack(seq, body.seat, body.since)
    moved = move_in(body)
    return None if moved is None else Made(seq, moved.seat, moved.move, moved.drawn)
