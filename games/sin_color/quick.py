"""A light table that plays on by itself, as quick players do who see every tile and every coin.

They move tiles for their own coins, pay what they can, and now and then offer a trade. Some are bold: whoever has
fewest coins has to offer some of them, too, so that somebody with more may get rid of all of theirs for these.
"""

from typing import Final

from games.dealer import Chance
from games.engine import Seat
from games.piecepack import ACE
from games.sin_color.model import FACES, GREY, LightTable, Number
from games.sin_color.moves import AnyMove, NoTrade, Offer, Order, Pay, PayNothing, Raise, Sink, Trade
from games.sin_color.rules import TILES_IN_A_STACK

BOLD: Final = 25
"""In percent, how often somebody who does not have fewest coins offers all of them."""
ONE_TRADE_IN: Final = 3
MOST_OFFERED: Final = 3
BELOW: Final = 1
"""So many tiles lie above the one that a 2 or a 4 brings up …"""
AT_THE_BOTTOM: Final = TILES_IN_A_STACK - 1
"""… and above that of a 3 or a 5."""
MINE: Final = 10
"""Worth of a tile on top for whoever can pay for it, if it is worth 1 to prevent somebody else from it."""


class World(LightTable):
    """One way things may stand."""

    __slots__ = ()

    def playout(self, chance: Chance) -> list[float]:
        """To the end."""
        while self.asks != "nothing":
            seat = self.seats[0]
            self.play(seat, sensible(self, seat, chance), chance)
        return self.shares()


def sensible(table: LightTable, seat: Seat, chance: Chance) -> AnyMove:
    """A quick answer to the pending question."""
    match table.asks:
        case "trading":
            return _offer_or_not(table, seat, chance)
        case "offering":
            # Not fewer than it may get: whoever opened the trade likes best to be rid of many for few.
            return Offer(hardest(table, seat, len(table.offers[table.turn])))
        case "choosing":
            return _fewest(table, seat, chance)
        case "ordering":
            mine, theirs = table.dice[seat], table.dice[table.partner]
            ace_first = bool(table.payable(seat))
            return Order(seat, (mine, theirs) if (mine == ACE) == ace_first else (theirs, mine))
        case "sinking":
            return Sink(_stack(table, seat, BELOW, chance))
        case "raising":
            return Raise(_stack(table, seat, AT_THE_BOTTOM, chance))
        case _:
            numbers = table.payable(seat)
            return _pay(table, seat, numbers[0]) if numbers else PayNothing()


def _offer_or_not(table: LightTable, seat: Seat, chance: Chance) -> Offer | NoTrade:
    mine = len(table.rows[seat])
    if mine > min(map(len, table.rows)) and chance.below(100, "bold") < BOLD:
        return Offer(tuple(range(mine)))
    number = min(mine - len(table.payable(seat)), 1 + chance.below(MOST_OFFERED, "offered"))
    if number <= 0 or chance.below(ONE_TRADE_IN, "trade"):
        return NoTrade()
    return Offer(hardest(table, seat, number))


def hardest(table: LightTable, seat: Seat, number: int) -> tuple[int, ...]:
    """The places of so many of its coins that are hardest to pay, or of all of them."""
    row = table.rows[seat]
    if number >= len(row):
        return tuple(range(len(row)))
    moves = {tile: min(above, len(tiles) - above) for tiles in table.stacks for above, tile in enumerate(tiles)}
    return tuple(sorted(sorted(range(len(row)), key=lambda place: -moves.get(row[place], 0))[:number]))


def _fewest(table: LightTable, seat: Seat, chance: Chance) -> Trade | NoTrade:
    """If it gets no more than it gives; an equal trade half of the time, for the second die."""
    offered = {other: len(table.offers[other]) for other in table.clockwise()}
    partner = min(offered, key=lambda other: offered[other])
    fewer = len(table.offers[seat]) - offered[partner]
    return Trade(partner) if fewer > 0 or (fewer == 0 and chance.below(2, "hunch")) else NoTrade()


def _stack(table: LightTable, seat: Seat, above: int, chance: Chance) -> int:
    """In which what comes up serves it most, and what goes down least."""
    first = chance.below(len(table.stacks), "stack")
    stacks = [*range(first, len(table.stacks)), *range(first)]
    best: int = max(stacks, key=lambda stack: _on_top(table, seat, stack, above) - _on_top(table, seat, stack, 0))
    return best


def _on_top(table: LightTable, seat: Seat, stack: int, above: int) -> int:
    tiles = table.stacks[stack]
    number = tiles[above % len(tiles)]
    if number == GREY:
        return 0
    return MINE if table.owners[number] == seat else -1


def _pay(table: LightTable, seat: Seat, number: Number) -> Pay:
    face = FACES[number]
    return Pay(table.rows[seat].index(number), face.suit, face.value)
