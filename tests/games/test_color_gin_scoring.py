"""Color Gin: going out, the showdown, and the four columns."""

from typing import Any

import pytest

from games import engine
from games.color_gin import GAME
from games.color_gin.moves import GoOut, Next
from games.color_gin.rules import State
from games.dealer import Scripted
from games.engine import IllegalMove
from tests.games.color_gin_tables import HIGH, LOW, cards, choices, deal_of, go_out, play, said, shedding

GIN = "QS QH QC TD JD QD 3D 4D 5D 6D KS"
GIN_MELDS = ("QS QH QC", "TD JD QD", "3D 4D 5D 6D")
STUCK = "2S 3S 4S 9S 9H 9C 9D 5H 5C 8H"
"""The other hand of the sheet's example: two fives and an eight are left over."""

KNOCK = "KS KH KC 4H 5H 6H 7D 8D 9D AH QD"
KNOCK_MELDS = ("KS KH KC", "4H 5H 6H", "7D 8D 9D")
"""With the ace of hearts left over: 1, spoiling diamonds and hearts."""
CAN_LAY_OFF = "KD 3H TD JD 2S 2C 9S 8C 5C AS"
AS_LITTLE = "2C 3C 4C JH JS JC TH TS TC AS"
"""Left over: 1."""
LESS = "2S 3S 4S JH JS JC TH TS TC TD"
"""Left over: 0."""


def gin(other: str = STUCK, **words: Any) -> State:
    return play(shedding(GIN, other, **words), go_out("KS", *GIN_MELDS))


def knock(other: str = CAN_LAY_OFF, **words: Any) -> State:
    return play(shedding(KNOCK, other, **words), go_out("QD", *KNOCK_MELDS))


def columns(g: State, seat: int) -> list[int]:
    return [*g.scores[seat].values()]


def outs(g: State) -> list[GoOut]:
    return [move for move in engine.moves(GAME, g, 0) if isinstance(move, GoOut)]


# --- Gin ----------------------------------------------------------------------------------------------------


def test_the_example_of_the_sheet_scores_38_in_all_suits_but_diamonds() -> None:
    g = gin()
    assert g.showdown is not None
    assert (g.showdown.how, g.showdown.spoiled, g.showdown.hands[1].count) == ("gin", ("D",), 18)
    assert columns(g, 0) == [38, 38, 0, 38]
    assert columns(g, 1) == [0, 0, 0, 0]


def test_in_a_suit_that_is_closed_nobody_scores() -> None:
    g = gin(closed={"H": 1}, scores=("0 0 0 0", "0 105 0 0"))
    assert columns(g, 0) == [38, 0, 0, 38]


def test_a_suit_is_won_by_whoever_reaches_the_target_and_keeps_what_goes_beyond() -> None:
    g = gin(scores=("0 90 0 0", "0 99 0 0"))
    assert columns(g, 0) == [38, 128, 0, 38]
    assert g.closed == {"H": 0}
    assert g.showdown is not None and g.showdown.won == ("H",)


def test_a_run_of_twos_and_a_set_of_four_spoil_one_suit_in_all() -> None:
    g = shedding("2S 3S 4S 2H 2D 2C 9S 9H 9D 9C KS")
    g = play(g, go_out("KS", "2S 3S 4S", "2H 2D 2C", "9S 9H 9D 9C"))
    assert g.showdown is not None
    assert (g.showdown.how, g.showdown.spoiled) == ("gin", ("S",))


def test_after_a_gin_nothing_is_laid_off() -> None:
    hand, other = "KS KH KC 4H 5H 6H 7D 8D 9D TD QC", "KD QS 2S 2C 9S 8C 5C AS 3C 6S"
    g = play(shedding(hand, other), go_out("QC", "KS KH KC", "4H 5H 6H", "7D 8D 9D TD"))
    assert g.showdown is not None
    assert (g.showdown.hands[1].laid_off, g.showdown.hands[1].count) == ((), 56)
    assert columns(g, 0) == [76, 0, 0, 76]


