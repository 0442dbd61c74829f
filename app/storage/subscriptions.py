"""How guests are called: the Web Push subscriptions of their browsers, their webhooks, their quiet hours, and what they
were last called for."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import func, select

from app.quiet_hours import QuietHours
from app.storage import statements
from app.storage.open_database import OpenDatabase
from app.storage.schema import calls, calls_put_off, push_subscriptions, quiet_hours, webhooks

MOST_AT_ONCE: Final = 200
"""Calls put off that are read at a time."""


class Subscription(Struct, frozen=True, kw_only=True):
    """The endpoint of a browser that notifies a guest about one room. `device`: which of the guest's browsers."""

    room: str
    guest: str
    device: str
    endpoint: str
    p256dh: str
    auth: str
    page: str
    language: str


class Call(NamedTuple):
    """What makes a call the same call: nobody is called twice for it. `about`: a question, or anything else that guests
    are called for. `number`: of the question, or of the event that called them; later calls have higher ones."""

    room: str
    guest: str
    about: str
    number: int


class Subscriptions:
    """All subscriptions of a store: one for each device of a guest in each room."""

    def __init__(self, store: OpenDatabase) -> None:
        self._store = store

    async def of(self, room: str, guest: str) -> list[Subscription]:
        """The subscriptions of the guest's devices in this room."""
        columns = push_subscriptions.c
        query = select(*(columns[field] for field in Subscription.__struct_fields__))
        of_guest = query.where(columns.room == room, columns.guest == guest).order_by(columns.device)
        rows = await self._store.read(lambda connection: connection.execute(of_guest).mappings().all())
        return [Subscription(**row) for row in rows]

    async def keep(self, subscription: Subscription) -> None:
        """Store a subscription in place of the device's older one, also in the guest's other rooms. Raises
        OutcomeUnknown."""
        row = {**msgspec.structs.asdict(subscription), "endpoint_hash": _hash(subscription.endpoint)}
        await self._store.execute(statements.SUBSCRIBE, row, subscription.room)
        await self._store.execute(statements.SUBSCRIBE_ELSEWHERE, row)

    async def drop(self, room: str, guest: str, device: str) -> None:
        """Delete the device's subscription in this room. Raises OutcomeUnknown."""
        await self._store.execute(statements.UNSUBSCRIBE, {"room": room, "guest": guest, "device": device}, room)

    async def drop_endpoint(self, endpoint: str) -> None:
        """Delete an endpoint that has expired, in all rooms. Raises OutcomeUnknown."""
        gone = "DELETE FROM push_subscriptions WHERE endpoint_hash = :hash"
        await self._store.execute(gone, {"hash": _hash(endpoint)})


class Webhook(Struct, frozen=True, kw_only=True):
    """An address at which a guest is called about all rooms. `kind`: of the service there. `address`: sealed, the
    guest's secret. `origin`: of this server, for links. `gone`: 404 or 410 if it answered so."""

    guest: str
    kind: str
    address: bytes
    origin: str
    language: str
    gone: int | None = None


class Webhooks:
    """The webhooks of a store, at most one for each guest."""

    def __init__(self, store: OpenDatabase) -> None:
        self._store = store

    async def of(self, guest: str) -> Webhook | None:
        """The guest's webhook. Raises Unanswered."""
        query = select(*(webhooks.c[field] for field in Webhook.__struct_fields__)).where(webhooks.c.guest == guest)
        row = await self._store.read(lambda connection: connection.execute(query).mappings().one_or_none())
        return None if row is None else Webhook(**row)

    async def keep(self, webhook: Webhook) -> None:
        """Store a webhook in place of the guest's older one. Raises OutcomeUnknown."""
        await self._store.execute(statements.WEBHOOK, msgspec.structs.asdict(webhook), is_short=True)

    async def note_gone(self, webhook: Webhook, status: int | None) -> None:
        """Note that it answers so, or None: that it works, unless it is another one by now. Raises OutcomeUnknown."""
        given = {"guest": webhook.guest, "address": webhook.address, "gone": status}
        await self._store.execute(statements.WEBHOOK_IS_GONE, given, is_short=True)

    async def drop(self, guest: str) -> None:
        """Delete the guest's webhook. Raises OutcomeUnknown."""
        await self._store.execute(statements.DROP_WEBHOOK, {"guest": guest}, is_short=True)


