"""The frames of one event, sent to the pages of a room in an order that reveals nothing.

A seat's legal moves are computed from its hand, which takes longer for some hands than for others: anybody who had to
wait for them could tell hands apart. So spectators are sent their frames first, then the player who acted. The others
follow after the acknowledgement, those who are asked last.

The hands that players have opened to spectators are shown some moves and some seconds late. What happens is kept here
as it happens, and shown when that is due: app/services/open_hands.py says when. It is kept in memory alone: a process
that has just read a room begins anew, as does one that sees a move taken back, so that nothing is ever shown sooner
than promised. There is one door: only OpenHands.show() puts a frame with a hand into an outbox. When the hands are
closed, note() takes back all of them that have not left it, before anybody is shown that.
"""

from collections.abc import Callable, Iterable, Set
from itertools import takewhile
from time import monotonic
from typing import Final

from msgspec import Struct

from app.rooms.outbox import Message, Viewer
from app.rooms.views import Showing, may_see_hands
from app.table.evening import MOVES_LATE, SECONDS_LATE
from app.table.events import Event, Moved, Undone, move_in
from app.table.state import Table
from games.dealer import Line
from games.engine import Game, State
from games.frame import Delayed, Moment

Viewpoint = int | None
"""The seat whose view a page shows; None is a spectator's."""


class Frames:
    """The frames of one event. Each is made when it is sent, once for all pages with the same view."""

    def __init__(self, showing: Showing, seq: int) -> None:
        self._showing = showing
        self._seq = seq
        self._made: dict[Viewpoint, Message] = {}
        self._later: list[tuple[Viewer, Viewpoint]] = []

    def __repr__(self) -> str:
        later = sorted(str(viewpoint) for _, viewpoint in self._later)
        return f"<Frames: of event {self._seq}, made for {sorted(map(str, self._made))}, later for {later}>"

    def send(self, pages: Iterable[tuple[Viewer, Viewpoint]], actor: str) -> None:
        """Send to spectators, then to the pages of `actor`, the guest who acted, who has an answer soon."""
        own: list[tuple[Viewer, Viewpoint]] = []
        for viewer, viewpoint in pages:
            if viewpoint is None:
                viewer.outbox.put(self._made_for(viewpoint))
            else:
                (own if viewer.guest.id == actor else self._later).append((viewer, viewpoint))
        for viewer, viewpoint in own:
            viewer.outbox.put_soon(self._made_for(viewpoint))

    def send_the_rest(self) -> None:
        """Send to the others, unless that is done. The game must not have changed since."""
        later, self._later = self._later, []
        for viewer, viewpoint in sorted(later, key=lambda page: page[1] in self._showing.asked_seats):
            viewer.outbox.put(self._made_for(viewpoint))

    def _made_for(self, viewpoint: Viewpoint) -> Message:
        if viewpoint not in self._made:
            self._made[viewpoint] = Message(self._showing.frame(viewpoint), self._seq)
        return self._made[viewpoint]


# --- Hands that are open to spectators ----------------------------------------------------------------------


MOST_KEPT: Final = 64
"""Moments that wait. Of more in that time, the oldest are shown together with those that follow them."""


class _Kept(Struct, eq=False):
    """A moment, with its `lines`, and the lasting ones as they stood then; how many `moves` had been made, and when it
    was kept (seconds of a clock that is never set)."""

    game: Game
    state: State
    seq: int
    lines: list[Line]
    lasting: list[Line]
    moves: int
    at: float
    made: dict[tuple[int, bool], Message] = {}

    def __repr__(self) -> str:
        return f"<_Kept: event {self.seq}>"  # nothing of the state may end up in a log

    def seen_by(self, eyes: int, is_first: bool) -> Message:
        """The frame for spectators who look with these eyes, made once for all of them. `is_first`: they have seen none
        before, and are told how things stand."""
        if (eyes, is_first) not in self.made:
            moment = Moment(self.game, self.state, self.seq, self.lasting if is_first else self.lines)
            frame = moment.past(Delayed(eyes, MOVES_LATE, SECONDS_LATE))
            self.made[eyes, is_first] = Message(frame, 0, can_be_withdrawn=True)
        return self.made[eyes, is_first]


