"""The search of strong bots, the levels, and hints, with games whose worlds are biased coins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from games.bot import Seeded, answer
from games.dealer import Chance, Dealer, Line
from games.engine import Game, Move, Seat, begin, say
from games.search import BATCH, GATE, FastRandom, appraise, missed
from games.strategy import Strategy
from games.thinking import Thought, hint, quick_hint, searched, thought_of
from tests.games.heard import Always
from tests.support.beads import BEADS, Draw, Options, Put, Show

ODDS: dict[Move, int] = {Put(1): 50, Put(0): 49, Draw(): 90, Show(): 10}
"""How often each move wins in a hundred worlds; Put(1) is the policy's."""
NEARLY_EQUAL: dict[Move, int] = {Put(1): 50, Put(0): -50, Show(): -49}
ALIKE: dict[Move, int] = {Put(1): 40, Draw(): 40}


class Coin:
    """A world in which a move wins by a draw from 100: with the lowest draws, or for negative odds the highest."""

    def __init__(self, odds: dict[Move, int], played: Move | None = None) -> None:
        self._odds, self._played = odds, played

    def clone(self) -> Coin:
        return Coin(self._odds, self._played)

    def play(self, seat: Seat, move: Any, chance: Chance) -> None:
        self._played = move

    def playout(self, chance: Chance) -> Sequence[float]:
        lot, odds = chance.below(100, "coin"), self._odds[self._played]
        won = float(lot < odds if odds >= 0 else lot >= 100 + odds)
        return won, 1 - won


def game(odds: dict[Move, int], rollouts: int = 200, **more: Any) -> Game:
    return replace(BEADS, strategy=Strategy(lambda *_: [*odds], lambda *_: Coin(odds), rollouts, **more))


def begun() -> Any:
    return begin(BEADS, 2, Options(), Dealer(Seeded("a table")))


def strong(odds: dict[Move, int], seed: str) -> Move:
    return answer(game(odds), begun(), 0, [], Seeded(seed), "strong")


def test_a_move_that_is_clearly_better_takes_the_place_of_the_policys() -> None:
    assert {strong(ODDS, str(seed)) for seed in range(20)} == {Draw()}


def test_the_policys_move_stands_where_no_other_is_clearly_better() -> None:
    assert [strong(NEARLY_EQUAL, str(seed)) for seed in range(20)].count(Put(1)) >= 18


def test_the_same_seed_makes_the_same_appraisals() -> None:
    once, again = (appraise(game(ODDS), begun(), 0, [], Seeded("x")) for _ in range(2))
    assert once == again != appraise(game(ODDS), begun(), 0, [], Seeded("y"))


def test_appraisals_come_best_first_and_are_about_right() -> None:
    appraisals = appraise(game(ODDS, 4000), begun(), 0, [], Seeded("x"))
    assert [a.move for a in appraisals] == [Draw(), Put(1), Put(0), Show()]
    assert appraisals[1].gain == appraisals[1].error == 0
    assert appraisals[0].gain == pytest.approx(0.4, abs=3 * GATE * appraisals[0].error)


def test_what_falls_behind_is_given_up_and_the_rest_is_played_more_often() -> None:
    worlds = {a.move: a.worlds for a in appraise(game(ODDS), begun(), 0, [], Seeded("x"))}
    assert worlds[Show()] < 200 / len(ODDS) < worlds[Draw()]


def test_all_candidates_meet_the_same_worlds_with_the_same_luck() -> None:
    assert [a.gain for a in appraise(game(ALIKE), begun(), 0, [], Seeded("x"))] == [0, 0]


def test_no_more_is_played_out_than_was_asked_for() -> None:
    for rollouts in (1, 7, 64, 200):
        appraisals = appraise(game(ODDS), begun(), 0, [], Seeded("x"), rollouts)
        assert rollouts - len(ODDS) < sum(a.worlds for a in appraisals) <= rollouts


def lucky_at_first() -> Game:
    """A game in which at first Show() wins more often than the policy's move, and Draw() always; later neither is
    better."""
    at_first, later = Coin({Put(1): 0, Show(): 60, Draw(): 100}), Coin({Put(1): 100, Show(): 0, Draw(): 0})
    world = Mock(side_effect=[at_first] * BATCH + [later] * 200)
    return replace(BEADS, strategy=Strategy(lambda *_: [Put(1), Show(), Draw()], world, rollouts=200))


def test_a_game_without_a_strategy_has_strong_bots_that_are_careful() -> None:
    assert answer(BEADS, begun(), 0, [], Seeded("x"), "strong") == Put(1)


def test_an_easy_bot_is_hasty_now_and_then_and_takes_what_is_sensible_at_first_sight() -> None:
    moves = [answer(game({Draw(): 0}), begun(), 0, [], Seeded(str(seed)), "easy") for seed in range(200)]
    assert set(moves) == {Put(1), Draw()} and 30 < moves.count(Draw()) < 70


def test_where_nothing_comes_to_mind_an_easy_bot_does_what_is_usual() -> None:
    assert {answer(game({}), begun(), 0, [], Seeded(str(seed)), "easy") for seed in range(20)} == {Put(1)}


def test_what_was_missed_is_a_clearly_better_answer_and_by_how_much() -> None:
    better = missed(game(ODDS, 2000), begun(), 0, [], Show(), FastRandom(1))
    assert (better.move, better.gain) == (Draw(), pytest.approx(0.8, abs=0.1))


