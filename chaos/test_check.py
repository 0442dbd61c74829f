"""The checker, on hand-written histories: a good one passes, and every broken promise is named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.protocol.commands import Clock
from app.table.events import Began, Body, Event, Finished, Kept, Moved, Opened, Result, Said
from app.table.room_settings import RoomSettings
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
)
from chaos.shown import WAITING
from games import GAMES
from tests.beads import BEADS

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


# --- 1 to 4: the log ---


def test_what_was_acknowledged_has_to_be_there() -> None:
    assert kinds(steps(invoked("id7"), acked(7)), GAME) == ["lost"]


def test_what_was_acknowledged_has_to_be_where_it_was_said_to_be() -> None:
    assert kinds(steps(invoked("id3"), Acked(id="id3", seq=5)), GAME) == ["moved"]


def test_nothing_is_there_twice() -> None:
    twice = [*log(*OPENING, moved(0)), event(4, moved(0), id="id3", prev="id3")]
    assert kinds([], twice) == ["doubled"]


def test_what_was_said_once_is_not_written_twice() -> None:
    assert kinds([], log(*OPENING, said("hello"), said("hello"))) == ["doubled"]


def test_what_was_refused_must_not_be_there() -> None:
    assert kinds(steps(invoked("id3"), Refused(id="id3", code="stale")), GAME) == ["refused"]


def test_what_nobody_knows_may_be_there_or_not() -> None:
    unknown = steps(invoked("id3"), Unknown(id="id3", why="retry"), acked(3), invoked("x"), Unknown(id="x", why="gone"))
    assert kinds([*unknown, *steps(Refused(id="x", code="stale"))], GAME[:3]) == []


def test_a_gap_in_a_log_is_found() -> None:
    assert kinds([], [*GAME[:2], GAME[3]])[0] == "gap"


def test_an_event_that_names_another_predecessor_is_found() -> None:
    assert kinds([], [*GAME[:2], event(3, moved(0), prev="else")]) == ["chain"]


# --- 5: what pages show ---


def entered(*told: AnyStep) -> list[AnyStep]:
    return steps(Entered(visit=1, seen=0), *told)


def test_what_is_not_written_must_not_be_shown() -> None:
    assert "unwritten" in kinds(entered(saw(6), saw(7)), GAME)


def test_a_page_does_not_go_back() -> None:
    assert kinds(entered(saw(3), saw(2)), GAME) == ["backwards"]


def test_a_page_that_comes_back_does_not_go_back_either() -> None:
    again = steps(Entered(visit=1, seen=0), saw(3), Lost(visit=1), Entered(visit=2, seen=3), saw(2, visit=2))
    assert kinds(again, GAME) == ["backwards"]


def test_it_may_while_the_database_is_away() -> None:
    away = Fault(kind="database")
    again = steps(Entered(visit=1, seen=0), saw(3), Lost(visit=1), away, Entered(visit=2, seen=3), saw(2, visit=2))
    assert kinds(again, GAME) == []


def test_a_page_is_shown_every_event() -> None:
    assert kinds(entered(saw(2), heard(), saw(5)), GAME) == ["skipped"]


def test_talk_makes_no_frame() -> None:
    assert kinds(entered(saw(3), heard(), saw(5)), GAME) == []


def test_a_snapshot_may_take_the_place_of_a_long_backlog() -> None:
    long = log(*OPENING, *(moved(0, number) for number in range(WAITING + 5)))
    assert kinds(entered(saw(2), saw(len(long))), long) == []


def test_a_page_hears_every_line() -> None:
    assert kinds(entered(saw(3), saw(5)), GAME) == ["unheard"]


def test_players_do_not_hear_what_onlookers_say_to_each_other() -> None:
    apart = log(*OPENING, moved(0), said("hello", None, apart=True), moved(1))
    assert kinds(entered(saw(3), saw(5)), apart) == []


def test_a_line_is_heard_once_and_as_it_was_said() -> None:
    assert kinds(entered(heard(), heard()), GAME) == ["echo"]
    assert "hearsay" in kinds(entered(heard(text="something else")), GAME)


# --- 6: real time ---


def test_what_was_begun_after_an_acknowledgement_comes_behind_it() -> None:
    assert kinds(steps(invoked("id5"), acked(5), invoked("id3"), acked(3)), GAME) == ["order"]


def test_what_was_begun_before_it_may_come_before_it() -> None:
    assert kinds(steps(invoked("id5"), invoked("id3"), acked(5), acked(3)), GAME) == []


def test_who_comes_in_is_shown_what_was_acknowledged_before() -> None:
    told = steps(invoked("id5"), acked(5), Entered(visit=1, seen=0), saw(3))
    assert kinds(told, GAME) == ["stale"]


# --- 7: folds ---


def test_what_cannot_be_folded_is_named() -> None:
    faulty = [Folded(ROOM, 3, fault="seat 1 could not answer question 2 so")]
    assert kinds([], GAME[:2], faulty, faulty) == ["fault"]


def test_two_folds_that_differ_are_named() -> None:
    assert kinds([], GAME[:2], [Folded(ROOM, 2, "a")], [Folded(ROOM, 2, "b")]) == ["hash seed"]
    assert kinds([], GAME[:2], [Folded(ROOM, 2, "a")], []) == ["hash seed"]


def test_a_frame_is_what_the_fold_shows() -> None:
    assert kinds(entered(saw(2), saw(3, digest="another table")), GAME, FOLD, FOLD) == ["frame"]


# --- 8: decisions ---


def test_a_question_is_answered_once_by_each_seat() -> None:
    assert kinds([], log(*OPENING, moved(0, 7), moved(1, 7), moved(0, 7, bot=True))) == ["answered twice"]


def test_an_answer_that_ends_the_game_counts_as_one() -> None:
    end = Finished(moved(0, 7), Result("tcnccc", ["ann"], ["Ann"], [0], [1]))
    assert kinds([], log(*OPENING, moved(0, 7), end)) == ["answered twice"]


@pytest.fixture
def timed(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """A game whose first question is asked at 1,000 ms, with ten seconds for each."""
    monkeypatch.setitem(GAMES, "beads", BEADS)
    opened = Opened("beads", 2, msgspec.Raw(b"{}"), "Ann")
    began = Began(BEADS.rules, "00", [])
    kept = Kept(RoomSettings(clock=Clock("question", 10)))
    return [event(1, opened), event(2, kept), event(3, began, at=1_000)]


def test_no_time_runs_out_early(timed: list[Event]) -> None:
    late = [*timed, event(4, moved(0, 1, lapsed=True), at=11_000)]
    early = [*timed, event(4, moved(0, 1, lapsed=True), at=10_999)]
    assert kinds([], late) == []
    assert kinds([], early) == ["early"]


def test_a_time_that_has_run_out_is_not_forgotten(timed: list[Event]) -> None:
    assert kinds(steps(Ended(now=20_000)), timed) == []
    assert kinds(steps(Ended(now=60_000)), timed) == ["stood still"]


# --- 9: liveness ---


def test_everybody_gets_an_answer() -> None:
    assert kinds(steps(invoked("id9"), Unknown(id="id9", why="silence")), GAME) == ["unanswered"]


def test_every_page_comes_to_show_what_there_is() -> None:
    told = entered(saw(3), Healed(heads={ROOM: 6}))
    late = [*told, saw(6, room=ROOM, robot="Ann", at=20.0)]
    assert kinds(told, GAME) == ["not converged"]
    assert "not converged" in kinds(late, GAME)


def test_a_violation_says_what_where_and_of_whom() -> None:
    (found,) = violations(steps(invoked("id7"), acked(7)), {ROOM: GAME[:3]})
    assert str(found) == "(1) lost: room room, event 7, id id7: acknowledged as event 7; it is not in the log"


def test_a_history_is_read_as_it_was_written(tmp_path: Path) -> None:
    history = History(tmp_path / "history.jsonl")
    written = [history.note(Entered, room=ROOM, robot="Ann", visit=1, seen=0), history.note(Saw, **saw_fields())]
    history.close()
    assert list(read(history.path)) == written


def saw_fields() -> dict[str, Any]:
    return {"visit": 1, "seq": 3, "you": None, "digest": "d"}
