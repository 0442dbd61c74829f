"""Web Push subscriptions of players."""

from hashlib import sha256

import msgspec
from msgspec import Struct
from sqlalchemy import select

from app.storage import statements
from app.storage.open_database import OpenDatabase
from app.storage.schema import push_subscriptions


class Subscription(Struct, frozen=True, kw_only=True):
    """The browser endpoint that notifies a guest about one room. `called`: the last question that was notified;
    `warned`: the last event of the log that said that something of theirs may pass to somebody else."""

    room: str
    guest: str
    endpoint: str
    p256dh: str
    auth: str
    page: str
    language: str
    called: int = 0
    warned: int = 0


class Subscriptions:
    """All subscriptions of a store: one for each guest in each room."""

    def __init__(self, store: OpenDatabase) -> None:
        self._store = store
        self.are_used = False
        """Whether this server notifies anybody."""

    async def of(self, room: str, guest: str) -> Subscription | None:
        """The guest's subscription in this room, if any."""
        columns = push_subscriptions.c
        query = select(*(columns[field] for field in Subscription.__struct_fields__))
        of_guest = query.where(columns.room == room, columns.guest == guest)
        row = await self._store.read(lambda connection: connection.execute(of_guest).mappings().one_or_none())
        return None if row is None else Subscription(**row)

    async def reach(self, room: str, guest: str) -> bool:
        """Whether this guest can be notified about this room."""
        return self.are_used and await self.of(room, guest) is not None

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

    async def note_called(self, room: str, guest: str, number: int, *, warned: bool = False) -> bool:
        """Record that the guest is notified of this question, or `warned` of this event; false when they were already.
        Raises OutcomeUnknown."""
        given = {"number": number, "room": room, "guest": guest}
        return await self._store.execute(statements.WARNED if warned else statements.CALLED, given, room) == 1

    async def note_uncalled(self, room: str, guest: str, number: int, *, warned: bool = False) -> None:
        """Record that the notification of this question or event has failed. Raises OutcomeUnknown."""
        given = {"number": number, "room": room, "guest": guest}
        await self._store.execute(statements.UNWARNED if warned else statements.UNCALLED, given, room)


def _hash(endpoint: str) -> bytes:
    return sha256(endpoint.encode()).digest()
