"""A light table of Sin Color, for bots that look ahead: it asks what the rules ask, but announces nothing.

Everything lies open on it: what a seat does not know was filled in at random. quick.py plays it on by itself.
"""

from collections.abc import Sequence
from typing import Final, Literal, Self, TypeAlias

from games.dealer import Chance
from games.engine import Seat
from games.piecepack import SUITS, VALUES, Value
from games.sin_color.moves import AnyMove, NoTrade, Offer, Order, Pay, PayNothing, Raise, Sink, Trade
from games.sin_color.options import Options
from games.sin_color.pieces import Face, Tile
from games.sin_color.rules import (
    DEEDS,
    MOST_TURNS,
    ROUNDS_WITHOUT_A_PAYMENT,
    Choosing,
    MayPay,
    Offering,
    Ordering,
    Paying,
    Raising,
    Sinking,
    State,
    Trading,
)

Asks: TypeAlias = Literal[
    "trading", "offering", "choosing", "ordering", "sinking", "raising", "paying", "may_pay", "nothing"
]
Step: TypeAlias = tuple[Seat, Value | None]
"""What a seat has yet to do: use a die or, if there is none, pay."""
PHASES: Final[dict[type, Asks]] = {
    Trading: "trading",
    Offering: "offering",
    Choosing: "choosing",
    Ordering: "ordering",
    Sinking: "sinking",
    Raising: "raising",
    Paying: "paying",
    MayPay: "may_pay",
}
ASKED_BY: Final[dict[str, Asks]] = {"sink": "sinking", "raise": "raising"}
"""What is asked for this deed of a die."""
Number: TypeAlias = int
"""The number of a face: of a tile, or of the coin that matches it."""
GREY: Final = -1
"""A tile without colour."""
NOBODY: Final = -1
NUMBERS: Final[dict[Tile, Number]] = {
    None: GREY,
    **{Face(suit, value): len(VALUES) * first + value for first, suit in enumerate(SUITS) for value in VALUES},
}
FACES: Final = {number: face for face, number in NUMBERS.items() if face is not None}


