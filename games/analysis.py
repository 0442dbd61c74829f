"""Where a finished game turned: each seat's chance to win after every step, and what luck and choices contributed.

A game is analysed in two ways: as each seat could know it at the time, and as it was.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial
from itertools import pairwise
from typing import Final, Self, TypeVar

from msgspec import Struct

from games.engine import Game, Seat, Text, is_answer
from games.odds import Chances, Odds, hundredths
from games.record import Made, Moment, Record, moments, move_of
from games.search import FastRandom, brought, missed
from games.steadying import Sample, steadied

FOR_CHANCES: Final = 3000
"""Total rollouts for the chances after the steps of a game of usual length …"""
FOR_CHOICES: Final = 6000
"""… and to judge its choices."""
LEAST_FOR_CHANCES: Final = 6
MOST_FOR_CHANCES: Final = 64
LEAST_FOR_A_CHOICE: Final = 40
MOST_FOR_A_CHOICE: Final = 120
LONG: Final = 200
"""Steps from which on a game counts as long."""
MOST_TURNS: Final = 3
LEAST_TURN: Final = 5
"""Hundredths by which a turning point changes somebody's chance, at least."""

T = TypeVar("T")


class Missed(Struct, frozen=True):
    """An answer that would clearly have been better than the one that was given, as far as its seat could know, and by
    how many hundredths."""

    seq: int
    """The number of the event in its room."""
    seat: Seat
    """The seat that answered."""
    better: Text
    """The better answer, as its button was labelled."""
    cost: int
    """How much better it was, in hundredths of a chance to win."""


class Curve(Struct, frozen=True):
    """One way to look at the game. `chances`: after each step. `luck`: by seat, whatever its own choices do not
    explain. `turns`: the steps with the greatest changes, in order."""

    chances: list[list[int]]
    """After each of the steps: by seat, its chance to win, in hundredths."""
    luck: list[int]
    """By seat: the change from the first chance to the last that its choices do not explain."""
    turns: list[int]
    """The up to three steps that changed somebody's chance most, counted from 0."""


class Analysis(Struct, frozen=True):
    """The analysis of a game. `seqs`: the events of the steps. `choices`: by seat, how much its choices changed, never
    above 0. In every curve a seat's luck and choices add up to its last chance less its first."""

    seqs: list[int]
    """The numbers of the events after which chances are given: the beginning, and each move."""
    choices: list[int]
    """By seat: how much its choices changed its chance to win, in hundredths; never above 0."""
    missed: list[Missed]
    """Answers that would clearly have been better than the ones given."""
    known: Curve
    """The game as each seat could know it then."""
    exact: Curve | None
    """The game as it was; null where that cannot be computed."""


