"""Measures how long a person waits for bots: the seconds from the end of their turn to their next one, at each level of
the bots and each pace of the table.

    python -m benchmarks.pace [--turns 5] [--tables 2] [--games color_dice,…] [--levels medium,…] [--delay-ms 1500]

Every table has one person, who answers at once whatever they are asked, also within the turns of others; all other
seats have bots, as many as the game allows. The tables of one level are played at the same time: they wait, and need
the processor for strong bots only. Per row: the median and the longest wait, and how many were measured. The bars, for
medians: 20 s in Color Dice with six, 12 s in the others, and 6 s where the host wants bots to be fast.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from statistics import median
from typing import Any, Final

from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.services.bots import Bots
from app.settings import Settings
from app.storage.store import Store
from app.workers.pool import Workers
from benchmarks.bot_tables import Tables
from games import GAMES
from games.bot import LEVELS, Level

BARS_S: Final = {"color_dice": 20.0}
BAR_S: Final = 12.0
FAST_S: Final = 6.0
PERSON: Final = 0

Cell = tuple[str, bool]
"""A game, and whether its bots are fast."""


class Waits:
    """How long the person of one room waits between their turns, in seconds."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._since: float | None = None
        self.seconds: list[float] = []

    def note(self) -> None:
        """Something has happened in the room."""
        playing = self._room.table.playing
        state = playing.state if playing is not None else None
        if state is None or state.question is None:
            self._since = None  # nobody waits for a turn of the next game
        elif _turn(state) != PERSON:
            self._since = time.perf_counter() if self._since is None else self._since
        elif self._since is not None:
            self.seconds.append(time.perf_counter() - self._since)
            self._since = None


def _turn(state: Any) -> int:
    """Whose turn it is. Others may be asked within it."""
    turn: int | None = getattr(state, "turn", None)
    return state.question.seats[0] if turn is None else turn


async def measure(level: Level, games: Sequence[str], tables: int, turns: int, delay_s: float) -> bool:
    """Prints a row for each game and pace; whether all are within their bars."""
    with tempfile.TemporaryDirectory() as folder:
        store, workers = Store(f"sqlite:///{folder}/log.sqlite3"), Workers(1)
        await store.start()
        rooms, bots = Rooms(store, Settings()), Bots(delay_s, workers)
        played, waits = Tables(rooms), dict[Room, Waits]()

        def watch(room: Room) -> None:
            if room in waits:
                waits[room].note()

        rooms.watchers += [watch, played.watch, bots.watch]
        cells: dict[Cell, list[Waits]] = {}
        for game in games:
            for fast in (False, True):
                opened = [await played.open(game, level, GAMES[game].seats[-1], fast) for _ in range(tables)]
                waits |= {room: Waits(room) for room in opened}
                cells[game, fast] = [waits[room] for room in opened]
        while any(len(each.seconds) <= turns for each in waits.values()):  # noqa: ASYNC110  (whichever comes last)
            await asyncio.sleep(1)
        await bots.close()
        await played.close()
        await workers.close()
        await store.close()
    # The first wait of each table may have begun within a turn.
    seconds = {cell: [wait for each in kept for wait in each.seconds[1:]] for cell, kept in cells.items()}
    within = [told(level, cell, seconds[cell]) for cell in cells]
    return all(within)


def told(level: Level, cell: Cell, seconds: list[float]) -> bool:
    """Prints a row; whether it is within its bar."""
    game, fast = cell
    bar = FAST_S if fast else BARS_S.get(game, BAR_S)
    print(
        f"{level:6} {game:10} {GAMES[game].seats[-1]} seats {'fast' if fast else 'normal':6}:"
        f" median {median(seconds):5.1f} s (bar {bar:.0f}), longest {max(seconds):5.1f} s, {len(seconds)} waits",
        flush=True,
    )
    return median(seconds) <= bar


async def main() -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.pace", description=__doc__.split("\n\n")[0])
    parser.add_argument("--turns", type=int, default=5, help="waits at each table, at least")
    parser.add_argument("--tables", type=int, default=2, help="of each game at each pace")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--delay-ms", type=int, default=Settings().bot_delay_ms)
    asked = parser.parse_args()
    within = [
        await measure(level, asked.games.split(","), asked.tables, asked.turns, asked.delay_ms / 1000)
        for level in asked.levels.split(",")
    ]
    return 0 if all(within) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
