"""One decision: from a command to the entry that storage appends.

A command looks at the table and returns the event it becomes, or raises Refusal. `decide` adds the checks that apply to
every command (closed rooms, bans, limits) and what storage writes with the event in one transaction: its predecessor,
its seal, the room's index row. Nothing here writes, sends, or changes the table.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from app.protocol.messages import Refusal
from app.table import events
from app.table.deal import Starting, WordSealed
from app.table.evening import HandsShown
from app.table.event_ids import SERVER
from app.table.events import Body, Event, encode_body
from app.table.game import Played
from app.table.moves import Decision
from app.table.seals import seal
from app.table.state import Table
from games.engine import say

MOST_IDLE_OF_A_SEAT: Final = 1_000
"""Free moves and moves taken back: enough for three in every turn of the longest game that has them."""
MOST_GAMES: Final = 1_000
"""Games in a room: its state, and the standings sent to every page, are computed from all their results."""
MOST_WISHES: Final = 100
"""Guests waiting for a free seat, and as many who ask for their own: everybody is shown all of them, and nobody may
have the name of one."""
TOO_MANY_WAIT: Final = say("Too many people are waiting for a seat. Try again later.")

FIXED_WITH_A_GAME: Final = (
    events.Sat, events.Stood, events.Admitted, events.Gave, events.BotSeated, events.Changed, events.Reordered,
    WordSealed, Starting,
)  # fmt: skip
"""What has to wait while a game is starting."""

FREQUENT: Final = (events.Moved, events.Said)
"""With these only their own row is written, and now and then the room's row in the index."""

Command = Callable[[Table], Body | Decision]
"""A command, decided at the table as it stands. Raises Refusal."""


class IndexRow(Struct, frozen=True):
    """The room's index row: its phase, and whether it has to be watched because a clock is running, or a game is
    starting."""

    phase: str
    watched: bool


class Entry(Event, frozen=True):
    """An event to append after `prev`, the id of the room's last event when this was decided. The writer adds the time,
    also to the seal. The other fields are written in the same transaction."""

    not_before: int = 0
    """In milliseconds of the database's clock."""
    index_row: IndexRow | None = None
    uncalled: str | None = None
    """The guest whose notifications from this room end."""
    after: int = 0
    """The time of its predecessor."""
    foreseen: Played | None = None
    """The outcome of a move, for the table that it was decided at."""


def decide(
    table: Table, actor: str, id: str, command: Command, *, not_before: int = 0, index_moves: bool = True
) -> Entry:
    """The entry of this command as the table's next event. Moves and chat update the index row only with `index_moves`,
    or if a clock runs. Raises Refusal, and the fold's error if the event does not fold."""
    decided = command(table)
    body, foreseen = (decided.body, decided.played) if isinstance(decided, Decision) else (decided, None)
    if table.closed:
        raise Refusal("unknown_room", say("The host has closed this table."))
    refuse_banned(table, actor)
    refuse_endless(table, actor, body)
    _refuse_while_starting(table, actor, body)
    place, index_row = (table.room, table.seq + 1, id, table.head, actor), index_row_of(table, body)
    is_frequent = isinstance(body, FREQUENT)
    entry = Entry(
        *place,
        body,
        stored=encode_body(body),
        not_before=not_before,
        index_row=index_row if index_moves or index_row.watched or not is_frequent else None,
        uncalled=None if is_frequent else uncalled_by(table, body),
        after=table.at,
        foreseen=foreseen,
    )
    return replace(entry, seal=seal_next(table, entry, foreseen))


def seal_next(table: Table, event: Event, foreseen: Played | None = None) -> bytes:
    """The undated seal of the table's next event. `foreseen`: the outcome of a move; other events are folded on a copy
    to find theirs. Raises what the fold raises."""
    if foreseen is not None:
        return seal(event, table.key, foreseen.digest)
    if isinstance(event.body, events.DO_NOT_AFFECT_THE_GAME):
        return seal(event, table.key, table.digest)
    trial = table.copy_for_trial()
    trial.fold(event)
    return seal(event, trial.key, trial.digest)


