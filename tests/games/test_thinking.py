"""Hints: the best answers side by side, with what the others lose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Self

import pytest

from games import GAMES
from games.bot import Seeded
from games.dealer import Chance, Dealer, Line
from games.engine import Game, Move, begin, say
from games.playthrough import Playthrough
from games.search import BATCH
from games.strategy import Strategy
from games.thinking import Hint, Thought, hint, quick_hint, strong_move, thought_of
from tests.beads import BEADS, Draw, Options, Put, Show

WORTH = {Put(1): 50, Put(0): 90, Draw(): 89, Show(): 20}
BECAUSE = say("Nobody else has one.")


class Worth:
    """A world in which each answer wins so many of a hundred games."""

    worth = 0

    def clone(self) -> Self:
        return self

    def play(self, seat: int, move: Move, chance: Chance) -> None:
        self.worth = WORTH[move]

    def playout(self, chance: Chance) -> Sequence[float]:
        return [float(chance.below(100, "") < self.worth)] * 2


GAME = replace(
    BEADS,
    strategy=Strategy(
        candidates=lambda *_: [Put(0), Draw(), Show()],
        world=lambda *_: Worth(),
        rollouts=1_000,
        reason=lambda g, seat, heard, move: BECAUSE if move == Put(0) else None,
    ),
)


def hinted(of: Any = hint) -> Hint:
    g = begin(GAME, 2, Options(), Dealer(Seeded("a table")))
    found: Hint = of(GAME, thought_of(GAME, g, 0, [], Seeded("a thought")))
    return found


def test_the_best_comes_first_then_what_is_about_equal_then_what_loses_more() -> None:
    answers = hinted().answers
    assert [advice.move for advice in answers] == [Put(0), Draw(), Put(1)]
    assert answers[0].behind == answers[1].behind == 0
    assert 30 <= answers[2].behind <= 50


def test_the_first_is_what_a_strong_bot_answers_and_has_a_reason() -> None:
    g = begin(GAME, 2, Options(), Dealer(Seeded("a table")))
    assert strong_move(GAME, thought_of(GAME, g, 0, [], Seeded("a thought"))) == Put(0)
    assert hinted().reason == BECAUSE


class Certain(Worth):
    """A world in which each answer brings just this."""

    def __init__(self, shares: dict[Move, float]) -> None:
        self.shares = shares

    def play(self, seat: int, move: Move, chance: Chance) -> None:
        self.share = self.shares[move]

    def playout(self, chance: Chance) -> Sequence[float]:
        return [self.share] * 2


def lucky_at_first() -> Game:
    """At first one answer wins more often than the policy's, and another always; later neither is any better."""
    at_first: dict[Move, float] = {Put(1): 0, Show(): 0.6, Draw(): 1}
    later: dict[Move, float] = {Put(1): 1, Show(): 0, Draw(): 0}
    worlds = iter([Certain(at_first)] * BATCH + [Certain(later)] * 200)
    return replace(BEADS, strategy=Strategy(lambda *_: [*at_first], lambda *_: next(worlds), rollouts=200))


def test_a_hint_does_not_begin_with_a_move_that_was_given_up_after_some_luck() -> None:
    thought = thought_of(BEADS, begin(BEADS, 2, Options(), Dealer(Seeded("a table"))), 0, [], Seeded("a thought"))
    assert strong_move(lucky_at_first(), thought) == Put(1)
    assert hint(lucky_at_first(), thought).answers[0].move == Put(1)


def test_where_nobody_plays_ahead_a_careful_player_advises() -> None:
    quick = hinted(quick_hint)
    assert [advice.move for advice in quick.answers] == [Put(1)]
    assert not quick.counted


# --- What leaves for another process ------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_thought_is_the_same_whatever_is_hidden_from_its_seat(key: str) -> None:
    """So is all that is worked out of it: a strong bot's move, and a hint."""
    for decision, g, seat, heard in decisions(key):
        for number in range(3):
            swapped = GAMES[key].scramble(g, seat, Seeded(f"{key} {number}"))
            assert thought_of(GAMES[key], swapped, seat, heard, Seeded("a thought")) == decision


def decisions(key: str) -> Iterator[tuple[Thought, Any, int, list[Line]]]:
    """Every fourth of the first decisions of a game, with the table as it really stands."""
    game = GAMES[key]
    playthrough = Playthrough(game, game.seats[-1], game.Options(), Seeded(f"thoughts {key}"))
    for number in range(60):
        if playthrough.state.question is None:
            return
        if number % 4 == 0:
            seat = playthrough.state.question.seats[0]
            heard = playthrough.heard_by(seat)
            yield thought_of(game, playthrough.state, seat, heard, Seeded("a thought")), playthrough.state, seat, heard
        playthrough.play_carefully()
