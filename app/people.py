"""Who is at a table: seats, wishes, who is muted or was shown the door. Part of the fold of a room's events."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from app import events
from app.events import Event
from app.wishes import Level
from games.dealer import Line
from games.engine import Chair, say


class Seat(Struct):
    """A chair: free, a player's, a bot's, or a player's while a bot plays for him."""

    guest: str | None = None
    name: str | None = None
    bot: Level | None = None

    @property
    def free(self) -> bool:
        return self.guest is None and self.bot is None


class Wish(Struct, frozen=True):
    """Somebody waits for the host's word."""

    seat: int
    name: str


class People:
    """Guests, by their ids."""

    def __init__(self) -> None:
        self.host = ""
        self.seats: list[Seat] = []
        self.wishes: dict[str, Wish] = {}
        self.muted: set[str] = set()
        self.banned: set[str] = set()
        self.let_in: set[str] = set()
        self.links: dict[str, int] = {}
        """Unused links, by their hash: the seat each gives."""

    # --- What it tells ---

    def seats_of(self, guest: str) -> list[int]:
        """The seats that are this guest's, also while a bot plays them for him."""
        return [number for number, seat in enumerate(self.seats) if seat.guest == guest]

    def seat_of(self, guest: str) -> int | None:
        """The first of them."""
        return next(iter(self.seats_of(guest)), None)

    def players(self) -> list[int]:
        """The seats that a person plays now."""
        return [number for number, seat in enumerate(self.seats) if seat.guest is not None and seat.bot is None]

    def knows(self, guest: str) -> bool:
        """Whether the password is no question for this guest."""
        return guest in self.let_in or guest == self.host or self.seat_of(guest) is not None

    def named(self, name: str) -> str | None:
        """The guest who sits or would like to sit under this name."""
        seated = [seat.guest for seat in self.seats if seat.guest is not None and seat.name == name]
        waiting = [guest for guest, wish in self.wishes.items() if wish.name == name]
        return next(iter(seated + waiting), None)

    def name_of(self, guest: str) -> str | None:
        """The name this guest sits under."""
        seat = self.seat_of(guest)
        return None if seat is None else self.seats[seat].name

    # --- The fold ---

    def open(self, seats: int, host: str, name: str) -> None:
        """The host sits on seat 0."""
        self.host = host
        self.seats = [Seat() for _ in range(seats)]
        self.seats[0] = Seat(host, name)

    def change_places(self, places: Sequence[int | None]) -> None:
        """`places[i]` is the seat whose owner sits on seat i from now on."""
        was = self.seats
        self.seats = [Seat() if place is None else was[place] for place in places]
        for number, seat in enumerate(self.seats):
            if seat.guest is None and seat.bot is not None:
                seat.name = bots_name(number)
        self.wishes = {}
        self.links = {}

    def take(self, event: Event, playing: bool) -> list[Line]:
        """Take an event in; what is said about it."""
        match event.body:
            case events.Sat(seat, name, also):
                self._sit(event.actor, seat, name, also)
            case events.Stood(seat):
                self._leave(event.actor, self.seats_of(event.actor) if seat is None else [seat])
            case events.Wished(seat, name):
                self.wishes[event.actor] = Wish(seat, name)
            case events.Admitted(guest):
                wish = self.wishes.pop(guest)
                self._sit(guest, wish.seat, wish.name, also=False)
            case events.Declined(guest):
                self.wishes.pop(guest, None)
            case events.LetIn():
                self.let_in.add(event.actor)
            case events.Handed(guest):
                self.host = guest
            case events.Muted(guest, muted):
                (self.muted.add if muted else self.muted.discard)(guest)
            case events.Linked(seat, link):
                self._void_link(seat)
                self.links[link] = seat
            case _:
                return self._take_seats(event, playing)
        return []

    def _take_seats(self, event: Event, playing: bool) -> list[Line]:
        match event.body:
            case events.Kicked(guest, out):
                return self._kick(guest, out, playing, event.seq)
            case events.Gave(seat, guest):
                return self._give(seat, guest, playing, event.seq)
            case events.BotSeated(seat, level):
                return self._seat_bot(seat, level, playing, event.seq)
            case events.Returned():
                return self._return(event.actor, event.seq)
        raise ValueError(f"nobody takes in: {event.body}")

    def _sit(self, guest: str, seat: int, name: str, also: bool) -> None:
        if not also:
            self._leave(guest, self.seats_of(guest))
        if self.seats[seat].guest != guest:
            self._void_link(seat)
        self.seats[seat] = Seat(guest, name)
        self.wishes = {other: wish for other, wish in self.wishes.items() if other != guest and wish.seat != seat}

    def _leave(self, guest: str, seats: Collection[int]) -> None:
        for seat in seats:
            self._void_link(seat)
            self.seats[seat] = Seat()
        self.wishes.pop(guest, None)

    def _void_link(self, seat: int) -> None:
        """A link is its maker's: it opens nobody else's seat."""
        self.links = {link: at for link, at in self.links.items() if at != seat}

    def _kick(self, guest: str, out: bool, playing: bool, seq: int) -> list[Line]:
        seats = self.seats_of(guest)
        lines = [
            Line(say("A bot takes the seat of {seat}.", seat=self.seats[seat].name or ""), seq=seq) for seat in seats
        ]
        self._leave(guest, seats)
        if out:
            self.banned.add(guest)
            self.let_in.discard(guest)
        if not playing:
            return []
        for seat in seats:
            self.seats[seat] = Seat(None, bots_name(seat), "careful")
        return lines

    def _give(self, seat: int, guest: str, playing: bool, seq: int) -> list[Line]:
        self._void_link(seat)
        self.seats[seat] = Seat(guest, self.seats[seat].name)
        self.wishes.pop(guest, None)
        if not playing:
            return []
        said = say("{seat} goes on from another device.", seat=Chair(seat))
        return [Line(said, seat, seq=seq)]

    def _seat_bot(self, number: int, level: Level, playing: bool, seq: int) -> list[Line]:
        if not playing:
            self._void_link(number)
            self.seats[number] = Seat(None, bots_name(number), level)
            return []
        self.seats[number].bot = level
        return [Line(say("A bot plays for {seat}.", seat=Chair(number)), number, seq=seq)]

    def _return(self, guest: str, seq: int) -> list[Line]:
        back = [number for number in self.seats_of(guest) if self.seats[number].bot is not None]
        for number in back:
            self.seats[number].bot = None
        return [Line(say("{seat} is back.", seat=Chair(number)), number, seq=seq) for number in back]


def bots_name(number: int) -> str:
    """What a bot on this seat is called."""
    return f"Bot {number + 1}"
