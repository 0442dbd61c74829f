"""A page for the big screen only watches: whoever opens it, it is sent what an onlooker is sent, and can do nothing."""

import json
from typing import Any

import pytest

from app.protocol import commands
from app.rooms.room import Room
from app.storage.guests import Guest
from games import GAMES
from tests.support.connections import DirectPage
from tests.support.played_games import begun, guest_called, one_move
from tests.support.room_fixtures import database_url as database_url
from tests.support.room_fixtures import rooms as rooms
from tests.support.tables import BEN, CLEO, Company, until

ANN, BENEDIKT = guest_called("Ann"), guest_called("Benedikt")
SOMEBODY = Guest("somebody", b"somebody", None)
MOVES = 12
ASKED_OF_IT: list[dict[str, Any]] = [
    {"type": "play", "id": "a" * 32, "question": 1, "move": {"do": "draw"}},
    {"type": "sit", "seat": 0, "back": True},
    {"type": "stand"},
    {"type": "react", "what": "bravo"},
    {"type": "look", "seat": 0},
    {"type": "chat", "text": "from the screen"},
    {"type": "propose", "matter": "end"},
    {"type": "link", "seat": 0},
    {"type": "close"},
]


async def opened(party: Company, room: Room, guest: Guest, *, only_watches: bool = False) -> DirectPage:
    page = DirectPage(party, room, guest, only_watches=only_watches)
    await page.opens()
    return page


def apart_from_who_reads(text: str) -> str:
    """A message without the handle of its reader."""
    message = json.loads(text)
    message["you"]["person"] = None
    return json.dumps(message)


@pytest.mark.parametrize("game", GAMES)
async def test_a_players_big_screen_is_sent_byte_for_byte_what_an_onlooker_is_sent(party: Company, game: str) -> None:
    room = await begun(party.rooms, game, GAMES[game].seats[0])
    onlooker = await opened(party, room, SOMEBODY)
    screens = [await opened(party, room, guest, only_watches=True) for guest in (ANN, BENEDIKT)]
    for _ in range(MOVES):
        seen = len(onlooker.of("frame"))
        await one_move(room)
        await until(lambda seen=seen: len(onlooker.of("frame")) > seen)
    room.audience.show_table()
    for screen in screens:
        await until(lambda screen=screen: len(screen.of("frame")) == len(onlooker.of("frame")))
        assert screen.of("frame") == onlooker.of("frame")
        assert apart_from_who_reads(screen.of("table")[-1]) == apart_from_who_reads(onlooker.of("table")[-1])
    for page in (onlooker, *screens):
        await page.leaves()


@pytest.mark.parametrize("asked", ASKED_OF_IT, ids=lambda asked: asked["type"])
async def test_whatever_a_big_screen_asks_for_is_refused_with_a_sentence(party: Company, asked: dict[str, Any]) -> None:
    room = await begun(party.rooms, "tcnccc", 2)
    screen, before = await opened(party, room, ANN, only_watches=True), room.table.seq
    screen.says(**asked)
    await until(lambda: screen.of("refused"))
    assert "This page only watches." in screen.of("refused")[-1]
    assert room.table.seq == before
    await screen.leaves()


async def test_a_player_is_not_here_because_their_big_screen_is(party: Company) -> None:
    room = await begun(party.rooms, "tcnccc", 2)
    screen = await opened(party, room, ANN, only_watches=True)
    assert ANN.id not in room.audience.here
    await screen.leaves()


async def test_who_is_removed_from_the_table_loses_their_big_screen(party: Company) -> None:
    room, (host, _) = await party.seated(CLEO, BEN)
    screen = await opened(party, room, BEN, only_watches=True)
    await host.asks(commands.Kick(person="Ben", out=True))
    await until(lambda: screen.of("farewell"))
    await screen.leaves()


async def test_a_big_screen_is_opened_only_for_those_who_are_let_in(party: Company) -> None:
    room, (host, _) = await party.seated(CLEO, BEN)
    await host.asks(commands.ChangeSettings(password="tiles"))
    stranger = DirectPage(party, room, SOMEBODY, only_watches=True)
    await until(lambda: stranger.of("refused"))
    assert not stranger.of("table")
    player = await opened(party, room, BEN, only_watches=True)
    for page in (stranger, player):
        await page.leaves()
