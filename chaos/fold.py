"""Folds the logs from scratch in another process: the frames that every robot should have been shown.

PYTHONHASHSEED=1 python -m chaos.fold DATABASE_URL HISTORY > folded.jsonl
"""

import asyncio
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from app.admin.verify_log import fault_in
from app.rooms.views import Showing
from app.storage.databases import database_at
from app.storage.schema import events
from app.table.state import Table
from chaos import servers
from chaos.history import AnyStep, Entered, Saw, read
from chaos.robots import digest
from tests.support.processes import HASH_SEED

LIVE: Final = -1
"""Instead of a seq: a page that was connected and receives only the newest lines."""


class Shown(Struct, frozen=True, array_like=True):
    """A frame of a seat, or of a spectator, who has seen the room up to that event."""

    you: int | None
    seen: int
    digest: str = ""


class Folded(Struct, frozen=True):
    """A room after one event. `fault`: why it does not fold, or should not be in the log."""

    room: str
    seq: int
    state: str = ""
    frames: list[Shown] = []
    fault: str = ""


def wanted_frames(steps: Iterable[AnyStep]) -> dict[tuple[str, int], set[Shown]]:
    """The frames shown to somebody, by room and event. The first one of a visit has lasting lines only."""
    wanted: dict[tuple[str, int], set[Shown]] = {}
    seen: dict[tuple[str, str], int | None] = {}
    for step in steps:
        page = step.room, step.robot
        if isinstance(step, Entered):
            seen[page] = step.seen
        elif isinstance(step, Saw):
            frames = wanted.setdefault((step.room, step.seq), set())
            frames.add(Shown(step.you, LIVE))
            if (first := seen.get(page)) is not None:
                # A page that has seen more than exists starts afresh.
                frames |= {Shown(step.you, first), Shown(step.you, 0)}
                seen[page] = None
    return wanted


def folded(url: str, wanted: dict[tuple[str, int], set[Shown]]) -> Iterator[Folded]:
    """Every room in which somebody was shown something, event by event."""
    engine = database_at(url).open_read_only()
    try:
        with engine.connect() as connection:
            for room in sorted({room for room, _ in wanted}):
                yield from _fold(connection, room, wanted)
    finally:
        engine.dispose()


def _fold(connection: Connection, room: str, wanted: dict[tuple[str, int], set[Shown]]) -> Iterator[Folded]:
    table = Table(room)
    for row in connection.execute(select(events).where(events.c.room == room).order_by(events.c.seq)):
        if (fault := fault_in(table, row)) is not None:
            yield Folded(room, row.seq, fault=fault)
            return
        yield Folded(room, row.seq, _state(table), _frames(table, wanted.get((room, row.seq), set())))


def _state(table: Table) -> str:
    """A digest of the whole state, hidden parts included."""
    playing = table.playing
    told: Any = [table.phase, table.number, table.people.seats, table.settings]
    if playing is not None:
        told += [playing.state, playing.draws, playing.starts, playing.timing, playing.outcome, playing.paused]
    plain = msgspec.to_builtins(told, str_keys=True, order="deterministic")
    return hashlib.blake2b(msgspec.json.encode(plain), digest_size=8).hexdigest()


def _frames(table: Table, wanted: set[Shown]) -> list[Shown]:
    if table.playing is None:
        return []
    by_seen: dict[int, Showing] = {}
    shown = []
    for frame in sorted(wanted, key=lambda frame: (frame.seen, -1 if frame.you is None else frame.you)):
        if frame.seen not in by_seen:
            lines = [line for line in table.lines if line.seq == table.seq]
            by_seen[frame.seen] = Showing(table, lines if frame.seen == LIVE else table.lasting(frame.seen), 0)
        shown.append(Shown(frame.you, frame.seen, digest(by_seen[frame.seen].frame(frame.you).decode())))
    return shown


# --- In another process ---


async def fold_twice(url: str, history: Path) -> list[list[Folded]]:
    """The folds of this process and of one with another hash seed, whose sets iterate in another order."""
    here = asyncio.to_thread(lambda: list(folded(url, wanted_frames(read(history)))))
    return list(await asyncio.gather(here, asyncio.to_thread(_fold_apart, url, history)))


def _fold_apart(url: str, history: Path) -> list[Folded]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TERTULIA_")}
    with history.with_suffix(".folded").open("w+b") as out:
        given = {**inherited, "PYTHONHASHSEED": HASH_SEED}
        process = servers.started(["chaos.fold", url, str(history)], given, out.fileno())
        if process.wait() != 0:
            raise RuntimeError("the logs could not be folded")
        out.seek(0)
        decoder = msgspec.json.Decoder(Folded)
        return [decoder.decode(line) for line in out]


def main(arguments: Sequence[str]) -> None:
    """Print the folds."""
    url, history = arguments
    for each in folded(url, wanted_frames(read(Path(history)))):
        sys.stdout.buffer.write(msgspec.json.encode(each) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
