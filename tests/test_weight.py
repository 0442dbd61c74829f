"""The weight of a first visit to a room on the wire. tests/browser/test_weight.py checks that a browser fetches no
more."""

import httpx
import pytest

from app.rooms.registry import Rooms
from games import GAMES
from tests.finished import begun, finished_room
from tests.weighing import scripts, weigh

# Bytes on the wire, compressed, with response headers.
MOST_SCRIPT = 40 * 1024
MOST_OF_ALL = 90 * 1024
MOST_OF_A_SECOND_GAME = 15 * 1024 + 512  # a third of it the page, which names everything that may come later
MOST_REQUESTS = 20
SECOND_GAMES = [("sin_color", "tcnccc"), ("desfases", "sin_color"), ("sin_color", "desfases")]


async def playing(rooms: Rooms, game: str) -> str:
    """The address of a table at which this game has begun."""
    room = await begun(rooms, game, GAMES[game].seats[0])
    return f"/t/{room.table.room}"


@pytest.mark.parametrize("game", GAMES)
async def test_a_first_visit_is_light_and_asks_for_little(client: httpx.AsyncClient, rooms: Rooms, game: str) -> None:
    path = await playing(rooms, game)
    weights = await weigh(client, path)
    assert 10_000 < scripts(weights) <= MOST_SCRIPT, weights
    assert scripts(weights) < sum(weights.values()) <= MOST_OF_ALL, weights
    for each in (weights, await weigh(client, path, "fr")):
        assert len(each) <= MOST_REQUESTS, each


@pytest.mark.parametrize(("before", "game"), SECOND_GAMES)
async def test_a_second_game_is_light(client: httpx.AsyncClient, rooms: Rooms, before: str, game: str) -> None:
    known, weights = [await weigh(client, await playing(rooms, each)) for each in (before, game)]
    new = {address: weight for address, weight in weights.items() if address not in known}
    assert 0 < sum(new.values()) <= MOST_OF_A_SECOND_GAME, new


@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_loads_the_board_of_its_game_alone(client: httpx.AsyncClient, rooms: Rooms, game: str) -> None:
    room = await finished_room(rooms, game, GAMES[game].seats[0], most=2)
    weights = await weigh(client, f"/t/{room.table.room}/replay")
    assert {address.split("/")[3] for address in weights if address.startswith("/static/games/")} == {game}
    assert scripts(weights) <= MOST_SCRIPT
