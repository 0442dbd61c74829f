"""Fits the worth of a Color Dice board to each player at the beginning of a turn, for games/color_dice/worth.py."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.color_dice.board import PAWNS, Board, Colour
from games.color_dice.rules import Throwing
from games.engine import Seat
from tools.fitting.logit import Features, Position, surprise
from tools.fitting.logit import fitted as fitted_weights
from tools.fitting.walks import walks

SIZES: Final = {"TWO": 2, "MORE": 4}
"""The tables to which the figures are fitted. Most games of three and more are played with four. Bots that use
parameters fitted to all sizes together win less."""

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
    for name, seats in SIZES.items():
        to_fit, to_test = list[Position](), list[Position]()
        for states, won, is_test in walks("color_dice", seats, games):
            found = (Position([features(g.board, g.turn, seat) for seat in range(seats)], won) for g in begun(states))
            (to_test if is_test else to_fit).extend(found)
        weights = fitted_weights(to_fit, NUMBER)
        yield from [f"FOR_{name}: Final = Figures(", *lines(weights), ")"]
        losses = surprise(to_fit, weights), surprise(to_test, weights)
        yield f"# {losses[0]:.4f} of {len(to_fit)} positions, {losses[1]:.4f} of others"


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
        f"    outside={_table(weights[OUTSIDE:HOME])},",
        f"    home={_table(weights[HOME:GATHERED])},",
        f"    gathered={_table([0.0, *weights[GATHERED + 1 : OWNED]])},",
        *(
            f"    {name}={round(weights[which], 3)},"
            for name, which in (("owned", OWNED), ("crowded", CROWDED), ("tempo", TEMPO))
        ),
    ]


def _table(weights: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(weight - weights[0], 3) for weight in weights)
