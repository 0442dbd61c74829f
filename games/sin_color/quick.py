"""A light table that plays on by itself, as quick players do who see every tile and every coin.

They move tiles for their own coins, pay what they can, and now and then offer a trade. Some are bold: the player with
fewest coins has to offer some, too, so that a player with more may get rid of all of theirs for these.
"""

from typing import Final

from games.dealer import Chance
from games.engine import Seat
from games.piecepack import ACE, Value
from games.sin_color.model import FACES, GREY, LightTable, Number
from games.sin_color.rules import TILES_IN_A_STACK

STACKS: Final = len(FACES) // TILES_IN_A_STACK

BOLD: Final = 25
"""How often, in percent, a player who does not have the fewest coins offers all of them."""
ONE_TRADE_IN: Final = 3
MOST_OFFERED: Final = 3
BELOW: Final = 1
"""In a stack, the tile that a 2 or a 4 brings up …"""
AT_THE_BOTTOM: Final = -1
"""… and that of a 3 or a 5."""
MINE: Final = 10
"""Value of a tile on top for a player who can pay for it; depriving somebody else of one is worth 1."""
TURNS: Final = [[*range(first, STACKS), *range(first)] for first in range(STACKS)]
"""The stacks in order, starting from each."""


class World(LightTable):
    """One way things may stand."""

    __slots__ = ()

    def playout(self, chance: Chance) -> list[float]:
        """Play to the end."""
        while self.asks != "nothing":
            step(self, chance)
        return self.shares()


def step(table: LightTable, chance: Chance) -> None:
    """Answer the pending question as a quick player does; a trade is settled at once."""
    seat = table.seats[0]
    match table.asks:
        case "sinking":
            table.sink(_stack(table, seat, BELOW, chance))
        case "raising":
            table.bring_up(_stack(table, seat, AT_THE_BOTTOM, chance))
        case "trading" if coins := _to_offer(table, seat, chance):
            table.offers = {seat: coins}
            _settle(table, seat, chance)
        case "trading":
            table.do_not_trade(seat, chance)
        case "offering" | "choosing":
            _settle(table, table.turn, chance)
        case "ordering":
            table.order(seat, seat, _my_order(table, seat))
        case _:
            _pay_what_can_be(table, seat)


# --- Trades -------------------------------------------------------------------------------------------------


def _to_offer(table: LightTable, seat: Seat, chance: Chance) -> tuple[int, ...]:
    """The coins to offer to begin a trade; none for no trade."""
    mine = len(table.rows[seat])
    if mine > min(map(len, table.rows)) and chance.below(100, "bold") < BOLD:
        return tuple(range(mine))
    number = min(mine - len(table.payable(seat)), 1 + chance.below(MOST_OFFERED, "offered"))
    if number <= 0 or chance.below(ONE_TRADE_IN, "trade"):
        return ()
    return _hardest(table.rows[seat], number, _depths(table))


def _settle(table: LightTable, seat: Seat, chance: Chance) -> None:
    """Settle a trade: the others offer at least as many coins as they may get, since the opener wants to give many for
    few. The opener accepts if that leaves them with fewer coins; an equal trade half of the time, for a die."""
    offers, depths = table.offers, _depths(table)
    mine = len(offers[seat])
    others = table.clockwise()
    for other in others:
        if other not in offers:
            offers[other] = _hardest(table.rows[other], mine, depths)
    partner = min(others, key=lambda other: len(offers[other]))
    fewer = mine - len(offers[partner])
    if fewer > 0 or (fewer == 0 and chance.below(2, "hunch")):
        table.trade(seat, partner, chance)
    else:
        table.do_not_trade(seat, chance)


def _depths(table: LightTable) -> list[int]:
    """The number of moves by which each tile comes to the top."""
    depths = [0] * (len(FACES) + 1)  # the last for all grey tiles
    for _, below, middle, bottom in table.stacks:
        depths[below] = depths[bottom] = 1
        depths[middle] = 2
    return depths


def _hardest(row: list[Number], number: int, depths: list[int]) -> tuple[int, ...]:
    """The places of the coins in a row that are hardest to pay, this many or all of them."""
    if number >= len(row):
        return tuple(range(len(row)))
    easy = [-depths[coin] for coin in row]
    return tuple(sorted(sorted(range(len(row)), key=easy.__getitem__)[:number]))


# --- Dice and payments --------------------------------------------------------------------------------------


def _my_order(table: LightTable, seat: Seat) -> tuple[Value, Value]:
    """The order of the two dice: an ace first if it pays, else last."""
    mine, theirs = table.dice[seat], table.dice[table.partner]
    ace_first = table.first_payable(seat) != GREY
    return (mine, theirs) if (mine == ACE) == ace_first else (theirs, mine)


def _stack(table: LightTable, seat: Seat, above: int, chance: Chance) -> int:
    """The stack where the tile that comes up serves the seat most, and the one that goes down least."""
    stacks, owners = table.stacks, table.owners
    first = chance.below(len(stacks), "stack")
    best, chosen = -2 * MINE, first
    for stack in TURNS[first]:
        tiles = stacks[stack]
        up, down = owners[tiles[above]], owners[tiles[0]]
        worth = (MINE if up == seat else -(up >= 0)) - (MINE if down == seat else -(down >= 0))
        if worth > best:
            best, chosen = worth, stack
    return chosen


def _pay_what_can_be(table: LightTable, seat: Seat) -> None:
    number = table.first_payable(seat)
    if number == GREY:
        table.go_on()
    else:
        table.pay(seat, table.rows[seat].index(number))
