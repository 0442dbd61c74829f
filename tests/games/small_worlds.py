"""Whole games in the small: every state that can be reached from a position by any move and any draw."""

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from games.dealer import Dealer, Line
from games.engine import Game, Move, Seat, State, moves, pick, play

Faults: TypeAlias = Iterable[str]
Ways: TypeAlias = Callable[[int, str], Iterable[int]]
"""(n, label): which of n equally likely draws to try."""
MOST: Final = 20_000

_encode: Final = msgspec.msgpack.Encoder(order="sorted").encode


class _Draws:
    """Chance that follows a script of places, and notes where it would have gone on."""

    def __init__(self, script: list[int], ways: Ways) -> None:
        self.script, self.taken, self.ways = script, 0, ways
        self.open: Iterable[int] = ()

    def below(self, n: int, label: str) -> int:
        if self.taken < len(self.script):
            self.taken += 1
            return self.script[self.taken - 1]
        self.open = self.ways(n, label)
        raise _Undecided


class _Undecided(Exception):
    """Something is drawn that the script does not say."""


class NotSmall(Exception):
    """There are too many states, perhaps without end."""


class World(NamedTuple):
    """The states, by numbers in the order in which they are found."""

    after: list["array[int]"]
    """For each state, those that may follow; none: the game is over."""
    by_distance: list[int]
    """How many states there are at each distance from the position, as perft counts them."""
    faults: set[str]
    """What was found wrong with any of them."""

    @property
    def ends(self) -> list[int]:
        """The states in which the game is over."""
        return [number for number, following in enumerate(self.after) if not following]

    def from_which_an_end_is_reached(self) -> int:
        """How many states there are from which some moves and draws lead to an end."""
        before: list[array[int]] = [array("I") for _ in self.after]
        for number, following in enumerate(self.after):
            for other in following:
                before[other].append(number)
        found, waiting = {*self.ends}, deque(self.ends)
        while waiting:
            new = {*before[waiting.popleft()]} - found
            found |= new
            waiting += new
        return len(found)


def every_way(n: int, label: str) -> Iterable[int]:
    """All of them."""
    return range(n)


def explored(
    game: Game,
    start: State,
    same: Callable[[Any], Any],
    wrong_with: Callable[[Any], Faults],
    ways: Ways = every_way,
    most: int = MOST,
) -> World:
    """Everything that can be reached. `same`: what makes two states the same, such as their pieces without the order in
    which nobody takes them; `ways`: the draws that lead to different ones. Raises NotSmall if there are more than
    `most` states."""
    numbers = {_encode(same(start)): 0}
    found = World([], [1], {*wrong_with(start)})
    level = [start]
    while level:
        new = list[State]()
        for g in level:
            after = {_encode(same(other)): other for other, _ in following(game, g, ways)}
            for other in [key for key in after if key not in numbers]:
                numbers[other] = len(numbers)
                new.append(after[other])
                found.faults.update(wrong_with(after[other]))
            found.after.append(array("I", sorted(numbers[other] for other in after)))
            if len(numbers) > most:
                raise NotSmall
        level = new
        if new:
            found.by_distance.append(len(new))
    return found


def following(game: Game, g: State, ways: Ways = every_way) -> Iterator[tuple[State, list[Line]]]:
    """The states after each answer of each seat that is asked, with everything that may be drawn for it, and what is
    said on the way."""
    for seat, move in answers(game, g):
        yield from outcomes_of(game, g, seat, move, ways)


def answers(game: Game, g: State) -> Iterator[tuple[Seat, Move]]:
    """Every answer, listed or described, seat by seat."""
    for seat in g.question.seats if g.agenda else ():
        yield from ((seat, move) for move in chain(moves(game, g, seat), picked(game, g, seat)))


def picked(game: Game, g: State, seat: Seat) -> Iterator[Move]:
    """Every answer that is described."""
    described = pick(game, g, seat)
    if described is not None:
        for number in range(described.least, described.most + 1):
            for chosen in combinations(described.among, number):
                yield msgspec.convert({"do": described.do, described.field: chosen}, game.Move)


def outcomes_of(
    game: Game, g: State, seat: Seat, move: Move, ways: Ways = every_way
) -> Iterator[tuple[State, list[Line]]]:
    """The states after this move, one for each way in which draws may come, and what is said on the way."""
    scripts = [list[int]()]
    while scripts:
        draws = _Draws(scripts.pop(), ways)
        dealer = Dealer(draws)
        try:
            yield play(game, g, seat, move, dealer), dealer.lines
        except _Undecided:
            scripts += [[*draws.script, each] for each in draws.open]
