"""What is written beside an event, for those who do not read the log: how the room stands, and the score of a team."""

from __future__ import annotations

from app.storage.entries import Note, TeamRow
from app.table.events import Admitted, Began, Body, Changed, Closed, Finished, Gave, Kept, Kicked, Stopped
from app.table.state import Table


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
