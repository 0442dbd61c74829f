"""Places: by the rules of each game, with what a seat has in words."""

import pytest

from games import GAMES, RETIRED
from games.engine import Game, Outcome, say
from games.ranking import places
from tests.games.played import at_every_table, sample

EVERY_VERSION = [*GAMES.values(), *RETIRED.values()]


def ranked(key: str, winners: tuple[int, ...], *scores: int) -> list[str]:
    told = places(GAMES[key], Outcome(winners, scores, say("It is over.")))
    assert told is not None
    return [f"{each.place}: {each.has}" for each in told]


def test_in_tcnccc_more_pieces_are_better_and_who_is_out_comes_last() -> None:
    assert ranked("tcnccc", (2,), 3, -1, 4, 1, -1) == [
        "2: Pieces: 3", "4: Out of the game", "1: Pieces: 4", "3: Pieces: 1", "4: Out of the game",
    ]  # fmt: skip


def test_the_last_one_at_the_table_has_won_also_without_a_piece() -> None:
    assert ranked("tcnccc", (1,), -1, 0) == ["2: Out of the game", "1: Pieces: 0"]


def test_in_sin_color_fewer_coins_are_better_and_whoever_is_level_shares_a_place() -> None:
    assert ranked("sin_color", (1,), 5, 0, 3, 5) == [
        "3: Coins left: 5", "1: Coins left: 0", "2: Coins left: 3", "3: Coins left: 5",
    ]  # fmt: skip


def test_in_desfases_the_most_points_win_and_a_tie_shares_the_first_place() -> None:
    assert ranked("desfases", (0, 2), 31, 17, 31, 20) == [
        "1: Points: 31", "4: Points: 17", "1: Points: 31", "3: Points: 20",
    ]  # fmt: skip


def test_in_color_gin_it_is_suits_that_are_won() -> None:
    assert ranked("color_gin", (1,), 1, 3) == ["2: Suits won: 1", "1: Suits won: 3"]


def test_in_color_gin_a_higher_total_may_decide_between_two_suits_each() -> None:
    assert ranked("color_gin", (1,), 2, 2) == ["2: Suits won: 2", "1: Suits won: 2"]


def test_in_color_dice_pawns_in_one_area_count_first_and_then_those_in_all_of_them() -> None:
    assert ranked("color_dice", (0,), 99, 57, 58) == [
        "1: Pawns: 9 in one area, 9 away in all",
        "3: Pawns: 5 in one area, 7 away in all",
        "2: Pawns: 5 in one area, 8 away in all",
    ]


def test_in_color_dice_stopped_after_60_rounds_whoever_shares_the_win_shares_the_first_place() -> None:
    assert [line[0] for line in ranked("color_dice", (0, 1), 57, 58, 48)] == ["1", "1", "3"]


@pytest.mark.parametrize("game", EVERY_VERSION, ids=[game.rules for game in EVERY_VERSION])
def test_without_a_winner_nobody_is_ahead(game: Game) -> None:
    assert places(game, Outcome((), (0, 0), say("It was broken off."))) is None


def test_a_team_has_no_places() -> None:
    assert places(GAMES["color_gin"], Outcome((0, 1), (2, 2), say("They made it."), team=400)) is None


@pytest.mark.parametrize("old", RETIRED.values(), ids=RETIRED)
def test_retired_rules_tell_scores_as_the_newest_do(old: Game) -> None:
    for score in range(-1, 40):
        assert old.has(score) == GAMES[old.key].has(score)
    assert old.fewest_first == GAMES[old.key].fewest_first


@at_every_table
def test_whoever_wins_comes_in_first_and_nobody_else(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats):
        outcome = game.outcome(playthrough.state)
        assert outcome is not None
        told = places(game, outcome)
        assert told is not None
        assert {seat for seat, each in enumerate(told) if each.place == 1} == set(outcome.winners)
