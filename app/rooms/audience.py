"""The open pages of one room: who is here, and what each page is shown."""

import asyncio
import logging
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from time import monotonic
from typing import Final

from app.background import tolerated, unawaited
from app.duplicates.sharing import is_locked_for
from app.protocol.close_codes import NO_SUCH_ROOM, SERVICE_RESTART, SHOWN_THE_DOOR
from app.protocol.commands import Reaction
from app.protocol.messages import Bye, Farewell, Refusal, TeamScore, encode
from app.protocol.talk import Reacted, Speaker
from app.rooms import views
from app.rooms.frame_order import Frames, OpenHands
from app.rooms.identities import Who
from app.rooms.notices import Elsewhere, Notices, Reacts
from app.rooms.outbox import Message, Viewer
from app.rooms.page_limits import SeatRequestAddresses
from app.rooms.together import Together
from app.storage.commit import OutcomeUnknown
from app.storage.guests import Guest, id_beside
from app.storage.store import Store
from app.table import gathering
from app.table.deal import BEFORE_A_GAME
from app.table.event_ids import SERVER
from app.table.events import Changed, Closed, Event, Finished, Kicked, Moved, Said, SettingsChanged, Stopped
from app.table.moves import awaited_since, setting_of
from app.table.state import Table
from games.dealer import Line
from games.engine import Text, say

log = logging.getLogger("tertulia.rooms")

CHATS_SHOWN: Final = 200
EARLIER_SHOWN: Final = 50  # fewer than an outbox holds
BEST_SHOWN: Final = 5
CERTAINLY_AWAY_S: Final = 60.0
CLOSED_BY_HOST: Final = say("The host has closed this table.")
CLOSED_BY_KEEPER: Final = say("The operator of this server has closed this table.")


