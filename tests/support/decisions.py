"""A table without rooms, database or network: given what has happened, a command leads to an event or a refusal.

At the end every table is read from its log once more, and from a snapshot, and compared with the one played at.
"""

from collections.abc import Callable, Iterator
from math import inf
from typing import Any, Final, Self

import msgspec
import pytest
from msgspec import UNSET

from app.protocol import commands
from app.protocol.commands import FromBrowser
from app.protocol.messages import Refusal, SeatLink
from app.rooms.identities import Who
from app.rooms.table_commands import RULES, By, NewSettings, person_meant
from app.storage.guests import Guest
from app.table import gathering, moves, proposals, snapshots
from app.table import host as hosting
from app.table.decide import decide
from app.table.event_ids import SERVER, new_id
from app.table.events import Body, Event, Linked, decode_body, encode_body
from app.table.state import Table
from games import GAMES
from games.frame import Undo
from tests.support.beads import BEADS
from tests.support.tables import ANN, BEGAN, addressed, told

ROOM: Final = "k7Qm2xZ9vB3nR5wT"


class Given:
    """One table, who is present, and a clock advanced only by the test."""

    def __init__(self, *guests: Guest, seats: int = 0, game: str = "beads", **options: Any) -> None:
        """These people sit in this order; the first one is host."""
        host = guests[0] if guests else ANN
        self.table = Table(ROOM)
        self.log: list[Event] = []
        self.ms = BEGAN
        self.here: dict[str, Guest] = {host.id: host}
        self.link = ""
        """The newest seat link."""
        self._away: dict[str, float] = {}
        self.writes(host.id, gathering.open_room(game, seats or len(guests), options, host.name or ""))
        for seat, guest in enumerate(guests[1:], 1):
            self.when(guest, commands.Sit(seat))

    # --- What happens ---

    def begun(self, clock: commands.Clock | None = None) -> Self:
        """Begin the game. Bots take the remaining seats."""
        bots = [commands.SeatBot(number, "medium") for number, seat in enumerate(self.table.seats) if seat.free]
        clocks = [] if clock is None else [commands.ChangeSettings(clock=clock)]
        self.when(self.here[self.table.host], *bots, *clocks, commands.Start())
        return self

    def when(self, guest: Guest, *wished: FromBrowser) -> Body:
        """Carry out these commands; the last event. Raises Refusal."""
        for wish in wished:
            body = self.writes(guest.id, self.judged(guest, wish))
        return body

    def refuses(self, guest: Guest, wish: FromBrowser) -> str:
        """The refusal's code and text. Nothing has happened."""
        with pytest.raises(Refusal) as no:
            self.judged(guest, wish)
        return str(no.value)

    def plays(self, guest: Guest, do: str, seat: int | None = None, question: int | None = None, **move: Any) -> Body:
        """Answer the present question, or this one. Raises Refusal."""
        return self.when(guest, self.answer(do, seat, question, **move))

    def puts(self, *guests: Guest, bead: int = 1) -> None:
        """Put a bead for each of them in turn."""
        for guest in guests:
            self.plays(guest, "put", bead=bead)

    def answer(self, do: str, seat: int | None = None, question: int | None = None, **move: Any) -> commands.Play:
        """An answer to the present question, or to this one."""
        raw = msgspec.Raw(msgspec.json.encode({"do": do, **move}))
        return commands.Play(new_id(), self.question if question is None else question, raw, seat)

    def bot_answers(self) -> Body:
        """Let the bot answer for the seat asked first."""
        return self.writes(SERVER, self.bot_would_answer())

    def bot_would_answer(self, seat: int | None = None) -> Body:
        return moves.bots_answer(self.table, self.asked[0] if seat is None else seat, self.question).body

    def lapses(self, seat: int) -> Body:
        """Let this seat's time run out."""
        return self.writes(SERVER, moves.lapse(self.table, seat, self.question).body)

    def house_looks_for_a_host(self) -> Body:
        """Appoint a host, the old one having been gone for long. Raises Refusal."""
        return self.writes(SERVER, hosting.succeed(self.table, self))

    def enters(self, *guests: Guest) -> None:
        """Open a page for each."""
        for guest in guests:
            self.here[guest.id] = guest
            self._away.pop(guest.id, None)

    def leaves(self, *guests: Guest, ago: float = 3600) -> None:
        """Close their pages, this many seconds ago."""
        for guest in guests:
            del self.here[guest.id]
            self._away[guest.id] = ago

    def away_s(self, guest: str) -> float:
        return self._away.get(guest, 0.0)

    def called_s(self, guest: str) -> float:
        callings = self.table.people.called.get(guest)
        return (self.ms - callings[-1].at) / 1000 if callings else inf

    def who(self) -> Who:
        return Who(self.table, self.here)

    def advance(self, seconds: float) -> None:
        """Advance the clock."""
        self.ms += round(seconds * 1000)

    def writes(self, actor: str, body: Body) -> Body:
        """Record an event in the log as it would be stored."""
        table, stored = self.table, encode_body(body)
        self.link = f"link {table.seq}" if isinstance(body, Linked) else self.link
        event = Event(ROOM, table.seq + 1, new_id(), table.head, actor, decode_body(stored), self.ms, stored)
        table.apply_unsealed(event)
        self.log.append(event)
        return event.body

    def judged(self, guest: Guest, wish: FromBrowser) -> Body:
        """The event for this command. Raises Refusal."""
        self.here.setdefault(guest.id, guest)
        return decide(self.table, guest.id, new_id(), lambda table: self._decided(table, guest.id, wish)).body

    def _decided(self, table: Table, id: str, wish: FromBrowser) -> Body | moves.Decision:
        match wish:
            case commands.Hello(None):
                return gathering.come_back(table, id)
            case commands.Hello(str(other)) if table.people.seat_of(id) is None:
                return gathering.request_under_name(table, id, other)
            case commands.Hello(str(other)):
                return gathering.sit_under_name(table, id, other)
        wish = addressed(wish, table, self.who())
        return RULES[type(wish)].decide(table, By(id, self), wish, *self._needed(wish))

    def _needed(self, wish: FromBrowser) -> tuple[Any, ...]:
        """What the command needs first."""
        match wish:
            case commands.MakeLink(seat):
                return (SeatLink(seat, f"link {self.table.seq}", "", "", 0),)
            case commands.ChangeSettings(password=password):
                return (NewSettings(None if password is UNSET else f"hash of {password}", self.ms),)
            case commands.AboutSomebody():
                return (person_meant(self, wish),)
            case commands.Rematch(again=again):
                return (self.log[self.table.began - 1].body if again and self.table.phase == "over" else None,)
        return ()

    # --- Results ---

    @property
    def question(self) -> int:
        """The number of the present question."""
        return self.table.playing.state.question.number

    @property
    def string(self) -> list[tuple[int, int]]:
        """The beads put so far, each with its seat."""
        return [(seat, bead) for seat, bead in self.table.playing.state.string]

    @property
    def seats(self) -> list[str | None]:
        """The names of the seated, by seat."""
        return [seat.name for seat in self.table.seats]

    @property
    def asked(self) -> list[int]:
        return [*moves.asked_seats(self.table)]

    @property
    def said(self) -> list[str]:
        """The lasting lines of the game."""
        return [line.text.text for line in self.table.lasting(0)]

    @property
    def waiting(self) -> list[int] | None:
        """The seats that have yet to agree to the proposal; None if there is none."""
        return proposals.waiting_for(self.table) if proposals.pending(self.table) else None

    def undo(self, seat: int) -> Undo:
        """Whether and how this seat's last move can be taken back."""
        return proposals.can_undo(self.table, seat)

    def left(self) -> list[float]:
        """The time left for each seat, in seconds."""
        timing, clock = self.table.playing.timing, self.table.settings.clock
        return [timing.left(clock, seat, self.ms) / 1000 for seat in range(len(self.table.seats))]

    def check(self) -> None:
        """Fail unless the log and a snapshot lead to the same table."""
        again = Table(ROOM)
        for event in self.log:
            again.apply_unsealed(event)
        copy = snapshots.unpacked(ROOM, snapshots.compressed(snapshots.packed(self.table)))
        assert told(again) == told(copy) == told(self.table)


Tables = Callable[..., Given]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    """Makes tables, each checked at the end."""
    monkeypatch.setitem(GAMES, "beads", BEADS)
    tables: list[Given] = []

    def made(*guests: Guest, **how: Any) -> Given:
        tables.append(Given(*guests, **how))
        return tables[-1]

    yield made
    for table in tables:
        table.check()
