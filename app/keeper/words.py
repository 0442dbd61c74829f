"""What operators' commands tell running servers. A command and a server have nothing in common but the database: it is
written into a table, which every server reads every few seconds."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import select

from app.storage.database import Cursor
from app.storage.open_database import OpenDatabase
from app.storage.schema import keepers_words

Kind = Literal["announced", "forgotten"]

HEARD_FOR_MS: Final = 60_000
"""A server that does not hear of it within this time need not: announcements are old by then."""
KEPT_MS: Final = 24 * 3_600_000

_SAY: Final = "INSERT INTO keepers_words (id, at, kind, said) VALUES (:id, :now, :kind, :said)"
_OLD: Final = "DELETE FROM keepers_words WHERE at < :before"


class Word(Struct, frozen=True):
    """`said`: the words of an announcement, or the id of the guest who is forgotten."""

    id: str
    kind: Kind
    said: str


async def announce(store: OpenDatabase, words: str) -> None:
    """Have every running server show these words at all of its tables. Raises OutcomeUnknown."""
    await store.write(partial(write_word, "announced", words), is_short=True)


def write_word(kind: Kind, said: str, cursor: Cursor, now: int) -> None:
    """Tell all servers, within a transaction; what is older than a day goes."""
    cursor.execute(_OLD, {"before": now - KEPT_MS})
    cursor.execute(_SAY, {"id": secrets.token_hex(16), "now": now, "kind": kind, "said": said})


async def recent_words(store: OpenDatabase) -> list[Word]:
    """What was said within the last minute, oldest first. Raises Unanswered."""
    columns: Any = keepers_words.c
    query = select(columns.id, columns.kind, columns.said).where(columns.at > store.now() - HEARD_FOR_MS)
    rows = await store.read(lambda connection: connection.execute(query.order_by(columns.at)).all())
    return [Word(*row) for row in rows]