class OpenHands:
    """Those of the game on one room's table, and the spectators on this node who look at them."""

    def __init__(self, viewers: Set[Viewer]) -> None:
        """`viewers`: the open pages of the room, which come and go."""
        self.now: Callable[[], float] = monotonic
        self._viewers = viewers
        self._kept: list[_Kept] = []
        self._moves = 0

    def __repr__(self) -> str:
        return f"<OpenHands: {len(self._kept)} moments, {len(self._watching())} look at hands>"

    def note(self, table: Table, event: Event, lines: list[Line]) -> None:
        """An event was folded, and nobody has been shown it. Keep the moment after it; and if the hands are closed by
        it, or a move is taken back, hide what was shown in this same moment."""
        if not isinstance(event.body, Moved):
            self._hide(table, is_taken_back=isinstance(event.body, Undone))
        if not table.people.open_hands.is_open or table.playing is None:
            return
        moved = move_in(event.body) is not None
        self._moves += moved
        if moved or lines:
            state, lasting = table.playing.state.copy(), table.lasting(0)
            self._keep(_Kept(table.game, state, event.seq, lines, lasting, self._moves, self.now()))

    def _keep(self, kept: _Kept) -> None:
        self._kept.append(kept)
        if len(self._kept) > MOST_KEPT:
            oldest, following = self._kept.pop(0), self._kept[0]
            following.lines = [*oldest.lines, *following.lines]

    def _hide(self, table: Table, is_taken_back: bool) -> None:
        if is_taken_back or not table.people.open_hands.is_open:
            self._kept.clear()
        for viewer in self._watching():
            may_see = may_see_hands(table, viewer.guest.id)
            if is_taken_back or not may_see:
                self._withdraw(viewer, viewer.eyes if may_see else None)

    def hide_all(self) -> None:
        """Show no hand any more, and forget what would have been shown."""
        self._kept.clear()
        for viewer in self._watching():
            self._withdraw(viewer, None)

    def _watching(self) -> list[Viewer]:
        return [viewer for viewer in self._viewers if viewer.eyes is not None]

    def _withdraw(self, viewer: Viewer, eyes: int | None) -> None:
        """Take back what has not left, and show the table as every spectator sees it."""
        viewer.eyes, viewer.shown_late = eyes, 0
        viewer.outbox.withdraw()
        viewer.outbox.start_over()

    def choose(self, table: Table, viewer: Viewer, eyes: int | None) -> bool:
        """A spectator would like to see the hand of this seat, or none. Returns whether they may choose, which means
        that they have."""
        is_at_the_table = eyes is None or eyes < len(table.seats)
        if not (is_at_the_table and may_see_hands(table, viewer.guest.id)):
            return False
        if eyes is None:
            self._withdraw(viewer, None)
        else:
            viewer.eyes, viewer.shown_late = eyes, 0
            viewer.outbox.withdraw()
        return True

    # --- When it is due ---

    def _due(self) -> list[_Kept]:
        """The moments that may be shown, oldest first."""
        moves, until = self._moves - MOVES_LATE, self.now() - SECONDS_LATE
        return [*takewhile(lambda kept: kept.moves <= moves and kept.at <= until, self._kept)]

    def due_in(self) -> float | None:
        """In how many seconds there is something to show; None: not before another move, or nobody looks."""
        watching, due = self._watching(), self._due()
        if due and any(viewer.shown_late < due[-1].seq for viewer in watching):
            return 0.0
        waiting = self._kept[len(due) : len(due) + 1] if watching else []
        made = (kept for kept in waiting if kept.moves <= self._moves - MOVES_LATE)
        return next((kept.at + SECONDS_LATE - self.now() for kept in made), None)

    def show(self, table: Table) -> None:
        """Show what is due to those who look. The table is level with its log."""
        due = self._due()
        if not due:
            return
        for viewer in self._watching():
            if may_see_hands(table, viewer.guest.id):
                self._show(viewer, viewer.eyes or 0, due)
        due[-1].lines = []  # whoever comes later is told how things stand
        self._kept[: len(due) - 1] = []

    def _show(self, viewer: Viewer, eyes: int, due: list[_Kept]) -> None:
        new = [kept for kept in due if kept.seq > viewer.shown_late] if viewer.shown_late else due[-1:]
        for kept in new:
            viewer.outbox.put(kept.seen_by(eyes, is_first=viewer.shown_late == 0))
            viewer.shown_late = kept.seq
