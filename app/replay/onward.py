"""Games that begin with a position: played on from a moment of a finished game, where what the player's seat knew stays
and everything else is dealt anew; and first lessons, whose position is written."""

from functools import partial
from typing import Final

import msgspec
from msgspec import Raw

from app.protocol.messages import Refusal
from app.replay.analyses import load_record
from app.slow import Queue, Slow
from app.storage.store import Store
from app.table.deal import Onward, Sealed, Source, new_secret
from app.table.events import Began
from app.table.game import LINES_KEPT
from app.table.gathering import no_such_seat
from app.table.seating import Past
from app.table.state import Table
from games import by_rules
from games.engine import Seat, say
from games.lesson import Lesson
from games.onward import dealt_anew
from games.record import Made, Record, moments

_DEALING: Final = Slow("onward", Queue())
"""One at a time: a long game takes seconds and tens of megabytes, and several at once would leave players little."""

NO_LINES: Final = Raw(b"[]")
OVER: Final = say("At that moment the game is over: nothing is left to decide. Choose an earlier one.")


def refuse_unfinished(table: Table, number: int) -> None:
    """Raises not_now for the game that is being played."""
    if table.phase == "playing" and number == table.number:
        raise Refusal("not_now", say("This game is still being played. When it is over, you can play on from it."))


async def beginning_at(
    store: Store, room: str, past: Past, seq: int, seat: Seat, address: str = ""
) -> tuple[Record, Onward]:
    """This finished game up to event `seq`, and the position from which this seat plays on. `address`: the client's.
    Raises Refusal, DamagedEvent, RoomGone."""
    seats = len(past.result.names)
    if seat not in range(seats):
        raise no_such_seat(seat, seats)
    if not past.began <= seq <= past.ended:
        raise Refusal("bad_option", say("This game has no such moment."))
    record = (await load_record(store, room, past)).up_to(seq)
    moves = sum(isinstance(step, Made) for step in record.played) - len(record.undone())
    source = Source(room, past.number, seq, moves, seat)
    return record, await _DEALING.do(partial(_dealt, record, source), address)


def beginning_of(lesson: Lesson) -> tuple[Record, Onward]:
    """The same for a first lesson, as of a game in which nothing has happened yet."""
    options = Raw(msgspec.json.encode(lesson.start.options))
    record = Record(lesson.game.rules, options, lesson.seats, began=0, asked=0, drawn=[], played=[])
    return record, Onward(Raw(msgspec.json.encode(lesson.start)), NO_LINES, written=lesson.drawn)


async def source_of(store: Store, table: Table, past: Past) -> Source | None:
    """The moment from which a finished game was played on; None for any other game. Raises DamagedEvent, RoomGone."""
    if not past.result.onward:
        return None
    (event,) = await store.load(table.room, past.began - 1, past.began)
    assert isinstance(event.body, Began)
    onward = event.body.onward  # none where the deal was that of an earlier game
    return None if onward is None else onward.source  # none in a first lesson


def _dealt(record: Record, source: Source) -> Onward:
    game, seat = by_rules(record.rules), source.seat
    past = [*moments(game, record)]
    if past[-1].state.question is None:
        raise Refusal("not_now", OVER)
    # A fresh secret that is not kept: nobody can work out what is dealt here.
    state, undone = dealt_anew(game, past, seat, Sealed(new_secret(), 0)), record.undone()
    lines = [line for line in past[-1].heard_by(seat) if line.seq not in undone][-LINES_KEPT:]
    return Onward(Raw(msgspec.json.encode(state)), Raw(msgspec.json.encode(lines)), source)
