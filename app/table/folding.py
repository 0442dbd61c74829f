"""Folds a log into a table, event by event, as far as possible."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.table.events import Began, Event
from app.table.state import Table
from games.dealer import Line

PIECE: Final = 256
"""Events, which take some milliseconds."""


def fold_in_pieces(
    room: str, log: Sequence[Event], newest: int | None = None
) -> Iterator[tuple[Table, Exception | None]]:
    """As the last item, the table as far as its log folds, and the error where it stops, if any; after each piece of
    the log an item to pause at. The log may lack events inside games before the newest one, which began with the event
    `newest`."""
    if newest is None:
        newest = max((event.seq for event in log if isinstance(event.body, Began)), default=0)
    table = Table(room, bygone=newest)
    for place, event in enumerate(log, 1):
        try:
            apply_next(table, event)
        except Exception as fault:  # whatever the rules raise
            # It may have been folded in part: fold the log before it again.
            for sound, _ in fold_in_pieces(room, log[: place - 1], newest):
                yield sound, fault
            return
        if place % PIECE == 0:
            yield table, None
    yield table, None


def apply_next(table: Table, event: Event) -> list[Line]:
    """Fold the next event of such a log; returns its lines. Raises what Table.apply raises."""
    if event.seq != table.seq + 1:
        table.skip_to(event)
    return table.apply(event)
