"""A table with company, without a network: pages that send commands as a browser does, on a clock set by the test.

At the end, every room is loaded from its log in both ways, and from a snapshot, and compared with the one that wrote
it.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.access.rate_limits import Limits
from app.protocol import commands
from app.protocol.messages import Ack, Refusal
from app.rooms.dispatch import CommandHandler
from app.rooms.identities import Who, handle_of
from app.rooms.notices import Notices
from app.rooms.outbox import Viewer
from app.rooms.registry import Rooms
from app.rooms.room import Outcome, Room
from app.settings import Rate, Settings
from app.storage.guests import Guest
from app.storage.store import Store
from app.table import snapshots
from app.table.event_ids import new_id
from app.table.events import Body, Event
from app.table.snapshots import fold_in_pieces
from app.table.state import Table
from games import GAMES
from tests.support.beads import BEADS

ANN, BEN, CLEO, EVE = (Guest(f"{name.lower()}-id", name.encode(), name) for name in ("Ann", "Ben", "Cleo", "Eve"))
HERE = "http://tertulia.test"
PLENTY = Rate(1_000_000, 1)
COUNTED = ("chat", "passwords", "invitations", "commands", "commands_per_address", "free_moves")
UNLIMITED = Settings(**{f"limits_{name}": PLENTY for name in COUNTED})
BEGAN = 1_800_000_000_000


def altered(settings: Settings, **changed: Any) -> Settings:
    """A copy with these fields changed, validated as if all had been given anew."""
    return Settings(**{**dict(settings), **changed})


class Clock:
    """The database's clock, in milliseconds, advanced only by the test."""

    ms = BEGAN

    def __call__(self) -> int:
        return self.ms

    def advance(self, seconds: float) -> None:
        self.ms += round(seconds * 1000)


class Company:
    """Rooms on a database of their own, and their pages."""

    def __init__(self, store: Store, clock: Clock, settings: Settings, notices: Notices | None = None) -> None:
        self.store = store
        self.clock = clock
        self.settings = settings
        self.rooms = Rooms(store, settings, notices)
        self.limits = Limits(settings)
        self.pages: list[Page] = []
        self.services: list[Any] = []
        """Those that watch its rooms."""
        self.others: list[Company] = []
        """Other nodes."""

    async def table(self, seats: int = 2, game: str = "beads", host: Guest = ANN, **options: Any) -> Room:
        """A new room of this host, with nobody in it."""
        return await self.rooms.find(await self.rooms.open(game, seats, options, host, host.name))

    async def seated(self, *guests: Guest, seats: int = 0, **options: Any) -> tuple[Room, list[Page]]:
        """A room with these people seated in order, each with an open page; the first one is host."""
        room = await self.table(seats or len(guests), host=guests[0], **options)
        pages = [self.page(room, guest) for guest in guests]
        for seat, page in enumerate(pages[1:], 1):
            await page.asks(commands.Sit(seat))
        return room, pages

    async def playing(
        self, *guests: Guest, seats: int = 0, clock: commands.Clock | None = None, hints: bool = False, **options: Any
    ) -> tuple[Room, list[Page]]:
        """The same with a game begun. Bots take the remaining seats."""
        room, pages = await self.seated(*guests, seats=seats, **options)
        bots = [commands.SeatBot(seat, "medium") for seat in range(len(guests), len(room.table.seats))]
        settings = [commands.ChangeSettings(clock=clock)] if clock else []
        settings += [commands.ChangeSettings(hints=True)] if hints else []
        await pages[0].asks(*bots, *settings, commands.Start())
        return room, pages

    def page(self, room: Room, guest: Guest, seen: int = 0, address: str = "192.0.2.7") -> Page:
        """Open the room's page."""
        self.pages.append(Page(self, room, guest, seen, address))
        return self.pages[-1]

    async def other_node(self) -> Company:
        """Another process on the same database."""
        self.others.append(Company(self.store, self.clock, self.settings))
        return self.others[-1]

    async def finds(self, room: Room) -> Room:
        """The same room at this node."""
        return await self.rooms.find(room.table.room)

    def employs(self, service: Any) -> Any:
        """Let this service watch the rooms, until the end."""
        self.rooms.watchers.append(service.watch)
        self.services.append(service)
        return service

    async def dismisses(self) -> None:
        """Close the services of all nodes."""
        for service in [service for node in (self, *self.others) for service in node.services]:
            await service.close()

    def closes_pages(self) -> list[asyncio.Task[Any]]:
        """Close its pages and those of the other nodes."""
        pages = [page for node in (self, *self.others) for page in node.pages]
        for page in pages:
            page.writer.cancel()
        return [page.writer for page in pages]

    async def log(self, room: Room) -> list[Event]:
        return await self.store.load(room.table.room)

    async def bodies(self, room: Room, kind: type[Any]) -> list[Any]:
        return [event.body for event in await self.log(room) if isinstance(event.body, kind)]


