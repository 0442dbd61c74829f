"""Leaks planted in TCNCCC, each of which the searches for leaks must find: the proof that they search."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import chain
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from games.dealer import Dealer
from games.engine import Chair, Game, Move, Seat, Text, say
from games.tcnccc import GAME, rules
from games.tcnccc.pieces import Piece, named
from games.tcnccc.rules import Draw, Lift, OnlyLift, Place, Placing, State, Turn
from games.tcnccc.view import View, view
from tests.games.secrecy import first_leak


class LeakyView(Struct, frozen=True):
    """The view and one thing more."""

    view: View
    leak: Any


def showing(leak: Callable[[State], Any]) -> Game:
    """The game with something more in everybody's view."""

    def leaky_view(g: State, seat: Seat | None) -> LeakyView:
        return LeakyView(view(g, seat), leak(g))

    return replace(GAME, view=leaky_view)


def top(g: State) -> list[Piece]:
    return [under_lid[-1] for under_lid in g.cylinders.values() if under_lid]


def is_late(g: State) -> bool:
    return g.turns_left < 100 * len(g.held) - 30


def digest(g: State) -> str:
    return sha256(msgspec.json.encode(g)).hexdigest()


LEAKS_IN_THE_VIEW: dict[str, Callable[[State], Any]] = {
    "how many are in the bag": lambda g: len(g.bag),
    "how many are under each lid": lambda g: [len(under_lid) for under_lid in g.cylinders.values()],
    "marks on full cylinders": lambda g: [n for n in g.cylinders if not rules.has_room(g, n)],
    "marks on empty cylinders": lambda g: [n for n, under_lid in g.cylinders.items() if not under_lid],
    "what is under the lids, sorted": lambda g: sorted(chain(*g.cylinders.values())),
    "the cylinders by how much they hold": lambda g: sorted(g.cylinders, key=lambda n: len(g.cylinders[n])),
    "what lies on top": top,
    "the next piece of the bag": lambda g: g.bag[:1],
    "whether there are jokers in the bag": lambda g: "joker" in g.bag,
    "whether a lift would bring a pair": lambda g: any(map(rules.has_a_pair, g.cylinders.values())),
    "a hash of the state": digest,
    "a count, but only when the bag is empty": lambda g: None if g.bag else len(next(iter(g.cylinders.values()))),
    "a count, but only with cylinders gone": lambda g: len(g.bag) if len(g.cylinders) < 4 else None,
    "a count, but only late in the game": lambda g: len(g.bag) if is_late(g) else None,
    "a colour, but only while a piece is placed": lambda g: top(g) if isinstance(g.question, Placing) else None,
}


@pytest.mark.parametrize("leak", LEAKS_IN_THE_VIEW.values(), ids=LEAKS_IN_THE_VIEW.keys())
def test_a_leak_in_the_view_is_found(leak: Callable[[State], Any]) -> None:
    assert first_leak(showing(leak), 6, games=20) is not None


def test_a_leak_to_onlookers_only_is_found() -> None:
    def leaky_view(g: State, seat: Seat | None) -> LeakyView:
        return LeakyView(view(g, seat), len(g.bag) if seat is None else None)

    assert first_leak(replace(GAME, view=leaky_view), 3, games=5) is not None


def test_a_leak_to_whoever_is_out_is_found() -> None:
    def leaky_view(g: State, seat: Seat | None) -> LeakyView:
        return LeakyView(view(g, seat), g.bag if seat is not None and g.out[seat] else None)

    assert first_leak(replace(GAME, view=leaky_view), 4, games=60, every=4) is not None


def test_placing_offered_only_where_there_is_room_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def moves(self: Placing, g: State, seat: Seat) -> list[Move]:
        return [Place(cylinder) for cylinder in g.cylinders if rules.has_room(g, cylinder)]

    monkeypatch.setattr(Placing, "moves", moves)
    assert first_leak(GAME, 4, games=20) is not None


