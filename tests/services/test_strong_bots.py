"""Bots that search share the workers with other tables, and it is told how often they decided like medium ones."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from app.protocol import commands
from app.replay.endings import ending_of
from app.services.bots import NEEDS_S, Bots
from app.web.exports import _as_csv
from app.workers.fair_queue import Requester
from games import GAMES
from games.bot import SEARCHING, Level
from games.engine import Chair
from games.text import Text
from tests.services.test_bots import PLAYS_AHEAD, against, answers_of_the_bot
from tests.support.beads import BEADS, Put
from tests.support.clocks import moves_in
from tests.support.inline_workers import Here
from tests.support.tables import ANN, Company, until


@pytest.fixture(autouse=True)
def beads_is_played_ahead(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "beads", replace(BEADS, strategy=PLAYS_AHEAD))


@pytest.mark.parametrize("level", SEARCHING)
async def test_the_result_says_how_often_a_bot_that_searches_decided_like_a_medium_one(
    party: Company, level: Level
) -> None:
    thoughts = [None, Put(0), None]
    bots = party.employs(Bots(0, Here(lambda _: thoughts.pop(0))))
    room, (ann,) = await party.seated(ANN, seats=2, length=6)
    await ann.asks(commands.SeatBot(1, level), commands.Start())
    while room.table.phase == "playing":
        await ann.plays("put", bead=1)
        await until(lambda: not bots._busy)
    assert [move.level for move in await moves_in(party, room) if move.bot] == ["medium", level, "medium"]
    result = room.table.past[-1].result
    assert result.at_medium == {1: (2, 3)}
    (game,) = (await ann.sees("results"))["games"]
    assert game["at_medium"] == {"1": [2, 3]}
    assert [text.with_ for text in ending_of(await party.store.load(room.table.room), room.table.past[-1]).bots] == [
        {"name": Chair(1), "level": Text(level), "count": 2, "all": 3}
    ]
    csv = b"".join(_as_csv(room.table.past)).decode().splitlines()
    assert [line.split(",")[-3:] for line in csv[1:]] == [["", "", ""], [level, "3", "2"]]


async def test_no_result_says_so_of_bots_that_always_decided_at_their_level(party: Company) -> None:
    bots = party.employs(Bots(0, Here(lambda _: Put(0))))
    room, (ann,) = await party.seated(ANN, seats=3, length=3)
    await ann.asks(commands.SeatBot(1, "strong"), commands.SeatBot(2, "medium"), commands.Start())
    while room.table.phase == "playing":
        await ann.plays("put", bead=1)
        await until(lambda: not bots._busy)
    assert room.table.past[-1].result.at_medium == {}


async def test_a_bot_uses_the_share_of_those_who_are_at_its_table(party: Company) -> None:
    workers = Here(lambda _: Put(0))
    room, ann, bots = await against(party, "strong", workers)
    await ann.plays("put", bead=1)
    await until(lambda: not bots._busy)
    assert workers.requesters == [Requester(room.table.room, {"192.0.2.7"})]


class Busy(Here):
    """Workers whose turn comes when it is given."""

    def __init__(self) -> None:
        super().__init__(lambda _: Put(0))
        self.turn = asyncio.Event()

    async def think(self, *asked: Any) -> Any:
        *others, begins = asked
        await self.turn.wait()
        return await super().think(*others, begins)


async def test_the_pause_of_a_strong_bot_begins_with_its_turn_at_the_workers(party: Company) -> None:
    workers = Busy()
    bots = party.employs(Bots(0.05, workers))
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(commands.SeatBot(1, "strong"), commands.Start())
    await ann.plays("put", bead=1)
    await asyncio.sleep(0.2)
    assert await answers_of_the_bot(party, room) == []
    began = asyncio.get_running_loop().time()
    workers.turn.set()
    await until(lambda: not bots._busy)
    assert asyncio.get_running_loop().time() - began >= NEEDS_S
    assert await answers_of_the_bot(party, room) == ['{"do":"put","bead":0}']
