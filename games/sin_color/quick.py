"""A light table that plays on by itself, as careful bots do: with their memory of tiles, and their likings.

The dice of each turn are drawn apart from everything else. So two worlds that differ in one answer have the same dice
from the next turn on, and most of them soon differ in nothing that matters.
"""

from collections.abc import Sequence
from typing import Final, Self

from games.dealer import Chance, Line
from games.engine import Seat
from games.piecepack import ACE, SUITS, VALUES, Value
from games.search import FastRandom
from games.sin_color.bot import (
    BURIED,
    FOR_ME,
    FOR_OTHERS,
    REMEMBERED,
    UNKNOWN,
    WITHOUT_A_TRADE,
    WITHOUT_COLOUR,
    last_sights,
)
from games.sin_color.model import FACES, GREY, NOBODY, NUMBERS, LightTable, Number
from games.sin_color.moves import AnyMove
from games.sin_color.pieces import Moved
from games.sin_color.rules import TILES_IN_A_STACK, State

BELOW: Final = 1
"""In a stack, the tile that a 2 or a 4 brings up …"""
AT_THE_BOTTOM: Final = -1
"""… and that of a 3 or a 5."""
SUIT_SIDES: Final = {suit: number - len(SUITS) for number, suit in enumerate(SUITS)}
FORGOTTEN: Final = -REMEMBERED
STRENGTHS: Final = {
    3: (
        (67.68, 1.53, 1.38, 0.85, 1.24, 1.0),
        (1.50, 1.12, 1.30, 0.89, 1.04, 0.99),
        (0.51, 0.79, 1.02, 0.92, 0.98, 0.99),
    ),
    4: (
        (104.1, 1.86, 1.67, 0.83, 1.47, 1.0),
        (2.57, 1.28, 1.59, 0.88, 1.17, 0.98),
        (0.88, 1.07, 1.22, 0.90, 1.01, 0.97),
        (0.40, 0.77, 0.97, 0.86, 0.94, 0.97),
    ),
}
"""What a seat's chance is proportional to, by the number of seats and its place in the order of turns. Columns: one
coin, whose tile lies on top, is known, or neither; two coins, one of which can be paid, or none; more. Fitted by
`python -m benchmarks.strengths` to 20,000 games."""
ORDERS: Final = 29
"""A prime above the number of coins: multiples of any number give all coins an order."""


