"""TCNCCC: how the bot decides."""

from typing import Any

import pytest

from games.tcnccc.bot import careful
from games.tcnccc.pieces import Drawn, Full, Lifted, Placed
from games.tcnccc.rules import Draw, GiveBack, Lift, Place
from tests.games.heard import Always, heard
from tests.games.positions import after, of, table

RED_TWICE = (Placed(2, "red"), Placed(2, "red"))


@pytest.mark.parametrize(
    ("position", "before", "sights", "move"),
    [
        ("r / - - - - / b -", "", (Placed(2, "red"), Placed(1, "green"), Placed(2, "red")), Lift(2)),
        ("r / - - - - / r -", "", RED_TWICE, Draw()),
        ("r / - - - - / - -", "", (*RED_TWICE, Lifted(2, of("rr"))), Draw()),
        ("r / - - - - / - -", "", (*RED_TWICE, *[Lifted(0, [])] * 8), Draw()),
        ("- / - - - - / r -", "", (Lifted(0, []), Placed(3, "red")), Lift(3)),
        ("b / g - - - / jr -", "lift 1", (), GiveBack("red")),
        ("b / g - - - / yr -", "lift 1", (Placed(1, "red"),), GiveBack("red")),
    ],
    ids=[
        "it lifts where it remembers a pair it needs",
        "it draws when the pair is of a colour it has",
        "it forgets what was lifted away",
        "it has a short memory",
        "it lifts what it believes empty only if all else is empty too",
        "it gives back a colour rather than a joker",
        "it gives back what it may find again",
    ],
)
def test_the_bot_decides(position: str, before: str, sights: tuple[Any, ...], move: Any) -> None:
    g = after(table(position), before) if before else table(position)
    assert careful(g, 0, heard(*sights), Always(1 if move == Draw() else 0)) == move


def test_the_bot_does_not_try_a_full_cylinder_twice_in_a_turn() -> None:
    g = after(table("rb / - - - - / - -"), "draw r")
    tried = heard(Full(3), Drawn("red"), Full(0), Full(2))
    assert {careful(g, 0, tried, Always(n)) for n in range(4)} == {Place(1), Place(3)}