class QuietTimes:
    """The quiet hours of all guests of a store."""

    def __init__(self, store: OpenDatabase) -> None:
        self._store = store

    async def of(self, guest: str) -> QuietHours | None:
        """The guest's quiet hours. Raises Unanswered."""
        columns = quiet_hours.c
        query = select(columns.begins, columns.ends, columns.zone).where(columns.guest == guest)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else QuietHours(*row)

    async def end(self, guest: str) -> int | None:
        """When the guest may be called again (ms); None: they may be now. Raises Unanswered."""
        quiet = await self.of(guest)
        return None if quiet is None else quiet.end(self._store.now())

    async def keep(self, guest: str, quiet: QuietHours | None) -> None:
        """Store the guest's quiet hours, or that they have none. Calls that they have put off are looked at again.
        Raises OutcomeUnknown."""
        if quiet is None:
            await self._store.execute(statements.DROP_QUIET_HOURS, {"guest": guest}, is_short=True)
        else:
            given = {"guest": guest, **msgspec.structs.asdict(quiet)}
            await self._store.execute(statements.QUIET_HOURS, given, is_short=True)
        await self._store.execute(statements.HASTEN_CALLS, {"guest": guest}, is_short=True)


class Calls:
    """The calls of all guests of a store: each is made once for each receiver, on however many nodes."""

    def __init__(
        self, store: OpenDatabase, subscriptions: Subscriptions, webhooks: Webhooks, quiet_times: QuietTimes
    ) -> None:
        self._store = store
        self._subscriptions = subscriptions
        self._webhooks = webhooks
        self._quiet_times = quiet_times
        self.are_made = False
        """Whether this server calls anybody."""

    async def reach(self, room: str, guest: str) -> bool:
        """Whether this guest can be called about this room now. Raises Unanswered."""
        if not self.are_made or await self._quiet_times.end(guest) is not None:
            return False
        webhook = await self._webhooks.of(guest)
        return (webhook is not None and webhook.gone is None) or bool(await self._subscriptions.of(room, guest))

    async def last(self, call: Call) -> Mapping[str, int]:
        """Receiver -> the number that it was last called for, in this room and about the same. Raises Unanswered."""
        columns = calls.c
        same = (columns.room == call.room, columns.guest == call.guest, columns.about == call.about)
        query = select(columns.receiver, columns.number).where(*same)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return {row.receiver: row.number for row in rows}

    async def claim(self, call: Call, receiver: str) -> bool:
        """Note that this receiver is called; false when it was already. Raises OutcomeUnknown."""
        return await self._write(statements.CLAIM_CALL, call, receiver) == 1

    async def release(self, call: Call, receiver: str) -> None:
        """Note that the call has not reached this receiver. Raises OutcomeUnknown."""
        await self._write(statements.RELEASE_CALL, call, receiver)

    # --- Calls that wait for the end of quiet hours ---

    async def put_off(self, call: Call, until: int) -> None:
        """Keep this call until then (ms), in place of an earlier one about the same. Raises OutcomeUnknown."""
        await self._store.execute(statements.PUT_CALL_OFF, {**call._asdict(), "until": until}, call.room)

    async def put_off_until_now(self) -> list[Call]:
        """Calls whose time has come: MOST_AT_ONCE of them, of every guest the oldest before the next of anybody. Raises
        Unanswered."""
        columns = calls_put_off.c
        nth = func.row_number().over(partition_by=columns.guest, order_by=columns.until).label("nth")
        fields = [columns[field] for field in Call._fields]
        come = select(*fields, nth).where(columns.until <= self._store.now()).subquery()
        query = select(*(come.c[field] for field in Call._fields)).order_by(come.c.nth).limit(MOST_AT_ONCE)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [Call(*row) for row in rows]

    async def no_longer_put_off(self, call: Call) -> None:
        """Forget this call, which was made or need not be made. Raises OutcomeUnknown."""
        await self._store.execute(statements.CALL_IS_NOT_PUT_OFF, call._asdict(), call.room)

    async def _write(self, statement: str, call: Call, receiver: str) -> int:
        return await self._store.execute(statement, {**call._asdict(), "receiver": receiver}, call.room)


def _hash(endpoint: str) -> bytes:
    return sha256(endpoint.encode()).digest()
