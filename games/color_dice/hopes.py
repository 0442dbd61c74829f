"""The expected value of throwing dice again."""

from collections.abc import Callable
from typing import Final

from games.color_dice.board import Colour
from games.color_dice.table import MOST_THROWS

FACES: Final = range(1, 7)
FURTHEST: Final = 5
"""How far a die can be ahead of another."""


class Hopes:
    """The value of one player's dice on one board, each counted on its own."""

    __slots__ = ("_brought", "_mine")

    def __init__(self, mine: Colour, colours: int, brings: Callable[[Colour, int], float]) -> None:
        """`brings`: how the chance to win changes if this colour's die is this far ahead of the player's own."""
        self._mine = mine
        self._brought = {
            colour: [brings(colour, ahead) for ahead in range(-FURTHEST, FURTHEST + 1)]
            for colour in range(colours)
            if colour != mine
        }

    def again(self, dice: list[int], thrown: list[int]) -> tuple[Colour, ...]:
        """The dice to throw again: its own until that is good enough, then all that promise more."""
        mine = dice[self._mine]
        by_face = [sum(self._most(colour, face, dice, thrown) for colour in self._brought) for face in FACES]
        left = MOST_THROWS - thrown[self._mine]
        if left and hoped(by_face, left) > by_face[mine - 1]:
            return (self._mine,)
        return tuple(
            colour
            for colour in self._brought
            if thrown[colour] < MOST_THROWS
            and self._hope(colour, mine, thrown) > self._brought[colour][dice[colour] - mine + FURTHEST]
        )

    def _most(self, colour: Colour, mine: int, dice: list[int], thrown: list[int]) -> float:
        now = self._brought[colour][dice[colour] - mine + FURTHEST]
        return now if thrown[colour] == MOST_THROWS else max(now, self._hope(colour, mine, thrown))

    def _hope(self, colour: Colour, mine: int, thrown: list[int]) -> float:
        first = FURTHEST + 1 - mine
        return hoped(self._brought[colour][first : first + len(FACES)], MOST_THROWS - thrown[colour])


def hoped(by_face: list[float], throws: int) -> float:
    """The value of a die with this many throws, for a player who stops when it is as good as what may still come."""
    hope = sum(by_face) / len(by_face)
    for _ in range(throws - 1):
        hope = sum([now if now > hope else hope for now in by_face]) / len(by_face)
    return hope
