"""A sensible friend with a short memory.

Remembers the last few tiles that were moved or turned. Digs the stacks for tiles that match its coins, pays what it
can, and in most turns offers all other coins: whoever has fewer than these can only give them all.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from games.dealer import Chance, Line
from games.engine import Move, Seat, best_of
from games.piecepack import ACE
from games.sin_color.memory import Known, tiles_by
from games.sin_color.moves import Arrange, NoTrade, Offer, Order, Pay, Raise, Sink, Trade
from games.sin_color.pieces import Face, Moved, Paid, Tile
from games.sin_color.rules import (
    TILES_IN_A_STACK,
    Arranging,
    Choosing,
    Offering,
    Ordering,
    Raising,
    Sinking,
    State,
    Trading,
    payable,
    places,
)

REMEMBERED: Final = 12
"""Tiles moved and turned, counted together."""
WITHOUT_A_TRADE: Final = 3
"""No trade is offered in one turn of so many, which also spares the others."""

BURIED: Final = TILES_IN_A_STACK

# The value of a tile on top.
WITHOUT_COLOUR, FOR_OTHERS, UNKNOWN, FOR_ME = range(4)

T = TypeVar("T")


def careful(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """A sensible move. It uses only what this seat sees of g."""
    return any_of(sensible_moves(g, seat, recall(g, heard), chance), chance)


def sensible_moves(g: State, seat: Seat, known: Known, chance: Chance) -> Sequence[Move]:
    moves = g.question.moves(g, seat)
    match g.question:
        case Arranging():
            return [Arrange(tuple(place for place in places(g, seat) if chance.below(2, "bot")))]
        case Trading():
            return [offer_what_cannot_be_paid(g, seat, chance)]
        case Offering(opener=opener):
            # Not fewer than it may get: the player who opened the trade wants to give many for few.
            return [Offer(hardest(g, seat, known, len(g.offers[opener]), chance))]
        case Choosing():
            return trades(g, seat)
        case Ordering():
            return best(moves, lambda order: how_good(g, seat, order))
        case Sinking() | Raising():
            return best(moves, lambda move: what_comes_up(g, seat, known, move))
        case _:
            return payable(g, seat) or moves


# --- What it remembers --------------------------------------------------------------------------------------


def recall(g: State, heard: Sequence[Line]) -> Known:
    """The tiles known from the last few sights."""
    return tiles_by(g, last_sights(heard))


def last_sights(heard: Sequence[Line]) -> list[Moved | Paid]:
    """Latest first."""
    sights: list[Moved | Paid] = []
    for line in reversed(heard):
        if isinstance(line.sight, Moved | Paid):
            sights.append(line.sight)
        if len(sights) == REMEMBERED:
            break
    return sights


# --- Trading ------------------------------------------------------------------------------------------------


def offer_what_cannot_be_paid(g: State, seat: Seat, chance: Chance) -> Move:
    to_keep = {pay.coin for pay in payable(g, seat) if isinstance(pay, Pay)}
    others = tuple(place for place in places(g, seat) if place not in to_keep)
    return Offer(others) if others and chance.below(WITHOUT_A_TRADE, "bot") else NoTrade()


def hardest(g: State, seat: Seat, known: Known, number: int, chance: Chance) -> tuple[int, ...]:
    """The places of the coins that are hardest to get rid of, this many or all of them."""
    left = list(places(g, seat))
    chosen: list[int] = []
    while left and len(chosen) < number:
        place = best_of(left, lambda place: how_deep(g.rows[seat][place].face, known), chance)
        chosen.append(place)
        left.remove(place)
    return tuple(sorted(chosen))


def how_deep(face: Face, known: Known) -> int:
    """How many tiles lie above this one; an unknown one counts as below all of them."""
    return min((above for tiles in known for above, tile in tiles.items() if tile == face), default=BURIED)


def trades(g: State, seat: Seat) -> list[Trade] | list[NoTrade]:
    """The trades to choose from: for fewest coins, then for those that might match, but never for more than it gives.
    Any trade brings a second die."""
    partners = best([other for other in g.offers if other != seat], lambda partner: worth(g, partner))
    is_fair = len(g.offers[partners[0]]) <= len(g.offers[seat])
    return [Trade(partner) for partner in partners] if is_fair else [NoTrade()]


def worth(g: State, partner: Seat) -> tuple[int, int]:
    """A sort key for what this partner offers."""
    sides = {side for tiles in g.stacks if (top := tiles[0]) is not None for side in (top.suit, top.value)}
    promising = sum(g.rows[partner][coin].upper in sides for coin in g.offers[partner])
    return -len(g.offers[partner]), promising


# --- Using the dice -----------------------------------------------------------------------------------------


def how_good(g: State, seat: Seat, order: Order) -> tuple[bool, bool]:
    """A sort key: act first, before the partner covers a needed tile; use an ace when able to pay, else last."""
    return order.first == seat, (order.dice[0] == ACE) == bool(payable(g, seat))


def what_comes_up(g: State, seat: Seat, known: Known, move: Sink | Raise) -> int:
    """The value of the tile that comes up, less if it covers one of the seat's own."""
    mine = [coin.face for coin in g.rows[seat]]
    tiles = known[move.stack]
    above = 1 if isinstance(move, Sink) else TILES_IN_A_STACK - 1
    covers_mine = tiles[0] in mine
    if above not in tiles:
        return UNKNOWN - FOR_ME * covers_mine
    return worth_to_me(tiles[above], mine) - FOR_ME * covers_mine


def worth_to_me(tile: Tile, mine: list[Face]) -> int:
    if tile is None:
        return WITHOUT_COLOUR
    return FOR_ME if tile in mine else FOR_OTHERS


# --- Choosing -----------------------------------------------------------------------------------------------


def best(items: Iterable[T], good: Callable[[T], Any]) -> list[T]:
    """The best of the items, all that are equally good."""
    judged = [(good(item), item) for item in items]
    most = max(mark for mark, _ in judged)
    return [item for mark, item in judged if mark == most]


def any_of(items: Sequence[T], chance: Chance) -> T:
    return items[chance.below(len(items), "bot")]
