"""Leaks planted in Desfases, each of which a search must find: the proof that they search."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec
import pytest
from msgspec import Struct

from games.bot import Seeded
from games.dealer import Dealer, Line, Scripted
from games.desfases import GAME, rules
from games.desfases.board import Coin, Square, Used
from games.desfases.moves import Feed, Score
from games.desfases.rules import Feeding, Scoring, State, points, scored_by
from games.desfases.view import View, extremes, scramble, view
from games.engine import Chair, Game, Move, Seat, Text, advance, say
from games.piecepack import SUITS, Suit, value_named
from games.playthrough import Step
from games.retired import desfases_1
from tests.games.played import played
from tests.games.secrecy import as_sent, first_leak


class LeakyView(Struct, frozen=True):
    """The view and one thing more."""

    view: View
    leak: Any


def showing(leak: Callable[[State, Seat | None], Any]) -> Game:
    """The game with something more in the view, as long as it is not over: then all coins are turned over."""

    def leaky_view(g: State, seat: Seat | None) -> LeakyView:
        return LeakyView(view(g, seat), leak(g, seat) if g.pieces and g.question else None)

    return replace(GAME, view=leaky_view)


def under(g: State) -> list[int | None]:
    return [pieces.under for pieces in g.pieces.values()]


def marked(g: State) -> list[int]:
    return [tile.coin.value for suit in SUITS for tile in scored_by(g, suit) if tile.coin]


def in_the_gap(g: State) -> list[int]:
    return [value for pieces in g.pieces.values() for value in pieces.gap]


def squares_by_coin(g: State) -> list[Square]:
    """A hidden row that is sorted."""
    marks = {square: tile.coin.value for square, tile in g.tiles.items() if tile.coin}
    return sorted(marks, key=lambda square: (-marks[square], square))


def leader(g: State) -> Suit:
    return max(g.players, key=lambda suit: points(g, suit))


def digest(g: State) -> str:
    return sha256(msgspec.json.encode(g)).hexdigest()


def is_late(g: State) -> bool:
    return g.turns_over > 60


LEAKS_IN_THE_VIEW: dict[str, Callable[[State, Seat | None], Any]] = {
    "the coins under the dice": lambda g, you: under(g),
    "the coins on the tiles": lambda g, you: marked(g),
    "the coins in the gap": lambda g, you: in_the_gap(g),
    "what the gap has cost": lambda g, you: sum(in_the_gap(g)),
    "the points so far": lambda g, you: [points(g, suit) for suit in g.players],
    "who leads": lambda g, you: leader(g),
    "the coins on the tiles, sorted": lambda g, you: sorted(marked(g)),
    "the marked tiles by what marked them": lambda g, you: squares_by_coin(g),
    "whether a null was scored": lambda g, you: 0 in marked(g),
    "how far the dice have counted down": lambda g, you: [(p.under or p.die) - p.die for p in g.pieces.values()],
    "a hash of the state": lambda g, you: digest(g),
    "a coin, but only while a tile is scored": lambda g, you: isinstance(g.question, Scoring) and under(g),
    "a coin, but only while a timer is fed": lambda g, you: isinstance(g.question, Feeding) and marked(g),
    "a coin, but only late in the game": lambda g, you: is_late(g) and marked(g)[:1],
    "the coins on the tiles, but only for onlookers": lambda g, you: you is None and marked(g),
    "the own coins, but only for their player": lambda g, you: you is not None and [
        pieces.under for suit, pieces in g.pieces.items() if g.players[suit] == you
    ],
}  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS_IN_THE_VIEW.values(), ids=LEAKS_IN_THE_VIEW.keys())
def test_a_leak_in_the_view_is_found(leak: Callable[[State, Seat | None], Any]) -> None:
    assert first_leak(showing(leak), 2, games=3, every=3) is not None


def test_tiles_offered_by_the_coin_under_the_die_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def moves(self: Scoring, g: State, seat: Seat) -> list[Move]:
        pieces = g.pieces[self.suit]
        return [Score(square) for square in rules.tiles_facing(g, pieces.pawn)[:: 1 if pieces.under else -1]]

    monkeypatch.setattr(Scoring, "moves", moves)
    assert first_leak(GAME, 2, games=3) is not None


def test_coins_offered_in_an_order_that_tells_the_points_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def moves(self: Feeding, g: State, seat: Seat) -> list[Move]:
        return [Feed(value) for value in g.pieces[self.suit].reserve[:: 1 if points(g, self.suit) % 2 else -1]]

    monkeypatch.setattr(Feeding, "moves", moves)
    assert first_leak(GAME, 2, games=3) is not None


def test_a_refusal_that_knows_the_coins_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.engine._expected", lambda game, g, seat: f"not with {under(g)}")
    assert first_leak(GAME, 2, games=1) is not None


# --- In the course of a game --------------------------------------------------------------------------------


def first_difference(game: Game, seats: int, games: int) -> str | None:
    """The first that anybody could tell where the same is played on at a table and at redeals of it."""
    for number in range(games):
        playthrough = played(game, seats, f"course {number}")
        for at in range(0, len(playthrough.steps), 10):
            g: Any = playthrough.steps[at].after
            rest = playthrough.steps[at + 1 :]
            for other in [scramble(g, None, Seeded(f"course {at}")), *extremes(g, None)]:
                for one, two in zip(course(game, g, rest), course(game, other, rest), strict=True):
                    if one != two:
                        return f"game {number + 1}, from step {at + 1} on: {one!r} and {two!r}"
    return None


def course(game: Game, g: State, steps: Sequence[Step]) -> Iterator[tuple[bytes, list[Line]]]:
    """What each of these steps leaves for whoever comes later, until the coins are turned over."""
    g = g.copy()
    for step in steps:
        dealer = Scripted(step.drawn)
        advance(game, g, step.seat, step.move, dealer)
        if g.question is None:
            return
        yield as_sent(game, g, None), [line for line in dealer.lines if not line.fades]


@pytest.mark.parametrize("seats", GAME.seats)
def test_without_a_planted_leak_nobody_can_ever_tell_a_redeal(seats: int) -> None:
    assert first_difference(GAME, seats, games=2) is None


def saying(monkeypatch: pytest.MonkeyPatch, line: Callable[[State, Suit], Text | None]) -> None:
    """Whenever a tile is scored, this is said and written down."""
    score = rules.score

    def talkative(g: State, suit: Suit, square: Any, dealer: Dealer) -> None:
        score(g, suit, square, dealer)
        if (text := line(g, suit)) is not None:
            dealer.say(text, seat=g.players[suit])

    monkeypatch.setattr(rules, "score", talkative)


LEAKS_IN_THE_LOG: dict[str, Callable[[State, Suit], Text | None]] = {
    "the points": lambda g, suit: say("Points: {points}.", points=points(g, suit)),
    "the last coin": lambda g, suit: say("It was the {value}.", value=value_named(scored_by(g, suit)[-1].coin.value)),  # type: ignore[union-attr]
    "a player who leads": lambda g, suit: say("{seat} leads.", seat=Chair(g.players[leader(g)])),
    "nothing but applause for a five": lambda g, suit: say("Bravo.") if marked(g)[-1:] == [5] else None,
}


@pytest.mark.parametrize("line", LEAKS_IN_THE_LOG.values(), ids=LEAKS_IN_THE_LOG.keys())
def test_a_leak_in_the_log_is_found(
    monkeypatch: pytest.MonkeyPatch, line: Callable[[State, Suit], Text | None]
) -> None:
    saying(monkeypatch, line)
    assert first_difference(GAME, 4, games=2) is not None


def test_what_its_player_alone_may_hear_is_found_when_it_is_written_down_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def tell_its_player(g: State, coin: Coin, points: int, dealer: Dealer) -> None:
        dealer.say(say("Points: {points}.", points=points), seat=g.players[coin.suit])

    monkeypatch.setattr(rules, "tell_its_player", tell_its_player)
    assert first_difference(GAME, 4, games=2) is not None


# --- For a moment -------------------------------------------------------------------------------------------

Told: TypeAlias = Callable[[State, Coin, int, Dealer], None]


def aloud(g: State, coin: Coin, points: int, dealer: Dealer) -> None:
    dealer.say(say("It was the {value}.", value=value_named(coin.value)), fades=True)


def points_in_a_sight(g: State, coin: Coin, points: int, dealer: Dealer) -> None:
    dealer.say(say("A coin."), fades=True, sight=Used(coin.suit, 0, points))


def coin_in_a_sight(g: State, coin: Coin, points: int, dealer: Dealer) -> None:
    dealer.say(say("A coin."), fades=True, sight=Used(coin.suit, coin.value, 0))


def applause(g: State, coin: Coin, points: int, dealer: Dealer) -> None:
    if points > 7:
        dealer.say(say("Bravo."), fades=True)


def to_the_next(g: State, coin: Coin, points: int, dealer: Dealer) -> None:
    """Heard by one other seat."""
    to = (g.players[coin.suit] + 1) % g.seats
    dealer.tell(to, say("It was the {value}.", value=value_named(coin.value)), fades=True)


@pytest.mark.parametrize("told", [aloud, points_in_a_sight, coin_in_a_sight, applause, to_the_next])
def test_what_its_player_alone_may_hear_is_found_when_others_hear_it_for_a_moment(
    monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    monkeypatch.setattr(rules, "tell_its_player", told)
    assert first_leak(GAME, 4, games=2) is not None


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_rules_of_version_1_told_everybody(seats: int) -> None:
    assert first_leak(desfases_1.GAME, seats, games=1) is not None


@pytest.mark.parametrize("seats", GAME.seats)
def test_without_a_planted_leak_nobody_hears_of_a_redeal(seats: int) -> None:
    assert first_leak(GAME, seats, games=1, every=3) is None


def test_a_question_number_that_counts_points_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    score = rules.score

    def counting(g: State, suit: Suit, square: Any, dealer: Dealer) -> None:
        score(g, suit, square, dealer)
        g.asked_so_far += points(g, suit)

    monkeypatch.setattr(rules, "score", counting)
    assert first_difference(GAME, 2, games=2) is not None
