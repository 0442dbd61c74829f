"""A copy of the whole application with people at one table: their browsers, and everything that these are sent.

Two copies with the same seed have the same ids, clock and randomness, and so send the same bytes for the same script.
"""

import asyncio
import json
import random
import secrets
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import pytest
from fastapi import FastAPI

from app.access.guest_cookies import _hash
from app.push.notifier import Push
from app.push.outward import Outward
from app.push.webpush import PushSender
from app.rooms.audience import Audience
from app.rooms.room import Room
from app.storage.guests import Guest
from app.storage.subscriptions import Subscription
from tests.blindfold.forks import Fork
from tests.client import AppPage, Friend
from tests.conftest import open_app, settings_in
from tests.support.clocks import Hourglass
from tests.support.inline_workers import Here
from tests.support.push_service import CONTACT, Browser
from tests.support.tables import PLENTY, Clock

ONLOOKERS: Final = ("eve", "max")
"""The second one comes late."""
QUIET_TURNS: Final = 12
"""Turns of the event loop without anything under way, after which nothing more is to come."""
UNLIMITED: Final = (
    "chat", "commands", "commands_per_address", "free_moves", "new_passwords", "push", "messages", "bytes", "webhooks",
)  # fmt: skip
HEADERS_NOT_OF_THE_ANSWER: Final = {"date"}
SUBSCRIPTION: Final = Browser("https://push.example.org/send/1").subscription


class Sent(NamedTuple):
    """One thing that somebody was sent."""

    step: int
    to: str
    """The page or browser."""
    seats: frozenset[int | None]
    """The seats whose view that was, just before and after; None: an onlooker's."""
    what: str
    content: bytes


class Tab(AppPage):
    """An open page of a browser."""

    def __init__(self, friend: Friend, room: str, query: bytes = b"") -> None:
        self.query, self.look, self.raw = query, None, list[str]()
        super().__init__(friend, room)

    def _scope(self) -> Any:
        return super()._scope() | {"query_string": self.query}

    def _arrive(self, text: str) -> None:
        self.raw.append(text)
        super()._arrive(text)

    async def _take_in(self, event: Any) -> None:
        if event["type"] == "websocket.accept":
            self.raw.append(f"accepted {event.get('subprotocol')} {event.get('headers')}")
        if event["type"] == "websocket.close":
            self.raw.append(f"closed {event.get('code')} {event.get('reason')}")
        await super()._take_in(event)

    def says(self, text: str) -> None:
        """Send this text."""
        self._to_server.put_nowait({"type": "websocket.receive", "text": text})


