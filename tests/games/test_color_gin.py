"""Color Gin: the course of a round, from hand-written positions."""

from typing import Any

import pytest

from games import engine
from games.bot import Seeded
from games.color_gin import GAME
from games.color_gin.moves import Discard, Draw, Next
from games.color_gin.options import Options
from games.dealer import Scripted, WrongDraw
from games.engine import IllegalMove
from tests.games.cases import cases
from tests.games.color_gin_tables import HIGH, LOW, asked, choices, deal_of, go_out, options, play, shedding, table

GIN = "QS QH QC TD JD QD 3D 4D 5D 6D"
"""Ten cards that make gin."""
BAD = "2S 5H 7D 9C JS KH 3D 6C 8S TH"
"""No meld, all four suits spoiled."""


def lapsed(g: Any) -> object:
    return engine.lapsed(GAME, g, g.question.seats[0], Seeded("lapsed"))


def test_lots_decide_who_deals_ten_cards_each_kept_in_order_and_one_turned_up_and_the_other_starts() -> None:
    for dealing, dealt in ((0, LOW), (1, " ".join(reversed(LOW.split())))):
        g = engine.begin(GAME, 2, Options(), Scripted([dealing, *deal_of(dealt, HIGH, up="KS")]))
        assert g.hands == [LOW.split(), HIGH.split()]
        assert (g.dealing, g.pile, len(g.deck), asked(g)) == (dealing, ["KS"], 31, f"{1 - dealing} upcard")


@pytest.mark.parametrize(("mode", "in_deck"), [("versus", 31), ("coop", 31), ("jokers", 33)])
def test_jokers_are_shuffled_in_after_the_deal_so_none_can_be_dealt_nor_turned_up(mode: Any, in_deck: int) -> None:
    g = engine.begin(GAME, 2, Options(mode=mode), Scripted([0, *deal_of(LOW, HIGH)]))
    assert len(g.deck) == in_deck and ("*1" in g.deck and "*2" in g.deck) == (mode == "jokers")
    with pytest.raises(WrongDraw):
        engine.begin(GAME, 2, Options(mode=mode), Scripted([0, *deal_of(LOW, HIGH, up="*1")]))


# --- A turn -------------------------------------------------------------------------------------------------


@cases("""
    more | answers | pile | asks
When the starting player passes the first discard the dealer is asked.
    turns 0      | pass                     | KS       | 1 upcard
When both pass the starting player gets a card from the deck unasked.
    turns 0      | pass, pass (KH)          | KS       | 0 shedding
    turns 0, mode jokers | pass, pass (*1)  | KS       | 0 joker
While the first discard is in a hand there is no pile.
    turns 0      | take KS                  |          | 0 shedding
When the dealer takes it another card is shed, and the starting player goes on.
    turns 0      | pass, take KS, discard JC | JC      | 0 turn
A turn ends with a discard on top of the pile.
    pile KC KS   | draw (AH), discard AS    | KC KS AS | 1 turn
                 | draw (7H), discard 7H    | KS 7H    | 1 turn
With three cards left in the deck the round goes on, also where the discard is taken.
    deck AC KC QC 2C | draw (KC), discard KC | KS KC   | 1 turn
    deck AC KC QC    | take KS, discard AS   | AS      | 1 turn
""")
def test_a_turn(more: str, answers: str, pile: str, asks: str) -> None:
    g = play(table(**options(more)), answers)
    assert (" ".join(g.pile), asked(g)) == (pile, asks)


@cases("""
    more | answers | may
The starting player takes the first discard or passes and does not draw.
    turns 0       |                 | Take the king of spades, Pass
    turns 0       | pass            | Take the king of spades, Pass
A turn begins with a card from the deck or the top of the pile.
    pile QH KS    |                 | Draw from the deck, Take the king of spades
After twenty takes in a row the next card comes from the deck.
    takes 19      | take KS, discard AS | Draw from the deck
After a draw the discard may be taken again.
    takes 20      | draw (AH), discard AH | Draw from the deck, Take the ace of hearts
""")
def test_what_may_be_done(more: str, answers: str, may: str) -> None:
    assert choices(play(table(**options(more)), answers)) == may.split(", ")


def test_a_card_just_taken_from_the_pile_is_not_shed_but_in_a_later_turn_it_may_be() -> None:
    g = play(table(pile="4S KS"), "take KS")
    assert GAME.view(g, None).discard == "4S"
    later = play(g, "discard AS, draw (KH), discard KH, draw (KD)")
    assert ["Discard the king of spades" in choices(each) for each in (g, later)] == [False, True]


