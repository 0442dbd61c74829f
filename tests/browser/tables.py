"""Tables with play over the wire, so that a position is reached quickly, while browsers watch."""

from collections.abc import Awaitable
from typing import Any

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.client import Friend, Message, Page


class Seated:
    """A table and the connections of its players, by seat."""

    def __init__(self, room: str, lines: list[Page]) -> None:
        self.room = room
        self.lines = lines

    @property
    def frame(self) -> Message:
        """The host's newest frame."""
        return self.lines[0].frame

    @property
    def view(self) -> dict[str, Any]:
        """The host's view of the game."""
        return self.frame["view"]

    @property
    def turn(self) -> int:
        """The seat that is asked."""
        return int(self.frame["asked"][0])

    @property
    def in_hand(self) -> str:
        """The piece just drawn."""
        return self.view["drawn"]

    async def start(self) -> None:
        """Let the host begin."""
        await self.lines[0].send(type="start")
        await self.catch_up(0)

    async def play(self, **move: Any) -> int:
        """Answer for the seat that is asked; the number of the event."""
        return await self.answer(self.turn, move)

    async def answer(self, seat: int, move: Message) -> int:
        """Send this seat's answer, asked or not; the number of the event."""
        before = self.frame["seq"]
        await self.lines[seat].play(move)
        return await self.catch_up(before)

    async def catch_up(self, before: int) -> int:
        """Receive an event after this one, such as an answer given in a browser; its number."""
        for line in self.lines:
            await line.hear("frame", lambda frame: frame["seq"] > before)
        return int(self.frame["seq"])

    async def say(self, seat: int, text: str) -> None:
        """Send a chat line from this seat."""
        await self.lines[seat].send(type="chat", text=text)
        await self.lines[seat].hear("chat", lambda chat: chat["text"] == text)

    async def draw_and_place(self, cylinder: int) -> int:
        """Play a turn that eliminates nobody, if the cylinder has room."""
        await self.play(do="draw")
        return await self.play(do="place", cylinder=cylinder)

    async def pass_to(self, seat: int, cylinder: int = 3) -> None:
        """Let the others draw and place until it is this seat's turn."""
        while self.turn != seat:
            await self.draw_and_place(cylinder)

    async def come_to_pay(self) -> str:
        """The host lifts a pair, then a single piece, and so has to give back the piece they hold; that piece. Needs a
        new table with a capacity of at least 5."""
        await self.draw_and_place(1)
        stacked: list[str] = []
        while len(stacked) == len(set(stacked)):
            await self.play(do="draw")
            if self.in_hand != "joker":
                stacked.append(self.in_hand)
            await self.play(do="place", cylinder=2 if self.in_hand == "joker" else 0)
        for cylinder in (0, 1):
            await self.pass_to(0)
            await self.play(do="lift", cylinder=cylinder)
        (held,) = self.frame["view"]["held"][0]
        return str(held)

    async def end(self, empty: int = 0) -> None:
        """Everybody in turn lifts this empty cylinder, and is out."""
        while not self.frame["outcome"]:
            await self.play(do="lift", cylinder=empty)

    async def break_off(self) -> None:
        """End the game by agreement."""
        host, *others = self.lines
        await host.send(type="propose", matter="end")
        for line in others:
            await line.hear("table", lambda heard: heard["proposal"] is not None)
            await line.send(type="agree", yes=True)
        await host.hear("results", lambda heard: bool(heard["games"]))

    async def rematch(self) -> None:
        """Let the host begin another game."""
        before = self.frame["seq"]
        await self.lines[0].send(type="rematch")
        await self.catch_up(before)


class Tables:
    """All tables of a test. A plain name stands for somebody without a browser."""

    def __init__(self) -> None:
        self._lines: list[Page] = []

    async def gather(
        self, host: Guest, *others: Guest | str, seats: int = 0, hints: bool = False, **options: Any
    ) -> Seated:
        """Seat them in this order, at a table perhaps with hints. Seats beyond theirs stay free."""
        friend = await host.friend()
        room = await friend.open_room(host.name, seats=seats or 1 + len(others), **options)
        table = Seated(room, [await self.enter(friend, room, host.name)])
        for seat, other in enumerate(others, 1):
            table.lines.append(await self.sit(room, seat, other, host.base_url))
        if hints:
            await table.lines[0].send(type="doors", hints=True)
        return table

    async def play(self, host: Guest, *others: Guest | str, asked: int | None = None, **options: Any) -> Seated:
        """Seat them and begin the game; at TCNCCC, this seat is asked."""
        table = await self.gather(host, *others, **options)
        await table.start()
        if asked is not None:
            await table.pass_to(asked)
        return table

    async def sit(self, room: str, seat: int, who: Guest | str, base_url: str) -> Page:
        """Enter and sit down."""
        name, friend = (who.name, await who.friend()) if isinstance(who, Guest) else (who, Friend(base_url))
        await friend.visit()
        line = await self.enter(friend, room, name)
        await line.send(type="sit", seat=seat)
        await line.hear("table", lambda table: table["you"]["seat"] == seat)
        return line

    async def enter(self, friend: Friend, room: str, name: str | None = None) -> Page:
        """A connection of this friend, by this name or by none."""
        line = await friend.enter(room, name)
        self._lines.append(line)
        await friend.http.aclose()
        await line.hear("table", lambda table: table["you"]["name"] == name)
        return line

    async def close(self) -> None:
        """Drop all connections: a close handshake would wait behind everything unread."""
        for line in self._lines:
            line.socket.transport.abort()


async def asked_look(guest: Guest, tables: Tables, *others: Guest | str, **options: Any) -> tuple[Seated, Look]:
    """A table of TCNCCC where this guest is asked, and their page."""
    return await seen(guest, tables.play(guest, *(others or ("Bo",)), asked=0, **options))


async def seen(guest: Guest, table: Awaitable[Seated]) -> tuple[Seated, Look]:
    """This table, and this guest's page of it."""
    seated = await table
    return seated, await guest.look_at(seated.room)
