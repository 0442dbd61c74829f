"""What a playout of Desfases tells of who will win is so: held against a frozen sample of games among careful bots.

Each position of it is of another game. `won`: each seat's share of that game.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import pytest

from games.desfases.model import AT_FIRST, AT_LAST, MOST_TURNS, Board, doubt
from games.search import Luck

SAMPLE: Final[list[dict[str, Any]]] = json.loads(Path(__file__).with_name("desfases_positions.json").read_text())
PLAYOUTS: Final = 16
ABOUT: Final = 0.05
FIFTHS: Final = range(5)


def told(position: dict[str, Any]) -> list[float]:
    """Each seat's chance."""
    board = Board()
    for name in Board.__slots__:
        setattr(board, name, position[name])
    found = [board.clone().playout(Luck(number)) for number in range(PLAYOUTS)]
    return [fmean(seat) for seat in zip(*found, strict=True)]


@pytest.fixture(scope="module")
def foretold() -> list[tuple[float, float]]:
    """A chance that was told, and what came of it."""
    return [pair for position in SAMPLE for pair in zip(told(position), position["won"], strict=True)]


@pytest.mark.parametrize("fifth", FIFTHS)
def test_of_those_told_seventy_percent_about_seventy_win(foretold: list[tuple[float, float]], fifth: int) -> None:
    pairs = [(chance, won) for chance, won in foretold if min(FIFTHS[-1], int(5 * chance)) == fifth]
    assert fmean(won for _, won in pairs) == pytest.approx(fmean(chance for chance, _ in pairs), abs=ABOUT)


def test_every_fifth_is_told_often_enough_to_tell(foretold: list[tuple[float, float]]) -> None:
    assert min(sum(int(5 * chance) == fifth for chance, _ in foretold) for fifth in FIFTHS) >= 30


def test_the_nearer_the_end_the_less_doubt_is_left() -> None:
    doubts = [doubt(turns / MOST_TURNS) for turns in range(MOST_TURNS + 1)]
    assert doubts == sorted(doubts)
    assert (doubts[0], doubts[-1]) == (AT_LAST, AT_LAST + AT_FIRST)