def test_with_two_cards_left_after_a_discard_the_round_is_void_and_the_same_player_deals_again() -> None:
    g = table(deck="AC KC QC", dealer=1, scores="7 0 0 0 - 0 0 0 0")
    again = play(g, Draw(), Discard("KC"), drawn=["KC", *deal_of(HIGH, LOW, up="QS")])
    assert (again.round, again.dealing, again.turn, again.scores) == (2, 1, 0, g.scores)
    assert (again.sheet[0].how, again.sheet[0].winner) == ("void", None)
    assert (again.hands[0], len(again.deck), again.pile) == (HIGH.split(), 31, ["QS"])


# --- Jokers -------------------------------------------------------------------------------------------------

BAD_TOO = "AS 3S 4S 9S 2H 4H 6H AD 4D AC"
SPOILT = "2D 4H 6H 8D 9D 3C 5C 7C 9C JC"


def with_joker(hand: str, other: str, **more: Any) -> Any:
    """A table where seat 0 has drawn a joker."""
    return play(table(hands=(hand, other), mode="jokers", **more), "draw (*1)")


@cases(f"""
    hand | other | more | way_out
With a joker one goes out, with any number of points.
    {BAD} | {BAD_TOO} |                   | knock with 70: no score
One goes gin if one can, even if only a knock could score.
    {GIN} | {SPOILT}  |                   | go gin: spades, hearts and clubs may score
    {GIN} | {LOW}     | closed S0 H1 C1   | go gin: no score
""")
def test_with_a_joker_one_goes_out(hand: str, other: str, more: str, way_out: str) -> None:
    g = with_joker(hand, other, **options(more))
    assert (asked(g), choices(g)) == ("0 joker", [f"Discard the joker and {way_out}"])


@pytest.mark.parametrize(("hand", "move"), [
    ("AS 4S 6S 7S 8S 2H 4H 6H 8H TH", Discard("AS")),
    # Without the king of clubs the rest is gin, but the joker is shed.
    ("QS QH QC TD JD QD 3D 4D 5D KC", go_out("KC", "QS QH QC", "TD JD QD", "3D 4D 5D")),
    (GIN, go_out("*1", "QS QH QC", "3D 4D 5D 6D")),
    ("7S 8S 2H 4H 6H 8H TH QH AD 3D", go_out("*1", "7S 8S *1")),
], ids=[
    "nothing else is shed", "nor to go gin", "gin is gone if it can be", "it is never a card of a meld",
])  # fmt: skip
def test_with_a_joker_this_is_refused(hand: str, move: Any) -> None:
    with pytest.raises(IllegalMove):
        play(with_joker(hand, "3S 5S 9S JH 2D 7D 9D 2C 4C 8C"), move)


def test_with_a_joker_and_no_suit_that_can_score_nobody_scores_and_the_deal_goes_on() -> None:
    g = play(with_joker(BAD, BAD_TOO, dealer=1), go_out("*1"))
    assert (g.showdown.hands[0].count, g.showdown.how, g.pile[-1]) == (70, "knock", "*1")
    assert (g.showdown.winner, g.showdown.points, g.showdown.suits) == (None, 0, ())
    assert all(points == 0 for columns in g.scores for points in columns.values())
    g = play(g, Next(), Next(), drawn=deal_of(LOW, HIGH))
    assert (g.round, g.dealing) == (2, 0)


@cases(f"""
    hand | more | answer
A first discard is passed, and a card drawn from the deck.
    | turns 0    | Pass
    |            | Draw from the deck
The card that was drawn is discarded, even if one could go gin.
    {GIN} KS | | Discard the king of spades
After a take the highest card left over is discarded: the kings are a meld with the one that was taken.
    3S 5S KS 2H TH KH 4D 8D KD 6C 9C | taken KS | Discard the 10 of hearts
With nothing left over the highest card of all.
    3S 4S 5S 6S 2H 3H 4H 5H 7D 8D 9D | taken 3S | Discard the 9 of diamonds
""")
def test_when_a_clock_runs_out(hand: str, more: str, answer: str) -> None:
    g = shedding(hand, **options(more)) if hand else table(**options(more))
    assert str(lapsed(g)) == answer


def test_with_a_joker_one_goes_out_with_as_little_left_over_as_can_be() -> None:
    g = with_joker("7S 8S 9S 2H 4H 6H 8H TH AD 3D", HIGH)
    first: Any = engine.moves(GAME, g, 0)[0]
    assert lapsed(g) == first and first.points == 2 + 4 + 6 + 8 + 10 + 1 + 3
