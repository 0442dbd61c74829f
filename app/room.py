"""One live room. One thing at a time: judge by the log, write to the log, then show. Nothing that follows from an event
leaves this process before its commit."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from app import lobby, showing
from app.events import Began, Body, Changed, Closed, Event, Finished, Kept, Kicked, Moved, Said, Stopped
from app.fanout import Head, Reacts
from app.judging import setting_of
from app.outbox import Message, Outbox
from app.store import Entry, Guest, Note, TeamRow
from app.table import Table
from app.wire import Farewell, Reacted, Refusal, Speaker, TeamScore, encode
from app.wishes import Reaction
from app.writer import Conflict, OutcomeUnknown, Repeated
from games.dealer import Line
from games.engine import Text, say

if TYPE_CHECKING:
    from app.rooms import Rooms

log = logging.getLogger("tertulia.rooms")

ATTEMPTS: Final = 5
RETRY_WITHIN_MS: Final = 10
"""At once after the first conflict, then after a chance pause that grows: nodes that collide do not do so again."""
HOUSE: Final = ""
GONE_AFTER_S: Final = 1.0  # a page that reloads is back sooner
FORGET_AFTER_S: Final = 60.0
NOTE_EVERY_MS: Final = 600_000
CHATS_SHOWN: Final = 200
EARLIER_SHOWN: Final = 50  # fewer than an outbox holds
BEST_SHOWN: Final = 5

# Close codes
SHOWN_THE_DOOR: Final = 4403
NO_SUCH_ROOM: Final = 4404


def new_id() -> str:
    """An id for an event of the house's own: 128 random bits in hex."""
    return secrets.token_hex(16)


def id_of(deed: str) -> str:
    """The id of what the house does once for all: the same on every node, and after a restart."""
    return hashlib.sha256(deed.encode()).hexdigest()[:32]


