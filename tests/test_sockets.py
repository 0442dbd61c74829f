"""The wire, spoken by programs to a server that listens: docs/protocol.md, sentence by sentence."""

import asyncio
import base64
import gc
import json
import secrets
import socket
import threading
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from app import connections
from app.entries import Entry
from app.settings import Rate
from app.writer import OutcomeUnknown
from tests.conftest import House
from tests.friends import Friend, Message, Page, is_asked


class Circle:
    """Friends of one house; everything they opened is closed after the test."""

    def __init__(self, house: House, closing: AsyncExitStack) -> None:
        self.house = house
        self._closing = closing

    async def friend(self) -> Friend:
        return await self._closing.enter_async_context(Friend(self.house.base_url))

    async def same_as(self, page: Page) -> Friend:
        """The guest who opened this page, once more."""
        friend = await self.friend()
        assert page.socket.request is not None
        name, _, value = page.socket.request.headers["Cookie"].partition("=")
        friend.http.cookies = {name: value}  # type: ignore[assignment]
        return friend

    async def enter(self, friend: Friend, room: str, name: str | None = None, seen: int = 0) -> Page:
        """A page that knows the table."""
        page = await friend.enter(room, name, seen)
        self._closing.push_async_callback(page.close)
        await page.hear("table")
        return page

    async def connect(self, friend: Friend, room: str) -> Page:
        """A page that has not said hello."""
        page = await friend.connect(room)
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

    async def game_for_two(self) -> tuple[str, Page, Page]:
        """Ann and Ben play."""
        room, ann, ben = await self.table_for_two()
        await ann.send(type="start")
        for page in (ann, ben):
            await page.hear("frame")
        return room, ann, ben


def everybody_is_here(table: Message) -> bool:
    return all(seat["name"] and seat["here"] for seat in table["seats"])


def mover(*pages: Page) -> Page:
    return next(page for page in pages if is_asked(page.frame))


@pytest.fixture
async def circle(house: House) -> AsyncIterator[Circle]:
    async with AsyncExitStack() as closing:
        yield Circle(house, closing)


# --- Coming in ---


async def test_the_page_and_the_server_speak_tertulia_1(circle: Circle) -> None:
    friend = await circle.friend()
    page = await circle.connect(friend, await friend.open_room("Ann"))
    assert page.socket.subprotocol == "tertulia.1"


async def test_hello_is_answered_with_the_table(circle: Circle) -> None:
    _, ann, _ = await circle.table_for_two()
    you = ann.table["you"]
    assert (you["seat"], you["name"], you["host"], you["seats"]) == (0, "Ann", True, [0])
    assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "Ben"]


async def test_an_onlooker_presses_nothing_and_sees_the_game(circle: Circle) -> None:
    room, _, _ = await circle.game_for_two()
    onlooker = await circle.enter(await circle.friend(), room)
    frame = await onlooker.hear("frame")
    assert (frame["you"], frame["choices"]) == (None, [])


