"""The fast path of an ordinary move: one call from the socket to the writer, and after the commit another one to every
page.

Room.do() handles everything. But it is a chain of coroutines, and each of its waits costs a future, a turn of a task
and a wakeup: for a move that nothing holds up, more than its rules, its row and its frames together. So a move is tried
here first. Nothing here waits, and nothing is decided differently than by do(): if anything is unusual (the room's turn
is taken, the log is in doubt, the id is known, the move is refused or ends the game, another node was faster), nothing
has been done, and do() has to be called.

The guarantees of do() hold: the room's turn is held from the decision until the event is folded, and nothing is shown
or acknowledged before the commit.
"""

import logging
from collections.abc import Callable
from functools import partial

from app.rooms.outbox import Outbox
from app.rooms.room import Room
from app.storage.commit import NotWritten, OutcomeUnknown
from app.table.decide import Command, Entry
from app.table.events import Event, Moved

log = logging.getLogger("tertulia.rooms")

Answered = Callable[[Event | OutcomeUnknown | None], None]
"""Called after the commit with the event; or with the reason why its outcome is unknown; or with None when it was not
written and do() has to be called."""


def play(room: Room, actor: str, id: str, command: Command, answered: Answered, outbox: Outbox) -> bool:
    """Whether the move was decided and handed to the writer. False: nothing has been done, do() has to be called.
    `outbox`: that of the page that moves, so that its frame and its answer leave in one piece."""
    if not room.is_as_usual(id) or not room.turn.take_at_once():
        return False
    entry = _decided(room, actor, id, command)
    if entry is None or not _submitted(room, entry, partial(_written, room, entry, answered, outbox)):
        room.turn.end()
        return False
    return True


def _decided(room: Room, actor: str, id: str, command: Command) -> Entry | None:
    try:
        entry = room.decide(actor, id, command)
    except Exception as no:  # do() decides it again, and answers or logs it
        log.debug("a move was not decided at once: %s", type(no).__name__)
        return None
    return entry if isinstance(entry.body, Moved) else None


def _submitted(room: Room, entry: Entry, written: Callable[[Event | Exception], None]) -> bool:
    try:
        room.store.submit_move(entry, written, room.show_the_rest)
    except Exception as no:  # do() runs into the same, and answers or logs it
        log.debug("a move was not submitted: %s", type(no).__name__)
        return False
    return True


def _written(room: Room, entry: Entry, answered: Answered, outbox: Outbox, outcome: Event | Exception) -> None:
    outbox.gather()
    try:
        _finish(room, entry, answered, outcome)
    finally:
        outbox.let_go()


def _finish(room: Room, entry: Entry, answered: Answered, outcome: Event | Exception) -> None:
    try:
        if isinstance(outcome, Event):
            room.take_own_move(outcome, entry.foreseen)
        elif not isinstance(outcome, NotWritten):
            room.turn.in_doubt = True
    except Exception:  # it is written, and its author is told so
        log.exception("a move that was written could not be taken in", extra={"room": entry.room})
        room.turn.in_doubt = True
    finally:
        room.turn.end()
    if isinstance(outcome, Event):
        answered(outcome)
    elif isinstance(outcome, NotWritten):
        answered(None)
    else:
        answered(outcome if isinstance(outcome, OutcomeUnknown) else OutcomeUnknown(type(outcome).__name__))
