"""Measures what grows with a room's log: the bytes a page is sent, and the cost of a page, a load and a move.

    python benchmarks/growth.py [game ...] [--marks 100 500 1000 2000 5000]

One room of each kind is played by careful players, with a rematch after each game. Printed at each mark are: the bytes
sent to a page when opened (`new`) and when reconnecting (`back`), the maximum over seats and spectators; and in
milliseconds of processor time of the whole process: opening, reconnecting, loading the room from a snapshot and the
maximum number of events after one, loading it from the log alone, a move with all pages open, and a bot's thought.
`largest`: the maximum bytes along the way.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from msgspec import Struct

from app.protocol.commands import Play
from app.rooms.outbox import Viewer
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Settings
from app.storage.entries import Snapshot
from app.storage.guests import Guest
from app.storage.store import Store
from app.table import gathering, moves, snapshots
from app.table.event_ids import new_id

MARKS: Final = (100, 500, 1000, 2000, 5000)
REST: Final = snapshots.EVERY - 1
"""The maximum number of events after a snapshot."""
MOVES: Final = 40
TIMES: Final = 15
LOOKS: Final = 100
"""How often bytes are counted between two marks."""
PEOPLE: Final = [Guest(name.lower(), name.encode(), name) for name in ("Ann", "Ben", "Cleo", "Dee", "Eve", "Fay")]
SPECTATOR: Final = Guest("zoe", b"zoe", "Zoe")
KINDS: Final[dict[str, tuple[str, int, dict[str, Any]]]] = {
    "tcnccc": ("tcnccc", 4, {}),
    "sin_color": ("sin_color", 4, {}),
    "desfases": ("desfases", 4, {}),
    "color_dice": ("color_dice", 3, {}),
    "color_gin": ("color_gin", 2, {"target": 500}),
    "color_gin as a team": ("color_gin", 2, {"target": 500, "mode": "coop"}),
}


class Bytes(Struct):
    """The maximum sent to a newly opened page, and to one that reconnects up to date."""

    new: int = 0
    back: int = 0

    def grow(self, other: Bytes) -> None:
        self.new, self.back = max(self.new, other.new), max(self.back, other.back)


# --- Playing ------------------------------------------------------------------------------------------------


async def seated(rooms: Rooms, game: str, seats: int, options: dict[str, Any]) -> Room:
    """A room with all seats taken, and a spectator."""
    host, *others = PEOPLE[:seats]
    room = await rooms.find(await rooms.open(game, seats, options, host, host.name or ""))
    assert room is not None
    for seat, guest in enumerate(others, 1):
        await room.do(guest.id, new_id(), lambda table, s=seat, g=guest: gathering.sit(table, g.id, g.name, s))
    for guest in (*PEOPLE[:seats], SPECTATOR):
        room.enter(Viewer(room, guest, 0, lambda text: True))
    return room


async def go_on(room: Room) -> float | None:
    """Make the next move, or begin the next game; the move's processor time in milliseconds."""
    table = room.table
    if table.phase != "playing":
        begin = gathering.rematch if table.past else gathering.start
        await room.do(table.host, new_id(), lambda table: begin(table, table.host))
        return None
    guest, command = answer(room)
    began = time.process_time()
    await room.do(guest, command.id, lambda table: moves.answer(table, guest, command))
    return (time.process_time() - began) * 1000


def answer(room: Room) -> tuple[str, Play]:
    """A careful bot's answer for whoever is asked first."""
    table = room.table
    assert table.playing is not None
    question = table.playing.state.question
    body = moves.bots_answer(table, question.seats[0], question.number).body
    moved = getattr(body, "moved", body)
    return table.seats[moved.seat].guest or "", Play(new_id(), moved.question, moved.move)


# --- Measuring ----------------------------------------------------------------------------------------------


def viewers(room: Room) -> Iterator[Viewer]:
    """New pages of everybody."""
    for page in [*room.audience.viewers]:
        yield Viewer(room, page.guest, 0)


def sent(room: Room) -> Bytes:
    """The bytes sent to the page that gets the most."""
    of_each = [[_length(room, viewer, seen) for viewer in viewers(room)] for seen in (0, room.table.seq)]
    return Bytes(*map(max, of_each))


def _length(room: Room, viewer: Viewer, seen: int) -> int:
    return sum(len(message.encoded) for message in room.snapshot(viewer, seen))


def snapshot_ms(room: Room, seen: int) -> float:
    """Per page."""
    pages = [*viewers(room)]

    def once() -> float:
        began = time.process_time()
        for page in pages:
            room.snapshot(page, seen)
        return (time.process_time() - began) * 1000 / len(pages)

    gc.collect()
    return statistics.median(once() for _ in range(TIMES))


async def load_ms(load: Callable[[], Awaitable[Any]]) -> float:
    gc.collect()
    took = []
    for _ in range(TIMES):
        began = time.process_time()
        await load()
        took.append((time.process_time() - began) * 1000)
    return statistics.median(took)


def bot_ms(room: Room) -> float | None:
    if room.table.phase != "playing":
        return None
    took = []
    for _ in range(TIMES):
        began = time.process_time()
        answer(room)
        took.append((time.process_time() - began) * 1000)
    return statistics.median(took)


async def keep_snapshot(store: Store, room: Room) -> int:
    """Store a snapshot; its size in bytes."""
    table = room.table
    body = snapshots.compressed(snapshots.packed(table))
    await store.keep_snapshot(Snapshot(table.room, table.seq, table.head, snapshots.code(), body))
    return len(body)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=[*KINDS])
    parser.add_argument("--marks", nargs="*", type=int, default=MARKS)
    asked = parser.parse_args()
    head = ("event", "game", "new B", "ms", "back B", "ms", "snapshot B", "load ms", "from log", "move ms", "bot ms")
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/log.sqlite3")
        await store.start()
        for kind in asked.kinds:
            print(f"\n{kind}\n" + "".join(f"{each:>11}" for each in head), flush=True)
            largest = await grow(store, *KINDS[kind], asked.marks)
            print(f"    largest: new {largest.new} B, back {largest.back} B", flush=True)
        await store.close()


async def grow(store: Store, game: str, seats: int, options: dict[str, Any], marks: list[int]) -> Bytes:
    """Play one room from mark to mark."""
    room = await seated(Rooms(store, Settings()), game, seats, options)
    largest = Bytes()
    for before, mark in zip([0, *marks], marks, strict=False):
        size = 0
        while room.table.seq < mark:
            if size == 0 and room.table.seq >= mark - REST:
                size = await keep_snapshot(store, room)
            if room.table.seq % max(1, (mark - before) // LOOKS) == 0:
                largest.grow(sent(room))
            await go_on(room)
        await report(store, room, size)
    return largest


async def report(store: Store, room: Room, size: int) -> None:
    """Print one line."""
    table, bytes = room.table, sent(room)
    code, number, seq = table.room, table.number, table.seq
    cells: list[Any] = [bytes.new, snapshot_ms(room, 0), bytes.back, snapshot_ms(room, seq), size]
    cells += [await load_ms(lambda: Rooms(store, Settings()).find(code))]
    cells += [await load_ms(lambda: Rooms(store, Settings()).read(code))]
    thinks = bot_ms(room)
    moved = [ms for ms in [await go_on(room) for _ in range(MOVES)] if ms is not None]
    cells += [statistics.median(moved), thinks or "-"]
    shown = (f"{cell:11.3f}" if isinstance(cell, float) else f"{cell:>11}" for cell in (seq, number, *cells))
    print("".join(shown), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
