"""Seats that change hands, and the host's rights: what becomes of them when somebody else takes over from a player who
is away, and when that player returns. Part of the fold of events.

Whoever had a seat or was the host gets that back at once when they return, unless they gave it away themselves.
Nobody else is shown a hand that was dealt to them, unless enough other players agree.
"""

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from app.protocol.commands import Figure
from app.table import events
from app.table.event_ids import SERVER
from app.table.events import NAMELESS, Event, SeatRequested
from games.bot import Level
from games.dealer import Line
from games.engine import Chair, Text, say

CONSENT: Final = 2
"""How many players have to agree before somebody else sees a hand: one may have opened the other browser as well."""


class Owner(Struct):
    """Somebody whose seat was taken over while they were away; it is theirs again as soon as they are back.
    `vouchers`: those who agreed that whoever took it over is this person."""

    guest: str
    name: str | None
    figure: Figure | None
    vouchers: list[str]


class Heir(Struct):
    """Somebody who gets a seat once the game being played is over; at once, and with its hand, if enough players agree.
    `name`: the one they play under; None: the seat keeps its own. `is_same`: they say that they are its player."""

    guest: str
    name: str | None
    is_same: bool
    agreed: list[str]
    """The voters who have agreed: see Seat.voter."""
    vouchers: list[str] = []
    """Those who have agreed that the heir is its player."""


class Seat(Struct):
    """A seat: free, a player's, a bot's, or a player's while a bot plays for them."""

    guest: str | None = None
    name: str | None = None
    bot: Level | None = None
    figure: Figure | None = None
    owners: list[Owner] = []
    """Those it was taken over from, the first one first; empty while it is its player's own."""
    dealt: dict[str, str] = {}
    """Guest -> name of everybody who may see its hand in the game being played, first the one whom it was dealt to;
    empty without a game, and for a bot."""
    is_ready: bool = False
    """Its player has said so, for the next game."""
    seal: str = ""
    """The seal of its player's word for the next game, in hex; empty: there is none."""

    @property
    def free(self) -> bool:
        return self.guest is None and self.bot is None

    @property
    def is_blind(self) -> bool:
        """Whether its hand was dealt to somebody else: its player is not shown it, and a bot plays it out."""
        return bool(self.dealt) and self.guest not in self.dealt

    @property
    def voter(self) -> str | None:
        """The person whom its hand was dealt to, on whichever device they are now; None if it was taken over."""
        return None if self.owners else next(iter(self.dealt), None)

    def place_of(self, guest: str) -> int | None:
        """The place of this guest among the owners."""
        return next((place for place, owner in enumerate(self.owners) if owner.guest == guest), None)


