"""Folds a log into a table, event by event, as far as possible."""

from collections.abc import Sequence

from app.table.events import Began, Event
from app.table.state import Table
from games.dealer import Line


def folded(room: str, log: Sequence[Event]) -> Table:
    """The table of this log, which may lack moves and chat of games before the newest one. Raises the error of the
    first event that does not fold."""
    table, fault = folded_as_far(room, log)
    if fault is not None:
        raise fault
    return table


def folded_as_far(room: str, log: Sequence[Event], newest: int | None = None) -> tuple[Table, Exception | None]:
    """The table as far as its log folds, and the error where it stops, if any. `newest`: the event with which its
    newest game began."""
    if newest is None:
        newest = max((event.seq for event in log if isinstance(event.body, Began)), default=0)
    table = Table(room, bygone=newest)
    for place, event in enumerate(log):
        try:
            apply_next(table, event)
        except Exception as fault:  # whatever the rules raise
            # It may have been folded in part: fold the log before it again.
            return folded_as_far(room, log[:place], newest)[0], fault
    return table, None


def apply_next(table: Table, event: Event) -> list[Line]:
    """Fold the next event of such a log; returns its lines. Raises what Table.apply raises."""
    if event.seq != table.seq + 1:
        table.skip_to(event)
    return table.apply(event)
