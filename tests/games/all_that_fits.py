"""What a viewer can know, by brute force: all states that fit everything they were sent, step by step from a deal on.

Beside it goes a follower of games/knowledge.py, which is told the same and keeps no states.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import reduce
from operator import and_
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from games.dealer import Line
from games.engine import Game, Seat, State, free
from games.knowledge import Follower, Possible
from tests.games.really import REALLY
from tests.games.secrecy import as_sent
from tests.games.small_worlds import Ways, every_way, following, outcomes_of

Plain: TypeAlias = Callable[[Any], State]
"""A state without what can go on for ever and hides nothing, such as the numbers of questions."""


class Mind(NamedTuple):
    """A follower, and all states that fit what it was told."""

    follower: Follower
    fitting: list[State]


class SmallWorld(NamedTuple):
    """Where minds wander: a game, through these eyes."""

    game: Game
    seats: int
    you: Seat | None
    plain: Plain
    ways: Ways = every_way

    def minds(self, deals: list[State], follower: Follower, said: Sequence[Line] = ()) -> Iterator[Mind]:
        """All that come from these deals, which look the same at first, each once and the nearest first. `said`: what
        was heard of the deal."""
        first = Mind(follower, [self.plain(g) for g in deals])
        follower.follow(self.game.view(deals[0], self.you), said)
        seen, waiting = {_key(first)}, deque([first])
        while waiting:
            mind = waiting.popleft()
            yield mind
            for other in self.after(mind):
                if (key := _key(other)) not in seen:
                    seen.add(key)
                    waiting.append(other)

    def after(self, mind: Mind) -> Iterator[Mind]:
        """What this mind becomes, for everything that it may be sent next."""
        sent = dict[bytes, list[tuple[State, list[Line]]]]()
        for g in mind.fitting:
            for other, lines in self._following(g):
                sent.setdefault(as_sent(self.game, other, self.you, lines), []).append((other, lines))
        for group in sent.values():
            follower, (other, lines) = deepcopy(mind.follower), group[0]
            follower.follow(self.game.view(other, self.you), [line for line in lines if line.reaches(self.you)])
            yield Mind(follower, _each_once(self.plain(g) for g, _ in group))

    def _following(self, g: State) -> Iterator[tuple[State, list[Line]]]:
        yield from following(self.game, g, self.ways)
        for seat in range(self.seats):
            for move in free(self.game, g, seat):
                yield from outcomes_of(self.game, g, seat, move, self.ways)

    def differences(self, mind: Mind) -> Iterator[str]:
        """Where the follower says anything else than all that fits. When the game is over, nothing is hidden."""
        if mind.fitting[0].agenda:
            told = {str(place.where): place for place in mind.follower.places()}
            truths = [REALLY[self.game.key](g, self.you) for g in mind.fitting]
            if any(truth.keys() != told.keys() for truth in truths):
                yield f"these places are hidden: {[*truths[0]]}, and not {[*told]}"
                return
            for where, place in told.items():
                possible = [truth[where] for truth in truths]
                if not says(place, possible):
                    yield f"{place}, but there is {possible}"


def says(place: Possible, truths: list[Any]) -> bool:
    """Whether the place may hold each of these, and nothing else: in order, where it has one."""
    if isinstance(truths[0], Counter):
        certain = reduce(and_, truths)
        others = {thing for truth in truths for thing in truth - certain}
        holds = Counter(thing for thing in place.holds if thing is not None)
        return (holds, {*place.could}) == (certain, others) and {truth.total() for truth in truths} == {
            len(place.holds)
        }
    held = [{thing} if thing is not None else {*place.could} for thing in place.holds]
    return {*map(len, truths)} == {len(held)} and held == [{*things} for things in zip(*truths, strict=True)]


def alike(game: Game, deals: list[State], you: Seat | None) -> list[list[State]]:
    """The deals that look the same to this viewer."""
    groups = dict[bytes, list[State]]()
    for g in deals:
        groups.setdefault(as_sent(game, g, you), []).append(g)
    return [*groups.values()]


# --- The same mind ------------------------------------------------------------------------------------------


def _key(mind: Mind) -> Any:
    remembered = {name: value for name, value in vars(mind.follower).items() if name != "_view"}
    return frozenset(map(_written, mind.fitting)), _frozen(remembered)


def _each_once(states: Iterator[State]) -> list[State]:
    return [*{_written(g): g for g in states}.values()]


def _written(g: State) -> bytes:
    return _encode(msgspec.to_builtins(g, str_keys=True, order="sorted"))


def _frozen(thing: Any) -> Any:
    if isinstance(thing, dict):
        return frozenset((key, _frozen(value)) for key, value in thing.items())
    if isinstance(thing, list | set):
        return type(thing).__name__, (frozenset if isinstance(thing, set) else tuple)(map(_frozen, thing))
    return _frozen(vars(thing)) if hasattr(thing, "__dict__") else thing


_encode: Final = msgspec.msgpack.Encoder().encode
