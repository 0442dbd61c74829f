"""One whole game for every table is written down. A change of the rules is read there as a difference."""

import pytest

from app.tools.golden import PLAYTHROUGHS, golden_file, golden_text
from games import GAMES
from games.engine import Game

TABLES = [pytest.param(game, seats, id=f"{game.key}-{seats}") for game in GAMES.values() for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_game_goes_as_it_is_written_down(game: Game, seats: int) -> None:
    assert golden_text(game, seats) == golden_file(game, seats).read_text(), (
        "if the rules were meant to change: python -m app.tools playthrough --write, and read the difference"
    )


def test_nothing_is_written_down_of_tables_that_do_not_exist() -> None:
    kept = {golden_file(game, seats) for game in GAMES.values() for seats in game.seats}
    assert set(PLAYTHROUGHS.iterdir()) == kept
