"""Positions of Color Dice written by hand: one for every decision, and others worth looking at."""

from __future__ import annotations

from typing import Any

from games.color_dice.attacking import Attacking, Countering, Deciding, Striking, sending
from games.color_dice.moves import Send
from games.color_dice.options import Options
from games.color_dice.rules import Ordering, State, Throwing
from games.color_dice.table import Step
from tests.browser.color_dice_tables import asking, state

# By area: pawns of each colour. The first so many colours are a table of as many.
CROWDED = [
    [3, 1, 0, 1, 0, 0],
    [2, 4, 1, 0, 0, 0],
    [0, 2, 3, 0, 0, 1],
    [1, 0, 0, 5, 1, 0],
    [0, 0, 1, 0, 4, 2],
    [1, 0, 0, 2, 0, 3],
]


def crowded(players: int, dice: list[int], **more: Any) -> State:
    colours = max(players, 4)
    return state([pawns[:colours] for pawns in CROWDED[:colours]], dice[:colours], players=players, **more)


def throwing(players: int = 4, thrown: int = 1) -> State:
    return asking(crowded(players, [5, 2, 6, 3, 5, 1], thrown=thrown), Throwing(seat=0))


def attacking(players: int = 4) -> State:
    g = crowded(players, [5, 2, 6, 3, 5, 1], steps=[Step("counter", 2)])
    return asking(g, Attacking(seat=0))


def sending_two(players: int = 4) -> State:
    g = crowded(players, [5, 3, 6, 3, 5, 1])
    return asking(g, sending(g, 1))


def striking_three() -> State:
    """Of yellow, green and blue pawns in the yellow area three are to be struck."""
    areas = [[4, 0, 1, 0], [3, 3, 1, 2], [0, 1, 5, 0], [0, 0, 0, 6]]
    g = state(areas, [6, 3, 6, 2], players=4, options=Options(target="area"))
    sends = [move for move in sending(g, 1).moves(g, 0) if isinstance(move, Send) and move.struck is None]
    return asking(g, Striking(seat=0, send=sends[0], target=1))


def countering() -> State:
    g = crowded(4, [6, 5, 6, 3], turn=1)
    return asking(g, Countering(seat=0, colour=0, target=1, pawns=1, players=4))


def deciding() -> State:
    """For the blue dummy, in the turn before one's own."""
    g = crowded(3, [6, 5, 5, 6], turn=2)
    return asking(g, Deciding(seat=0, colour=3, target=2, pawns=1, players=3))


def with_locked_pawns() -> State:
    """Seven red ones in the yellow area, one outside; of the blue dummy's pawns four are out."""
    areas = [[1, 0, 2, 0], [7, 1, 0, 0], [0, 8, 1, 0], [0, 0, 0, 5]]
    g = state(areas, [6, 5, 6, 2], players=3, gone=[0, 0, 0, 4])
    return asking(g, sending(g, 1))


def won() -> State:
    areas = [[0, 0, 2, 0], [9, 0, 0, 0], [0, 7, 1, 0], [0, 0, 2, 5]]
    return state(areas, [6, 2, 6, 2], players=3, gone=[0, 0, 0, 4])


SCENES = {
    "throwing": throwing,
    "ordering": lambda: asking(crowded(4, [4, 2, 6, 1]), Ordering(seat=0)),
    "attacking": attacking,
    "sending": sending_two,
    "striking": striking_three,
    "countering": countering,
    "locked": with_locked_pawns,
    "won": won,
}
