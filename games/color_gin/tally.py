"""The score sheet in numbers: what a round adds to it, and how the match then stands."""

from functools import lru_cache
from typing import NamedTuple, Self

from games.color_gin.cards import SUITS
from games.color_gin.evaluator import RANKS_OF_A_SUIT, Bits, Spoils
from games.color_gin.laid_open import WayOut
from games.color_gin.options import Options
from games.color_gin.prospects import NOBODY, best_pair, share_of_first, share_of_team
from games.color_gin.rules import State
from games.engine import Seat


class Tally(NamedTuple):
    """The score sheet between two rounds."""

    options: Options
    scores: tuple[int, ...]
    """The first seat's suits, then the second's."""
    closed: tuple[Seat, ...]
    """For each suit the seat that has won it, or nobody."""

    @property
    def shut(self) -> Spoils:
        """The suits that are closed."""
        return sum([1 << suit for suit, winner in enumerate(self.closed) if winner != NOBODY])

    def open_to(self, way: WayOut) -> Spoils:
        """The suits in which this way out may score."""
        return way.may_score(self.shut)

    def after(self, out: Seat, way: WayOut, against: int) -> Self:
        """The sheet after somebody has gone out, against this much deadwood in the other hand."""
        suits = self.open_to(way)
        if not suits:
            return self
        if way.is_gin:
            return self._with(out, against + self.options.gin_bonus, suits)
        if way.points < against:
            return self._with(out, against - way.points, suits)
        if way.points == against and self.options.equal_counts == "nobody":
            return self
        return self._with(1 - out, way.points - against + self.options.undercut_bonus, suits)

    def _with(self, seat: Seat, points: int, suits: Spoils) -> Self:
        scores, closed = [*self.scores], [*self.closed]
        for suit in range(4):
            if suits >> suit & 1 and points:
                scores[seat * 4 + suit] += points
                if scores[seat * 4 + suit] >= self.options.target:
                    closed[suit] = seat
        return self._replace(scores=tuple(scores), closed=tuple(closed))

    def share(self, seat: Seat) -> float:
        """This seat's share of the match."""
        if self.options.is_team:
            return share_of_team(self.scores, self.closed, self.options.target)
        first = share_of_first(self.scores, self.closed, self.options.target)
        return 1 - first if seat else first


@lru_cache(maxsize=256)
def wanted(tally: Tally, seat: Seat) -> Bits:
    """The cards of the suits that this seat of a team has yet to win, which it should not be left with. Between
    opponents that is not worth a card that fits."""
    if not tally.options.is_team:
        return 0
    first = best_pair(tally.scores, tally.closed, tally.options.target)
    suits = [suit for suit in range(4) if (suit in first) == (seat == 0)]
    return sum(RANKS_OF_A_SUIT << 13 * suit for suit in suits if tally.closed[suit] == NOBODY)


def tally(g: State) -> Tally:
    """The tally of a table."""
    scores = tuple(columns[suit] for columns in g.scores for suit in SUITS)
    return Tally(g.options, scores, tuple(g.closed.get(suit, NOBODY) for suit in SUITS))