def test_a_hand_without_leftovers_is_gin_whatever_it_is_called() -> None:
    assert said(shedding(GIN, STUCK), go_out("KS", *GIN_MELDS))[0] == "seat 0 goes gin."


def test_eleven_cards_in_melds_are_worth_no_more_than_ten() -> None:
    g = shedding("3S 4S 5S 6S 2H 3H 4H 5H 7D 8D 9D", "TS JS TH JH 4D TD JD 4C 5C 6C")
    g = play(g, go_out("3S", "4S 5S 6S", "2H 3H 4H 5H", "7D 8D 9D"))
    assert (g.showdown.points, columns(g, 0)) == (20 + g.showdown.hands[1].count, [0, 0, 0, g.showdown.points])


@pytest.mark.parametrize(("bonus", "points"), [(0, 18), (50, 68)])
def test_the_host_chooses_the_gin_bonus(bonus: int, points: int) -> None:
    assert columns(gin(gin_bonus=bonus), 0) == [points, points, 0, points]


# --- Knocking -----------------------------------------------------------------------------------------------


def test_after_a_knock_the_other_lays_off_and_the_knocker_scores_the_difference() -> None:
    g = knock()
    assert g.showdown is not None
    other = g.showdown.hands[1]
    assert {card for card, _ in other.laid_off} == {"KD", "3H", "TD", "JD"}
    assert (other.count, g.showdown.spoiled, g.showdown.points) == (27, ("H", "D"), 26)
    assert columns(g, 0) == [26, 0, 0, 26]


def test_each_card_laid_off_says_which_meld_it_went_to() -> None:
    shown = knock().showdown
    assert shown is not None
    names = {card: shown.hands[0].melds[meld][0] for card, meld in shown.hands[1].laid_off}
    assert names == {"KD": "KS", "3H": "4H", "TD": "7D", "JD": "7D"}


def test_in_a_team_as_much_is_laid_off_as_against_each_other() -> None:
    assert knock(mode="coop").showdown == knock().showdown


def test_nothing_is_laid_off_on_a_card_left_over() -> None:
    hand = "KS KH KC 4H 5H 6H 7D 8D 9D AS QC"
    g = play(shedding(hand, "2S 3S TD JD KD 2C 9S 8C 5C 9C"), go_out("QC", "KS KH KC", "4H 5H 6H", "7D 8D 9D"))
    assert {"2S", "3S"} <= set(g.showdown.hands[1].leftovers)


def test_who_has_less_left_over_than_the_knocker_undercuts_him() -> None:
    # 9 against 2.
    hand = "KS KH KC 4H 5H 6H 7D 8D 9D 9S QD"
    g = play(shedding(hand, "2C 3C 4C JH JS JC TH TS TC 2S"), go_out("QD", *KNOCK_MELDS))
    assert (g.showdown.winner, g.showdown.points) == (1, 9 - 2 + 10)
    # Spades, diamonds and hearts are spoiled in the knocker's hand; so the other scores in clubs.
    assert columns(g, 1) == [0, 0, 0, 17]
    assert columns(g, 0) == [0, 0, 0, 0]


def test_it_is_the_knockers_hand_that_is_checked_for_spoiled_suits() -> None:
    g = knock(LESS)
    assert g.showdown is not None
    assert (g.showdown.winner, g.showdown.suits) == (1, ("S", "C"))
    assert columns(g, 1) == [11, 0, 0, 11]


def test_equal_counts_score_the_undercut_bonus_for_the_other() -> None:
    g = knock(AS_LITTLE)
    assert (g.showdown.hands[0].count, g.showdown.hands[1].count) == (1, 1)
    assert columns(g, 1) == [10, 0, 0, 10]


def test_nine_against_nine_scores_ten_in_the_one_suit_that_is_not_spoiled() -> None:
    hand = "KS KH KC 4H 5H 6H 7D 8D 9D 9S QD"
    g = play(shedding(hand, "2C 3C 4C JH JS JC TH TS TC 9C"), go_out("QD", *KNOCK_MELDS))
    assert columns(g, 1) == [0, 0, 0, 10]


