"""Sin Color in hindsight: both sides of every coin, whole stacks, and who was busiest."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from games.dealer import Line
from games.draws import Draws, of_lines
from games.engine import Chair, Seat, Text, say
from games.hindsight import by_seat, new_leader, only_first, those
from games.piecepack import VALUES, value_named
from games.sin_color.pieces import Face, Tile
from games.sin_color.rules import State

FEWEST_TRADES = 2
FEWEST_PAID = 2
FEWEST_TURNED = 3
DRAWS: Final = Draws("die", [*map(value_named, VALUES)], VALUES.index, of_lines("threw", "threw_null"))
"""What each seat threw; in a trade, both throw."""


class Beneath(Struct, frozen=True):
    """Both sides of the coins of every seat, by their places, and each stack from the top down."""

    coins: list[list[Face]]
    stacks: list[list[Tile]]


def beneath(g: State) -> Beneath:
    """Everything that lies covered."""
    return Beneath([[coin.face for coin in row] for row in g.rows], [list(tiles) for tiles in g.stacks])


def turning(before: State, after: State, lines: Sequence[Line]) -> list[Text]:
    """Somebody now has the fewest coins alone, or only one coin left."""
    fewest = new_leader(*([-len(row) for row in g.rows] for g in (before, after)))
    last = [seat for seat, row in enumerate(after.rows) if len(row) == 1 < len(before.rows[seat])]
    return [*fewest, *(say("{seat} has only one coin left.", seat=Chair(seat)) for seat in last)]


def facts(g: State, lines: Sequence[Line]) -> list[Text]:
    """Who traded and paid most, and whose coins turned."""
    return [*_traders(lines), *_first_to_pay(lines), *_payers(lines), *_turners(lines)]


def _traders(lines: Sequence[Line]) -> Iterator[Text]:
    traded = Counter[Seat]()
    for line in those(lines, "traded"):
        traded.update(line.text.with_[word].seat for word in ("seat", "partner"))
    if (found := only_first(traded, FEWEST_TRADES)) is not None:
        yield say("{seat} traded most often: {times} times.", seat=Chair(found[0]), times=found[1])


def _first_to_pay(lines: Sequence[Line]) -> Iterator[Text]:
    for line in those(lines, "paid")[:1]:
        yield say("The first coin was paid by {seat}.", seat=line.text.with_["seat"])


def _payers(lines: Sequence[Line]) -> Iterator[Text]:
    if (found := only_first(by_seat(lines, "paid"), FEWEST_PAID)) is not None:
        yield say("{seat} paid the most coins: {coins}.", seat=Chair(found[0]), coins=found[1])


def _turners(lines: Sequence[Line]) -> Iterator[Text]:
    if (found := only_first(by_seat(lines, "turned_over"), FEWEST_TURNED)) is not None:
        yield say("{seat} turned coins over most often: {times}.", seat=Chair(found[0]), times=found[1])
