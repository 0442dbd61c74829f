"""Carries out the messages of one page in its room.

Whatever is written into the log goes one way: app/rooms/table_commands.py says what a command needs first, which may
take time, and how it is decided; then the room carries it out (Room.submit), within the limits of the page.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from app.access.rate_limits import Limits
from app.background import unawaited
from app.beforehand.offers import offers_to, seat_of, shown
from app.protocol import commands
from app.protocol.commands import FromBrowser
from app.protocol.messages import Refusal
from app.protocol.names import clean_name
from app.rooms.outbox import Viewer
from app.rooms.page_limits import Pace
from app.rooms.room import Outcome, Room
from app.rooms.table_commands import RULES, Page, Rule
from app.storage.commit import OutcomeUnknown
from app.table import gathering, moves
from app.table.decide import Command
from app.table.event_ids import new_id
from app.table.events import Body, SeatRequested
from app.table.state import Table
from games.engine import say

Answered = Callable[[Outcome | None], None]
"""Called once with the outcome of a message; None if it writes nothing into the log."""


ONLY_WATCHES: Final = say("This page only watches. Play on a device of your own.")


class CommandHandler:
    """Carries out the messages of one page in its room."""

    def __init__(self, room: Room, viewer: Viewer, limits: Limits, site: str, address: str) -> None:
        self._room = room
        self._viewer = viewer
        self._limits = limits
        self._address = address
        self._page = Page(room, viewer, limits, site)
        self._pace = Pace(limits, viewer.guest.id, address, room.table.room)

    def handle(self, message: FromBrowser, answered: Answered) -> None:
        """Carry out one message; it may be answered at once. Every error is its outcome."""
        if self._viewer.only_watches and not isinstance(message, commands.ChooseViewpoint):
            said_hello = isinstance(message, commands.Hello)
            return answered(None if said_hello else Refusal("forbidden", ONLY_WATCHES))
        rule = RULES.get(type(message))
        if rule is None:
            unawaited(_answer(self._carry_out(message), answered))
        elif rule.needs is None and rule.unless is None and rule.then is None:
            self._room.submit(*self._named(message), self._page.decision(message), answered, self._admit)
        else:
            unawaited(_answer(self._write(rule, message), answered))

    def note_hidden(self, hidden: bool) -> None:
        """The page says whether it is hidden."""
        if self._room.audience.note_hidden(self._viewer, hidden):
            self._room.changed()

    # --- Into the log ---------------------------------------------------------------------------------------

    async def _write(self, rule: Rule, command: FromBrowser) -> int:
        """The number of the event of a command with something before or after it."""
        try:
            if rule.unless is not None:
                await rule.unless(self._page, command)
            needed = () if rule.needs is None else (await rule.needs(self._page, command),)
        except Refusal as no:
            return await self._do(_refusing(no), command)  # unless it was done before
        seq = await self._do(self._page.decision(command, *needed), command)
        if rule.then is not None:
            await rule.then(self._page, command, *needed)
        return seq

    async def _do(self, decision: Command, command: FromBrowser | None = None) -> int:
        return await self._room.do(*self._named(command), decision, admit=self._admit)

    def _named(self, command: FromBrowser | None) -> tuple[str, str]:
        """The guest who sends this command, and its id."""
        id = command.id if isinstance(command, commands.Command | commands.Play) else None
        return self._viewer.guest.id, id or new_id()

    def _admit(self, body: Body) -> None:
        """Commands refused or already written cost nothing; they do not come here."""
        self._pace.refuse_haste(body)
        if isinstance(body, SeatRequested):
            audience = self._room.audience
            audience.seat_request_addresses.refuse_crowd(audience.table, self._viewer.guest.id, self._address, body)

    # --- All else -------------------------------------------------------------------------------------------

    async def _carry_out(self, message: FromBrowser) -> None:
        match message:
            case commands.Hello(name):
                await self._introduce(name)
            case commands.React() | commands.Earlier():
                self._talk(message)
            case commands.Nudge(person, seat):
                self._nudge(person, seat)
            case commands.LookBack() | commands.Follow() | commands.PointAt():
                self._look_back(message)
            case commands.ChooseViewpoint(seat):
                self._choose_viewpoint(seat)
            case commands.AnswerBeforehand(offer, seat):
                await self._answer_beforehand(offer, seat)
            case commands.Skip():
                self._skip()

    def _talk(self, talk: commands.React | commands.Earlier) -> None:
        self._limits.admit("chat", self._viewer.guest.id)
        match talk:
            case commands.React(what, seat):
                self._pace.refuse_crowd()
                self._room.audience.react(self._viewer, what, seat)
            case commands.Earlier(before):
                self._room.audience.tell_earlier(self._viewer, before)

    def _nudge(self, person: str, seat: int | None) -> None:
        room, guest = self._room, self._viewer.guest.id
        other, now = room.audience.who().guest_of(person), room.store.now()
        nudge = room.nudges.nudge(room.table, guest, other, seat, other not in room.audience.here, now)
        self._limits.admit("chat", guest)
        room.nudges.pass_on(nudge, self._limits, now)
        room.changed()  # whoever sees no page is called

    def _look_back(self, wish: commands.LookBack | commands.Follow | commands.PointAt) -> None:
        audience, viewer = self._room.audience, self._viewer
        if not isinstance(wish, commands.Follow):
            audience.together.refuse_signals(audience.table, viewer)
        match wish:
            case commands.LookBack(game, seq, eyes):
                audience.together.lead(audience.table, viewer, audience.speaker(viewer), game, seq, eyes)
            case commands.Follow(game):
                audience.together.follow(audience.table, viewer, game)
            case commands.PointAt(at):
                self._limits.admit("chat", viewer.guest.id)
                audience.together.point(audience.table, viewer, audience.speaker(viewer), at)

    def _choose_viewpoint(self, seat: int | None) -> None:
        room, before = self._room, self._room.audience.viewpoint_of(self._viewer)
        room.show_the_rest()
        if room.audience.choose_eyes(self._viewer, seat):
            return room.changed()
        if self._viewer.only_watches:
            raise Refusal("forbidden", ONLY_WATCHES)
        room.audience.choose_viewpoint(self._viewer, seat)
        if room.audience.viewpoint_of(self._viewer) != before:
            room.changed()  # the seat's pages are told again what only that seat is told, such as a hint

    async def _answer_beforehand(self, offer: str | UnsetType | None, number: int | None) -> None:
        """Nothing of it is written into the log: its number is shown to everybody."""
        room, guest = self._room, self._viewer.guest.id
        seat = seat_of(room.table, guest, number)
        if offer is not UNSET:
            self._pace.refuse_hasty_command()
            await (room.beforehand.keep(room.table, seat, offer) if offer else room.beforehand.drop(seat))
            room.show_the_rest()
            room.changed()  # its pages are told
        elif room.audience.viewpoint_of(self._viewer) == seat:
            offers = [shown(offer) for offer in offers_to(room.table, seat).values()]
            self._viewer.answer(replace(room.beforehand.told(room.table, seat), offers=offers))

    def _skip(self) -> None:
        moves.own_seat(self._room.table, self._viewer.guest.id, None)
        moves.game_in_progress(self._room.table)
        if not moves.is_practice(self._room.table):
            raise Refusal("forbidden", say("Bots can be hurried only where nobody else plays."))
        if self._room.is_at_work:
            self._room.is_skipped.set()

    # --- Names ----------------------------------------------------------------------------------------------

    async def _introduce(self, name: str | None) -> None:
        """A page has opened: its guest takes back what others, or bots, have taken over, whatever name they give."""
        guest, table = self._viewer.guest.id, self._room.table
        if table.people.returns(guest):
            await self._do(lambda table: gathering.come_back(table, guest))
        if name is not None and clean_name(name) != self._viewer.guest.name:
            await self._rename(clean_name(name))

    async def _rename(self, name: str) -> None:
        """Rename the seat first: if this fails halfway, the page sends the name again and the rest is done then."""
        guest, table = self._viewer.guest, self._room.table
        gathering.refuse_muted(table, guest.id)
        self._room.audience.who().refuse_taken_name(guest.id, name)
        if table.people.name_of(guest.id) not in (None, name) and table.phase != "playing":
            await self._rename_seat(name)
        elif guest.id in table.people.waiting:
            await self._do(lambda table: gathering.request_under_name(table, guest.id, name))
        else:
            self._pace.refuse_hasty_command()
        await self._room.store.guests.rename(guest.id, name)
        self._room.renamed(replace(guest, name=name))

    async def _rename_seat(self, name: str) -> None:
        try:
            await self._do(lambda table: gathering.sit_under_name(table, self._viewer.guest.id, name))
        except Refusal as no:
            if no.code != "not_now":  # a game has begun meanwhile, or they were renamed: the table lay behind before
                raise


async def _answer(work: Awaitable[int | None], answered: Answered) -> None:
    try:
        outcome = await work
    except Exception as error:
        answered(error)
    except BaseException:
        answered(OutcomeUnknown("cut off"))  # a page that is told nothing would believe that it is connected
        raise
    else:
        answered(outcome)


def _refusing(no: Refusal) -> Command:
    def refuse(table: Table) -> Body:
        raise no

    return refuse