class Hands(Struct):
    """The seats of a room, who waits for one, and who is host, by guest id."""

    host: str = ""
    hosts: list[str] = []
    """Those who were replaced as host while they were away, the first one first."""
    seats: list[Seat] = []
    seat_requests: dict[str, SeatRequested] = {}
    """Guest -> their request for a seat."""
    heirs: dict[int, Heir] = {}
    """Seat -> who gets it when the game being played is over."""
    shielded: set[str] = set()
    """Those who took back a seat during this game: nobody can remove them before the next one."""
    muted: dict[str, str] = {}
    """Guest -> the name they were shown under when muted; empty if they had none."""
    links: dict[str, int] = {}
    """Hash of an unused link -> the seat it gives."""

    # --- Queries ---

    def seats_of(self, guest: str) -> list[int]:
        """The seats of this guest, even while a bot plays them."""
        return [number for number, seat in enumerate(self.seats) if seat.guest == guest]

    def seat_of(self, guest: str) -> int | None:
        """The guest's first seat."""
        return next(iter(self.seats_of(guest)), None)

    def heir_of(self, guest: str | None) -> int | None:
        """The seat that this guest gets when the game is over."""
        return next((number for number, heir in self.heirs.items() if heir.guest == guest), None)

    def has_claim(self, guest: str) -> bool:
        """Whether somebody else has a seat, or the host's rights, that this guest gets back by returning."""
        return guest in self.hosts or self.gets_seat_back(guest)

    def gets_seat_back(self, guest: str) -> bool:
        """Whether somebody else has a seat that this guest gets back by returning."""
        return any(seat.place_of(guest) is not None for seat in self.seats)

    def is_protected(self, guest: str) -> bool:
        """Whether nobody can remove this guest, since somebody else has taken over from them or is about to."""
        waits = any(self.seats[number].guest == guest for number in self.heirs)
        return waits or guest in self.shielded or self.has_claim(guest)

    def gets_back(self, guest: str) -> bool:
        """Whether this guest has something to take back by returning."""
        own = ((number in self.heirs, self.seats[number]) for number in self.seats_of(guest))
        return self.has_claim(guest) or any(heir or (seat.bot and not seat.is_blind) for heir, seat in own)

    def voter(self, guest: str) -> str | None:
        """The person as whom this guest has a say about others' seats in the game being played."""
        voters = (self.seats[number].voter for number in self.seats_of(guest))
        return next((voter for voter in voters if voter is not None), None)

    # --- A game begins and ends ---

    def deal(self) -> None:
        """A game begins: each hand is its player's."""
        self.shielded.clear()
        for seat in self.seats:
            seat.dealt = {} if seat.guest is None else {seat.guest: seat.name or ""}
            seat.is_ready, seat.seal = False, ""

    def put_down(self, seq: int) -> list[Line]:
        """The game is over: whoever waits for a seat gets it. Returns the lines that tell everybody."""
        for seat in self.seats:
            if seat.is_blind:
                seat.bot = None
            seat.dealt = {}
        heirs, self.heirs = self.heirs, {}
        return [
            self._take_over(number, heir, seq) for number, heir in heirs.items() if self.seat_of(heir.guest) is None
        ]

    # --- Taking over ---

    def give(self, gave: events.Gave, playing: bool, event: Event) -> list[Line]:
        """The host gave a seat away, or its player used a link."""
        if gave.link:
            return [self._move(gave, event.seq)]
        heir = Heir(gave.guest, gave.called or None, is_same=False, agreed=[])
        if not playing:
            return [self._take_over(gave.seat, heir, event.seq)]
        self._appoint(gave.seat, heir, event)
        seat = Chair(gave.seat)
        sentence = "The host gave {seat}’s seat to {name}. A bot plays this game to its end."
        text = say(sentence, seat=seat, name=gave.name)
        if gave.name == NAMELESS:
            sentence = "The host gave {seat}’s seat to someone without a name. A bot plays this game to its end."
            text = say(sentence, seat=seat)
        return [Line("seat_given", text, gave.seat, seq=event.seq)]

    def _move(self, gave: events.Gave, seq: int) -> Line:
        """A player goes on from another device, which has all their rights from now on."""
        old, seat = self.seats[gave.seat].guest or "", self.seats[gave.seat]
        self._void_claims(gave.seat)
        dealt = {**seat.dealt, gave.guest: seat.name or ""} if old in seat.dealt else seat.dealt
        bot: Level | None = "medium" if seat.is_blind else None
        self.seats[gave.seat] = Seat(gave.guest, seat.name, bot, seat.figure, seat.owners, dealt)
        self.heirs.pop(gave.seat, None)
        self._is_same(old, gave.guest)
        if gave.host:
            self.host = gave.guest
        if self.seat_of(old) is None:
            self.hosts = [gave.guest if guest == old else guest for guest in self.hosts]
        return Line("device", say("{seat} has moved to another device.", seat=Chair(gave.seat)), gave.seat, seq=seq)

    def admit_back(self, guest: str, playing: bool, event: Event) -> list[Line]:
        """Somebody agreed to give this guest the seat that they say is theirs, or one that they are waiting for."""
        if (number := self.heir_of(guest)) is not None:
            return self._agree(number, event)
        number = self.seat_requests.pop(guest).seat
        heir = Heir(guest, None, is_same=True, agreed=[], vouchers=[event.actor] * (event.actor != SERVER))
        if not playing:
            return [self._take_over(number, heir, event.seq)]
        self._appoint(number, heir, event)
        return [Line("seat_claimed", self._admitted(number, event.actor), number, seq=event.seq)]

    def _admitted(self, number: int, actor: str) -> Text:
        seat = Chair(number)
        if actor == SERVER:
            sentence = "Someone else says they are {seat}, and no one is here to ask. A bot plays this game to its end."
            return say(sentence, seat=seat)
        if actor == self.host:
            sentence = "Someone else says they are {seat}, and the host said yes. A bot plays this game to its end."
            return say(sentence, seat=seat)
        sentence = "Someone else says they are {seat}, and {other} said yes. A bot plays this game to its end."
        return say(sentence, seat=seat, other=Chair(self.seats_of(actor)[0]))

    def _appoint(self, number: int, heir: Heir, event: Event) -> None:
        """Let somebody have the seat when the game is over. Until then a bot plays."""
        self.seat_requests.pop(heir.guest, None)
        heir.agreed = [voter] if (voter := self.voter(event.actor)) is not None else []
        self.heirs[number] = heir
        self.seats[number].bot = self.seats[number].bot or "medium"

    def _agree(self, number: int, event: Event) -> list[Line]:
        heir, voter = self.heirs[number], self.voter(event.actor)
        if voter is not None and voter not in heir.agreed:
            heir.agreed.append(voter)
        heir.vouchers += [event.actor] * heir.is_same
        yes = say("{other} said yes, too.", other=Chair(self.seat_of(event.actor) or 0))
        line = Line("agreed", yes, seq=event.seq)
        if len(heir.agreed) < CONSENT:
            return [line]
        del self.heirs[number]
        was = self.seats[number]
        take_over = self._take_over(number, heir, event.seq)
        self.seats[number].dealt = {**was.dealt, heir.guest: self.seats[number].name or ""}
        if heir.is_same and was.guest == self.host:
            self.replace_host(heir.guest)
        return [line, take_over]

    def _take_over(self, number: int, heir: Heir, seq: int) -> Line:
        seat = self.seats[number]
        owner = Owner(seat.guest or "", seat.name, seat.figure, heir.vouchers)
        self._void_claims(number)
        self.drop_seat_request(heir.guest)
        name = heir.name or seat.name
        self.seats[number] = Seat(heir.guest, name, None, seat.figure, [*seat.owners, owner], seat.dealt)
        if heir.is_same:
            self._is_same(owner.guest, heir.guest)
            return Line("device", say("{seat} plays from another device now.", seat=Chair(number)), number, seq=seq)
        if heir.name is None:
            return Line("seat_taken", say("Someone else has {seat}’s seat now.", seat=Chair(number)), number, seq=seq)
        text = say("{name} has {owner}’s seat now.", name=heir.name, owner=owner.name or "")
        return Line("seat_taken", text, number, seq=seq)

    def _is_same(self, old: str, guest: str) -> None:
        """The same person on another device is muted as before."""
        if old in self.muted:
            self.muted[guest] = self.muted[old]

    def replace_host(self, guest: str) -> None:
        """Somebody takes over from a host who is away."""
        self.hosts.append(self.host)
        self.make_host(guest)

    def make_host(self, guest: str) -> None:
        """This guest is the host from now on; nobody who became host after them gets that back."""
        if guest in self.hosts:
            del self.hosts[self.hosts.index(guest) :]
        self.host = guest

    # --- Coming back ---

    def come_back(self, guest: str, seq: int) -> list[Line]:
        """A guest takes back whatever others have taken over from them."""
        lines: list[Line] = []
        for number, seat in enumerate(self.seats):
            if seat.place_of(guest) is not None or (seat.guest == guest and number in self.heirs):
                lines.append(Line("back", self._what_happened(number, guest), number, seq=seq))
                self._take_back(number, guest)
            elif seat.guest == guest and seat.bot is not None and not seat.is_blind:
                seat.bot = None
                lines.append(Line("back", say("{seat} is back.", seat=Chair(number)), number, seq=seq))
        if guest in self.hosts:
            self.make_host(guest)
            if (own := self.seat_of(guest)) is not None:
                lines.append(Line("host_back", say("{seat} is the host again.", seat=Chair(own)), own, seq=seq))
        return lines

    def _what_happened(self, number: int, guest: str) -> Text:
        seat, chair = self.seats[number], Chair(number)
        if seat.guest == guest:
            return say("{seat} is back and keeps the seat, which someone else was about to get.", seat=chair)
        if seat.guest in seat.dealt and guest in seat.dealt:
            return say("{seat} is back and has the seat again. Someone else had it and has seen the hand.", seat=chair)
        return say("{seat} is back and has the seat again, which someone else had.", seat=chair)

    def _take_back(self, number: int, guest: str) -> None:
        seat, place = self.seats[number], self.seats[number].place_of(guest)
        self._void_claims(number)
        self.heirs.pop(number, None)
        self.shielded.add(guest)
        if place is None:
            seat.bot = "medium" if seat.is_blind else None
        else:
            self._return_to(number, place)

    def _return_to(self, number: int, place: int) -> None:
        """Give a seat back to the owner at this place; those who came after lose it."""
        seat, owner = self.seats[number], self.seats[number].owners[place]
        self.seats[number] = Seat(owner.guest, owner.name, None, owner.figure, seat.owners[:place], seat.dealt)
        if self.seats[number].is_blind:
            self.seats[number].bot = "medium"

    # --- Leaving ---

    def leave(self, guest: str, seats: Collection[int]) -> None:
        """A guest leaves these seats. Those that were taken over go back to whom they were taken from."""
        for number in seats:
            self._void_claims(number)
            self.heirs.pop(number, None)
            if self.seats[number].owners:
                self._return_to(number, len(self.seats[number].owners) - 1)
            else:
                self.seats[number] = Seat()
        self.drop_seat_request(guest)

    def drop_seat_request(self, guest: str) -> None:
        """A guest waits for no seat any more."""
        self.seat_requests.pop(guest, None)
        self.heirs = {number: heir for number, heir in self.heirs.items() if heir.guest != guest}

    def _void_claims(self, seat: int) -> None:
        """Void the link to this seat and drop requests to get it back, as its player has left it."""
        self.void_link(seat)
        self.seat_requests = {id: each for id, each in self.seat_requests.items() if each.seat != seat or not each.back}

    def void_link(self, seat: int) -> None:
        """Void the link to this seat: it belongs to the player who made it."""
        self.links = {link: at for link, at in self.links.items() if at != seat}
