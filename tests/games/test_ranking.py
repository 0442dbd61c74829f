"""Places by the rules of each game, with each seat's result in words."""

import pytest

from games import GAMES, RETIRED
from games.engine import Game, Outcome, say
from games.ranking import places
from tests.games.cases import cases
from tests.games.played import at_every_table, sample

EVERY_VERSION = [*GAMES.values(), *RETIRED.values()]


@cases("""
    key | winners | scores | told
In TCNCCC more pieces are better, and who is out comes last.
    tcnccc     | 2   | 3 -1 4 1 -1 | 2: Pieces: 3; 4: Out of the game; 1: Pieces: 4; 3: Pieces: 1; 4: Out of the game
The last one at the table has won also without a piece.
    tcnccc     | 1   | -1 0        | 2: Out of the game; 1: Pieces: 0
In Sin Color fewer coins are better, and whoever is level shares a place.
    sin_color  | 1   | 5 0 3 5     | 3: Coins left: 5; 1: Coins left: 0; 2: Coins left: 3; 3: Coins left: 5
In Desfases the most points win, and a tie shares the first place.
    desfases   | 0 2 | 31 17 31 20 | 1: Points: 31; 4: Points: 17; 1: Points: 31; 3: Points: 20
In Color Gin it is suits that are won, and a higher total may decide between two each.
    color_gin  | 1   | 1 3         | 2: Suits won: 1; 1: Suits won: 3
    color_gin  | 1   | 2 2         | 2: Suits won: 2; 1: Suits won: 2
In Color Dice pawns in one area count first, and then those in all of them.
    color_dice | 0   | 99 57 58    | 1: Pawns: 9 in one area, 9 away in all; 3: Pawns: 5 in one area, 7 away in all; 2: Pawns: 5 in one area, 8 away in all
Stopped after 60 rounds, whoever shares the win shares the first place.
    color_dice | 0 1 | 57 58 48    | 1: Pawns: 5 in one area, 7 away in all; 1: Pawns: 5 in one area, 8 away in all; 3: Pawns: 4 in one area, 8 away in all
""")  # noqa: E501
def test_places(key: str, winners: str, scores: str, told: str) -> None:
    outcome = Outcome(tuple(map(int, winners.split())), tuple(map(int, scores.split())), say("It is over."))
    assert "; ".join(f"{each.place}: {each.has}" for each in places(GAMES[key], outcome)) == told


@pytest.mark.parametrize("game", EVERY_VERSION, ids=[game.rules for game in EVERY_VERSION])
def test_without_a_winner_nobody_is_ahead_and_a_team_has_no_places(game: Game) -> None:
    assert places(game, Outcome((), (0, 0), say("It was broken off."))) is None
    assert places(game, Outcome((0, 1), (2, 2), say("They made it."), team=400)) is None


@at_every_table
def test_whoever_wins_comes_in_first_and_nobody_else(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats):
        outcome = game.outcome(playthrough.state)
        assert {seat for seat, each in enumerate(places(game, outcome)) if each.place == 1} == set(outcome.winners)
