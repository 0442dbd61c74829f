"""The score sheet: a line for each round, and four columns for each player."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from games.color_gin.cards import Suit
from games.color_gin.showdown import Showdown
from games.engine import Seat

Columns: TypeAlias = Annotated[dict[Suit, int], Meta(min_length=4)]
"""What a player has in each suit."""


class Row(Struct, frozen=True, kw_only=True):
    """A round on the sheet. `out`: who went out; `counts`: what was left over, by seat; `suits`: those that scored."""

    round: int
    dealer: Seat
    out: Seat | None = None
    how: Literal["gin", "knock", "void"] = "void"
    counts: tuple[int, ...] | None = None
    winner: Seat | None = None
    points: int = 0
    suits: tuple[Suit, ...] = ()


Sheet: TypeAlias = tuple[Row, ...]
"""The rows so far. It stays the same object for a whole round."""


class ThisSheet:
    """A sheet as a cache key, by identity: to hash and compare all rows of a long match with every move would cost more
    than what is cached."""

    __slots__ = ("rows",)

    def __init__(self, rows: Sheet) -> None:
        self.rows = rows

    def __hash__(self) -> int:
        return id(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ThisSheet) and self.rows is other.rows


def row_of(round: int, dealer: Seat, shown: Showdown) -> Row:
    """The line for a round that somebody has ended."""
    return Row(
        round=round,
        dealer=dealer,
        out=shown.out,
        how=shown.how,
        counts=tuple(hand.count for hand in shown.hands),
        winner=shown.winner,
        points=shown.points,
        suits=shown.suits if shown.winner is not None else (),
    )