class LightTable:
    """A table with its pending question, once the rows are arranged."""

    __slots__ = ("asks", "dice", "last_payment", "offers", "options", "owners", "partner", "rows", "seats", "stacks",
                 "steps", "turn", "turns_over")  # fmt: skip

    options: Options
    stacks: list[list[Number]]
    """Each from the top down."""
    rows: list[list[Number]]
    """In front of each seat, from left to right."""
    owners: list[Seat]
    """The owner of each coin, by its number; last, at index GREY, nobody."""
    turn: Seat
    asks: Asks
    seats: list[Seat]
    """The seats still asked."""
    partner: Seat
    offers: dict[Seat, tuple[int, ...]]
    dice: dict[Seat, Value]
    steps: list[Step]
    turns_over: int
    last_payment: int

    def __init__(self, g: State) -> None:
        assert g.turn is not None, "the rows are arranged"
        self.options, self.turn = g.options, g.turn
        self.stacks = [[NUMBERS[tile] for tile in tiles] for tiles in g.stacks]
        self.rows = [[NUMBERS[coin.face] for coin in row] for row in g.rows]
        self.owners = [NOBODY] * (len(FACES) + 1)
        for seat, row in enumerate(self.rows):
            for number in row:
                self.owners[number] = seat
        question = g.question
        self.asks = PHASES.get(type(question), "nothing")
        self.seats = [*question.seats] if question else []
        self.partner = question.partner if isinstance(question, Ordering) else NOBODY
        self.offers = {**g.offers}
        self.dice = {**g.dice}
        self.steps = [(step.seat, step.die) for step in g.steps]
        self.turns_over, self.last_payment = g.turns_over, g.last_payment

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.options, other.turn, other.asks, other.partner = self.options, self.turn, self.asks, self.partner
        other.stacks = [tiles[:] for tiles in self.stacks]
        other.rows = [row[:] for row in self.rows]
        other.owners, other.seats, other.steps = self.owners[:], self.seats[:], self.steps[:]
        other.offers, other.dice = self.offers.copy(), self.dice.copy()
        other.turns_over, other.last_payment = self.turns_over, self.last_payment
        return other

    # --- As the rules say ---

    def play(self, seat: Seat, move: AnyMove, chance: Chance) -> None:
        """Carries out an answer. Rows are arranged before anything else, and here it does not matter how."""
        match move:
            case Offer(coins):
                self.offer(seat, coins)
            case NoTrade():
                self.do_not_trade(seat, chance)
            case Trade(partner):
                self.trade(seat, partner, chance)
            case Order(first, dice):
                self.order(seat, first, dice)
            case Sink(stack):
                self.sink(stack)
            case Raise(stack):
                self.bring_up(stack)
            case Pay(coin):
                self.pay(seat, coin)
            case PayNothing():
                self.go_on()

    def offer(self, seat: Seat, coins: tuple[int, ...]) -> None:
        # Sealed offers are here, too: the light table keeps no secrets.
        self.offers[seat] = tuple(sorted(coins))
        if self.asks == "trading" or len(self.seats) == 1:
            self._ask_for_offers()
        else:
            self.seats.remove(seat)

    def _ask_for_offers(self) -> None:
        still = [seat for seat in self.clockwise() if seat not in self.offers]
        if not still:
            self.asks, self.seats = "choosing", [self.turn]
        else:
            self.asks, self.seats = "offering", sorted(still) if self.options.offers == "sealed" else still[:1]

    def clockwise(self) -> list[Seat]:
        """The others, from the left of the player whose turn it is."""
        return [*range(self.turn + 1, len(self.rows)), *range(self.turn)]

    def do_not_trade(self, seat: Seat, chance: Chance) -> None:
        self.offers = {}
        self._throw([seat], chance)
        self._take([(seat, self.dice[seat]), (seat, None)])

    def trade(self, seat: Seat, partner: Seat, chance: Chance) -> None:
        mine, theirs = self._taken_out(seat), self._taken_out(partner)
        self._put(seat, theirs)
        self._put(partner, mine)
        self.offers = {}
        self._throw([seat, partner], chance)
        self.asks, self.seats, self.partner = "ordering", [seat], partner

    def _taken_out(self, seat: Seat) -> list[Number]:
        row, offered = self.rows[seat], self.offers[seat]
        self.rows[seat] = [coin for place, coin in enumerate(row) if place not in offered]
        return [row[place] for place in offered]

    def _put(self, seat: Seat, coins: list[Number]) -> None:
        self.rows[seat] += coins
        for coin in coins:
            self.owners[coin] = seat

    def _throw(self, seats: list[Seat], chance: Chance) -> None:
        self.dice = {seat: VALUES[chance.below(len(VALUES), "die")] for seat in seats}

    def order(self, seat: Seat, first: Seat, dice: Sequence[Value]) -> None:
        mine: list[Step] = [(seat, die) for die in dice]
        theirs = (self.partner, self.dice[self.partner])
        self._take([*mine, theirs, (seat, None)] if first == seat else [theirs, *mine, (seat, None)])

    def sink(self, stack: int) -> None:
        tiles = self.stacks[stack]
        tiles.append(tiles.pop(0))
        self._take(self.steps)

    def bring_up(self, stack: int) -> None:
        tiles = self.stacks[stack]
        tiles.insert(0, tiles.pop())
        self._take(self.steps)

    def go_on(self) -> None:
        """Continue with the rest of this turn."""
        self._take(self.steps)

    def _take(self, steps: list[Step]) -> None:
        """Go to the first of these steps that needs an answer; after the last, to the next turn."""
        self.steps = steps
        while steps:
            seat, die = steps.pop(0)
            asks = self._asked_by(seat, die)
            if asks is not None:
                self.asks, self.seats = asks, [seat]
                return
        self._end_turn()

    def _asked_by(self, seat: Seat, die: Value | None) -> Asks | None:
        deed = "pay" if die is None else DEEDS[die]
        if deed != "pay":
            return ASKED_BY.get(deed)
        if self.options.payments == "optional":
            return "may_pay"
        return None if self.first_payable(seat) == GREY else "paying"

    def _end_turn(self) -> None:
        self.turns_over += 1
        self.turn = (self.turn + 1) % len(self.rows)
        self.asks, self.seats = ("trading", [self.turn]) if self.turns_left() else ("nothing", [])

    def turns_left(self) -> int:
        """Until the game is stopped, if nobody pays."""
        return min(MOST_TURNS, self.last_payment + ROUNDS_WITHOUT_A_PAYMENT * len(self.rows)) - self.turns_over

    def payable(self, seat: Seat) -> list[Number]:
        """The seat's coins that match a tile on top of a stack."""
        owners = self.owners
        return [tiles[0] for tiles in self.stacks if owners[tiles[0]] == seat]

    def first_payable(self, seat: Seat) -> Number:
        """The first of them; GREY if there is none."""
        owners = self.owners
        for tiles in self.stacks:
            if owners[tiles[0]] == seat:
                return tiles[0]
        return GREY

    def pay(self, seat: Seat, place: int) -> None:
        number = self.rows[seat].pop(place)
        self.owners[number] = NOBODY
        for tiles in self.stacks:
            if tiles[0] == number:
                tiles[0] = GREY
        self.last_payment = self.turns_over + 1
        if self.rows[seat]:
            self._take(self.steps)
        else:
            self.asks, self.seats = "nothing", []

    def shares(self) -> list[float]:
        """Each seat's share of the win."""
        counts = [len(row) for row in self.rows]
        least = min(counts)
        winners = counts.count(least)
        return [(count == least) / winners for count in counts]
