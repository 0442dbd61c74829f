"""What a strong bot of Color Dice compares: sensible answers, each tried out on a light table."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from games.color_dice.attacking import Countering, Sending, Striking, attacks_on, counterattacks_of
from games.color_dice.lacks import lacks
from games.color_dice.moves import Decline, Keep, Rethrow, Send, Strike
from games.color_dice.quick import World
from games.color_dice.reasons import about, reason
from games.color_dice.rules import State, Throwing
from games.color_dice.table import ahead, throwable
from games.dealer import Chance, Line
from games.engine import Move, Seat
from games.strategy import Strategy

ROLLOUTS: Final = 200
COSTS_S: Final = 0.1
MOST: Final = 6
"""How many groups of pawns are compared."""

T = TypeVar("T")


def at_sight(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """What a quick player does."""
    move = world(g, seat, heard, chance).sensible()
    if isinstance(move, Send) and move not in g.question.moves(g, seat):
        return replace(move, struck=None)  # The rules ask for the pawns to strike next.
    return move


def candidates(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Sequence[Move]:
    """All answers, if they are few."""
    eye = World(g, turns=1).eye(seat)
    match g.question:
        case Throwing():
            return [Keep(), *throws(g, seat)]
        case Sending(target=target):
            return best_of(attacks_on(g, target), eye.effect)
        case Countering(colour=colour):
            return [*best_of(counterattacks_of(g, colour), eye.effect), Decline()]
        case Striking(send=send) as question:
            strikes = [move for move in question.moves(g, seat) if isinstance(move, Strike)]
            return best_of(strikes, lambda strike: eye.effect(replace(send, struck=strike.struck)))
        case question:
            moves: Sequence[Move] = question.moves(g, seat)
            return moves


def throws(g: State, mine: Seat) -> list[Rethrow]:
    """One's own die, or all; of the others all, the higher, equal or lower ones, those that are not lower, or any one.

    What a quick player throws again it finds die by die, but what an attack brings depends on the one before it.
    """
    again = throwable(g)
    others = [colour for colour in again if colour != mine]
    higher, equal, lower = ([colour for colour in others if sign == _sign(ahead(g, colour))] for sign in (1, 0, -1))
    own = [mine] if mine in again else []
    groups = [own, own + others, others, higher, equal, lower, higher + equal, *([colour] for colour in others)]
    return [Rethrow(tuple(sorted(group))) for group in groups if group]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def best_of(moves: Iterable[T], worth: Callable[[T], float]) -> list[T]:
    """The few that look best."""
    return sorted(moves, key=worth, reverse=True)[:MOST]


def world(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> World:
    """The table, to be played on to the end of this turn: beyond it the dice drown the effect of an answer."""
    table = World(g, turns=1)
    if table.asks == "throwing":
        table.hopes()  # All clones share them.
    return table


def exact(g: State, chance: Chance) -> World:
    """The same: everything lies open."""
    return world(g, 0, (), chance)


STRATEGY: Final = Strategy(
    candidates,
    world,
    ROLLOUTS,
    policy=at_sight,
    costs_s=COSTS_S,
    reason=reason,
    lacks=lacks,
    about=about,
    exact=exact,
    is_certain=lambda g: True,
)
