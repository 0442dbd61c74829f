"""The people at a table: seats, requests for seats, who is muted or was removed, and the games they have finished. Part
of the fold of events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from app.protocol.characters import figure_of, who_comes
from app.protocol.commands import Figure
from app.table import events
from app.table.clock import AtStake, Called, Calling
from app.table.evening import BY_HOST, BY_NEW_PEOPLE, OPEN, OpenHands, SaidReady
from app.table.event_ids import SERVER
from app.table.events import Event, Result, SeatRequested
from app.table.hands import Hands, Seat
from games.bot import Level
from games.dealer import Line
from games.engine import Chair, say


class People(Hands):
    """The people of a room, by guest id."""

    open_hands: OpenHands = field(default_factory=OpenHands)
    banned: set[str] = set()
    let_in: set[str] = set()
    called: dict[str, list[Calling]] = {}
    """Guest -> how they were called, since they were last here, before something of theirs passes to somebody else."""

    def __repr__(self) -> str:
        """The seats, without saying who sits there."""
        bots = [number for number, seat in enumerate(self.seats) if seat.bot is not None]
        free = [number for number, seat in enumerate(self.seats) if seat.free]
        aside = f"{len(self.seat_requests)} wait, {len(self.muted)} muted, {len(self.banned)} banned"
        return f"<People: host on {self.seat_of(self.host)}, on {self.players()}, bots {bots}, free {free}, {aside}>"

    # --- Queries ---

    def players(self) -> list[int]:
        """The seats that people play now."""
        return [number for number, seat in enumerate(self.seats) if seat.guest is not None and seat.bot is None]

    def viewpoint_of(self, guest: str, chosen: int | None) -> int | None:
        """The seat whose view this guest sees: their only one, or of several the one that they have `chosen`. None: a
        spectator's view, or the curtain."""
        seats = [number for number in self.seats_of(guest) if not self.seats[number].is_blind]
        if len(seats) == 1:
            return seats[0]
        return chosen if chosen in seats else None

    def is_called(self, guest: str, about: AtStake) -> bool:
        """Whether this guest was called about this since they were last here."""
        return any(calling.about == about for calling in self.called.get(guest, ()))

    def returns(self, guest: str) -> bool:
        """Whether it matters that this guest returns: they get something back, or were called."""
        return guest in self.called or self.gets_back(guest)

    def plays_or_hosts(self, guest: str) -> bool:
        """Whether others may be waiting for this guest."""
        return guest == self.host or self.seat_of(guest) is not None

    def is_locked_out(self, guest: str, password: str | None) -> bool:
        """Whether this guest has yet to give the password; one who was here when it was set may not have given it."""
        return password is not None and guest not in self.let_in and not self.belongs(guest)

    def belongs(self, guest: str) -> bool:
        """Whether this guest is at home here, even if somebody else has taken over from them."""
        return self.plays_or_hosts(guest) or self.has_claim(guest)

    @property
    def waiting(self) -> dict[str, SeatRequested]:
        """The guests waiting for a free seat, with the names they will go by."""
        return {guest: request for guest, request in self.seat_requests.items() if not request.back}

    def name_of(self, guest: str) -> str | None:
        """The name this guest sits under."""
        seat = self.seat_of(guest)
        return None if seat is None else self.seats[seat].name

    def figure_of(self, guest: str | None, name: str) -> Figure | None:
        """The figure chosen by this guest for the seat under this name, or that of a bot."""
        own = (seat.figure for seat in self.seats if (seat.guest, seat.name) == (guest, name))
        return figure_of(name) if guest is None else next(own, None)

    # --- The fold ---

    def open(self, seats: int, host: str, name: str) -> None:
        """Seat the host on seat 0."""
        self.host = host
        self.seats = [Seat(host, name), *(Seat() for _ in range(seats - 1))]

    def change_places(self, places: Sequence[int | None], stay_ready: bool = True) -> None:
        """`places[i]` is the seat whose owner sits on seat i from now on."""
        was = self.seats
        for seat in was:
            seat.is_ready = seat.is_ready and stay_ready
        self.seats = [Seat() if place is None else was[place] for place in places]
        self.seat_requests = {}
        self.heirs = {}
        self.links = {}

    def take(self, event: Event, playing: bool) -> list[Line]:
        """Fold an event; returns its lines."""
        self.called.pop(event.actor, None)
        match event.body:
            case events.Sat(seat, name, True, figure) if figure is not None:
                self.seats[seat].figure = figure
            case SaidReady(seat, ready):
                self.seats[seat].is_ready = ready
            case events.Sat(seat, name, also):
                self._sit(event.actor, seat, name, also)
            case events.Stood(seat):
                self.leave(event.actor, self.seats_of(event.actor) if seat is None else [seat])
            case SeatRequested() as request:
                self.seat_requests[event.actor] = request
            case events.Admitted(guest) if guest in self.waiting:
                request = self.seat_requests.pop(guest)
                self._sit(guest, request.seat, request.name, also=False)
            case events.Declined(guest):
                self.drop_seat_request(guest)
            case events.LetIn():
                self.let_in.add(event.actor)
            case events.Handed(guest) if event.actor != SERVER:
                self.make_host(guest)
            case events.Muted(guest, True, name):
                self.muted.setdefault(guest, name)
            case events.Muted(guest, False):
                self.muted.pop(guest, None)
            case events.Linked(seat, link):
                self.void_link(seat)
                self.links[link] = seat
            case Called(guest, about):
                self.called.setdefault(guest, []).append(Calling(about, event.seq, event.at))
            case _:
                return self._take_seats(event, playing)
        return []

    def _take_seats(self, event: Event, playing: bool) -> list[Line]:
        match event.body:
            case events.Kicked(guest, out):
                return self._kick(guest, out, playing, event.seq)
            case events.Handed(guest):
                return self._succeed(guest, event.seq)
            case events.Gave() as gave:
                return self.give(gave, playing, event)
            case events.Admitted(guest):
                return self.admit_back(guest, playing, event)
            case events.BotSeated(seat, level):
                return self.seat_bot(seat, level, event.seq)
            case events.Returned():
                return self.come_back(event.actor, event.seq)
        raise ValueError(f"unexpected event: {event.body}")

    def _sit(self, guest: str, seat: int, name: str, also: bool) -> None:
        figure = self._figure_of(guest, seat, also)
        if not also:
            self.leave(guest, self.seats_of(guest))
        if self.seats[seat].guest == guest:
            self.seats[seat].name = name  # whoever has a claim to this seat keeps it
        else:
            self.void_link(seat)
            self.seats[seat] = Seat(guest, name, figure=figure)
        self.seat_requests = {
            other: request for other, request in self.seat_requests.items() if other != guest and request.seat != seat
        }

    def _figure_of(self, guest: str, seat: int, also: bool) -> Figure | None:
        """The figure that somebody who sits down here has chosen before, which goes with them."""
        own = self.seats_of(guest)
        before = seat if seat in own else None if also else next(iter(own), None)
        return None if before is None else self.seats[before].figure

    def _kick(self, guest: str, out: bool, playing: bool, seq: int) -> list[Line]:
        seats = self.seats_of(guest)
        names = [self.seats[seat].name or "" for seat in seats]
        self.leave(guest, seats)
        if out:
            self.banned.add(guest)
            self.let_in.discard(guest)
        if not playing:
            return []
        self.leave_to_bots(seats)
        return [Line("bot_seated", say("A bot has taken the seat of {seat}.", seat=name), seq=seq) for name in names]

    def _succeed(self, guest: str, seq: int) -> list[Line]:
        """The server replaced a host who is away."""
        self.replace_host(guest)
        if (seat := self.seat_of(guest)) is None:
            return [Line("host_away", say("The host is away: someone else is the host until they are back."), seq=seq)]
        away = say("The host is away: {seat} is the host until they are back.", seat=Chair(seat))
        return [Line("host_away", away, seat, seq=seq)]

    # --- Hands that spectators see ---

    def deal(self) -> None:
        super().deal()
        self.open_hands = OpenHands(insiders=self._close_to_seats())

    def put_down(self, seq: int) -> list[Line]:
        self.open_hands.hide(seq, OPEN)  # nobody is told: now everything is shown
        return super().put_down(seq)

    def _close_to_seats(self) -> set[str]:
        """The guests who have a seat, get one back by returning, are to get one, or ask for one."""
        seated = {seat.guest for seat in self.seats if seat.guest is not None}
        owners = {owner.guest for seat in self.seats for owner in seat.owners}
        return seated | owners | self.seat_requests.keys() | {heir.guest for heir in self.heirs.values()}

    def show_hands(self, number: int, shown: bool, seq: int) -> list[Line]:
        """A seat agrees, or does not; a bot that plays for somebody has no say. Returns the line that tells all."""
        if shown:
            return self.open_hands.show(number, [at for at, seat in enumerate(self.seats) if seat.guest], seq)
        why = say("{seat} does not want spectators to see the hands.", seat=Chair(number))
        return self.open_hands.hide(seq, why, number)

    def tend_hands(self, were_seated: Sequence[str | None], may_watch: bool, seq: int) -> list[Line]:
        """Something about people or settings has changed: whoever has or wants a seat is no mere spectator of this
        game, and others who sit there now have agreed to nothing. Returns the line that tells everybody."""
        self.open_hands.insiders |= self._close_to_seats()
        if may_watch and [*were_seated] == [seat.guest for seat in self.seats]:
            return []
        return self.open_hands.hide(seq, BY_NEW_PEOPLE if may_watch else BY_HOST)

    # --- Bots ---

    def leave_to_bots(self, seats: Collection[int]) -> None:
        """Bots play on from these seats, which somebody has just left; owners who are away keep theirs."""
        for number in seats:
            if self.seats[number].guest is None:
                self.seats[number] = self._bot(number, "medium")
            else:
                self.seats[number].bot = "medium"

    def seat_bot(self, number: int, level: Level, seq: int) -> list[Line]:
        """A bot takes a free seat, or plays for a player, whose seat it stays."""
        if self.seats[number].guest is None:
            self._void_claims(number)
            self.seats[number] = self._bot(number, level)
            return []
        self.seats[number].bot = level
        return [Line("bot_plays", say("A bot has started to play for {seat}.", seat=Chair(number)), number, seq=seq)]

    def _bot(self, number: int, level: Level) -> Seat:
        """A bot that takes this seat: nobody at the table, or waiting for a seat, has its name or its figure."""
        others = [seat for other, seat in enumerate(self.seats) if other != number]
        names = [seat.name for seat in others] + [owner.name for seat in others for owner in seat.owners]
        name = who_comes(level, number, [*names, *(request.name for request in self.seat_requests.values())])
        figure = figure_of(name)
        return Seat(None, name, level, None if figure in [seat.figure for seat in others] else figure)


