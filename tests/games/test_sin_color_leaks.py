"""Leaks planted in Sin Color, each of which the searches for leaks must find: the proof that they search."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any, cast

import msgspec
import pytest
from msgspec import Struct

from games.bot import Seeded
from games.dealer import Dealer
from games.engine import Argument, Chair, Game, Move, Seat, say
from games.frame import Moment
from games.piecepack import Value
from games.sin_color import GAME, rules
from games.sin_color.moves import Offer, Order, Trade
from games.sin_color.options import Options
from games.sin_color.pieces import Coin, Face, Tile, named
from games.sin_color.rules import Arranging, Offering, Paying, State, payable
from games.sin_color.view import View, view
from tests.games.secrecy import Memory, first_leak
from tests.games.sin_color_tables import endgame, play


class LeakyView(Struct, frozen=True):
    """The view and one thing more."""

    view: View
    leak: Any


def showing(leak: Callable[[State, Seat | None], Any]) -> Game:
    """The game with something more in the view, as long as it is not over: then everything is shown anyway."""

    def leaky_view(g: State, seat: Seat | None) -> LeakyView:
        return LeakyView(view(g, seat), leak(g, seat) if g.question else None)

    return replace(GAME, view=leaky_view)


def lower(coin: Coin) -> Any:
    return coin.turned_over().upper


def values(g: State, owner: Seat) -> list[Face]:
    return [coin.face for coin in g.rows[owner]]


def in_colour(tiles: list[Tile]) -> int:
    return sum(tile is not None for tile in tiles)


def answers(g: State, kind: type[Arranging | Offering]) -> Any:
    return g.question.answers if isinstance(g.question, kind) else None


def digest(g: State) -> str:
    return sha256(msgspec.json.encode(g)).hexdigest()


LEAKS_IN_THE_VIEW: dict[str, Callable[[State, Seat | None], Any]] = {
    "both sides of all coins": lambda g, you: g.rows,
    "both sides of all coins, to onlookers": lambda g, you: g.rows if you is None else None,
    "both sides of all coins, while they are arranged": lambda g, you: g.rows if g.turn is None else None,
    "the lower side of one coin": lambda g, you: lower(g.rows[1][0]) if g.rows[1] else None,
    "the left neighbour's lower sides": lambda g, you: [] if you is None else values(g, (you + 1) % len(g.rows)),
    "a row sorted by its coins": lambda g, you: sorted(range(len(g.rows[0])), key=lambda at: str(g.rows[0][at].face)),
    "numbers that stay with the coins": lambda g, you: [[hash(str(coin.face)) % 9 for coin in row] for row in g.rows],
    "how many suits somebody has": lambda g, you: len({coin.face.suit for coin in g.rows[2]}),
    "who could pay now": lambda g, you: [bool(payable(g, owner)) for owner in range(len(g.rows))],
    "who could pay twice": lambda g, you: [len(payable(g, owner)) > 1 for owner in range(len(g.rows))],
    "how many coins the payer chooses from": lambda g, you: (
        len(payable(g, g.question.seat)) if isinstance(g.question, Paying) else None
    ),
    "the tile under the top": lambda g, you: [tiles[1] for tiles in g.stacks],
    "the tile at the bottom": lambda g, you: g.stacks[3][-1],
    "how many tiles of a stack are in colour": lambda g, you: [in_colour(tiles) for tiles in g.stacks],
    "that a stack has no colour left": lambda g, you: [in_colour(tiles) == 0 for tiles in g.stacks],
    "offers before all are in": lambda g, you: answers(g, Offering),
    "how many coins are in a sealed offer": lambda g, you: [
        len(m.coins) for m in (answers(g, Offering) or {}).values()
    ],
    "how others arrange their coins": lambda g, you: answers(g, Arranging),
    "a hash of the state": lambda g, you: digest(g),
    "a lower side, but only late in the game": lambda g, you: g.rows[0][0].face if len(g.paid) > 12 else None,
}


@pytest.mark.parametrize("leak", LEAKS_IN_THE_VIEW.values(), ids=LEAKS_IN_THE_VIEW.keys())
def test_a_leak_in_the_view_is_found(leak: Callable[[State, Seat | None], Any]) -> None:
    assert first_leak(showing(leak), 4, games=5, every=2) is not None


def test_what_the_payer_may_choose_from_sent_to_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Moment.frame

    def to_all(self: Moment, you: Seat | None) -> Any:
        sent, g = frame(self, you), cast(State, self._g)
        choices = payable(g, g.question.seat) if isinstance(g.question, Paying) else []
        return replace_choices(sent, choices)

    monkeypatch.setattr(Moment, "frame", to_all)
    assert first_leak(GAME, 3, games=5) is not None


def replace_choices(sent: Any, choices: list[Move]) -> Any:
    return msgspec.structs.replace(sent, choices=choices)


def forgotten(game: Game, g: State) -> bool:
    """Whether the memory search finds nothing, going on from here in many ways."""
    memory = Memory(game, Seeded("leaks"), ways=150)
    return all(memory.leaks(g, 3) == [] for _ in range(5))


def test_a_coin_that_stays_in_the_view_of_whoever_gave_it_away_is_found() -> None:
    given: dict[Seat | None, list[Face]] = {}

    def remembering(g: State, seat: Seat | None) -> LeakyView:
        if isinstance(g.question, rules.Choosing) and seat is not None:
            given[seat] = [g.rows[seat][place].face for place in g.offers[seat]]
        return LeakyView(view(g, seat), given.get(seat) if isinstance(g.question, rules.Ordering) else None)

    one_offer_missing = play(endgame(), Offer((0,)), Offer((1,)))
    assert forgotten(GAME, one_offer_missing)
    assert not forgotten(replace(GAME, view=remembering), one_offer_missing)


def test_a_side_that_stays_in_the_view_after_the_coin_was_turned_over_is_found() -> None:
    turned: dict[Seat, Any] = {}

    def remembering(g: State, seat: Seat, move: Any, dealer: Dealer) -> None:
        turned[seat] = g.rows[seat][move.coin].upper
        rules.turn_over(g, seat, move, dealer)

    def leaky_view(g: State, seat: Seat | None) -> LeakyView:
        return LeakyView(view(g, seat), dict(turned))

    assert not forgotten(replace(GAME, view=leaky_view, play_free=remembering), endgame())


def test_a_question_number_that_counts_what_can_be_paid_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    throw = rules.throw

    def counting(g: State, seats: list[Seat], dealer: Dealer) -> None:
        throw(g, seats, dealer)
        g.asked_so_far += len(payable(g, seats[0]))

    monkeypatch.setattr(rules, "throw", counting)
    assert not forgotten(GAME, endgame())


def test_a_refusal_that_knows_what_others_could_pay_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def expected(game: Game, g: Any, seat: Seat) -> str:
        return ", ".join(str(move) for owner in range(len(g.rows)) for move in payable(g, owner))

    monkeypatch.setattr("games.engine._expected", expected)
    assert first_leak(GAME, 3, games=5) is not None


def speaking(name: str, template: str, **words: Callable[..., Argument]) -> Callable[..., None]:
    """One of the functions of telling.py, saying something more afterwards."""
    tell: Callable[..., None] = getattr(rules, name)

    def leaky(dealer: Dealer, *things: Any) -> None:
        tell(dealer, *things)
        dealer.say(say(template, **{word: of(*things) for word, of in words.items()}))

    return leaky


LEAKS_IN_THE_LOG: dict[str, tuple[str, str, dict[str, Callable[..., Argument]]]] = {
    "which coin was turned over": (
        "tell_turned_over",
        "That was coin {number}.",
        {"number": lambda options, seat, place, before, after: place},
    ),
    "what it showed before": (
        "tell_turned_over",
        "It was {coin}.",
        {"coin": lambda options, seat, place, before, after: named(before.face)},
    ),
    "which tile went down": (
        "tell_sunk",
        "It was {tile}.",
        {"tile": lambda options, seat, stack, tiles: named(tiles[-1])},
    ),
    "which tile is at the bottom now": (
        "tell_raised",
        "Below it lies {tile}.",
        {"tile": lambda options, seat, stack, tiles: named(tiles[-1])},
    ),
}


@pytest.mark.parametrize(("name", "template", "words"), LEAKS_IN_THE_LOG.values(), ids=LEAKS_IN_THE_LOG.keys())
def test_a_leak_in_the_log_is_found(
    name: str, template: str, words: dict[str, Callable[..., Argument]], monkeypatch: pytest.MonkeyPatch
) -> None:
    g = {"tell_turned_over": endgame(), "tell_sunk": moving_tiles(2), "tell_raised": moving_tiles(3)}[name]
    assert forgotten(GAME, g)
    monkeypatch.setattr(rules, name, speaking(name, template, **words))
    assert not forgotten(GAME, g)


def moving_tiles(die: Value) -> State:
    """Three tiles will be moved, one after the other."""
    offers = Offer((0,)), Offer((1,)), Offer((0,))
    return play(endgame(), *offers, Trade(1), Order(0, (die, die)), drawn=[die, die])


def test_a_log_that_names_the_coins_traded_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def remind(dealer: Dealer, options: Options, giver: Seat, receiver: Seat, coins: list[Coin]) -> None:
        dealer.say(say("{seat} gave: {coins}.", seat=Chair(giver), coins=[named(coin.face) for coin in coins]))

    monkeypatch.setattr(rules, "remind", remind)
    assert not forgotten(GAME, play(endgame(), Offer((0,)), Offer((1,)), Offer((0,))))


@pytest.mark.parametrize("seats", GAME.seats)
def test_without_a_planted_leak_nothing_is_found(seats: int) -> None:
    assert first_leak(GAME, seats, games=2, every=5) is None
