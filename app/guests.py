"""The browsers that have been here, and the names they go by, as storage keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from sqlalchemy import select

from app import statements
from app.schema import guests
from app.writer import OutcomeUnknown

if TYPE_CHECKING:
    from app.store import Store

MOST_REMEMBERED: Final = 10_000


class Guest(Struct, frozen=True):
    """A browser that has been here. Only the SHA-256 of its cookie is kept."""

    id: str
    token_hash: bytes
    name: str | None


class Guests:
    """All guests of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[bytes, Guest] = {}
        """Those who were here last: known also while storage does not answer, so that their boards stay readable."""

    async def by_token(self, token_hash: bytes) -> Guest | None:
        """The guest with this cookie, if there is one. Raises Unanswered."""
        wanted = select(guests.c.id, guests.c.token_hash, guests.c.name).where(guests.c.token_hash == token_hash)
        try:
            row = await self._store.read(lambda connection: connection.execute(wanted).one_or_none())
        except OutcomeUnknown:
            if token_hash in self._known:
                return self._known[token_hash]
            raise
        return None if row is None else self._remember(Guest(row.id, row.token_hash, row.name))

    def _remember(self, guest: Guest) -> Guest:
        self._known.pop(guest.token_hash, None)
        self._known[guest.token_hash] = guest
        if len(self._known) > MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        return guest

    async def add(self, guest: Guest) -> None:
        """Keep a new guest. Raises OutcomeUnknown."""
        row = {"id": guest.id, "token_hash": guest.token_hash, "name": guest.name}
        await self._store.write(lambda cursor, now: cursor.execute(statements.GUEST, {**row, "now": now}))

    async def rename(self, id: str, name: str) -> None:
        """Remember the name a guest goes by. Raises OutcomeUnknown."""
        change = "UPDATE guests SET name = :name WHERE id = :id"
        await self._store.write(lambda cursor, now: cursor.execute(change, {"name": name, "id": id}))
