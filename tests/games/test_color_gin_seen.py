"""Color Gin: who sees what, what is shown for a moment, and what the log says."""

from typing import Any

import msgspec
import pytest

from games.bot import Seeded
from games.color_gin import GAME
from games.color_gin.cards import CARDS, SUITS, Discarded, Drew, Took, TurnedUp
from games.color_gin.evaluator import best, can_be_gin
from games.color_gin.moves import Discard, Draw, Next, Pass, Take
from games.color_gin.redeal import extremes, scramble
from games.color_gin.rules import State
from games.color_gin.sheet import Row
from games.playthrough import viewers
from tests.games.color_gin_tables import HIGH, LOW, deal_of, gone_out, hand_of, play, said, shedding, shown, table
from tests.games.played import sample
from tests.games.secrecy import Blindfold

GIN, OUT = hand_of("QS QH QC, TD JD QD, 3D 4D 5D 6D; KS")
STUCK = "2S 3S 4S 9S 9H 9C 9D 5H 5C 8H"
VIEWERS = viewers(2)


def seen(g: State, you: int | None) -> Any:
    return msgspec.json.decode(msgspec.json.encode(GAME.view(g, you)))


def over() -> State:
    return play(shedding(GIN, STUCK), OUT)


def test_a_hand_is_seen_by_its_owner_only() -> None:
    assert [seen(table(), you)["hand"] for you in VIEWERS] == [LOW.split(), HIGH.split(), None]


def test_which_card_was_just_taken_or_drawn_is_seen_by_its_owner() -> None:
    taken, drawn = play(table(), Take("KS")), play(table(), Draw(), drawn=["AH"])
    assert [seen(taken, you)["taken"] for you in VIEWERS] == ["KS", None, None]
    assert [seen(drawn, you)["drawn"] for you in VIEWERS] == ["AH", None, None]
    assert seen(play(taken, Discard("AS")), 0)["taken"] is None


# --- The sheet and the showdown -----------------------------------------------------------------------------


def test_closed_suits_are_seen_with_who_won_them_in_the_order_of_the_suits() -> None:
    assert [*seen(table(closed={"C": 1, "S": 0}), None)["closed"].items()] == [("S", 0), ("C", 1)]


ROUNDS = [
    Row(round=1, dealer=0, out=1, how="knock", counts=(10, 29), winner=0, points=19, suits=("S", "H")),
    Row(round=2, dealer=1, out=0, how="gin", counts=(0, 14), winner=0, points=34, suits=SUITS),
    Row(round=3, dealer=0, out=1, how="knock", counts=(7, 7)),
    Row(round=4, dealer=1),
]


def test_the_newest_rounds_are_told_in_full_and_those_before_in_a_word_each() -> None:
    g = table(round=13)
    assert (len(seen(g, 0)["sheet"]), seen(g, 0)["before"]) == (8, "v v v v")
    g.sheet[:4] = ROUNDS
    assert (seen(g, 0)["sheet"][0]["round"], seen(g, None)["before"]) == (5, "k1019SH g0034SHDC k1-0 v")


def test_a_short_sheet_is_told_in_full() -> None:
    told = seen(table(round=9), 0)
    assert [row["round"] for row in told["sheet"]] == [*range(1, 9)]
    assert "before" not in told


# --- What is shown for a moment, and the log ----------------------------------------------------------------


UNDERCUT, KNOCK = hand_of("KS KH KC, 4H 5H 6H, 7D 8D 9D; 9S; QD")


@pytest.mark.parametrize(
    ("g", "moves", "drawn", "lines"),
    [
        (table(), [Take("KS")], "", ["~seat 0 took the king of spades.", "seat 0 took the discard."]),
        (
            table(),
            [Draw(), Discard("AH")],
            "AH",
            ["seat 0 drew from the deck.", "~seat 0 discarded the ace of hearts.", "seat 0 discarded a card."],
        ),
        (table(ask="upcard"), [Pass()], "", ["seat 0 passed."]),
        (
            shedding(GIN, STUCK, scores=("90 0 0 0", "0 0 0 0")),
            [OUT],
            "",
            ["seat 0 went gin.", "seat 0 scored 38 in spades, hearts and clubs.", "seat 0 won spades."],
        ),
        (
            shedding(UNDERCUT, "2C 3C 4C JH JS JC TH TS TC 2S"),
            [KNOCK],
            "",
            ["seat 0 knocked with 9.", "seat 1 undercut and scored 17 in clubs."],
        ),
        (table(mode="jokers"), [Draw()], "*1", ["seat 0 drew a joker and has to go out."]),
    ],
    ids=["a card taken", "a discard", "passing", "gin", "an undercut", "a joker"],
)
def test_the_log_names_no_card_but_for_a_moment(g: State, moves: list[Any], drawn: str, lines: list[str]) -> None:
    assert said(g, *moves, drawn=drawn.split()) == lines


