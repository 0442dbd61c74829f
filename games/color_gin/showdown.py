"""The showdown: both hands open, what is left over of them, and who scores what in which suits."""

from collections.abc import Container, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from games.color_gin.cards import Card, Meld, Suit
from games.color_gin.evaluator import Arrangement, defence
from games.color_gin.going_out import may_score
from games.color_gin.options import Options
from games.engine import Seat, Text, say


class Laid(Struct, frozen=True):
    """A hand laid open. `laid_off`: cards, each with the index of the other hand's meld that it went to."""

    melds: tuple[Meld, ...]
    leftovers: tuple[Card, ...]
    laid_off: tuple[tuple[Card, int], ...]
    count: int


class Showdown(Struct, frozen=True, kw_only=True):
    """The result of a round. `suits`: those that score, for the winner; `won`: those that it closes."""

    out: Seat
    how: Literal["gin", "knock"]
    shed: Card
    hands: tuple[Laid, Laid]
    spoiled: tuple[Suit, ...]
    suits: tuple[Suit, ...]
    winner: Seat | None
    points: int
    sum: Text
    """How the points are calculated, in numbers only."""
    won: tuple[Suit, ...] = ()


class Scored(NamedTuple):
    """Whether the player who went out scores, or the other (None: nobody), and how much in each suit."""

    by_out: bool | None
    points: int
    sum: Text


def showdown(
    options: Options, out: Seat, shed: Card, laid_out: Arrangement, other: Sequence[Card], closed: Container[Suit]
) -> Showdown:
    """The showdown of a round. `other`: the hand of the player who did not go out, which is laid out as well as
    possible."""
    # "Your opponent can build on your hand" is a risk of knocking only. RULES.md, decision 6.
    against = defence(other, () if laid_out.is_gin else laid_out.melds)
    own = Laid(laid_out.melds, laid_out.leftovers, (), laid_out.points)
    theirs = Laid(against.melds, against.leftovers, against.laid_off, against.points)
    # "Regardless of who gets the points, it's the knocker's hand that's checked."
    suits = may_score(laid_out, closed)
    scored = points_of(options, laid_out, against.points) if suits else Scored(None, 0, say("No suit can score: 0"))
    return Showdown(
        out=out,
        how="gin" if laid_out.is_gin else "knock",
        shed=shed,
        hands=(own, theirs) if out == 0 else (theirs, own),
        spoiled=laid_out.spoiled,
        suits=suits,
        winner=None if scored.by_out is None else out if scored.by_out else 1 - out,
        points=scored.points,
        sum=scored.sum,
    )


def points_of(options: Options, laid_out: Arrangement, against: int) -> Scored:
    """The points of a round. `against`: the other hand's deadwood."""
    left = laid_out.points
    if laid_out.is_gin:
        points = against + options.gin_bonus
        text = say("{against} + {bonus} = {points}", against=against, bonus=options.gin_bonus, points=points)
        return _scored(True, points, text)
    if left < against:
        points = against - left
        return _scored(True, points, say("{against} − {left} = {points}", against=against, left=left, points=points))
    if left == against and options.equal_counts == "nobody":
        return _scored(None, 0, say("{against} − {left} = 0", against=against, left=left))
    bonus = options.undercut_bonus
    points = left - against + bonus
    text = say("{left} − {against} + {bonus} = {points}", left=left, against=against, bonus=bonus, points=points)
    return _scored(False, points, text)


def _scored(by_out: bool | None, points: int, text: Text) -> Scored:
    # Without bonuses there may be nothing to score; then nobody does.
    return Scored(by_out if points else None, points, text)
