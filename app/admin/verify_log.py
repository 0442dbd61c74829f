"""The `verify-log` command: folds every room's log by this version's rules and checks the seals."""

import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.exc import DatabaseError

from app.admin import CommandFailed
from app.admin.opening import read_only
from app.protocol.room_codes import is_code
from app.storage.databases import database_at
from app.storage.log_queries import event_of
from app.storage.schema import events
from app.table.deal import Starting
from app.table.events import Began, Changed, Event, Finished, Moved, Opened, kind_of, move_in
from app.table.game import decode_move
from app.table.state import Table
from games import GAMES, RETIRED
from games.engine import free, is_answer


def verify_log(url: str, room: str | None) -> int:
    """Have the database check itself, fold every room, or this one, and print faults; returns 1 if there are any,
    else 0. Raises CommandFailed, BadSetting."""
    began, rooms, seen, bad = time.perf_counter(), 0, 0, 0
    cannot = "The database of TERTULIA_DATABASE_URL cannot be read"
    with read_only(url, cannot) as engine, engine.connect() as connection:
        damage = database_at(url).check(lambda: False, thoroughly=True)
        if damage is not None:
            print(f"The database is damaged: {damage}", flush=True)
        for code in _rooms(connection, room):
            folded, fault = _verified(code, _log(connection, code))
            connection.rollback()
            rooms, seen = rooms + 1, seen + folded
            if fault is not None:
                bad += 1
                print(f"{code}: {fault}", flush=True)
    took = max(time.perf_counter() - began, 1e-9)
    speed = f"{rooms / took:,.0f} rooms/s, {seen / took:,.0f} events/s"
    print(f"{rooms} rooms, {seen} events, {bad} bad rooms{', a damaged database' if damage else ''}; {speed}")
    return 1 if bad or damage else 0


def _rooms(connection: Connection, room: str | None) -> list[str]:
    wanted = select(events.c.room).distinct().order_by(events.c.room)
    if room is None:
        return list(connection.scalars(wanted))
    if not is_code(room) or connection.scalar(wanted.where(events.c.room == room)) is None:
        raise CommandFailed(f"There is no room {room}.")
    return [room]


def _log(connection: Connection, room: str) -> Iterator[Row[Any]]:
    """The room's rows; none if it has been deleted meanwhile."""
    wanted = select(events).where(events.c.room == room).order_by(events.c.seq)
    with closing(connection.execute(wanted)) as rows:
        yield from rows


def _verified(room: str, log: Iterable[Row[Any]]) -> tuple[int, str | None]:
    """How many events could be folded, and what is wrong with the next one, if anything."""
    table = Table(room)
    try:
        fault = next((fault for row in log if (fault := fault_in(table, row)) is not None), None)
    except DatabaseError as error:
        if error.connection_invalidated:
            raise
        fault = f"after event {table.seq} the database cannot be read: {error.orig}"
    return table.seq, fault


def fault_in(table: Table, row: Row[Any]) -> str | None:
    """Apply the next event to this table; returns what is wrong with it, if anything."""
    try:
        event = event_of(row)
        return _mismatch(table, row.kind, event) or _misapplied(table, event)
    except Exception as error:  # the fold raises anything for a wrong event
        return f"event {row.seq}: {type(error).__name__}: {error}"


def _mismatch(table: Table, kind: str, event: Event) -> str | None:
    """Faults that the fold does not check or would not name."""
    if (event.seq, event.prev) != (table.seq + 1, table.head):
        return f"event {event.seq}: it does not follow event {table.seq}"
    if kind != kind_of(event.body):
        return f"event {event.seq}: it is stored as {kind}, but its body is {kind_of(event.body)}"
    if table.done(event.id) is not None:
        return f"event {event.seq}: an earlier event has the same id"
    match event.body:
        case Opened(game) | Changed(game) if game not in GAMES:
            return f"event {event.seq}: this version does not know the game {game}"
        case Began(rules) if rules not in {game.rules for game in (*GAMES.values(), *RETIRED.values())}:
            return f"event {event.seq}: this version does not know the rules {rules}"
        case Began() as began if table.starting is not None and _fixed_in(began) != table.starting.fixed:
            return f"event {event.seq}: the game begins otherwise than it was fixed before words were opened"
    moved = move_in(event.body)
    if moved is not None and not is_legal(table, moved):
        return f"event {event.seq}: seat {moved.seat} could not answer question {moved.question} so"
    return None


def _fixed_in(began: Began) -> Starting:
    return Starting(began.rules, began.secret, began.commitment, began.seals or [])


def is_legal(table: Table, moved: Moved) -> bool:
    """Whether the rules allow this move. The fold trusts the log: moves are validated before they are written."""
    if table.playing is None or table.phase != "playing":
        return False
    game, state, move = table.game, table.playing.state, decode_move(table.game, moved.move)
    if move in free(game, state, moved.seat):
        return True
    return state.question.number == moved.question and is_answer(game, state, moved.seat, move)


def _misapplied(table: Table, event: Event) -> str | None:
    """Apply the event; a game must end where its rules end it, with the recorded result."""
    table.apply(event)
    if not isinstance(event.body, Finished):
        return None
    result, outcome = event.body.result, table.playing.outcome if table.playing is not None else None
    if outcome is None or (list(outcome.winners), list(outcome.scores)) != (result.winners, result.scores):
        return f"event {event.seq}: by the rules the game does not end as recorded"
    return None
