"""What is settled around an evening: when it begins, where people talk meanwhile, who is ready, and whether spectators
see the hands. All of it is in the room's log."""

import re
from collections.abc import Collection
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import UNSET, Struct
from msgspec.structs import replace

from app.protocol.commands import LONGEST_TALK_LINK, ChangeSettings
from app.protocol.messages import Refusal
from games.dealer import Line
from games.text import Chair, Text, say

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
FARTHEST_MS: Final = 366 * 24 * HOUR_MS
EARLY_MS: Final = HOUR_MS
"""A game that begins this long before the evening was set is part of it: then all are there."""
SHOWN_MS: Final = 6 * HOUR_MS
"""How long an evening at which no game has begun is still shown."""
CALLED_MS: Final = 10 * MINUTE_MS
"""How long before it those who are seated are called."""

_HOST: Final = re.compile(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
"""A public name as browsers write it: other letters than these are in Punycode."""
_REST: Final = re.compile(r"[!-~]*")  # of a link: no spaces, and everything else percent-encoded


class SaidReady(Struct, frozen=True, tag_field="kind", tag="ready"):
    """An event: the player of this seat is ready for the next game, or not yet after all."""

    seat: int
    ready: bool


class Evening(Struct, frozen=True, omit_defaults=True):
    """When the room's next evening begins, in milliseconds since 1970; None: no date is set. `number`: of the room's
    evenings, from 1; `changes`: how often a date was set or removed; `set_at`: when, the last time."""

    at: int | None = None
    number: int = 1
    changes: int = 0
    set_at: int = 0


def around_it(change: ChangeSettings, was: Evening, now: int) -> dict[str, Any]:
    """The settings of an evening that this command changes, at this time. Raises bad_option."""
    changed: dict[str, Any] = {}
    if change.talk is not UNSET:
        changed["talk"] = talk_link(change.talk)
    if change.evening is not UNSET:
        changed["evening"] = settled(was, change.evening, now)
    return changed


def settled(was: Evening, at: int | None, now: int) -> Evening:
    """The evening with another date; None: with none. Raises bad_option for one that has passed or is far away."""
    if at is not None and at <= now:
        raise Refusal("bad_option", say("That is in the past. Choose a time that is still to come."))
    if at is not None and at > now + FARTHEST_MS:
        raise Refusal("bad_option", say("That is more than a year ahead. Choose an earlier day."))
    return replace(was, at=at, changes=was.changes + 1, set_at=now)


def held(evening: Evening, at: int) -> Evening:
    """What is left of it when a game begins at this time: nothing, if it is the evening's."""
    if evening.at is None or at < evening.at - EARLY_MS:
        return evening
    return replace(evening, at=None, number=evening.number + 1)


def talk_link(given: str) -> str:
    """The link to the place where people talk, as it is stored; empty for none. Raises bad_option, with what is wrong
    with it."""
    link = given.strip()
    if not link:
        return ""
    if len(link) > LONGEST_TALK_LINK:
        sentence = "The link is too long: {count} instead of at most {most} characters."
        raise Refusal("bad_option", say(sentence, count=len(link), most=LONGEST_TALK_LINK))
    try:
        parts = urlsplit(link)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Refusal("bad_option", NO_LINK) from None
    if parts.scheme != "https":
        raise Refusal("bad_option", say("The link has to begin with “https”."))
    if "@" in parts.netloc:
        raise Refusal("bad_option", say("The link holds a user name or a password. Leave that out: everyone sees it."))
    if not _HOST.fullmatch(host) or port == 0 or not _REST.fullmatch(link) or "\\" in link:
        raise Refusal("bad_option", NO_LINK)
    return link


NO_LINK: Final = say("That is not the link of a web page. Copy it from the address bar of your browser.")


# --- Hands that spectators see ------------------------------------------------------------------------------

MOVES_LATE: Final = 2
"""A decision and the answer to it are over before anybody sees the hand that it was made with."""
SECONDS_LATE: Final = 30
"""By then, a word whispered to a player tells them of a table at which they have already played on, even where bots or
fast players make two moves in a second."""

BY_AGREEMENT: Final = say("The players ended the game by agreement.")
EVENING_ENDED: Final = say("The evening of all tables ended before this game did.")
OPEN: Final = say("All players agree: spectators see the hands from now on, with a delay.")
BY_NEW_PEOPLE: Final = say("Someone else sits at the table now: spectators do not see the hands any more.")
BY_HOST: Final = say("The host has closed the game to spectators: they do not see the hands any more.")


class HandsShown(Struct, frozen=True, tag_field="kind", tag="hands"):
    """An event: a seat agrees that spectators see the hands of all; not `shown`: it does not, or no longer, and they
    see none."""

    seat: int
    shown: bool


class OpenHands(Struct):
    """What the players of a game have decided about showing their hands to spectators. Every person with a seat has to
    agree, and any of them ends it at once. It ends with the game, when other people have the seats, and when the host
    closes the game to spectators."""

    agreed: set[int] = set()
    """The seats that have agreed. If one does not, all are asked again."""
    is_open: bool = False
    opened: int = 0
    """The event since which spectators may know hands of this game, even if these are hidden again; 0: none do."""
    insiders: set[str] = set()
    """Guests who have had a seat during this game, or wanted one: they might take what they see back to it."""

    def show(self, number: int, people: Collection[int], seq: int) -> list[Line]:
        """A seat agrees; `people` play on these. Returns the line that tells everybody."""
        self.agreed.add(number)
        if not self.agreed.issuperset(people):
            sentence = "{seat} would let spectators see the hands, if all players agree."
            return [Line("hands_agreed", say(sentence, seat=Chair(number)), number, seq=seq)]
        self.is_open, self.opened = True, self.opened or seq
        return [Line("hands_open", OPEN, seq=seq)]

    def hide(self, seq: int, why: Text, seat: int | None = None) -> list[Line]:
        """Spectators see no hands any more. Returns the line that tells everybody, if anybody had agreed."""
        if not self.agreed:
            return []
        self.agreed, self.is_open = set(), False
        return [Line("hands_closed", why, seat, seq=seq)]