def test_the_host_may_choose_that_nobody_scores_on_equal_counts() -> None:
    g = knock(AS_LITTLE, equal_counts="nobody")
    assert g.showdown is not None and (g.showdown.winner, g.showdown.points) == (None, 0)
    assert columns(g, 0) == columns(g, 1) == [0, 0, 0, 0]
    assert g.sheet[-1].suits == ()


@pytest.mark.parametrize(("bonus", "points"), [(0, 1), (50, 51)])
def test_the_host_chooses_the_undercut_bonus(bonus: int, points: int) -> None:
    assert columns(knock(LESS, undercut_bonus=bonus), 1) == [points, 0, 0, points]


def test_an_undercut_of_nothing_is_scored_by_nobody() -> None:
    g = knock(AS_LITTLE, undercut_bonus=0)
    assert g.showdown is not None and g.showdown.winner is None
    assert said(shedding(KNOCK, AS_LITTLE, undercut_bonus=0), go_out("QD", *KNOCK_MELDS))[-1] == "Nobody scores."


# --- When one may go out ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "melds", "legal"),
    [
        ("TC", ["4H 5H 6H", "7D 8D 9D", "AS AH AD"], True),
        ("JC", ["4H 5H 6H", "7D 8D 9D", "AS AH AD"], True),
        ("9S AC", ["2H 3H 4H 5H", "7H 8H 9H TH"], True),
        ("9S 2C", ["2H 3H 4H 5H", "7H 8H 9H TH"], False),
        ("JS AC", ["2H 3H 4H 5H", "7H 8H 9H TH"], False),
    ],
)
def test_one_may_knock_with_ten_points_and_not_with_eleven(left: str, melds: list[str], legal: bool) -> None:
    g = shedding(" ".join([*melds, left, "KS"]), "2D 4D 6D JD TD 3C 5C 7C 9C QC")
    assert engine.is_answer(GAME, g, 0, go_out("KS", *melds)) == legal
    assert any(move.card == "KS" for move in outs(g)) == legal


def test_with_all_four_suits_spoiled_one_may_not_go_out() -> None:
    g = shedding("3S 4S 5S 7H 8H 9H TD JD QD AC QC", "2D 4D 6D 8D 2C 3C 5C 7C 9C JC")
    assert outs(g) == []
    with pytest.raises(IllegalMove):
        play(g, go_out("QC", "3S 4S 5S", "7H 8H 9H", "TD JD QD"))


def test_with_every_unspoiled_suit_closed_one_may_not_even_go_gin() -> None:
    g = shedding(GIN, STUCK, closed={"S": 0, "H": 1, "C": 1})
    assert not any(move.points == 0 for move in outs(g))
    with pytest.raises(IllegalMove):
        play(g, go_out("KS", *GIN_MELDS))


def test_a_closed_suit_may_be_spoiled_without_harm() -> None:
    g = gin(closed={"D": 1})
    assert g.showdown is not None and g.showdown.suits == ("S", "H", "C")


def test_a_knock_that_is_going_to_be_undercut_is_legal() -> None:
    assert knock(LESS).showdown is not None


def test_a_card_just_taken_from_the_pile_is_not_shed_by_going_out_either() -> None:
    g = shedding(GIN, STUCK, taken="KS")
    with pytest.raises(IllegalMove):
        play(g, go_out("KS", *GIN_MELDS))


@pytest.mark.parametrize(
    "move",
    [
        go_out("KS", "QS QH QC QD", "TD JD", "3D 4D 5D 6D"),
        go_out("KS", "QS QH QC QD", "TD JD QD", "3D 4D 5D 6D"),
        go_out("KS", "QS QH QC", "TD JD QD KD", "3D 4D 5D 6D"),
        go_out("AS", "QS QH QC", "TD JD QD", "3D 4D 5D 6D"),
        go_out("QD", "QS QH QC", "TD JD QD", "3D 4D 5D 6D"),
        GoOut("KS", tuple(tuple(cards(meld)) for meld in GIN_MELDS), 1, ("S", "H", "C")),
        GoOut("KS", tuple(tuple(cards(meld)) for meld in GIN_MELDS), 0, ("S", "H", "D", "C")),
    ],
)
def test_what_is_no_arrangement_of_the_hand_is_refused(move: GoOut) -> None:
    with pytest.raises(IllegalMove):
        play(shedding(GIN, STUCK), move)