class World:
    """One copy."""

    def __init__(self, app: FastAPI, clock: Clock, watch: Hourglass, fork: Fork | None) -> None:
        self.app, self.clock, self.watch, self.fork = app, clock, watch, fork
        self.friends: dict[str, Friend] = {}
        self.guests: dict[str, str] = {}
        """Browser -> id of its guest."""
        self.tabs: dict[str, Tab] = {}
        self.sent: list[Sent] = []
        self.called: list[tuple[str, bytes]] = []
        """Notifications and posts to webhooks: the guest or browser, and what they are told."""
        self.calling = 0
        """Notifications under way."""
        self.answered: dict[str, httpx.Response] = {}
        """Browser -> the newest answer."""
        self.step = 0
        self.room_code = ""
        self._standing = asyncio.all_tasks()

    @property
    def room(self) -> Room:
        room: Room = self.app.state.services.rooms.live_room(self.room_code)
        return room

    # --- People ---

    async def _note_guest(self, browser: str) -> None:
        """Note which guest this browser is, which may have changed, as by a link."""
        (token,) = self.friends[browser].http.cookies.values()
        found: Guest | None = await self.app.state.services.store.guests.by_token(_hash(token))
        assert found is not None
        self.guests[browser] = found.id

    def viewpoint(self, tab: str) -> int | None:
        """The seat whose view this page shows."""
        page, room = self.tabs[tab], self.app.state.services.rooms.live_room(self.room_code)
        if room is None:
            return None
        people = room.table.people
        if people.open_hands.opened and None in self.seats_of(owner(tab)):
            return page.look  # a spectator may be shown this seat's hand, on a big screen, too
        if page.query.startswith(b"tv"):
            return None
        seat: int | None = people.viewpoint_of(self.guests[owner(tab)], page.look)
        return seat

    def seats_of(self, browser: str) -> frozenset[int | None]:
        room = self.app.state.services.rooms.live_room(self.room_code)
        seats = [] if room is None else room.table.people.seats_of(self.guests[browser])
        return frozenset(seats) or frozenset({None})

    # --- Steps ---

    async def carry_out(self, step: tuple[Any, ...]) -> None:
        """One step of a script; then everything that comes of it is taken down."""
        before = {tab: self.viewpoint(tab) for tab in self.tabs}
        held = {browser: self.seats_of(browser) for browser in self.guests}
        self.step += 1
        await getattr(self, f"_{step[0]}")(*step[1:])
        await self.settles()
        for tab, page in self.tabs.items():
            now = self.viewpoint(tab)
            self._note(tab, frozenset({before.get(tab, now), now}), "message", (text.encode() for text in page.raw))
            page.raw.clear()
        for browser, answer in self.answered.items():
            self._note(browser, held[browser] | self.seats_of(browser), "answer", [as_bytes(answer)])
        for guest, call in sorted(self.called):  # several may be made at once
            browser = next(name for name, id in self.guests.items() if guest in (name, id))
            self._note(browser, held[browser] | self.seats_of(browser), "call", [call])
        self.answered.clear()
        self.called.clear()

    def _note(self, to: str, seats: frozenset[int | None], what: str, contents: Iterable[bytes]) -> None:
        self.sent += [Sent(self.step, to, seats, what, content) for content in contents]

    async def _come(self, browser: str) -> None:
        """Somebody opens the start page in a browser of their own, and gets a cookie."""
        self.friends[browser] = await Friend(self.app, browser.title()).visit()
        await self._note_guest(browser)

    async def _room(self, browser: str, wish: dict[str, Any]) -> None:
        answer = await self.friends[browser].http.post("/api/rooms", json=wish)
        self.room_code = answer.json()["room"]
        await self.app.state.services.rooms.find(self.room_code)

    async def _link(self, browser: str, other: str) -> None:
        """The other browser becomes a device of this one, by the link that was made last."""
        answer = await self.friends[browser].http.post("/api/device-links", json={})
        body = {"code": answer.json()["url"].partition("#")[2], "called": "Phone"}
        self.answered[other] = await self.friends[other].http.post("/api/devices", json=body)
        await self._note_guest(other)

    async def _open(self, tab: str, query: str, hello: str) -> None:
        page = self.tabs[tab] = Tab(self.friends[owner(tab)], self.room_code, query.encode())
        await asyncio.sleep(0)
        page.says(hello)
        while not page.raw:  # noqa: ASYNC110  (the handshake reads the database in a thread)
            await asyncio.sleep(0.0002)

    async def _close(self, tab: str) -> None:
        await self.tabs.pop(tab).close(1006)

    async def _say(self, tab: str, text: str) -> None:
        page = self.tabs[tab]
        message = json.loads(text)
        if message.get("type") == "look":
            page.look = message.get("seat")
        if message.get("type") == "play" and self.fork is not None and not self._is_the_viewers(tab):
            text = json.dumps(message, separators=(" , ", " : "))  # as a log keeps it
        page.says(text)

    async def _noise(self, tab: str, text: str) -> None:
        self.tabs[tab].says(text)

    def _is_the_viewers(self, tab: str) -> bool:
        assert self.fork is not None
        return self.fork.viewer in self.seats_of(owner(tab))

    async def _call(self, browser: str, method: str, path: str, body: Any, headers: dict[str, str]) -> None:
        sends = {} if body is None else {"json": body}
        client = self.friends[browser].http
        self.answered[browser] = await client.request(method, path, headers=headers, **sends)

    async def _wait(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.watch.now += seconds
        await self.app.state.services.deadlines.check_due_rooms()
        if self.room is not None:
            self.app.state.services.open_hands.watch(self.room)

    async def _fork(self) -> None:
        if self.fork is not None:
            self.fork.begins(self.room_code, self.room.table.seq + 1)

    # --- Rest ---

    async def settles(self) -> None:
        """Wait until nothing is under way any more."""
        quiet = busy = 0
        while quiet < QUIET_TURNS:
            await asyncio.sleep(0 if quiet or busy < QUIET_TURNS else 0.0002)  # a thread is writing or reading
            quiet, busy = (0, busy + 1) if self._is_busy() else (quiet + 1, 0)

    def _is_busy(self) -> bool:
        room = self.app.state.services.rooms.live_room(self.room_code)
        if self.calling or (room is not None and (room.lock._is_held or room.is_at_work)):
            return True
        if any(not page._to_server.empty() for page in self.tabs.values() if not page._task.done()):
            return True
        if any(session._is_busy for session in self.app.state.services.sessions._open if hasattr(session, "_room")):
            return True
        pages = {page._task for page in self.tabs.values()}
        others = asyncio.all_tasks() - self._standing - pages
        return any(name_of(task) not in RESTING for task in others)


NOW: Final[list[World]] = []
"""The copy that is open."""
RESTING: Final = {"Sender._send_all", "AbsentHosts._wait", "SeatRequests._wait", "Push._call_again"}
"""What waits for somebody, or for a time that does not come."""


def name_of(task: asyncio.Task[Any]) -> str:
    return str(getattr(task.get_coro(), "__qualname__", ""))


def owner(tab: str) -> str:
    """The browser of a page: "ann.2" is Ann's second one."""
    return tab.partition(".")[0]


def as_bytes(answer: httpx.Response) -> bytes:
    """The answer whole: status, headers, body."""
    headers = [(name, value) for name, value in answer.headers.multi_items() if name not in HEADERS_NOT_OF_THE_ANSWER]
    head = "\n".join(f"{name}: {value}" for name, value in headers)
    return f"{answer.request.method} {answer.request.url}\n{answer.status_code}\n{head}\n\n".encode() + answer.content


@asynccontextmanager
async def world(folder: Path, seed: str, fork: Fork | None = None, url: str | None = None) -> AsyncIterator[World]:
    """An open copy, on a database of its own."""
    clock, watch = Clock(), Hourglass()
    settings = settings_in(folder)
    changed: dict[str, Any] = {f"limits_{name}": PLENTY for name in UNLIMITED}
    changed |= {"push_contact": CONTACT, "push_key_file": str(folder.parent / "push-key.pem")}
    changed |= {} if url is None else {"database_url": url}
    with pytest.MonkeyPatch.context() as patch:
        _seed(patch, seed)
        _wind(patch, watch)
        if fork is not None:
            fork.plant(patch)
        async with open_app(settings, clock, **changed) as app:
            it = World(app, clock, watch, fork)
            app.state.services.rooms._context.elsewhere.heard_since = 0.0
            app.state.services.push._wait_s = 0
            app.state.services.beforehand.pace = 0
            _take_down_calls(patch, it)
            NOW[:] = [it]
            try:
                yield it
            finally:
                NOW.clear()
                await asyncio.gather(*(friend.__aexit__() for friend in it.friends.values()))
                await asyncio.gather(*(tab.leave() for tab in it.tabs.values()))


def _seed(patch: pytest.MonkeyPatch, seed: str) -> None:
    def dice(name: str) -> random.Random:
        return random.Random(f"{seed}/{name}")

    tokens, hexes, words, choices, below = map(dice, ("bytes", "hex", "words", "choice", "below"))
    patch.setattr(secrets, "token_bytes", lambda n=32: tokens.randbytes(n))
    patch.setattr(secrets, "token_hex", lambda n=32: hexes.randbytes(n).hex())
    patch.setattr(secrets, "token_urlsafe", lambda n=32: words.randbytes(n).hex())
    patch.setattr(secrets, "choice", choices.choice)
    patch.setattr(secrets, "randbelow", below.randrange)
    patch.setattr(secrets, "SystemRandom", lambda: dice("system"))


def _wind(patch: pytest.MonkeyPatch, watch: Hourglass) -> None:
    patch.setattr("app.rooms.room.GONE_AFTER_S", 0)
    patch.setattr("app.rooms.audience.monotonic", watch)
    patch.setattr("app.rooms.frame_order.monotonic", watch)
    patch.setattr("app.services.loop_lag.LATE_S", inf)  # how busy the machine is, is nothing of the application's
    patch.setattr("app.web.services.Workers", lambda *_: Here())
    patch.setattr(Audience, "show_table_soon", _show_table_in_a_turn)


def _show_table_in_a_turn(audience: Audience) -> None:
    """As the application does after a moment, once for all who come or go."""
    if audience._table_due is None:
        audience._table_due = asyncio.get_running_loop().call_later(0, audience.show_table)


def _take_down_calls(patch: pytest.MonkeyPatch, it: World) -> None:
    async def deliver(sender: PushSender, to: Subscription, text: bytes, topic: str, kept_s: int) -> int:
        it.called.append((to.guest, b"%b %b %d" % (text, topic.encode(), kept_s)))
        return 201

    async def post(outward: Outward, url: str, headers: Mapping[str, str], body: bytes) -> int:
        it.called.append((url.rpartition("/")[2], repr(headers).encode() + body))
        return 204

    call = Push._call_unless_quiet

    async def counted(push: Push, *due: Any) -> None:
        it.calling += 1
        try:
            await call(push, *due)
        finally:
            it.calling -= 1

    patch.setattr(Push, "_call_unless_quiet", counted)
    patch.setattr(PushSender, "deliver", deliver)
    patch.setattr(Outward, "post", post)
