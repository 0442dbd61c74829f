"""Faults of the machine below the servers: clocks, disk, network; and the promises they put to the test beyond
chaos/check.py."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chaos.check import Logs, Violation
from chaos.faults import Injector, Progress
from chaos.history import AnyStep, read
from chaos.party import ROOMS, Room
from chaos.run import Report, logs_of, run
from chaos.servers import Servers

Judge = Callable[[Sequence[AnyStep], Logs], Iterable[Violation]]
Opens = Callable[[Path], AbstractAsyncContextManager[Servers]]

FEW: Final = (
    Room(game="tcnccc", seats=3),
    Room(game="color_dice", seats=3, bots=1, clock=True),
    Room(game="desfases", seats=2, clock=True, watching=0),
)


class Part(Struct, frozen=True, kw_only=True):
    """The servers, a fault, how often, and additional checks."""

    about: str
    times: int
    opens: Opens
    does: Callable[[Injector, int], Awaitable[None]]
    judges: Judge
    alone: bool = False
    """A single server on SQLite only."""


async def play(
    part: Part,
    folder: Path,
    times: int,
    *,
    seed: object,
    rooms: Sequence[Room] = ROOMS,
    linger_s: float = 5.0,
    progress: Progress = lambda line: None,
    pace_s: tuple[float, float] = (0.05, 0.4),
) -> Report:
    """Let robots play while the fault is injected, and check all promises."""
    found: list[Violation] = []
    report = await run(
        _also_judged(part, folder, found),
        folder,
        lambda injector: part.does(injector, times),
        seed=seed,
        rooms=rooms,
        linger_s=linger_s,
        pace_s=pace_s,
        progress=progress,
    )
    return replace(report, violations=[*report.violations, *found])


@asynccontextmanager
async def _also_judged(part: Part, folder: Path, found: list[Violation]) -> AsyncIterator[Servers]:
    """The servers; at the end their logs are checked again."""
    async with part.opens(folder) as servers:
        yield servers
        steps = list(read(folder / "history.jsonl"))
        logs = await logs_of(servers.url, sorted({step.room for step in steps} - {""}))
        found.extend([*part.judges(steps, logs), *getattr(servers, "found", ())])
