"""The frames of one event on their way to the pages of a room, in an order from which nobody learns anything.

What a seat may answer is worked out of its hand, and takes longer for one hand than for another: who had to wait for it
could tell them apart. So those who only watch are shown first, then the pages of whoever brought it about. The others
are shown when that has been answered, and whoever is asked comes last.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.rooms.outbox import Message
from app.rooms.viewer import Viewer
from app.rooms.views import Showing

Eye = int | None
"""The seat that a page looks through; None is an onlooker's place."""


class Frames:
    """Each is made when it is sent, once for all pages that look through the same eye."""

    def __init__(self, shown: Showing, seq: int) -> None:
        self._shown = shown
        self._seq = seq
        self._made: dict[Eye, Message] = {}
        self._later: list[tuple[Viewer, Eye]] = []

    def __repr__(self) -> str:
        later = sorted(str(eye) for _, eye in self._later)
        return f"<Frames: of event {self._seq}, made for {sorted(map(str, self._made))}, later for {later}>"

    def send(self, pages: Iterable[tuple[Viewer, Eye]], actor: str) -> None:
        """To those who wait for nobody's hand but their own; `actor` is the guest who brought it about."""
        own: list[tuple[Viewer, Eye]] = []
        for viewer, eye in pages:
            if eye is None:
                self._send(viewer, eye)
            else:
                (own if viewer.guest.id == actor else self._later).append((viewer, eye))
        for viewer, eye in own:
            self._send(viewer, eye)

    def send_the_rest(self) -> None:
        """To the others, if that has not been done. The game has to stand as it did."""
        later, self._later = self._later, []
        for viewer, eye in sorted(later, key=lambda page: page[1] in self._shown.asked):
            self._send(viewer, eye)

    def _send(self, viewer: Viewer, eye: Eye) -> None:
        if eye not in self._made:
            self._made[eye] = Message(self._shown.frame(eye), self._seq)
        viewer.outbox.put(self._made[eye])
