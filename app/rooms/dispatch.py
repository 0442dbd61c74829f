"""Carries out the commands of one page: limits, hashes and secrets here, decisions in app/rooms/table_commands.py."""

import logging
import secrets
from typing import Final

import msgspec

from app.access.rate_limits import Limits
from app.protocol import commands
from app.protocol.commands import FromBrowser
from app.protocol.messages import Ack, Refusal, SeatLink
from app.protocol.names import clean_name
from app.rooms import fast_path
from app.rooms.links import QR_CODES
from app.rooms.outbox import Viewer
from app.rooms.page_limits import Pace
from app.rooms.room import Room
from app.rooms.table_commands import NOBODY, TABLE_COMMANDS, Context, Person, person_meant
from app.storage.commit import OutcomeUnknown
from app.table import gathering, host, moves
from app.table.clock import AtStake
from app.table.decide import Command
from app.table.event_ids import SERVER, new_id
from app.table.events import Body, Wished
from app.table.moves import Decision
from app.table.state import Table
from games.engine import say

log = logging.getLogger("tertulia.rooms")

LINK_BYTES: Final = 24


class CommandHandler:
    """Carries out the commands of one page in its room."""

    def __init__(self, room: Room, viewer: Viewer, limits: Limits, origin: str, address: str) -> None:
        self._room = room
        self._viewer = viewer
        self._limits = limits
        self._origin = origin
        self._address = address
        self._pace = Pace(limits, viewer.guest.id, address, room.table.room)

    async def handle(self, command: FromBrowser) -> None:
        """Carry out one command. Raises Refusal, OutcomeUnknown."""
        match command:
            case commands.Play() | commands.Command():
                seq = await self._write(command)
                if command.id is not None:
                    self._viewer.answer(Ack(command.id, seq))
            case commands.Hello(name):
                await self._introduce(name)
            case commands.React() | commands.Earlier():
                self._talk(command)
            case commands.Look(seat):
                self._look(seat)
            case commands.Skip():
                self._skip()
            case commands.MakeLink(seat):
                await self._make_link(seat)

    async def _write(self, command: commands.Command | commands.Play) -> int:
        """The seq of its event."""
        match command:
            case commands.Doors():
                return await self._keep(command)
            case commands.AboutSomebody():
                return await self._decide_about_somebody(command)
            case commands.Sit(back=True):
                return await self._ask_back(command)
            case _:
                return await self._do(self._at_table(command), command.id)

    def note_hidden(self, hidden: bool) -> None:
        """The page says whether it is hidden."""
        if self._room.audience.note_hidden(self._viewer, hidden):
            self._room.changed(self._room)

    def play_at_once(self, play: commands.Play, answered: fast_path.Answered) -> bool:
        """Try the fast path. True: the move is on its way, and `answered` is called after its commit. False: use
        handle()."""
        guest = self._viewer.guest.id
        command = self._in_time(lambda table: moves.answer(table, guest, play))
        return fast_path.play(self._room, guest, play.id, command, answered, self._viewer.outbox)

    async def _decide_about_somebody(self, command: commands.AboutSomebody) -> int:
        try:
            about = person_meant(self._room.audience, command)
        except Refusal as no:
            return await self._do(_refusing(no), command.id)  # unless it was done before, and they have gone since
        seat, at_table = _seat_given_by(command, about, self._room.table), self._at_table(command, about)
        if seat is not None and _is_possible(at_table, self._room.table):
            await self._call_owner(seat)  # it may have to wait for them then
        return await self._do(at_table, command.id)

    async def _ask_back(self, sit: commands.Sit) -> int:
        """Ask for the seat of an absent player, who is called."""
        seq = await self._do(self._at_table(sit), sit.id)
        if (seat := _seat_asked_back(self._viewer.guest.id, self._room.table)) is not None:
            await self._call_owner(seat)
        return seq

    def _at_table(self, command: commands.FromPage, about: Person = NOBODY) -> Command:
        decide, by = TABLE_COMMANDS[type(command)], Context(self._viewer.guest.id, self._room.audience, about)
        return lambda table: decide(table, by, command)

    async def _call_owner(self, seat: int) -> None:
        owner = self._room.table.seats[seat].guest
        if owner is not None:
            await call_first(self._room, owner, "seat")

    async def _do(self, command: Command, id: str | None = None) -> int:
        """The seq of its event."""
        return await self._room.do(self._viewer.guest.id, id or new_id(), self._in_time(command))

    def _in_time(self, command: Command) -> Command:
        def in_time(table: Table) -> Body | Decision:
            # Commands refused or already written cost nothing.
            decided = command(table)
            body = decided.body if isinstance(decided, Decision) else decided
            self._pace.refuse_haste(body)
            if isinstance(body, Wished):
                self._room.audience.askers.refuse_crowd(table, self._viewer.guest.id, self._address, body)
            return decided

        return in_time

    def _look(self, seat: int | None) -> None:
        room, seen = self._room, self._room.audience.seat_of_view(self._viewer)
        room.show_the_rest()
        room.audience.look(self._viewer, seat)
        if room.audience.seat_of_view(self._viewer) != seen:
            room.changed(room)  # the seat's pages are told again what only that seat is told, such as a hint

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
            await self._do(lambda table: gathering.wish_under_name(table, guest.id, name))
        else:
            self._pace.refuse_hasty_command()
        await self._room.store.guests.rename(guest.id, name)
        self._room.renamed(msgspec.structs.replace(guest, name=name))

    async def _rename_seat(self, name: str) -> None:
        try:
            await self._do(lambda table: gathering.sit_under_name(table, self._viewer.guest.id, name))
        except Refusal as no:
            if no.code != "not_now":  # a game has begun meanwhile, or they were renamed: the table lay behind before
                raise

    def _skip(self) -> None:
        moves.own_seat(self._room.table, self._viewer.guest.id, None)
        moves.going_on(self._room.table)
        if not moves.is_practice(self._room.table):
            raise Refusal("forbidden", say("Bots can be hurried only where nobody else plays."))
        if self._room.is_at_work:
            self._room.is_skipped.set()

    # --- Limits, secrets and hashes -------------------------------------------------------------------------

    def _talk(self, talk: commands.React | commands.Earlier) -> None:
        self._limits.admit("chat", self._viewer.guest.id)
        match talk:
            case commands.React(what, seat):
                self._pace.refuse_crowd()
                self._room.audience.react(self._viewer, what, seat)
            case commands.Earlier(before):
                self._room.audience.tell_earlier(self._viewer, before)

    async def _make_link(self, seat: int | None) -> None:
        guest, token = self._viewer.guest.id, secrets.token_urlsafe(LINK_BYTES)
        own = moves.own_seat(self._room.table, guest, seat)
        self._limits.admit("invitation", guest)
        await self._do(lambda table: gathering.make_link(table, guest, own, token))
        url = f"{self._origin}/t/{self._room.table.room}#seat={token}"
        code = await QR_CODES.of(url)
        self._viewer.answer(SeatLink(own, token, url, code.path, code.size))

    async def _keep(self, doors: commands.Doors) -> int:
        guest, hashed = self._viewer.guest.id, None
        if doors.password:  # neither left out nor empty
            gathering.host_only(self._room.table, guest)
            self._limits.admit("new password", guest)
            hashed = await self._limits.passwords.hashed(doors.password)
        return await self._do(lambda table: host.keep(table, guest, doors, hashed), doors.id)