class World(LightTable):
    """One way things may stand."""

    __slots__ = ("luck", "now", "seen", "since", "upper")

    luck: int
    """The lot for the dice of the turn in which a move was carried out; 0: none was."""
    since: int
    """The number of turns that were over by then, or are over now."""
    now: int
    """The number of tiles that were moved or turned since."""
    seen: list[list[int]]
    """When each tile in the stacks was moved or turned, by that number."""
    upper: list[int]
    """The side that each coin shows: a value, or a suit as a number below 0."""

    def __init__(self, g: State, heard: Sequence[Line] = ()) -> None:
        super().__init__(g)
        self.upper = [0] * len(FACES)
        for coin in (coin for row in g.rows for coin in row):
            self.upper[NUMBERS[coin.face]] = SUIT_SIDES[coin.face.suit] if coin.up == "suit" else coin.face.value
        self.luck, self.since, self.now = 0, self.turns_over, 0
        self.seen = [[FORGOTTEN] * len(tiles) for tiles in self.stacks]
        above = [0] * len(self.stacks)
        for ago, sight in enumerate(last_sights(heard)):
            stack = sight.stack
            seen, place = self.seen[stack], above[stack] % TILES_IN_A_STACK
            seen[place] = max(seen[place], -ago)
            if isinstance(sight, Moved):
                above[stack] += 1 if sight.to == "top" else -1

    def clone(self) -> Self:
        other = super().clone()
        other.luck, other.since, other.upper = self.luck, self.since, self.upper
        other.now, other.seen = self.now, [seen[:] for seen in self.seen]
        return other

    def play(self, seat: Seat, move: AnyMove, chance: Chance) -> None:
        self.since, self.luck = self.turns_over, _lot(chance)
        super().play(seat, move, FastRandom(self.luck))

    def playout(self, chance: Chance) -> list[float]:
        """Play until everybody has had a turn, and then go by what the seats have left."""
        turns = len(self.rows)
        lots = [(_lot(chance), _lot(chance)) for _ in range(turns)]
        lots[0] = (self.luck or lots[0][0], lots[0][1])
        turn, dice, whims = -1, chance, chance
        while self.asks != "nothing":
            if turn != self.turns_over:
                turn = self.turns_over
                if turn == self.since + turns:
                    return self.prospects()
                dice, whims = (FastRandom(lot) for lot in lots[turn - self.since])
            step(self, dice, whims)
        return self.shares()

    def prospects(self) -> list[float]:
        """Each seat's share of the win, about, before a turn."""
        depths, rows = self.depths(), self.rows
        shares = [0.0] * len(rows)
        for strength, seat in zip(STRENGTHS[len(rows)], (self.turn, *self.clockwise()), strict=True):
            shares[seat] = strength[standing(rows[seat], depths)]
        total = sum(shares)
        return [share / total for share in shares]

    def sink(self, stack: int) -> None:
        seen = self.seen[stack]
        seen.append(seen.pop(0))
        self._look(stack)
        super().sink(stack)

    def bring_up(self, stack: int) -> None:
        seen = self.seen[stack]
        seen.insert(0, seen.pop())
        self._look(stack)
        super().bring_up(stack)

    def pay(self, seat: Seat, place: int) -> None:
        number = self.rows[seat][place]
        self._look(next(stack for stack, tiles in enumerate(self.stacks) if tiles[0] == number))
        super().pay(seat, place)

    def _look(self, stack: int) -> None:
        """Notice the tile on top."""
        self.now += 1
        self.seen[stack][0] = self.now

    def depths(self) -> list[int]:
        """The number of tiles above each tile that is remembered; BURIED for all others."""
        depths, forgotten = [BURIED] * (len(FACES) + 1), self.now - REMEMBERED
        for tiles, seen in zip(self.stacks, self.seen, strict=True):
            depths[tiles[0]] = 0
            for place in range(1, TILES_IN_A_STACK):
                if seen[place] > forgotten:
                    depths[tiles[place]] = place
        return depths


def _lot(chance: Chance) -> int:
    return 1 + chance.below(FastRandom.SEEDS, "lot")


def standing(row: list[Number], depths: list[int]) -> int:
    """The column of STRENGTHS for this row."""
    if len(row) == 1:
        return (0, 1, 1, 1, 2)[depths[row[0]]]
    if len(row) == 2:
        return 3 if 0 in (depths[row[0]], depths[row[1]]) else 4
    return 5


def step(table: World, dice: Chance, whims: Chance) -> None:
    """Answer the pending question as a careful bot does; a trade is settled at once."""
    seat = table.seats[0]
    match table.asks:
        case "sinking":
            table.sink(_stack(table, seat, BELOW, whims))
        case "raising":
            table.bring_up(_stack(table, seat, AT_THE_BOTTOM, whims))
        case "trading":
            _trade(table, seat, dice, whims)
        case "offering" | "choosing":
            _settle(table, table.turn, dice, whims)
        case "ordering":
            table.order(seat, seat, _my_order(table, seat, whims))
        case _:
            _pay_what_can_be(table, seat, whims)


# --- Trades -------------------------------------------------------------------------------------------------


def _trade(table: World, seat: Seat, dice: Chance, whims: Chance) -> None:
    """Offer all that cannot be paid, in most turns."""
    owners = table.owners
    tops = {tiles[0] for tiles in table.stacks if owners[tiles[0]] == seat}
    coins = tuple(place for place, coin in enumerate(table.rows[seat]) if coin not in tops)
    if coins and whims.below(WITHOUT_A_TRADE, "trade"):
        table.offers = {seat: coins}
        _settle(table, seat, dice, whims)
    else:
        table.do_not_trade(seat, dice)