def test_who_plays_about_as_well_as_can_be_has_missed_nothing() -> None:
    assert missed(game(ODDS), begun(), 0, [], Draw(), FastRandom(1)) is None
    found = [missed(game(NEARLY_EQUAL), begun(), 0, [], Put(1), FastRandom(seed)) for seed in range(50)]
    assert found.count(None) >= 47


def test_an_answer_that_has_brought_the_same_for_long_is_not_looked_at_much_longer() -> None:
    world = Mock(side_effect=lambda *_: Coin(ALIKE))
    strategy = Strategy(lambda *_: [*ALIKE], world, rollouts=200)
    assert missed(replace(BEADS, strategy=strategy), begun(), 0, [], Draw(), FastRandom(1)) is None
    assert world.call_count == 200 / len(ALIKE) + BATCH


def test_what_shows_in_few_worlds_is_looked_for_in_many() -> None:
    rarely: dict[Move, int] = {Put(1): 30, Show(): -10}

    def found(looks: int) -> int:
        each = [missed(game(rarely, looks=looks), begun(), 0, [], Show(), FastRandom(seed), 40) for seed in range(100)]
        return len(each) - each.count(None)

    assert found(24) >= 97
    assert found(0) < 90


def test_an_easy_bot_forgets_a_part_of_what_it_has_heard_and_never_remembers_it_again() -> None:
    said, listening = [Line("put", Put(n).label(), seq=n) for n in range(200)], Mock(return_value=Put(1))
    for heard in (said, said[:150]):
        answer(replace(BEADS, careful=listening), begun(), 0, heard, Always(99), "easy")
    (_, _, told, _), (_, _, told_before, _) = (each.args for each in listening.call_args_list)
    assert 90 < len(told) < 140
    assert {line.seq for line in told if line.seq < 150} < {line.seq for line in told_before}


def test_an_easy_bot_forgets_the_old_rather_than_the_new() -> None:
    said, listening = [Line("put", Put(n).label(), seq=n) for n in range(200)], Mock(return_value=Put(1))
    answer(replace(BEADS, careful=listening), begun(), 0, said, Always(99), "easy")
    told = [line.seq for line in listening.call_args.args[2]]
    assert told[-1] == 199
    assert sum(seq >= 180 for seq in told) >= 15 > sum(seq < 20 for seq in told) > 4


def test_each_game_has_lapses_of_its_own() -> None:
    said, listening = [Line("put", Put(n).label(), seq=n) for n in range(200)], Mock(return_value=Put(1))
    for lapses in ("one game", "one game", "another"):
        answer(replace(BEADS, careful=listening), begun(), 0, said, Always(99), "easy", lapses)
    once, again, elsewhere = (each.args[2] for each in listening.call_args_list)
    assert once == again != elsewhere


def test_luck_is_even_enough() -> None:
    luck = FastRandom(1)
    for sides in (2, 5, 27):
        thrown = [luck.below(sides) for _ in range(1000 * sides)]
        assert all(850 < thrown.count(side) < 1150 for side in range(sides))


# --- Hints ---------------------------------------------------------------------------------------------------

WORTH: dict[Move, int] = {Put(0): 90, Draw(): 89, Show(): 20, Put(1): 50}
BECAUSE = say("Nobody else has one.")


def advised() -> Game:
    found = game(WORTH, rollouts=1_000)
    reason = replace(found.strategy, reason=lambda g, seat, heard, move: BECAUSE if move == Put(0) else None)
    return replace(found, strategy=replace(reason, about=lambda g, seat, said: ["bead-0"] if said == BECAUSE else []))


def thought() -> Thought:
    return thought_of(BEADS, begun(), 0, [], Seeded("a thought"))


def test_every_decision_is_thought_over_with_luck_of_its_own() -> None:
    assert len({thought_of(BEADS, begun(), 0, [], Seeded(str(number))).seed for number in range(9)}) == 9


def test_the_best_comes_first_then_what_is_about_equal_then_what_loses_more() -> None:
    found = hint(advised(), thought())
    assert [advice.move for advice in found.answers] == [Put(0), Draw(), Put(1)]
    assert found.answers[0].behind == found.answers[1].behind == 0
    assert 30 <= found.answers[2].behind <= 50
    assert (searched(advised(), thought()), found.reason, found.about) == (Put(0), BECAUSE, ["bead-0"])


def test_the_second_best_is_told_what_it_lacks() -> None:
    found = advised()
    lacking = replace(found.strategy, lacks=lambda g, seat, heard, best, other: say(f"{best} is better than {other}."))
    answers = hint(replace(found, strategy=lacking), thought()).answers
    assert [str(each.lacks) for each in answers] == ["None", f"{Put(0)} is better than {Draw()}.", "None"]


def test_neither_bot_nor_hint_begins_with_a_move_that_was_given_up_after_some_luck() -> None:
    assert searched(lucky_at_first(), thought()) == Put(1)
    assert hint(lucky_at_first(), thought()).answers[0].move == Put(1)


def test_where_nobody_plays_ahead_a_careful_player_advises() -> None:
    quick = quick_hint(advised(), thought())
    assert [advice.move for advice in quick.answers] == [Put(1)]
    assert not quick.counted
