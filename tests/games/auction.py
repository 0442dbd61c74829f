"""A small game for the tests of the engine: secret bids, a question to one seat, and a move that is always possible.

In each of three rounds everybody awake bids one or two of four coins at once, and the highest bidder chooses a prize. A
hand may be shown at any time.
"""

from msgspec import Struct

from games import engine
from games.dealer import Dealer, Scripted
from games.engine import Ask, AskAll, Chair, Credit, Game, Move, Outcome, Pick, Seat, Text, say


class Options(Struct, frozen=True):
    pass


class Bid(Move, frozen=True, tag="bid"):
    coins: tuple[int, ...]

    def label(self) -> Text:
        return say("Bid {coins}", coins=self.coins)


class Pass(Move, frozen=True, tag="pass"):
    def label(self) -> Text:
        return say("Pass")


class Take(Move, frozen=True, tag="take"):
    prize: str

    def label(self) -> Text:
        return say("Take the {prize}", prize=say(self.prize))


class Show(Move, frozen=True, tag="show"):
    def label(self) -> Text:
        return say("Show your coins")


class State(engine.State, kw_only=True):
    agenda: "list[Bidding | Taking]" = []
    prizes: list[int]
    shown: list[bool]
    awake: list[bool]
    rounds_left: int = 3
    bids: dict[Seat, tuple[int, ...]] = {}


class Bidding(AskAll, frozen=True, tag="bidding"):
    answers: dict[Seat, Bid | Pass] = {}

    prompt = "Bid some of your coins, or pass."
    waiting = "Still to bid: {seats}."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Pass()] if g.awake[seat] else []

    def pick(self, g: State, seat: Seat) -> Pick | None:
        return Pick("bid", "coins", (0, 1, 2, 3), 1, 2) if g.awake[seat] else None

    def play_all(self, g: State, answers: dict[Seat, Bid | Pass], dealer: Dealer) -> None:
        g.bids = {seat: bid.coins for seat, bid in answers.items() if isinstance(bid, Bid)}
        if g.bids:
            g.first(Taking(max(g.bids, key=lambda seat: sum(g.bids[seat]))))


class Taking(Ask, frozen=True, tag="taking"):
    prompt = "Which prize do you take?"
    waiting = "{seats} takes a prize."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Take("cake"), Take("tea")]

    def play(self, g: State, move: Take, dealer: Dealer) -> None:
        g.prizes[self.seat] += 1


class View(Struct, frozen=True):
    prizes: list[int]
    shown: list[bool]
    you: Seat | None


def setup(seats: int, options: Options, dealer: Dealer) -> State:
    g = State(prizes=[0] * seats, shown=[False] * seats, awake=[True] * seats)
    g.first(Bidding(tuple(range(seats))))
    return g


def next_turn(g: State, dealer: Dealer) -> None:
    g.rounds_left -= 1
    g.first(Bidding(tuple(range(len(g.prizes)))))


def outcome(g: State) -> Outcome | None:
    if g.rounds_left:
        return None
    winners = tuple(seat for seat, prizes in enumerate(g.prizes) if prizes == max(g.prizes))
    return Outcome(winners, tuple(g.prizes), say("Most prizes: {seats}.", seats=[Chair(seat) for seat in winners]))


def play_free(g: State, seat: Seat, move: Show, dealer: Dealer) -> None:
    g.shown[seat] = True


AUCTION = Game(
    key="auction", title="Auction", credit=Credit(source=say("It is played in tests only.")), seats=range(2, 5),
    Options=Options, State=State, Move=Bid | Pass | Take | Show,
    setup=setup, next_turn=next_turn, outcome=outcome, view=lambda g, seat: View(g.prizes, g.shown, seat),
    scramble=lambda g, seat, chance: g.copy(),
    free_moves=lambda g, seat: [] if g.shown[seat] else [Show()], play_free=play_free,
)  # fmt: skip


def begin(seats: int = 3, asked_so_far: int = 0) -> State:
    g: State = engine.begin(AUCTION, seats, Options(), Scripted([]), asked_so_far)
    return g


def play(g: State, *answers: tuple[int, Move]) -> State:
    """These answers, one after the other."""
    for seat, move in answers:
        g = engine.play(AUCTION, g, seat, move, Scripted([]))
    return g