@asynccontextmanager
async def company(folder: Path, url: str | None = None, **changed: Any) -> AsyncIterator[Company]:
    """A company whose rooms are checked against their logs at the end. Without a URL, in a file in that folder."""
    clock = Clock()
    if url is None:
        url = await asyncio.to_thread(sqlite_in, folder, "log.sqlite3")
    store = Store(url, clock)
    settings = altered(UNLIMITED, **changed)
    GAMES["beads"] = BEADS
    await store.start()
    it = Company(store, clock, settings)
    try:
        yield it
        await it.dismisses()
        for room in {page.room.table.room: page.room for page in it.pages}.values():
            if room.in_doubt:  # its pages were closed while its last event was being written
                await room.read_on()
            async with room.lock:  # a deadline may be about to be handled
                await check_log(store, room.table)
    finally:
        await asyncio.gather(*it.closes_pages(), return_exceptions=True)
        await store.close()
        del GAMES["beads"]


def held_up(patch: pytest.MonkeyPatch, of: Any, name: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Block this method from now on: an event set when it is called, and one that lets it continue."""
    called, may, method = asyncio.Event(), asyncio.Event(), getattr(of, name)

    async def slowly(*given: Any) -> Any:
        called.set()
        await may.wait()
        return await method(*given)

    patch.setattr(of, name, lambda *given: asyncio.ensure_future(slowly(*given)))
    return called, may


def sqlite_in(folder: Path, name: str) -> str:
    """The URL of a new file in this folder with our tables."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(_empty_database(), folder / name)
    return f"sqlite:///{folder}/{name}"


@cache
def _empty_database() -> Path:
    """An empty database, made once, since creating the tables takes longer than most tests."""
    path = Path(tempfile.mkdtemp()) / "empty.sqlite3"
    asyncio.run(make_tables(f"sqlite:///{path}"))
    return path


async def make_tables(url: str) -> None:
    store = Store(url)
    await store.start()
    await store.close()


async def check_log(store: Store, live: Table) -> None:
    """Checks that the room folded from the whole log, from its newest part, and from a snapshot is the one that wrote
    it."""
    whole = Table(live.room)
    for event in await store.load(live.room, until=live.seq):
        whole.apply(event)
    # Another node may be ahead.
    newest = folded(live.room, [event for event in await store.load_newest(live.room) if event.seq <= live.seq])
    copied = snapshots.unpacked(live.room, snapshots.compressed(snapshots.packed(live)))
    assert told(whole) == told(newest) == told(copied) == told(live)


def folded(room: str, log: Sequence[Event]) -> Table:
    """The table of this log. Raises the error of the first event that does not fold."""
    *_, (table, fault) = fold_in_pieces(room, log)
    if fault is not None:
        raise fault
    return table


def told(table: Table) -> dict[str, Any]:
    """The whole state of a table."""
    return {
        "at": (table.seq, table.head, table.origin, table.number, table.phase, table.closed),
        "people": table.people, "set": (table.game.key, table.options, table.settings),
        "playing": table.playing, "lines": table.lines, "chats": list(table.chats), "past": table.past,
        "starting": table.starting,
    }  # fmt: skip


def addressed(wish: commands.FromBrowser, table: Table, who: Who) -> commands.FromBrowser:
    """The command as a page sends it: where a test names somebody, their handle. Whoever claims a seat is also named as
    its player, as the page asks "Is this Ben?"; nobody has the handle of a name that is not shown."""
    if not isinstance(wish, commands.AboutSomebody | commands.Nudge):
        return wish
    people, name = table.people, wish.person
    claims = {guest: claim.seat for guest, claim in people.seat_requests.items() if claim.back}
    claims |= {heir.guest: number for number, heir in people.heirs.items() if heir.is_same}
    claimants = [guest for guest, number in claims.items() if people.seats[number].name == name]
    called = [guest for guest in who.everybody() if name in _names_of(guest, table, who)]
    meant = claimants + called if isinstance(wish, commands.Admit) else called
    return msgspec.structs.replace(wish, person=handle_of(table, meant[0])) if meant else wish


def _names_of(guest: str, table: Table, who: Who) -> set[str | None]:
    """The names of a guest, who may be several people on one device."""
    people = table.people
    return {who.name_of(guest), *(people.seats[seat].name for seat in people.seats_of(guest))}


class Page:
    """An open page: it sends commands, and keeps everything sent to it."""

    def __init__(self, company: Company, room: Room, guest: Guest, seen: int = 0, address: str = "192.0.2.7") -> None:
        self.room = room
        self.guest = guest
        self.heard: list[dict[str, Any]] = []
        self.viewer = Viewer(room, guest, seen, address=address)
        self._commands = CommandHandler(room, self.viewer, company.limits, HERE, address)
        room.enter(self.viewer)
        self.writer = asyncio.create_task(self.viewer.outbox.send_all(self._receive))

    async def _receive(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    async def asks(self, *wishes: commands.FromBrowser) -> None:
        """Send these commands. Raises Refusal."""
        for wish in wishes:
            answer = asyncio.get_running_loop().create_future()
            meant = addressed(wish, self.room.table, self.room.audience.who())
            self._commands.handle(meant, partial(self._answer, meant, answer))
            await answer
            await turns(4)  # then everybody has been shown it, and the services have been told

    def _answer(self, wish: commands.FromBrowser, answer: asyncio.Future[None], outcome: Outcome | None) -> None:
        if isinstance(outcome, Exception):
            return answer.set_exception(outcome)
        if outcome is not None and getattr(wish, "id", None):
            self.viewer.answer(Ack(wish.id, outcome))
        answer.set_result(None)

    async def refused(self, wish: commands.FromBrowser) -> str:
        """The code and text of the refusal of this command."""
        with pytest.raises(Refusal) as no:
            await self.asks(wish)
        return str(no.value)

    async def plays(self, do: str, seat: int | None = None, question: int | None = None, **move: Any) -> None:
        """Answer the present question, or this one. Raises Refusal."""
        question = question_of(self.room) if question is None else question
        await self.asks(commands.Play(new_id(), question, msgspec.Raw(msgspec.json.encode({"do": do, **move})), seat))

    async def hears(self, type: str | None = None) -> list[dict[str, Any]]:
        """All messages of this type so far."""
        await settled()
        return [message for message in self.heard if type is None or message["type"] == type]

    async def sees(self, type: str) -> dict[str, Any]:
        """The newest message of this type."""
        return (await self.hears(type))[-1]

    async def forgets(self) -> None:
        """Ignore all messages so far."""
        await settled()
        self.heard.clear()

    def hides(self, hidden: bool = True) -> None:
        """Say that nobody sees the page, or that it is seen again."""
        self._commands.note_hidden(hidden)

    def leaves(self) -> None:
        """Close the page."""
        self.room.leave(self.viewer)


AtPlay = tuple[Room, Page, Page]
"""The room, and the pages of Ann, who is asked, and Ben."""


async def settled() -> None:
    """Wait until everything pending is sent."""
    await turns(20)


async def turns(number: int) -> None:
    """Let the event loop turn so often."""
    for _ in range(number):
        await asyncio.sleep(0)


async def gone(*pages: Page) -> None:
    """Close these pages, and wait until that is noticed."""
    for page in pages:
        page.leaves()
    await settled()


async def put(*pages: Page, bead: int = 1) -> None:
    """Put a bead on each of these pages in turn."""
    for page in pages:
        await page.plays("put", bead=bead)


async def until(so: Callable[[], Any]) -> None:
    """Wait for a condition that others bring about, at most until the test times out."""
    while not so():  # noqa: ASYNC110  (what others do has no event)
        await asyncio.sleep(0.002)


async def do(room: Room, guest: Guest, decide: Callable[[Table], Body]) -> int:
    """Write an event without a page."""
    return await room.do(guest.id, new_id(), decide)


def question_of(room: Room) -> int:
    """The number of the question that is asked now."""
    return room.table.playing.state.question.number


def seats_of(room: Room) -> list[str | None]:
    """The names of the seated, by seat."""
    return [seat.name for seat in room.table.seats]
