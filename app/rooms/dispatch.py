"""What a page asks for, carried out: every message after the first has its few lines here."""

from __future__ import annotations

import secrets
from typing import Final

import msgspec
from msgspec import UNSET

from app.access.rate_limits import Limits
from app.protocol import commands, messages
from app.protocol.commands import FromBrowser
from app.protocol.messages import Ack, Refusal, SeatLink, ToBrowser
from app.protocol.names import clean_name
from app.rooms.links import QR_CODES
from app.rooms.outbox import Message
from app.rooms.room import Room
from app.rooms.viewer import Viewer
from app.rooms.write_pace import Pace
from app.storage.store import Store
from app.table import gathering, host, moves, proposals
from app.table.decide import Command
from app.table.event_ids import new_id
from app.table.events import Body
from app.table.moves import Decision
from app.table.state import Table
from games.engine import say

LINK_BYTES: Final = 24


class Errands:
    """One page's errands in its room."""

    def __init__(self, room: Room, viewer: Viewer, store: Store, limits: Limits, origin: str, address: str) -> None:
        self._room = room
        self._viewer = viewer
        self._store = store
        self._limits = limits
        self._origin = origin
        self._pace = Pace(limits, viewer.guest.id, address, room.table.room)

    async def carry_out(self, message: FromBrowser) -> None:
        """Raises Refusal or OutcomeUnknown."""
        guest = self._viewer.guest.id
        match message:
            case commands.Play() as play:
                seq = await self._do(lambda table: moves.answer(table, guest, play), play.id)
                self._answer(Ack(play.id, seq))
            case commands.Hello(name):
                await self._introduce(name)
            case commands.Start():
                await self._do(lambda table: gathering.start(table, guest))
            case commands.Rematch():
                await self._do(lambda table: gathering.rematch(table, guest))
            case commands.Propose(matter, seat):
                await self._do(lambda table: proposals.propose(table, guest, matter, seat))
            case commands.Agree(yes, seat):
                await self._do(lambda table: proposals.agree(table, guest, yes, seat))
            case commands.Speak() | commands.React() | commands.Earlier() as talk:
                await self._talk(talk)
            case (
                commands.Sit() | commands.Stand() | commands.Look() | commands.MakeLink() | commands.TakeSeat() as wish
            ):
                await self._sit(wish)
            case _:
                await self._host(message)

    @property
    def _name(self) -> str | None:
        """What whoever looks at this page is called in its room."""
        return self._room.audience.who().name_of(self._viewer.guest.id)

    async def _do(self, command: Command, id: str | None = None) -> int:
        """The seq of its event."""

        def in_time(table: Table) -> Body | Decision:
            # What was refused, or was written already, costs nothing.
            decided = command(table)
            self._pace.refuse_haste(decided.body if isinstance(decided, Decision) else decided)
            return decided

        return await self._room.do(self._viewer.guest.id, id or new_id(), in_time)

    def _answer(self, message: ToBrowser) -> None:
        self._viewer.outbox.put(Message(messages.encode(message), None))

    # --- Names and seats ------------------------------------------------------------------------------------

    async def _introduce(self, name: str | None) -> None:
        """A page said who opened it. A player whose seat a bot was given takes it back by this."""
        if name is not None and clean_name(name) != self._viewer.guest.name:
            await self._rename(clean_name(name))
        guest, table = self._viewer.guest.id, self._room.table
        if any(table.seats[seat].bot is not None for seat in table.people.seats_of(guest)):
            await self._do(lambda table: gathering.come_back(table, guest))

    async def _rename(self, name: str) -> None:
        """The seat first: what goes wrong in between is mended when the name is said again, which is as long as the
        browser goes by another one."""
        guest, table = self._viewer.guest, self._room.table
        gathering.refuse_muted(table, guest.id)
        self._room.audience.who().refuse_taken_name(guest.id, name)
        if table.people.name_of(guest.id) not in (None, name) and table.phase != "playing":
            await self._do(lambda table: gathering.sit_under_name(table, guest.id, name))
        elif guest.id in table.people.waiting:
            await self._do(lambda table: gathering.wish_under_name(table, guest.id, name))
        else:
            self._pace.refuse_hasty_command()
        await self._store.guests.rename(guest.id, name)
        self._room.renamed(msgspec.structs.replace(guest, name=name))

    async def _sit(
        self, wish: commands.Sit | commands.Stand | commands.Look | commands.MakeLink | commands.TakeSeat
    ) -> None:
        guest = self._viewer.guest
        match wish:
            case commands.Sit(number, back=True):
                await self._do(lambda table: gathering.ask_back(table, guest.id, number, self._room.audience))
            case commands.Sit(number, None):
                await self._do(lambda table: gathering.sit(table, guest.id, self._name, number))
            case commands.Sit(number, str(also)):
                self._room.audience.who().refuse_taken_name(guest.id, clean_name(also))
                await self._do(lambda table: gathering.sit_also(table, guest.id, number, also))
            case commands.Stand(own):
                await self._do(lambda table: gathering.stand(table, guest.id, own))
            case commands.Look(own):
                self._room.show_the_rest()
                self._room.audience.look(self._viewer, own)
            case commands.MakeLink(own):
                await self._make_link(own)
            case commands.TakeSeat(link):
                await self._do(lambda table: gathering.take_seat(table, guest.id, link))

    async def _make_link(self, seat: int | None) -> None:
        guest, token = self._viewer.guest.id, secrets.token_urlsafe(LINK_BYTES)
        own = moves.own_seat(self._room.table, guest, seat)
        if self._limits.invitation(guest) is not None:
            raise Refusal("busy", say("Too many tries. Wait a minute."))
        await self._do(lambda table: gathering.make_link(table, guest, own, token))
        url = f"{self._origin}/t/{self._room.table.room}#seat={token}"
        code = await QR_CODES.of(url)
        self._answer(SeatLink(own, token, url, code.path, code.size))

    # --- Talk -----------------------------------------------------------------------------------------------

    async def _talk(self, talk: commands.Speak | commands.React | commands.Earlier) -> None:
        guest = self._viewer.guest
        if self._limits.chat(guest.id) is not None:
            raise Refusal("busy", say("You are talking very fast. Wait a moment."))
        match talk:
            case commands.Speak(text, seat):
                await self._do(lambda table: gathering.speak(table, guest.id, self._name, text, seat))
            case commands.React(what, seat):
                self._room.audience.react(self._viewer, what, seat)
            case commands.Earlier(before):
                self._room.audience.tell_earlier(self._viewer, before)

    # --- The host's hand ------------------------------------------------------------------------------------

    async def _host(self, message: FromBrowser) -> None:
        guest, here = self._viewer.guest.id, self._room.audience.here
        match message:
            case commands.SeatBot(seat, level):
                await self._do(lambda table: host.seat_bot(table, guest, seat, level, here))
            case commands.ChangeGame(game, seats, options):
                await self._do(lambda table: host.change_game(table, guest, game, seats, options))
            case commands.Order(places):
                await self._do(lambda table: host.reorder(table, guest, places))
            case commands.Doors() as doors:
                await self._keep(doors)
            case commands.AboutSomebody():
                await self._handle(message)
            case commands.Pause():
                await self._do(lambda table: host.pause(table, guest))
            case commands.Resume():
                await self._do(lambda table: host.resume(table, guest))
            case commands.CloseRoom():
                await self._do(lambda table: host.close(table, guest))

    async def _handle(self, wish: commands.AboutSomebody) -> None:
        """What the host does about one person. Who is meant is settled once, before others come or go."""
        guest, audience = self._viewer.guest.id, self._room.audience
        who, people = audience.who(), self._room.table.people
        other = who.meant(wish)
        name = None if other is None else who.name_of(other)
        match wish:
            case commands.Admit(yes=yes):
                if wish.name is not None and other not in people.wishes:
                    other = people.wants_back(wish.name)  # whose name is still that of the seat's player
                await self._do(lambda table: host.admit(table, guest, other, yes, audience))
            case commands.Kick(out=out):
                await self._do(lambda table: host.kick(table, guest, other, out))
            case commands.HandOver():
                await self._do(lambda table: host.hand_over(table, guest, other))
            case commands.GiveSeat(seat=seat):
                await self._do(lambda table: host.give_seat(table, guest, seat, other, name, audience))
            case commands.Mute(yes=yes):
                await self._do(lambda table: host.mute(table, guest, other, yes, name))

    async def _keep(self, doors: commands.Doors) -> None:
        password = None
        if doors.password is not UNSET and doors.password:
            gathering.host_only(self._room.table, self._viewer.guest.id)
            if self._limits.new_password(self._viewer.guest.id) is not None:
                raise Refusal("busy", say("You have changed the password very often. Wait a minute."))
            password = await self._limits.passwords.hashed(doors.password)
        await self._do(lambda table: host.keep(table, self._viewer.guest.id, doors, password))
