"""One decision: from a command to the entry that storage appends.

A command looks at the table and says which event it becomes, or raises Refusal. `decide` adds what holds for every
command (closed rooms, bans, limits) and what storage writes with the event in one transaction: the event before it, its
seal, the room's index row, a team's score. Nothing here writes, sends, or changes the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from app.protocol.messages import Refusal
from app.table import events
from app.table.events import Body, Event, encode_body
from app.table.game import Foreseen
from app.table.gathering import refuse_banned
from app.table.moves import Decision
from app.table.seals import digest_of_state, seal
from app.table.state import Table
from games.engine import say

MOST_IDLE_OF_A_SEAT: Final = 1_000
"""Free moves, and moves taken back: three in every turn of the longest game that has them."""
MOST_GAMES: Final = 1_000
"""The results of all of them are sent to everybody who comes in."""
MOST_WISHES: Final = 100
"""Guests who wait for a seat: everybody is shown all of them, and nobody may be called like one."""

FREQUENT: Final = (events.Moved, events.Said)
"""With these nothing is written but their row, and now and then that of the room in the index."""

Command = Callable[[Table], Body | Decision]
"""A command, decided at the table as it stands. Raises Refusal."""


class Note(Struct, frozen=True):
    """The room's index row: its phase, and whether a clock is running, so that the room has to be watched."""

    phase: str
    watched: bool


class TeamRow(Struct, frozen=True):
    """A team's score, under the setting with which others are comparable."""

    setting: str
    score: int
    room: str = ""
    at: int = 0


class Entry(Event, frozen=True):
    """An event to append after `prev`, the id of the room's last event when this was decided. The writer adds its time,
    also to its seal. The rest is written in the same transaction."""

    not_before: int = 0
    """In milliseconds of the database's clock."""
    note: Note | None = None
    team: TeamRow | None = None
    uncalled: str | None = None
    """The guest whose notifications from this room end."""
    after: int = 0
    """The time of the event before it."""
    foreseen: Foreseen | None = None
    """Where a move leads, for the table that it was decided at."""


def decide(
    table: Table, actor: str, id: str, command: Command, *, not_before: int = 0, note_moves: bool = True
) -> Entry:
    """The entry of this command as the table's next event. Moves and chat have an index row only with `note_moves`, or
    where a clock runs. Raises Refusal, and what the fold raises where the event does not fold."""
    decided = command(table)
    body, foreseen = (decided.body, foresee(decided)) if isinstance(decided, Decision) else (decided, None)
    if table.closed:
        raise Refusal("unknown_room", say("The host has closed this table."))
    refuse_banned(table, actor)
    refuse_endless(table, actor, body)
    place, note = (table.room, table.seq + 1, id, table.head, actor), note_of(table, body)
    is_frequent = isinstance(body, FREQUENT)
    entry = Entry(
        *place,
        body,
        stored=encode_body(body),
        not_before=not_before,
        note=note if note_moves or note.watched or not is_frequent else None,
        team=None if is_frequent else team_row_of(body),
        uncalled=None if is_frequent else uncalled_by(table, body),
        after=table.at,
        foreseen=foreseen,
    )
    return replace(entry, seal=seal_next(table, entry, foreseen))


def foresee(decision: Decision) -> Foreseen:
    """Where this move leads."""
    return Foreseen(decision.played, digest_of_state(decision.played.after))


def seal_next(table: Table, event: Event, foreseen: Foreseen | None = None) -> bytes:
    """The seal of the table's next event, without a date. `foreseen`: where a move leads; other events are folded on a
    copy to find it. Raises what the fold raises."""
    if foreseen is not None:
        return seal(event, table.key, foreseen.digest)
    if isinstance(event.body, events.LEAVES_THE_GAME):
        return seal(event, table.key, table.digest)
    trial = table.copy_for_trial()
    trial.fold(event)
    return seal(event, trial.key, trial.digest)


# --- Limits -------------------------------------------------------------------------------------------------


def refuse_endless(table: Table, actor: str, body: Body) -> None:
    """Limits how often a seat may do what brings a game no nearer to its end, how many games a room may have, and how
    many may wait for a seat; how fast is limited in app/rooms/page_limits.py. Raises not_now."""
    if isinstance(body, events.Moved) and body.question is not None:
        return  # an answer
    seat = _idle_seat(table, body)
    if seat is not None and table.playing and table.playing.idle.get(seat, 0) >= MOST_IDLE_OF_A_SEAT:
        raise Refusal("not_now", say("You have done this too often in this game. Now you can only make your moves."))
    if isinstance(body, events.Began) and len(table.past) >= MOST_GAMES:
        raise Refusal("not_now", say("This table has reached its limit of games. Open a new one to continue."))
    wishes = table.people.wishes
    if isinstance(body, events.Wished) and actor not in wishes and len(wishes) >= MOST_WISHES:
        raise Refusal("not_now", say("Too many people are waiting for a seat. Try again later."))


def _idle_seat(table: Table, body: Body) -> int | None:
    """The seat that brings the game no nearer to its end; none where others have agreed to it."""
    match body:
        case events.Moved(seat, None) | events.Proposed(seat, "undo"):
            return seat
        case events.Undone(seat) if table.playing and table.playing.proposal is None:
            return seat
    return None


# --- Written with the event ---------------------------------------------------------------------------------


def note_of(table: Table, body: Body) -> Note:
    """The index row of the room after this event."""
    match body:
        case events.Closed():
            return Note("closed", False)
        case events.Finished() | events.Stopped():
            return Note("over", False)
        case _:
            phase = "playing" if isinstance(body, events.Began) else table.phase
            if phase == "gathering" or isinstance(body, events.Changed):
                # A room that waits for its next game is kept for the sake of the games before.
                phase = "over" if table.past else "gathering"
            clock = body.manners.clock if isinstance(body, events.Kept) else table.settings.clock
            return Note(phase, phase == "playing" and clock is not None)


def team_row_of(body: Body) -> TeamRow | None:
    """The score with which this event ends a game of a team; none of a game that somebody else began."""
    if not isinstance(body, events.Finished) or body.result.team is None or body.result.onward:
        return None
    return TeamRow(body.result.setting, body.result.team)


def uncalled_by(table: Table, body: Body) -> str | None:
    """The guest whose notifications from this room end with this event: sent away, or on another device now."""
    people = table.people
    match body:
        case events.Kicked(guest, out):
            return guest if out else None
        case events.Gave(seat):
            return _only_on(table, seat)
        case events.Admitted(guest) if people.wishes[guest].back:
            return _only_on(table, people.wishes[guest].seat)
    return None


def _only_on(table: Table, seat: int) -> str | None:
    guest = table.seats[seat].guest
    return guest if guest is not None and table.people.seats_of(guest) == [seat] else None


def known_by(actor: str, body: Body) -> str | None:
    """The guest who is known in the room from this event on."""
    match body:
        case events.Opened() | events.Sat() | events.Wished() | events.LetIn():
            return actor
        case events.Admitted(guest) | events.Kicked(guest) | events.Handed(guest) | events.Muted(guest):
            return guest
        case events.Gave(guest=guest):
            return guest
    return None
