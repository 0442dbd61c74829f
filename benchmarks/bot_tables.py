"""Measures the load of tables with bots on one core: event-loop lag, processor time of the loop and the workers, and
how often a worker answers for a strong bot or a careful player has to.

    python -m benchmarks.bot_tables [--tables 100] [--seconds 30] [--games tcnccc,…] [--core 0]

The tables are of all games in turn and have two seats, or as few as the game allows: a person who answers at once, and
bots that answer after a second. First all bots are medium, then of all levels, then strong. With --core, the loop and
its worker share this core; without, the worker may have another. The bar: for 99 of 100 beats a lag of at most 5 ms, or
no more than with medium bots if the machine has other things to do.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle
from statistics import median, quantiles
from typing import Final, get_args

import psutil

from app.protocol.commands import ChangeSettings, Clock
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.services.bots import Bots
from app.settings import Settings
from app.storage.guests import Guest
from app.storage.store import Store
from app.table import gathering, host, moves
from app.table.event_ids import SERVER, new_id
from app.telemetry import metrics
from app.workers.pool import Workers
from games import GAMES
from games.bot import LEVELS, Level

ANN: Final = Guest("ann", b"ann", "Ann")
PAUSE_S: Final = 1.0
BEAT_S: Final = 0.005
SETTLING_S: Final = 3.0
BAR_MS: Final = 5.0
ENDS: Final = get_args(metrics.Thinking)
WAYS: Final[dict[str, Sequence[Level]]] = {"medium": ("medium",), "mixed": LEVELS, "strong": ("strong",)}


class Tables:
    """Rooms with bots, and Ann, who answers as soon as she is asked."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._busy: set[Room] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.decided = 0

    async def open(self, game: str, level: Level, seats: int | None = None, fast: bool = False) -> Room:
        """Open a room, with as few seats as the game allows unless it is said how many. Its clock keeps it running
        without a page."""
        seats = seats or GAMES[game].seats[0]
        room = await self._rooms.find(await self._rooms.open(game, seats, {}, ANN, "Ann"))
        assert room is not None
        always = ChangeSettings(clock=Clock("question", 24 * 3600), fast_bots=fast)
        await room.do(ANN.id, new_id(), lambda table: host.change_settings(table, ANN.id, always, None))
        for seat in range(1, seats):
            await room.do(ANN.id, new_id(), lambda table, seat=seat: host.seat_bot(table, ANN.id, seat, level, ()))
        await room.do(ANN.id, new_id(), lambda table: gathering.start(table, ANN.id))
        return room

    def watch(self, room: Room) -> None:
        """Called after every event in a room."""
        self.decided += 1
        if room not in self._busy:
            self._busy.add(room)
            task = asyncio.create_task(self._answer(room))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Wait until Ann has answered all that she was asked. No bot may be about to answer any more."""
        await asyncio.gather(*self._tasks)

    async def _answer(self, room: Room) -> None:
        while (playing := room.table.playing) is not None:
            question = playing.state.question
            if question is None:
                await room.do(ANN.id, new_id(), lambda table: gathering.rematch(table, ANN.id))
            elif 0 in moves.asked_seats(room.table):
                number = question.number
                await room.do(SERVER, new_id(), lambda table, n=number: moves.bots_answer(table, 0, n))
            else:
                break
        self._busy.discard(room)


async def measure(way: str, games: Sequence[str], tables: int, seconds: float) -> float:
    """Prints a row; the lag that 99 of 100 beats do not exceed."""
    with tempfile.TemporaryDirectory() as folder:
        store, workers = Store(f"sqlite:///{folder}/log.sqlite3"), Workers(1)
        await store.start()
        rooms, bots = Rooms(store, Settings()), Bots(PAUSE_S, workers)
        played = Tables(rooms)
        rooms.watchers += [played.watch, bots.watch]
        kept = [
            await played.open(game, level)
            for _, game, level in zip(range(tables), cycle(games), cycle(WAYS[way]), strict=False)
        ]
        await asyncio.sleep(SETTLING_S)
        p99 = await watched(f"{way:7} {len(kept):4} tables", played, seconds)
        await bots.close()
        await played.close()
        await workers.close()
        await store.close()
    return p99


async def watched(name: str, played: Tables, seconds: float) -> float:
    """Let the tables play this long; a row of figures."""
    server = psutil.Process()
    thinking = [child for child in server.children(recursive=True) if child.nice() > server.nice()]
    before, decided, used, late = counts(), played.decided, cpu_s([server], thinking), list[float]()
    begins = time.perf_counter()
    while (due := time.perf_counter() + BEAT_S) < begins + seconds:
        await asyncio.sleep(BEAT_S)
        late.append(1000 * (time.perf_counter() - due))
    took = time.perf_counter() - begins
    own, theirs = (now - then for now, then in zip(cpu_s([server], thinking), used, strict=True))
    ends = {end: now - then for end, now, then in zip(ENDS, counts(), before, strict=True) if now > then}
    p99 = quantiles(late, n=100)[-1]
    print(
        f"{name}: {(played.decided - decided) / took:5.1f} decisions a second;"
        f" loop late median {median(late):.2f}, p99 {p99:.2f}, max {max(late):.0f} ms;"
        f" CPU of the server {own / took:.2f}, of the worker {theirs / took:.2f};"
        f" thoughts {', '.join(f'{end} {number:.0f}' for end, number in ends.items()) or 'none'}",
        flush=True,
    )
    return p99


def counts() -> list[float]:
    """The counts of thoughts so far, by outcome."""
    return [metrics.THOUGHTS.labels(end)._value.get() for end in ENDS]


def cpu_s(*groups: list[psutil.Process]) -> tuple[float, ...]:
    """Processor time of each group so far."""
    return tuple(sum(sum(each.cpu_times()[:2]) for each in group) for group in groups)


async def main() -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.bot_tables", description=__doc__.split("\n\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30.0, help="for each mix of levels")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--core", type=int)
    asked = parser.parse_args()
    if asked.core is not None:
        os.sched_setaffinity(0, {asked.core})
    games = asked.games.split(",")
    p99 = {way: await measure(way, games, asked.tables, asked.seconds) for way in asked.ways.split(",")}
    return 0 if max(p99.values()) <= max(BAR_MS, p99.get("medium", 0.0)) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
