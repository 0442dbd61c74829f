"""What a bot thinks about for long, so that another process can do it: what its seat may know, and nothing else.

The seed follows from the game, so that every process that thinks about the same decision comes to the same answer.
"""

from collections.abc import Sequence
from math import hypot
from typing import Any, Final

from msgspec import Struct

from games.bot import Seeded
from games.dealer import Chance, Line
from games.engine import Game, Move, Seat, State, Text
from games.search import GATE, Appraisal, appraise, chosen, strongest

MOST_ADVICE: Final = 3


class Thought(Struct, frozen=True):
    """A decision of a seat: a scramble of the state, the lines that the seat has heard, and where chance starts."""

    rules: str
    seen: Any
    seat: Seat
    heard: list[Line]
    seed: str

    def __repr__(self) -> str:
        return f"<Thought: {self.rules}, seat {self.seat}>"  # what a seat knows may not come to stand in a log


class Advice(Struct, frozen=True):
    """An answer, and how it compares with the best. `behind`: by how many of a hundred games it wins fewer; 0 where
    that is too little to tell, or nobody has counted."""

    move: Any
    label: Text
    behind: int = 0


class Hint(Struct, frozen=True):
    """The best answers of a seat, the best one first, and why that one, if there is a reason in words."""

    answers: list[Advice]
    reason: Text | None = None
    counted: bool = True
    """Whether games were played ahead to compare them; False: the first is what a careful player does."""


def thought_of(game: Game, g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Thought:
    """The decision of an asked seat."""
    return Thought(game.rules, game.scramble(g, seat, chance), seat, [*heard], str(chance.below(2**48, "seed")))


def strong_move(game: Game, thought: Thought) -> Move:
    """What a strong bot answers."""
    return strongest(game, thought.seen, thought.seat, thought.heard, Seeded(thought.seed))


def hint(game: Game, thought: Thought) -> Hint:
    """The best answers by games played ahead. The first is what a strong bot answers."""
    found = appraise(game, thought.seen, thought.seat, thought.heard, Seeded(thought.seed))
    best = chosen(found)
    others = [each for each in found if each is not best]
    answers = [_advice(best, 0), *(_advice(each, _behind(each, best)) for each in others)]
    answers.sort(key=lambda advice: advice.behind)  # the best stays first: none is ahead of it
    return Hint(answers[:MOST_ADVICE], _reason(game, thought, best.move))


def quick_hint(game: Game, thought: Thought) -> Hint:
    """What a careful player answers: for when nobody can play ahead."""
    assert game.careful is not None
    move = game.careful(thought.seen, thought.seat, thought.heard, Seeded(thought.seed))
    return Hint([Advice(move, move.label())], _reason(game, thought, move), counted=False)


def _behind(each: Appraisal, best: Appraisal) -> int:
    """Within the gate they are about equal."""
    loss = best.gain - each.gain
    return max(0, round(100 * loss)) if loss > GATE * hypot(each.error, best.error) else 0


def _advice(appraisal: Appraisal, behind: int) -> Advice:
    return Advice(appraisal.move, appraisal.move.label(), behind)


def _reason(game: Game, thought: Thought, move: Move) -> Text | None:
    if game.strategy is None:
        return None
    return game.strategy.reason(thought.seen, thought.seat, thought.heard, move)
