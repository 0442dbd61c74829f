"""Nudges: a player reminds another one that they are waited for. Nothing of it is written down."""

from collections.abc import Mapping, Set
from math import ceil
from typing import Final

from app.access.rate_limits import Limits
from app.protocol.messages import Refusal, encode
from app.protocol.talk import Nudged, Speaker
from app.rooms import notices
from app.rooms.outbox import Message, Viewer
from app.table import proposals
from app.table.state import Table
from games.text import say

CALLED_FOR_MS: Final = 60_000
"""Whoever sees no page is called for a nudge within this time, or not at all."""


class Nudges:
    """Those of one room."""

    def __init__(self, room: str, viewers: Set[Viewer], to_others: notices.Notices) -> None:
        """`viewers`: the open pages of the room, which come and go."""
        self._room = room
        self._viewers = viewers
        self._notices = to_others
        self._last: dict[str, int] = {}
        """Guest -> when somebody on this node has nudged them last (ms, database clock)."""

    def nudge(self, table: Table, guest: str, other: str, seat: int | None, is_away: bool, now: int) -> notices.Nudges:
        """What is to be shown when a guest nudges another one. Raises forbidden, not_seated, not_your_seat, not_now."""
        by, to = proposals.nudge(table, guest, other, seat, is_away, now)
        return notices.Nudges(self._room, guest, by.seat or 0, by.name, other, to.seat or 0, to.name)

    def pass_on(self, nudge: notices.Nudges, limits: Limits, now: int) -> None:
        """Show it on every node. Raises busy for another one to the same person within a minute."""
        wait = limits.wait("nudge", nudge.guest, f"{nudge.other} {self._room}")
        if wait is not None:
            sentence = "You have just nudged {name}. Wait {seconds} s."
            raise Refusal("busy", say(sentence, name=nudge.other_name, seconds=ceil(wait)))
        self._last[nudge.other] = now
        self._notices.publish(nudge)
        self.show(nudge)

    def show(self, nudge: notices.Nudges) -> None:
        """Show it on the pages of both that are on this node."""
        by, to = Speaker(nudge.seat, nudge.name), Speaker(nudge.other_seat, nudge.other_name)
        message = Message(encode(Nudged(by, to)), 0)
        for viewer in self._viewers:
            if viewer.guest.id in (nudge.guest, nudge.other):
                viewer.outbox.put(message)

    def recent(self, now: int) -> Mapping[str, int]:
        """Guest -> when they were nudged, within the last minute."""
        self._last = {guest: at for guest, at in self._last.items() if now - at < CALLED_FOR_MS}
        return self._last