# --- What they have played ---


class Past(Struct, frozen=True):
    """A finished game of this room: its number, first and last event, and result."""

    number: int
    began: int
    ended: int
    at: int
    stopped: bool
    result: Result
    deal: str = ""
    """The commitment to the game's secret, in hex."""
    rules: str = ""
    """The rules it was played by: "tcnccc@1"."""
    before: list[str] = []
    """Guests who played it, and whose seat was taken over since by somebody who counts as them."""

    def has_played(self, guest: str) -> bool:
        """Whether this guest played in it, even if somebody else counts as them by now."""
        return guest in self.result.guests or guest in self.before

    @property
    def counts(self) -> bool:
        """Whether it counts in the standings: not if all agreed to end it, or it was played on or dealt again."""
        return not (self.stopped or self.result.onward)

    def moved_to_device(self, guest: str, other: str, name: str, is_alone: bool, keep: bool) -> Past:
        """The same game after the guest of this name has moved to another device, as guest `other`. Names decide only
        where people sit beside one another, now or in this game: whoever `is_alone` may have changed theirs since.
        `keep`: the guest may still look back at it."""
        was = self.result
        is_all_theirs = is_alone and was.guests.count(guest) == 1
        guests = [
            other if who == guest and (is_all_theirs or called == name) else who
            for who, called in zip(was.guests, was.names, strict=True)
        ]
        if guests == was.guests:
            return self
        before = [*self.before, guest] if keep else self.before
        return replace(self, result=replace(was, guests=guests), before=before)

    def returned_to_owner(self, other: str, owner: str, since: Collection[str]) -> Past:
        """The same game after the owner of a seat has come back: what they played is theirs again, and no longer that
        of those who have had the seat `since`."""
        if owner not in self.before:
            return self
        guests = [owner if who == other else who for who in self.result.guests]
        before = [guest for guest in self.before if guest != owner and guest not in since]
        return replace(self, result=replace(self.result, guests=guests), before=before)


