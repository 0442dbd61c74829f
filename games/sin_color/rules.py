"""Sin Color, in the order of RULES.md."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from games import engine
from games.dealer import Chance
from games.engine import Argument, Ask, AskAll, Chair, Move, Outcome, Pick, Seat, Text, any_of, say
from games.piecepack import NULL, VALUES, Value, value_named
from games.sin_color.lines import Dealer
from games.sin_color.moves import Arrange, NoTrade, Offer, Order, Pay, PayNothing, Raise, Sink, Trade, TurnOver
from games.sin_color.options import Options
from games.sin_color.pieces import FACES, Coin, Face, Tile
from games.sin_color.telling import remind, tell_paid, tell_raised, tell_sunk, tell_traded, tell_turned_over

TILES_IN_A_STACK: Final = 4
MOST_TURNS: Final = 300
ROUNDS_WITHOUT_A_PAYMENT: Final = 10

Deed: TypeAlias = Literal["nothing", "pay", "sink", "raise"]
DEEDS: Final[tuple[Deed, ...]] = ("nothing", "pay", "sink", "raise", "sink", "raise")
"""What each face of a die does, from null to 5."""


class Step(Struct, frozen=True):
    """What a seat has yet to do in this turn: use a die or, if there is none, pay at its end."""

    seat: Seat
    die: Value | None


class State(engine.State, kw_only=True):
    """The table."""

    agenda: "list[Arranging | Trading | Offering | Choosing | Ordering | Sinking | Raising | Paying | MayPay]" = []
    options: Options
    stacks: list[list[Tile]]
    """Each from the top down."""
    rows: list[list[Coin]]
    """In front of each seat, from left to right."""
    paid: list[Face] = []
    """In the order in which they were paid."""
    turn: Seat | None = None
    """None while the rows are being arranged."""
    offers: dict[Seat, tuple[int, ...]] = {}
    """The coins openly under offer: their places, from left to right."""
    dice: dict[Seat, Value] = {}
    """The dice as last thrown."""
    steps: list[Step] = []
    """What comes in this turn after the pending question."""
    turns_over: int = 0
    last_payment: int = 0
    """The number of the last turn in which somebody paid; the first turn is number 1."""


# --- The table ----------------------------------------------------------------------------------------------


def setup(seats: int, options: Options, dealer: Dealer) -> State:
    """The stacks built, the coins dealt, and everybody arranging."""
    tiles: list[Tile] = [FACES[words] for words in dealer.shuffle(FACES, "tiles")]
    coins = [Coin(FACES[words], "suit") for words in dealer.shuffle(FACES, "coins")]
    each = len(coins) // seats
    g = State(
        options=options,
        stacks=[tiles[first : first + TILES_IN_A_STACK] for first in range(0, len(tiles), TILES_IN_A_STACK)],
        rows=[coins[first : first + each] for first in range(0, len(coins), each)],
    )
    g.first(Arranging(tuple(range(seats))))
    return g


# --- Arranging ----------------------------------------------------------------------------------------------


class Arranging(AskAll, frozen=True, tag="arranging"):
    """Which coins lie value up?"""

    answers: dict[Seat, Arrange] = {}

    prompt = "Choose which of your coins to turn value up. The others stay suit up."
    waiting = "Waiting for {seats} to arrange their coins."

    def pick(self, g: State, seat: Seat) -> Pick:
        return Pick("arrange", "value_up", places(g, seat), 0, len(g.rows[seat]))

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        return Arrange(())

    def play_all(self, g: State, answers: dict[Seat, Arrange], dealer: Dealer) -> None:
        # "When everyone has chosen, all rows become visible." RULES.md, decision 2.
        for seat, arranged in answers.items():
            g.rows[seat] = laid(g.rows[seat], arranged.value_up)
        # "Then chance decides who begins."
        begin_turn(g, dealer.pick(range(len(g.rows)), "start"))
        dealer.say("arranged", say("The coins are arranged. First turn: {seat}.", seat=Chair(g.question.seat)))


def laid(row: list[Coin], value_up: tuple[int, ...]) -> list[Coin]:
    return [Coin(coin.face, "value" if place in value_up else "suit") for place, coin in enumerate(row)]


def places(g: State, seat: Seat) -> tuple[int, ...]:
    return tuple(range(len(g.rows[seat])))


# --- Turning coins over -------------------------------------------------------------------------------------


def free_moves(g: State, seat: Seat) -> list[Move]:
    """ "Any of your own coins … at any time", once the rows are visible. RULES.md, decision 3."""
    if g.turn is None:
        return []
    # "Only a coin under offer stays as it is."
    locked = under_offer(g, seat)
    return [TurnOver(place) for place in places(g, seat) if place not in locked]


def under_offer(g: State, seat: Seat) -> tuple[int, ...]:
    """The places of coins under offer, even if only their owner knows it yet."""
    if isinstance(g.question, Offering) and seat in g.question.answers:
        return g.question.answers[seat].coins
    return g.offers.get(seat, ())


def turn_over(g: State, seat: Seat, move: TurnOver, dealer: Dealer) -> None:
    """The free move."""
    before = g.rows[seat][move.coin]
    after = g.rows[seat][move.coin] = before.turned_over()
    tell_turned_over(dealer, g.options, seat, move.coin, before, after)


# --- Your turn ----------------------------------------------------------------------------------------------


def next_turn(g: State, dealer: Dealer) -> None:
    """What comes next in this turn; after the last of it, the next turn."""
    if g.steps:
        step = g.steps.pop(0)
        use(g, step.seat, step.die, dealer)
    else:
        assert g.turn is not None, "turns begin when the rows are arranged"
        g.turns_over += 1
        begin_turn(g, clockwise_from(g, g.turn)[0])


def begin_turn(g: State, seat: Seat) -> None:
    g.turn = seat
    g.first(Trading(seat))


def clockwise_from(g: State, seat: Seat) -> list[Seat]:
    """The others, from the seat's left on."""
    return [(seat + away) % len(g.rows) for away in range(1, len(g.rows))]


