"""Small logs as written by the store, and changed as no server would change them."""

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from app.table.decide import Entry, seal_next
from app.table.events import Began, Body, Moved, Opened, encode_body
from app.table.seals import SEAL_BYTES
from app.table.state import Table
from tests.conftest import open_store

ROOM: Final = "k7Qm2xZ9vB3nR5wT"
OTHER: Final = "aaaaaaaaaaaaaaaa"
DRAW, PLACE = Raw(b'{"do":"draw"}'), Raw(b'{"do":"place","cylinder":2}')
OPENED: Final = Opened("tcnccc", 2, Raw(b"{}"), "Ann")
LOG: Final[list[Body]] = [OPENED, Began("tcnccc@1", "", [1]), Moved(1, 1, DRAW, ["joker"]), Moved(1, 2, PLACE, [])]


def entries(log: Sequence[Body], room: str, guest: str = "guest") -> Iterator[Entry]:
    """Entries that each follow the one before, sealed as far as they fold."""
    table = Table(room)
    for n, body in enumerate(log, 1):
        entry = Entry(room, n, f"{n:032}", f"{n - 1:032}" if n > 1 else "", guest, body, stored=encode_body(body))
        yield replace(entry, seal=_seal(table, entry))


def _seal(table: Table, entry: Entry) -> bytes:
    """The entry's undated seal, and the table after it; for what does not fold, a seal of nothing."""
    try:
        seal = seal_next(table, entry)
        table.apply_unsealed(entry)
    except Exception:  # the fold raises anything
        return bytes(SEAL_BYTES)
    return seal


def write(url: str, log: Sequence[Body] = LOG, room: str = ROOM) -> None:
    """Append these events to this room, whether or not they fold."""

    async def append() -> None:
        async with open_store(url) as store:
            for entry in entries(log, room):
                await store.append(entry)

    asyncio.run(append())


def change(path: Path, sql: str) -> None:
    """Change a file as no server would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER IF EXISTS events_stay_as_they_are")
        connection.execute(sql)


def count(path: Path, room: str = ROOM) -> int:
    """The number of events of a room in a file."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT count(*) FROM events WHERE room = ?", (room,)).fetchone()[0]


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}
