"""Before a page is admitted the server accepts only the little it has to say, and a page that leaves then leaves
nothing behind."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.client import Friend, Page
from tests.company import until
from tests.conftest import House
from tests.raw_sockets import masked

NOWHERE = "k7Qm2xZ9vB3nR5wT"
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


async def test_the_time_for_the_password_does_not_begin_anew_with_every_hello(
    friend: Friend, stranger: Friend, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    "nonsense, then no frame": masked(0x81, b"nonsense") * 2 + RESERVED_BITS,
    "hello, then no frame": masked(0x81, b'{"type":"hello"}') + RESERVED_BITS,
    "something else, then no frame": masked(0x81, b'{"type":"start"}') * 3 + RESERVED_BITS,
    "something else, then goodbye": masked(0x81, b'{"type":"start"}') * 3 + masked(0x88, b"\x03\xe8"),
    "a wrong password, then no frame": masked(0x81, b'{"type":"hello","password":"x"}') * 2 + RESERVED_BITS,
    "hello, then a text that is none": masked(0x81, b'{"type":"hello"}') + masked(0x81, b"\xff\xfe"),
}


@pytest.mark.parametrize("where", ["open", "locked", "nowhere"])
async def test_who_ends_the_connection_before_he_is_answered_is_no_error(
    lasting_house: House, friend: Friend, stranger: Friend, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    room = NOWHERE
    if where != "nowhere":
        room = await locked(friend) if where == "locked" else await friend.open_room("Ann")
    with caplog.at_level(logging.WARNING):
        for what, sent in LAST_WORDS.items():
            await asyncio.gather(*(rushed(stranger, room, sent) for _ in range(4)))
            await until(lambda: not lasting_house.app.state.services.limits.sockets)
            await until(lambda: not lasting_house.server.server_state.tasks)
            assert [record.getMessage() for record in caplog.records] == [], what
