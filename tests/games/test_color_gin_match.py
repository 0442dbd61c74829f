"""Color Gin: the end of a match."""

from typing import Any

import pytest

from games.color_gin import GAME
from games.color_gin.moves import Discard
from games.color_gin.rules import State
from games.engine import Chair, Outcome, say
from tests.games.color_gin_tables import LOW, go_out, play, shedding


def gin(**words: Any) -> State:
    """Seat 0 goes gin: 38 points in all suits but diamonds."""
    g = shedding("QS QH QC TD JD QD 3D 4D 5D 6D KS", "2S 3S 4S 9S 9H 9C 9D 5H 5C 8H", **words)
    return play(g, go_out("KS", "QS QH QC", "TD JD QD", "3D 4D 5D 6D"))


# --- Three suits, or two each -------------------------------------------------------------------------------------


def test_three_suits_win_even_if_the_fourth_is_open() -> None:
    g = gin(scores=("90 90 0 90", "0 0 50 0"))
    assert g.question is None
    assert GAME.outcome(g) == Outcome(
        (0,), (3, 0), say("{seat} has won {suits}.", seat=Chair(0), suits=[say("spades"), say("hearts"), say("clubs")])
    )


def test_the_last_suit_may_decide_three_to_one() -> None:
    g = gin(scores=("100 0 110 70", "0 120 0 99"), closed={"S": 0, "D": 0, "H": 1})
    outcome = GAME.outcome(g)
    assert outcome is not None and (outcome.winners, outcome.scores) == ((0,), (3, 1))


def test_two_suits_won_in_one_round_make_three() -> None:
    g = gin(scores=("70 0 100 70", "0 100 0 0"), closed={"D": 0, "H": 1})
    outcome = GAME.outcome(g)
    assert outcome is not None and (outcome.winners, outcome.scores) == ((0,), (3, 1))


def two_each(**words: Any) -> Outcome:
    scores = words.pop("scores", ("70 0 100 30", "20 100 0 120"))
    outcome = GAME.outcome(gin(scores=scores, closed={"D": 0, "H": 1, "C": 1}, **words))
    assert outcome is not None and outcome.scores == (2, 2)
    return outcome


def test_two_suits_each_is_a_tie() -> None:
    assert two_each().winners == (0, 1)
    assert str(two_each().why) == "Two suits each: a tie."


def test_the_host_may_choose_that_then_the_higher_total_wins() -> None:
    # 70 + 38 + 100 + 30 = 238 against 240.
    assert two_each(two_each="total").winners == (1,)
    assert str(two_each(two_each="total").why) == "Two suits each; seat 1 has more points in all, 240."
    assert two_each(two_each="total", scores=("70 0 100 40", "20 100 0 120")).winners == (0,)


def test_equal_totals_are_a_tie_even_then() -> None:
    outcome = two_each(two_each="total", scores=("70 0 100 32", "20 100 0 120"))
    assert outcome.winners == (0, 1)
    assert str(outcome.why) == "Two suits each and as many points in all: a tie."


def test_at_one_suit_each_the_match_goes_on() -> None:
    g = gin(scores=("70 0 0 0", "0 120 0 0"), closed={"H": 1})
    assert GAME.outcome(g) is None and g.question is not None


@pytest.mark.parametrize("target", [25, 38, 39, 500])
def test_the_host_chooses_the_target(target: int) -> None:
    g = gin(target=target)
    assert (GAME.outcome(g) is not None) == (target <= 38)


# --- As a team ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["coop", "jokers"])
def test_a_team_with_two_suits_each_has_all_eight_columns(mode: str) -> None:
    outcome = two_each(mode=mode)
    assert (outcome.winners, outcome.team) == ((0, 1), 70 + 38 + 100 + 30 + 20 + 100 + 120)
    assert str(outcome.why) == "Two suits each: the team has 478 points."


@pytest.mark.parametrize("mode", ["coop", "jokers"])
def test_a_team_in_which_one_wins_three_suits_has_failed(mode: str) -> None:
    outcome = GAME.outcome(gin(scores=("90 90 0 90", "0 0 50 0"), mode=mode))
    assert outcome is not None
    assert (outcome.winners, outcome.team, outcome.scores) == ((), None, (3, 0))
    assert str(outcome.why) == "seat 0 has won a third suit: the team has failed."


def test_a_team_with_three_suits_to_one_has_failed_too() -> None:
    outcome = GAME.outcome(gin(scores=("90 90 0 90", "0 0 100 0"), closed={"D": 1}, mode="coop"))
    assert outcome is not None
    assert (outcome.winners, outcome.team, outcome.scores) == ((), None, (3, 1))


def test_the_rule_for_two_suits_each_is_for_versus_only() -> None:
    assert two_each(mode="coop", two_each="total").winners == (0, 1)


@pytest.mark.parametrize(("mode", "team"), [("versus", False), ("coop", True), ("jokers", True)])
def test_they_are_one_team_in_the_co_op_modes(mode: str, team: bool) -> None:
    assert GAME.is_team(GAME.Options(mode=mode)) == team


# --- A hundred rounds ---------------------------------------------------------------------------------------


def after_100_rounds(scores: tuple[str, str], **words: Any) -> Outcome:
    outcome = GAME.outcome(gin(round=100, scores=scores, **words))
    assert outcome is not None
    return outcome


def test_after_the_hundredth_round_more_suits_win() -> None:
    outcome = after_100_rounds(("0 0 120 0", "90 90 0 90"), closed={"D": 0})
    assert (outcome.winners, outcome.scores) == ((0,), (1, 0))
    assert str(outcome.why) == "After 100 rounds seat 0 has won most."


def test_then_the_higher_total_and_then_it_is_a_tie() -> None:
    assert after_100_rounds(("0 0 0 0", "90 25 0 0")).winners == (1,)
    assert after_100_rounds(("0 0 0 0", "90 24 0 0")).winners == (0, 1)
    assert after_100_rounds(("0 0 0 0", "90 23 0 0")).winners == (0,)


def test_the_ninety_ninth_is_not_the_last() -> None:
    assert GAME.outcome(gin(round=99)) is None


def test_a_team_without_two_suits_each_has_failed_by_then() -> None:
    outcome = after_100_rounds(("0 0 120 0", "90 90 0 90"), closed={"D": 0}, mode="coop")
    assert (outcome.winners, outcome.team) == ((), None)
    assert str(outcome.why) == "After 100 rounds there are not two suits each: the team has failed."


def test_a_void_round_can_be_the_last() -> None:
    g = shedding(f"{LOW} KC", deck="AC QC", round=100)
    g = play(g, Discard("KC"))
    assert GAME.outcome(g) is not None and g.question is None
