"""Estimates each seat's chance to win by playing on as sensible players do.

The same luck is tried after every step, so that a step that changes nothing does not change the chances.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from games.engine import Game, Outcome, Seat, State
from games.record import Moment
from games.search import FastRandom
from games.steadying import Sample
from games.strategy import Strategy, World

PER_CENT: Final = 100
PROBES: Final = 4
"""If this many worlds are alike, all are taken to be."""

Chances: TypeAlias = list[int]
"""By seat, in hundredths."""


class Odds:
    """The chances after the steps of one game. `seeds`: the luck to try."""

    def __init__(self, game: Game, strategy: Strategy, seats: int, seeds: Sequence[int]) -> None:
        self._game, self._strategy, self._seats, self._seeds = game, strategy, range(seats), seeds
        self._played: dict[Hashable, Sample] = {}

    def known(self, moment: Moment) -> list[Sample]:
        """Results of rollouts for each seat, in worlds that are possible as far as it could know."""
        over = result(self._game, moment.state)
        return [over] * len(self._seats) if over else [self._known_to(seat, moment) for seat in self._seats]

    def _known_to(self, seat: Seat, moment: Moment) -> Sample:
        heard = moment.heard_by(seat)

        def world(luck: FastRandom) -> World:
            return self._strategy.world(self._game.scramble(moment.state, seat, luck), seat, heard, luck)

        return self._sample(moment, world)

    def exact(self, moment: Moment, exact: Callable[[State, FastRandom], World]) -> Sample:
        """Results of rollouts from the real state."""
        return result(self._game, moment.state) or self._sample(moment, lambda luck: exact(moment.state, luck))

    def _sample(self, moment: Moment, world: Callable[[FastRandom], World]) -> Sample:
        probes = 1 if self._strategy.is_certain(moment.state) else PROBES
        first, *others = [world(FastRandom(seed)) for seed in self._seeds[:probes]]
        key = content(first)
        if any(content(other) != key for other in others):
            return [world(FastRandom(seed)).playout(FastRandom(seed)) for seed in self._seeds]
        # Nothing is hidden: the same world for every luck, and perhaps for other seats and at other steps.
        if key not in self._played:
            self._played[key] = [first.clone().playout(FastRandom(seed)) for seed in self._seeds]
        return self._played[key]


def content(thing: Any) -> Hashable:
    """The content of a world: two worlds with equal content play on alike with the same luck."""
    if isinstance(thing, list | tuple):
        return tuple(map(content, thing))
    if isinstance(thing, dict):
        return tuple(map(content, thing.items()))
    if isinstance(thing, Struct):
        return tuple(content(getattr(thing, name)) for name in thing.__struct_fields__)
    slots = [name for kind in type(thing).__mro__ for name in vars(kind).get("__slots__", ())]
    names = [*slots, *getattr(thing, "__dict__", ())]
    return tuple(content(getattr(thing, name)) for name in names) if names else thing


def result(game: Game, state: State) -> Sample | None:
    """How the win was shared, if the game is over."""
    outcome = None if state.question else game.outcome(state)
    return [shares(outcome)] if outcome else None


def shares(outcome: Outcome) -> list[float]:
    """Each seat's share of the win; a team wins or fails as one."""
    seats, winners = range(len(outcome.scores)), outcome.winners
    if outcome.team is not None or not winners:
        return [float(seat in winners) for seat in seats]
    return [(seat in winners) / len(winners) for seat in seats]


def hundredths(share: float) -> int:
    """The share as a whole number."""
    return round(PER_CENT * share)
