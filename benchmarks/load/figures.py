"""Prints measurements as a table, with the machine's load beside them."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Final

import psutil
from msgspec import Struct

HEAD: Final = """| what | figure | bar | met | the minimal server in this run | machine |
|---|---|---|---|---|---|"""


class Figure(Struct, frozen=True):
    """A row of the table. `bar`: None if nothing is promised. `beside`: the minimal server's value, and the ratio."""

    what: str
    figure: str
    bar: str = ""
    met: bool | None = None
    beside: str = ""
    machine: str = ""

    def __str__(self) -> str:
        met = "" if self.met is None else "yes" if self.met else "**no**"
        return f"| {self.what} | {self.figure} | {self.bar} | {met} | {self.beside} | {self.machine} |"


def at_most(what: str, value: float, bar: float, unit: str, beside: float | None = None, machine: str = "") -> Figure:
    """A figure that must not exceed its bar."""
    return Figure(
        what, _with(value, unit), f"≤ {_with(bar, unit)}", value <= bar, _beside(value, beside, unit), machine
    )


def at_least(what: str, value: float, bar: float, unit: str, beside: float | None = None, machine: str = "") -> Figure:
    """A figure that must reach its bar."""
    return Figure(
        what, _with(value, unit), f"≥ {_with(bar, unit)}", value >= bar, _beside(value, beside, unit), machine
    )


def told(what: str, value: float, unit: str, beside: float | None = None, machine: str = "") -> Figure:
    """A figure without a bar."""
    return Figure(what, _with(value, unit), beside=_beside(value, beside, unit), machine=machine)


def _beside(value: float, beside: float | None, unit: str) -> str:
    if beside is None:
        return ""
    return f"{_with(beside, unit)}, ratio {value / beside:.2f}" if beside else _with(beside, unit)


def _with(value: float, unit: str) -> str:
    exact = f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:.3g}"
    return f"{exact} {unit}".strip()


def percentile(values: Iterable[float], percent: float) -> float:
    """The percentile of these values. Raises ValueError for none."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("nothing was measured")
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def in_words(values: Sequence[float]) -> str:
    """The distribution of some milliseconds."""
    return f"p50 {percentile(values, 50):.1f}, p99 {percentile(values, 99):.1f}, most {max(values):.1f} ms"


class Machine:
    """Usage of all processors, and the lag of this process's own loop."""

    busy: float = 0.0
    late_ms: list[float]

    def __str__(self) -> str:
        return f"{self.busy:.0f} % busy; own loop p99 {percentile(self.late_ms, 99):.1f} ms late"


@asynccontextmanager
async def watched_machine() -> AsyncIterator[Machine]:
    """Watches the machine during the block; to be read after it."""
    machine = Machine()
    machine.late_ms = [0.0]
    psutil.cpu_percent()
    watching = asyncio.create_task(_watch_loop(machine.late_ms))
    try:
        yield machine
    finally:
        watching.cancel()
        machine.busy = psutil.cpu_percent()


async def _watch_loop(late_ms: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.01)
        late_ms.append((time.perf_counter() - began - 0.01) * 1000)


def allow_many_sockets() -> None:
    """Raise the limit on open files as far as allowed."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def machine_in_words() -> str:
    """The machine in words."""
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    return f"{os.cpu_count()} cores, {psutil.virtual_memory().total / 2**30:.0f} GB; load {load}"
