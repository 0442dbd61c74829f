"""Color Gin: who sees what, what is shown for a moment, and what is logged."""

from typing import Any

import msgspec

from games.color_gin import GAME
from games.color_gin.cards import SUITS, Discarded, Drew, Took, TurnedUp
from games.color_gin.evaluator import best, can_be_gin
from games.color_gin.moves import Discard, Draw, Next, Take
from games.color_gin.redeal import extremes
from games.color_gin.rules import State
from games.color_gin.sheet import Row
from games.playthrough import viewers
from tests.games.cases import cases
from tests.games.color_gin_tables import HIGH, LOW, OVER, deal_of, hand_of, options, play, said, shedding, shown, table

VIEWERS = viewers(2)


def seen(g: State, you: int | None) -> Any:
    return msgspec.json.decode(msgspec.json.encode(GAME.view(g, you)))


def test_a_hand_and_which_card_was_just_taken_or_drawn_is_seen_by_its_owner_only() -> None:
    assert [seen(table(), you)["hand"] for you in VIEWERS] == [LOW.split(), HIGH.split(), None]
    taken, drawn = play(table(), Take("KS")), play(table(), Draw(), drawn=["AH"])
    assert [seen(taken, you)["taken"] for you in VIEWERS] == ["KS", None, None]
    assert [seen(drawn, you)["drawn"] for you in VIEWERS] == ["AH", None, None]
    assert seen(play(taken, Discard("AS")), 0)["taken"] is None


def test_closed_suits_are_seen_with_who_won_them_in_the_order_of_the_suits() -> None:
    assert [*seen(table(closed="C1 S0"), None)["closed"].items()] == [("S", 0), ("C", 1)]


def test_in_which_round_a_suit_was_won_is_seen() -> None:
    rounds = [
        Row(round=1, dealer=0, out=0, how="knock", counts=(4, 64), winner=0, points=60, suits=("S", "H")),
        Row(round=2, dealer=1, out=1, how="gin", counts=(80, 0), winner=1, points=105, suits=("D",)),
        Row(round=3, dealer=0),
        Row(round=4, dealer=1, out=1, how="knock", counts=(1, 9), winner=0, points=40, suits=("S", "C")),
    ]
    g = table(round=5)
    assert "closed_in" not in seen(g, 0)
    g.sheet = tuple(rounds)
    assert [seen(g, you)["closed_in"] for you in VIEWERS] == [{"D": 2, "S": 4}] * 3


ROUNDS = [
    Row(round=1, dealer=0, out=1, how="knock", counts=(10, 29), winner=0, points=19, suits=("S", "H")),
    Row(round=2, dealer=1, out=0, how="gin", counts=(0, 14), winner=0, points=34, suits=SUITS),
    Row(round=3, dealer=0, out=1, how="knock", counts=(7, 7)),
    Row(round=4, dealer=1),
]


def test_the_newest_rounds_are_told_in_full_and_those_before_in_a_word_each() -> None:
    short, g = seen(table(round=9), 0), table(round=13)
    assert ([row["round"] for row in short["sheet"]], "before" in short) == ([*range(1, 9)], False)
    assert (len(seen(g, 0)["sheet"]), seen(g, 0)["before"]) == (8, "v v v v")
    g.sheet = (*ROUNDS, *g.sheet[4:])
    assert (seen(g, 0)["sheet"][0]["round"], seen(g, None)["before"]) == (5, "k1019SH g0034SHDC k1-0 v")


@cases("""
    hand | other | more | answers | lines
The log names no card, but for a moment.
    |  |                       | take KS              | ~seat 0 took the king of spades. seat 0 took the discard.
    |  |                       | draw (AH), discard AH | seat 0 drew from the deck. ~seat 0 discarded the ace of hearts. seat 0 discarded a card.
    |  | turns 0               | pass                 | seat 0 passed.
    |  | mode jokers           | draw (*1)            | seat 0 drew a joker and has to go out.
That the discard was taken twenty times is said.
    |  | takes 19 | take KS, discard AS | ~seat 0 took the king of spades. seat 0 took the discard. ~seat 0 discarded the ace of spades. seat 0 discarded a card. The discard has been taken 20 times in a row: the next card comes from the deck.
Who went out, who scored how much in which suits, and who has won them.
    QS QH QC, TD JD QD, 3D 4D 5D 6D; KS | 2S 3S 4S 9S 9H 9C 9D 5H 5C 8H | scores 90 0 0 0 - 0 0 0 0 | | seat 0 went gin. seat 0 scored 38 in spades, hearts and clubs. seat 0 won spades.
    KS KH KC, 4H 5H 6H, 7D 8D 9D; 9S; QD | 2C 3C 4C JH JS JC TH TS TC 2S | | | seat 0 knocked with 9. seat 1 undercut and scored 17 in clubs.
    KS KH KC, 4H 5H 6H, 7D 8D 9D; AH; QD | 2C 3C 4C JH JS JC TH TS TC AS | undercut_bonus 0 | | seat 0 knocked with 1. No one scored.
""")  # noqa: E501
def test_the_log(hand: str, other: str, more: str, answers: str, lines: str) -> None:
    held, out = hand_of(hand) if hand else ("", answers)
    g = shedding(held, other, **options(more)) if hand else table(**options(more))
    assert " ".join(said(g, out)) == lines


def test_a_card_taken_and_a_discard_are_shown_to_everybody() -> None:
    assert shown(table(), Take("KS")) == [Took(0, "KS")]
    assert shown(table(), Draw(), Discard("AH"), drawn=["AH"]) == [Discarded(0, "AH")]


def test_a_drawn_card_is_shown_to_whoever_draws_it() -> None:
    assert [shown(table(), Draw(), to=you, drawn=["AH"]) for you in VIEWERS] == [[Drew(0, "AH")], [], []]


def test_the_first_discard_is_named_for_a_moment() -> None:
    drawn = deal_of(LOW, HIGH, up="KS")
    assert said(OVER, Next(), Next(), drawn=drawn) == ["Round 2: seat 0 dealt.", "~First discard: king of spades."]
    assert shown(OVER, Next(), Next(), drawn=drawn) == [TurnedUp("KS")]


VOID = "Only 2 cards were left in the deck: the round that seat 1 dealt was void."


def test_that_a_round_is_void_is_said() -> None:
    assert VOID in said(table(deck="AC KC QC"), "draw (KC), discard KC", drawn=deal_of(HIGH, LOW, up="QS"))


def test_nobody_is_said_to_have_dealt_again_when_the_last_round_is_void() -> None:
    last = table(deck="AC KC QC", round=100)
    assert said(last, "draw (KC), discard KC")[-1] == VOID


def test_whoever_looks_at_a_finished_match_again_is_told_where_every_card_was() -> None:
    told = [str(text) for text in GAME.secrets(table(hands=("KS", "QH"), pile="2C 3C", deck="AS"))]
    assert told == [
        "The hand of seat 0: king of spades.",
        "The hand of seat 1: queen of hearts.",
        "The discard pile, from the bottom up: 2 of clubs and 3 of clubs.",
        "In the deck: ace of spades.",
    ]


def test_the_other_hand_may_be_anything_from_gin_to_hopeless() -> None:
    hands = [other.hands[1] for other in extremes(table(), 0)]
    assert any(can_be_gin(hand) for hand in hands)
    assert any(not can_be_gin(hand) and best(hand).points <= 10 for hand in hands)
    assert any(best(hand).points > 80 for hand in hands)
    assert any(len(best(hand).leftovers) == 1 and best(hand).points == 10 for hand in hands)