class Audience:
    """Everybody who has a page of one room open. It refers to the table and not to the room: without a reference cycle
    a forgotten room is freed at once."""

    def __init__(self, table: Table, store: Store, notices: Notices, elsewhere: Elsewhere) -> None:
        self.table = table
        """The room's table; replaced together with it."""
        self.viewers: set[Viewer] = set()
        self.together = Together(table.room, self.viewers, notices)
        self.open_hands = OpenHands(self.viewers)
        self._store = store
        self._notices = notices
        self._elsewhere = elsewhere
        self.at_hand: dict[str, Guest] = {}
        """The guests who are here on this node, by id."""
        self.unseen: set[str] = set()
        """Those of them whose pages are all hidden; after the last one has closed, it still counts for a moment."""
        self.seat_request_addresses = SeatRequestAddresses()
        self._were_here: set[str] = set()
        self._left: dict[str, float] = {}
        """Guest -> when somebody who plays, hosts or waits for a seat was last here."""
        self._since = monotonic()
        self._best: list[TeamScore] = []
        self._table_due: asyncio.TimerHandle | None = None
        self._pages: list[tuple[Viewer, int | None]] | None = None
        """The pages that may watch, and the seats whose views they show; None: to be computed again."""
        self._frames: Frames | None = None
        """The frames of the last event that are still to be sent."""

    # --- Who is here ----------------------------------------------------------------------------------------

    @property
    def here(self) -> Mapping[str, Guest]:
        """The guests with an open page on any node, by id; they still count for a moment after leaving."""
        elsewhere = self._elsewhere.guests.get(self.table.room)
        return ChainMap(self.at_hand, elsewhere) if elsewhere else self.at_hand

    @property
    def looking(self) -> set[str]:
        """Those of them who see a page on any node: a page that is hidden reaches nobody."""
        room = self.table.room
        elsewhere = self._elsewhere.guests.get(room, {}).keys() - self._elsewhere.unseen.get(room, set())
        return (self.at_hand.keys() - self.unseen) | elsewhere

    @property
    def addresses(self) -> set[str]:
        """The addresses of the pages on this node."""
        return {viewer.address for viewer in self.viewers}

    def away_s(self, guest: str) -> float:
        """How many seconds a guest has certainly been away: not counting the time before this node had the room, and
        times when it did not hear from the others. After a minute, what counts is when they last did something."""
        if guest in self.here or not self._notices.healthy:
            return 0.0
        away_s = monotonic() - max(self._left.get(guest, self._since), self._elsewhere.heard_since)
        return away_s if away_s < CERTAINLY_AWAY_S else max(away_s, self._idle_s(guest))

    def called_s(self, guest: str) -> float:
        """How many seconds ago a guest who is away was last called, by the log; infinity for those who were not."""
        callings = self.table.people.called.get(guest)
        return (self._store.now() - callings[-1].at) / 1000 if callings else inf

    def _idle_s(self, guest: str) -> float:
        """How long a guest who is not here has done nothing, by the log: in a slow game, rooms are in memory for short
        times only. A player who is not asked does not keep others waiting."""
        acted, past = self.table.acted.get(guest), self.table.past
        awaited = awaited_since(self.table, guest)
        if acted is None or awaited is None:
            return 0.0
        return (self._store.now() - max(acted, awaited, past[-1].at if past else 0)) / 1000

    def note_who_left(self) -> None:
        """Note who is gone, from this node or another."""
        here = set(self.here)
        left = {**self._left, **dict.fromkeys(self._were_here - here, monotonic())}
        people = self.table.people
        waiting = {*people.seat_requests, *(heir.guest for heir in people.heirs.values())}
        self._left = {id: at for id, at in left.items() if people.plays_or_hosts(id) or id in waiting}
        self._were_here = here

    def who(self) -> Who:
        """The names and handles of everybody, at this moment."""
        return Who(self.table, self.here)

    def enter(self, viewer: Viewer) -> None:
        """A page opens: it gets a snapshot, and everybody learns who is here."""
        self.viewers.add(viewer)
        self._pages = None
        self.at_hand[viewer.guest.id] = viewer.guest
        self._were_here.add(viewer.guest.id)
        self._note_unseen(viewer.guest.id)
        viewer.outbox.ask_for_snapshot()
        self.show_table_soon()

    def renamed(self, guest: Guest) -> None:
        """Change a guest's name on all of their pages."""
        for viewer in self._pages_of(guest.id):
            viewer.guest = guest
        self.at_hand[guest.id] = guest
        self.show_table_soon()

    def note_hidden(self, viewer: Viewer, hidden: bool) -> bool:
        """A page says whether it is hidden. Returns whether that is news of its guest."""
        if viewer.hidden == hidden:
            return False
        viewer.hidden = hidden
        return self._note_unseen(viewer.guest.id)

    def _note_unseen(self, guest: str) -> bool:
        """Returns whether that has changed."""
        is_unseen, was_unseen = all(page.hidden for page in self._pages_of(guest)), guest in self.unseen
        (self.unseen.add if is_unseen else self.unseen.discard)(guest)
        return is_unseen != was_unseen

    def leave(self, viewer: Viewer) -> None:
        """A page closes. Its guest still counts as here."""
        self.viewers.discard(viewer)
        self.together.leave(self.table, viewer)
        self._pages = None
        viewer.outbox.abandon()

    def note_gone(self, guest: str) -> bool:
        """Note that a guest has gone, if no page of theirs is open any more, or only hidden ones are; returns whether
        either has changed."""
        if self._pages_of(guest):
            return self._note_unseen(guest)
        if guest not in self.at_hand:
            return False
        del self.at_hand[guest]
        self.unseen.discard(guest)
        self.note_who_left()
        self.show_table_soon()
        return True

    def _pages_of(self, guest: str) -> list[Viewer]:
        return [viewer for viewer in self.viewers if viewer.guest.id == guest]

    def _turn_out(self) -> None:
        """Send pages whose guests may not be here out of the room: when they reconnect, they are told why, or asked for
        the password."""
        for viewer in [viewer for viewer in self.viewers if is_locked_for(self.table, viewer.guest.id)]:
            viewer.answer(Bye(0))
            viewer.outbox.finish(SERVICE_RESTART)

    def _dismiss(self, viewers: Iterable[Viewer], code: int, why: Text) -> None:
        """Say why, and close these pages for good."""
        farewell = Message(encode(Farewell(why)), None)
        for viewer in list(viewers):
            viewer.outbox.put(farewell)
            viewer.outbox.finish(code)

    # --- Showing --------------------------------------------------------------------------------------------

    def show(self, event: Event, lines: list[Line]) -> None:
        """Show every page what it may know of an event that was just folded."""
        if self.table.people.open_hands.opened:
            self.open_hands.note(self.table, event, lines)
        if isinstance(event.body, Moved):
            return self._show_frames(event, lines)
        self._pages = None
        self._turn_out()
        match event.body:
            case Said():
                chat, for_players = self.table.chats[-1]
                return self._put_all(encode(chat), event.seq, for_players)
            case Closed():
                by = CLOSED_BY_KEEPER if event.actor == SERVER else CLOSED_BY_HOST
                return self._dismiss(self.viewers, NO_SUCH_ROOM, by)
            case Kicked(guest, out) if out:
                self.at_hand.pop(guest, None)
                pages = [*self._pages_of(guest), *self._pages_of(id_beside(guest))]
                self._dismiss(pages, SHOWN_THE_DOOR, say("The host has removed you from this table."))
            case SettingsChanged():
                self.show_all_again()
        self._note_best(event)
        self.show_table()
        if isinstance(event.body, Finished | Stopped):
            self._put_all(encode(views.results(self.table)), 0)
        if self.table.playing is not None and not isinstance(event.body, BEFORE_A_GAME):
            self._show_frames(event, lines)

    def _show_frames(self, event: Event, lines: list[Line]) -> None:
        if self._pages is None:
            watching = [viewer for viewer in self.viewers if views.may_watch(self.table, viewer.guest.id)]
            self._pages = [(viewer, self.viewpoint_of(viewer)) for viewer in watching]
        self._frames = Frames(views.Showing(self.table, lines, self._store.now()), event.seq)
        self._frames.send([page for page in self._pages if not page[0].shown_late], event.actor)

    def show_the_rest(self) -> None:
        """Make and send the remaining frames, before anything else happens at the table."""
        frames, self._frames = self._frames, None
        if frames is not None:
            frames.send_the_rest()

    def show_all_again(self) -> None:
        """Send every page a snapshot."""
        self._pages = None
        for viewer in self.viewers:
            viewer.outbox.ask_for_snapshot()

    def _put_all(self, encoded: bytes, seq: int, for_players: bool | None = None) -> None:
        """Send this to every page: with True to those of players only, with False to those of spectators only."""
        message = Message(encoded, seq)
        for viewer in self.viewers:
            if for_players is None or views.reaches(self.table, viewer.guest.id, for_players):
                viewer.outbox.put(message)

    def show_table(self) -> None:
        """Send every page the people and settings of the table."""
        if self._table_due is not None:
            self._table_due.cancel()
            self._table_due = None
        surroundings = self._surroundings()
        for viewer in self.viewers:
            viewer.outbox.put(self._table_for(viewer, surroundings))

    def _table_for(self, viewer: Viewer, surroundings: views.Surroundings) -> Message:
        return Message(surroundings.table(viewer.guest, self.viewpoint_of(viewer), viewer.eyes), 0)

    def show_table_soon(self) -> None:
        """The same, but only once for everybody who comes or goes within a moment."""
        if self._table_due is None:
            self._table_due = asyncio.get_running_loop().call_later(0.05, self.show_table)

    def everything_for(self, viewer: Viewer, seen: int) -> Iterator[Message]:
        """Everything that this page may know and has not seen up to event `seen`; fading lines are not repeated."""
        table, guest = self.table, viewer.guest.id
        yield self._table_for(viewer, self._surroundings())
        if table.past and table.past[-1].ended > seen:
            yield Message(encode(views.results(table)), 0)
        for chat in views.chats_for(table, guest, table.seq + 1, seen, CHATS_SHOWN):
            yield Message(encode(chat), 0)
        yield from self.together.everything_for(table, viewer)
        if table.playing is not None and views.may_watch(table, guest):
            showing = views.Showing(table, table.lasting(seen), self._store.now())
            yield Message(showing.frame(self.viewpoint_of(viewer)), table.seq)

    def _surroundings(self) -> views.Surroundings:
        return views.Surroundings(self.table, self.here, self.who(), self._best)

    def viewpoint_of(self, viewer: Viewer) -> int | None:
        """The seat whose view this page shows; None: a spectator's view, or the curtain."""
        return self.table.people.viewpoint_of(viewer.guest.id, viewer.chosen_viewpoint)

    def choose_viewpoint(self, viewer: Viewer, seat: int | None) -> None:
        """Show the view of another seat of this page; None lowers the curtain. All lines are sent again, since some may
        have reached only one of the seats. Raises not_your_seat."""
        if seat is not None and seat not in self.table.people.seats_of(viewer.guest.id):
            raise Refusal("not_your_seat", say("This seat is not played here."))
        viewer.chosen_viewpoint = seat
        self._pages = None
        viewer.outbox.start_over()

    def choose_eyes(self, viewer: Viewer, seat: int | None) -> bool:
        """Show a spectator the hand of this seat, or none. False: hands are not open, or not to them."""
        if may_choose := self.open_hands.choose(self.table, viewer, seat):  # nobody else is told
            viewer.outbox.put(self._table_for(viewer, self._surroundings()))
        return may_choose

    async def read_best(self) -> None:
        """Read the best team scores for the current options."""
        rows = await self._store.best_scores(setting_of(self.table), BEST_SHOWN) if self.table.is_team else []
        self._best = [TeamScore(row.score, row.at, row.room == self.table.room) for row in rows]

    def _note_best(self, event: Event) -> None:
        """Nobody waits for what storage has after this event: a score of this table is known at once."""
        match event.body:
            case Changed():
                self._best = []
            case Finished(result=result) if result.team is not None and not result.onward:
                own = TeamScore(result.team, event.at, True)
                self._best = sorted([*self._best, own], key=lambda best: (-best.score, best.at))[:BEST_SHOWN]
            case _:
                return
        if self.table.is_team:
            unawaited(self._read_best_again(), room=self.table.room)

    async def _read_best_again(self) -> None:
        before = self._best
        with tolerated(OutcomeUnknown, log, "the best scores could not be read", room=self.table.room):
            await self.read_best()
        if self._best != before:
            self.show_table_soon()

    # --- Talking --------------------------------------------------------------------------------------------

    def react(self, viewer: Viewer, what: Reaction, seat: int | None) -> None:
        """Show a reaction to everybody who would see its author's chat. Raises forbidden, not_now, bad_name."""
        speaker = self.speaker(viewer, seat)
        self._notices.publish(Reacts(self.table.room, speaker.seat, speaker.name, what))
        self.show_reaction(speaker, what)

    def speaker(self, viewer: Viewer, seat: int | None = None) -> Speaker:
        """Under which seat or name this page talks. Raises forbidden, not_now, bad_name."""
        return gathering.speaker_of(self.table, viewer.guest.id, self.who().name_of(viewer.guest.id), seat)

    def show_reaction(self, speaker: Speaker, what: Reaction) -> None:
        """Show a reaction to those of them who are on this node."""
        for_players = speaker.seat is not None if self.table.phase == "playing" else None
        self._put_all(encode(Reacted(speaker, what)), 0, for_players)

    def tell_earlier(self, viewer: Viewer, before: int) -> None:
        """Send this page the chat just before the event `before`."""
        for chat in views.chats_for(self.table, viewer.guest.id, before, 0, EARLIER_SHOWN):
            viewer.outbox.put(Message(encode(chat), 0))
