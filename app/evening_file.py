"""The date of a room's evening as a file for calendars (RFC 5545), the same for everybody who may enter the room."""

from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from app.i18n import Speaker
from app.table.state import Table
from games.text import say

OCTETS: Final = 75
"""The most in a line of the file, without its end (RFC 5545, 3.1)."""
LASTS: Final = "PT2H"


def evening_file(table: Table, link: str, speak: Speaker) -> bytes | None:
    """The file; None if no date is set. `link`: to the room; empty where its address is unknown."""
    at = table.settings.evening.at
    if at is None:
        return None
    return b"".join(_folded(line) for line in _lines(table, at, link, speak))


def _lines(table: Table, at: int, link: str, speak: Speaker) -> Iterator[str]:
    evening = table.settings.evening
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tertulia//Tertulia//EN", "BEGIN:VEVENT")
    yield f"UID:{sha256(f'evening/{table.room}'.encode()).hexdigest()[:32]}-{evening.number}@tertulia"
    yield f"SEQUENCE:{evening.changes}"
    yield f"DTSTAMP:{_utc(evening.set_at)}"
    yield f"DTSTART:{_utc(at)}"
    yield f"DURATION:{LASTS}"
    yield f"SUMMARY:{_text(_summary(table, speak))}"
    if link:
        yield from (f"DESCRIPTION:{_text(link)}", f"URL:{link}")
    yield from ("END:VEVENT", "END:VCALENDAR")


def _summary(table: Table, speak: Speaker) -> str:
    game, host = table.game.title, table.people.name_of(table.host)
    return speak(
        say("{game} · Tertulia", game=game) if host is None else say("{game} with {host}", game=game, host=host)
    )


def _utc(at: int) -> str:
    """The time `at` (ms) as a DATE-TIME in UTC (RFC 5545, 3.3.5)."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    """The words as a TEXT (RFC 5545, 3.3.11): whatever is in a name, it begins no line and ends no value."""
    for special in ("\\", ";", ","):
        words = words.replace(special, "\\" + special)
    return "\\n".join(words.splitlines())


def _folded(line: str) -> bytes:
    """The line with its end, in pieces of at most OCTETS, none of which ends within a character (RFC 5545, 3.1)."""
    pieces, piece = list[bytes](), b""
    for character in line:
        encoded = character.encode("utf-8", "replace")
        if len(piece) + len(encoded) > OCTETS:
            pieces.append(piece)
            piece = b" "
        piece += encoded
    return b"\r\n".join([*pieces, piece]) + b"\r\n"