class Effort(Struct, frozen=True):
    """How many rollouts are played for the chances after a step, and to judge a choice. A long game is analysed less
    closely: chances are computed only when a move that was not taken back passes the turn on, and choices are compared
    only with the policy's, unless that one is a matter of luck."""

    chances: int
    choice: int
    is_close: bool
    is_wide: bool
    """Whether choices are compared with all sensible answers."""

    @classmethod
    def of(cls, steps: int, looks: int = 0, for_chances: float = 1.0) -> Self:
        """The effort for a game of this many steps. `looks`, `for_chances`: its strategy's."""
        chances = min(MOST_FOR_CHANCES, max(LEAST_FOR_CHANCES, int(for_chances * FOR_CHANCES / steps)))
        choice = min(MOST_FOR_A_CHOICE, max(LEAST_FOR_A_CHOICE, FOR_CHOICES // steps))
        is_close = steps <= LONG
        is_wide = is_close or looks > 0
        return cls(chances, choice if is_wide else MOST_FOR_A_CHOICE, is_close, is_wide)


def analysis(game: Game, record: Record, seed: int, effort: Effort | None = None) -> Analysis:
    """The analysis of a game that was played to its end; the same for the same seed. Raises ValueError."""
    strategy, _ = brought(game)
    walked = [*moments(game, record)]
    if walked[-1].state.question is not None:
        raise ValueError("the game goes on")
    effort = effort or Effort.of(len(walked), strategy.looks, strategy.for_chances)
    mistakes = [*_mistakes(game, record, walked, FastRandom(seed), effort)]
    choices = [-sum(each.cost for each in mistakes if each.seat == seat) for seat in range(record.seats)]
    odds = Odds(game, strategy, record.seats, range(seed, seed + effort.chances))
    gone = set[int]() if effort.is_close else record.undone()
    known = _as_known(_after_each(walked, effort, gone, odds.known))
    exact = _after_each(walked, effort, gone, partial(odds.exact, exact=strategy.exact)) if strategy.exact else None
    return Analysis(
        [moment.seq for moment in walked],
        choices,
        mistakes,
        curve(known, choices),
        curve(_together(exact), choices) if exact else None,
    )


# --- Curves -------------------------------------------------------------------------------------------------


def _after_each(walked: Sequence[Moment], effort: Effort, gone: Set[int], odds: Callable[[Moment], T]) -> list[T]:
    """The odds after each step; in a long game, only when the turn passes on. `gone`: moves that were taken back, which
    are skipped, since somebody may make one and take it back a thousand times."""
    found: list[T] = []
    asked: tuple[Seat, ...] | None = None
    for moment in walked:
        now = moment.state.question.seats if moment.state.question else None
        if moment.seq in gone or (now == asked and not effort.is_close):
            found.append(found[-1])
        else:
            found.append(odds(moment))
            asked = now
    return found


def _as_known(found: Sequence[Sequence[Sample]]) -> list[Chances]:
    """Each seat's chances from what that seat alone knew; all from one estimate if everybody knew the same."""
    if all(sample is samples[0] for samples in found for sample in samples):
        return _together([samples[0] for samples in found])
    of_seats = [steadied(samples, [seat]) for seat, samples in enumerate(zip(*found, strict=True))]
    return [[hundredths(share) for (share,) in step] for step in zip(*of_seats, strict=True)]


def _together(samples: Sequence[Sample]) -> list[Chances]:
    """The chances of all seats, which change at the same steps."""
    return [[hundredths(share) for share in step] for step in steadied(samples, range(len(samples[0][0])))]


def curve(chances: list[Chances], choices: Sequence[int]) -> Curve:
    """The curve of these chances. Luck is the whole change less that of choices, so the two always add up."""
    luck = [last - first - choice for first, last, choice in zip(chances[0], chances[-1], choices, strict=True)]
    return Curve(chances, luck, turns(chances))


def turns(chances: Sequence[Chances]) -> list[int]:
    """The steps that changed somebody's chance most, in the order of the game."""
    swings = [
        (max(abs(after - before) for before, after in zip(*two, strict=True)), -step)
        for step, two in enumerate(pairwise(chances), 1)
    ]
    greatest = sorted(swing for swing in swings if swing[0] >= LEAST_TURN)[-MOST_TURNS:]
    return sorted(-step for _, step in greatest)


# --- Choices ------------------------------------------------------------------------------------------------


def _mistakes(
    game: Game, record: Record, walked: Sequence[Moment], luck: FastRandom, effort: Effort
) -> Iterator[Missed]:
    """Mistakes among the moves that were not taken back."""
    undone = record.undone()
    for before, step in zip(walked, record.played, strict=False):
        if isinstance(step, Made) and step.seq not in undone:
            yield from _mistake(game, before, step, luck, effort)


def _mistake(game: Game, before: Moment, made: Made, luck: FastRandom, effort: Effort) -> Iterator[Missed]:
    seat, move = made.seat, move_of(game, made)
    if not is_answer(game, before.state, seat, move):
        return
    seen, heard = game.scramble(before.state, seat, luck), before.heard_by(seat)
    better = missed(game, seen, seat, heard, move, luck, effort.choice, widely=effort.is_wide)
    if better and (cost := hundredths(better.gain)):
        yield Missed(made.seq, seat, better.move.label(), cost)
