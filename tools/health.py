"""Statistics of many games of one kind."""

import re
from collections import Counter
from collections.abc import Iterable
from statistics import median
from typing import Self

from msgspec import Struct

from games.engine import Seat
from tools.arena import Played, wilson


class Health(Struct, frozen=True):
    """The statistics of some games."""

    games: int
    seats: int
    usual: float
    """The median number of decisions."""
    most: int
    rounds: float | None
    """The same in rounds, if the game counts them."""
    first: float
    ties: int
    too_soon: int
    reached: int
    """How often a team reached its goal."""
    ends: dict[str, int]

    @classmethod
    def of(cls, seats: int, played: Iterable[Played]) -> Self:
        record = [*played]
        decisions = [each.decisions for each in record]
        rounds = [each.last.round for each in record if hasattr(each.last, "round")]
        return cls(
            games=len(record),
            seats=seats,
            usual=median(decisions),
            most=max(decisions),
            rounds=median(rounds) if rounds else None,
            first=sum(share_of(each.begins, each) for each in record),
            ties=sum(len(each.outcome.winners) > 1 for each in record),
            too_soon=sum(len(each.moved) < seats for each in record),
            reached=sum(each.outcome.team is not None for each in record),
            ends=dict(Counter(each.outcome.why.text for each in record).most_common()),
        )

    def of_rivals(self) -> list[str]:
        """The cells of a row, from the decisions on."""
        first = f"{self.first / self.games:.0%} ({between(self.first, self.games)})"
        fair, ties, too_soon = 1 / self.seats, self.ties / self.games, self.too_soon / self.games
        return [self._decisions(), first, f"{fair:.0%}", f"{ties:.0%}", f"{too_soon:.0%}", self._ends()]

    def of_a_team(self) -> list[str]:
        reached = f"{self.reached / self.games:.0%} ({between(self.reached, self.games)})"
        return [self._decisions(), reached, self._ends()]

    def _decisions(self) -> str:
        rounds = "" if self.rounds is None else f", in {self.rounds:g} rounds"
        return f"{self.usual:.0f}, {self.most}{rounds}"

    def _ends(self) -> str:
        return "; ".join(f"{number / self.games:.0%} {_readable(why)}" for why, number in self.ends.items())


def share_of(seat: Seat | None, each: Played) -> float:
    return (seat in each.outcome.winners) / max(1, len(each.outcome.winners))


def between(won: float, games: int) -> str:
    low, high = wilson(won, games)
    return f"{low:.0%}–{high:.0%}"


def _readable(why: str) -> str:
    """A sentence without its arguments."""
    return f"“{re.sub(r'{[a-z_]+}', '…', why)}”"
