"""What a strong bot of Color Dice compares: sensible answers, each tried out on a light table."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from games.color_dice.attacking import Countering, Sending, Striking, attacks_on, counterattacks_of
from games.color_dice.moves import Decline, Keep, Strike
from games.color_dice.quick import World
from games.color_dice.reasons import reason
from games.color_dice.rules import State, Throwing
from games.dealer import Chance, Line
from games.engine import Move, Seat
from games.strategy import Strategy

ROLLOUTS: Final = 100
MOST: Final = 6
"""So many groups of pawns are compared."""

T = TypeVar("T")


def candidates(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Sequence[Move]:
    """All that can be answered, if that is not much; of dice only what a quick player would do."""
    table = world(g, seat, heard, chance)
    eye = table.eye(seat)
    match g.question:
        case Throwing():
            return [Keep(), table.sensible()]
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


def best_of(moves: Iterable[T], worth: Callable[[T], float]) -> list[T]:
    """Those that look best."""
    return sorted(moves, key=worth, reverse=True)[:MOST]


def world(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> World:
    """Played on to the end of this turn. Beyond it the dice drown what an answer has brought."""
    return World(g, turns=1)


def exact(g: State, chance: Chance) -> World:
    """The same: everything lies open."""
    return world(g, 0, (), chance)


STRATEGY: Final = Strategy(candidates, world, ROLLOUTS, reason=reason, exact=exact)
