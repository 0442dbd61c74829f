"""Names and handles of the people in a room. A browser has one name everywhere, chosen without regard to rooms; within
a room, no two people are shown under names that look alike, and the host can refer to exactly one by their handle."""

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import pairwise, takewhile
from typing import Final

from app.protocol.lookalikes import looks_of
from app.protocol.messages import Onlooker, Refusal
from app.protocol.names import MOST_LETTERS, first_letters, is_fit
from app.storage.guests import Guest
from app.table.gathering import refuse_taken_name
from app.table.moves import hides_names
from app.table.state import Table
from games.engine import say

HANDLE_BYTES: Final = 8
LEAST_DIGITS: Final = 2
MOST_DIGITS: Final = 9


def handle_of(table: Table, guest: str) -> str:
    """The guest's handle on the wire in this room: the same on every node and after a restart, different in every other
    room. It reveals nothing about the guest's id."""
    key = table.origin.encode()
    return blake2b(f"{table.room} {guest}".encode(), key=key, digest_size=HANDLE_BYTES).hexdigest()


class Who:
    """The people of a room at one moment: players, people waiting for a seat, and spectators.

    Players and people waiting go by the name in the log. Spectators go by their own, unless it looks like somebody
    else's: then digits of their handle are added, which stay the same when people come and go. Muted people keep the
    name under which they were muted.
    """

    def __init__(self, table: Table, here: Mapping[str, Guest]) -> None:
        self._table = table
        self._here = here
        people = table.people
        in_the_log = {seat.guest for seat in table.seats} | people.waiting.keys()
        own = {id: people.muted.get(id, guest.name) for id, guest in here.items() if id not in in_the_log}
        self._own = {id: name for id, name in own.items() if name and (id in people.muted or is_fit(name))}
        self._handles = {id: handle_of(table, id) for id in own}
        self._digits = _digits(self._handles)
        self._names = self._told_apart()

    # --- Names ---

    def name_of(self, guest: str) -> str | None:
        """The name a guest is shown under, if they have one."""
        if guest in self._names:
            return self._names[guest]
        people = self._table.people
        request = people.waiting.get(guest)
        return people.name_of(guest) or (request.name if request else None)

    def onlookers(self) -> list[Onlooker]:
        """Everybody who is here and has no seat."""
        seated = {seat.guest for seat in self._table.seats}
        return [self._onlooker(id) for id in self._here if id not in seated]

    def muted(self) -> list[str]:
        """The names of those who may not talk."""
        ids = (id for id in self._table.people.muted if not self._is_unnamed(id))
        return [name for id in ids if (name := self.name_of(id)) is not None]

    def _is_unnamed(self, guest: str) -> bool:
        """Whether this spectator's name is not shown: it would be a message to the players."""
        return hides_names(self._table) and guest in self._own

    def _onlooker(self, guest: str) -> Onlooker:
        name = None if self._is_unnamed(guest) else self.name_of(guest)
        handle = self._handles.get(guest) or handle_of(self._table, guest)  # the latter for people waiting for a seat
        number = int(self._digits[guest]) if name is None else None
        return Onlooker(handle, name, number, guest in self._table.people.muted)

    def refuse_taken_name(self, guest: str, name: str) -> None:
        """Raises name_taken when another guest in the room goes by this name, or by one that looks like it."""
        others = [*self._names.items(), *self._own.items()]
        refuse_taken_name(self._table, guest, name, [other for id, other in others if id != guest])

    def guest_of(self, handle: str) -> str:
        """The guest with this handle. Raises not_now when nobody has it."""
        for guest in self.everybody():
            if handle_of(self._table, guest) == handle:
                return guest
        raise Refusal("not_now", say("This person is not at the table any more."))

    def everybody(self) -> Iterator[str]:
        """The guests whom a command may be about."""
        yield from {seat.guest for seat in self._table.seats if seat.guest is not None}
        yield from self._table.people.seat_requests
        yield from (heir.guest for heir in self._table.people.heirs.values())
        yield from self._here

    # --- Telling apart ---

    def _told_apart(self) -> dict[str, str]:
        own, names = self._own, {}
        taken = {look for name in self._names_in_the_log() for look in looks_of(name)}
        alike = Counter(look for name in own.values() for look in looks_of(name))
        shared = {id for id, name in own.items() if any(alike[look] > 1 or look in taken for look in looks_of(name))}
        # Names with digits are assigned first, so that nobody else's name can look like them.
        for id in [*sorted(shared), *sorted(own.keys() - shared)]:
            is_like_another = id in shared or not looks_of(own[id]).isdisjoint(taken)
            names[id] = self._tagged(id, taken) if is_like_another else own[id]
            taken |= looks_of(names[id])
        return names

    def _names_in_the_log(self) -> Iterator[str]:
        yield from (seat.name for seat in self._table.seats if seat.name is not None)
        yield from (request.name for request in self._table.people.waiting.values())

    def _tagged(self, guest: str, taken: set[str]) -> str:
        """The name with digits of the handle; with more digits if that looks like somebody else's."""
        tagged = _with_digits(self._own[guest], self._digits[guest])
        if looks_of(tagged).isdisjoint(taken):
            return tagged
        return _with_digits(self._own[guest], _all_digits(handle_of(self._table, guest)))


def _with_digits(name: str, digits: str) -> str:
    tag = f" #{digits}"
    return first_letters(name, MOST_LETTERS - len(tag)).rstrip() + tag


def _digits(handles: Mapping[str, str]) -> dict[str, str]:
    """For each guest, as many leading digits of their handle as are unique."""
    ordered = sorted((_all_digits(handle), guest) for guest, handle in handles.items())
    every = ["", *(digits for digits, _ in ordered), ""]
    # Sorted, the handle with the longest common prefix is a neighbour.
    shared = [_begin_alike(one, other) for one, other in pairwise(every)]
    lengths = (max(LEAST_DIGITS, before + 1, after + 1) for before, after in pairwise(shared))
    return {guest: digits[:length] for (digits, guest), length in zip(ordered, lengths, strict=True)}


def _begin_alike(one: str, other: str) -> int:
    """The length of the common prefix."""
    return len([*takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False))])


def _all_digits(handle: str) -> str:
    return str(int(handle, 16))[:MOST_DIGITS]
