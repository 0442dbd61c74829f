"""Wrong clocks, and clocks that are set while a server runs. The monotonic clock goes on, as on a real machine.

python -m chaos.wrong_clocks FILE   # the server, ahead by the number of seconds in that file
"""

import datetime
import mmap
import struct
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from app.table.clock import GRACE_MS
from app.table.events import move_in
from app.table.state import Table
from chaos.check import Logs, Violation, due_of
from chaos.faults import Injector
from chaos.history import AnyStep, Saw
from chaos.machine import Part
from chaos.servers import Node, Servers, cluster

DAY_S: Final = 86_400.0
SHIFTS_S: Final = (DAY_S, -DAY_S, 3_600.0, -3_600.0, 400 * DAY_S, 0.0)
LATE_MS: Final = 2_000
BETWEEN_S: Final = (0.3, 1.5)

_SECONDS: Final = struct.Struct("d")


# --- In the server ------------------------------------------------------------------------------------------------


def shift(path: Path) -> None:
    """Add the seconds in that file to every reading of the time of day."""
    with path.open("rb") as file:
        seconds = mmap.mmap(file.fileno(), _SECONDS.size, access=mmap.ACCESS_READ)
    right_time, right_time_ns = time.time, time.time_ns

    def ahead() -> float:
        wrong: float = _SECONDS.unpack_from(seconds)[0]
        return wrong

    class WrongDatetime(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return cls.fromtimestamp(time.time(), tz)

    time.time = lambda: right_time() + ahead()
    time.time_ns = lambda: right_time_ns() + round(ahead() * 1e9)
    datetime.datetime = WrongDatetime  # type: ignore[misc]


# --- Outside ------------------------------------------------------------------------------------------------------


class WrongClock:
    """The clock of one node, settable from outside."""

    def __init__(self, path: Path, seconds: float | None = None) -> None:
        self.path = path
        if seconds is not None:
            self.set(seconds)

    @property
    def command(self) -> list[str]:
        """The command to start a node with this clock."""
        return [sys.executable, "-m", "chaos.wrong_clocks", str(self.path)]

    def set(self, seconds: float) -> None:
        """Set the clock this many seconds ahead of the right time."""
        self.path.touch()
        with self.path.open("r+b") as file:
            file.write(_SECONDS.pack(seconds))


@asynccontextmanager
async def wrong_clocks(folder: Path) -> AsyncIterator[Servers]:
    """Three nodes: the first clock is right, the second can be set, the third is a day behind. None is ever
    restarted."""
    async with cluster(folder, 1) as servers:
        first = servers.nodes[0]
        for name, seconds in (("node-2", 0.0), ("node-3", -DAY_S)):
            clock = WrongClock(folder / f"{name}.clock", seconds)
            node = Node(name, first.environment, folder / f"{name}.log", before=clock.command)
            await node.start()
            servers.nodes.append(node)
        yield servers


def clock_of(node: Node) -> WrongClock:
    """The settable clock."""
    return WrongClock(Path(node.before[-1]))


async def set_clocks(injector: Injector, times: int) -> None:
    """One node's clock jumps back and forth."""
    node = injector.servers.nodes[1]
    clock = clock_of(node)
    for number in range(times):
        await injector.sleep(BETWEEN_S)
        clock.set(seconds := SHIFTS_S[number % len(SHIFTS_S)])
        injector.note(node, "clock")
        injector.progress(f"clock set {number + 1} of {times}, {seconds:+.0f} s")


# --- Promises beyond chaos/check.py -----------------------------------------------------------------------------


def untimely(steps: Sequence[AnyStep], logs: Logs) -> Iterator[Violation]:
    """Late deadlines, and people who suddenly became strangers."""
    yield from _late(logs)
    yield from _logged_out(steps)


def _late(logs: Logs) -> Iterator[Violation]:
    for room, log in logs.items():
        table = Table(room)
        for event in log:
            moved = move_in(event.body)
            if moved is not None and moved.lapsed and (due := due_of(table, moved.seat)) is not None:
                late = event.at - due
                # Absent players have their grace, and the log does not tell who was absent.
                if LATE_MS < late < GRACE_MS or late > GRACE_MS + LATE_MS:
                    yield Violation(8, "late", room, f"the time of seat {moved.seat} ran out {late} ms late", event.seq)
            table.apply(event)


def _logged_out(steps: Sequence[AnyStep]) -> Iterator[Violation]:
    seats: dict[tuple[str, str], int | None] = {}
    for step in steps:
        if isinstance(step, Saw) and seats.setdefault((step.room, step.robot), step.you) != step.you:
            yield Violation(5, "stranger", step.room, f"{step.robot} is not known any more", step.seq)


WRONG_CLOCKS: Final = Part(
    about="the clock of a node jumps by up to 400 days", times=100, opens=wrong_clocks, does=set_clocks, judges=untimely
)

if __name__ == "__main__":
    shift(Path(sys.argv[1]))
    from app.__main__ import main  # only now: it must not see another clock

    sys.exit(main([]))