# --- Trading ------------------------------------------------------------------------------------------------


class Trading(Ask, frozen=True, tag="trading"):
    """Which coins, for a trade?"""

    prompt = "Offer one or more of your coins for a trade, or do not trade."
    waiting = "Waiting for {seats} to offer a trade or not."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [NoTrade()]

    def pick(self, g: State, seat: Seat) -> Pick:
        return one_or_more(g, seat)

    def play(self, g: State, move: Offer | NoTrade, dealer: Dealer) -> None:
        match move:
            case Offer(coins):
                move_ahead(g, self.seat, coins, dealer)
                ask_for_offers(g, self.seat)
            case NoTrade():
                throw_alone(g, self.seat, dealer)


def one_or_more(g: State, seat: Seat) -> Pick:
    """ "One or more of your coins." RULES.md, decision 7."""
    return Pick("offer", "coins", places(g, seat), 1, len(g.rows[seat]))


def move_ahead(g: State, seat: Seat, coins: Iterable[int], dealer: Dealer) -> None:
    g.offers[seat] = tuple(sorted(coins))
    dealer.say("offered", say("{seat} offered {count} coins.", seat=Chair(seat), count=len(g.offers[seat])), seat=seat)


def ask_for_offers(g: State, opener: Seat) -> None:
    # "In secret, until all offers are on the table", unless the host chose otherwise. RULES.md, decision 6.
    still = [seat for seat in clockwise_from(g, opener) if seat not in g.offers]
    if still:
        asked = still if g.options.offers == "sealed" else still[:1]
        g.first(Offering(tuple(sorted(asked)), opener=opener))
    else:
        g.first(Choosing(opener))


class Offering(AskAll, frozen=True, kw_only=True, tag="offering"):
    """What do the others offer?"""

    # "An offer, once made, stands." RULES.md, decision 6.
    answers_stand = True

    opener: Seat
    answers: dict[Seat, Offer] = {}

    prompt = "{opener} wants to trade. Offer one or more of your coins."
    waiting = "Waiting for {seats} to offer coins."

    def words(self) -> dict[str, Argument]:
        return {"opener": Chair(self.opener)}

    def pick(self, g: State, seat: Seat) -> Pick:
        # Everyone has to. RULES.md, decision 5.
        return one_or_more(g, seat)

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        return Offer((any_of(places(g, seat), chance),))

    def play_all(self, g: State, answers: dict[Seat, Offer], dealer: Dealer) -> None:
        for seat in clockwise_from(g, self.opener):
            if seat in answers:
                move_ahead(g, seat, answers[seat].coins, dealer)
        ask_for_offers(g, self.opener)