def _refusing(no: Refusal) -> Command:
    def refuse(table: Table) -> Body:
        raise no

    return refuse


def _seat_given_by(command: commands.AboutSomebody, about: Person, table: Table) -> int | None:
    """The seat of an absent player that this command gives to somebody else."""
    match command:
        case commands.GiveSeat(seat=seat):
            return seat
        case commands.Admit(yes=True):
            return _seat_asked_back(about.guest, table)
    return None


def _seat_asked_back(guest: str | None, table: Table) -> int | None:
    """The seat of an absent player that this guest asks for."""
    wish = None if guest is None else table.people.wishes.get(guest)
    return wish.seat if wish is not None and wish.back else None


def _is_possible(command: Command, table: Table) -> bool:
    """Whether this command can be carried out, now or after a wait."""
    try:
        command(table)
    except host.TooSoon:
        return True
    except Refusal:
        return False  # as is said when it is carried out
    return True


async def call_first(room: Room, guest: str, about: AtStake) -> None:
    """Call a guest who is away and can be called, before something of theirs passes to somebody else: nothing does for
    a while from then on. app/push/notifier.py notifies them. Raises OutcomeUnknown, also when it could not be saved."""

    def call(table: Table) -> Body:
        return host.call(table, guest, about, room.audience)

    try:
        call(room.table)  # most need not be called: storage is not asked
        if await room.store.subscriptions.reach(room.table.room, guest):
            await room.do(SERVER, new_id(), call)
    except Refusal as no:
        if no.code == "busy" and not room.is_broken:
            raise OutcomeUnknown("a call could not be saved") from no
        log.debug("nobody is called: %s", no.code, extra={"room": room.table.room})