# --- The choice of an arrangement ---------------------------------------------------------------------------


def test_each_proposal_says_what_it_comes_to() -> None:
    assert choices(shedding(KNOCK, CAN_LAY_OFF))[11:] == [
        "Discard the queen of diamonds and knock with 1: spades and clubs may score",
        "Discard the ace of hearts and knock with 10: spades and clubs may score",
    ]


def test_of_a_gin_it_is_said_that_it_is_one() -> None:
    assert "Discard the king of spades and go gin: spades, hearts and clubs may score" in choices(shedding(GIN, STUCK))


def test_a_worse_count_is_proposed_where_it_saves_another_suit() -> None:
    hand = "3S 4S AC 2C 3C 2D 3D 4D 2H 4H KH"
    g = shedding(hand, "5D 7D 9D JD 6C 8C TC QC 6S 8S")
    proposed = [(move.points, move.suits) for move in outs(g) if move.card == "KH"]
    assert proposed == [(1, ("D",)), (7, ("S",)), (10, ("H",))]


def test_any_other_legal_arrangement_is_accepted_in_whatever_order_it_is_written() -> None:
    g = shedding("2S 2H 2D 2C 3S 3H 3D 3C AS AH KS", "5D 7D 9D JD 6C 8C TC QC 6S 8S")
    g = play(g, GoOut("KS", (tuple(cards("3C 3D 3H")), tuple(cards("2H 2S 2C 2D")))))
    shown = g.showdown
    assert shown is not None
    assert shown.hands[0].melds == (tuple(cards("2S 2H 2D 2C")), tuple(cards("3H 3D 3C")))
    assert (shown.hands[0].leftovers, shown.hands[0].count) == (tuple(cards("AS 3S AH")), 5)


def test_a_meld_may_be_left_undeclared_and_its_cards_count_and_spoil() -> None:
    g = shedding("AS AH AD 4H 5H 6H 7D 8D 9D TD KS", "2S 2C 9S 8C 5C 3C 6S QC QS JC")
    g = play(g, go_out("KS", "4H 5H 6H", "7D 8D 9D TD"))
    assert g.showdown is not None
    assert (g.showdown.how, g.showdown.hands[0].count) == ("knock", 3)
    assert g.showdown.spoiled == ("S", "H", "D")


def test_the_proposals_are_all_legal() -> None:
    g = shedding("2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D", "5D 7D 9D JD 6C 8C TC QC 6S 8S")
    assert 0 < len(outs(g)) <= 40
    assert any(move.points == 0 for move in outs(g))
    for move in outs(g):
        assert engine.is_answer(GAME, g, 0, move)
        assert engine.is_answer(GAME, g, 0, GoOut(move.card, move.melds))
    assert len(set(choices(g))) == len(choices(g))


# --- After the showdown -------------------------------------------------------------------------------------


def test_both_have_to_go_on_before_the_next_round_and_the_deal_alternates() -> None:
    g = gin(dealing=1)
    assert g.question.seats == (0, 1)
    g = engine.play(GAME, g, 1, Next(), Scripted([]))
    assert g.question.seats == (0,) and g.showdown is not None
    g = play(g, Next(), drawn=deal_of(LOW, HIGH))
    assert (g.round, g.dealing, g.turn, g.showdown) == (2, 0, 1, None)
    assert (g.turns, g.takes, g.taken, g.drawn) == (0, 0, None, None)


def test_spoiled_suits_are_spoiled_in_one_round_only() -> None:
    g = play(gin(), Next(), Next(), drawn=deal_of(LOW, HIGH))
    assert GAME.view(g, None).showdown is None
    assert columns(g, 0) == [38, 38, 0, 38]


def test_the_round_stands_on_the_sheet() -> None:
    line = knock().sheet[-1]
    assert (line.round, line.dealer, line.out, line.how, line.counts) == (1, 1, 0, "knock", (1, 27))
    assert (line.winner, line.points, line.suits) == (0, 26, ("S", "C"))
