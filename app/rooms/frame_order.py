"""The frames of one event, sent to the pages of a room in an order that reveals nothing.

A seat's legal moves are computed from its hand, which takes longer for some hands than for others: anybody who had to
wait for them could tell hands apart. So spectators are sent their frames first, then the player who acted. The others
follow after the acknowledgement, those who are asked last.
"""

from collections.abc import Iterable

from app.rooms.outbox import Message, Viewer
from app.rooms.views import Showing

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