class Viewer:
    """One open page: whose it is, and what is still to be sent to it. `look`: the seat whose eyes it looks through,
    where several seats are played on one device."""

    def __init__(self, room: Room, guest: Guest, seen: int, write_now: Callable[[str], bool] | None = None) -> None:
        self.guest = guest
        self.look: int | None = None
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
        self._best: list[TeamScore] = []
        self._noted_at = 0
        self._behind = False
        self._broken = False
        self._table_due: asyncio.TimerHandle | None = None

    # --- Doing ----------------------------------------------------------------------------------------------

    async def do(self, actor: str, id: str, decide: Callable[[Table], Body], not_before: int = 0) -> int:
        """Carry out a wish once: `decide` judges it by the table as it then stands. The seq of its event; for an id
        that is in the log already, the seq it got then. Raises Refusal, OutcomeUnknown, and TooEarly before that time
        of the database's clock."""
        async with self._turn:
            try:
                return await self._do(actor, id, decide, not_before)
            except (OutcomeUnknown, asyncio.CancelledError):
                self._behind = True
                raise

    async def _do(self, actor: str, id: str, decide: Callable[[Table], Body], not_before: int) -> int:
        if self._behind:
            await self._catch_up()
        for attempt in range(ATTEMPTS):
            if (seq := self._done_before(actor, id)) is not None:
                return seq
            try:
                event = await self._store.append(self._entry(actor, id, decide(self.table), not_before))
            except (Conflict, Repeated):
                await self._catch_up()
                await asyncio.sleep(secrets.randbelow(RETRY_WITHIN_MS * attempt + 1) / 1000)
                continue
            self._rooms.fanout.publish(Head(event.room, event.seq))
            await self._take(event)
            return event.seq
        raise Refusal("busy", say("The table is busy. Try again."))

    def _done_before(self, actor: str, id: str) -> int | None:
        done = self.table.done(id)
        if done is not None and done[0] != actor:
            raise Refusal("forbidden", say("This id belongs to somebody else's action."))
        return None if done is None else done[1]

    def _entry(self, actor: str, id: str, body: Body, not_before: int) -> Entry:
        table = self.table
        if self._broken:
            raise Refusal("busy", say("This table has a fault and rests until it is mended."))
        if table.closed:
            raise Refusal("unknown_room", say("The host has closed this table."))
        lobby.refuse_banned(table, actor)
        return Entry(
            table.room,
            table.seq + 1,
            id,
            table.head,
            actor,
            body,
            not_before=not_before,
            note=self._note(body),
            team=_team_row(body),
        )

    def _note(self, body: Body) -> Note | None:
        """What the house has to know of this room without reading its log."""
        note = note_of(self.table, body)
        now = self._store.now()
        if not isinstance(body, Moved | Said) or note.watched or now - self._noted_at > NOTE_EVERY_MS:
            self._noted_at = now
            return note
        return None

    async def follow(self, seq: int) -> None:
        """The log has come so far: read on, if this room has not. Raises Unanswered."""
        async with self._turn:
            if not self._broken and (self.table.seq < seq or self._behind):
                await self._catch_up()

    async def read_on(self) -> None:
        """Read what others have written meanwhile, if anything. Raises Unanswered."""
        async with self._turn:
            if not self._broken:
                await self._catch_up()

    @property
    def in_doubt(self) -> bool:
        """Whether something may be in the log that is not known here."""
        return self._behind

    async def _catch_up(self) -> None:
        for event in await self._store.load(self.table.room, self.table.seq):
            await self._take(event)
        self._behind = False

    async def _take(self, event: Event) -> None:
        try:
            lines = self.table.apply(event)
        except Exception:
            self._broken = True
            log.exception("an event does not fold: kind=%s seq=%d", type(event.body).__name__, event.seq)
            raise
        if isinstance(event.body, Changed | Finished):
            await self._read_best_again()
        self._show(event, lines)
        self.changed(self)

    async def read_best(self) -> None:
        """Look up the best scores of teams under the present options."""
        setting = setting_of(self.table) if self.table.is_team else None
        rows = await self._store.best_scores(setting, BEST_SHOWN) if setting is not None else []
        self._best = [TeamScore(row.score, row.at, row.room == self.table.room) for row in rows]

    async def _read_best_again(self) -> None:
        try:
            await self.read_best()
        except Exception:
            # The event is in the log: it is shown whether or not the scores beside it can be read.
            log.exception("the best scores could not be read")

    # --- Showing --------------------------------------------------------------------------------------------

    def _show(self, event: Event, lines: list[Line]) -> None:
        match event.body:
            case Said():
                return self._show_chat(event.seq)
            case Closed():
                return self.dismiss(self.viewers, NO_SUCH_ROOM, say("The host has closed this table."))
            case Kicked(guest, out) if out:
                self._here.pop(guest, None)
                self.dismiss(self._pages_of(guest), SHOWN_THE_DOOR, say("The host has asked you to leave."))
            case Kept():
                self._show_all_again()
        if not isinstance(event.body, Moved):
            self.show_table()
        if isinstance(event.body, Finished | Stopped):
            self._put_all(encode(showing.results(self.table)))
        if self.table.playing is not None:
            self._show_frames(event.seq, lines)

    def _show_frames(self, seq: int, lines: list[Line]) -> None:
        shown = showing.Showing(self.table, lines, self._store.now())
        made: dict[int | None, Message] = {}
        for viewer in self.viewers:
            if self._may_watch(viewer.guest.id):
                you = self.eye(viewer)
                if you not in made:
                    made[you] = Message(shown.frame(you), seq)
                viewer.outbox.put(made[you])

    def _show_chat(self, seq: int) -> None:
        chat, for_players = self.table.chats[-1]
        message = Message(encode(chat), seq)
        for viewer in self.viewers:
            if for_players is None or for_players == self._plays(viewer.guest.id):
                viewer.outbox.put(message)

    def _show_all_again(self) -> None:
        for viewer in self.viewers:
            viewer.outbox.ask_for_snapshot()

    def _put_all(self, text: str) -> None:
        for viewer in self.viewers:
            viewer.outbox.put(Message(text, 0))

    def show_table(self) -> None:
        """Tell every page who is here, and how the table is set."""
        if self._table_due is not None:
            self._table_due.cancel()
            self._table_due = None
        for viewer in self.viewers:
            viewer.outbox.put(Message(self._table_for(viewer), 0))

    def show_table_soon(self) -> None:
        """The same, once for all the comings and goings of the next moment."""
        if self._table_due is None:
            self._table_due = asyncio.get_running_loop().call_later(0.05, self.show_table)

    def snapshot(self, viewer: Viewer, seen: int) -> Iterator[Message]:
        """Everything for a page that has seen the room up to event `seen`. What fades is not told again."""
        table, guest = self.table, viewer.guest.id
        yield Message(self._table_for(viewer), 0)
        if table.past:
            yield Message(encode(showing.results(table)), 0)
        for chat in table.lines_of_chat(self._plays(guest), table.seq + 1, seen, CHATS_SHOWN):
            yield Message(encode(chat), 0)
        if table.playing is not None and self._may_watch(guest):
            shown = showing.Showing(table, table.lasting(seen), self._store.now())
            yield Message(shown.frame(self.eye(viewer)), table.seq)

    def _table_for(self, viewer: Viewer) -> str:
        return showing.table_view(self.table, viewer.guest, self.eye(viewer), self.here, self._best)

    def eye(self, viewer: Viewer) -> int | None:
        """The seat this page looks through; None is an onlooker's place, or a curtain."""
        seats = self.table.people.seats_of(viewer.guest.id)
        if len(seats) == 1:
            return seats[0]
        return viewer.look if viewer.look in seats else None

    def look(self, viewer: Viewer, seat: int | None) -> None:
        """This page looks through another of its seats; None lowers the curtain. Its log is told
        again, for there may be lines in it that only one of the seats heard. Raises not_your_seat."""
        if seat is not None and seat not in self.table.people.seats_of(viewer.guest.id):
            raise Refusal("not_your_seat", say("This seat is not played here."))
        viewer.look = seat
        viewer.outbox.start_over()

    def _plays(self, guest: str) -> bool:
        return self.table.people.seat_of(guest) is not None

    def _may_watch(self, guest: str) -> bool:
        return self.table.manners.onlookers or self._plays(guest)

    def summary(self, guest: Guest | None) -> dict[str, Any]:
        """What anyone with the link may know; names only for whom the password is no question."""
        table = self.table
        locked = self.is_locked_for(guest)
        return {
            "room": table.room,
            "game": table.game.key,
            "title": table.game.title,
            "state": table.phase,
            "seats": [{"name": None if locked else seat.name, "bot": seat.bot} for seat in table.seats],
            "options": msgspec.to_builtins(table.options),
            "locked": locked,
        }

    def is_locked_for(self, guest: Guest | None) -> bool:
        """Whether this guest has still to say the password."""
        if self.table.manners.password is None:
            return False
        return guest is None or not self.table.people.knows(guest.id)

    # --- Talking --------------------------------------------------------------------------------------------

    def react(self, viewer: Viewer, what: Reaction, seat: int | None) -> None:
        """Show a reaction to those who would hear its author talk. Raises forbidden, not_now, bad_name."""
        speaker = lobby.speaker_of(self.table, viewer.guest.id, viewer.guest.name, seat)
        self._rooms.fanout.publish(Reacts(self.table.room, speaker.seat, speaker.name, what))
        self.show_reaction(speaker, what)

    def show_reaction(self, speaker: Speaker, what: Reaction) -> None:
        """Show it to those pages of this node."""
        message = Message(encode(Reacted(speaker, what)), 0)
        for other in self.viewers:
            if self.table.phase != "playing" or self._plays(other.guest.id) == (speaker.seat is not None):
                other.outbox.put(message)

    def tell_earlier(self, viewer: Viewer, before: int) -> None:
        """Show this page what was said just before that line."""
        for chat in self.table.lines_of_chat(self._plays(viewer.guest.id), before, 0, EARLIER_SHOWN):
            viewer.outbox.put(Message(encode(chat), 0))

    # --- Coming and going -----------------------------------------------------------------------------------

    @property
    def here(self) -> Mapping[str, Guest]:
        """The guests with an open page on whichever node, by id; those who left a moment ago still count."""
        elsewhere = self._rooms.elsewhere.get(self.table.room)
        return ChainMap(self._here, elsewhere) if elsewhere else self._here

    @property
    def at_hand(self) -> Mapping[str, Guest]:
        """Those of them who are on this node."""
        return self._here

    def others_changed(self) -> None:
        """Somebody came or went on another node."""
        self.show_table_soon()
        self.changed(self)

    def called(self, name: str) -> str | None:
        """The guest at this table who goes by this name."""
        onlookers = [guest.id for guest in self.here.values() if guest.name == name and not self._plays(guest.id)]
        return self.table.people.named(name) or next(iter(onlookers), None)

    def refuse_taken_name(self, guest: str, name: str) -> None:
        """Raises name_taken when a seat or another guest in the room goes by this name."""
        others = {other.id: other.name for other in self.here.values() if not self._plays(other.id)}
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
        for viewer in self._pages_of(guest.id):
            viewer.guest = guest
        self._here[guest.id] = guest
        self.show_table_soon()
        self.changed(self)

    def leave(self, viewer: Viewer) -> None:
        """A page closes. Its guest is gone when no other page of his opens within a moment."""
        self.viewers.discard(viewer)
        asyncio.get_running_loop().call_later(GONE_AFTER_S, self._note_gone, viewer.guest.id)
        if not self.viewers:
            asyncio.get_running_loop().call_later(FORGET_AFTER_S, self._rooms.forget, self)

    def _note_gone(self, guest: str) -> None:
        if guest in self._here and not self._pages_of(guest):
            del self._here[guest]
            self.show_table_soon()
            self.changed(self)

    def _pages_of(self, guest: str) -> list[Viewer]:
        return [viewer for viewer in self.viewers if viewer.guest.id == guest]

    def dismiss(self, viewers: Iterable[Viewer], code: int, why: Text) -> None:
        """Say why, and close these pages for good."""
        farewell = Message(encode(Farewell(why)), None)
        for viewer in list(viewers):
            viewer.outbox.put(farewell)
            viewer.outbox.finish(code)

    async def rest(self) -> None:
        """Wait until what is being done is done."""
        async with self._turn:
            pass


def note_of(table: Table, body: Body) -> Note:
    """The room as it will stand after this event."""
    match body:
        case Closed():
            return Note("closed", False)
        case Finished() | Stopped():
            return Note("over", False)
        case _:
            phase = "playing" if isinstance(body, Began) else table.phase
            if phase == "gathering" or isinstance(body, Changed):
                # A room that waits for its next game is kept for the sake of the games before.
                phase = "over" if table.past else "gathering"
            clock = body.manners.clock if isinstance(body, Kept) else table.manners.clock
            return Note(phase, phase == "playing" and clock is not None)


def _team_row(body: Body) -> TeamRow | None:
    if not isinstance(body, Finished) or body.result.team is None:
        return None
    return TeamRow(body.result.setting, body.result.team)
