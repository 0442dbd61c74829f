"""What a page's socket adds to a room: docs/protocol.md, as used by programs."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import Mock

import pytest
from fastapi import FastAPI
from websockets.exceptions import InvalidStatus

from app.access.rate_limits import Limits
from app.rooms.page_limits import CALM_S, FLOODED_AFTER_S, SocketLimits
from app.server.websocket import BoundedWebSocket
from app.settings import Settings
from app.storage.commit import OutcomeUnknown
from app.table.decide import Entry
from tests.client import Friend, Message, Page, is_asked, two_at_a_table
from tests.company import held_up
from tests.conftest import House


@pytest.fixture
async def page(app: FastAPI) -> AsyncIterator[Page]:
    """The page of Ann, who plays with a bot and is asked."""
    async with Friend(app, "Ann") as ann:
        yield await ann.plays_a_bot()


@pytest.fixture
async def sockets(lasting_house: House) -> AsyncIterator[tuple[Page, Page]]:
    """The sockets of Ann and Ben, who sit at a table of a listening server."""
    async with Friend(lasting_house.base_url) as ann, Friend(lasting_house.base_url) as ben:
        yield await two_at_a_table(ann, ben)


async def says(page: Page, said: str | bytes) -> None:
    """Send this as it is."""
    kind = "text" if isinstance(said, str) else "bytes"
    page._to_server.put_nowait({"type": "websocket.receive", kind: said})


# --- Coming in ---


async def test_hello_comes_first_and_who_says_nothing_has_to_go(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Friend(app, "Ann") as ann:
        room = await ann.open_room()
        page = await ann.connect(room)
        await page.send(type="start")
        refused = await page.hear("refused")
        assert (refused["code"], refused["text"]["with"]) == ("not_yet", {"type": "start"})
        await page.send(type="hello")
        assert (await page.hear("table"))["you"]["seat"] == 0
        monkeypatch.setattr("app.rooms.session.HELLO_WITHIN_S", 0.1)
        assert await (await ann.connect(room)).hear_the_end() == 1008


async def test_no_such_room_is_refused_and_so_is_a_name_whose_owner_still_watches(app: FastAPI) -> None:
    room = await Friend(app, "Ann").open_room()
    for nowhere in ("k7Qm2xZ9vB3nR5wT", "nothing-like-a-code"):
        page = await Friend(app).enter(nowhere)
        assert await page.hear_the_end() == 4404
        assert [message["code"] for message in page.heard] == ["unknown_room"]
        assert "set-cookie" not in page.headers, "a node on the wrong database would replace the one of all others"
    for name, code in (("ann", "name_taken"), ("\u202e", "bad_name")):
        page = await (await Friend(app).visit()).enter(room, name)
        assert (await page.hear("refused"))["code"] == code
        you = (await page.see("table"))["you"]
        assert (you["seat"], you["name"], you["host"], you["seats"]) == (None, None, False, [])


def awaited(house: House) -> int:
    """The number of open pages watched by keepalive."""
    open_now = [each for each in house.server.server_state.connections if isinstance(each, BoundedWebSocket)]
    return sum(each.is_awaited is not None and each.is_awaited() for each in open_now)


async def test_players_and_the_host_are_awaited_alone(lasting_house: House, sockets: tuple[Page, Page]) -> None:
    ann, ben = sockets
    async with Friend(lasting_house.base_url) as onlooker:
        eve = await onlooker.enter(ann.room, "Eve")
        await eve.hear("table", lambda table: table["you"]["name"] == "Eve")
        assert awaited(lasting_house) == 2
        await ann.send(type="stand")
        await ben.send(type="stand")
        await eve.send(type="sit", seat=0)
        await ann.hear("table", lambda table: [seat["name"] for seat in table["seats"]] == ["Eve", None])
        assert awaited(lasting_house) == 2  # Ann is still the host


async def test_too_many_pages_of_one_guest_are_refused(
    lasting_house: House, sockets: tuple[Page, Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lasting_house.app.state.services.limits, "hold_socket", lambda *_: None)
    with pytest.raises(InvalidStatus) as refused:
        await sockets[0].friend.connect(sockets[0].room)
    assert refused.value.response.status_code == 429


# --- Playing ---


async def test_a_move_is_acknowledged_with_the_number_all_see_and_so_again(page: Page) -> None:
    other, question = await page.friend.enter(page.room), page.frame["question"]
    await other.hear("frame", is_asked)
    id = await page.play({"do": "draw"})
    ack = await page.hear("ack")
    frame = await other.hear("frame", lambda frame: frame["view"]["drawn"] is not None)
    assert ack == {"type": "ack", "id": id, "seq": frame["seq"]}
    await page.play({"do": "draw"}, id=id, question=question)
    assert await page.hear("ack") == ack
    await other.play({"do": "place", "cylinder": 0})
    await page.hear("frame", lambda frame: frame["view"]["drawn"] is None)


REFUSED_MOVES: list[tuple[Message, str]] = [
    ({"do": "place", "cylinder": 0}, "illegal"),  # for another question
    ({"do": "lift", "cylinder": 4}, "illegal"),
    ({"do": "cheat"}, "malformed"),
    ({"do": "draw", "piece": "joker"}, "malformed"),
    ({"do": "lift"}, "malformed"),
    ({"do": "lift", "cylinder": 1.5}, "malformed"),
]


async def test_a_move_that_does_not_fit_is_refused_with_its_id(page: Page) -> None:
    for move, code in REFUSED_MOVES:
        id = await page.play(move)
        refused = await page.hear("refused")
        assert (refused["id"], refused["code"]) == (id, code), move


@pytest.fixture
async def asked(sockets: tuple[Page, Page]) -> Page:
    """Begin the game; the one of the two asked first."""
    await sockets[0].send(type="start")
    for page in sockets:
        await page.hear("frame")
    return next(page for page in sockets if is_asked(page.frame))


async def test_storage_that_fails_is_a_retry_and_the_move_happens_once(
    lasting_house: House, asked: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(entry: Entry, answered: Any, afterwards: object) -> None:
        monkeypatch.undo()
        asyncio.get_running_loop().call_soon(answered, OutcomeUnknown())

    monkeypatch.setattr(lasting_house.app.state.services.store, "submit_move", failing)
    id, question = secrets.token_hex(16), asked.frame["question"]
    await asked.play({"do": "draw"}, id=id)
    assert await asked.hear("retry") == {"type": "retry", "id": id, "after_ms": 300}
    await asked.play({"do": "draw"}, id=id, question=question)
    assert (await asked.hear("ack"))["seq"] == asked.frame["seq"]


async def test_what_is_sent_again_too_often_is_not_refused_while_it_is_being_written(
    lasting_house: House, asked: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = lasting_house.app.state.services.store
    _, go_on = held_up(monkeypatch, store, "append")
    monkeypatch.setattr(store, "submit_move", Mock(side_effect=OutcomeUnknown))  # so append is asked
    question = asked.frame["question"]
    id = await asked.play({"do": "draw"})
    for _ in range(12):
        await asked.play({"do": "draw"}, id=id, question=question)
    assert (await asked.hear("retry"))["id"] == id
    store._loop.call_soon_threadsafe(go_on.set)
    assert (await asked.hear("ack"))["id"] == id
    assert [message for message in asked.heard if message["type"] == "refused"] == []


# --- Bad input ---

MALFORMED: dict[str, str | bytes] = {
    "no JSON": "hello?",
    "no object": "[1,2,3]",
    "no type": "{}",
    "no such type": '{"type":"cheat"}',
    "a field too many": '{"type":"start","seat":1}',
    "a seat that is no number": '{"type":"sit","seat":"1"}',
    "a seat below zero": '{"type":"sit","seat":-1}',
    "a number beyond all": '{"type":"sit","seat":' + "9" * 400 + "}",
    "no level of bots": '{"type":"seat_bot","seat":1,"level":"perfect"}',
    "an id that is too short": '{"type":"play","id":"abc","question":1,"move":{}}',
    "deep nesting": '{"type":"chat","text":' + "[" * 3000 + "]" * 3000 + "}",
    "half a character": '{"type":"chat","text":"\\ud800"}',
    "bytes": b'{"type":"stand"}',
}


async def test_what_is_not_understood_is_refused_with_its_id(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.page_limits.SocketLimits.tolerates_malformed", lambda socket_limits: True)
    for why, message in MALFORMED.items():
        await says(page, message)
        assert (await page.hear("refused"))["code"] == "malformed", why
    await page.send(type="play", id="0" * 32, question="seventeen", move={})
    assert (await page.hear("refused"))["id"] == "0" * 32
    # The limit of 8 KiB is in bytes.
    for text, code in (("x" * 8192, "too_big"), ("x" * 8191, "malformed"), ("ü" * 4096, "too_big")):
        await says(page, text)
        assert (await page.hear("refused"))["code"] == code
    await page.send(type="chat", text="still here")
    await page.hear("chat")


async def test_three_malformed_messages_in_a_minute_close_the_socket(page: Page) -> None:
    for _ in range(3):
        await says(page, "nonsense")
    assert await page.hear_the_end() == 1008
    assert [message["code"] for message in page.heard if message["type"] == "refused"] == ["malformed"] * 3


async def test_who_floods_is_told_and_at_last_sent_away(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    for after_s in (FLOODED_AFTER_S, -1):
        monkeypatch.setattr("app.rooms.page_limits.FLOODED_AFTER_S", after_s)
        for _ in range(60):
            await page.send(type="stand")
        if after_s > 0:
            assert (await page.hear("refused", lambda refused: refused["code"] == "busy"))["id"] is None
    assert await page.hear_the_end() == 1008


def test_it_is_one_flood_though_some_of_it_is_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("app.rooms.page_limits.time.monotonic", lambda: now)
    socket_limits, half = SocketLimits(Limits(Settings()).message_bucket()), CALM_S / 2
    for _ in range(int(FLOODED_AFTER_S / half) + 1):
        assert socket_limits.tolerates_flood()
        now += half
    assert not socket_limits.tolerates_flood()
    now += CALM_S + half
    assert socket_limits.tolerates_flood()
