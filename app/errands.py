"""What a page asks for, carried out: every message after the first has its few lines here."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import UNSET

from app import agreeing, hosting, judging, lobby, wire, wishes
from app.audience import Viewer
from app.events import Body
from app.ids import new_id
from app.limits import Limits
from app.names import clean_name
from app.outbox import Message
from app.pace import Pace
from app.qr import QR_CODES
from app.room import Room
from app.store import Store
from app.table import Table
from app.wire import Ack, Refusal, SeatLink, ToBrowser
from app.wishes import FromBrowser
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
            case wishes.Play() as play:
                seq = await self._do(lambda table: judging.answer(table, guest, play), play.id)
                self._answer(Ack(play.id, seq))
            case wishes.Hello(name):
                await self._introduce(name)
            case wishes.Start():
                await self._do(lambda table: lobby.start(table, guest))
            case wishes.Rematch():
                await self._do(lambda table: lobby.rematch(table, guest))
            case wishes.Propose(matter, seat):
                await self._do(lambda table: agreeing.propose(table, guest, matter, seat))
            case wishes.Agree(yes, seat):
                await self._do(lambda table: agreeing.agree(table, guest, yes, seat))
            case wishes.Speak() | wishes.React() | wishes.Earlier() as talk:
                await self._talk(talk)
            case wishes.Sit() | wishes.Stand() | wishes.Look() | wishes.MakeLink() | wishes.TakeSeat() as wish:
                await self._sit(wish)
            case _:
                await self._host(message)

    @property
    def _name(self) -> str | None:
        """What whoever looks at this page is called in its room."""
        return self._room.audience.who().name_of(self._viewer.guest.id)

    async def _do(self, decide: Callable[[Table], Body], id: str | None = None) -> int:
        """The seq of its event."""

        def decide_in_time(table: Table) -> Body:
            # What was refused, or was written already, costs nothing.
            body = decide(table)
            self._pace.refuse_haste(body)
            return body

        return await self._room.do(self._viewer.guest.id, id or new_id(), decide_in_time)

    def _answer(self, message: ToBrowser) -> None:
        self._viewer.outbox.put(Message(wire.encode(message), None))

    # --- Names and seats ------------------------------------------------------------------------------------

    async def _introduce(self, name: str | None) -> None:
        """A page said who opened it. A player whose seat a bot was given takes it back by this."""
        if name is not None and clean_name(name) != self._viewer.guest.name:
            await self._rename(clean_name(name))
        guest, table = self._viewer.guest.id, self._room.table
        if any(table.seats[seat].bot is not None for seat in table.people.seats_of(guest)):
            await self._do(lambda table: lobby.come_back(table, guest))

    async def _rename(self, name: str) -> None:
        """The seat first: what goes wrong in between is mended when the name is said again, which is as long as the
        browser goes by another one."""
        guest, table = self._viewer.guest, self._room.table
        lobby.refuse_muted(table, guest.id)
        self._room.audience.who().refuse_taken_name(guest.id, name)
        if table.people.name_of(guest.id) not in (None, name) and table.phase != "playing":
            await self._do(lambda table: lobby.sit_under_name(table, guest.id, name))
        elif guest.id in table.people.waiting:
            await self._do(lambda table: lobby.wish_under_name(table, guest.id, name))
        else:
            self._pace.refuse_hasty_command()
        await self._store.guests.rename(guest.id, name)
        self._room.renamed(msgspec.structs.replace(guest, name=name))

    async def _sit(self, wish: wishes.Sit | wishes.Stand | wishes.Look | wishes.MakeLink | wishes.TakeSeat) -> None:
        guest = self._viewer.guest
        match wish:
            case wishes.Sit(number, back=True):
                await self._do(lambda table: lobby.ask_back(table, guest.id, number, self._room.audience))
            case wishes.Sit(number, None):
                await self._do(lambda table: lobby.sit(table, guest.id, self._name, number))
            case wishes.Sit(number, str(also)):
                self._room.audience.who().refuse_taken_name(guest.id, clean_name(also))
                await self._do(lambda table: lobby.sit_also(table, guest.id, number, also))
            case wishes.Stand(own):
                await self._do(lambda table: lobby.stand(table, guest.id, own))
            case wishes.Look(own):
                self._room.show_the_rest()
                self._room.audience.look(self._viewer, own)
            case wishes.MakeLink(own):
                await self._make_link(own)
            case wishes.TakeSeat(link):
                await self._do(lambda table: lobby.take_seat(table, guest.id, link))

    async def _make_link(self, seat: int | None) -> None:
        guest, token = self._viewer.guest.id, secrets.token_urlsafe(LINK_BYTES)
        own = judging.own_seat(self._room.table, guest, seat)
        if self._limits.invitation(guest) is not None:
            raise Refusal("busy", say("Too many tries. Wait a minute."))
        await self._do(lambda table: lobby.make_link(table, guest, own, token))
        url = f"{self._origin}/t/{self._room.table.room}#seat={token}"
        code = await QR_CODES.of(url)
        self._answer(SeatLink(own, token, url, code.path, code.size))

    # --- Talk -----------------------------------------------------------------------------------------------

    async def _talk(self, talk: wishes.Speak | wishes.React | wishes.Earlier) -> None:
        guest = self._viewer.guest
        if self._limits.chat(guest.id) is not None:
            raise Refusal("busy", say("You are talking very fast. Wait a moment."))
        match talk:
            case wishes.Speak(text, seat):
                await self._do(lambda table: lobby.speak(table, guest.id, self._name, text, seat))
            case wishes.React(what, seat):
                self._room.audience.react(self._viewer, what, seat)
            case wishes.Earlier(before):
                self._room.audience.tell_earlier(self._viewer, before)

    # --- The host's hand ------------------------------------------------------------------------------------

    async def _host(self, message: FromBrowser) -> None:
        guest, here = self._viewer.guest.id, self._room.audience.here
        match message:
            case wishes.SeatBot(seat, level):
                await self._do(lambda table: hosting.seat_bot(table, guest, seat, level, here))
            case wishes.ChangeGame(game, seats, options):
                await self._do(lambda table: hosting.change_game(table, guest, game, seats, options))
            case wishes.Order(places):
                await self._do(lambda table: hosting.reorder(table, guest, places))
            case wishes.Doors() as doors:
                await self._keep(doors)
            case wishes.AboutSomebody():
                await self._handle(message)
            case wishes.Pause():
                await self._do(lambda table: hosting.pause(table, guest))
            case wishes.Resume():
                await self._do(lambda table: hosting.resume(table, guest))
            case wishes.CloseRoom():
                await self._do(lambda table: hosting.close(table, guest))

    async def _handle(self, wish: wishes.AboutSomebody) -> None:
        """What the host does about one person. Who is meant is settled once, before others come or go."""
        guest, audience = self._viewer.guest.id, self._room.audience
        who, people = audience.who(), self._room.table.people
        other = who.meant(wish)
        name = None if other is None else who.name_of(other)
        match wish:
            case wishes.Admit(yes=yes):
                if wish.name is not None and other not in people.wishes:
                    other = people.wants_back(wish.name)  # whose name is still that of the seat's player
                await self._do(lambda table: hosting.admit(table, guest, other, yes, audience))
            case wishes.Kick(out=out):
                await self._do(lambda table: hosting.kick(table, guest, other, out))
            case wishes.HandOver():
                await self._do(lambda table: hosting.hand_over(table, guest, other))
            case wishes.GiveSeat(seat=seat):
                await self._do(lambda table: hosting.give_seat(table, guest, seat, other, name, audience))
            case wishes.Mute(yes=yes):
                await self._do(lambda table: hosting.mute(table, guest, other, yes, name))

    async def _keep(self, doors: wishes.Doors) -> None:
        password = None
        if doors.password is not UNSET and doors.password:
            lobby.host_only(self._room.table, self._viewer.guest.id)
            if self._limits.new_password(self._viewer.guest.id) is not None:
                raise Refusal("busy", say("You have changed the password very often. Wait a minute."))
            password = await self._limits.passwords.hashed(doors.password)
        await self._do(lambda table: hosting.keep(table, self._viewer.guest.id, doors, password))