def test_a_void_round_is_in_the_log() -> None:
    told = said(table(deck="AC KC QC"), Draw(), Discard("KC"), drawn=["KC", *deal_of(LOW, HIGH)])
    assert "Only 2 cards were left in the deck: the round was void, and seat 1 dealt again." in told


def test_a_card_taken_and_a_discard_are_shown_to_everybody() -> None:
    assert shown(table(), Take("KS")) == [Took(0, "KS")]
    assert shown(table(), Draw(), Discard("AH"), drawn=["AH"]) == [Discarded(0, "AH")]


def test_a_drawn_card_is_shown_to_whoever_draws_it() -> None:
    assert said(table(), Draw(), drawn=["AH"]) == ["seat 0 drew from the deck."]
    assert [shown(table(), Draw(), to=you, drawn=["AH"]) for you in VIEWERS] == [[Drew(0, "AH")], [], []]


def test_the_first_discard_is_named_for_a_moment() -> None:
    drawn = deal_of(LOW, HIGH, up="KS")
    assert said(over(), Next(), Next(), drawn=drawn) == [
        "Round 2: seat 0 dealt.",
        "~First discard: king of spades.",
    ]
    assert shown(over(), Next(), Next(), drawn=drawn) == [TurnedUp("KS")]


def test_no_line_that_lasts_ever_names_a_card() -> None:
    for line in sample("color_gin", 2)[0].heard_by(None):
        assert line.fades or " of " not in str(line.text)


# --- What is told after the match ---------------------------------------------------------------------------


def test_whoever_looks_at_a_finished_match_again_is_told_where_every_card_was() -> None:
    told = [str(text) for text in GAME.secrets(table(hands=("KS", "QH"), pile="2C 3C", deck="AS"))]
    assert told == [
        "The hand of seat 0: king of spades.",
        "The hand of seat 1: queen of hearts.",
        "The discard pile, from the bottom up: 2 of clubs and 3 of clubs.",
        "In the deck: ace of spades.",
    ]


# --- Redeals ------------------------------------------------------------------------------------------------

OVER: State = gone_out("QS QH QC, TD JD QD, 3D 4D 5D 6D; KS", "2S 3S 4S 9S 9H 9C 9D 5H 5C 8H")


def redeals(g: State, you: int | None) -> list[State]:
    return [*extremes(g, you), *(scramble(g, you, Seeded(str(number))) for number in range(5))]


POSITIONS = {
    "the first discard": lambda: table(ask="upcard", turns=0),
    "a turn": lambda: table(pile="KC KD KS"),
    "a card taken": lambda: play(table(pile="KC KD KS"), Take("KS")),
    "a card drawn": lambda: play(table(pile="KC KD KS"), Draw(), drawn=["AH"]),
    "a joker": lambda: play(table(pile="KC KD KS", mode="jokers"), Draw(), drawn=["*2"]),
    "a showdown": lambda: OVER,
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_nobody_can_tell_a_redeal_and_no_card_is_lost_in_it(position: Any) -> None:
    g = position()
    blindfold = Blindfold(GAME, Seeded("redeal"))
    assert blindfold.leaks(g, 2) == []
    for you in VIEWERS:
        for other in redeals(g, you):
            everything = [*other.hands[0], *other.hands[1], *other.deck, *other.pile]
            assert sorted(everything) == sorted([*g.hands[0], *g.hands[1], *g.deck, *g.pile])
            assert other.deck == [card for card in (*CARDS, "*1", "*2") if card in other.deck]


def test_the_other_hand_may_be_anything_from_gin_to_hopeless() -> None:
    hands = [other.hands[1] for other in extremes(table(), 0)]
    assert any(can_be_gin(hand) for hand in hands)
    assert any(not can_be_gin(hand) and best(hand).points <= 10 for hand in hands)
    assert any(best(hand).points > 80 for hand in hands)
    assert any(len(best(hand).leftovers) == 1 and best(hand).points == 10 for hand in hands)


def test_an_own_hand_is_never_dealt_anew() -> None:
    for other in redeals(table(), 1):
        assert other.hands[1] == HIGH.split()


def test_the_card_that_the_other_has_just_taken_is_forgotten() -> None:
    g = play(table(), Take("KS"))
    taken = {other.taken for other in redeals(g, 1)}
    assert len(taken) > 1
    assert all(other.taken in other.hands[0] for other in redeals(g, 1))
    assert {other.taken for other in redeals(g, 0)} == {"KS"}


def test_deeper_discards_change_places_with_the_deck() -> None:
    g = table(pile="KC KD KS")
    piles = {tuple(other.pile) for other in redeals(g, 0)}
    assert len(piles) > 1 and all(pile[-1] == "KS" for pile in piles)


def test_at_a_showdown_both_hands_stay_as_they_lie() -> None:
    g = OVER
    assert all(other.hands == g.hands for you in VIEWERS for other in redeals(g, you))
