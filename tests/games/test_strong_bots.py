"""Positions in which the policy errs, but a searching bot does not."""

from typing import Any

import pytest

from games import GAMES
from games.bot import Level, Seeded, answer
from games.dealer import Line, Sight
from games.desfases.moves import MoveTo
from games.engine import Move
from games.tcnccc.pieces import Lifted, Placed
from games.tcnccc.rules import Lift, Place
from tests.games import desfases_tables, tcnccc_tables
from tests.games.heard import heard

GREEN_PAIR = (Placed(1, "green"), Placed(1, "green"))
TO_PLACE = tcnccc_tables.play(tcnccc_tables.table("rrgbjyyyjg / bg r - - / r yb"), "draw (g)")
STANDING = (Placed(1, "red"), Placed(0, "blue"), Placed(0, "green"))
LONG_AGO = (Placed(0, "blue"), Placed(0, "blue"), Placed(2, "red"), *[Lifted(3, [])] * 8)


def answers(key: str, g: Any, sights: tuple[Sight, ...], level: Level, seeds: int = 8) -> set[Move]:
    lines: list[Line] = heard(*sights)
    return {answer(GAMES[key], g, g.question.seat, lines, Seeded(f"a/{seed}"), level) for seed in range(seeds)}


@pytest.mark.parametrize(("position", "sights", "strong"), [
    ("rrgbbyyjj / - gg - - / g ryb", GREEN_PAIR, Lift(1)), ("rrgyj / bb - r - / g ry", LONG_AGO, Lift(0)),
], ids=["it takes away the pair with which the other would win", "it remembers what was placed long ago"])  # fmt: skip
def test_in_tcnccc(position: str, sights: tuple[Sight, ...], strong: Move) -> None:
    g = tcnccc_tables.table(position)
    assert answers("tcnccc", g, sights, "strong") == {strong}


def test_in_tcnccc_it_makes_no_pair_for_the_next_player() -> None:
    assert Place(0) not in answers("tcnccc", TO_PLACE, STANDING, "strong")


def test_in_desfases_it_knows_that_a_pawn_has_to_move_on() -> None:
    # The 5 of crowns on d3 faces d2 as long as the pawn of moons holds it, which is not until this pawn scores.
    g = desfases_tables.asked(desfases_tables.read("e3 d3 b3 b5 : 1 1 0 0"))
    assert answers("desfases", g, (), "medium") == {MoveTo("d2")}
    assert MoveTo("d2") not in answers("desfases", g, (), "strong", seeds=2)
