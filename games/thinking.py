"""Decisions that take long, packed for another process: what the seat may know, and nothing else.

The seed is derived from the game, so that every process comes to the same answer for the same decision.
"""

from collections.abc import Sequence
from math import hypot
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.bot import Seeded
from games.dealer import Chance, Line
from games.engine import Game, Move, Seat, State, Text
from games.search import GATE, Appraisal, appraise, chosen, strongest

MOST_ADVICE: Final = 3


class Thought(Struct, frozen=True):
    """A decision of a seat: a scramble of the state, the lines that the seat has heard, and a seed."""

    rules: str
    seen: Any
    seat: Seat
    heard: list[Line]
    seed: str
    share: float = 1.0
    """How much of the usual effort there is time for: 0 to 1."""

    def __repr__(self) -> str:
        return f"<Thought: {self.rules}, seat {self.seat}>"  # what a seat knows may not end up in a log


class Advice(Struct, frozen=True):
    """An answer, and how it compares with the best. `behind`: how many fewer of a hundred games it wins; 0 if that is
    too little to tell, or was not computed. `lacks`: what the second best lacks, if there are words for it."""

    move: Any
    label: Text
    behind: int = 0
    lacks: Text | None = None


class Hint(Struct, frozen=True):
    """The best answers of a seat, best first, and the reason for the first, if there is one in words."""

    answers: list[Advice]
    reason: Text | None = None
    counted: bool = True
    """Whether they were compared by playing games ahead; False: the first is what a careful player does."""
    about: list[str] = []
    """The pieces and places that the reason names, as pages call them."""


def thought_of(game: Game, g: State, seat: Seat, heard: Sequence[Line], chance: Chance, share: float = 1.0) -> Thought:
    """The decision of an asked seat. `share`: of the usual effort."""
    seen, seed = game.scramble(g, seat, chance), str(chance.below(2**48, "seed"))
    return Thought(game.rules, seen, seat, [*heard], seed, share)


def share_for(game: Game, seats: int, seconds: float) -> float:
    """The share of a strong bot's effort that fits into this time. It depends on nothing that happened in the
    game: every node plays out as many games, and comes to the same answer."""
    return 1.0 if game.strategy is None else min(1.0, seconds / (game.strategy.costs_s * seats))


def searched(game: Game, thought: Thought) -> Move:
    """The answer of a bot that plays games ahead."""
    return strongest(game, thought.seen, thought.seat, thought.heard, Seeded(thought.seed), thought.share)


def hint(game: Game, thought: Thought) -> Hint:
    """The best answers, compared by playing games ahead. The first is a strong bot's answer."""
    found = appraise(game, thought.seen, thought.seat, thought.heard, Seeded(thought.seed))
    best = chosen(found)
    others = [each for each in found if each is not best]
    answers = [_advice(best, 0), *(_advice(each, _behind(each, best)) for each in others)]
    answers.sort(key=lambda advice: advice.behind)  # stable: the best stays first, as none is ahead of it
    answers[1:2] = [_compared(game, thought, best.move, second) for second in answers[1:2]]
    return _with_reason(game, thought, answers[:MOST_ADVICE], counted=True)


def quick_hint(game: Game, thought: Thought) -> Hint:
    """A careful player's answer, for when nobody can play ahead."""
    assert game.careful is not None
    move = game.careful(thought.seen, thought.seat, thought.heard, Seeded(thought.seed))
    return _with_reason(game, thought, [Advice(move, move.label())], counted=False)


def _behind(each: Appraisal, best: Appraisal) -> int:
    """How many hundredths behind the best; 0 within the gate, where they are about equal."""
    loss = best.gain - each.gain
    return max(0, round(100 * loss)) if loss > GATE * hypot(each.error, best.error) else 0


def _advice(appraisal: Appraisal, behind: int) -> Advice:
    return Advice(appraisal.move, appraisal.move.label(), behind)


def _compared(game: Game, thought: Thought, best: Move, second: Advice) -> Advice:
    assert game.strategy is not None
    return replace(second, lacks=game.strategy.lacks(thought.seen, thought.seat, thought.heard, best, second.move))


def _with_reason(game: Game, thought: Thought, answers: list[Advice], *, counted: bool) -> Hint:
    strategy, seen, seat = game.strategy, thought.seen, thought.seat
    reason = None if strategy is None else strategy.reason(seen, seat, thought.heard, answers[0].move)
    if strategy is None or reason is None:
        return Hint(answers, None, counted)
    return Hint(answers, reason, counted, strategy.about(seen, seat, reason))
