"""Hours of the day in which a guest is not called, by the clock of their own time zone."""

import re
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

DAY: Final = timedelta(days=1)
MINUTES: Final = 24 * 60
_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")


class QuietHours(Struct, frozen=True):
    """`begins`, `ends`: in minutes after midnight, never the same; over midnight if the end is the smaller one. `zone`:
    a name of the IANA, such as Europe/Berlin."""

    begins: int
    ends: int
    zone: str

    def end(self, now: int) -> int | None:
        """When the quiet hours end in which this moment lies (both in ms since 1970); None: it lies in none. Also in a
        zone that this machine does not know any more: better to be called than never again."""
        if (zone := zone_of(self.zone)) is None:
            return None
        today = datetime.fromtimestamp(now / 1000, zone).date()
        for day in (today - DAY, today):
            last = day if self.begins < self.ends else day + DAY
            begins, ends = (_moment(*at, zone) for at in ((day, self.begins), (last, self.ends)))
            if begins <= now < ends:
                return ends
        return None


def zone_of(name: str) -> ZoneInfo | None:
    """The time zone of this name; None when there is none."""
    if not _ZONE.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # a folder, a file that is no zone, nothing of this name
        return None


def _moment(day: date, minute: int, zone: ZoneInfo) -> int:
    """When the clocks there show this (ms since 1970): for the first time, if they show it twice; if they skip it, as
    long after the change as if there were none (RFC 5545, 3.3.5)."""
    shown = datetime.combine(day, time(*divmod(minute, 60)), zone)
    return round(shown.timestamp() * 1000)
