"""A table from a log, folded event by event as far as it goes."""

from __future__ import annotations

from collections.abc import Sequence

from app.table.events import Began, Event
from app.table.state import Table
from games.dealer import Line


def folded(room: str, log: Sequence[Event]) -> Table:
    """The table of this log, which may leave out moves and chat of games before the newest one. Raises the error of the
    first event that does not fold."""
    table, fault = folded_as_far(room, log)
    if fault is not None:
        raise fault
    return table


def folded_as_far(room: str, log: Sequence[Event], newest: int | None = None) -> tuple[Table, Exception | None]:
    """The table as far as its log folds, and the error that ends it, if any. `newest`: the event with which its newest
    game began."""
    if newest is None:
        newest = max((event.seq for event in log if isinstance(event.body, Began)), default=0)
    table = Table(room, bygone=newest)
    for place, event in enumerate(log):
        try:
            apply_next(table, event)
        except Exception as fault:  # whatever the rules raise
            # Half of what it does may be done: the table before it is made anew.
            return folded_as_far(room, log[:place], newest)[0], fault
    return table, None


def apply_next(table: Table, event: Event) -> list[Line]:
    """Fold the next event of such a log; the lines it says. Raises what Table.apply raises."""
    if event.seq != table.seq + 1:
        table.skip_to(event)
    return table.apply(event)
