"""What the socket of a page adds to a room: docs/protocol.md, spoken by programs to a server that listens."""

import asyncio
import gc
import secrets
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any
from unittest.mock import Mock

import pytest
from websockets.exceptions import InvalidStatus

from app.access.rate_limits import Limits
from app.rooms.page_limits import CALM_S, FLOODED_AFTER_S, SocketLimits
from app.server import websocket
from app.server.websocket import BoundedWebSocket
from app.settings import Rate, Settings
from app.storage.commit import OutcomeUnknown
from app.table.decide import Entry
from tests.altered import altered
from tests.client import Friend, Message, Page, is_asked
from tests.conftest import PLENTY, House, opened, settings_in


class Circle:
    """Friends of one house; everything they opened is closed after the test."""

    def __init__(self, house: House, closing: AsyncExitStack) -> None:
        self.house = house
        self._closing = closing

    async def friend(self) -> Friend:
        return await self._closing.enter_async_context(Friend(self.house.base_url))

    async def enter(self, friend: Friend, room: str, name: str | None = None, seen: int = 0) -> Page:
        """A page that knows the table."""
        page = await friend.enter(room, name, seen)
        self._closing.push_async_callback(page.close)
        await page.hear("table")
        return page

    async def own_page(self) -> Page:
        """Ann's page of a room that she has just opened."""
        ann = await self.friend()
        return await self.enter(ann, await ann.open_room("Ann"))

    async def page_without_hello(self) -> Page:
        ann = await self.friend()
        page = await ann.connect(await ann.open_room("Ann"))
        self._closing.push_async_callback(page.close)
        return page

    async def table_for_two(self) -> tuple[str, Page, Page]:
        """Ann and Ben sit; Ann is host."""
        ann, ben = await self.friend(), await self.friend()
        room = await ann.open_room("Ann")
        pages = await self.enter(ann, room), await self.enter(ben, room, "Ben")
        await pages[1].send(type="sit", seat=1)
        for page in pages:
            await page.hear("table", everybody_is_here)
        return room, *pages

    async def game_for_two(self) -> tuple[Page, Page]:
        """Ann and Ben play; whose turn it is comes first."""
        _, ann, ben = await self.table_for_two()
        await ann.send(type="start")
        for page in (ann, ben):
            await page.hear("frame")
        return (ann, ben) if is_asked(ann.frame) else (ben, ann)


