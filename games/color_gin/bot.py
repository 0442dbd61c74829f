"""A sensible friend: builds melds, discards high cards that stand alone, and goes out when that is worth it.

It knows its own hand, the top of the discard pile and the score sheet. In a team it considers who is to win which two
suits, and stays in rather than win a third.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from games.color_gin.cards import PLACE, POINTS, SUITS, Card, Suit, in_order
from games.color_gin.evaluator import Arrangement, after_shedding, best, every_result
from games.color_gin.going_out import cards_to_shed, going_out, may_score, ways_out, without
from games.color_gin.moves import Discard, Draw, GoOut, Next, Pass, Take
from games.color_gin.rules import JokerDrawn, Shedding, State, Turn, Upcard
from games.dealer import Chance, Line
from games.engine import Move, Seat, best_of

LEFT_AT_FIRST: Final = 47
STAYS_EACH_TURN: Final = 0.92
"""Typical deadwood in the other hand at first, and the part of it that remains after each turn."""
WORTH_OF_A_LINK: Final = 2.5
"""Points that a card may cost for each other one with which it could make a meld."""
WORTH_OF_CLOSING: Final = 30
WORTH_OF_A_STRAY_POINT: Final = 0.2
"""Value of a point for the team in a suit that the partner is to win."""
SURPRISE: Final = 30
"""Points above the expected deadwood that the other hand may have."""


def careful(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """A sensible move."""
    match g.question:
        case Upcard():
            return Take(g.pile[-1]) if is_worth_taking(g, g.pile[-1]) else Pass()
        case Turn() as turn:
            may_take = Take(g.pile[-1]) in turn.moves(g, seat)
            return Take(g.pile[-1]) if may_take and is_worth_taking(g, g.pile[-1]) else Draw()
        case Shedding():
            return best_way_out(g, chance) or Discard(least_useful(g, chance))
        case JokerDrawn() as drawn:
            ways = [way for way in drawn.moves(g, seat) if isinstance(way, GoOut)]
            return best_of(ways, lambda way: value(g, way), chance)
    return Next()


# --- The cards ----------------------------------------------------------------------------------------------


def is_worth_taking(g: State, card: Card) -> bool:
    """Whether the card makes a meld, or makes it possible to go out."""
    hand = in_order([*g.hand, card])
    laid_out = min(after_each_shed(hand, card), key=lambda laid_out: laid_out.points)
    if laid_out.points < best(g.hand).points and any(card in meld for meld in laid_out.melds):
        return True
    return any(worth(g, way) > 0 for way in ways_out(hand, card, [*g.closed]))


def after_each_shed(hand: list[Card], taken: Card | None) -> list[Arrangement]:
    after = after_shedding(hand)
    return [after[card] for card in cards_to_shed(hand, taken)]


def least_useful(g: State, chance: Chance) -> Card:
    """The card whose discard leaves least deadwood, allowing for melds that the rest may become."""
    after = after_shedding(g.hand)

    def cost(card: Card) -> float:
        return after[card].points - WORTH_OF_A_LINK * links(after[card].leftovers)

    return best_of(cards_to_shed(g.hand, g.taken), lambda card: (-cost(card), POINTS[card]), chance)


def links(cards: Sequence[Card]) -> int:
    """The number of pairs of these that one more card could turn into a meld."""
    return sum(is_link(*pair) for pair in combinations(cards, 2))


def is_link(one: Card, other: Card) -> bool:
    if one[0] == other[0]:
        return True
    return one[1] == other[1] and abs(PLACE[one] - PLACE[other]) <= 2


# --- Going out ----------------------------------------------------------------------------------------------


def best_way_out(g: State, chance: Chance) -> GoOut | None:
    """The most valuable way out; None when it is better to stay in."""
    good = [way for way in ways(g) if worth(g, way) > 0]
    return best_of(good, lambda way: value(g, way), chance) if good else None


def ways(g: State) -> Iterator[GoOut]:
    """All ways offered; in a team also those that spoil a suit on purpose."""
    if not g.options.is_team:
        yield from ways_out(g.hand, g.taken, [*g.closed])
        return
    for card in cards_to_shed(g.hand, g.taken):
        for laid_out in every_result(without(g.hand, card)):
            if may_score(laid_out, g.closed):
                yield going_out(card, laid_out, g.closed)


def value(g: State, way: GoOut) -> tuple[float, int]:
    """What ways out are compared by: of those worth the same, the one with fewest points left is safest."""
    return worth(g, way), -(way.points or 0)


def worth(g: State, way: GoOut) -> float:
    """The approximate value of going out this way."""
    points = expected_points(g, way)
    if points <= 0:
        return points
    worth_in = worth_for_the_team if g.options.is_team else worth_in_suit
    return sum(worth_in(g, suit, points) for suit in way.suits or ())


def expected_points(g: State, way: GoOut) -> float:
    against = LEFT_AT_FIRST * STAYS_EACH_TURN**g.turns
    return against - (way.points or 0) if way.points else against + g.options.gin_bonus


def worth_in_suit(g: State, suit: Suit, points: float) -> float:
    """The value of points in a suit: none beyond the target, but a bonus for closing the suit."""
    needed = g.options.target - g.scores[g.turn][suit]
    return points if points < needed else needed + WORTH_OF_CLOSING


# --- As a team ----------------------------------------------------------------------------------------------


def worth_for_the_team(g: State, suit: Suit, points: float) -> float:
    """The value of points: in one's own suits all; in the partner's some, as long as it cannot be won by mistake."""
    if suit in suits_of(g, g.turn):
        return points
    may_be = g.scores[g.turn][suit] + points + SURPRISE
    return WORTH_OF_A_STRAY_POINT * points if may_be < g.options.target else -10 * points


def suits_of(g: State, seat: Seat) -> tuple[Suit, ...]:
    """The two suits that this seat is to win: those already won, then by the scores."""
    pairs = [pair for pair in combinations(SUITS, 2) if is_possible(g, pair)]
    pair = max(pairs, key=lambda pair: lead(g, pair), default=SUITS[:2])
    return pair if seat == 0 else tuple(suit for suit in SUITS if suit not in pair)


def is_possible(g: State, pair: tuple[Suit, ...]) -> bool:
    return all((suit in pair) == (winner == 0) for suit, winner in g.closed.items())


def lead(g: State, pair: tuple[Suit, ...]) -> int:
    """How far the scores have come towards the first seat winning this pair and the other the rest."""
    return sum(g.scores[0 if suit in pair else 1][suit] for suit in SUITS)
