"""The people at a table: seats, requests for seats, who is muted or was removed. Part of the fold of events."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from app.protocol.commands import Figure, level_of
from app.table import events
from app.table.event_ids import SERVER
from app.table.events import NAMELESS, Event, Wished
from games.bot import Level
from games.dealer import Line
from games.engine import Chair, say


class Seat(Struct):
    """A seat: free, a player's, a bot's, or a player's while a bot plays for them."""

    guest: str | None = None
    name: str | None = None
    bot: Level | None = None
    figure: Figure | None = None

    @property
    def free(self) -> bool:
        return self.guest is None and self.bot is None


class People(Struct):
    """The people of a room, by guest id."""

    host: str = ""
    seats: list[Seat] = []
    wishes: dict[str, Wished] = {}
    """Guest -> their request for a seat."""
    muted: dict[str, str] = {}
    """Guest -> the name they were shown under when muted; empty if they had none."""
    banned: set[str] = set()
    let_in: set[str] = set()
    links: dict[str, int] = {}
    """Hash of an unused link -> the seat it gives."""

    def __repr__(self) -> str:
        """The seats, without saying who sits there."""
        bots = [number for number, seat in enumerate(self.seats) if seat.bot is not None]
        free = [number for number, seat in enumerate(self.seats) if seat.free]
        aside = f"{len(self.wishes)} wait, {len(self.muted)} muted, {len(self.banned)} banned"
        return f"<People: host on {self.seat_of(self.host)}, on {self.players()}, bots {bots}, free {free}, {aside}>"

    # --- Queries ---

    def seats_of(self, guest: str) -> list[int]:
        """The seats of this guest, even while a bot plays them."""
        return [number for number, seat in enumerate(self.seats) if seat.guest == guest]

    def seat_of(self, guest: str) -> int | None:
        """The guest's first seat."""
        return next(iter(self.seats_of(guest)), None)

    def players(self) -> list[int]:
        """The seats that people play now."""
        return [number for number, seat in enumerate(self.seats) if seat.guest is not None and seat.bot is None]

    def seat_of_view(self, guest: str, look: int | None) -> int | None:
        """The seat whose view this guest sees: their only one, or of several the one that they `look` through. None: a
        spectator's view, or the curtain."""
        seats = self.seats_of(guest)
        if len(seats) == 1:
            return seats[0]
        return look if look in seats else None

    def plays_or_hosts(self, guest: str) -> bool:
        """Whether others may be waiting for this guest."""
        return guest == self.host or self.seat_of(guest) is not None

    def is_locked_out(self, guest: str, password: str | None) -> bool:
        """Whether this guest has yet to give the password; one who was here when it was set may not have given it."""
        return password is not None and guest not in self.let_in and not self.plays_or_hosts(guest)

    @property
    def waiting(self) -> dict[str, Wished]:
        """The guests waiting for a free seat, with the names they will go by."""
        return {guest: wish for guest, wish in self.wishes.items() if not wish.back}

    def wants_back(self, name: str) -> str | None:
        """The guest who claims the seat of the player of this name, if there is exactly one."""
        guests = [guest for guest, wish in self.wishes.items() if wish.back and wish.name == name]
        return guests[0] if len(guests) == 1 else None

    def goes_on(self, body: events.Body) -> tuple[str, str, str, bool] | None:
        """The player who moves to another device with this event: their old guest id, their new one, their name, and
        whether this was the only seat on the old one."""
        match body:
            case events.Gave(seat, guest, link) if link:
                pass
            case events.Admitted(guest) if self.wishes[guest].back:
                seat = self.wishes[guest].seat
            case _:
                return None
        owner, name = self.seats[seat].guest, self.seats[seat].name
        return None if owner is None or name is None else (owner, guest, name, len(self.seats_of(owner)) == 1)

    def name_of(self, guest: str) -> str | None:
        """The name this guest sits under."""
        seat = self.seat_of(guest)
        return None if seat is None else self.seats[seat].name

    def figure_of(self, guest: str | None, name: str) -> Figure | None:
        """The figure chosen by this guest for the seat under this name."""
        own = (seat.figure for seat in self.seats if (seat.guest, seat.name) == (guest, name))
        return None if guest is None else next(own, None)

    # --- The fold ---

    def open(self, seats: int, host: str, name: str) -> None:
        """Seat the host on seat 0."""
        self.host = host
        self.seats = [Seat(host, name), *(Seat() for _ in range(seats - 1))]

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
        """Fold an event; returns its lines."""
        match event.body:
            case events.Sat(seat, name, True, figure) if figure is not None:
                self.seats[seat].figure = figure
            case events.Sat(seat, name, also):
                self._sit(event.actor, seat, name, also)
            case events.Stood(seat):
                self._leave(event.actor, self.seats_of(event.actor) if seat is None else [seat])
            case Wished() as wished:
                self.wishes[event.actor] = wished
            case events.Admitted(guest) if not self.wishes[guest].back:
                wish = self.wishes.pop(guest)
                self._sit(guest, wish.seat, wish.name, also=False)
            case events.Declined(guest):
                self.wishes.pop(guest, None)
            case events.LetIn():
                self.let_in.add(event.actor)
            case events.Handed(guest):
                self.host = guest
            case events.Muted(guest, True, name):
                self.muted.setdefault(guest, name)
            case events.Muted(guest, False):
                self.muted.pop(guest, None)
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
            case events.Gave() as gave:
                return self._give(gave, playing, event.seq)
            case events.Admitted(guest):
                return self._give_back(self.wishes[guest].seat, guest, playing, event)
            case events.BotSeated(seat, level):
                return self._seat_bot(seat, level_of(level), playing, event.seq)
            case events.Returned():
                return self._return(event.actor, event.seq)
        raise ValueError(f"unexpected event: {event.body}")

    def _sit(self, guest: str, seat: int, name: str, also: bool) -> None:
        figure = self._figure_of(guest, seat, also)
        if not also:
            self._leave(guest, self.seats_of(guest))
        if self.seats[seat].guest != guest:
            self._void_link(seat)
        self.seats[seat] = Seat(guest, name, figure=figure)
        self.wishes = {other: wish for other, wish in self.wishes.items() if other != guest and wish.seat != seat}

    def _figure_of(self, guest: str, seat: int, also: bool) -> Figure | None:
        """The figure that somebody who sits down here has chosen before, which goes with them."""
        own = self.seats_of(guest)
        before = seat if seat in own else None if also else next(iter(own), None)
        return None if before is None else self.seats[before].figure

    def _leave(self, guest: str, seats: Collection[int]) -> None:
        for seat in seats:
            self._void_claims(seat)
            self.seats[seat] = Seat()
        self.wishes.pop(guest, None)

    def _void_link(self, seat: int) -> None:
        """Void the link to this seat: it belongs to the player who made it."""
        self.links = {link: at for link, at in self.links.items() if at != seat}

    def _kick(self, guest: str, out: bool, playing: bool, seq: int) -> list[Line]:
        seats = self.seats_of(guest)
        names = [self.seats[seat].name or "" for seat in seats]
        self._leave(guest, seats)
        if out:
            self.banned.add(guest)
            self.let_in.discard(guest)
        if not playing:
            return []
        for seat in seats:
            self.seats[seat] = Seat(None, bots_name(seat), "medium")
        return [Line(say("A bot has taken the seat of {seat}.", seat=name), seq=seq) for name in names]

    def _give(self, gave: events.Gave, playing: bool, seq: int) -> list[Line]:
        seat, chair = gave.seat, Chair(gave.seat)
        # By their name, since the seat is about to change its own.
        owner = self.seats[seat].name or "" if gave.called else chair
        self._put_on(seat, gave.guest, is_same=bool(gave.link), is_host=gave.host)
        if gave.called:
            self.seats[seat] = Seat(gave.guest, gave.called)
        if gave.name == NAMELESS:
            said = say("The host gave {seat}’s seat to someone without a name.", seat=chair)
        elif gave.name:
            said = say("The host gave {seat}’s seat to {name}.", seat=owner, name=gave.name)
        else:
            said = say("{seat} has moved to another device.", seat=chair)
        return [Line(said, seat, seq=seq)] if playing else []

    def _give_back(self, seat: int, guest: str, playing: bool, event: Event) -> list[Line]:
        words = {"seat": Chair(seat)}
        if event.actor == SERVER:
            said = say("{seat} asked for their seat back and got it: no one else was here.", **words)
        elif event.actor == self.host:
            said = say("{seat} asked for their seat back, and the host said yes.", **words)
        else:
            other = Chair(self.seats_of(event.actor)[0])
            said = say("{seat} asked for their seat back, and {other} said yes.", other=other, **words)
        self._put_on(seat, guest, is_same=True, is_host=seat == self.seat_of(self.host))
        return [Line(said, seat, seq=event.seq)] if playing else []

    def _put_on(self, seat: int, guest: str, *, is_same: bool, is_host: bool) -> None:
        """Give the seat to this guest. The same person on another device is muted, and host, as before."""
        old = self.seats[seat].guest
        self._void_claims(seat)
        self.seats[seat] = Seat(guest, self.seats[seat].name, figure=self.seats[seat].figure)
        self.wishes.pop(guest, None)
        if is_same and old in self.muted:
            self.muted[guest] = self.muted[old]
        if is_host:
            self.host = guest

    def _void_claims(self, seat: int) -> None:
        """Void the link to this seat and drop requests to get it back, as its player has left it."""
        self._void_link(seat)
        self.wishes = {guest: wish for guest, wish in self.wishes.items() if wish.seat != seat or not wish.back}

    def _seat_bot(self, number: int, level: Level, playing: bool, seq: int) -> list[Line]:
        if not playing:
            self._void_claims(number)
            self.seats[number] = Seat(None, bots_name(number), level)
            return []
        self.seats[number].bot = level
        return [Line(say("A bot has started to play for {seat}.", seat=Chair(number)), number, seq=seq)]

    def _return(self, guest: str, seq: int) -> list[Line]:
        back = [number for number in self.seats_of(guest) if self.seats[number].bot is not None]
        for number in back:
            self.seats[number].bot = None
        return [Line(say("{seat} is back.", seat=Chair(number)), number, seq=seq) for number in back]


def bots_name(number: int) -> str:
    """The name of a bot on this seat."""
    return f"Bot {number + 1}"
