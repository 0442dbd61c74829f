"""How a strong bot decides: it plays each sensible answer out in possible worlds, and compares.

The policy is what a careful player does. Its move stands unless another is clearly better, because near-equal answers
drown in noise. All answers are compared in the same worlds with the same luck, and answers that fall behind are
dropped. The budget is a number of rollouts and not a time: the same seed gives the same move.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from msgspec import Struct

from games.dealer import Chance, Line
from games.engine import Bot, Game, Move, Seat
from games.strategy import Strategy, World

__all__ = [
    "GATE",
    "Appraisal",
    "FastRandom",
    "Strategy",
    "World",
    "appraise",
    "brought",
    "chosen",
    "missed",
    "strongest",
]

GATE: Final = 1.5
"""Standard errors by which a move must be better than the policy's to replace it."""
BEHIND: Final = 2.5
"""Standard errors behind the best at which a move is dropped."""
BATCH: Final = 8
"""Number of worlds after which moves that are behind are dropped."""
PROMISING: Final = 0.75
"""Standard errors by which an answer must be better to be worth a proof."""
PROOF: Final = 4
"""Rollouts to prove a better answer, as a multiple of those to find it."""
CLOSER: Final = 4
"""The same for an answer whose worth shows in few worlds."""
PROVEN: Final = 3.0
"""Standard errors better at which an answer needs no further proof …"""
DOUBTS: Final = 1.0
"""… worse at which it is dropped at first …"""
SURE: Final = 1.75
"""… and better that it needs at the end."""
SELDOM: Final = 3 / 16
"""No standard error is taken to be below this part of one world: what has made no difference so far may do so now and
then."""
ALIKE: Final = 40
"""Worlds with equal results after which two answers count as equal."""


class Appraisal(Struct, frozen=True):
    """What a move is worth to its seat."""

    move: Any
    gain: float
    """Its chance to win minus that of the policy's move."""
    error: float
    """The standard error of the gain."""
    worlds: int
    """Number of worlds in which both were played out."""
    is_usual: bool = False
    """Whether it is the policy's move itself, or its stand-in."""

    @property
    def is_alike(self) -> bool:
        """Whether it had the same result as the other in every world."""
        return not self.gain and not self.error


def strongest(game: Game, seen: Any, seat: Seat, heard: Sequence[Line], chance: Chance, share: float = 1.0) -> Move:
    """The policy's move, unless another is clearly better that was not dropped: in a few worlds luck is enough.
    `share`: of the usual number of rollouts."""
    rollouts = max(1, round(share * brought(game)[0].rollouts))
    move: Move = chosen(appraise(game, seen, seat, heard, chance, rollouts)).move
    return move


def chosen(appraisals: Sequence[Appraisal]) -> Appraisal:
    """The appraisal, of all for a decision, whose move a strong bot makes."""
    worlds = max(appraisal.worlds for appraisal in appraisals)
    better = (each for each in appraisals if each.worlds == worlds and _is_clear(each))
    return next(better, None) or next(each for each in appraisals if each.is_usual)


def appraise(
    game: Game, seen: Any, seat: Seat, heard: Sequence[Line], chance: Chance, rollouts: int | None = None
) -> list[Appraisal]:
    """The values of the sensible answers, best first. `seen`: a scramble for this seat."""
    strategy, policy = brought(game)
    usual = policy(seen, seat, heard, chance)
    moves = [usual, *_others(usual, strategy.candidates(seen, seat, heard, chance))]
    return _Worlds(strategy, seen, seat, heard).compare(moves, chance, rollouts)


def missed(
    game: Game,
    seen: Any,
    seat: Seat,
    heard: Sequence[Line],
    played: Move,
    chance: Chance,
    rollouts: int | None = None,
    *,
    widely: bool = True,
) -> Appraisal | None:
    """The answer that would clearly have been better than the one played, and by how much; None if there was none.
    `widely`: search all sensible answers, not only the policy's. `rollouts`: to find one; several times as many are
    played to prove it."""
    strategy, policy = brought(game)
    usual = policy(seen, seat, heard, chance)
    worlds = _Worlds(strategy, seen, seat, heard)
    rivals, compared = [usual], list[Appraisal]()
    if widely:
        moves = [played, *_others(played, [usual, *strategy.candidates(seen, seat, heard, chance)])]
        enough = max(rollouts or strategy.rollouts, strategy.looks * len(moves))
        compared = worlds.compare(moves, chance, enough, strategy.worth_telling)
        best = compared[0]
        rivals = [best.move, usual] if best.gain > PROMISING * best.error else rivals
    # The best of many owes part of its lead to luck: it has to be better in other worlds, too.
    alike = {each.move: each.worlds for each in compared if each.is_alike}
    proven = (worlds.proven(played, rival, alike.get(rival, 0), chance, rollouts) for rival in _others(played, rivals))
    return next((better for better in proven if better), None)


def _is_clear(appraisal: Appraisal) -> bool:
    return appraisal.gain > GATE * appraisal.error


def brought(game: Game) -> tuple[Strategy, Bot]:
    """The strategy and the policy of a game that has them."""
    strategy = game.strategy
    policy = game.careful if strategy is None else strategy.policy or game.careful
    if strategy is None or policy is None:
        raise ValueError(f"{game.title} brings no strategy")
    return strategy, policy


