"""Ids of the server's own actions: the same on every node, and out of any client's control. Whoever could write an
event under one would stop a clock or a bot for good."""

import re
from collections.abc import AsyncIterator
from hashlib import sha256

import msgspec
import pytest
from fastapi import FastAPI

from app.protocol.commands import ActionId
from app.settings import Rate, Settings
from app.table.event_ids import id_of, new_id
from app.table.state import Table
from games import GAMES
from tests.beads import BEADS
from tests.client import Friend, Page
from tests.company import Clock, until
from tests.conftest import PLENTY, open_app

DEEDS = ["lapse/k7Qm2xZ9vB3nR5wT/7/1/1800000000000", "bot/k7Qm2xZ9vB3nR5wT/7/1/1800000000000"]


def as_1_0_made_it(deed: str) -> str:
    return sha256(deed.encode()).hexdigest()[:32]


def test_an_id_of_the_house_is_the_same_everywhere_and_no_client_may_use_it() -> None:
    assert len({id_of(deed) for deed in DEEDS * 2}) == len(DEEDS)
    for deed in DEEDS:
        assert len(id_of(deed)) == 32, "it has to fit the column"
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(id_of(deed), ActionId)
    assert re.fullmatch("[0-9a-f]{32}", new_id()), "random ids look like those of clients"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def app(settings: Settings, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FastAPI]:
    monkeypatch.setitem(GAMES, "beads", BEADS)
    async with open_app(settings, clock, limits_messages=Rate(PLENTY, 1)) as app:
        yield app


async def begun(app: FastAPI, other: str) -> Page:
    """Ann plays with Ben or with a bot, who is asked after her, with ten seconds for each question."""
    ann, ben = Friend(app, "Ann"), Friend(app, "Ben")
    page = await ann.opens(game="beads")
    if other == "ben":
        await ben.open_room(game="beads", seats=2)  # for the cookie
        beside = await ben.enter(page.room)
        await beside.asks(type="sit", seat=1)
    else:
        await page.send(type="seat_bot", seat=1, level="medium")
    await page.send(type="doors", clock={"each": "question", "seconds": 10})
    await page.send(type="start")
    await page.see("frame")
    await page.catch_up()
    return page


async def squats(ann: Page, deed: str) -> None:
    """Ann sends a move under the id of the server's next action, if it can be guessed."""
    question, move = ann.frame["question"], {"do": "put", "bead": 1}
    for id in (id_of(deed), as_1_0_made_it(deed)):
        await ann.asks(type="play", id=id, question=question, move=move)
    (refused,) = [each for each in ann.heard if each["type"] == "refused" and each["code"] == "malformed"]
    assert refused["id"] is None or refused["id"] == id_of(deed)
    await ann.see("ack", id=as_1_0_made_it(deed))


def table_of(app: FastAPI, wire: Page) -> Table:
    return app.state.services.rooms.live_room(wire.room).table


async def test_who_writes_under_the_id_of_a_clock_does_not_stop_it(app: FastAPI, clock: Clock) -> None:
    ann = await begun(app, "ben")
    await squats(ann, f"lapse/{ann.room}/{ann.frame['question'] + 1}/1/{clock.ms}")
    for _ in range(2):
        clock.goes_on(5)
        await app.state.services.rooms.uptime.beat()
    await app.state.services.deadlines.look(app.state.services.rooms.live_room(ann.room))
    assert table_of(app, ann).playing.state.string == [(0, 1), (1, 0)]
    await ann.catch_up()
    assert ann.frame["lines"][0]["text"]["text"] == "{seat} ran out of time."


async def test_who_writes_under_the_id_of_a_bot_does_not_silence_it(app: FastAPI, clock: Clock) -> None:
    ann = await begun(app, "a bot")
    await squats(ann, f"bot/{ann.room}/{ann.frame['question'] + 1}/1/{clock.ms}")
    await until(lambda: len(table_of(app, ann).playing.state.string) == 2)
