"""The checker, on hand-written histories: a correct one passes, and every broken promise is named."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.protocol.commands import Clock
from app.table.decide import seal_next
from app.table.events import (
    Began,
    Body,
    Event,
    Finished,
    Moved,
    Opened,
    Result,
    RoomSettings,
    Said,
    SettingsChanged,
    encode_body,
)
from app.table.seals import dated
from app.table.state import Table
from chaos.check import violations
from chaos.fold import LIVE, Folded, Shown
from chaos.history import (
    Acked,
    AnyStep,
    Ended,
    Entered,
    Fault,
    Healed,
    Heard,
    History,
    Invoked,
    Lost,
    Refused,
    Saw,
    Spoke,
    Unknown,
    read,
)  # fmt: skip
from chaos.shown import WAITING
from games import GAMES
from tests.support.beads import BEADS

ROOM = "room"


def event(seq: int, body: Body, id: str = "", prev: str | None = None, at: int = 0) -> Event:
    return Event(ROOM, seq, id or f"id{seq}", f"id{seq - 1}" * (seq > 1) if prev is None else prev, "ann", body, at)


def moved(seat: int, question: int | None = None, **told: Any) -> Moved:
    return Moved(seat, question, msgspec.Raw(b"{}"), [], **told)


def said(text: str, seat: int | None = 0, *, apart: bool = False) -> Said:
    return Said(seat, "Ann", text, apart)


def log(*bodies: Body) -> list[Event]:
    """Events numbered from 1, each with its number as id, after the previous one."""
    return [event(seq, body) for seq, body in enumerate(bodies, 1)]


def steps(*told: AnyStep) -> list[AnyStep]:
    """A second apart, in this room, by Ann at node one, unless they say otherwise."""
    given = {"room": ROOM, "robot": "Ann", "node": "one"}
    return [_filled(step, at=step.at or float(second), **given) for second, step in enumerate(told, 1)]


def _filled(step: AnyStep, at: float, **given: str) -> AnyStep:
    missing = {name: value for name, value in given.items() if not getattr(step, name)}
    return msgspec.structs.replace(step, at=at, **missing)


def kinds(told: Sequence[AnyStep], events: Sequence[Event], *folds: Sequence[Folded]) -> list[str]:
    """The kinds of broken promises. Somebody has said hello once."""
    spoken = Spoke(room=ROOM, robot="Ann", text="hello")
    return [violation.kind for violation in violations([spoken, *told], {ROOM: events}, folds)]


OPENING = (Opened("tcnccc", 2, msgspec.Raw(b"{}"), "Ann"), Began("tcnccc@1", "00", []))
GAME = log(*OPENING, moved(0, 1), said("hello"), moved(1, 2), moved(0, 3))
"""Opened, begun, a move, a line of talk, and two more moves: events 1 to 6."""


def saw(seq: int, **told: Any) -> Saw:
    return Saw(**{"visit": 1, "seq": seq, "you": 0, "digest": f"frame {seq}", **told})


def heard(seq: int = 4, text: str = "hello", **told: Any) -> Heard:
    return Heard(**{"visit": 1, "seq": seq, "text": text, "player": True, **told})


def invoked(id: str) -> Invoked:
    return Invoked(id=id)


def acked(seq: int) -> Acked:
    return Acked(id=f"id{seq}", seq=seq)


GOOD = steps(
    Entered(visit=1, seen=0),
    saw(2),
    Spoke(text="hello"),
    invoked("id3"),
    saw(3),
    acked(3),
    heard(),
    invoked("no"),
    Refused(id="no", code="stale"),
    saw(5),
    invoked("id6"),
    Unknown(id="id6", why="gone"),
    Lost(visit=1),
    Entered(visit=2, seen=5),
    saw(6, visit=2),
    invoked("id6"),
    acked(6),
    Healed(heads={ROOM: 6}),
    Ended(now=0),
)
FOLD = [
    Folded(ROOM, 2, "a", [Shown(0, LIVE, "frame 2"), Shown(0, 0, "frame 2")]),
    Folded(ROOM, 3, "b", [Shown(0, LIVE, "frame 3")]),
    Folded(ROOM, 5, "c", [Shown(0, LIVE, "frame 5")]),
    Folded(ROOM, 6, "d", [Shown(0, LIVE, "another"), Shown(0, 5, "frame 6")]),
]


def test_a_good_history_passes() -> None:
    assert violations(GOOD, {ROOM: GAME}, [FOLD, FOLD]) == []


def entered(*told: AnyStep) -> list[AnyStep]:
    return steps(Entered(visit=1, seen=0), *told)


TWICE = [*log(*OPENING, moved(0)), event(4, moved(0), id="id3", prev="id3")]
APART = log(*OPENING, moved(0), said("hello", None, apart=True), moved(1))
LONG = log(*OPENING, *(moved(0, number) for number in range(WAITING + 5)))
UNKNOWN = steps(
    invoked("id3"), Unknown(id="id3", why="retry"), acked(3), invoked("x"), Unknown(id="x", why="gone"),
    Refused(id="x", code="stale"),
)  # fmt: skip
AGAIN = [Entered(visit=1, seen=0), saw(3), Lost(visit=1)], [Entered(visit=2, seen=3), saw(2, visit=2)]
END = Finished(moved(0, 7), Result("tcnccc", ["ann"], ["Ann"], [0], [1]))

HISTORIES: dict[str, tuple[list[AnyStep], Sequence[Event], list[str]]] = {
    # The log.
    "acknowledged, and not there": (steps(invoked("id7"), acked(7)), GAME, ["lost"]),
    "not where it was said to be": (steps(invoked("id3"), Acked(id="id3", seq=5)), GAME, ["moved"]),
    "there twice": ([], TWICE, ["doubled"]),
    "said once and written twice": ([], log(*OPENING, said("hello"), said("hello")), ["doubled"]),
    "refused, and there": (steps(invoked("id3"), Refused(id="id3", code="stale")), GAME, ["refused"]),
    "what nobody knows may be there or not": (UNKNOWN, GAME[:3], []),
    "a gap": ([], [*GAME[:2], GAME[3]], ["gap"]),
    "another predecessor": ([], [*GAME[:2], event(3, moved(0), prev="else")], ["chain"]),
    # What pages show.
    "shown, and not written": (entered(saw(6), saw(7)), GAME, ["unwritten", "unheard"]),
    "a page goes back": (entered(saw(3), saw(2)), GAME, ["backwards"]),
    "a page comes back and goes back": (steps(*AGAIN[0], *AGAIN[1]), GAME, ["backwards"]),
    "it may while the database is away": (steps(*AGAIN[0], Fault(kind="database"), *AGAIN[1]), GAME, []),
    "a page misses an event": (entered(saw(2), heard(), saw(5)), GAME, ["skipped"]),
    "talk makes no frame": (entered(saw(3), heard(), saw(5)), GAME, []),
    "a snapshot after a long backlog": (entered(saw(2), saw(len(LONG))), LONG, []),
    "a page misses a line": (entered(saw(3), saw(5)), GAME, ["unheard"]),
    "players do not hear onlookers": (entered(saw(3), saw(5)), APART, []),
    "a line is heard twice": (entered(heard(), heard()), GAME, ["echo"]),
    "a line is not what was said": (entered(heard(text="something else")), GAME, ["hearsay"]),
    # Real time.
    "begun after an ack and before it": (steps(invoked("id5"), acked(5), invoked("id3"), acked(3)), GAME, ["order"]),
    "begun before the ack": (steps(invoked("id5"), invoked("id3"), acked(5), acked(3)), GAME, []),
    "what was acked is not shown": (steps(invoked("id5"), acked(5), Entered(visit=1, seen=0), saw(3)), GAME, ["stale"]),
    # Decisions.
    "a seat answers twice": ([], log(*OPENING, moved(0, 7), moved(1, 7), moved(0, 7, bot=True)), ["answered twice"]),
    "an end is an answer, too": ([], log(*OPENING, moved(0, 7), END), ["answered twice"]),
    # Liveness.
    "no answer": (steps(invoked("id9"), Unknown(id="id9", why="silence")), GAME, ["unanswered"]),
    "a page stays behind": (entered(saw(3), Healed(heads={ROOM: 6})), GAME, ["not converged"]),
}
"""The history, the log, and the kinds of broken promises."""


@pytest.mark.parametrize("what", HISTORIES)
def test_a_history_is_judged_by_the_promises_that_it_breaks(what: str) -> None:
    told, events, broken = HISTORIES[what]
    assert kinds(told, events) == broken


def test_what_comes_late_has_not_converged() -> None:
    late = [*entered(saw(3), Healed(heads={ROOM: 6})), saw(6, room=ROOM, robot="Ann", at=20.0)]
    assert "not converged" in kinds(late, GAME)


def test_folds_that_fail_or_differ_or_show_something_else_are_named() -> None:
    faulty = [Folded(ROOM, 3, fault="seat 1 could not answer question 2 so")]
    assert kinds([], GAME[:2], faulty, faulty) == ["fault"]
    assert kinds([], GAME[:2], [Folded(ROOM, 2, "a")], [Folded(ROOM, 2, "b")]) == ["hash seed"]
    assert kinds([], GAME[:2], [Folded(ROOM, 2, "a")], []) == ["hash seed"]
    assert kinds(entered(saw(2), saw(3, digest="another table")), GAME, FOLD, FOLD) == ["frame"]


@pytest.fixture
def timed(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """A game whose first question is asked at 1,000 ms, with ten seconds for each."""
    monkeypatch.setitem(GAMES, "beads", BEADS)
    opened = Opened("beads", 2, msgspec.Raw(b"{}"), "Ann")
    began = Began(BEADS.rules, "00", [])
    kept = SettingsChanged(RoomSettings(clock=Clock("question", 10)))
    return [*sealed([event(1, opened), event(2, kept), event(3, began, at=1_000)])]


def sealed(events: Sequence[Event]) -> Iterator[Event]:
    """A log that folds, as a server would have written it."""
    table = Table(ROOM)
    for each in events:
        stored = msgspec.structs.replace(each, stored=encode_body(each.body))
        yield msgspec.structs.replace(stored, seal=dated(seal_next(table, stored), stored.at))
        table.apply_unsealed(stored)


def test_no_time_runs_out_early_and_one_that_has_is_not_forgotten(timed: list[Event]) -> None:
    for at, broken in ((11_000, []), (10_999, ["early"])):
        assert kinds([], [*timed, event(4, moved(0, 1, lapsed=True), at=at)]) == broken
    for now, broken in ((20_000, []), (60_000, ["stood still"])):
        assert kinds(steps(Ended(now=now)), timed) == broken


def test_a_violation_says_what_where_and_of_whom() -> None:
    (found,) = violations(steps(invoked("id7"), acked(7)), {ROOM: GAME[:3]})
    assert str(found) == "(1) lost: room room, event 7, id id7: acknowledged as event 7; it is not in the log"


def test_a_history_is_read_as_it_was_written(tmp_path: Path) -> None:
    history = History(tmp_path / "history.jsonl")
    entered = history.note(Entered, room=ROOM, robot="Ann", visit=1, seen=0)
    written = [entered, history.note(Saw, visit=1, seq=3, you=None, digest="d")]
    history.close()
    assert list(read(history.path)) == written
