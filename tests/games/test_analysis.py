"""Where a finished game turned: with beads, where each 1 that is put brings its player a bead closer to winning, and in
the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from msgspec import Raw

from games.analysis import LEAST_FOR_CHANCES, LONG, Analysis, Curve, Effort, analysis, turns
from games.dealer import Chance
from games.engine import Game, Move, Outcome, Seat, say
from games.odds import shares
from games.record import Made, Record, TakenBack
from games.search import FastRandom
from games.steadying import Sample, steadied
from games.strategy import Strategy
from tests.support.beads import BEADS, Options, Put, Say, State


class String:
    """The beads of two seats, and how many are still to come. Other seats put what a coin flip says."""

    def __init__(self, beads: Sequence[int], left: int) -> None:
        self.beads, self.left = list(beads), left

    def clone(self) -> String:
        return String(self.beads, self.left)

    def play(self, seat: Seat, move: Any, chance: Chance) -> None:
        self.beads[seat] += move.bead if isinstance(move, Put | Say) else 0
        self.left -= 1

    def playout(self, chance: Chance) -> Sequence[float]:
        one, other = [beads + sum(chance.below(2, "") for _ in range(self.left)) for beads in self.beads]
        return ((one > other) + (one == other) / 2, (other > one) + (one == other) / 2)


def string(g: State, *_: Any) -> String:
    beads = [sum(bead for owner, bead in g.string if owner == seat) for seat in range(2)]
    return String(beads, g.options.length - len(g.string))


def candidates(g: State, *_: Any) -> list[Move]:
    return [Say(0), Say(1)] if g.options.together else [Put(0), Put(1)]


GAME = replace(BEADS, strategy=Strategy(candidates, string, 200, exact=string))


def record(game: Game, options: Any, played: Sequence[Made | TakenBack]) -> Record:
    return Record(game.rules, Raw(msgspec.json.encode(options)), 2, 1, 0, [], [*played])


def made(seq: int, seat: Seat, move: Any) -> Made:
    return Made(seq, seat, Raw(msgspec.json.encode(move)), [])


def beads(*moves: Any, **options: Any) -> Record:
    """A game in which both seats put these in turn."""
    played = [made(seq, seq % 2, Put(move) if move in (0, 1) else move) for seq, move in enumerate(moves, 2)]
    return record(GAME, Options(length=len(moves), **options), played)


def adds_up(found: Analysis) -> bool:
    """Whether luck and choices add up exactly in every curve."""
    return all(_adds_up(curve, found.choices) for curve in (found.known, found.exact) if curve)


def _adds_up(curve: Curve, choices: list[int]) -> bool:
    brought = [last - first for first, last in zip(curve.chances[0], curve.chances[-1], strict=True)]
    return brought == [luck + choice for luck, choice in zip(curve.luck, choices, strict=True)]


# --- Beads --------------------------------------------------------------------------------------------------


def test_a_choice_costs_what_the_best_answer_would_have_brought() -> None:
    found = analysis(GAME, beads(1, 1, 1, 1, 1, 1, 0, 1), 1)
    assert [(missed.seq, missed.seat, missed.better) for missed in found.missed] == [(8, 0, say("Put {bead}", bead=1))]
    assert found.choices == [-found.missed[0].cost, 0]
    assert 25 <= found.missed[0].cost <= 75


@pytest.mark.parametrize(("looks", "seqs"), [(0, []), (16, [8])], ids=["little", "much"])
def test_a_long_game_is_compared_with_all_answers_if_its_policy_leaves_to_luck(looks: int, seqs: list[int]) -> None:
    """And otherwise only with its policy, which here always makes the worst move."""
    strategy = replace(GAME.strategy, policy=lambda *_: Put(0), looks=looks)
    effort = Effort.of(LONG + 1, looks)
    found = analysis(replace(GAME, strategy=strategy), beads(1, 1, 1, 1, 1, 1, 0, 1), 1, effort)
    assert [missed.seq for missed in found.missed] == seqs


@pytest.mark.parametrize(("worth_telling", "told"), [(0.0, True), (0.2, True), (0.9, False)])
def test_a_gain_that_is_not_worth_telling_is_not_told(worth_telling: float, told: bool) -> None:
    game = replace(GAME, strategy=replace(GAME.strategy, worth_telling=worth_telling))
    assert bool(analysis(game, beads(1, 1, 1, 1, 1, 1, 0, 1), 1).missed) == told


def test_fewer_rollouts_are_played_for_chances_where_each_tells_more() -> None:
    assert Effort.of(100, for_chances=0.5).chances * 2 == Effort.of(100).chances == 30
    assert Effort.of(100, for_chances=0.5).choice == Effort.of(100).choice
    assert Effort.of(100, for_chances=0.01).chances == LEAST_FOR_CHANCES


def test_the_chances_end_with_the_result() -> None:
    assert analysis(GAME, beads(1, 0, 1, 0), 1).known.chances[-1] == [100, 0]
    assert analysis(GAME, beads(1, 1, 1, 1), 1).known.chances[-1] == [50, 50]


@pytest.mark.parametrize("exact", [string, None])
def test_a_game_whose_real_odds_can_be_told_has_their_curve_too(exact: Any) -> None:
    game = replace(GAME, strategy=replace(GAME.strategy, exact=exact))
    assert (analysis(game, beads(1, 0), 1).exact is None) == (exact is None)


def test_a_step_without_effect_moves_nothing() -> None:
    secret = [made(2, 0, Say(0)), made(3, 1, Say(0)), made(4, 1, Say(1)), made(5, 0, Say(1))]
    chances = analysis(GAME, record(GAME, Options(length=4, together=True), secret), 1).known.chances
    assert (chances[0], chances[2]) == (chances[1], chances[3])


@pytest.mark.parametrize("bead", [0, 1])
def test_a_move_that_was_taken_back_leads_back_and_costs_nothing(bead: int) -> None:
    told = [made(2, 0, Put(bead)), TakenBack(3, 0, since=2), made(4, 0, Put(1)), made(5, 1, Put(1))]
    found = analysis(GAME, record(GAME, Options(length=2), told), 1)
    assert found.known.chances[0] == found.known.chances[2]
    assert (found.known.chances[1] != found.known.chances[0]) == (bead == 1)
    assert found.missed == []


def test_what_is_made_and_taken_back_again_and_again_is_looked_at_once() -> None:
    seen = Mock(side_effect=string)
    game = replace(GAME, strategy=Strategy(candidates, seen, 200, exact=seen))
    loops = [each for seq in range(2, 402, 2) for each in (made(seq, 0, Put(0)), TakenBack(seq + 1, 0, since=seq))]
    told = [*loops, made(402, 0, Put(1)), made(403, 1, Put(1))]
    assert len(analysis(game, record(game, Options(length=2), told), 1).known.chances) == 403
    assert seen.call_count < 403, "more looks than steps"


def test_an_answer_that_was_taken_back_in_secret_costs_nothing_either() -> None:
    told = [made(2, 0, Say(0)), TakenBack(3, 0, since=0), made(4, 1, Say(1)), made(5, 0, Say(1))]
    found = analysis(GAME, record(GAME, Options(length=2, together=True), told), 1)
    assert (found.missed, found.known.chances[-1]) == ([], [50, 50])


def test_only_a_game_that_is_over_and_has_a_strategy_is_looked_back_at() -> None:
    whole = beads(1, 0, 1, 0)
    with pytest.raises(ValueError, match="goes on"):
        analysis(GAME, msgspec.structs.replace(whole, played=whole.played[:-1]), 1)
    with pytest.raises(ValueError, match="no strategy"):
        analysis(BEADS, whole, 1)


def test_the_turns_are_the_three_greatest_changes_in_their_order() -> None:
    assert turns([[50, 50], [60, 40], [30, 70], [34, 66], [54, 46], [54, 46], [100, 0]]) == [2, 4, 6]
    assert turns([[50, 50], [54, 46], [50, 50]]) == []


def test_winners_share_and_a_team_wins_or_fails_as_one() -> None:
    ends: list[tuple[tuple[Seat, ...], int | None]] = [((1,), None), ((0, 1), None), ((0, 1), 3), ((), None)]
    found = [shares(Outcome(winners, (1, 2), say("It is over."), team=team)) for winners, team in ends]
    assert found == [[0, 1], [0.5, 0.5], [1, 1], [0, 0]]


# --- Steadying ----------------------------------------------------------------------------------------------


def sample(per_cent: int, seed: int, rollouts: int = 40) -> Sample:
    """Two seats; the first wins about so often."""
    luck = FastRandom(seed)
    won = [float(luck.below(100) < per_cent) for _ in range(rollouts)]
    return [(one, 1 - one) for one in won]


def changes(means: list[list[float]]) -> list[int]:
    """The steps at which the first seat's mean changes."""
    return [step for step, (before, after) in enumerate(pairwise(means), 1) if before != after]


