"""Whole games in the small: every state that can be reached from a position by any move and any draw."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from games.dealer import Dealer
from games.engine import Game, Move, Seat, State, moves, play

Key = bytes
MOST: Final = 20_000

_encode: Final = msgspec.msgpack.Encoder(order="sorted").encode


class _Draws:
    """Chance that follows a script of places, and notes where it would have gone on."""

    def __init__(self, script: list[int]) -> None:
        self.script, self.taken, self.open = script, 0, 0

    def below(self, n: int, label: str) -> int:
        if self.taken < len(self.script):
            self.taken += 1
            return self.script[self.taken - 1]
        self.open = n
        raise _Undecided


class _Undecided(Exception):
    """Something is drawn that the script does not say."""


class NotSmall(Exception):
    """There are too many states, perhaps without end."""


class World(NamedTuple):
    """The states by their keys, what follows each (nothing: the game is over), and how many there are at each distance
    from the position, as perft counts them."""

    states: dict[Key, State]
    after: dict[Key, set[Key]]
    by_distance: list[int]

    @property
    def ends(self) -> set[Key]:
        """The states in which the game is over."""
        return {key for key, g in self.states.items() if not g.agenda}

    def from_which_an_end_is_reached(self) -> set[Key]:
        """All states from which some moves and draws lead to an end."""
        before = dict[Key, list[Key]]()
        for key, following in self.after.items():
            for other in following:
                before.setdefault(other, []).append(key)
        found, waiting = self.ends, deque(self.ends)
        while waiting:
            for key in before.get(waiting.popleft(), ()):
                if key not in found:
                    found.add(key)
                    waiting.append(key)
        return found


def explored(game: Game, start: State, same: Callable[[Any], Any]) -> World:
    """Everything that can be reached. `same`: what makes two states the same, such as their pieces without the order in
    which nobody takes them. Raises NotSmall."""
    first = _encode(same(start))
    states, after, level, by_distance = {first: start}, dict[Key, set[Key]](), [first], [1]
    while level:
        new = list[Key]()
        for key in level:
            found = {_encode(same(other)): other for other in following(game, states[key])}
            after[key] = {*found}
            for other in found.keys() - states.keys():
                states[other] = found[other]
                new.append(other)
        if len(states) > MOST:
            raise NotSmall
        level = new
        by_distance += [len(level)] if level else []
    return World(states, after, by_distance)


def following(game: Game, g: State) -> Iterator[State]:
    """The states after each answer of each seat that is asked, with everything that may be drawn for it."""
    for seat, move in answers(game, g):
        yield from outcomes_of(game, g, seat, move)


def answers(game: Game, g: State) -> Iterator[tuple[Seat, Move]]:
    """Every listed answer, seat by seat."""
    for seat in g.question.seats if g.agenda else ():
        yield from ((seat, move) for move in moves(game, g, seat))


def outcomes_of(game: Game, g: State, seat: Seat, move: Move) -> Iterator[State]:
    """The states after this move, one for each way in which draws may come."""
    scripts = [list[int]()]
    while scripts:
        draws = _Draws(scripts.pop())
        try:
            yield play(game, g, seat, move, Dealer(draws))
        except _Undecided:
            scripts += [[*draws.script, each] for each in range(draws.open)]


def grouped(states: Iterable[State], by: Callable[[State], Any]) -> dict[bytes, list[State]]:
    """The states that look the same."""
    groups = dict[bytes, list[State]]()
    for g in states:
        groups.setdefault(msgspec.json.encode(by(g)), []).append(g)
    return groups
