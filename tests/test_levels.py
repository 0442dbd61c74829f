"""How well bots play: the host says so, and everybody reads it, also of games long over."""

from __future__ import annotations

import httpx

from app.protocol import commands, messages
from app.protocol.commands import Level
from app.table import events
from app.table.events import Finished, Result, decode_body
from tests.company import ANN, BEN, Company
from tests.given import Tables


def test_the_host_gives_each_bot_its_level_and_may_change_it_until_the_game_begins(given: Tables) -> None:
    table = given(ANN, seats=3)
    table.when(ANN, commands.SeatBot(1), commands.SeatBot(2, "strong"), commands.SeatBot(1, "easy"))
    assert [seat.bot for seat in table.table.seats] == [None, "easy", "strong"]
    assert "taken" in table.refuses(ANN, commands.SeatBot(1, "easy"))
    table.begun()
    assert "taken" in table.refuses(ANN, commands.SeatBot(1, "strong"))


def test_who_plays_for_an_absent_player_neither_throws_the_game_nor_wins_it(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    table.leaves(BEN)
    assert table.when(ANN, commands.SeatBot(1, "strong")) == events.BotSeated(1, "medium")


def test_careful_bots_of_old_clients_and_old_logs_are_medium(given: Tables) -> None:
    message = messages.decode('{"type":"seat_bot","seat":1,"level":"careful"}')
    old = decode_body(b'{"kind":"bot_seated","seat":2,"level":"careful"}')
    table = given(ANN, seats=3)
    table.when(ANN, message)
    table.writes(ANN.id, old)
    assert [seat.bot for seat in table.table.seats] == [None, "medium", "medium"]


def test_results_name_the_level_of_a_bot_but_not_of_one_that_helped_out(given: Tables) -> None:
    table = given(ANN, BEN, seats=3, length=3)
    table.when(ANN, commands.SeatBot(2, "strong"))
    table.begun()
    table.leaves(BEN)
    table.when(ANN, commands.SeatBot(1))
    table.puts(ANN)
    table.bot_answers()
    end = table.bot_answers()
    assert isinstance(end, Finished)
    assert end.result.bots() == [None, None, "strong"]


def test_bots_of_results_from_before_there_were_levels_were_medium() -> None:
    old = Result("beads", ["ann-id", None], ["Ann", "Bot 2"], [0], [1, 0])
    expected: list[Level | None] = [None, "medium"]
    assert old.bots() == expected


async def test_every_page_reads_the_level_of_a_bot(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(commands.SeatBot(1, "easy"))
    assert [seat["bot"] for seat in (await ann.sees("table"))["seats"]] == [None, "easy"]
    assert room.table.seats[1].bot == "easy"


async def test_a_table_for_practice_is_opened_with_bots_of_a_level(client: httpx.AsyncClient) -> None:
    wish = {"game": "tcnccc", "seats": 3, "name": "Ann", "bots": True, "level": "strong"}
    room = (await client.post("/api/rooms", json=wish)).json()["room"]
    seats = (await client.get(f"/api/rooms/{room}")).json()["seats"]
    assert [seat["bot"] for seat in seats] == [None, "strong", "strong"]
