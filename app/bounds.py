"""How long a game and a room may become. The rules end every game, however long it takes; what can be done besides,
again and again and for ever, has its bounds here."""

from __future__ import annotations

from typing import Final

from app import events
from app.events import Body
from app.table import Table
from app.wire import Refusal
from games.engine import say

MOST_EVENTS_OF_A_GAME: Final = 5_000
"""More than the longest game has by its rules, a hundred rounds of Color Gin with its talk."""
MOST_EVENTS: Final = 50_000
"""Some hundreds of games."""


def refuse_endless(table: Table, body: Body) -> None:
    """Raises not_now for what brings a very long game no nearer to its end, and for what only makes a very long room
    longer."""
    if table.length_of_game >= MOST_EVENTS_OF_A_GAME and _goes_in_circles(body):
        raise Refusal("not_now", say("This game has become very long: only what is asked can be answered now."))
    if table.seq >= MOST_EVENTS and _only_adds(body):
        raise Refusal("not_now", say("A great deal has happened at this table: open a new one to go on."))


def _goes_in_circles(body: Body) -> bool:
    match body:
        case events.Moved(question=None) | events.Undone() | events.Proposed(matter="undo"):
            return True
    return False


def _only_adds(body: Body) -> bool:
    """Neither a game that is played needs it, nor who comes in or has to go."""
    match body:
        case events.Began() | events.Said() | events.Changed() | events.Reordered() | events.Kept() | events.Sat():
            return True
        case events.Stood() | events.Wished() | events.Muted() | events.Linked():
            return True
    return False
