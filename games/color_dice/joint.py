"""The expected value of throwing dice again, when few enough are thrown to consider them together."""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import exp
from typing import Final, TypeAlias

from games.color_dice.board import Colour
from games.color_dice.hopes import FACES, FURTHEST, hoped
from games.color_dice.series import MOST, Chances
from games.color_dice.table import MOST_THROWS

CERTAIN: Final = 1 - 1e-9
"""A chance from which on counterattacks change nothing."""
ROUNDED: Final = 1e-9
"""A difference that is due to rounding."""
STEPS: Final = tuple(len(FACES) ** (MOST - 1 - place) for place in range(MOST))
"""How far apart the values are whose faces of one die differ by 1."""
THROWS: Final = [*product(FACES, repeat=MOST)]

Values: TypeAlias = list[float]
"""The player's chance to win by the faces of the other dice, in the order of THROWS."""
Left: TypeAlias = tuple[int, ...]
"""How often each of the other dice may still be thrown."""
Group: TypeAlias = tuple[int, ...]
"""The places of dice among the others."""


class JointHopes:
    """The value of all four dice to one player, on one board."""

    __slots__ = ("_attacks", "_harm", "_known", "_mine", "_others", "_thrown_again")

    def __init__(self, mine: Colour, attacks: Chances, harm: Callable[[Colour, int], float]) -> None:
        """`attacks`: the chance to win after attacks; `harm`: how a counterattack by this colour with so many pawns
        changes the log odds of that."""
        self._mine, self._attacks = mine, attacks
        self._others = [colour for colour in range(MOST + 1) if colour != mine]
        self._harm = [[0.0, *(harm(colour, pawns) for pawns in range(1, FURTHEST + 1))] for colour in self._others]
        self._known: dict[tuple[int, Left], Values] = {}
        self._thrown_again: dict[tuple[int, Left, Group], Values] = {}

    def again(self, dice: Sequence[int], thrown: Sequence[int]) -> tuple[Colour, ...]:
        """The dice to throw again: one's own until that is good enough, then all that promise more."""
        left = tuple(MOST_THROWS - thrown[colour] for colour in self._others)
        at, mine = sum(step * (dice[c] - 1) for step, c in zip(STEPS, self._others, strict=True)), dice[self._mine]
        by_face = [self.values(face, left)[at] for face in FACES]
        own = MOST_THROWS - thrown[self._mine]
        if own and hoped(by_face, own) > by_face[mine - 1] + ROUNDED:
            return (self._mine,)
        if by_face[mine - 1] <= self._kept(mine)[at] + ROUNDED:
            return ()
        best = max(self._groups(mine, left, at), key=lambda group: round(self._thrown(mine, left, group)[at], 3))
        return tuple(self._others[place] for place in best)

    def _groups(self, mine: int, left: Left, at: int) -> list[Group]:
        """The groups of dice that matter, large ones first: a thousandth is not worth throwing one by one."""
        now, may = self.values(mine, left)[at], [place for place in range(MOST) if left[place]]
        without = {place: self.values(mine, (*left[:place], 0, *left[place + 1 :]))[at] for place in may}
        matter = [place for place in may if without[place] < now - ROUNDED] or may
        return [group for number in range(len(matter), 0, -1) for group in combinations(matter, number)]

    def values(self, mine: int, left: Left) -> Values:
        """The values for a player with this die who throws the others, which have so many throws left, as long as that
        promises more."""
        if (found := self._known.get((mine, left))) is None:
            found = self._worth_of_all(mine) if not any(left) else self._kept(mine)
            for place, throws in enumerate(left):
                if throws:
                    found = [*map(max, found, self._thrown(mine, left, (place,)))]
            self._known[mine, left] = found
        return found

    def _kept(self, mine: int) -> Values:
        return self.values(mine, (0,) * MOST)

    def _thrown(self, mine: int, left: Left, group: Group) -> Values:
        """The values of throwing this group again."""
        key = mine, left, group
        if (found := self._thrown_again.get(key)) is None:
            found = self.values(mine, tuple(throws - (place in group) for place, throws in enumerate(left)))
            for place in group:
                found = averaged(found, STEPS[place])
            self._thrown_again[key] = found
        return found

    def _worth_of_all(self, mine: int) -> Values:
        """The values of all dice as they stand."""
        return [self._worth(mine, faces) for faces in THROWS]

    def _worth(self, mine: int, faces: tuple[int, ...]) -> float:
        chance = self._attacks[tuple([mine - face if face < mine else 0 for face in faces])]
        harm = sum([by_pawns[face - mine] for by_pawns, face in zip(self._harm, faces, strict=True) if face > mine])
        return chance if not harm or chance > CERTAIN else 1 / (1 + (1 / chance - 1) * exp(-harm))


def averaged(values: Values, step: int) -> Values:
    """For each face of one die, the mean over all of its faces."""
    means: Values = []
    for first in range(0, len(values), len(FACES) * step):
        after = first + len(FACES) * step
        means += [sum(values[one:after:step]) / len(FACES) for one in range(first, first + step)] * len(FACES)
    return means