async def test_whoever_says_nothing_is_sent_away(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.conversation.HELLO_WITHIN_S", 0.1)
    friend = await circle.friend()
    page = await circle.connect(friend, await friend.open_room("Ann"))
    assert await page.hear_the_end() == 1008


async def test_hello_comes_first(circle: Circle) -> None:
    friend = await circle.friend()
    page = await circle.connect(friend, await friend.open_room("Ann"))
    await page.send(type="start")
    assert (await page.hear("refused"))["code"] == "not_yet"
    await page.send(type="hello")
    assert (await page.hear("table"))["you"]["seat"] == 0


@pytest.mark.parametrize("room", ["k7Qm2xZ9vB3nR5wT", "nothing-like-a-code"])
async def test_a_room_that_does_not_exist_is_refused_in_words(circle: Circle, room: str) -> None:
    page = await (await circle.friend()).enter(room)
    assert await page.hear_the_end() == 4404
    assert [message["code"] for message in page.heard] == ["unknown_room"]


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://127.0.0.1:1"])
async def test_another_site_cannot_open_a_socket_in_a_players_browser(circle: Circle, origin: str) -> None:
    friend = await circle.friend()
    room = await friend.open_room("Ann")
    friend.base_url, here = origin, friend.base_url
    with pytest.raises(InvalidStatus) as refused:
        await connect_from(friend, here, room, origin)
    assert refused.value.response.status_code == 403


async def connect_from(friend: Friend, base_url: str, room: str, origin: str) -> None:
    from websockets.asyncio.client import connect
    from websockets.typing import Origin

    await connect(base_url.replace("http", "ws", 1) + f"/ws/{room}", origin=Origin(origin), compression=None)


# --- Sitting down ---


async def test_a_name_is_kept_for_the_next_visit(circle: Circle) -> None:
    ann, ben = await circle.friend(), await circle.friend()
    await circle.enter(ben, await ann.open_room("Ann"), "Ben")
    page = await circle.enter(ben, await ann.open_room("Ann"))
    assert page.table["you"]["name"] == "Ben"


@pytest.mark.parametrize(("name", "code"), [("ann", "name_taken"), ("\u202e", "bad_name")])
async def test_a_name_that_will_not_do_is_refused_and_its_owner_still_watches(
    circle: Circle, name: str, code: str
) -> None:
    ann = await circle.friend()
    page = await circle.enter(await circle.friend(), await ann.open_room("Ann"), name)
    assert (await page.hear("refused"))["code"] == code
    you = page.table["you"]
    assert (you["seat"], you["name"], you["host"], you["seats"]) == (None, None, False, [])


async def test_a_seat_that_is_taken_is_refused_by_name(circle: Circle) -> None:
    room, _, _ = await circle.table_for_two()
    eve = await circle.enter(await circle.friend(), room, "Eve")
    await eve.send(type="sit", seat=1)
    refused = await eve.hear("refused")
    assert (refused["code"], refused["text"]["with"]) == ("taken", {"name": "Ben"})


async def test_who_stands_up_watches(circle: Circle) -> None:
    _, ann, ben = await circle.table_for_two()
    await ben.send(type="stand")
    table = await ann.hear("table", lambda table: table["seats"][1]["name"] is None)
    assert table["watching"] == ["Ben"]


async def test_a_new_name_before_the_game_is_told_to_everybody(circle: Circle) -> None:
    _, ann, ben = await circle.table_for_two()
    await ben.send(type="hello", name="Benedict")
    await ann.hear("table", lambda table: table["seats"][1]["name"] == "Benedict")


# --- Playing ---


async def test_a_move_is_acknowledged_with_the_number_everybody_sees(circle: Circle) -> None:
    _, ann, ben = await circle.game_for_two()
    page = mover(ann, ben)
    id = await page.play({"do": "draw"})
    frame, ack = await page.hear("frame"), await page.hear("ack")
    assert ack == {"type": "ack", "id": id, "seq": frame["seq"]}
    other = ben if page is ann else ann
    assert (await other.hear("frame"))["seq"] == frame["seq"]


async def test_the_same_id_again_gets_the_same_ack(circle: Circle) -> None:
    _, ann, ben = await circle.game_for_two()
    page = mover(ann, ben)
    question = page.frame["question"]
    id = await page.play({"do": "draw"})
    first = await page.hear("ack")
    await page.play({"do": "draw"}, id=id, question=question)
    assert await page.hear("ack") == first


async def test_the_same_seat_in_two_tabs_works_in_both(circle: Circle) -> None:
    ann, ben = await circle.friend(), await circle.friend()
    room = await ann.open_room("Ann")
    tabs = [await circle.enter(ann, room) for _ in range(2)]
    guest = await circle.enter(ben, room, "Ben")
    await guest.send(type="sit", seat=1)
    await tabs[0].hear("table", everybody_is_here)
    await tabs[1].send(type="start")
    for page in (*tabs, guest):
        await page.hear("frame")
    if not is_asked(tabs[0].frame):
        await play_out_of_turn(guest, *tabs)
    await tabs[0].play({"do": "draw"})
    await tabs[1].hear("frame", lambda frame: frame["view"]["drawn"] is not None)
    await tabs[1].play({"do": "place", "cylinder": 0})
    await tabs[0].hear("frame", lambda frame: frame["view"]["drawn"] is None)


async def play_out_of_turn(guest: Page, *others: Page) -> None:
    """The guest begins: he draws and places, so that it is the others' turn."""
    for move in ({"do": "draw"}, {"do": "place", "cylinder": 3}):
        await guest.play(move)
        for page in (guest, *others):
            await page.hear("frame")


async def test_a_page_that_comes_back_continues_where_it_was(circle: Circle) -> None:
    room, ann, ben = await circle.game_for_two()
    page = mover(ann, ben)
    await page.play({"do": "draw"})
    seq = (await page.hear("ack"))["seq"]
    friend = await circle.same_as(page)
    again = await circle.enter(friend, room, seen=seq)
    frame = await again.hear("frame")
    assert (frame["you"], frame["seq"], frame["lines"]) == (page.frame["you"], seq, [])


REFUSED_MOVES: dict[str, tuple[Message, str]] = {
    "another question's": ({"do": "place", "cylinder": 0}, "illegal"),
    "no such place": ({"do": "lift", "cylinder": 4}, "illegal"),
    "no such move": ({"do": "cheat"}, "malformed"),
    "a field too many": ({"do": "draw", "piece": "joker"}, "malformed"),
    "a field missing": ({"do": "lift"}, "malformed"),
    "another kind of number": ({"do": "lift", "cylinder": 1.5}, "malformed"),
}


@pytest.mark.parametrize(("move", "code"), REFUSED_MOVES.values(), ids=REFUSED_MOVES)
async def test_a_move_that_does_not_fit_is_refused_with_its_id(circle: Circle, move: Message, code: str) -> None:
    _, ann, ben = await circle.game_for_two()
    page = mover(ann, ben)
    id = await page.play(move)
    refused = await page.hear("refused")
    assert (refused["id"], refused["code"]) == (id, code)
    await page.play({"do": "draw"})
    await page.hear("ack")


async def test_a_stale_a_foreign_and_an_onlookers_move_are_told_apart(circle: Circle) -> None:
    room, ann, ben = await circle.game_for_two()
    page, eve = mover(ann, ben), await circle.enter(await circle.friend(), room)
    await eve.hear("frame")
    await page.play({"do": "draw"}, question=page.frame["question"] + 1)
    assert (await page.hear("refused"))["code"] == "stale"
    other = ben if page is ann else ann
    await other.play({"do": "draw"})
    assert (await other.hear("refused"))["code"] == "not_asked"
    await eve.play({"do": "draw"})
    assert (await eve.hear("refused"))["code"] == "not_seated"


async def test_a_rematch_goes_on_in_the_same_room(circle: Circle) -> None:
    _, ann, ben = await circle.game_for_two()
    await mover(ann, ben).play({"do": "lift", "cylinder": 0})
    await ann.hear("table", lambda table: table["state"] == "over")
    await ben.send(type="rematch")
    table = await ann.hear("table", lambda table: table["state"] == "playing")
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Ben"]
    assert (await ann.hear("frame"))["outcome"] is None


async def test_a_bot_takes_a_free_seat_and_plays(circle: Circle) -> None:
    ann = await circle.friend()
    page = await circle.enter(ann, await ann.open_room("Ann"))
    await page.send(type="seat_bot", seat=1, level="careful")
    await page.send(type="start")
    await page.hear("frame")
    while not is_asked(page.frame):
        await page.hear("frame")
    for move in ({"do": "draw"}, {"do": "place", "cylinder": 0}):
        await page.play(move)
        await page.hear("frame")
    await page.hear("frame", lambda frame: is_asked(frame) or frame["outcome"] is not None)


async def test_storage_that_fails_is_a_retry_and_the_move_happens_once(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ann, ben = await circle.game_for_two()
    page, store = mover(ann, ben), circle.house.app.state.store

    async def failing(entry: Entry) -> Any:
        monkeypatch.undo()
        raise OutcomeUnknown

    monkeypatch.setattr(store, "append", failing)
    id, question = secrets.token_hex(16), page.frame["question"]
    await page.play({"do": "draw"}, id=id)
    assert await page.hear("retry") == {"type": "retry", "id": id, "after_ms": 300}
    await page.play({"do": "draw"}, id=id, question=question)
    assert (await page.hear("ack"))["seq"] == page.frame["seq"]


# --- Away ---


async def test_a_player_whose_connection_breaks_is_marked_away(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0.1)
    _, ann, ben = await circle.game_for_two()
    ben.socket.transport.abort()
    await ann.hear("table", lambda table: not table["seats"][1]["here"])


async def test_a_player_whose_machine_vanishes_is_away_within_ten_seconds(circle: Circle) -> None:
    friend = await circle.friend()
    room = await friend.open_room("Ann")
    onlooker = await circle.enter(await circle.friend(), room)
    with socket.create_connection(circle.house.address) as silent:
        await asyncio.to_thread(say_hello, silent, friend, room)
        await onlooker.hear("table", lambda table: table["seats"][0]["here"])
        async with asyncio.timeout(10):
            while onlooker.table["seats"][0]["here"]:
                await onlooker.next()


def say_hello(connection: socket.socket, friend: Friend, room: str) -> None:
    """As a page does that is never heard of again: it does not even answer pings."""
    cookies = "; ".join(f"{name}={value}" for name, value in friend.http.cookies.items())
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    header = f"""GET /ws/{room} HTTP/1.1
Host: {friend.base_url.removeprefix("http://")}
Origin: {friend.base_url}
Cookie: {cookies}
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: {key}

"""
    connection.sendall(header.replace("\n", "\r\n").encode())
    assert connection.recv(4096).startswith(b"HTTP/1.1 101")
    hello = json.dumps({"type": "hello"}).encode()
    final_text, masked, mask = 0x81, 0x80, bytes(4)
    connection.sendall(bytes([final_text, masked | len(hello)]) + mask + hello)


async def test_an_absent_players_seat_goes_to_a_bot_and_back_by_returning(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0.1)
    room, ann, ben = await circle.game_for_two()
    friend = await circle.same_as(ben)
    await ben.close()
    await ann.hear("table", lambda table: not table["seats"][1]["here"])
    await ann.send(type="seat_bot", seat=1, level="careful")
    table = await ann.hear("table", lambda table: table["seats"][1]["bot"] == "careful")
    assert table["seats"][1]["name"] == "Ben"
    await circle.enter(friend, room)
    table = await ann.hear("table", lambda table: table["seats"][1]["here"] and table["seats"][1]["bot"] is None)
    assert table["seats"][1]["name"] == "Ben"


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


@pytest.mark.parametrize("message", MALFORMED.values(), ids=MALFORMED)
async def test_what_is_not_understood_is_refused_and_the_socket_stays_open(
    circle: Circle, message: str | bytes
) -> None:
    friend = await circle.friend()
    page = await circle.enter(friend, await friend.open_room("Ann"))
    await page.socket.send(message)
    assert (await page.hear("refused"))["code"] == "malformed"
    await page.send(type="chat", text="still here")
    await page.hear("chat")


async def test_a_message_of_8_kib_is_too_big_and_one_byte_less_is_not(circle: Circle) -> None:
    friend = await circle.friend()
    page = await circle.enter(friend, await friend.open_room("Ann"))
    await page.socket.send("x" * 8192)
    assert (await page.hear("refused"))["code"] == "too_big"
    await page.socket.send("x" * 8191)
    assert (await page.hear("refused"))["code"] == "malformed"


async def test_size_is_counted_in_bytes(circle: Circle) -> None:
    friend = await circle.friend()
    page = await circle.enter(friend, await friend.open_room("Ann"))
    await page.socket.send("ü" * 4096)
    assert (await page.hear("refused"))["code"] == "too_big"


async def test_three_malformed_messages_in_a_minute_close_the_socket(circle: Circle) -> None:
    friend = await circle.friend()
    page = await circle.enter(friend, await friend.open_room("Ann"))
    for _ in range(3):
        await page.socket.send("nonsense")
    assert await page.hear_the_end() == 1008
    assert [message["code"] for message in page.heard if message["type"] == "refused"] == ["malformed"] * 3


async def test_the_id_of_a_message_that_is_not_understood_is_given_back(circle: Circle) -> None:
    friend = await circle.friend()
    page = await circle.enter(friend, await friend.open_room("Ann"))
    await page.send(type="play", id="0" * 32, question="seventeen", move={})
    assert (await page.hear("refused"))["id"] == "0" * 32


async def test_who_floods_is_told_and_what_was_too_much_did_not_happen(circle: Circle) -> None:
    friend = await circle.friend()
    page = await circle.enter(friend, await friend.open_room("Ann"))
    for _ in range(60):
        await page.send(type="stand")
    assert (await page.hear("refused", lambda refused: refused["code"] == "busy"))["id"] is None
    page.socket.transport.abort()  # a polite goodbye would wait behind all the answers


async def test_what_is_sent_again_too_often_is_not_refused_while_it_is_being_written(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ann, ben = await circle.game_for_two()
    store = circle.house.app.state.store
    append = store.append

    async def slowly(entry: Entry) -> Any:
        await asyncio.sleep(0.3)
        return await append(entry)

    monkeypatch.setattr(store, "append", slowly)
    page = mover(ann, ben)
    question = page.frame["question"]
    id = await page.play({"do": "draw"})
    for _ in range(12):
        await page.play({"do": "draw"}, id=id, question=question)
    assert (await page.hear("retry"))["id"] == id
    assert (await page.hear("ack"))["id"] == id
    assert [message for message in page.heard if message["type"] == "refused"] == []


async def test_who_goes_on_flooding_is_sent_away_though_some_of_it_is_let_through(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.patience.FLOODED_AFTER_S", 0.5)
    friend = await circle.friend()
    page = await circle.enter(friend, await friend.open_room("Ann"))
    hearing = asyncio.create_task(page.hear_the_end())
    with suppress(ConnectionClosed):
        while not hearing.done():
            await page.send(type="look", seat=None)
            await asyncio.sleep(0.02)
    assert await hearing == 1008


async def test_chat_that_comes_too_fast_is_refused(circle: Circle) -> None:
    friend = await circle.friend()
    page = await circle.enter(friend, await friend.open_room("Ann"))
    for number in range(6):
        await page.send(type="chat", text=f"word {number}")
    assert (await page.hear("refused"))["code"] == "busy"


async def test_strangers_who_sit_and_stand_without_end_are_told_to_wait_and_the_table_goes_on(
    open_house: Callable[..., House],
) -> None:
    async with AsyncExitStack() as closing:
        circle = Circle(open_house(limits_commands=Rate(7, 600), limits_commands_per_address=Rate(20, 600)), closing)
        room, ann, ben = await circle.table_for_two()
        await ben.send(type="stand")
        for number in range(3):
            eve = await circle.enter(await circle.friend(), room, f"Eve {number}")
            for _ in range(4):
                await eve.send(type="sit", seat=1)
                await eve.send(type="stand")
            assert (await eve.hear("refused"))["code"] == "busy"
        await ann.send(type="close")
        assert await ann.hear_the_end() == 4404


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


# --- Going down ---


async def test_a_server_that_stops_says_when_to_come_back_and_closes_with_1012(
    open_house: Callable[..., House],
) -> None:
    async with AsyncExitStack() as closing:
        circle = Circle(open_house(), closing)
        _, ann, ben = await circle.game_for_two()
        circle.house.server.should_exit = True
        codes = await asyncio.gather(ann.hear_the_end(), ben.hear_the_end())
    assert codes == [1012, 1012]
    assert all(page.heard[-1]["type"] == "bye" for page in (ann, ben))


async def test_a_connection_that_was_cut_leaves_no_ring_for_the_collector(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LINGER_S", 0.1)
    _, ann, ben = await circle.table_for_two()
    await ann.send(type="start")
    await asyncio.gather(ann.hear("frame"), ben.hear("frame"))
    gone = threading.Event()
    gc.collect()
    gc.disable()
    try:
        call_when_gone(gone.set)
        ben.socket.transport.abort()
        await ann.hear("table", lambda table: not table["seats"][1]["here"])
        assert await asyncio.to_thread(gone.wait, 5)
    finally:
        gc.enable()


def call_when_gone(call: Callable[[], None]) -> None:
    """When any WebSocket of the server is not in memory any more."""
    for each in gc.get_objects():
        if isinstance(each, connections.BoundedWebSocket):
            weakref.finalize(each, call)