class _Worlds:
    """The possible worlds, as far as a seat knows."""

    def __init__(self, strategy: Strategy, seen: Any, seat: Seat, heard: Sequence[Line]) -> None:
        self._strategy, self._seen, self._seat, self._heard = strategy, seen, seat, heard
        self._only: World | None = None

    def _world(self, luck: "FastRandom") -> World:
        """One of them."""
        if self._only is not None:
            return self._only
        world = self._strategy.world(self._seen, self._seat, self._heard, luck)
        self._only = world if self._strategy.is_certain(self._seen) else None
        return world

    def compare(self, moves: list[Move], chance: Chance, rollouts: int | None, least: float = 0.0) -> list[Appraisal]:
        """The values of these moves compared with the first of them, best first; as long as one may gain as much as
        `least`."""
        scales = _Scales(moves, least)
        if len(moves) > 1:
            luck = FastRandom(chance.below(FastRandom.SEEDS, "search"))
            budget = rollouts or self._strategy.rollouts
            while budget >= len(scales.alive) > 1:
                budget -= scales.weigh(self._world(luck), self._seat, luck)
        return scales.appraisals()

    def proven(self, played: Move, rival: Move, alike: int, chance: Chance, rollouts: int | None) -> Appraisal | None:
        """The rival if it is clearly better, however long it takes to tell; None otherwise. `alike`: the number of
        worlds in which it had the same result, if it had in all of them."""
        least = self._strategy.worth_telling
        scales, luck = _Scales([played, rival], least), FastRandom(chance.below(FastRandom.SEEDS, "proof"))
        enough = max(2 * BATCH, rollouts or self._strategy.rollouts, CLOSER * self._strategy.looks)
        for spent in range(2 * BATCH, PROOF * enough + 1, 2 * BATCH):
            for _ in range(BATCH):
                scales.weigh(self._world(luck), self._seat, luck)
            better = scales.appraisal_of(1)
            error = max(better.error, 1 / better.worlds)  # a few worlds are easily all alike
            if better.is_alike and better.worlds + alike >= ALIKE:
                return None
            is_behind = better.gain <= _asked_for(spent / (PROOF * enough)) * error
            if scales.gains_too_little(1) or (is_behind and spent >= 2 * self._strategy.looks):
                return None
            if spent >= enough and better.gain > PROVEN * better.error:
                break
        return better if better.gain >= least else None


def _asked_for(part: float) -> float:
    """How many standard errors better an answer must be after this part of its proof to stay in it."""
    return (1 - part) * -DOUBTS + part * SURE


def _others(usual: Move, moves: Sequence[Move]) -> list[Move]:
    others: list[Move] = []
    for move in moves:
        if move != usual and move not in others:
            others.append(move)
    return others


class _Scales:
    """The candidates side by side; the first, usually the policy's, stays until all others are dropped."""

    def __init__(self, moves: list[Move], least: float = 0.0) -> None:
        """`least`: a move that gains less than this is dropped; 0: it is not."""
        self._least = least
        self.alive = list(range(len(moves)))
        self._moves = moves
        self._shares: list[list[float]] = [[] for _ in moves]
        self._worlds = 0

    def weigh(self, world: World, seat: Seat, luck: "FastRandom") -> int:
        """Plays the remaining candidates out in this world, with the same luck; returns how many they were."""
        seed, weighed = luck.below(FastRandom.SEEDS), len(self.alive)
        for number in self.alive:
            one, same = world.clone(), FastRandom(seed)
            one.play(seat, self._moves[number], same)
            self._shares[number].append(one.playout(same)[seat])
        self._worlds += 1
        if self._worlds % BATCH == 0:
            self._give_up_those_behind()
        return weighed

    def _give_up_those_behind(self) -> None:
        leader = max(self.alive, key=lambda number: sum(self._shares[number]))
        self.alive = [
            number
            for number in self.alive
            if number == 0 or not (self._is_behind(number, leader) or self.gains_too_little(number))
        ]

    def gains_too_little(self, number: int) -> bool:
        """Whether the move clearly gains less than the least."""
        gain, error = _difference(self._shares[number], self._shares[0])
        return gain + BEHIND * max(error, SELDOM / self._worlds) < self._least

    def _is_behind(self, number: int, leader: int) -> bool:
        gain, error = _difference(self._shares[number], self._shares[leader])
        return gain < -BEHIND * error

    def appraisals(self) -> list[Appraisal]:
        compared = [self.appraisal_of(number) for number in range(len(self._moves))]
        return sorted(compared, key=lambda appraisal: -appraisal.gain)

    def appraisal_of(self, number: int) -> Appraisal:
        shares, usual = self._shares[number], self._shares[0]
        return Appraisal(self._moves[number], *_difference(shares, usual), worlds=len(shares), is_usual=shares is usual)


def _difference(shares: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """The mean difference over the worlds common to both, and its standard error."""
    differences = [share - other for share, other in zip(shares, others, strict=False)]
    worlds = len(differences)
    if worlds < 2:
        return sum(differences), 1.0
    mean = sum(differences) / worlds
    spread = sum((difference - mean) ** 2 for difference in differences) / (worlds - 1)
    return mean, sqrt(spread / worlds)


class FastRandom:
    """A fast chance for rollouts; never for a room, where nobody may be able to predict a draw."""

    SEEDS: Final = 2**32

    def __init__(self, seed: int) -> None:
        self._state = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF

    def below(self, n: int, label: str = "") -> int:
        """A draw that is even enough: the upper half of a linear congruential generator (Knuth's MMIX)."""
        self._state = state = (self._state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (state >> 32) * n >> 32