class Choosing(Ask, frozen=True, tag="choosing"):
    """Which offer, or none?"""

    prompt = "Choose a partner to trade with, or do not trade."
    waiting = "Waiting for {seats} to choose one of the offers, or none."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [*(Trade(partner) for partner in clockwise_from(g, seat)), NoTrade()]

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        return NoTrade()

    def play(self, g: State, move: Trade | NoTrade, dealer: Dealer) -> None:
        match move:
            case Trade(partner):
                swap(g, self.seat, partner, dealer)
                throw_both(g, self.seat, partner, dealer)
            case NoTrade():
                # "All other coins on offer go back." RULES.md, decision 8.
                g.offers = {}
                dealer.say("no_trade", say("{seat} did not trade.", seat=Chair(self.seat)), seat=self.seat)
                throw_alone(g, self.seat, dealer)


def swap(g: State, seat: Seat, partner: Seat, dealer: Dealer) -> None:
    given, taken = g.offers[seat], g.offers[partner]
    mine, theirs = take_out(g.rows[seat], given), take_out(g.rows[partner], taken)
    # "Each keeps its upper side and goes to the right end of its new row." RULES.md, decision 4.
    g.rows[seat] += theirs
    g.rows[partner] += mine
    g.offers = {}
    tell_traded(dealer, seat, partner, given, taken)
    remind(dealer, g.options, seat, partner, mine)
    remind(dealer, g.options, partner, seat, theirs)


def take_out(row: list[Coin], offered: tuple[int, ...]) -> list[Coin]:
    """Takes these coins out of the row, in the order in which they lay."""
    taken = [row[place] for place in offered]
    row[:] = [coin for place, coin in enumerate(row) if place not in offered]
    return taken


# --- Throwing the die ---------------------------------------------------------------------------------------


def throw_alone(g: State, seat: Seat, dealer: Dealer) -> None:
    throw(g, [seat], dealer)
    g.steps = [Step(seat, g.dice[seat]), Step(seat, None)]


def throw_both(g: State, seat: Seat, partner: Seat, dealer: Dealer) -> None:
    # "When you have seen them, you choose."
    throw(g, [seat, partner], dealer)
    g.first(Ordering(seat, partner=partner))


def throw(g: State, seats: list[Seat], dealer: Dealer) -> None:
    g.dice = {seat: dealer.pick(VALUES, "die", seat) for seat in seats}
    for seat, die in g.dice.items():
        told = say("{seat} threw: {die}.", seat=Chair(seat), die=value_named(die))
        dealer.say("threw" if die != NULL else "threw_null", told, seat=seat)


class Ordering(Ask, frozen=True, tag="ordering"):
    """Who acts first, and which of the two dice is used first?"""

    partner: Seat

    prompt = "Choose who acts first, and in which order you use the two dice."
    waiting = "Waiting for {seats} to choose who acts first."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        one, other = g.dice[seat], g.dice[self.partner]
        orders = dict.fromkeys([(one, other), (other, one)])
        return [Order(first, dice) for first in (seat, self.partner) for dice in orders]

    def play(self, g: State, move: Order, dealer: Dealer) -> None:
        # "You use both dice; your partner uses only" one, and nobody acts in between. RULES.md, decision 9.
        mine = [Step(self.seat, die) for die in move.dice]
        theirs = [Step(self.partner, g.dice[self.partner])]
        first, then = (mine, theirs) if move.first == self.seat else (theirs, mine)
        g.steps = [*first, *then, Step(self.seat, None)]
        dealer.say("acts_first", say("First to act: {seat}.", seat=Chair(move.first)), seat=move.first)


def use(g: State, seat: Seat, die: Value | None, dealer: Dealer) -> None:
    """Carries out what a die says; without a die, the end of the turn."""
    if die is None or DEEDS[die] == "pay":
        # RULES.md, decision 12.
        ask_for_a_payment(g, seat, dealer)
    elif DEEDS[die] == "sink":
        g.first(Sinking(seat, die=die))
    elif DEEDS[die] == "raise":
        g.first(Raising(seat, die=die))


class Sinking(Ask, frozen=True, tag="sinking"):
    """Which top tile goes to the bottom?"""

    die: Value

    prompt = "Your die: {die}. Choose a stack: its top tile moves to the bottom."
    waiting = "Die: {die}. Waiting for {seats} to move a top tile to the bottom."

    def words(self) -> dict[str, Argument]:
        return {"die": value_named(self.die)}

    def moves(self, g: State, seat: Seat) -> list[Move]:
        # "Any stack." RULES.md, decision 10.
        return [Sink(stack) for stack in range(len(g.stacks))]

    def play(self, g: State, move: Sink, dealer: Dealer) -> None:
        tiles = g.stacks[move.stack]
        tiles.append(tiles.pop(0))
        tell_sunk(dealer, g.options, self.seat, move.stack, tiles)