# --- Limits -------------------------------------------------------------------------------------------------


def refuse_banned(table: Table, guest: str) -> None:
    """Raises forbidden for a guest whom the host has removed."""
    if guest in table.people.banned:
        raise Refusal("forbidden", say("The host has removed you from this table."))


def refuse_endless(table: Table, actor: str, body: Body) -> None:
    """Limits how often a seat may act without bringing the game nearer to its end, how many games a room may have, and
    how many guests may wait for a seat; rates are limited in app/rooms/page_limits.py. Raises not_now."""
    if isinstance(body, events.Moved) and body.question is not None:
        return  # an answer
    seat = _idle_seat(table, body)
    if seat is not None and table.playing and table.playing.idle.get(seat, 0) >= MOST_IDLE_OF_A_SEAT:
        raise Refusal("not_now", say("You have done this too often in this game. Now you can only make your moves."))
    if isinstance(body, events.Began | Starting) and len(table.past) >= MOST_GAMES:
        raise Refusal("not_now", say("This table has reached its limit of games. Open a new one to continue."))
    if isinstance(body, events.SeatRequested) and actor not in table.people.seat_requests:
        alike = sum(request.back == body.back for request in table.people.seat_requests.values())
        if alike >= MOST_WISHES:
            raise Refusal("not_now", TOO_MANY_WAIT)


def _refuse_while_starting(table: Table, actor: str, body: Body) -> None:
    """Who plays, on which seats, and what, is fixed before the players open their words. Raises not_now."""
    is_figure = isinstance(body, events.Sat) and body.figure is not None
    is_start = isinstance(body, events.Began) and actor != SERVER
    if table.starting is not None and (is_start or (isinstance(body, FIXED_WITH_A_GAME) and not is_figure)):
        raise Refusal("not_now", say("The game is starting. Wait a moment."))


def _idle_seat(table: Table, body: Body) -> int | None:
    """The seat whose action brings the game no nearer to its end; None also if others have agreed to it."""
    match body:
        case events.Moved(seat, None) | events.Proposed(seat, "undo") | HandsShown(seat, True):
            return seat
        case events.Undone(seat) if table.playing and table.playing.proposal is None:
            return seat
    return None


# --- Written with the event ---------------------------------------------------------------------------------


def index_row_of(table: Table, body: Body) -> IndexRow:
    """The index row of the room after this event."""
    match body:
        case events.Closed():
            return IndexRow("closed", False)
        case events.Finished() | events.Stopped():
            return IndexRow("over", False)
        case _:
            phase = "playing" if isinstance(body, events.Began) else table.phase
            if phase == "gathering" or isinstance(body, events.Changed):
                # A room that waits for its next game is kept as long as one with finished games.
                phase = "over" if table.past else "gathering"
            clock = body.settings.clock if isinstance(body, events.SettingsChanged) else table.settings.clock
            is_starting = isinstance(body, Starting) or (table.starting is not None and phase != "playing")
            return IndexRow(phase, is_starting or (phase == "playing" and clock is not None))


def uncalled_by(table: Table, body: Body) -> str | None:
    """The guest whose notifications from this room end with this event: removed, or gone on to another device."""
    match body:
        case events.Kicked(guest, out):
            return guest if out else None
        case events.Gave(seat, link=link) if link:
            return _only_on(table, seat)
    return None


def _only_on(table: Table, seat: int) -> str | None:
    guest = table.seats[seat].guest
    return guest if guest is not None and table.people.seats_of(guest) == [seat] else None


def known_by(actor: str, body: Body) -> str | None:
    """The guest whom the room knows from this event on."""
    match body:
        case events.Opened() | events.Sat() | events.SeatRequested() | events.LetIn():
            return actor
        case events.Admitted(guest) | events.Kicked(guest) | events.Handed(guest) | events.Muted(guest):
            return guest
        case events.Gave(guest=guest):
            return guest
    return None
