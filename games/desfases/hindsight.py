"""Desfases in hindsight: the coins that lay suit side up, when timers stopped, and the best scores."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from games.dealer import Line
from games.desfases.board import Square
from games.desfases.rules import State, points, points_on
from games.desfases.view import coins_are_open
from games.engine import Chair, Seat, Text, say
from games.hindsight import new_leader, only_first, those
from games.piecepack import Suit, Value

FEWEST_SCORED = 2


class OfSuit(Struct, frozen=True):
    """The coins of one suit that have left the reserve, except those on tiles: under the die, and in the gap."""

    under: Value | None
    gap: list[Value]


class Beneath(Struct, frozen=True):
    """The values of coins that lie suit side up: by the tiles' squares, and beside the board by suit."""

    tiles: dict[Square, Value]
    suits: dict[Suit, OfSuit]


def beneath(g: State) -> Beneath | None:
    """Every coin that is on a tile, under a die or in the gap; None if coins are open."""
    if coins_are_open(g):
        return None
    return Beneath(
        tiles={square: tile.coin.value for square, tile in g.tiles.items() if tile.coin is not None},
        suits={suit: OfSuit(pieces.under, list(pieces.gap)) for suit, pieces in g.pieces.items()},
    )


def turning(before: State, after: State, lines: Sequence[Line]) -> list[Text]:
    """A timer has stopped, a coin was lost, or somebody leads where points are open."""
    told = [line.text for line in those(lines, "stopped", "thrown_away")]
    if after.options.scores == "open":
        told += new_leader(of_seats(before), of_seats(after))
    return told


def of_seats(g: State) -> list[int]:
    """The points of each seat."""
    return [sum(points(g, suit) for suit in g.players if g.players[suit] == seat) for seat in range(g.seats)]


def facts(g: State, lines: Sequence[Line]) -> list[Text]:
    """The best coin, the busiest player, and what went to the gap."""
    return [*_best_coin(g), *_most_tiles(g), *_lost(g)]


def _best_coin(g: State) -> Iterator[Text]:
    marked = [(points_on(tile, tile.coin), square, tile) for square, tile in g.tiles.items() if tile.coin is not None]
    if marked:
        best, square, tile = max(marked, key=lambda each: each[0])
        if sum(each[0] == best for each in marked) == 1 and tile.coin is not None:
            yield say(
                "The best coin: {points} points for {seat}, on {square}.",
                points=best,
                seat=Chair(g.players[tile.coin.suit]),
                square=square,
            )


def _most_tiles(g: State) -> Iterator[Text]:
    scored = Counter[Seat](g.players[tile.coin.suit] for tile in g.tiles.values() if tile.coin is not None)
    if (found := only_first(scored, FEWEST_SCORED)) is not None:
        yield say("{seat} scored the most tiles: {tiles}.", seat=Chair(found[0]), tiles=found[1])


def _lost(g: State) -> Iterator[Text]:
    lost = sum(len(pieces.gap) for pieces in g.pieces.values())
    if g.pieces:
        yield say("Coins that went to the gap: {coins}.", coins=lost)
