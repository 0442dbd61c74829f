"""Promise 5: a page shows a prefix of its log, in order and without a gap."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from app.rooms.outbox import MOST_MESSAGES
from app.table.events import Event, Said
from chaos.history import AnyStep, Entered, Fault, Heard, Saw
from chaos.party import makes_a_frame
from chaos.violation import Logs, Violation

CONVERGED_WITHIN_S: Final = 5.0
WAITING: Final = MOST_MESSAGES // 3
"""An outbox that overflows is refilled from a snapshot: then at least this many events were skipped, each of which
makes at most a table, results and a frame."""


def outages(steps: Iterable[AnyStep]) -> list[tuple[float, float]]:
    """Times when the database was away: until then, a node that returns shows what it has."""
    began: float | None = None
    found = []
    for step in steps:
        if isinstance(step, Fault) and step.kind == "database":
            if not step.over:
                began = step.at
            elif began is not None:
                found.append((began, step.at + CONVERGED_WITHIN_S))
                began = None
    return found if began is None else [*found, (began, float("inf"))]


def seen_wrongly(steps: Sequence[AnyStep], logs: Logs) -> Iterator[Violation]:
    """Frames."""
    heads = {room: log[-1].seq if log else 0 for room, log in logs.items()}
    frames = {room: [event.seq for event in log if makes_a_frame(event)] for room, log in logs.items()}
    away = outages(steps)
    last: dict[tuple[str, str], Saw] = {}
    for step in steps:
        if not isinstance(step, Saw):
            continue
        before = last.get((step.room, step.robot))
        last[step.room, step.robot] = step
        if step.seq > heads.get(step.room, 0):
            yield Violation(5, "unwritten", step.room, f"{step.robot} was shown what is not in the log", step.seq)
        if before is not None and step.seq < before.seq:
            if before.visit == step.visit or not any(began <= step.at <= over for began, over in away):
                yield Violation(5, "backwards", step.room, f"{step.robot} had been shown event {before.seq}", step.seq)
        elif before is not None and before.visit == step.visit:
            skipped = _between(frames.get(step.room, []), before.seq, step.seq)
            if 0 < len(skipped) < WAITING:
                yield Violation(5, "skipped", step.room, f"{step.robot} was not shown {skipped}", step.seq)


def _between(ordered: Sequence[int], after: int, before: int) -> Sequence[int]:
    return ordered[bisect_right(ordered, after) : bisect_left(ordered, before)]


class _Visit(Struct):
    """The messages of one connection."""

    room: str
    robot: str
    seen: int
    last: int = 0
    player: bool | None = None
    heard: set[int] = set()
    frames: list[int] = []


def heard_wrongly(steps: Iterable[AnyStep], logs: Logs) -> Iterator[Violation]:
    """Chat."""
    said = {
        (room, event.seq): event.body for room, log in logs.items() for event in log if isinstance(event.body, Said)
    }
    visits: dict[tuple[str, str, int], _Visit] = {}
    for step in steps:
        match step:
            case Entered():
                visits[step.room, step.robot, step.visit] = _Visit(step.room, step.robot, step.seen)
            case Heard() if (step.room, step.robot, step.visit) in visits:
                visit = visits[step.room, step.robot, step.visit]
                body = said.get((step.room, step.seq))
                if body is None or body.text != step.text:
                    yield Violation(5, "hearsay", step.room, f"{step.robot} heard {step.text!r}", step.seq)
                if step.seq in visit.heard:
                    yield Violation(5, "echo", step.room, f"{step.robot} heard {step.text!r} twice", step.seq)
                visit.heard.add(step.seq)
                visit.player, visit.last = step.player, max(visit.last, step.seq)
            case Saw() if (step.room, step.robot, step.visit) in visits:
                visit = visits[step.room, step.robot, step.visit]
                visit.frames.append(step.seq)
                visit.player, visit.last = step.you is not None, max(visit.last, step.seq)
    for visit in visits.values():
        yield from _unheard(visit, logs.get(visit.room, ()))


def _unheard(visit: _Visit, log: Sequence[Event]) -> Iterator[Violation]:
    """Chat that the connection missed, unless a snapshot took its place."""
    snapshots = [pair for pair in pairwise(visit.frames) if pair[1] - pair[0] > WAITING]
    for event in log[visit.seen : visit.last]:
        body = event.body
        reached = isinstance(body, Said) and (not body.apart or (body.seat is not None) == visit.player)
        if reached and event.seq not in visit.heard and not any(a < event.seq <= b for a, b in snapshots):
            yield Violation(5, "unheard", visit.room, f"{visit.robot} did not hear it", event.seq, event.id)