def test_lifting_offered_only_where_something_stands_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def moves(self: Turn, g: State, seat: Seat) -> list[Move]:
        return [Draw(), *(Lift(cylinder) for cylinder in g.cylinders if g.cylinders[cylinder])]

    monkeypatch.setattr(Turn, "moves", moves)
    assert first_leak(GAME, 3, games=5) is not None


def test_a_refusal_that_knows_what_is_under_a_lid_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def label(self: Lift) -> Text:
        return say("Lift cylinder {cylinder}", cylinder=self.cylinder + 1)

    def expected(game: Game, g: Any, seat: Seat) -> str:
        return ", ".join(str(Lift(cylinder)) for cylinder, under_lid in g.cylinders.items() if under_lid)

    monkeypatch.setattr(Lift, "label", label)
    monkeypatch.setattr("games.engine._expected", expected)
    assert first_leak(GAME, 3, games=5) is not None


def test_a_prompt_that_depends_on_what_is_under_the_lids_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask_for_a_turn(g: State) -> None:
        hopeful = any(map(rules.has_a_pair, g.cylinders.values()))
        g.first(OnlyLift(g.turn) if hopeful or not rules.can_draw(g) else Turn(g.turn))

    monkeypatch.setattr(rules, "ask_for_a_turn", ask_for_a_turn)
    assert first_leak(GAME, 3, games=5) is not None


def test_a_question_number_that_counts_what_is_under_a_lid_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    place = rules.place

    def counting(g: State, seat: Seat, piece: Piece, cylinder: int, dealer: Dealer) -> None:
        place(g, seat, piece, cylinder, dealer)
        g.asked_so_far += len(g.cylinders[cylinder])

    monkeypatch.setattr(rules, "place", counting)
    assert first_leak(GAME, 3, games=5) is not None


def test_a_log_that_names_the_piece_placed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def place(g: State, seat: Seat, piece: Piece, cylinder: int, dealer: Dealer) -> None:
        g.cylinders[cylinder].append(piece)
        dealer.say(say("{seat} placed a piece: {piece}.", seat=Chair(seat), piece=named(piece)), seat=seat)

    monkeypatch.setattr(rules, "place", place)
    assert first_leak(GAME, 3, games=5) is not None


def test_a_log_that_names_the_cylinder_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def place(g: State, seat: Seat, piece: Piece, cylinder: int, dealer: Dealer) -> None:
        g.cylinders[cylinder].append(piece)
        dealer.say(say("{seat} used cylinder {cylinder}.", seat=Chair(seat), cylinder=cylinder), seat=seat)

    monkeypatch.setattr(rules, "place", place)
    assert first_leak(GAME, 3, games=5) is not None


def test_a_log_that_names_what_was_put_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def pay_for_no_pair(g: State, seat: Seat, pieces: list[Piece], dealer: Dealer) -> None:
        rules.put_back(g, pieces)
        dealer.say(say("{seat} put back: {pieces}.", seat=Chair(seat), pieces=[named(p) for p in pieces]))

    monkeypatch.setattr(rules, "pay_for_no_pair", pay_for_no_pair)
    assert first_leak(GAME, 3, games=5) is not None


def test_a_drawn_piece_that_stays_in_the_view_after_it_was_placed_is_found() -> None:
    last_drawn: dict[int, str] = {}

    def remembering(g: State, seat: Seat | None) -> LeakyView:
        if isinstance(g.question, Placing):
            last_drawn[g.asked_so_far] = g.question.piece
        return LeakyView(view(g, seat), last_drawn.get(g.asked_so_far - 1))

    assert first_leak(replace(GAME, view=remembering), 3, games=5) is not None


@pytest.mark.parametrize("seats", [3, 6])
def test_without_a_planted_leak_nothing_is_found(seats: int) -> None:
    assert first_leak(GAME, seats, games=3, every=3) is None
