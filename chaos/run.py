"""One part of the full run: servers, robots, faults, and the checker's verdict."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from msgspec import Struct

from app.storage.store import Store
from app.table.events import Event
from chaos.check import violations
from chaos.faults import Injector, Progress
from chaos.fold import fold_twice
from chaos.history import History
from chaos.measures import Measures, measures
from chaos.party import ROOMS, Party, Room
from chaos.robots import Robot
from chaos.servers import Servers
from chaos.shown import CONVERGED_WITHIN_S
from chaos.violation import Logs, Violation

Injection = Callable[[Injector], Awaitable[None]]


class Report(Struct, frozen=True, kw_only=True):
    """The result of a part. `history`: the file with all steps."""

    violations: list[Violation]
    measures: Measures
    events: int
    took_s: float
    history: Path


async def run(
    opened: AbstractAsyncContextManager[Servers],
    folder: Path,
    inject: Injection,
    *,
    seed: object,
    rooms: Sequence[Room] = ROOMS,
    pace_s: tuple[float, float] = (0.02, 0.3),
    linger_s: float = CONVERGED_WITHIN_S,
    progress: Progress = lambda line: None,
    converged_within_s: float = CONVERGED_WITHIN_S,
) -> Report:
    """Let robots play on these servers, inject the fault, and check the outcome."""
    began = time.monotonic()
    history = History(folder / "history.jsonl")
    async with opened as servers:
        async with Party(servers, history, Robot, seed=seed, pace_s=pace_s) as party:
            await party.seat(rooms)
            party.begin()
            await inject(Injector(servers, history, seed, progress))
            await party.end(linger_s)
        progress("the logs are folded")
        found, logs = await judged(servers, party.codes, history, converged_within_s)
    return Report(
        violations=found,
        measures=measures(history.steps),
        events=sum(len(log) for log in logs.values()),
        took_s=time.monotonic() - began,
        history=history.path,
    )


async def judged(
    servers: Servers, rooms: Sequence[str], history: History, converged_within_s: float = CONVERGED_WITHIN_S
) -> tuple[list[Violation], Logs]:
    """The broken promises of these rooms, and their logs. Closes the history."""
    history.close()
    logs = await logs_of(servers.url, rooms)
    folds = await fold_twice(servers.url, history.path)
    found = violations(history.steps, logs, folds, converged_within_s=converged_within_s)
    return found + deadlocks(servers), logs


def deadlocks(servers: Servers) -> list[Violation]:
    """Deadlocks between nodes in the database."""
    said = "" if servers.postgres is None else servers.postgres.said
    return [Violation(9, "deadlock", "", line) for line in said.splitlines() if "deadlock detected" in line]


async def logs_of(url: str, rooms: Sequence[str]) -> Mapping[str, list[Event]]:
    """All events of these rooms."""
    store = Store(url)
    await store.start()
    try:
        return {room: await store.load(room) for room in rooms}
    finally:
        await store.close()
