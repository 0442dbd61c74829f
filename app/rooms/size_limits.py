"""How often a seat may do in one game what brings it no nearer to its end, and how many games a room may have. No bound
ends a game, or is reached by one for another: how fast people may be noisy is in app/rooms/write_pace.py."""

from __future__ import annotations

from typing import Final

from app.protocol.messages import Refusal
from app.table import events
from app.table.events import Body
from app.table.state import Table
from games.engine import say

MOST_IDLE_OF_A_SEAT: Final = 1_000
"""Free moves, and moves taken back: three in every turn of the longest game that has them."""
MOST_GAMES: Final = 1_000
"""Of which the results are told to everybody who comes in."""


def refuse_endless(table: Table, body: Body) -> None:
    """Raises not_now for what could go on for ever."""
    seat = _idle(table, body)
    if seat is not None and table.playing and table.playing.idle.get(seat, 0) >= MOST_IDLE_OF_A_SEAT:
        raise Refusal("not_now", say("You have done this very often in this game: only what is asked is left to do."))
    if isinstance(body, events.Began) and len(table.past) >= MOST_GAMES:
        raise Refusal("not_now", say("Very many games were played at this table: open a new one to go on."))


def _idle(table: Table, body: Body) -> int | None:
    """Whose doing it is, if it brings a game no nearer to its end; what others have agreed to is nobody's."""
    match body:
        case events.Moved(seat, None) | events.Proposed(seat, "undo"):
            return seat
        case events.Undone(seat) if table.playing and table.playing.proposal is None:
            return seat
    return None