def carried(
    past: list[Past],
    was: Sequence[Seat],
    now: Sequence[Seat],
    body: events.Body,
    may_look_back: Callable[[str, Past], bool],
) -> list[Past]:
    """The finished games after seats have changed hands: what somebody won still counts after they have moved to
    another device, by a link to their seat, or because they asked for their seat there and somebody agreed who may look
    back at that game: nobody passes on what they may not see. When the owner of the seat is back, it is theirs again.
    """
    by_link = isinstance(body, events.Gave) and bool(body.link)
    guests = [seat.guest for seat in was]
    for before, after in zip(was, now, strict=True):
        old, new = before.guest, after.guest
        if old is None or new is None or old == new:
            continue
        is_alone, name = guests.count(old) == 1 and not before.owners, before.name or ""
        if (place := before.place_of(new)) is not None:
            since = {old, *(owner.guest for owner in before.owners[place + 1 :])}
            past = [each.returned_to_owner(old, new, since) for each in past]
        elif by_link:
            past = [each.moved_to_device(old, new, name, is_alone, keep=False) for each in past]
        else:
            vouchers = after.owners[-1].vouchers
            past = [
                each.moved_to_device(old, new, name, is_alone, keep=True)
                if new not in each.result.guests and any(may_look_back(guest, each) for guest in vouchers)
                else each
                for each in past
            ]
    return past