def test_what_jumps_about_by_chance_stays_where_it_is() -> None:
    games = [[sample(50, 100 * game + seed) for seed in range(40)] for game in range(10)]
    steady = [steadied(still, range(2)) for still in games]
    assert all(len({sum(won for won, _ in each) for each in still}) > 5 for still in games)
    assert sum(len(changes(means)) for means in steady) < 10
    assert steady[0][0] == pytest.approx([0.5, 0.5], abs=0.05)


def test_what_happens_is_seen_at_its_step_and_not_before() -> None:
    chances = [50] * 10 + [90] * 10 + [30] * 5
    means = steadied([sample(chance, 200 + seed) for seed, chance in enumerate(chances)], range(2))
    assert changes(means) == [10, 20]


def test_the_end_is_certain() -> None:
    assert steadied([sample(99, 1), sample(99, 2), [(1.0, 0.0)]], range(2))[-1] == [1, 0]
    tie = [(0.5, 0.5)]
    assert changes(steadied([sample(60, 1), sample(60, 2), tie], range(2))) == [2]


def test_one_sample_counts_once_however_long_it_lasts() -> None:
    few, many = sample(50, 1, 10), sample(60, 2, 90)
    together = (sum(won for won, _ in few) + sum(won for won, _ in many)) / 100
    assert [mean for mean, _ in steadied([*[few] * 9, many], range(2))] == [together] * 10


def test_a_seat_alone_goes_by_its_own_numbers() -> None:
    both = [(a, b) for (a, _), (b, _) in zip(sample(50, 1), sample(10, 2), strict=True)]
    after = [(a, b) for (a, _), (b, _) in zip(sample(50, 3), sample(90, 4), strict=True)]
    assert len(changes([[mean] for (mean,) in steadied([both, after], [0])])) == 0
    assert len(changes(steadied([both, after], [0, 1]))) == 1
