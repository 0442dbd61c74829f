"""Checks what robots saw against the log: nine promises, one pass each.

1 what was acknowledged is there, where it was said to be        2 nothing is there twice
3 what was refused is not there                                  4 every log is one chain without a gap
5 pages show a prefix of their log, in order, without a gap      6 what was done later comes later
7 a fold from scratch shows the same, whatever the hash seed     8 questions are answered once, no time runs out early
9 everybody gets an answer, and every page comes to show what there is

1 to 6 are strict serialisability of one list per room that only grows.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from app.table.events import Event, Said, move_in
from app.table.state import Table
from chaos.fold import LIVE, Folded
from chaos.history import (
    Acked,
    AnyStep,
    Ended,
    Entered,
    Healed,
    Invoked,
    Lost,
    Refused,
    Saw,
    Spoke,
)
from chaos.shown import CONVERGED_WITHIN_S, heard_wrongly, outages, seen_wrongly
from chaos.violation import Logs, Violation

STOOD_STILL_MS: Final = 15_000
"""Time after a deadline, or a bot's question, within which something must happen."""


def violations(
    steps: Sequence[AnyStep],
    logs: Logs,
    folds: Sequence[Sequence[Folded]] = (),
    *,
    converged_within_s: float = CONVERGED_WITHIN_S,
) -> list[Violation]:
    """Every broken promise, in words. `folds`: the logs as folded by processes with different hash seeds."""
    found = [*_lost(steps, logs), *_doubled(steps, logs), *_refused_yet_there(steps, logs), *_broken_chains(logs)]
    found += [
        *seen_wrongly(steps, logs),
        *heard_wrongly(steps, logs),
        *_out_of_order(steps),
        *_old_when_entered(steps),
    ]
    found += [*_folded_differently(folds), *_shown_differently(steps, folds), *_decided_wrongly(logs)]
    found += [*_never_answered(steps), *_never_shown(steps, converged_within_s), *_stood_still(steps, logs)]
    return found


# --- 1 to 4: the log ------------------------------------------------------------------------------------------


def _places(logs: Logs) -> dict[tuple[str, str], int]:
    return {(room, event.id): event.seq for room, log in logs.items() for event in log}


def _lost(steps: Iterable[AnyStep], logs: Logs) -> Iterator[Violation]:
    places = _places(logs)
    for step in steps:
        if isinstance(step, Acked) and (found := places.get((step.room, step.id))) != step.seq:
            kind, text = ("lost", "it is not in the log") if found is None else ("moved", f"it is event {found}")
            yield Violation(1, kind, step.room, f"acknowledged as event {step.seq}; {text}", step.seq, step.id)


def _doubled(steps: Iterable[AnyStep], logs: Logs) -> Iterator[Violation]:
    spoken = Counter((step.room, step.text) for step in steps if isinstance(step, Spoke))
    for room, log in logs.items():
        ids = Counter(event.id for event in log)
        yield from (Violation(2, "doubled", room, f"in the log {n} times", id=id) for id, n in ids.items() if n > 1)
        texts = Counter(event.body.text for event in log if isinstance(event.body, Said))
        for text, times in texts.items():
            if times > spoken[room, text]:
                yield Violation(2, "doubled", room, f"{text!r} is in the log {times} times, said {spoken[room, text]}")


def _refused_yet_there(steps: Iterable[AnyStep], logs: Logs) -> Iterator[Violation]:
    places = _places(logs)
    for step in steps:
        if isinstance(step, Refused) and (seq := places.get((step.room, step.id))) is not None:
            yield Violation(3, "refused", step.room, f"refused as {step.code}, and in the log", seq, step.id)


def _broken_chains(logs: Logs) -> Iterator[Violation]:
    for room, log in logs.items():
        seq, head = 0, ""
        for event in log:
            if event.seq != seq + 1:
                yield Violation(4, "gap", room, f"it comes after event {seq}", event.seq, event.id)
            elif event.prev != head:
                yield Violation(4, "chain", room, f"it follows {event.prev!r}, not {head!r}", event.seq, event.id)
            seq, head = event.seq, event.id


# --- 6: real time ---------------------------------------------------------------------------------------------


def _out_of_order(steps: Sequence[AnyStep]) -> Iterator[Violation]:
    """Whatever was acknowledged before something else began comes before it."""
    done: dict[str, int] = defaultdict(int)
    floor: dict[tuple[str, str], int] = {}
    acked: set[tuple[str, str]] = set()
    for step in steps:
        if isinstance(step, Invoked):
            floor.setdefault((step.room, step.id), done[step.room])
        elif isinstance(step, Acked) and (step.room, step.id) not in acked:
            acked.add((step.room, step.id))
            if step.seq <= (before := floor.get((step.room, step.id), 0)):
                text = f"event {before} was acknowledged before this was begun"
                yield Violation(6, "order", step.room, text, step.seq, step.id)
            done[step.room] = max(done[step.room], step.seq)


def _old_when_entered(steps: Sequence[AnyStep]) -> Iterator[Violation]:
    """A visitor is shown the room no older than what was acknowledged before they came."""
    done: dict[str, int] = defaultdict(int)
    floor: dict[tuple[str, str], tuple[float, int]] = {}
    away = outages(steps)
    for step in steps:
        page = step.room, step.robot
        if isinstance(step, Acked):
            done[step.room] = max(done[step.room], step.seq)
        elif isinstance(step, Lost):
            floor.pop(page, None)
        elif isinstance(step, Entered):
            floor[page] = step.at, done[step.room]
        elif isinstance(step, Saw) and page in floor:
            entered, least = floor.pop(page)
            if step.seq < least and not any(began <= entered <= over for began, over in away):
                text = f"{step.robot} came in after event {least} was acknowledged and was shown an older table"
                yield Violation(6, "stale", step.room, text, step.seq)


