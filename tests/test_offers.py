"""Sin Color: an offer, once made, stands. An arrangement may be changed until everybody has arranged."""

from __future__ import annotations

import pytest

from app.protocol import commands
from app.table.events import Undone
from app.table.proposals import NOTHING_TO_UNDO
from games.sin_color.moves import Offer
from games.sin_color.rules import Arranging, Offering
from tests.company import ANN, BEN, CLEO
from tests.given import Given, Tables

PEOPLE = (ANN, BEN, CLEO)
UNDO = commands.Propose("undo")


@pytest.fixture
def arranging(given: Tables) -> Given:
    """Three players have yet to arrange their coins."""
    return given(*PEOPLE, game="sin_color").begun()


@pytest.fixture
def offering(arranging: Given) -> Given:
    """Somebody wants to trade, and the two others have yet to offer."""
    for guest in PEOPLE:
        arranging.plays(guest, "arrange", value_up=[])
    arranging.plays(PEOPLE[arranging.asked[0]], "offer", coins=[0, 1])
    return arranging


def question(table: Given) -> object:
    assert table.table.playing is not None
    return table.table.playing.state.question


def test_a_sealed_offer_once_made_is_not_taken_back(offering: Given) -> None:
    first, second = offering.asked
    offering.plays(PEOPLE[first], "offer", coins=[2])
    stands = "Your move stands: the rules do not let you take it back."
    assert (offering.undo(first).can, str(offering.undo(first).why)) == ("no", stands)
    assert offering.refuses(PEOPLE[first], UNDO) == f"not_now: {stands}"
    assert (offering.undo(second).can, offering.undo(second).why) == ("no", NOTHING_TO_UNDO)
    pending = question(offering)
    assert isinstance(pending, Offering)
    assert pending.answers == {first: Offer((2,))}


def test_nor_is_it_taken_back_when_all_offers_are_on_the_table(offering: Given) -> None:
    for coin, seat in enumerate(offering.asked, 2):
        offering.plays(PEOPLE[seat], "offer", coins=[coin])
    assert {offering.undo(seat).can for seat in range(3)} == {"no"}


def test_an_arrangement_is_changed_as_long_as_others_still_arrange_theirs(arranging: Given) -> None:
    arranging.plays(BEN, "arrange", value_up=[0, 1])
    assert arranging.undo(1).can == "now"
    arranging.when(BEN, UNDO)
    assert isinstance(question(arranging), Arranging)
    assert arranging.asked == [0, 1, 2]


def test_a_log_in_which_an_offer_was_taken_back_is_read_as_it_was_written(offering: Given) -> None:
    """Before offers stood, this could happen."""
    first = offering.asked[0]
    offering.plays(PEOPLE[first], "offer", coins=[2])
    offering.writes(PEOPLE[first].id, Undone(first, 0))
    assert first in offering.asked
