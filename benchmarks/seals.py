"""Measures the cost of seals: their share of the processor time of a move at a table with four players and a spectator,
and of folding a room from its log. Sockets, most of a move's cost, are left out.

    python benchmarks/seals.py
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.protocol.commands import Play  # noqa: E402
from app.rooms.outbox import State as OutboxState  # noqa: E402
from app.rooms.outbox import Viewer  # noqa: E402
from app.rooms.registry import Rooms  # noqa: E402
from app.settings import Settings  # noqa: E402
from app.storage.store import Store  # noqa: E402
from app.table import moves as judging  # noqa: E402
from app.table import seals  # noqa: E402
from app.table.decide import seal_next  # noqa: E402
from app.table.event_ids import new_id  # noqa: E402
from app.table.events import move_in  # noqa: E402
from games import GAMES  # noqa: E402
from tests.support.played_games import begin, guest_called, one_move, seated  # noqa: E402
from tests.support.tables import folded  # noqa: E402

MOVES = 150
ROUNDS = 5
BAR = 0.05


class Spent:
    """The processor time spent on seals while this is entered."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def counted(self) -> Iterator[None]:
        with (
            patch("app.table.decide.seal_next", self._timed(seal_next)),
            patch("app.table.seals.compare", self._timed(seals.compare)),
        ):
            yield

    def _timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any) -> Any:
            began = time.thread_time()
            try:
                return function(*given)
            finally:
                self.seconds += time.thread_time() - began

        return timed


async def cost_of_moves(rooms: Rooms, game: str) -> tuple[float, float]:
    """The microseconds of a move in all threads of this process, and those spent on its seal."""
    room = await seated(rooms, game, [seats for seats in GAMES[game].seats if seats <= 4][-1])
    await begin(room)
    for name in ("Ann", "Benedikt", "Chloé", "Dee", "Eve"):
        viewer = Viewer(room, guest_called(name), 0, lambda text: True)  # reads at once
        viewer.outbox._state = OutboxState.IDLE
        room.audience.viewers.add(viewer)
    total, done, spent = 0.0, 0, Spent()
    while done < MOVES and room.table.phase == "playing":
        done += 1
        assert room.table.playing is not None
        number, seat = room.table.playing.state.question.number, room.table.playing.state.question.seats[0]
        body = judging.bots_answer(room.table, seat, number).body
        moved = move_in(body)
        assert moved is not None
        wish = Play(new_id(), number, moved.move)
        guest = room.table.seats[seat].guest or ""
        with spent.counted():
            began = time.process_time()
            await room.do(guest, wish.id, lambda table, g=guest, w=wish: judging.answer(table, g, w))  # type: ignore[misc]
            total += time.process_time() - began
    return total / done * 1e6, spent.seconds / done * 1e6


async def cost_of_loading(rooms: Rooms, game: str) -> tuple[float, float]:
    """The microseconds per event of folding a room, and those spent on its seal."""
    room = await seated(rooms, game, GAMES[game].seats[0])
    await begin(room)
    for _ in range(MOVES):
        if room.table.phase == "playing":
            await one_move(room)
    log, spent = await rooms.store.load_newest(room.table.room), Spent()
    with spent.counted():
        began = time.thread_time()
        folded(room.table.room, log)
        total = time.thread_time() - began
    return total / len(log) * 1e6, spent.seconds / len(log) * 1e6


async def least(measure: Callable[[Rooms, str], Awaitable[tuple[float, float]]], rooms: Rooms, game: str) -> str:
    """The fastest of several rounds."""
    total, spent = min([await measure(rooms, game) for _ in range(ROUNDS)])
    return f"{total:.0f} µs | {spent:.0f} µs | {spent / total:.3f}"


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/log.sqlite3")
        await store.start()
        rooms = Rooms(store, Settings())
        print("| game | a move | its seal | part | an event folded | its seal | part |")
        print("|---|---|---|---|---|---|---|")
        for game in GAMES:
            moves, loading = await least(cost_of_moves, rooms, game), await least(cost_of_loading, rooms, game)
            print(f"| {GAMES[game].title} | {moves} | {loading} |")
        await store.close()
    print(f"The bar for a move: {BAR}, sockets and all")


if __name__ == "__main__":
    asyncio.run(main())