# --- 7: folds -------------------------------------------------------------------------------------------------


def _folded_differently(folds: Sequence[Sequence[Folded]]) -> Iterator[Violation]:
    for each in folds[0] if folds else ():
        if each.fault:
            yield Violation(7, "fault", each.room, each.fault, each.seq)
    for one, other in pairwise(folds):
        if len(one) != len(other):
            yield Violation(7, "hash seed", "", f"{len(one)} and {len(other)} events were folded")
        for left, right in zip(one, other, strict=False):
            if left != right:
                yield Violation(7, "hash seed", left.room, "two processes fold it differently", left.seq)


def _shown_differently(steps: Iterable[AnyStep], folds: Sequence[Sequence[Folded]]) -> Iterator[Violation]:
    """A frame is, byte for byte, the fold's view for that viewer."""
    if not folds:
        return
    frames = {(each.room, each.seq, frame.you, frame.seen): frame.digest for each in folds[0] for frame in each.frames}
    seen: dict[tuple[str, str], int] = {}
    for step in steps:
        if isinstance(step, Entered):
            seen[step.room, step.robot] = step.seen
        elif isinstance(step, Saw):
            first = seen.pop((step.room, step.robot), None)
            pasts = [LIVE] if first is None else [LIVE, first] + [0] * (first > step.seq)
            right = {frames.get((step.room, step.seq, step.you, past)) for past in pasts} - {None}
            if right and step.digest not in right:
                yield Violation(7, "frame", step.room, f"{step.robot} was shown another table than the log's", step.seq)


# --- 8: decisions ---------------------------------------------------------------------------------------------


def _decided_wrongly(logs: Logs) -> Iterator[Violation]:
    for room, log in logs.items():
        answered: dict[tuple[int, int], int] = {}
        table: Table | None = Table(room)
        for event in log:
            moved = move_in(event.body)
            if moved is not None and moved.question is not None:
                before = answered.setdefault((moved.question, moved.seat), event.seq)
                if before != event.seq:
                    text = f"seat {moved.seat} had answered question {moved.question} in event {before}"
                    yield Violation(8, "answered twice", room, text, event.seq, event.id)
                if (
                    table is not None
                    and moved.lapsed
                    and (due := due_of(table, moved.seat)) is not None
                    and event.at < due
                ):
                    text = f"the time of seat {moved.seat} ran out {due - event.at} ms early"
                    yield Violation(8, "early", room, text, event.seq, event.id)
            table = _taken(table, event)


def _taken(table: Table | None, event: Event) -> Table | None:
    """None if the log does not fold, which breaks another promise."""
    if table is None:
        return None
    try:
        table.apply(event)
    except Exception:
        return None
    return table


def due_of(table: Table, seat: int) -> int | None:
    """The deadline of this seat."""
    clock, playing = table.settings.clock, table.playing
    if clock is None or playing is None:
        return None
    return playing.timing.deadline(clock, seat)


# --- 9: liveness ----------------------------------------------------------------------------------------------


def _never_answered(steps: Iterable[AnyStep]) -> Iterator[Violation]:
    open_ids: dict[tuple[str, str], str] = {}
    for step in steps:
        if isinstance(step, Invoked):
            open_ids.setdefault((step.room, step.id), step.robot)
        elif isinstance(step, Acked | Refused):
            open_ids[step.room, step.id] = ""
    for (room, id), robot in open_ids.items():
        if robot:
            yield Violation(9, "unanswered", room, f"{robot} was never told what became of it", id=id)


def _never_shown(steps: Sequence[AnyStep], within_s: float) -> Iterator[Violation]:
    healed = next((step for step in steps if isinstance(step, Healed)), None)
    if healed is None:
        return
    newest: dict[tuple[str, str], int] = {}
    for step in steps:
        if isinstance(step, Saw) and step.at <= healed.at + within_s:
            newest[step.room, step.robot] = max(step.seq, newest.get((step.room, step.robot), 0))
    for (room, robot), seq in newest.items():
        if seq < (head := healed.heads.get(room, 0)):
            text = f"{within_s:g} s after all was well {robot} was not shown event {head}"
            yield Violation(9, "not converged", room, text, seq)


def _stood_still(steps: Iterable[AnyStep], logs: Logs) -> Iterator[Violation]:
    """A bot was asked, or a deadline had passed, but nothing happened. Deadlines extended for absent players are
    ignored."""
    ended = next((step for step in steps if isinstance(step, Ended)), None)
    for room, log in logs.items() if ended is not None else ():
        table: Table | None = Table(room)
        for event in log:
            table = _taken(table, event)
        playing = None if table is None else table.playing
        if table is None or playing is None or playing.state.question is None or playing.outcome is not None:
            continue
        for seat in playing.state.question.seats:
            due = log[-1].at if table.seats[seat].bot else due_of(table, seat)
            assert ended is not None
            if due is not None and ended.now - due > STOOD_STILL_MS:
                yield Violation(8, "stood still", room, f"seat {seat} should have been answered for", log[-1].seq)
