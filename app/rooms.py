"""Live rooms. One thing at a time in each: judge by the log, write to the log, then show. Nothing that follows from
an event leaves this process before its commit."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from app import lobby
from app.events import Body, Event, Moved, Said
from app.outbox import Message, Outbox
from app.settings import Settings
from app.store import Conflict, Entry, Guest, OutcomeUnknown, Repeated, Store
from app.table import Table
from app.wire import Bye, Refusal, SeatView, TableView, You, encode
from games.dealer import Line
from games.engine import say
from games.frame import Moment

log = logging.getLogger("tertulia.rooms")

CODE_LETTERS: Final = string.ascii_letters + string.digits
CODE_LENGTH: Final = 16  # 95 random bits
CODE: Final = re.compile(f"[A-Za-z0-9]{{{CODE_LENGTH}}}")
ATTEMPTS: Final = 5
HOUSE: Final = ""
GONE_AFTER_S: Final = 1.0  # a page that reloads is back sooner
FORGET_AFTER_S: Final = 60.0
DRAIN_S: Final = 3.0
SERVICE_RESTART: Final = 1012


def new_id() -> str:
    """An id for an event of the house's own: 128 random bits in hex."""
    return secrets.token_hex(16)


class Viewer:
    """One open page: whose it is, and what is still to be sent to it."""

    def __init__(self, room: Room, guest: Guest, seen: int, write_now: Callable[[str], bool] | None = None) -> None:
        self.guest = guest
        self.outbox = Outbox(lambda seen: room.snapshot(self, seen), seen, write_now)


class Room:
    """One room while somebody is in it."""

    def __init__(self, table: Table, rooms: Rooms) -> None:
        self.table = table
        self.viewers: set[Viewer] = set()
        self.changed: Callable[[Room], None] = lambda room: None
        self._rooms = rooms
        self._store = rooms.store
        self._turn = asyncio.Lock()
        self._here: dict[str, Guest] = {}
        self._behind = False
        self._broken = False
        self._table_due: asyncio.TimerHandle | None = None

    # --- Doing ---

    async def do(self, actor: str, id: str, decide: Callable[[Table], Body]) -> int:
        """Carry out a wish once: `decide` judges it by the table as it then stands. The seq of its event; for an id
        that is in the log already, the seq it got then. Raises Refusal, or OutcomeUnknown."""
        async with self._turn:
            try:
                return await self._do(actor, id, decide)
            except (OutcomeUnknown, asyncio.CancelledError):
                self._behind = True
                raise

    async def _do(self, actor: str, id: str, decide: Callable[[Table], Body]) -> int:
        if self._behind:
            await self._catch_up()
        for _ in range(ATTEMPTS):
            if (seq := self._done_before(actor, id)) is not None:
                return seq
            try:
                event = await self._store.append(self._entry(actor, id, decide(self.table)))
            except (Conflict, Repeated):
                await self._catch_up()
                continue
            self._take(event)
            return event.seq
        raise Refusal("busy", say("The table is busy. Try again."))

    def _done_before(self, actor: str, id: str) -> int | None:
        done = self.table.done(id)
        if done is not None and done[0] != actor:
            raise Refusal("forbidden", say("This id belongs to somebody else's action."))
        return None if done is None else done[1]

    def _entry(self, actor: str, id: str, body: Body) -> Entry:
        if self._broken:
            raise Refusal("busy", say("This table has a fault and rests until it is mended."))
        return Entry(self.table.room, self.table.seq + 1, id, self.table.head, actor, body)

    async def _catch_up(self) -> None:
        for event in await self._store.load(self.table.room, self.table.seq):
            self._take(event)
        self._behind = False

    def _take(self, event: Event) -> None:
        try:
            lines = self.table.apply(event)
        except Exception:
            self._broken = True
            log.exception("an event does not fold: kind=%s seq=%d", type(event.body).__name__, event.seq)
            raise
        self._show(event, lines)
        self.changed(self)

    # --- Showing ---

    def _show(self, event: Event, lines: list[Line]) -> None:
        if isinstance(event.body, Said):
            message = Message(encode(self.table.chats[-1]), event.seq)
            for viewer in self.viewers:
                viewer.outbox.put(message)
            return
        if not isinstance(event.body, Moved) or self.table.phase == "over":
            self.show_table()
        if self.table.playing is not None:
            self._show_frames(event.seq, lines)

    def _show_frames(self, seq: int, lines: list[Line]) -> None:
        """Each distinct view is built and encoded once, however many look at it."""
        moment = self._moment(lines)
        seats = {seat.guest: number for number, seat in enumerate(self.table.seats) if seat.guest is not None}
        made: dict[int | None, Message] = {}
        for viewer in self.viewers:
            you = seats.get(viewer.guest.id)
            if you not in made:
                made[you] = Message(encode(moment.frame(you)), seq)
            viewer.outbox.put(made[you])

    def _moment(self, lines: Iterable[Line]) -> Moment:
        assert self.table.playing is not None
        return Moment(self.table.game, self.table.playing.state, self.table.seq, lines)

    def show_table(self) -> None:
        """Tell every page who is here, and how the table is set."""
        if self._table_due is not None:
            self._table_due.cancel()
            self._table_due = None
        for viewer in self.viewers:
            viewer.outbox.put(Message(self._table_for(viewer.guest), 0))

    def show_table_soon(self) -> None:
        """The same, once for all the comings and goings of the next moment."""
        if self._table_due is None:
            self._table_due = asyncio.get_running_loop().call_later(0.05, self.show_table)

    def snapshot(self, viewer: Viewer, seen: int) -> Iterator[Message]:
        """Everything for a page that has seen the room up to event `seen`. What fades is not told again."""
        yield Message(self._table_for(viewer.guest), 0)
        for chat in self.table.chats:
            if chat.seq > seen:
                yield Message(encode(chat), 0)
        if self.table.playing is not None:
            you = self.table.seat_of(viewer.guest.id)
            yield Message(encode(self._moment(self.table.lasting(seen)).frame(you)), self.table.seq)

    def _table_for(self, guest: Guest) -> str:
        table = self.table
        seat = table.seat_of(guest.id)
        name = table.seats[seat].name if seat is not None else guest.name
        return encode(
            TableView(
                room=table.room,
                game=table.game.key,
                title=table.game.title,
                state=table.phase,
                host=table.seat_of(table.host),
                you=You(seat, name, guest.id == table.host),
                seats=[SeatView(seat.name, seat.guest in self._here, seat.bot) for seat in table.seats],
                watching=[guest.name or "…" for guest in self._here.values() if table.seat_of(guest.id) is None],
                options=msgspec.to_builtins(table.options),
            )
        )

    def summary(self) -> dict[str, Any]:
        """What anyone with the link may know."""
        table = self.table
        return {
            "room": table.room,
            "game": table.game.key,
            "title": table.game.title,
            "state": table.phase,
            "seats": [{"name": seat.name, "bot": seat.bot} for seat in table.seats],
            "options": msgspec.to_builtins(table.options),
        }

    # --- Coming and going ---

    @property
    def here(self) -> Mapping[str, Guest]:
        """The guests with an open page, by id; those who left a moment ago still count."""
        return self._here

    def refuse_taken_name(self, guest: str, name: str) -> None:
        """Raises name_taken when a seat or another guest in the room goes by this name."""
        others = {other.id: other.name for other in self._here.values() if self.table.seat_of(other.id) is None}
        lobby.refuse_taken_name(self.table, guest, name, others)

    def enter(self, viewer: Viewer) -> None:
        """A page opens: it gets a snapshot, and everybody learns who is here."""
        self.viewers.add(viewer)
        self._here[viewer.guest.id] = viewer.guest
        viewer.outbox.ask_for_snapshot()
        self.show_table_soon()
        self.changed(self)

    def renamed(self, guest: Guest) -> None:
        """A guest goes by another name from now on, on each of his pages."""
        for viewer in self.viewers:
            if viewer.guest.id == guest.id:
                viewer.guest = guest
        self._here[guest.id] = guest
        self.show_table_soon()

    def leave(self, viewer: Viewer) -> None:
        """A page closes. Its guest is gone when no other page of his opens within a moment."""
        self.viewers.discard(viewer)
        asyncio.get_running_loop().call_later(GONE_AFTER_S, self._note_gone, viewer.guest.id)
        if not self.viewers:
            asyncio.get_running_loop().call_later(FORGET_AFTER_S, self._rooms.forget, self)

    def _note_gone(self, guest: str) -> None:
        if guest in self._here and not any(viewer.guest.id == guest for viewer in self.viewers):
            del self._here[guest]
            self.show_table_soon()

    async def rest(self) -> None:
        """Wait until what is being done is done."""
        async with self._turn:
            pass


