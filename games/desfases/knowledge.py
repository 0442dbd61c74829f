"""What a perfect memory knows in Desfases: every coin, since each is shown when it goes under its die."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from games.dealer import Line
from games.desfases.board import POINTS, Fed, Scored, Square, ThrownAway
from games.desfases.options import Options
from games.desfases.view import View
from games.engine import Seat, say
from games.knowledge import Knowledge, Possible
from games.piecepack import SUITS, VALUES, Suit, Value, named, suit_named


class Follower:
    """Remembers the coins that lie suit side up: under the dice, on tiles, and in the gap."""

    def __init__(self, options: Options, seats: int, you: Seat | None) -> None:
        self._open = options.scores == "open"
        self._view: View | None = None
        self._under: dict[Suit, Value] = {}
        self._on: dict[Square, tuple[Suit, Value]] = {}
        self._gap: dict[Suit, list[Value]] = {}

    def follow(self, view: View, lines: Sequence[Line]) -> None:
        self._view = view
        for line in lines:
            match line.sight:
                case Fed(suit, coin):
                    self._under[suit] = coin
                case Scored(suit, tile):
                    self._on[tile] = suit, self._under.pop(suit)
                case ThrownAway(suit):
                    self._gap.setdefault(suit, []).append(self._under.pop(suit))

    def places(self) -> list[Possible]:
        """None where coins are open, and when the game is over."""
        if self._view is None or self._view.turn is None or self._open:
            return []
        return [*self._on_tiles(self._view), *self._of_suits(self._view)]

    def _on_tiles(self, view: View) -> Iterator[Possible]:
        for square, tile in view.tiles.items():
            if tile.coin is not None:
                where = say("On {square}, on the {tile}", square=square, tile=named(tile.suit, tile.value))
                yield Possible(where, [name(*self._on[square])], [])

    def _of_suits(self, view: View) -> Iterator[Possible]:
        for played in view.suits:
            suit, words = played.suit, suit_named(played.suit)
            if suit in self._under:
                yield Possible(say("Under the die of {suit}", suit=words), [name(suit, self._under[suit])], [])
            if suit in self._gap:
                coins: list[str | None] = [name(suit, coin) for coin in self._gap[suit]]
                yield Possible(say("In the gap, coins of {suit}", suit=words), coins, [])
            yield Possible(say("Points of {suit} so far", suit=words), [str(self._points(view, suit))], [])

    def _points(self, view: View, suit: Suit) -> int:
        return sum(POINTS[view.tiles[square].value][coin] for square, (of, coin) in self._on.items() if of == suit)


def name(suit: Suit, value: Value) -> str:
    return f"{suit} {value}"


KNOWLEDGE: Final = Knowledge({name(*coin): named(*coin) for coin in product(SUITS, VALUES)}, Follower)
