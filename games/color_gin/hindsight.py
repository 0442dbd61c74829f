"""Color Gin in hindsight: both hands, who went out, and the best round."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from games.color_gin.cards import JOKERS, PLACE, RANKS, SUITS, Card, suit_named
from games.color_gin.rules import State
from games.dealer import Line
from games.draws import Draws, only_single
from games.engine import Chair, Seat, Text, say
from games.hindsight import only_first, those

FEWEST_ROUNDS = 2


def _kind(card: Card) -> int:
    return len(SUITS) if card in JOKERS else PLACE[card] // len(RANKS)


DRAWS: Final = Draws("deck", [*map(suit_named, SUITS), say("joker")], _kind, only_single)
"""The cards that each seat drew from the deck, by suit; not those that were dealt."""


class Beneath(Struct, frozen=True):
    """Both hands. The deck has no order: nobody knows what comes next."""

    hands: list[list[Card]]


def beneath(g: State) -> Beneath:
    """The cards that only one player sees."""
    return Beneath([list(hand) for hand in g.hands])


def turning(before: State, after: State, lines: Sequence[Line]) -> list[Text]:
    """Somebody goes out, or wins suits with it."""
    return [line.text for line in those(lines, "gin", "knock", "won_suits")]


def facts(g: State, lines: Sequence[Line]) -> list[Text]:
    """From the rounds on the sheet: who went out, the best one, and how many ended with gin."""
    return [*_best_round(g), *_most_often_out(g), *_gins(g)]


def _best_round(g: State) -> Iterator[Text]:
    scored = [row for row in g.sheet if row.winner is not None]
    if len(scored) < FEWEST_ROUNDS:
        return
    best = max(scored, key=lambda row: row.points)
    if sum(row.points == best.points for row in scored) == 1 and best.winner is not None:
        yield say(
            "The best round: {points} points for {seat}, in round {round}.",
            points=best.points,
            seat=Chair(best.winner),
            round=best.round,
        )


def _most_often_out(g: State) -> Iterator[Text]:
    out = Counter[Seat](row.out for row in g.sheet if row.out is not None)
    if (found := only_first(out, FEWEST_ROUNDS)) is not None:
        yield say(
            "{seat} went out in {times} of {rounds} rounds.", seat=Chair(found[0]), times=found[1], rounds=len(g.sheet)
        )


def _gins(g: State) -> Iterator[Text]:
    if gins := sum(row.how == "gin" for row in g.sheet):
        yield say("Rounds that ended with gin: {gins} of {rounds}.", gins=gins, rounds=len(g.sheet))