class Rooms:
    """The rooms with somebody in them, by code."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.watch: Callable[[Room], None] = lambda room: None
        self._live: dict[str, Room] = {}
        self._coming: dict[str, asyncio.Task[Room | None]] = {}
        self.closing = False

    async def open(self, game: str, seats: int, options: Mapping[str, Any], guest: Guest, name: str) -> str:
        """A new room with this guest as host on seat 0; its code. Raises Refusal or OutcomeUnknown."""
        opened = lobby.open_room(game, seats, options, name)
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        await self.store.append(Entry(code, 1, new_id(), "", guest.id, opened))
        return code

    async def find(self, code: str) -> Room | None:
        """The room of this code, read from its log when nobody was in it; None when there is none."""
        if room := self._live.get(code):
            return room
        if self.closing or not CODE.fullmatch(code):
            return None
        if code not in self._coming:
            self._coming[code] = asyncio.create_task(self._load(code))
        return await asyncio.shield(self._coming[code])

    async def _load(self, code: str) -> Room | None:
        try:
            events = await self.store.load(code)
            if not events:
                return None
            table = Table(code)
            for event in events:
                table.apply(event)
            room = self._live[code] = Room(table, self)
            room.changed = self.watch
            asyncio.get_running_loop().call_later(FORGET_AFTER_S, self.forget, room)
            return room
        finally:
            del self._coming[code]

    def forget(self, room: Room) -> None:
        """Let a room with nobody in it go from memory; its log stays."""
        if not room.viewers:
            self._live.pop(room.table.room, None)

    async def finished_log(self, code: str) -> list[Event] | None:
        """The log up to the end of the last finished game; None when no game of this room is finished."""
        room = await self.find(code)
        if room is None or not room.table.over_at:
            return None
        return [event for event in await self.store.load(code) if event.seq <= room.table.over_at]

    async def close(self) -> None:
        """Say goodbye to every page and close it with 1012, spread over at most three seconds; finish what is
        being done. Nobody finds a room any more."""
        self.closing = True
        rooms = list(self._live.values())
        viewers = [viewer for room in rooms for viewer in room.viewers]
        for viewer in viewers:
            viewer.outbox.put(Message(encode(Bye(retry_ms=200 + secrets.randbelow(1300))), None))
        pause = min(0.02, DRAIN_S / max(1, len(viewers)))
        for viewer in viewers:
            await asyncio.sleep(pause)
            viewer.outbox.finish(SERVICE_RESTART)
        for room in rooms:
            await room.rest()