class Raising(Ask, frozen=True, tag="raising"):
    """Which bottom tile comes to the top?"""

    die: Value

    prompt = "Your die: {die}. Choose a stack: its bottom tile moves to the top."
    waiting = "Die: {die}. Waiting for {seats} to move a bottom tile to the top."

    def words(self) -> dict[str, Argument]:
        return {"die": value_named(self.die)}

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Raise(stack) for stack in range(len(g.stacks))]

    def play(self, g: State, move: Raise, dealer: Dealer) -> None:
        tiles = g.stacks[move.stack]
        tiles.insert(0, tiles.pop())
        tell_raised(dealer, g.options, self.seat, move.stack, tiles)


# --- Paying -------------------------------------------------------------------------------------------------


def ask_for_a_payment(g: State, seat: Seat, dealer: Dealer) -> None:
    if g.options.payments == "optional":
        # Even with nothing to pay: "nobody learns whether you could have paid".
        g.first(MayPay(seat))
    elif payable(g, seat):
        # Even with only one coin to choose: nobody learns how many there are. RULES.md, decision 11.
        g.first(Paying(seat))
    else:
        dealer.say("no_match", say("{seat} had no coin that matches.", seat=Chair(seat)), seat=seat)


def payable(g: State, seat: Seat) -> list[Move]:
    """ "A coin with the same suit and the same value as a tile on top of a stack." """
    tops = [tiles[0] for tiles in g.stacks]
    return [Pay(place, coin.face.suit, coin.face.value) for place, coin in enumerate(g.rows[seat]) if coin.face in tops]


class Paying(Ask, frozen=True, tag="paying"):
    """Which coin?"""

    prompt = "You have to pay. Choose the coin."
    waiting = "Waiting for {seats} to pay a coin."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return payable(g, seat)

    def play(self, g: State, move: Pay, dealer: Dealer) -> None:
        pay(g, self.seat, move.coin, dealer)


class MayPay(Ask, frozen=True, tag="may_pay"):
    """Which coin, if any?"""

    prompt = "Pay a coin that matches, or pay nothing."
    waiting = "Waiting for {seats} to pay a coin or nothing."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [*payable(g, seat), PayNothing()]

    def play(self, g: State, move: Pay | PayNothing, dealer: Dealer) -> None:
        match move:
            case Pay(coin):
                pay(g, self.seat, coin, dealer)
            case PayNothing():
                dealer.say("paid_nothing", say("{seat} paid nothing.", seat=Chair(self.seat)), seat=self.seat)


def pay(g: State, seat: Seat, place: int, dealer: Dealer) -> None:
    face = g.rows[seat].pop(place).face
    stack = next(number for number, tiles in enumerate(g.stacks) if tiles[0] == face)
    # "Turn that tile grid-side up. The tile stays where it is."
    g.stacks[stack][0] = None
    g.paid.append(face)
    g.last_payment = g.turns_over + 1
    tell_paid(dealer, g.options, seat, place, stack, face)


# --- The end ------------------------------------------------------------------------------------------------


def outcome(g: State) -> Outcome | None:
    """ "Whoever has no coins left wins at once." Or, in the end, fewest coins."""
    for seat, row in enumerate(g.rows):
        if not row:
            return ended(g, [seat], say("{seat} has no coins left and wins.", seat=Chair(seat)))
    return fewest_coins(g) if turns_left(g) == 0 else None


def turns_left(g: State) -> int:
    """Turns until the game is stopped if nobody pays any more, including this one. RULES.md, decision 16."""
    without_a_payment = ROUNDS_WITHOUT_A_PAYMENT * len(g.rows)
    return min(MOST_TURNS, g.last_payment + without_a_payment) - g.turns_over


def fewest_coins(g: State) -> Outcome:
    fewest = min(map(len, g.rows))
    winners = [seat for seat, row in enumerate(g.rows) if len(row) == fewest]
    seats: list[Argument] = [Chair(seat) for seat in winners]
    if g.turns_over == MOST_TURNS:
        why = say(
            "After {turns} turns, everyone still has coins. Fewest coins: {seats}.", turns=MOST_TURNS, seats=seats
        )
    else:
        why = say(
            "No one paid in {rounds} rounds. Fewest coins: {seats}.", rounds=ROUNDS_WITHOUT_A_PAYMENT, seats=seats
        )
    return ended(g, winners, why)


def ended(g: State, winners: list[Seat], why: Text) -> Outcome:
    return Outcome(winners=tuple(winners), scores=tuple(map(len, g.rows)), why=why)
