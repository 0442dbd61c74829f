"""One whole game for every table is written down. A change of the rules is read there as a difference."""

import pytest

from games import GAMES
from games.engine import Game
from tools.dev.golden import PLAYTHROUGHS, golden_file, golden_games, golden_text

TABLES = [
    pytest.param(game, seats, name, id=golden_file(game, seats, name).stem)
    for game in GAMES.values()
    for seats, name in golden_games(game)
]


@pytest.mark.parametrize(("game", "seats", "name"), TABLES)
def test_the_game_goes_as_it_is_written_down(game: Game, seats: int, name: str) -> None:
    assert golden_text(game, seats, name) == golden_file(game, seats, name).read_text(), (
        "if the rules were meant to change: python -m tools.dev playthrough --write, and read the difference"
    )


def test_nothing_is_written_down_of_tables_that_do_not_exist() -> None:
    kept = {golden_file(game, seats, name) for game in GAMES.values() for seats, name in golden_games(game)}
    assert set(PLAYTHROUGHS.iterdir()) == kept
