"""Web Push subscriptions of players."""

from hashlib import sha256

import msgspec
from msgspec import Struct
from sqlalchemy import select

from app.storage import statements
from app.storage.guests import Storage
from app.storage.schema import push_subscriptions


class Subscription(Struct, frozen=True, kw_only=True):
    """The browser endpoint that notifies a guest about one room. `called`: the last question that was notified."""

    room: str
    guest: str
    endpoint: str
    p256dh: str
    auth: str
    page: str
    language: str
    called: int = 0


class Subscriptions:
    """All subscriptions of a store: one for each guest in each room."""

    def __init__(self, store: Storage) -> None:
        self._store = store

    async def of(self, room: str, guest: str) -> Subscription | None:
        """The guest's subscription in this room, if any."""
        kept = push_subscriptions.c
        query = select(*(kept[field] for field in Subscription.__struct_fields__))
        found = query.where(kept.room == room, kept.guest == guest)
        row = await self._store.read(lambda connection: connection.execute(found).mappings().one_or_none())
        return None if row is None else Subscription(**row)

    async def keep(self, subscription: Subscription) -> None:
        """Store a subscription in place of the guest's older one, also in their other rooms. Raises OutcomeUnknown."""
        row = {**msgspec.structs.asdict(subscription), "endpoint_hash": _hash(subscription.endpoint)}
        await self._store.execute(statements.SUBSCRIBE, row, subscription.room)
        await self._store.execute(statements.SUBSCRIBE_ELSEWHERE, row)

    async def drop(self, room: str, guest: str) -> None:
        """Delete the guest's subscription in this room. Raises OutcomeUnknown."""
        await self._store.execute(statements.UNSUBSCRIBE, {"room": room, "guest": guest}, room)

    async def drop_endpoint(self, endpoint: str) -> None:
        """Delete an endpoint that has expired, in all rooms. Raises OutcomeUnknown."""
        gone = "DELETE FROM push_subscriptions WHERE endpoint_hash = :hash"
        await self._store.execute(gone, {"hash": _hash(endpoint)})

    async def note_called(self, room: str, guest: str, question: int) -> bool:
        """Record that the guest is notified of this question; false when they were already. Raises OutcomeUnknown."""
        given = {"question": question, "room": room, "guest": guest}
        return await self._store.execute(statements.CALLED, given, room) == 1

    async def note_uncalled(self, room: str, guest: str, question: int) -> None:
        """Record that the notification of this question has failed. Raises OutcomeUnknown."""
        await self._store.execute(statements.UNCALLED, {"question": question, "room": room, "guest": guest}, room)


def _hash(endpoint: str) -> bytes:
    return sha256(endpoint.encode()).digest()
