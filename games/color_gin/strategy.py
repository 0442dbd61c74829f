"""Sensible answers in Color Gin, and how the hidden cards may lie."""

from collections.abc import Sequence
from typing import Final

from games.color_gin.bot import ways as every_way
from games.color_gin.cards import POINTS, Card
from games.color_gin.deadwood import deadwood, least_useful, makes_a_meld, use_of
from games.color_gin.evaluator import MOST_TO_KNOCK, bits, cards_in, every_result
from games.color_gin.going_out import cards_to_shed, going_out, without
from games.color_gin.inference import guessed, known, shuffled
from games.color_gin.model import Phase, laid
from games.color_gin.moves import Discard, GoOut, Next, Take
from games.color_gin.prospects import NOBODY
from games.color_gin.reasons import about, lacks, reason
from games.color_gin.rollout import World
from games.color_gin.rules import JokerDrawn, Shedding, State, Turn, Upcard
from games.color_gin.tally import tally, wanted
from games.dealer import Chance, Line
from games.engine import Move, Seat
from games.strategy import Strategy

DISCARDS: Final = 5
WORTH_A_THOUGHT: Final = 10
"""Cards that cost this much more than the least useful one are not considered."""
WAYS_OUT: Final = 3
WAYS_OUT_WITH_JOKER: Final = 6
ROLLOUTS: Final = 150


def candidates(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Sequence[Move]:
    """The discard if it is useful, the least useful cards, and the most promising ways out."""
    match g.question:
        case Upcard() | Turn() as question:
            return [move for move in question.moves(g, seat) if not isinstance(move, Take) or is_of_use(g, move.card)]
        case Shedding():
            return [*best_discards(g), *best_ways(g, WAYS_OUT)]
        case JokerDrawn():
            return best_ways(g, WAYS_OUT_WITH_JOKER)
    return [Next()]


def is_of_use(g: State, card: Card) -> bool:
    """Whether the card makes a meld, or makes it possible to go out."""
    hand, taken = bits(g.hand), bits([card])
    with_it = hand | taken
    return makes_a_meld(hand, taken) or deadwood(with_it ^ least_useful(with_it, taken)) <= MOST_TO_KNOCK


def best_discards(g: State) -> Sequence[Move]:
    hand, shy = bits(g.hand), wanted(tally(g), g.turn)

    def cost(card: Card) -> float:
        return deadwood(hand & ~bits([card])) + use_of(hand, bits([card]), shy) + POINTS[card]

    cards = sorted(cards_to_shed(g.hand, g.taken), key=cost)
    return [Discard(card) for card in cards[:DISCARDS] if cost(card) <= cost(cards[0]) + WORTH_A_THOUGHT]


def best_ways(g: State, number: int) -> Sequence[Move]:
    thought = world_of(g)
    return sorted(all_ways(g), key=lambda way: -gain(thought, way))[:number]


def all_ways(g: State) -> list[GoOut]:
    """All ways offered; in a team also those that spoil a suit on purpose."""
    if not isinstance(g.question, JokerDrawn):
        return [*every_way(g)]
    joker = g.hand[-1]
    ways = every_result(without(g.hand, joker), most=None)
    return [going_out(joker, way, g.closed) for way in [way for way in ways if way.is_gin] or ways]


def gain(thought: World, way: GoOut) -> float:
    """What going out this way is expected to add to the share of the match."""
    return thought.gain(laid(thought.hands[thought.turn] & ~bits([way.card]), way.melds))


# --- The policy ---------------------------------------------------------------------------------------------


def policy(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """The policy of rollouts, but with all ways out considered."""
    thought = world_of(g, hasty=1 - seat)
    match g.question:
        case Upcard() | Turn() as question:
            takes = thought.may_take() and thought.is_worth_taking()
            return next(move for move in question.moves(g, seat) if isinstance(move, Take) == takes)
        case Shedding():
            way = max(all_ways(g), key=lambda way: gain(thought, way), default=None)
            goes = way is not None and gain(thought, way) > thought.least_gain()
            return way if way is not None and goes else least_useful_card(g)
        case JokerDrawn():
            return max(all_ways(g), key=lambda way: gain(thought, way))
    return Next()


def least_useful_card(g: State) -> Discard:
    kept = bits([g.taken] if g.taken else [])
    return Discard(cards_in(least_useful(bits(g.hand), kept, wanted(tally(g), g.turn)))[0])


# --- Worlds -------------------------------------------------------------------------------------------------


def world(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> World:
    """The table with the hidden cards dealt anew, as the other's play makes it likely."""
    other = world_of(g, hasty=1 - seat)
    if other.phase != "over":
        other.hands[1 - seat], other.deck = guessed(g, seat, known(g, seat, heard), chance)
        if seat != g.turn:
            other.kept = 0
    return other


def world_of(g: State, hasty: Seat = NOBODY) -> World:
    """The very same table."""
    other = object.__new__(World)
    other.dealing, other.phase, other.tally = g.dealing, phase_of(g), tally(g)
    other.turn, other.turns, other.takes = g.turn, g.turns, g.takes
    other.hands = [bits(hand) for hand in g.hands]
    other.deck = [bits([card]) for card in g.deck]
    other.top, other.kept = bits(g.pile[-1:]), bits([g.taken] if g.taken else [])
    other.hasty = hasty
    return other


def exact(g: State, chance: Chance) -> World:
    """The very same table, with the deck in another order."""
    other = world_of(g)
    other.deck = shuffled(other.deck, chance)
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


STRATEGY: Final = Strategy(
    candidates=candidates,
    world=world,
    rollouts=ROLLOUTS,
    policy=policy,
    reason=reason,
    lacks=lacks,
    about=about,
    exact=exact,
)
