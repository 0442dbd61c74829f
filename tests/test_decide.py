"""From a command to the entry that storage appends."""

from __future__ import annotations

import pytest

from app.protocol import commands
from app.protocol.messages import Refusal
from app.table import gathering, moves
from app.table.decide import Entry, Note, decide
from app.table.event_ids import SERVER, new_id
from tests.company import ANN, BEN, told
from tests.given import Given, Tables


@pytest.fixture
def two(given: Tables) -> Given:
    return given(ANN, BEN).begun()


def a_move(table: Given, note_moves: bool = True) -> Entry:
    seat, question = table.asked[0], table.question
    return decide(
        table.table, SERVER, new_id(), lambda at: moves.bots_answer(at, seat, question), note_moves=note_moves
    )


def test_deciding_changes_nothing_at_the_table(two: Given) -> None:
    before = told(two.table)
    a_move(two)
    decide(two.table, ANN.id, new_id(), lambda table: gathering.speak(table, ANN.id, "Ann", "hello", None))
    assert told(two.table) == before


def test_an_entry_follows_the_last_event(two: Given) -> None:
    entry, last = a_move(two), two.log[-1]
    assert (entry.seq, entry.prev, entry.after) == (last.seq + 1, last.id, last.at)


def test_a_move_says_what_the_index_holds_of_the_room_only_when_asked(two: Given) -> None:
    assert a_move(two).note == Note("playing", False)
    assert a_move(two, note_moves=False).note is None


def test_where_a_clock_runs_every_move_says_so(given: Tables) -> None:
    clocked = given(ANN, BEN).begun(clock=commands.Clock("question", 60))
    assert a_move(clocked, note_moves=False).note == Note("playing", True)


def test_who_was_sent_away_decides_nothing(two: Given) -> None:
    two.when(ANN, commands.Kick(name="Ben", out=True))
    with pytest.raises(Refusal, match="forbidden"):
        decide(two.table, BEN.id, new_id(), lambda table: gathering.speak(table, BEN.id, "Ben", "hello", None))
