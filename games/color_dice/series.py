"""Attacks of one turn, one after another: each changes the board for the next, and together they may win."""

from collections.abc import Mapping
from itertools import product
from typing import Final, TypeAlias

from games.color_dice.attacks import carry_out
from games.color_dice.board import Board, Colour
from games.color_dice.eye import WON, Eye
from games.color_dice.options import Options
from games.engine import Seat

MOST: Final = 3
"""How many opponents are considered together: with more there are too many orders."""

Differences: TypeAlias = tuple[int, ...]
"""By how much one's own die is higher than that of each opponent; 0 where it is not."""
Chances: TypeAlias = dict[Differences, float]
"""By differences, the chance to win after the best attacks that they allow."""


class Series:
    """What attacks of the player whose turn it is bring together, if each is the one that looks best by then."""

    def __init__(self, options: Options, seat: Seat) -> None:
        self._options, self._seat = options, seat

    def chances(self, board: Board, allowed: Mapping[Colour, range], *, may_stop: bool = True) -> Chances:
        """The chances for all combinations of the allowed differences, each of them or 0."""
        eye = Eye(board, self._options, self._seat, self._seat)
        after = [self._after_one(board, eye, allowed, colour) for colour in allowed]
        return {each: _most(each, after, eye.chance, may_stop) for each in _combined(allowed)}

    def first(self, board: Board, allowed: Mapping[Colour, range], *, may_stop: bool) -> Colour | None:
        """Whom to attack first, with all of the allowed differences; None: better nobody else."""
        eye = Eye(board, self._options, self._seat, self._seat)
        all_of = {colour: pawns[-1] for colour, pawns in allowed.items()}
        found: list[tuple[float, Colour | None]] = [(eye.chance, None)] if may_stop else []
        for colour, pawns in all_of.items():
            after = self._after_one(board, eye, allowed, colour).get(pawns)
            rest = tuple(others for other, others in all_of.items() if other != colour)
            found += [] if after is None else [(after[rest], colour)]
        return max(found, key=lambda one: one[0])[1]

    def _after_one(self, board: Board, eye: Eye, allowed: Mapping[Colour, range], colour: Colour) -> dict[int, Chances]:
        """By difference, the chances after an attack on this colour, from what is then allowed against the others."""
        rest = {other: pawns for other, pawns in allowed.items() if other != colour}
        found: dict[int, Chances] = {}
        for pawns in allowed[colour]:
            best = eye.best(self._seat, colour, pawns)
            if best is None:
                continue
            worth, send = best
            if worth > WON / 2 or not rest:
                found[pawns] = dict.fromkeys(_combined(rest), eye.chance + eye.gain(worth))
            else:
                after = board.copy()
                carry_out(after, send)
                found[pawns] = self.chances(after, rest)
        return found


def _combined(allowed: Mapping[Colour, range]) -> list[Differences]:
    return [*product(*((0, *pawns) for pawns in allowed.values()))]


def _most(differences: Differences, after: list[dict[int, Chances]], stopped: float, may_stop: bool) -> float:
    """The best of these chances, whichever colour is attacked first; `stopped`: the chance without any attack."""
    most = stopped if may_stop else -1.0
    for place, pawns in enumerate(differences):
        if (chances := after[place].get(pawns)) is not None:
            most = max(most, chances[differences[:place] + differences[place + 1 :]])
    return most if most >= 0 else stopped
