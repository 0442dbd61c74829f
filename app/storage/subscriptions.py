"""How players are called who are away, as storage keeps it."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct
from sqlalchemy import select

from app.storage import statements
from app.storage.interface import Storage
from app.storage.schema import push_subscriptions


class Subscription(Struct, frozen=True, kw_only=True):
    """How a guest is called who has no page of a room open: at this endpoint, encrypted with these keys, to this page.
    `called`: the last question for which he was."""

    room: str
    guest: str
    endpoint: str
    p256dh: str
    auth: str
    page: str
    language: str
    called: int = 0


class Subscriptions:
    """All subscriptions of a store; one for each guest in each room."""

    def __init__(self, store: Storage) -> None:
        self._store = store

    async def of(self, room: str, guest: str) -> Subscription | None:
        """How this guest is called, if he wants to be."""
        kept = push_subscriptions.c
        wanted = select(*(kept[field] for field in Subscription.__struct_fields__))
        found = wanted.where(kept.room == room, kept.guest == guest)
        row = await self._store.read(lambda connection: connection.execute(found).mappings().one_or_none())
        return None if row is None else Subscription(**row)

    async def keep(self, wanted: Subscription) -> None:
        """Call this guest by it from now on, and by no older one. Raises OutcomeUnknown."""
        row = {**msgspec.structs.asdict(wanted), "endpoint_hash": _hash(wanted.endpoint)}
        subscribe = statements.SUBSCRIBE
        await self._store.write(lambda cursor, now: cursor.execute(subscribe, {**row, "now": now}), wanted.room)

    async def drop(self, room: str, guest: str) -> None:
        """Call this guest no more in this room. Raises OutcomeUnknown."""
        given = {"room": room, "guest": guest}
        await self._store.write(lambda cursor, now: cursor.execute(statements.UNSUBSCRIBE, given), room)

    async def drop_endpoint(self, endpoint: str) -> None:
        """Nobody is there any more, in whatever room. Raises OutcomeUnknown."""
        gone = "DELETE FROM push_subscriptions WHERE endpoint_hash = :hash"
        await self._store.write(lambda cursor, now: cursor.execute(gone, {"hash": _hash(endpoint)}))

    async def note_called(self, room: str, guest: str, question: int) -> bool:
        """Whether the guest was not called for this question before. He counts as called now. Raises OutcomeUnknown."""
        given = {"question": question, "room": room, "guest": guest}
        return await self._store.write(lambda cursor, now: cursor.execute(statements.CALLED, given).rowcount == 1, room)


def _hash(endpoint: str) -> bytes:
    return sha256(endpoint.encode()).digest()
