"""What lies open on the table, and what else the coins that lie suit side up could be.

There is no private information: everybody sees the same, and a value that is hidden is hidden from everybody.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from games.dealer import Chance
from games.desfases.board import ROUNDS, Coin, Side, Square
from games.desfases.rules import (
    Scoring,
    State,
    homes,
    points,
    points_on,
    scored_by,
    side_of,
    squares_with_pawns,
    tiles_facing,
)
from games.engine import Seat
from games.piecepack import NULL, SUITS, VALUES, Suit, Value
from games.views import seen_by_all

Choice: TypeAlias = Callable[[list[Value]], Value]


class SeenCoin(Struct, frozen=True):
    """A coin suit side up; its value only if that is open."""

    suit: Suit
    value: Value | None


class SeenTile(Struct, frozen=True):
    """A tile; it faces nowhere before somebody plays its suit. `pinned`: it would not turn now."""

    suit: Suit
    value: Value
    facing: Side | None
    pinned: bool
    coin: SeenCoin | None


class SeenSuit(Struct, frozen=True, kw_only=True):
    """A suit that is played; without pawn and die before the dice are thrown."""

    suit: Suit
    seat: Seat
    side: Side
    pawn: Square | None = None
    die: Value | None = None
    under: SeenCoin | None = None
    reserve: tuple[Value, ...] = VALUES
    gap: tuple[SeenCoin, ...] = ()
    stopped: bool = False
    points: int | None = None


class Turn(Struct, frozen=True):
    """Whose turn it is."""

    suit: Suit
    seat: Seat


class View(Struct, frozen=True):
    """What lies open now. `round`: from 1 on, 0 while suits are chosen; `rounds`: how many there are. `sides`: where
    each seat sits. `scores`: what each tile that can be scored now would bring, if coins are open; `shares`: what it
    brings besides the value of the coin."""

    turn: Turn | None
    round: int
    rounds: int
    sides: tuple[Side, ...]
    tiles: Annotated[dict[Square, SeenTile], Meta(min_length=24)]
    suits: list[SeenSuit]
    scores: dict[Square, int]
    shares: dict[Square, int]


@seen_by_all
def view(g: State) -> View:
    """What everybody sees."""
    return View(
        turn=Turn(g.suit, g.players[g.suit]) if g.pieces and g.question else None,
        round=g.turns_over // len(SUITS) + 1 if g.pieces else 0,
        rounds=ROUNDS,
        sides=homes(g),
        tiles=seen_tiles(g),
        suits=[seen_suit(g, suit) for suit in g.players],
        scores=seen_scores(g),
        shares=seen_shares(g),
    )


def coins_are_open(g: State) -> bool:
    """Whether the values of coins are open: always if scores are, else once the game is over. RULES.md, decision 15."""
    return g.options.scores == "open" or g.question is None


def seen_tiles(g: State) -> dict[Square, SeenTile]:
    pawns = squares_with_pawns(g)
    return {
        square: SeenTile(
            suit=tile.suit,
            value=tile.value,
            facing=tile.facing if tile.suit in g.players else None,
            pinned=tile.coin is not None or square in pawns,
            coin=seen_coin(g, tile.coin.suit, tile.coin.value) if tile.coin else None,
        )
        for square, tile in g.tiles.items()
    }


def seen_coin(g: State, suit: Suit, value: Value) -> SeenCoin:
    return SeenCoin(suit, value if coins_are_open(g) else None)


def seen_suit(g: State, suit: Suit) -> SeenSuit:
    seat, side = g.players[suit], side_of(g, suit)
    if not g.pieces:
        return SeenSuit(suit=suit, seat=seat, side=side)
    pieces = g.pieces[suit]
    return SeenSuit(
        suit=suit,
        seat=seat,
        side=side,
        pawn=pieces.pawn,
        die=pieces.die,
        under=seen_coin(g, suit, pieces.under) if pieces.under is not None else None,
        reserve=tuple(pieces.reserve),
        gap=tuple(seen_coin(g, suit, value) for value in pieces.gap),
        stopped=pieces.stopped,
        points=points(g, suit) if coins_are_open(g) else None,
    )


def seen_scores(g: State) -> dict[Square, int]:
    if not isinstance(g.question, Scoring) or not coins_are_open(g):
        return {}
    suit, pieces = g.question.suit, g.pieces[g.question.suit]
    assert pieces.under is not None
    coin = Coin(suit, pieces.under)
    return {square: points_on(g.tiles[square], coin) for square in tiles_facing(g, pieces.pawn)}


def seen_shares(g: State) -> dict[Square, int]:
    if not isinstance(g.question, Scoring):
        return {}
    worthless = Coin(g.question.suit, NULL)
    return {square: points_on(g.tiles[square], worthless) for square in tiles_facing(g, g.pieces[g.question.suit].pawn)}


# --- What the coins could be --------------------------------------------------------------------------------


def scramble(g: State, seat: Seat | None, chance: Chance) -> State:
    """The table with the used coins of each suit dealt anew over the places where they lie."""

    def any_of(coins: list[Value]) -> Value:
        return coins[chance.below(len(coins), "scramble")]

    return dealt_anew(g, any_of, any_of)


def extremes(g: State, seat: Seat | None) -> Iterator[State]:
    """Tables with as high and as low coins as possible under the dice and on the tiles, the others in the gap."""
    for under, elsewhere in product((min, max), repeat=2):
        yield dealt_anew(g, under, elsewhere)


def dealt_anew(g: State, under: Choice, elsewhere: Choice) -> State:
    """The table with used coins chosen anew: for under the dice, then on the tiles, then in the gap."""
    other = g.copy()
    if coins_are_open(g):
        return other
    for suit, pieces in other.pieces.items():
        coins = [value for value in VALUES if value not in pieces.reserve]
        if pieces.under is not None:
            # A die only ever counts down from its coin.
            pieces.under = taken(coins, under([value for value in coins if value >= pieces.die]))
        for tile in scored_by(other, suit):
            tile.coin = Coin(suit, taken(coins, elsewhere(coins)))
        pieces.gap = [taken(coins, elsewhere(coins)) for _ in pieces.gap]
    return other


def taken(coins: list[Value], coin: Value) -> Value:
    coins.remove(coin)
    return coin
