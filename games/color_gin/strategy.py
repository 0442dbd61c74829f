"""What the search is told of Color Gin: which answers are sensible, and how the hidden cards may lie."""

from collections.abc import Sequence
from typing import Final

from games.color_gin.cards import SUITS, Card
from games.color_gin.deadwood import deadwood, use_of
from games.color_gin.evaluator import bits
from games.color_gin.going_out import cards_to_shed
from games.color_gin.inference import guessed, known
from games.color_gin.model import Phase
from games.color_gin.moves import Discard, GoOut
from games.color_gin.prospects import NOBODY
from games.color_gin.rollout import World
from games.color_gin.rules import JokerDrawn, RoundOver, Shedding, State, Turn, Upcard
from games.dealer import Chance, Line
from games.engine import Move, Seat
from games.strategy import Strategy

DISCARDS: Final = 5
WAYS_OUT: Final = 3
ROLLOUTS: Final = 150


def candidates(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Sequence[Move]:
    """The few discards that leave least, and the ways out that promise most."""
    match g.question:
        case Upcard() | Turn() | RoundOver() as question:
            return question.moves(g, seat)
        case Shedding():
            return [*best_discards(g), *best_ways(g, seat)]
        case _:
            return best_ways(g, seat, WAYS_OUT * 2)


def best_discards(g: State) -> Sequence[Move]:
    hand = bits(g.hand)

    def cost(card: Card) -> float:
        return deadwood(hand & ~bits([card])) + use_of(hand, bits([card]))

    return [Discard(card) for card in sorted(cards_to_shed(g.hand, g.taken), key=cost)[:DISCARDS]]


def best_ways(g: State, seat: Seat, number: int = WAYS_OUT) -> Sequence[Move]:
    ways = [move for move in g.question.moves(g, seat) if isinstance(move, GoOut)]
    return sorted(ways, key=lambda way: -worth(way))[:number]


def worth(way: GoOut) -> float:
    return (20 - (way.points or -20)) * len(way.suits or ())


# --- Worlds -------------------------------------------------------------------------------------------------


def world(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> World:
    """The table with the hidden cards dealt anew, as the other's play makes it likely."""
    other = world_of(g)
    if other.phase != "over":
        other.hands[1 - seat], other.deck = guessed(g, seat, known(g, seat, heard), chance)
        if seat != g.turn:
            other.kept = 0
    return other


def world_of(g: State) -> World:
    """The very same table."""
    other = object.__new__(World)
    other.options, other.dealing, other.phase = g.options, g.dealing, phase_of(g)
    other.turn, other.turns, other.takes = g.turn, g.turns, g.takes
    other.hands = [bits(hand) for hand in g.hands]
    other.deck = [bits([card]) for card in g.deck]
    other.top, other.kept = bits(g.pile[-1:]), bits([g.taken] if g.taken else [])
    other.scores = [columns[suit] for columns in g.scores for suit in SUITS]
    other.closed = [g.closed.get(suit, NOBODY) for suit in SUITS]
    other.shut = sum(1 << place for place, suit in enumerate(SUITS) if suit in g.closed)
    return other


def phase_of(g: State) -> Phase:
    match g.question:
        case Upcard():
            return "upcard"
        case Turn():
            return "turn"
        case Shedding():
            return "shedding"
        case JokerDrawn():
            return "joker"
    return "over"


STRATEGY: Final = Strategy(candidates=candidates, world=world, rollouts=ROLLOUTS)
