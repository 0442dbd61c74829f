"""Leaks planted in Color Gin, each of which a search must find: the proof that they search."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from games.color_gin import GAME, rules
from games.color_gin.cards import Card, named
from games.color_gin.evaluator import best, can_be_gin
from games.color_gin.moves import Draw, GoOut, Take
from games.color_gin.rules import JokerDrawn, Shedding, State, Turn
from games.color_gin.view import View, view
from games.dealer import Dealer
from games.engine import Chair, Game, Move, Seat, say
from tests.games.secrecy import first_leak


class LeakyView(Struct, frozen=True):
    """The view and one thing more."""

    view: View
    leak: Any


def showing(leak: Callable[[State, Seat | None], Any]) -> Game:
    """The game with something more in the view, while a round is played: at a showdown both hands lie open."""

    def leaky_view(g: State, seat: Seat | None) -> LeakyView:
        return LeakyView(view(g, seat), leak(g, seat) if g.question and g.showdown is None else None)

    return replace(GAME, view=leaky_view)


def others(g: State, you: Seat | None) -> list[Card]:
    """The hand of whoever is not you."""
    return g.hands[1] if you == 0 else g.hands[0]


def digest(g: State) -> str:
    return sha256(msgspec.json.encode(g)).hexdigest()


def is_late(g: State) -> bool:
    return g.turns > 8


LEAKS_IN_THE_VIEW: dict[str, Callable[[State, Seat | None], Any]] = {
    "the other hand": lambda g, you: others(g, you),
    "what is left over in the other hand": lambda g, you: best(others(g, you)).points,
    "whether the other could knock": lambda g, you: best(others(g, you)).points <= 10,
    "whether the other is one card from gin": lambda g, you: len(best(others(g, you)).leftovers) == 1,
    "whether the other hand is gin": lambda g, you: can_be_gin(others(g, you)),
    "how many hearts the other has": lambda g, you: sum(card[1] == "H" for card in others(g, you)),
    "whether the other has the queen of spades": lambda g, you: "QS" in others(g, you),
    "the deck": lambda g, you: g.deck,
    "whether there is an ace in the deck": lambda g, you: any(card[0] == "A" for card in g.deck),
    "the points in the deck": lambda g, you: sum(rules.POINTS[card] for card in g.deck),
    "the second discard": lambda g, you: g.pile[-2:-1],
    "the discards, sorted": lambda g, you: sorted(g.pile),
    "the first discard of the round, but only late in it": lambda g, you: is_late(g) and g.pile[0],
    "which card the other has just taken": lambda g, you: g.taken if you != g.turn else None,
    "which card the other has just drawn": lambda g, you: g.drawn if you != g.turn else None,
    "where in his hand the other has put it": lambda g, you: g.hand.index(g.taken) if g.taken else None,
    "a hash of the state": lambda g, you: digest(g),
    "a hand, but only for onlookers": lambda g, you: g.hands[1] if you is None else None,
    "the other hand, but only while eleven cards are held": lambda g, you: (
        others(g, you) if isinstance(g.question, Shedding) else None
    ),
    "the other hand, but only late in a round": lambda g, you: others(g, you)[0] if is_late(g) else None,
}


@pytest.mark.parametrize("leak", LEAKS_IN_THE_VIEW.values(), ids=LEAKS_IN_THE_VIEW.keys())
def test_a_leak_in_the_view_is_found(leak: Callable[[State, Seat | None], Any]) -> None:
    assert first_leak(showing(leak), 2, games=1) is not None


def test_ways_out_offered_by_what_the_other_has_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = Shedding.moves

    def leaky(self: Shedding, g: State, seat: Seat) -> list[Move]:
        safe = best(g.hands[g.other]).points
        return [m for m in moves(self, g, seat) if not isinstance(m, GoOut) or m.points is None or m.points <= safe]

    monkeypatch.setattr(Shedding, "moves", leaky)
    assert first_leak(GAME, 2, games=3) is not None


def test_a_discard_offered_by_what_the_other_has_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: Turn, g: State, seat: Seat) -> list[Move]:
        found: list[Move] = [Draw(), Take(g.pile[-1])]
        return found[:: 1 if "QS" in g.hands[g.other] else -1]

    monkeypatch.setattr(Turn, "moves", leaky)
    assert first_leak(GAME, 2, games=1) is not None


def test_a_refusal_that_knows_the_other_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.engine._expected", lambda game, g, seat: f"not against {g.hands[1 - seat]}")
    assert first_leak(GAME, 2, games=1) is not None


def test_a_question_number_that_counts_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shed = rules.shed

    def counting(g: State, card: Card) -> None:
        shed(g, card)
        g.asked_so_far += sum(each[1] == "H" for each in g.pile)

    monkeypatch.setattr(rules, "shed", counting)
    assert first_leak(GAME, 2, games=1) is not None


def test_a_log_that_names_the_card_taken_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    take = rules.take

    def talkative(g: State, dealer: Dealer) -> None:
        card = g.pile[-1]
        take(g, dealer)
        dealer.say(say("{seat} has the {card} now.", seat=Chair(g.turn), card=named(card)), seat=g.turn)

    monkeypatch.setattr(rules, "take", talkative)
    assert first_leak(GAME, 2, games=1) is not None


def test_a_log_that_names_the_card_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = rules.draw

    def talkative(g: State, dealer: Dealer) -> None:
        draw(g, dealer)
        dealer.say(say("It was the {card}.", card=named(g.drawn or "*1")))

    monkeypatch.setattr(rules, "draw", talkative)
    assert first_leak(GAME, 2, games=1) is not None


def test_a_log_that_says_how_good_a_discard_was_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    discard = rules.discard

    def talkative(g: State, card: Card, dealer: Dealer) -> None:
        hand: Sequence[Card] = g.hand
        discard(g, card, dealer)
        dealer.say(say("{points} are left over.", points=best(hand).points))

    monkeypatch.setattr(rules, "discard", talkative)
    assert first_leak(GAME, 2, games=1) is not None


def test_a_joker_that_is_known_by_its_number_is_found() -> None:
    def leak(g: State, you: Seat | None) -> Any:
        return g.hand[0] if isinstance(g.question, JokerDrawn) else None

    def jokers(seats: int, options: Any, dealer: Dealer) -> State:
        return rules.setup(seats, GAME.Options(mode="jokers"), dealer)

    assert first_leak(replace(showing(leak), setup=jokers), 2, games=2) is not None


@pytest.mark.parametrize("mode", ["versus", "jokers"])
def test_without_a_planted_leak_nothing_is_found(mode: Any) -> None:
    def setup(seats: int, options: Any, dealer: Dealer) -> State:
        return rules.setup(seats, GAME.Options(mode=mode, target=40), dealer)

    assert first_leak(replace(GAME, setup=setup), 2, games=2, every=12) is None