def _settle(table: World, seat: Seat, dice: Chance, whims: Chance) -> None:
    """Settle a trade: the others offer as many coins as they may get, and the opener takes the fewest, if these are not
    more than they give."""
    offers = table.offers
    mine, others = len(offers[seat]), table.clockwise()
    order = whims.below(FastRandom.SEEDS, "order")
    depths: list[int] = []
    for other in others:
        if other not in offers:
            depths = depths or table.depths()
            offers[other] = _hardest(table.rows[other], mine, depths, order)
    fewest = min([len(offers[other]) for other in others])
    if fewest > mine:
        table.do_not_trade(seat, dice)
    else:
        table.trade(seat, _partner(table, [other for other in others if len(offers[other]) == fewest], whims), dice)


def _hardest(row: list[Number], number: int, depths: list[int], order: int) -> tuple[int, ...]:
    """The places of the coins in a row that are hardest to pay, this many or all of them; some of those that are
    equally hard, which depends on the order."""
    if number >= len(row):
        return tuple(range(len(row)))
    times, plus = 1 + order % (ORDERS - 1), order // ORDERS
    hard = [((coin * times + plus) % ORDERS - ORDERS * depths[coin], place) for place, coin in enumerate(row)]
    hard.sort()
    return tuple(sorted([place for _, place in hard[:number]]))


def _partner(table: World, partners: list[Seat], whims: Chance) -> Seat:
    """One of them, whose coins most often might match."""
    if len(partners) > 1:
        tops = [tiles[0] for tiles in table.stacks if tiles[0] != GREY]
        values = len(VALUES)
        sides = {top // values - len(SUITS) for top in tops} | {top % values for top in tops}
        worths = [
            sum([table.upper[table.rows[other][place]] in sides for place in table.offers[other]]) for other in partners
        ]
        most = max(worths)
        partners = [other for other, worth in zip(partners, worths, strict=True) if worth == most]
    return partners[whims.below(len(partners), "partner") if len(partners) > 1 else 0]


# --- Dice and payments --------------------------------------------------------------------------------------


def _my_order(table: World, seat: Seat, whims: Chance) -> tuple[Value, Value]:
    """The order of the two dice: an ace first if it pays, else last."""
    mine, theirs = table.dice[seat], table.dice[table.partner]
    if (mine == ACE) == (theirs == ACE):
        mine_first = whims.below(2, "order") == 0
    else:
        mine_first = (mine == ACE) == (table.first_payable(seat) != GREY)
    return (mine, theirs) if mine_first else (theirs, mine)


def _stack(table: World, seat: Seat, above: int, whims: Chance) -> int:
    """The stack where the tile that comes up is known to serve the seat, or unknown, and does not cover its own."""
    owners, forgotten = table.owners, table.now - REMEMBERED
    best, stacks = -FOR_ME - 1, list[int]()
    for stack, tiles in enumerate(table.stacks):
        worth = UNKNOWN
        if table.seen[stack][above] > forgotten:
            owner = owners[tiles[above]]
            worth = FOR_ME if owner == seat else WITHOUT_COLOUR if owner == NOBODY else FOR_OTHERS
        if owners[tiles[0]] == seat:
            worth -= FOR_ME
        if worth > best:
            best, stacks = worth, [stack]
        elif worth == best:
            stacks.append(stack)
    return stacks[whims.below(len(stacks), "stack")]


def _pay_what_can_be(table: World, seat: Seat, whims: Chance) -> None:
    numbers = table.payable(seat)
    if numbers:
        number = numbers[whims.below(len(numbers), "coin") if len(numbers) > 1 else 0]
        table.pay(seat, table.rows[seat].index(number))
    else:
        table.go_on()
