"""Color Gin: why a hint says that a move is good, and what another one lacks."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.color_gin.cards import CARDS, JOKERS, SUITS, Card, named, suit_named
from games.color_gin.evaluator import best, is_meld
from games.color_gin.going_out import cards_to_shed, ways_out
from games.color_gin.moves import Discard, Draw, GoOut, Pass, Take
from games.color_gin.rules import State
from games.color_gin.strategy import STRATEGY
from games.engine import Move, Text
from tests.games.color_gin_tables import HIGH, shedding, table
from tests.games.hinted import Decision, claim_of, decisions, everything_said, given

KINGS = "KH KD 3S 5S 7S 9S 2H 4H 6C 8C"
TEN = "4H 5H 6H 7D 8D 9D AS AH AD TC KS"
SHORT_OF_GIN = TEN, "2D 4D 6D JD TD 3C 5C 7C 9C QC"


@pytest.mark.parametrize(("g", "move", "reason"), [
    (table(hands=(KINGS, HIGH)), Take("KS"),
     "The king of spades makes a meld with these: king of hearts and king of diamonds."),
    (table(hands=(TEN[:-3], SHORT_OF_GIN[1]), pile="2S"), Take("2S"),
     "With the 2 of spades you can go out, with a deadwood of 5."),
    (table(), Draw(), "You have no meld with the king of spades."),
    (table(turns=0), Pass(), "You have no meld with the king of spades."),
    (table(hands=(KINGS, HIGH)), Draw(), "None"),
    (shedding(*SHORT_OF_GIN), Discard("TC"),
     "Without the 10 of clubs your deadwood is 10: no other discard leaves less."),
    (shedding("KH KD 3S 5S 7S 9S 2H 4H 6C 8C JS"), Discard("9S"),
     "The king of hearts can become a meld with these: king of diamonds."),
    (shedding("KH 3S 5S 7S 9S 2H 4H AD 6C 8C TD"), Discard("TD"), "Without the 10 of diamonds"),
    (shedding("KH 3S 5S 7S 9S 2H 4H AD 6C 8C TD"), Discard("AD"), "None"),
    (shedding("KC 9S 6S 3S 8H 5H 2H TH JH QH 4D"), Discard("4D"), "Your hand then no longer spoils: diamonds."),
    (shedding(*SHORT_OF_GIN), GoOut("KS", (), 10, SUITS), "The other hand probably has more deadwood than 10."),
    (shedding(*SHORT_OF_GIN), GoOut("KS", (), 0, SUITS), "No one can undercut gin, and it brings a bonus of 20."),
    (shedding(*SHORT_OF_GIN), GoOut("*1", (), 10, SUITS),
     "With a joker you have to go out: this way with a deadwood of 10."),
    (shedding(*SHORT_OF_GIN), GoOut("KS", ()), "None"),
])  # fmt: skip
def test_a_reason_is_given_in_words(g: State, move: Move, reason: str) -> None:
    assert reason in str(STRATEGY.reason(g, 0, [], move))


@pytest.mark.parametrize(("g", "better", "other", "lacks"), [
    (table(hands=(KINGS, HIGH)), Take("KS"), Draw(),
     "You would go without the meld of king of spades, king of hearts and king of diamonds."),
    (table(hands=(TEN[:-3], SHORT_OF_GIN[1]), pile="2S"), Take("2S"), Draw(),
     "None"),
    (table(hands=("2S 3S 4S 7H 7D 7C TH QD KC JD", "")), Draw(), Take("AC"),
     "The ace of clubs saves you no more than 9."),
    (table(hands=("2S 3S 4S 7H 7D 7C AH AD AC 2D", "")), Draw(), Take("KS"),
     "The king of spades saves you nothing: your deadwood would be 10, and now it is 2."),
    (shedding(*SHORT_OF_GIN), Discard("KS"), Discard("AS"),
     "Without the ace of spades your deadwood would be 22, not 10."),
    (shedding("KH KD 3S 5S 7S 9S 2H 4H 6C 8C JS"), Discard("JS"), Discard("KH"),
     "The king of hearts can become a meld with these: king of diamonds."),
    (shedding(*SHORT_OF_GIN), Discard("KS"), GoOut("KS", (), 10, SUITS),
     "If you knock with 10, you may be undercut."),
    (shedding(*SHORT_OF_GIN), GoOut("KS", (), 10, SUITS), Discard("KS"),
     "You would stay in, instead of going out with 10."),
    (shedding(*SHORT_OF_GIN), GoOut("KS", (), 10, SUITS), GoOut("KS", (), 9, SUITS[:2]),
     "It cannot score in: diamonds and clubs."),
    (shedding(*SHORT_OF_GIN), GoOut("KS", (), 3, SUITS), GoOut("KS", (), 3, SUITS), "None"),
    (shedding(*SHORT_OF_GIN), Discard("KS"), GoOut("KS", (), 0, SUITS), "None"),
])  # fmt: skip
def test_it_says_what_another_move_lacks(g: State, better: Move, other: Move, lacks: str) -> None:
    assert str(STRATEGY.lacks(g, 0, [], better, other)) == lacks


def test_the_cards_that_are_named_are_shown() -> None:
    g = table(hands=(KINGS, HIGH))
    said = STRATEGY.reason(g, 0, [], Take("KS"))
    assert said is not None and STRATEGY.about(g, 0, said) == ["card-KH", "card-KD", "card-KS"]


# --- Whether it is true -------------------------------------------------------------------------------------


def least(hand: Sequence[Card]) -> int:
    """The points left over, by the exact evaluation."""
    return best(hand).points


class Claim:
    """A sentence about a move, and the table as it is."""

    def __init__(self, decision: Decision, move: Any, better: Any, said: Text) -> None:
        self.g, self.hand = decision.g, decision.g.hands[decision.seat]
        self.move, self.better, self.words = move, better, said.with_
        by_name = {str(named(card)): card for card in (*CARDS, *JOKERS)}
        self.card = by_name.get(str(self.words.get("card")))
        self.cards = [by_name[name] for name in given(self.words.get("cards", []))]
        self.suits = [suit for suit in SUITS if str(suit_named(suit)) in given(self.words.get("suits", []))]

    def without(self, card: Card) -> int:
        return least([each for each in self.hand if each != card])

    def with_top(self) -> int:
        """The least left over after taking the discard."""
        top = self.g.pile[-1]
        return min(least([*(each for each in self.hand if each != shed), top]) for shed in self.hand)

    def spoiled(self, card: Card) -> tuple[str, ...]:
        return best([each for each in self.hand if each != card]).spoiled

    def is_linked(self) -> bool:
        """Whether one more card could complete a meld of this one with each of the others."""
        return all(
            other in self.hand and other != self.card
            and any(is_meld([self.card, other, third]) for third in CARDS)
            for other in self.cards
        )  # fmt: skip


TRUE: dict[str, Callable[[Claim], bool]] = {
    "The {card} makes a meld": lambda c: c.card == c.g.pile[-1] and is_meld([c.card, *c.cards])
    and {*c.cards} <= {*c.hand},
    "With the {card} you can go out": lambda c: c.words["points"]
    == min(way.points or 0 for way in ways_out([*c.hand, c.card], c.card, [*c.g.closed])),
    "You have no meld": lambda c: not any(
        is_meld([c.card, one, other]) for one in c.hand for other in c.hand if one != other
    ),
    "The {card} saves you nothing": lambda c: c.with_top() == c.words["points"] >= c.words["now"] == least(c.hand),
    "Without the {card} your deadwood is": lambda c: c.without(c.move.card) == c.words["points"]
    == min(map(c.without, cards_to_shed(c.hand, c.g.taken))),
    "Your hand then no longer spoils": lambda c: not {*c.suits} & {*c.spoiled(c.move.card)},
    "No one can undercut gin": lambda c: not c.move.points and c.words["points"] == c.g.options.gin_bonus,
    "With a joker": lambda c: c.move.card in JOKERS and c.move.points == c.words["points"],
    "The other hand probably": lambda c: c.move.points == c.words["points"] > 0,
    # What another move lacks.
    "You would go without": lambda c: is_meld(c.cards) and {*c.cards} <= {*c.hand, c.g.pile[-1]}
    and c.g.pile[-1] in c.cards,
    "The {card} saves you no more": lambda c: least(c.hand) - c.with_top() == c.words["points"] > 0,
    "You would stay in": lambda c: isinstance(c.move, Discard) and c.words["points"] == c.better.points,
    "If you knock": lambda c: c.words["points"] == c.move.points > 0,
    "Without the {card} your deadwood would": lambda c: c.without(c.move.card) == c.words["points"] > c.words["fewer"]
    == c.without(c.better.card),
    "The {card} can become": lambda c: c.card in c.hand and c.is_linked(),
    "Your hand would still spoil": lambda c: {*c.suits} <= {*c.spoiled(c.move.card)}
    and not {*c.suits} & {*c.spoiled(c.better.card)},
    "It cannot score in": lambda c: not {*c.suits} & {*c.move.suits} and {*c.suits} <= {*c.better.suits},
}  # fmt: skip


def is_true(decision: Decision, move: Move, better: Move, said: Text) -> bool:
    """Whether the sentence is true of the table as it is."""
    return bool(claim_of(said, TRUE)(Claim(decision, move, better, said)))


@pytest.mark.parametrize("what", ["reason", "lacks"])
def test_what_is_said_is_true(what: str) -> None:
    told = 0
    for decision, move, better, said in everything_said("color_gin", what):
        assert is_true(decision, move, better, said), (str(said), better, move, decision.g)
        told += 1
    assert told > 100


def test_a_good_move_hardly_ever_lacks_a_reason() -> None:
    said = [each.reason(each.answers[0]) for each in decisions("color_gin") if len(each.answers) > 1]
    assert len(said) > 50 and said.count(None) < 0.05 * len(said)
