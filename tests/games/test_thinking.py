"""Hints: the best answers side by side, with what the others lose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from games.bot import Seeded
from games.dealer import Chance, Dealer
from games.engine import Move, begin, say
from games.strategy import Strategy
from games.thinking import Hint, hint, quick_hint, strong_move, thought_of
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


def test_where_nobody_plays_ahead_a_careful_player_advises() -> None:
    quick = hinted(quick_hint)
    assert [advice.move for advice in quick.answers] == [Put(1)]
    assert not quick.counted
