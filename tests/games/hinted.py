"""Decisions of careful games as hints see them, for tests that hold what is said to the table as it is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from games import GAMES
from games.bot import Seeded
from games.dealer import Line
from games.engine import Move, Seat, State, Text
from games.strategy import Strategy
from tests.games.played import sample, steps
from tests.support.effort import amount

ONE_IN: Final = amount(3, 1)
Claim: TypeAlias = Callable[[Any], Any]
"""Whether what a sentence claims is so."""


class Decision(Struct):
    """A decision: the table as it is, as its seat sees it, everything the seat has heard, and the sensible answers."""

    g: State
    seen: Any
    seat: Seat
    heard: Sequence[Line]
    answers: Sequence[Move]
    strategy: Strategy

    def reason(self, move: Move) -> Text | None:
        """What is said for this move."""
        return self.strategy.reason(self.seen, self.seat, self.heard, move)

    def lacks(self, best: Move, other: Move) -> Text | None:
        """What is said of the other move."""
        return self.strategy.lacks(self.seen, self.seat, self.heard, best, other)


def decisions(key: str) -> Iterator[Decision]:
    """Some decisions among several answers, at tables of every size."""
    game, number = GAMES[key], 0
    assert game.strategy is not None and game.careful is not None
    for seats in game.seats:
        for playthrough in sample(key, seats):
            said = list(playthrough.lines)
            for g, step in steps(playthrough):
                number += 1
                heard = [line for line in said if line.reaches(step.seat)]
                said += step.lines
                if number % ONE_IN == 0 and step.seat in g.question.seats:
                    chance = Seeded(f"{key}/{number}")
                    seen = game.scramble(g, step.seat, chance)
                    usual = game.careful(seen, step.seat, heard, chance)
                    others = game.strategy.candidates(seen, step.seat, heard, chance)
                    answers = list(dict.fromkeys([usual, *others]))
                    yield Decision(g, seen, step.seat, heard, answers, game.strategy)


def everything_said(key: str, what: str) -> Iterator[tuple[Decision, Any, Any, Text]]:
    """Every reason for a move, or what it lacks beside the best one, in these decisions: the decision, the move, the
    best one, and the sentence. `what`: "reason" or "lacks"."""
    for decision in decisions(key):
        best, *others = decision.answers
        for move in others if what == "lacks" else decision.answers:
            said = decision.reason(move) if what == "reason" else decision.lacks(best, move)
            if said is not None:
                yield decision, move, best, said


def claim_of(said: Text, claims: Mapping[str, Claim]) -> Claim:
    """What this sentence claims, by how it begins."""
    (claim,) = [claim for beginning, claim in claims.items() if said.text.startswith(beginning)]
    return claim


def given(words: Any) -> list[str]:
    """A list of arguments as English words."""
    return [str(word) for word in words]
