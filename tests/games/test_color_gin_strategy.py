"""Strong bots of Color Gin: what they look at, what they know of the hidden cards, and what they say of it."""

from __future__ import annotations

from typing import Any

import pytest

from games import engine
from games.bot import Seeded, answer
from games.color_gin import GAME
from games.color_gin.cards import SUITS
from games.color_gin.deadwood import deadwood
from games.color_gin.evaluator import MOST_TO_KNOCK, bits
from games.color_gin.inference import guessed, known
from games.color_gin.moves import Discard, Draw, GoOut, Pass, Take
from games.color_gin.rules import State
from games.color_gin.strategy import STRATEGY, candidates
from games.engine import Move
from games.search import Luck
from tests.games.color_gin_tables import LOW, options, shedding, table
from tests.games.played import played, steps

TEN = "4H 5H 6H 7D 8D 9D AS AH AD TC KS", "2D 4D 6D JD TD 3C 5C 7C 9C QC"
"""A card short of gin: a knock with the 10 of clubs could score in spades only."""
MODES = ("versus", "coop", "jokers")


def decides(g: State, level: Any) -> set[Move]:
    return {answer(GAME, g, 0, [], Seeded(str(seed)), level) for seed in range(5)}


def test_where_a_careful_bot_knocks_in_one_suit_a_strong_one_waits_for_gin() -> None:
    g = shedding(*TEN, turns=4)
    assert {type(move) for move in decides(g, "medium")} == {GoOut}
    assert decides(g, "strong") == {Discard("KS")}


def test_in_the_last_suit_that_decides_a_strong_bot_knocks_with_the_same_hand() -> None:
    g = shedding(*TEN, turns=4, **options("scores 95 100 100 10 - 0 20 20 100, closed H0 D0 C1"))
    assert {(move.points, move.suits) for move in decides(g, "strong") if isinstance(move, GoOut)} == {(10, ("S",))}


def test_in_a_team_a_strong_bot_leaves_the_third_suit_to_its_partner() -> None:
    gin = "QS QH QC TD JD QD 3D 4D 5D 6D KS"
    scores = "mode coop, scores 120 110 0 95 - 0 0 60 80, closed S0 H0"
    assert not any(isinstance(move, GoOut) for move in decides(shedding(gin, LOW, **options(scores)), "strong"))


@pytest.mark.parametrize("mode", MODES)
def test_a_dozen_answers_at_most_are_looked_at_and_all_of_them_are_legal(mode: Any) -> None:
    for g, step in [*steps(played(GAME, 2, "strategy", GAME.Options(target=25, mode=mode)))][::3]:
        moves = candidates(g, step.seat, [], Luck(0))
        assert 0 < len(moves) <= 12
        assert all(engine.is_answer(GAME, g, step.seat, move) for move in moves)


# --- What is known ------------------------------------------------------------------------------------------


def test_what_was_seen_is_known_and_the_rest_is_dealt_as_it_may_lie() -> None:
    playthrough = played(GAME, 2, "known", GAME.Options(target=25, mode="jokers"))
    heard, seen = list(playthrough.lines), 0
    for g, step in steps(playthrough):
        if len(g.question.seats) == 1:
            seat, other = step.seat, g.hands[1 - step.seat]
            knows = known(g, seat, [line for line in heard if line.reaches(seat)])
            seen += (knows.held | knows.gone).bit_count()
            assert knows.held & ~bits(other) == 0
            assert knows.gone == bits(g.pile[:-1])
            hidden = guessed(g, seat, knows, Luck(seen))
            assert hidden.hand & knows.held == knows.held
            assert sorted([hidden.hand.bit_count(), len(hidden.deck)]) == sorted([len(other), len(g.deck)])
            assert hidden.hand | sum(hidden.deck) == bits(other) | bits(g.deck)
        heard += step.lines
    assert seen > 1000


def test_without_a_memory_anything_may_lie_anywhere() -> None:
    g = table(pile="2S 4S KS")
    knows = known(g, 0, [])
    assert knows == (0, 0)
    assert {guessed(g, 0, knows, Luck(seed)).hand & bits(["2S"]) > 0 for seed in range(50)} == {True, False}


def test_whoever_could_have_gone_out_is_not_thought_to_wait() -> None:
    g = table(turns=24)
    hands = [guessed(g, 0, known(g, 0, []), Luck(seed)).hand for seed in range(50)]
    assert sum(deadwood(hand) <= MOST_TO_KNOCK for hand in hands) <= 2


# --- What is said -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("g", "move", "reason"),
    [
        (table(hands=("KH KD 3S 5S 7S 9S 2H 4H 6C 8C", LOW)), Take("KS"), "You get a meld with the king of spades"),
        (table(hands=(TEN[0][:-3], TEN[1]), pile="2S"), Take("2S"), "You can go out with the 2 of spades."),
        (table(), Draw(), "You have no meld with the king of spades."),
        (table(ask="upcard"), Pass(), "You have no meld with the king of spades."),
        (shedding(*TEN), Discard("TC"), "No other discard leaves you less deadwood."),
        (shedding(*TEN), Discard("AS"), "What you keep can still become melds"),
        (shedding(*TEN), GoOut("KS", (), 10, SUITS), "The other hand probably has more deadwood than 10."),
        (shedding(*TEN), GoOut("KS", (), 0, SUITS), "No one can undercut gin"),
    ],
)
def test_a_reason_is_given_in_words(g: State, move: Move, reason: str) -> None:
    assert reason in str(STRATEGY.reason(g, 0, [], move))


def test_nothing_is_said_where_there_is_nothing_to_say() -> None:
    g = table(hands=("KH KD 3S 5S 7S 9S 2H 4H 6C 8C", LOW))
    assert STRATEGY.reason(g, 0, [], Draw()) is None
