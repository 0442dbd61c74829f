"""Fits the worth of a Color Dice board to each player at the beginning of a turn, for games/color_dice/worth.py."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.color_dice.board import PAWNS, Board, Colour
from games.color_dice.rules import Throwing
from games.engine import Seat
from tools.fitting.logit import Features, Position, surprise
from tools.fitting.logit import fitted as fitted_weights
from tools.fitting.walks import walks

SEATS: Final = 4
"""Most games are played with four. Bots that use parameters fitted to all sizes together win less."""

# The features, by number.
OUTSIDE: Final = 0
"""By number of pawns outside; likewise for those at home and those gathered in one foreign area."""
HOME: Final = OUTSIDE + PAWNS + 1
MOST_AT_HOME: Final = 5
GATHERED: Final = HOME + MOST_AT_HOME + 1
OWNED: Final = GATHERED + PAWNS
CROWDED: Final = OWNED + 1
TEMPO: Final = CROWDED + 1
NUMBER: Final = TEMPO + 1


def fitted(games: int) -> Iterator[str]:
    """The parameters as lines of Python."""
    to_fit, to_test = list[Position](), list[Position]()
    for states, won, is_test in walks("color_dice", SEATS, games):
        found = (Position([features(g.board, g.turn, seat) for seat in range(SEATS)], won) for g in begun(states))
        (to_test if is_test else to_fit).extend(found)
    weights = fitted_weights(to_fit, NUMBER)
    yield from lines(weights)
    yield f"# {surprise(to_fit, weights):.4f} of {len(to_fit)} positions, {surprise(to_test, weights):.4f} of others"


def begun(states: Sequence[Any]) -> Iterator[Any]:
    """The states at the beginning of each turn, whose first throw, which is not considered here, has been made."""
    seen = -1
    for g in states:
        if isinstance(g.question, Throwing) and g.turns_over > seen:
            seen = g.turns_over
            yield g


def features(board: Board, turn: Seat, seat: Colour) -> Features:
    """The features of a board, for one seat."""
    away = (seat - turn) % board.players
    found: Features = {
        OUTSIDE + board.outside[seat]: 1.0,
        HOME + board.areas[seat][seat]: 1.0,
        TEMPO: (board.players - 1 - 2 * away) / board.players,
    }
    for area, row in enumerate(board.areas):
        own = row[seat]
        if own and area != seat:
            _add(found, GATHERED + own, 1.0)
            _add(found, OWNED, own * row[area])
            _add(found, CROWDED, own * (sum(row) - own - row[area]))
    return found


def _add(found: Features, which: int, value: float) -> None:
    found[which] = found.get(which, 0.0) + value


def lines(weights: Sequence[float]) -> list[str]:
    """The parameters; only differences within a table matter, so each begins with 0."""
    return [
        f"OUTSIDE: Final = {_table(weights[OUTSIDE:HOME])}",
        f"HOME: Final = {_table(weights[HOME:GATHERED])}",
        f"GATHERED: Final = {_table([0.0, *weights[GATHERED + 1 : OWNED]])}",
        *(
            f"{name}: Final = {round(weights[which], 3)}"
            for name, which in (("OWNED", OWNED), ("CROWDED", CROWDED), ("TEMPO", TEMPO))
        ),
    ]


def _table(weights: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(weight - weights[0], 3) for weight in weights)
