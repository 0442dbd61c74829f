"""A small game for the tests of the engine: secret bids, a question to one seat, and a move that is always possible.

In each round everybody awake bids some of their coins at once; the highest bidder chooses a prize; the others get their
coins back. A hand may be shown at any time. A game has three rounds.
"""

from msgspec import Struct

from games import engine
from games.dealer import Dealer, Scripted
from games.engine import Ask, AskAll, Chair, Credit, Game, Move, Outcome, Pick, Seat, Text, say

PRIZES = ("cake", "tea")


class Options(Struct, frozen=True):
    rounds: int = 3


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
    coins: list[list[int]]
    prizes: list[list[str]]
    shown: list[bool]
    awake: list[bool]
    rounds_left: int
    bids: dict[Seat, tuple[int, ...]] = {}


class Bidding(AskAll, frozen=True, tag="bidding"):
    answers: dict[Seat, Bid | Pass] = {}

    prompt = "Bid some of your coins, or pass."
    waiting = "Still to bid: {seats}."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Pass()] if g.awake[seat] else []

    def pick(self, g: State, seat: Seat) -> Pick | None:
        if not g.awake[seat] or not g.coins[seat]:
            return None
        return Pick("bid", "coins", tuple(range(len(g.coins[seat]))), 1, min(2, len(g.coins[seat])))

    def play_all(self, g: State, answers: dict[Seat, Bid | Pass], dealer: Dealer) -> None:
        g.bids = {seat: bid.coins for seat, bid in answers.items() if isinstance(bid, Bid)}
        for seat, places in g.bids.items():
            dealer.tell(seat, say("You bid {places}.", places=places))
        if g.bids:
            highest = max(g.bids, key=lambda seat: sum(g.coins[seat][place] for place in g.bids[seat]))
            g.first(Taking(highest, secret="the joker"))


class Taking(Ask, frozen=True, tag="taking"):
    secret: str

    prompt = "Which prize do you take?"
    waiting = "{seats} takes a prize."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Take(prize) for prize in PRIZES]

    def play(self, g: State, move: Take, dealer: Dealer) -> None:
        g.prizes[self.seat].append(move.prize)
        paid = g.bids[self.seat]
        g.coins[self.seat] = [coin for place, coin in enumerate(g.coins[self.seat]) if place not in paid]
        dealer.say(say("{seat} takes the {prize}.", seat=Chair(self.seat), prize=move.prize), seat=self.seat)


class View(Struct, frozen=True):
    own: list[int] | None
    open: list[list[int] | None]
    prizes: list[list[str]]


def setup(seats: int, options: Options, dealer: Dealer) -> State:
    coins, prizes = [dealer.shuffle([1, 2, 3, 5], "coins") for _ in range(seats)], [[] for _ in range(seats)]
    everybody = {"shown": [False] * seats, "awake": [True] * seats}
    g = State(coins=coins, prizes=prizes, **everybody, rounds_left=options.rounds)
    g.first(Bidding(tuple(range(seats))))
    return g


def next_turn(g: State, dealer: Dealer) -> None:
    g.rounds_left -= 1
    g.first(Bidding(tuple(range(len(g.coins)))))


def outcome(g: State) -> Outcome | None:
    if g.rounds_left:
        return None
    scores = tuple(len(prizes) for prizes in g.prizes)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(winners, scores, say("Most prizes: {seats}.", seats=[Chair(seat) for seat in winners]))


def view(g: State, seat: Seat | None) -> View:
    shown = [coins if shown else None for coins, shown in zip(g.coins, g.shown, strict=True)]
    return View(g.coins[seat] if seat is not None else None, shown, g.prizes)


def free_moves(g: State, seat: Seat) -> list[Move]:
    return [] if g.shown[seat] else [Show()]


def play_free(g: State, seat: Seat, move: Show, dealer: Dealer) -> None:
    g.shown[seat] = True
    dealer.say(say("{seat} shows the coins.", seat=Chair(seat)), seat=seat)


AUCTION = Game(
    key="auction", title="Auction", credit=Credit(source=say("It is played in tests only.")), seats=range(2, 5),
    Options=Options, State=State, Move=Bid | Pass | Take | Show,
    setup=setup, next_turn=next_turn, outcome=outcome, view=view, scramble=lambda g, seat, chance: g.copy(),
    free_moves=free_moves, play_free=play_free,
)  # fmt: skip


COINS = [1, 2, 3, 5]


def begin(seats: int = 3, asked_so_far: int = 0) -> State:
    """An auction among as many as have these coins."""
    g: State = engine.begin(AUCTION, seats, Options(), Scripted([COINS] * seats), asked_so_far)
    return g


def play(g: State, *answers: tuple[int, Move]) -> State:
    """These answers, one after the other."""
    for seat, move in answers:
        g = engine.play(AUCTION, g, seat, move, Scripted([]))
    return g
