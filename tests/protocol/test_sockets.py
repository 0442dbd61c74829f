"""What a page's socket adds to a room: docs/protocol.md, as used by programs. Before a page is admitted the server
accepts only the little it has to say, and a page that leaves then leaves nothing behind."""

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from unittest.mock import Mock

import pytest
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed

from app.access.rate_limits import Limits
from app.rooms.page_limits import CALM_S, FLOODED_AFTER_S, SocketLimits
from app.settings import Settings
from app.storage.commit import OutcomeUnknown
from app.table.decide import Entry
from app.table.events import Event
from tests.client import Friend, Message, Page, is_asked, two_at_a_table
from tests.conftest import House
from tests.support.metrics import Rise
from tests.support.sockets import frame
from tests.support.tables import held_up, until


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


async def test_too_many_pages_of_one_guest_are_refused(
    lasting_house: House, sockets: tuple[Page, Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are told: a script learns nothing of a refused handshake."""
    limits = lasting_house.app.state.services.limits
    monkeypatch.setattr(limits, "hold_socket", lambda *_: None)
    for is_full, code in ((False, 4429), (True, 4430)):
        monkeypatch.setattr(limits, "is_address_full", lambda _, is_full=is_full: is_full)
        page = await sockets[0].friend.connect(sockets[0].room)
        assert await page.hear_the_end() == code
        (refused,) = page.heard
        assert (refused["type"], refused["id"], refused["code"]) == ("refused", None, "busy")


# --- Playing ---


REFUSED_MOVES: list[tuple[Message, str]] = [
    ({"do": "place", "cylinder": 0}, "illegal"),  # for another question
    ({"do": "lift", "cylinder": 4}, "malformed"),
    ({"do": "lift", "cylinder": -1}, "malformed"),
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


async def test_a_retried_move_happens_once(lasting_house: House, asked: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails() -> Event:
        raise OutcomeUnknown

    def failing(entry: Entry) -> asyncio.Future[Event]:
        monkeypatch.undo()
        return asyncio.ensure_future(fails())

    monkeypatch.setattr(lasting_house.app.state.services.store, "append", failing)
    id, question, rise = secrets.token_hex(16), asked.frame["question"], Rise()
    await asked.play({"do": "draw"}, id=id)
    assert await asked.hear("retry") == {"type": "retry", "id": id, "after_ms": 300}
    await until(lambda: rise("actions_total", game="tcnccc", result="unknown") == 1)
    await asked.play({"do": "draw"}, id=id, question=question)
    assert (await asked.hear("ack"))["seq"] == asked.frame["seq"]


async def test_what_is_sent_often_is_taken(lasting_house: House, asked: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    store = lasting_house.app.state.services.store
    _, go_on = held_up(monkeypatch, store, "append")
    question = asked.frame["question"]
    id = await asked.play({"do": "draw"})
    for _ in range(12):
        await asked.play({"do": "draw"}, id=id, question=question)
    assert (await asked.hear("retry"))["id"] == id
    store._loop.call_soon_threadsafe(go_on.set)
    assert (await asked.hear("ack"))["id"] == id
    assert [message for message in asked.heard if message["type"] == "refused"] == []


# --- Alive or not ---


async def test_a_ping_is_answered_at_any_time_and_only_a_ping(app: FastAPI) -> None:
    """Before hello, at a locked table, in the room; a client that does not ask hears of nothing new."""
    async with Friend(app, "Ann") as ann, Friend(app) as eve:
        room = await ann.open_room()
        page = await ann.connect(room)
        await page.send(type="ping")
        await page.hear("pong")
        await page.send(type="hello")
        await page.send(type="ping", hidden=True)
        await page.hear("pong")
        await page.asks(type="doors", password="mint tea")
        stranger = await eve.enter(room)
        assert (await stranger.hear("refused"))["code"] == "password"
        await stranger.send(type="ping")
        await stranger.hear("pong")
        assert [message["type"] for message in page.heard].count("pong") == 2


async def test_every_command_may_have_an_id_is_answered_with_it_and_carried_out_once(
    sockets: tuple[Page, Page],
) -> None:
    ann, ben = sockets
    chat, doors, start = (secrets.token_hex(16) for _ in range(3))
    for _ in range(2):
        await ben.send(type="chat", text="Are you there?", id=chat)
        await ann.send(type="doors", hints=True, id=doors)
        await ann.send(type="start", id=start)
    for page, id in ((ben, chat), (ann, doors), (ann, start)):
        await page.catch_up()
        first, again = [message for message in page.heard if message["type"] == "ack" and message["id"] == id]
        assert first == again
    assert [message["text"] for message in ann.heard if message["type"] == "chat"] == ["Are you there?"]
    assert [message for message in ann.heard if message["type"] == "refused" and message["id"] == start] == []


async def test_what_was_done_about_somebody_who_has_gone_since_is_not_refused_when_it_is_said_again(
    sockets: tuple[Page, Page],
) -> None:
    ann, ben = sockets
    id, person = secrets.token_hex(16), ann.table["seats"][1]["person"]
    await ann.send(type="kick", person=person, out=True, id=id)
    assert await ben.hear_the_end() == 4403
    await ann.see_table(lambda table: table["seats"][1]["name"] is None)
    ack = await ann.hear("ack", lambda ack: ack["id"] == id)
    await ann.send(type="kick", person=person, out=True, id=id)
    assert await ann.hear("ack") == ack


async def test_a_refusal_names_the_id_of_its_command(sockets: tuple[Page, Page]) -> None:
    id = secrets.token_hex(16)
    await sockets[1].send(type="start", id=id)
    refused = await sockets[1].hear("refused")
    assert (refused["id"], refused["code"]) == (id, "not_host")


async def test_words_that_were_said_are_not_refused_for_haste_when_they_are_sent_again(
    sockets: tuple[Page, Page],
) -> None:
    ids = [secrets.token_hex(16) for _ in range(5)]
    for id in [*ids, *ids]:
        await sockets[1].send(type="chat", text="!", id=id)
        await sockets[1].hear("ack", lambda ack, id=id: ack["id"] == id)
    assert [message for message in sockets[1].heard if message["type"] == "refused"] == []


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


async def test_who_floods_is_told_and_at_last_sent_away(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    rise = Rise()
    for after_s in (FLOODED_AFTER_S, -1):
        monkeypatch.setattr("app.rooms.page_limits.FLOODED_AFTER_S", after_s)
        for _ in range(60):
            await page.send(type="stand")
        if after_s > 0:
            assert (await page.hear("refused", lambda refused: refused["code"] == "busy"))["id"] is None
            assert rise("rate_limited_total", what="messages") >= 1
    assert await page.hear_the_end() == 1008


def test_it_is_one_flood_though_some_of_it_is_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("app.rooms.page_limits.time", Mock(monotonic=lambda: now))
    socket_limits, half = SocketLimits(Limits(Settings()).message_bucket()), CALM_S / 2
    for _ in range(int(FLOODED_AFTER_S / half) + 1):
        assert socket_limits.tolerates_flood()
        now += half
    assert not socket_limits.tolerates_flood()
    now += CALM_S + half
    assert socket_limits.tolerates_flood()


# --- On the doorstep ---

RESERVED_BITS = b"\xff\xff\xff\xff"
"""Invalid in RFC 6455."""


@pytest.fixture
async def friend(lasting_house: House) -> AsyncIterator[Friend]:
    async with Friend(lasting_house.base_url) as friend:
        yield friend


stranger = friend  # a different guest


async def locked(friend: Friend) -> str:
    """A room of this friend with a password."""
    page = await friend.opens("Ann")
    await page.send(type="doors", password="swordfish")
    await page.hear("table", lambda table: bool(table["password"]))
    await page.close()
    return page.room


async def said_until_closed(page: Page, text: str, times: int) -> int:
    """Send the same text repeatedly; the close code."""
    hearing = asyncio.create_task(page.hear_the_end())
    with suppress(ConnectionClosed):
        for _ in range(times):
            await page.socket.send(text)
    return await hearing


def refusals(page: Page) -> list[str]:
    return [message["code"] for message in page.heard if message["type"] == "refused"]


async def test_nonsense_from_before_the_password_and_hello_counts_in_the_room(friend: Friend, stranger: Friend) -> None:
    page = await stranger.connect(await locked(friend))
    await page.socket.send("nonsense")
    await page.send(type="hello", name="Eve")
    await page.hear("refused", lambda refused: refused["code"] == "password")
    await page.socket.send(b"bytes")
    await page.send(type="hello", name="Eve", password="swordfish")
    await page.hear("table")
    await page.socket.send("x" * 9000)
    assert await page.hear_the_end() == 1008
    assert len(refusals(page)) == 4


@pytest.mark.parametrize("message", [{"type": "start"}, {"type": "hello", "password": "sailfish"}, {"type": "hello"}])
async def test_whoever_floods_the_doorstep_is_sent_away_after_as_many_messages_as_a_page_may_send(
    friend: Friend, stranger: Friend, monkeypatch: pytest.MonkeyPatch, message: dict[str, str]
) -> None:
    page = await stranger.connect(await locked(friend))
    # On a busy machine, a page not read while so many passwords are hashed would be taken for dead.
    monkeypatch.setattr("app.access.passwords.is_password", lambda password, kept: False)
    began = asyncio.get_running_loop().time()
    assert await said_until_closed(page, json.dumps(message), 200) == 1008
    seconds = asyncio.get_running_loop().time() - began
    assert len(refusals(page)) <= 20 + 10 * seconds


async def test_long_messages_are_counted_on_the_doorstep(friend: Friend) -> None:
    page = await friend.connect(await friend.open_room("Ann"))
    assert await said_until_closed(page, json.dumps({"type": "chat", "text": "é" * 1100}), 18) == 1008
    assert len(refusals(page)) < 18


async def test_a_passwords_time_begins_once(friend: Friend, stranger: Friend, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await locked(friend)
    monkeypatch.setattr("app.rooms.session.PASSWORD_WITHIN_S", 0.5)
    page = await stranger.enter(room, "Eve")
    ending = asyncio.create_task(page.hear_the_end())
    with suppress(ConnectionClosed):
        for _ in range(10):
            await asyncio.sleep(0.25)
            await page.send(type="hello")
    assert await ending == 1008
    assert len(refusals(page)) < 5


async def rushed(friend: Friend, room: str, what: bytes) -> None:
    """Send a page's first bytes and its end at once."""
    page = await friend.connect(room)
    page.socket.transport.write(what)
    await asyncio.sleep(0.01)
    page.socket.transport.abort()


LAST_WORDS: dict[str, bytes] = {
    "nonsense, then no frame": frame(1, b"nonsense") * 2 + RESERVED_BITS,
    "hello, then no frame": frame(1, b'{"type":"hello"}') + RESERVED_BITS,
    "something else, then no frame": frame(1, b'{"type":"start"}') * 3 + RESERVED_BITS,
    "something else, then goodbye": frame(1, b'{"type":"start"}') * 3 + frame(8, b"\x03\xe8"),
    "a wrong password, then no frame": frame(1, b'{"type":"hello","password":"x"}') * 2 + RESERVED_BITS,
    "hello, then a text that is none": frame(1, b'{"type":"hello"}') + frame(1, b"\xff\xfe"),
}


@pytest.mark.parametrize("where", ["open", "locked", "nowhere"])
async def test_who_ends_the_connection_before_he_is_answered_is_no_error(
    lasting_house: House, friend: Friend, stranger: Friend, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    room = "k7Qm2xZ9vB3nR5wT"
    if where != "nowhere":
        room = await locked(friend) if where == "locked" else await friend.open_room("Ann")
    with caplog.at_level(logging.WARNING):
        for what, sent in LAST_WORDS.items():
            await asyncio.gather(*(rushed(stranger, room, sent) for _ in range(4)))
            await until(lambda: not lasting_house.app.state.services.limits.sockets)
            await until(lambda: not lasting_house.server.server_state.tasks)
            assert [record.getMessage() for record in caplog.records] == [], what
