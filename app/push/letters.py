"""What a call says: who is called to which table, and why. Nothing of the game: this is all that leaves the server
outside of pages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from app.storage.subscriptions import Call
from app.table.clock import GRACE_MS
from app.table.state import Table
from games.text import Text, say

About = Literal["question", "seat", "host", "evening", "nudge"]
"""What guests are called about: a question that they are asked, what may pass from them to somebody else, an evening
that is about to begin, or another player who waits for them."""

KEPT_S: Final = 3 * 24 * 3600
"""How long a push service keeps a message, at most: phones are off at night, and laptops over a weekend."""
SOON_S: Final = 600
"""The same for what is over soon."""
SAYS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "question": say("It’s your turn."),
        "seat": say("Someone is asking for your seat."),
        "host": say("The others are waiting for their host."),
        "evening": say("The evening at your table begins in a few minutes."),
        "nudge": say("Someone at the table nudges you."),
    }
)


class Letter(NamedTuple):
    """A call, for any receiver."""

    room: str
    about: str
    game: str
    """The title of the game."""
    name: str | None
    """Who is called, as they are known at the table."""
    host: str | None
    """The name of the host."""
    is_own_table: bool
    """Whether the one who is called is the host."""
    kept_s: int
    """How long it is worth while to keep it for them."""

    @property
    def title(self) -> Text:
        """What it is titled."""
        return say("{game} · Tertulia", game=self.game)

    @property
    def text(self) -> Text:
        """Why they are called."""
        if self.about == "question" and self.host is not None and not self.is_own_table:
            return say("It’s your turn at {host}’s table.", host=self.host)
        return SAYS[self.about]


def letter(table: Table, call: Call) -> Letter:
    """What this call says."""
    people, is_own = table.people, table.host == call.guest
    names = people.name_of(call.guest), people.name_of(table.host)
    return Letter(table.room, call.about, table.game.title, *names, is_own, _kept_s(table, call.about))


def _kept_s(table: Table, about: str) -> int:
    """Not after the player's time is up. It follows from the settings alone, since push services read it."""
    if about in ("evening", "nudge"):
        return SOON_S
    clock = table.settings.clock
    return KEPT_S if clock is None else min(KEPT_S, clock.seconds + GRACE_MS // 1000)
