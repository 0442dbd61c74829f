"""Notices by LISTEN and NOTIFY, each on a connection of its own: a NOTIFY inside the transaction of an append would
serialise all appends."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec
import psycopg
from msgspec import Struct

from app.rooms.notices import Gone, Head, Hear, Here, Leads, Notice, Notices
from app.storage.postgres import TIMEOUTS, Postgres
from app.telemetry import metrics

log = logging.getLogger("tertulia.fanout")

CHANNEL: Final = "tertulia"
GATHER_S: Final = 0.005
"""How long notices are collected before they are sent: a busy node sends at most 200 notifications a second."""
MOST_BYTES: Final = 7_500  # PostgreSQL allows less than 8,000
HEARTBEAT_S: Final = 2.0
DEAF_AFTER_S: Final = 5.0
RECONNECT_S: Final = 1.0

Connection = psycopg.AsyncConnection[Any]


class Notification(Struct, frozen=True, array_like=True):
    """One notification. Each node numbers its own, so that others notice when one is lost."""

    node: str
    number: int
    notices: list[Notice]


class PostgresNotices(Notices):
    """Exchanges notices with the other nodes on the database."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(name)
        self._conninfo = Postgres(url).conninfo
        self._pending: dict[object, Notice] = {}
        self._sent = 0
        self._wake = asyncio.Event()
        self._listeners: list[tuple[Hear, Callable[[], None]]] = []
        self._last_numbers: dict[str, int] = {}
        self._echoed_at = float("-inf")

    @property
    def healthy(self) -> bool:
        """Whether this node has recently received its own notifications."""
        return time.monotonic() - self._echoed_at < DEAF_AFTER_S

    def publish(self, notice: Notice) -> None:
        """Send a notice; it replaces a pending one about the same thing."""
        if isinstance(notice, Head) and not self.heads_matter(notice.room):
            return
        self._pending.pop(_matter_of(notice), None)
        self._pending[_matter_of(notice)] = notice
        self._wake.set()

    def subscribe(self, hear: Hear, missed: Callable[[], None]) -> None:
        self._listeners.append((hear, missed))

    def start(self) -> None:
        """Connect in the background, and reconnect when the connection is lost."""
        self._tasks.start(self._keep_connected(self._send))
        self._tasks.start(self._keep_connected(self._listen))

    async def _keep_connected(self, work: Callable[[Connection], Awaitable[None]]) -> None:
        is_news = True
        while True:
            try:
                async with await self._connect() as connection:
                    is_news = True
                    await work(connection)
            except (psycopg.Error, OSError) as error:
                if is_news:
                    log.warning("there is no connection to the other nodes: %s", type(error).__name__)
                is_news = False
            except Exception:
                log.exception("a notification of another node could not be processed")
            # What cannot be sent is dropped; others notice the gap in the numbers.
            self._pending.clear()
            self._sent += 1
            await asyncio.sleep(RECONNECT_S)

    async def _connect(self) -> Connection:
        named = {**TIMEOUTS, "application_name": "tertulia hints"}
        return await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True, **named)

    # --- Sending ---

    async def _send(self, connection: Connection) -> None:
        while True:
            for notification in self._notifications():
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, notification))
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_S):
                    await self._wake.wait()
                    await asyncio.sleep(GATHER_S)

    def _notifications(self) -> Iterator[str]:
        """Everything pending, split by size; an empty notification serves as a heartbeat."""
        self._wake.clear()
        yield self._notification()
        while self._pending:
            yield self._notification()

    def _notification(self) -> str:
        notices: list[Notice] = []
        size = 200  # the node, the number and the JSON around them
        while self._pending:
            matter = next(iter(self._pending))
            size += len(_to_json(self._pending[matter])) + 1
            if notices and size > MOST_BYTES:
                break
            notices.append(self._pending.pop(matter))
        self._sent += 1
        return _to_json(Notification(self.node, self._sent, notices)).decode()

    # --- Receiving ---

    async def _listen(self, connection: Connection) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        self._wake.set()  # sends a heartbeat now: an earlier one was not received, and the next would come late
        self._last_numbers.clear()
        self._miss()
        listening_since = time.monotonic()
        while self.healthy or time.monotonic() - listening_since < DEAF_AFTER_S:
            async for notification in connection.notifies(timeout=HEARTBEAT_S):
                self._receive(notification.payload)

    def _receive(self, payload: str) -> None:
        try:
            notification = _from_json(payload)
        except msgspec.MsgspecError:
            log.debug("a node of another version sent something unknown")
            return self._miss()
        node, number = notification.node, notification.number
        if node == self.node:
            self._echoed_at = time.monotonic()
            return
        if (lost := number - 1 - self._last_numbers.get(node, number - 1)) != 0:
            metrics.NOTICES_LOST.inc(max(0, lost))
            self._miss()
        self._last_numbers[node] = number
        for hear, _ in self._listeners:
            hear(node, notification.notices)

    def _miss(self) -> None:
        for _, missed in self._listeners:
            missed()


_to_json: Final = msgspec.json.Encoder().encode
_from_json: Final = msgspec.json.Decoder(Notification).decode


def _matter_of(notice: Notice) -> object:
    match notice:
        case Head(room, _):
            return room
        case Here(room, guest, _) | Gone(room, guest):
            return room, guest
        case Leads(room, game):
            return room, game
        case _:
            return object()