def everybody_is_here(table: Message) -> bool:
    return all(seat["name"] and seat["here"] for seat in table["seats"])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One for all tests of this module; each has a room of its own."""
    here = tmp_path_factory.mktemp("house")
    yield from opened(altered(settings_in(here), limits_commands_per_address=Rate(PLENTY, 1)))


@pytest.fixture
async def circle(house: House) -> AsyncIterator[Circle]:
    async with AsyncExitStack() as closing:
        yield Circle(house, closing)


def awaited(house: House) -> int:
    """The open pages that are missed within seconds."""
    sockets = [each for each in house.server.server_state.connections if isinstance(each, BoundedWebSocket)]
    return sum(each.is_awaited is not None and each.is_awaited() for each in sockets)


# --- Coming in ---


async def test_whoever_says_nothing_is_sent_away(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.session.HELLO_WITHIN_S", 0.1)
    assert await (await circle.page_without_hello()).hear_the_end() == 1008


async def test_the_pages_of_players_and_the_host_are_awaited_and_those_of_spectators_are_not(circle: Circle) -> None:
    others = awaited(circle.house)
    room, ann, ben = await circle.table_for_two()
    eve = await circle.enter(await circle.friend(), room, "Eve")
    assert awaited(circle.house) - others == 2
    await ann.send(type="stand")
    await ben.send(type="stand")
    await eve.send(type="sit", seat=0)
    await ann.hear("table", lambda table: [seat["name"] for seat in table["seats"]] == ["Eve", None])
    assert awaited(circle.house) - others == 2  # Ann is still the host


async def test_hello_comes_first(circle: Circle) -> None:
    page = await circle.page_without_hello()
    await page.send(type="start")
    refused = await page.hear("refused")
    assert (refused["code"], refused["text"]["with"]) == ("not_yet", {"type": "start"})
    await page.send(type="hello")
    assert (await page.hear("table"))["you"]["seat"] == 0


async def test_a_room_that_does_not_exist_is_refused_in_words(circle: Circle) -> None:
    friend = await circle.friend()
    for room in ("k7Qm2xZ9vB3nR5wT", "nothing-like-a-code"):
        page = await friend.enter(room)
        assert await page.hear_the_end() == 4404
        assert [message["code"] for message in page.heard] == ["unknown_room"]


async def test_a_name_that_will_not_do_is_refused_and_its_owner_still_watches(circle: Circle) -> None:
    ann = await circle.friend()
    room = await ann.open_room("Ann")
    for name, code in (("ann", "name_taken"), ("\u202e", "bad_name")):
        page = await circle.enter(await circle.friend(), room, name)
        assert (await page.hear("refused"))["code"] == code
        you = page.table["you"]
        assert (you["seat"], you["name"], you["host"], you["seats"]) == (None, None, False, [])


# --- Playing ---


async def test_a_move_is_acknowledged_with_the_number_everybody_sees_and_again_when_it_is_sent_again(
    circle: Circle,
) -> None:
    page, other = await circle.game_for_two()
    question = page.frame["question"]
    id = await page.play({"do": "draw"})
    frame, ack = await page.hear("frame"), await page.hear("ack")
    assert ack == {"type": "ack", "id": id, "seq": frame["seq"]}
    assert (await other.hear("frame"))["seq"] == frame["seq"]
    await page.play({"do": "draw"}, id=id, question=question)
    assert await page.hear("ack") == ack


async def test_the_same_seat_in_two_tabs_works_in_both(circle: Circle) -> None:
    ann = await circle.friend()
    room = await ann.open_room("Ann")
    first, second = [await circle.enter(ann, room) for _ in range(2)]
    await second.send(type="seat_bot", seat=1, level="medium")
    await second.send(type="start")
    for page in (first, second):
        await page.hear("frame", is_asked)
    await first.play({"do": "draw"})
    await second.hear("frame", lambda frame: frame["view"]["drawn"] is not None)
    await second.play({"do": "place", "cylinder": 0})
    await first.hear("frame", lambda frame: frame["view"]["drawn"] is None)


REFUSED_MOVES: dict[str, tuple[Message, str]] = {
    "another question's": ({"do": "place", "cylinder": 0}, "illegal"),
    "no such place": ({"do": "lift", "cylinder": 4}, "illegal"),
    "no such move": ({"do": "cheat"}, "malformed"),
    "a field too many": ({"do": "draw", "piece": "joker"}, "malformed"),
    "a field missing": ({"do": "lift"}, "malformed"),
    "another kind of number": ({"do": "lift", "cylinder": 1.5}, "malformed"),
}


async def test_a_move_that_does_not_fit_is_refused_with_its_id(circle: Circle) -> None:
    page, _ = await circle.game_for_two()
    for why, (move, code) in REFUSED_MOVES.items():
        id = await page.play(move)
        refused = await page.hear("refused")
        assert (refused["id"], refused["code"]) == (id, code), why
    await page.play({"do": "draw"})
    await page.hear("ack")


async def test_storage_that_fails_is_a_retry_and_the_move_happens_once(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, _ = await circle.game_for_two()

    def failing(entry: Entry, answered: Callable[[Exception], None], afterwards: object) -> None:
        monkeypatch.undo()
        asyncio.get_running_loop().call_soon(answered, OutcomeUnknown())

    monkeypatch.setattr(circle.house.app.state.services.store, "submit_move", failing)
    id, question = secrets.token_hex(16), page.frame["question"]
    await page.play({"do": "draw"}, id=id)
    assert await page.hear("retry") == {"type": "retry", "id": id, "after_ms": 300}
    await page.play({"do": "draw"}, id=id, question=question)
    assert (await page.hear("ack"))["seq"] == page.frame["seq"]


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


async def test_what_is_not_understood_is_refused_and_the_socket_stays_open(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.page_limits.SocketLimits.tolerates_malformed", lambda socket_limits: True)
    page = await circle.own_page()
    for why, message in MALFORMED.items():
        await page.socket.send(message)
        assert (await page.hear("refused"))["code"] == "malformed", why
    await page.send(type="chat", text="still here")
    await page.hear("chat")


async def test_a_message_of_8_kib_in_bytes_is_too_big_and_one_byte_less_is_not(circle: Circle) -> None:
    page = await circle.own_page()
    for text, code in (("x" * 8192, "too_big"), ("x" * 8191, "malformed"), ("ü" * 4096, "too_big")):
        await page.socket.send(text)
        assert (await page.hear("refused"))["code"] == code


async def test_three_malformed_messages_in_a_minute_close_the_socket(circle: Circle) -> None:
    page = await circle.own_page()
    for _ in range(3):
        await page.socket.send("nonsense")
    assert await page.hear_the_end() == 1008
    assert [message["code"] for message in page.heard if message["type"] == "refused"] == ["malformed"] * 3


async def test_the_id_of_a_message_that_is_not_understood_is_given_back(circle: Circle) -> None:
    page = await circle.own_page()
    await page.send(type="play", id="0" * 32, question="seventeen", move={})
    assert (await page.hear("refused"))["id"] == "0" * 32


async def test_who_floods_is_told_and_at_last_sent_away(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    page = await circle.own_page()
    for _ in range(60):
        await page.send(type="stand")
    assert (await page.hear("refused", lambda refused: refused["code"] == "busy"))["id"] is None
    monkeypatch.setattr("app.rooms.page_limits.FLOODED_AFTER_S", -1)
    for _ in range(60):
        await page.send(type="stand")
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


async def test_what_is_sent_again_too_often_is_not_refused_while_it_is_being_written(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, _ = await circle.game_for_two()
    store, go_on = circle.house.app.state.services.store, asyncio.Event()
    append = store.append

    async def slowly(entry: Entry) -> Any:
        await go_on.wait()
        return await append(entry)

    monkeypatch.setattr(store, "append", slowly)
    monkeypatch.setattr(store, "submit_move", Mock(side_effect=OutcomeUnknown))  # so append is asked
    question = page.frame["question"]
    id = await page.play({"do": "draw"})
    for _ in range(12):
        await page.play({"do": "draw"}, id=id, question=question)
    assert (await page.hear("retry"))["id"] == id
    store._loop.call_soon_threadsafe(go_on.set)
    assert (await page.hear("ack"))["id"] == id
    assert [message for message in page.heard if message["type"] == "refused"] == []


async def test_too_many_pages_of_one_guest_are_refused(open_house: Callable[..., House]) -> None:
    async with AsyncExitStack() as closing:
        circle = Circle(open_house(limits_sockets_per_guest_and_room=2), closing)
        friend = await circle.friend()
        room = await friend.open_room("Ann")
        for _ in range(2):
            await circle.enter(friend, room)
        with pytest.raises(InvalidStatus) as refused:
            await friend.connect(room)
        assert refused.value.response.status_code == 429


# --- What it leaves ---


async def test_a_connection_that_was_cut_leaves_no_ring_for_the_collector(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "LINGER_S", 0.1)
    gc.collect()
    before = weakref.WeakSet(sockets())
    _, ann, ben = await circle.table_for_two()
    gone = threading.Event()
    gc.disable()
    try:
        for socket in sockets():
            if socket not in before:
                weakref.finalize(socket, gone.set)
        del socket
        ben.socket.transport.abort()
        await ann.hear("table", lambda table: not table["seats"][1]["here"])
        assert await asyncio.to_thread(gone.wait, 5)
    finally:
        gc.enable()


def sockets() -> Iterator[websocket.BoundedWebSocket]:
    """Those of the server that are in memory."""
    return (each for each in gc.get_objects() if isinstance(each, websocket.BoundedWebSocket))
