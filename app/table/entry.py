"""What is handed to storage: an event with all that goes with it in one transaction."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from app.table.events import (
    LEAVES_THE_GAME,
    Admitted,
    Began,
    Body,
    Changed,
    Closed,
    Event,
    Finished,
    Gave,
    Handed,
    Kept,
    Kicked,
    LetIn,
    Muted,
    Opened,
    Sat,
    Stopped,
    Wished,
    encode_body,
    move_in,
)
from app.table.seals import digest_of_state, seal
from app.table.state import Table


class Note(Struct, frozen=True):
    """What the house has to know of a room without reading its log. `watched`: a clock is running, look at it."""

    phase: str
    watched: bool


class TeamRow(Struct, frozen=True):
    """A team's score, under the setting with which others are comparable."""

    setting: str
    score: int
    room: str = ""
    at: int = 0


class Entry(Struct, frozen=True):
    """An event to append after `prev`, the id of the event that was the room's last when this was decided; not before
    that time of the database's clock. What else is to be written goes into the same transaction."""

    room: str
    seq: int
    id: str
    prev: str
    actor: str
    body: Body
    not_before: int = 0
    note: Note | None = None
    team: TeamRow | None = None
    uncalled: str | None = None
    """The guest who is not to be called any more in this room."""
    stored: bytes = b""
    """The body as it is written, where it has been encoded already."""
    seal: bytes | None = None
    """To be dated when it is written."""
    after: int = 0
    """The time of the event before it."""


def entry_after(table: Table, actor: str, id: str, body: Body, not_before: int = 0, note: Note | None = None) -> Entry:
    """The entry of an event that is to be the next one of this table. Raises what the fold raises when it cannot be."""
    stored = encode_body(body)
    return Entry(
        table.room,
        table.seq + 1,
        id,
        table.head,
        actor,
        body,
        not_before=not_before,
        note=note,
        team=team_row_of(body),
        uncalled=uncalled_by(table, body),
        stored=stored,
        seal=seal_next(table, id, actor, body, stored),
        after=table.at,
    )


def seal_next(table: Table, id: str, actor: str, body: Body, stored: bytes) -> bytes:
    """The seal of an event that is to be the next one of this table, to be dated when it is written; `stored` is its
    body as it is written. Raises what the fold raises when it cannot be."""
    row = f"{table.room} {table.seq + 1} {id} {table.head} {actor}"
    if isinstance(body, LEAVES_THE_GAME):
        return seal(row, stored, table.key, table.digest)
    if table.judged is not None and table.judged[0] is move_in(body):
        return seal(row, stored, table.key, digest_of_state(table.judged[1]))
    after = table.parted()
    after.fold(Event(table.room, table.seq + 1, id, table.head, actor, body))
    return seal(row, stored, after.key, after.digest)


# --- What goes with an event -------------------------------------------------------------------------------


def note_of(table: Table, body: Body) -> Note:
    """The room as it will stand after this event."""
    match body:
        case Closed():
            return Note("closed", False)
        case Finished() | Stopped():
            return Note("over", False)
        case _:
            phase = "playing" if isinstance(body, Began) else table.phase
            if phase == "gathering" or isinstance(body, Changed):
                # A room that waits for its next game is kept for the sake of the games before.
                phase = "over" if table.past else "gathering"
            clock = body.manners.clock if isinstance(body, Kept) else table.manners.clock
            return Note(phase, phase == "playing" and clock is not None)


def team_row_of(body: Body) -> TeamRow | None:
    """The score with which this event ends a game of a team."""
    if not isinstance(body, Finished) or body.result.team is None:
        return None
    return TeamRow(body.result.setting, body.result.team)


def uncalled_by(table: Table, body: Body) -> str | None:
    """The guest who is not to be called any more in this room after this event: shown the door, or elsewhere now."""
    people = table.people
    match body:
        case Kicked(guest, out):
            return guest if out else None
        case Gave(seat):
            return _only_on(table, seat)
        case Admitted(guest) if people.wishes[guest].back:
            return _only_on(table, people.wishes[guest].seat)
    return None


def _only_on(table: Table, seat: int) -> str | None:
    guest = table.seats[seat].guest
    return guest if guest is not None and table.people.seats_of(guest) == [seat] else None


def known_by(actor: str, body: Body) -> str | None:
    """The guest whom a room knows from this event on."""
    guest: str = getattr(body, "guest", actor)
    return guest if isinstance(body, _MAKES_KNOWN) else None


_MAKES_KNOWN: Final = (Opened, Sat, Wished, Admitted, LetIn, Kicked, Handed, Gave, Muted)
"""Those to whom these happen are no strangers in a room."""
