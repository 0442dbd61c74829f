"""The tool that fits the figures of bots looks at positions as the bots do, and finds what foretells who wins."""

from __future__ import annotations

from math import exp

import pytest

from games import GAMES
from games.bot import Seeded
from games.color_dice import worth
from games.playthrough import Playthrough
from games.search import Luck
from tools.fitting import logit
from tools.fitting.color_dice import (
    CROWDED,
    GATHERED,
    HOME,
    MOST_AT_HOME,
    NUMBER,
    OUTSIDE,
    OWNED,
    TEMPO,
    begun,
    features,
)
from tools.fitting.logit import Position, fitted, solved


def test_figures_are_found_again_from_who_won_by_them() -> None:
    luck, positions = Luck(1), []
    for _ in range(4000):
        strong = luck.below(2)
        ahead = 1 / (1 + exp(-1.5))  # one seat has what is worth 1.5
        won = strong if luck.below(1000) < 1000 * ahead else 1 - strong
        positions.append(Position([{0: float(seat == strong)} for seat in range(2)], [won == 0, won == 1]))
    assert fitted(positions, 1)[0] == pytest.approx(1.5, abs=0.1)


def test_equations_are_solved() -> None:
    assert solved([[4.0, 2.0], [2.0, 3.0]], [10.0, 9.0]) == pytest.approx([1.5, 2.0])


def test_color_dice_is_fitted_by_what_its_bots_look_at() -> None:
    walk = Playthrough(GAMES["color_dice"], 4, GAMES["color_dice"].Options(), Seeded("fitting"))
    weights = [0.0] * NUMBER
    weights[OUTSIDE:HOME] = worth.OUTSIDE
    weights[HOME : HOME + MOST_AT_HOME + 1] = worth.HOME
    weights[GATHERED:OWNED] = worth.GATHERED
    weights[OWNED], weights[CROWDED], weights[TEMPO] = worth.OWNED, worth.CROWDED, worth.TEMPO
    turns = [*begun([walk.start, *(step.after for step in walk.to_the_end())])]
    assert len(turns) > 10
    for g in turns:
        position = Position([features(g.board, g.turn, seat) for seat in range(4)], [])
        assert worth.chances(g.board, g.turn) == pytest.approx(logit.chances(position, weights))
