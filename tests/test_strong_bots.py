"""Strong bots play what a worker came to, if it came in time and may be played; and else like a careful player."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.protocol import commands
from app.protocol.commands import Level
from app.rooms.room import Room
from app.services.bots import FAST, GOES_ON, THINKS_S, Bots
from app.workers.pool import Workers
from games import GAMES
from games.engine import Move
from games.strategy import Strategy
from games.thinking import Thought
from tests.beads import BEADS, Put, Say
from tests.company import ANN, Company, Page, until
from tests.timed import moves_in

PLAYS_AHEAD = Strategy(candidates=lambda *_: [Put(0), Put(1)], world=lambda *_: pytest.fail("not here"), rollouts=0)


class Told(Workers):
    """Comes to this answer when it may."""

    def __init__(self, answer: Any) -> None:
        super().__init__(0)
        self.answer = answer
        self.asked = 0
        self.may = asyncio.Event()
        self.may.set()

    async def think(self, work: Callable[[Thought], Any], thought: Thought) -> Any:
        self.asked += 1
        await self.may.wait()
        return self.answer


@pytest.fixture(autouse=True)
def beads_is_played_ahead(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "beads", replace(BEADS, strategy=PLAYS_AHEAD))


async def against(party: Company, level: Level, workers: Workers) -> tuple[Room, Page, Bots]:
    """Ann plays against one bot."""
    bots = Bots(0, workers)
    party.rooms.watchers.append(bots.watch)
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(commands.SeatBot(1, level))
    await ann.asks(commands.Start())
    return room, ann, bots


async def answers_of_the_bot(party: Company, room: Room) -> list[str]:
    return [bytes(move.move).decode() for move in await moves_in(party, room) if move.bot]


@pytest.mark.parametrize(
    ("level", "thought", "bead"),
    [("strong", Put(0), 0), ("strong", None, 1), ("strong", Say(1), 1), ("medium", Put(0), 1)],
    ids=["what was thought", "nothing came", "it may not be played", "medium bots do not think ahead"],
)
async def test_a_strong_bot_plays_what_a_worker_came_to(
    party: Company, level: Level, thought: Move | None, bead: int
) -> None:
    room, ann, bots = await against(party, level, Told(thought))
    await ann.plays("put", bead=1)
    await until(lambda: not bots._busy)
    assert await answers_of_the_bot(party, room) == [f'{{"do":"put","bead":{bead}}}']


async def test_what_was_thought_of_a_question_that_is_gone_answers_no_other(party: Company) -> None:
    workers = Told(Put(0))
    room, ann, bots = await against(party, "strong", workers)
    workers.may.clear()
    await ann.plays("put", bead=1)
    await until(lambda: workers.asked == 1)
    await ann.asks(commands.Propose("undo"))
    workers.may.set()
    workers.answer = Put(1)
    await until(lambda: not bots._busy)
    assert await answers_of_the_bot(party, room) == []
    await ann.plays("put", bead=0)
    await until(lambda: not bots._busy)
    assert await answers_of_the_bot(party, room) == ['{"do":"put","bead":1}']


async def test_bots_are_quick_where_the_host_wants_it_and_within_a_turn(party: Company) -> None:
    bots = Bots(pause=100)
    room, (ann,) = await party.playing(ANN, seats=2)
    usual = bots._pause_for(room.table, goes_on=False)
    assert 75 <= usual <= 125
    assert bots._pause_for(room.table, goes_on=True) == usual * GOES_ON
    await ann.asks(commands.Doors(fast_bots=True))
    assert 75 * FAST <= bots._pause_for(room.table, goes_on=False) <= 125 * FAST < 75


@pytest.mark.parametrize(("level", "is_quicker"), [("medium", True), ("strong", False)])
async def test_the_time_of_a_quick_bot_does_not_tell_how_long_it_has_thought(
    party: Company, level: Level, is_quicker: bool
) -> None:
    room, ann, bots = await against(party, level, Told(Put(0)))
    await ann.asks(commands.Doors(fast_bots=True))
    bots._pause = 1.0
    await ann.plays("put", bead=1)
    assert (bots._pause_for(room.table, goes_on=True) < THINKS_S) == is_quicker
    await bots.close()
