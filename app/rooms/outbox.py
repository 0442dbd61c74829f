"""An open page as its room knows it, and the messages still to be sent to it: bounded, so that a slow client costs
little and delays nobody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from enum import Enum
from typing import Final, Literal, Protocol

from msgspec import Struct

from app.background import unawaited
from app.protocol.close_codes import INTERNAL_ERROR, TOO_SLOW
from app.protocol.extensions import WriteNow
from app.protocol.messages import ToBrowser, encode
from app.rooms.connection import Connection, Gone
from app.storage.guests import Guest
from app.telemetry import metrics

log = logging.getLogger("tertulia.rooms")

MOST_MESSAGES: Final = 64
MOST_BYTES: Final = 256 * 1024


class Message(Struct, frozen=True, gc=False):
    """One text frame. `shows`: the event that it shows; 0: no particular one; None: an answer to the page itself, which
    is never dropped. `can_be_withdrawn`: it shows a hand, until the players hide their hands."""

    encoded: bytes
    shows: int | None
    can_be_withdrawn: bool = False

    def __repr__(self) -> str:
        return f"<Message: {len(self.encoded)} bytes, shows {self.shows}>"  # what it says may be for one reader only


async def _at_once() -> None:
    """Waits for nothing."""


def _answers(messages: Iterable[Message]) -> list[Message]:
    return [message for message in messages if message.shows is None]


class State(Enum):
    """The state of an outbox."""

    IDLE = "everything has been sent"
    SENDING = "messages are sent as they come"
    SNAPSHOT_DUE = "a snapshot is next: only answers are kept until then"
    SENDING_SNAPSHOT = "a snapshot is being sent, followed by newer messages"


What = Literal["something is queued", "a snapshot is asked for", "the snapshot is made", "it is full", "all is sent"]

TRANSITIONS: Final[Mapping[State, Mapping[What, State]]] = {
    State.SENDING: {
        "a snapshot is asked for": State.SNAPSHOT_DUE,
        "it is full": State.SNAPSHOT_DUE,
        "all is sent": State.IDLE,
    },
    State.IDLE: {
        "something is queued": State.SENDING,
        "a snapshot is asked for": State.SNAPSHOT_DUE,
    },
    State.SNAPSHOT_DUE: {"the snapshot is made": State.SENDING_SNAPSHOT},
    State.SENDING_SNAPSHOT: {
        "a snapshot is asked for": State.SNAPSHOT_DUE,
        "it is full": State.SNAPSHOT_DUE,
        "all is sent": State.IDLE,
    },
}
"""The next state by what happens; all else changes nothing."""


class Outbox:
    """A queue with one reader. When it is full, everything but answers is replaced by a fresh snapshot."""

    def __init__(self, snapshot: Callable[[int], Iterable[Message]], seen: int, write_now: WriteNow | None) -> None:
        """`snapshot(seen)`: everything for a page that has seen the room up to event `seen`. `write_now` sends at once
        if it can, and returns whether it did, so that nothing is queued for a page that keeps up."""
        self._seen = seen
        self._snapshot = snapshot
        self._write_now = write_now
        self._state = State.SENDING
        self._queue: list[Message] = []
        self._bytes = 0
        self._awake: asyncio.Event | None = None
        """Created when send_all() first waits."""
        self._snapshot_messages = 0
        self._snapshot_bytes = 0
        self._close_code: int | None = None
        self.when_due: Callable[[], None] | None = None
        """Called when there is something to send, unless send_all() is there to do so."""

    def __repr__(self) -> str:
        due = ", a snapshot is due" * (self._state is State.SNAPSHOT_DUE)
        closes = f", closes with {self._close_code}" if self._close_code else ""
        return f"<Outbox: sent up to event {self._seen}, {len(self._queue)} wait{due}{closes}>"

    def put(self, message: Message) -> None:
        """Send or queue a message. While a snapshot is due, only answers are kept."""
        is_next = self._state is State.IDLE and self._close_code is None
        if is_next and self._write_now is not None and self._write_now(message.encoded):
            self._note_sent(message)
        else:
            self.put_soon(message)

    def put_soon(self, message: Message) -> None:
        """The same at the end of this turn of the event loop, in one piece with what comes until then: half the cost of
        a message is its way through the kernel."""
        if self._close_code is not None:
            return
        if self._state is not State.SNAPSHOT_DUE or message.shows is None:
            self._add(message)
        self._note("something is queued")
        if self._is_full():
            self._overflow()
        self._call()

    def ask_for_snapshot(self) -> None:
        """Send a snapshot next, in place of what is left of an earlier one: a page may ask again and again."""
        left = self._queue[: self._snapshot_messages]
        self._queue_only([*_answers(left), *self._queue[self._snapshot_messages :]])
        self._note("a snapshot is asked for")
        self._call()

    def start_over(self) -> None:
        """The same for a page that has forgotten what it was shown."""
        self._seen = 0
        self.ask_for_snapshot()

    def withdraw(self) -> None:
        """Drop whatever can be withdrawn and has not been sent."""
        snapshot, later = self._queue[: self._snapshot_messages], self._queue[self._snapshot_messages :]
        kept = [[message for message in part if not message.can_be_withdrawn] for part in (snapshot, later)]
        self._queue_only([*kept[0], *kept[1]])
        self._snapshot_messages, self._snapshot_bytes = len(kept[0]), sum(len(each.encoded) for each in kept[0])

    def finish(self, code: int) -> None:
        """Close the connection with this code once the queue is sent."""
        self._close_code = code
        self._note("something is queued")
        self._call()

    def abandon(self) -> None:
        """Drop everything, as nobody reads any more; this leaves no reference cycle."""
        self._snapshot = lambda seen: ()
        self._write_now = self.when_due = None
        self._queue.clear()

    def send_now(self) -> bool:
        """Send the queue at once, in one piece. False: send_all() has to do it, because the page does not keep up or
        the connection is to be closed."""
        if self._write_now is None or self._close_code is not None:
            return False
        if self._state is State.SNAPSHOT_DUE:
            self._refill()
        if self._queue and not self._write_now(*[message.encoded for message in self._queue]):
            return False
        for message in self._queue:
            self._note_sent(message)
        self._queue = []
        self._bytes = self._snapshot_messages = self._snapshot_bytes = 0
        self._note("all is sent")
        return True

    def _note_sent(self, message: Message) -> None:
        if message.shows is not None and message.shows > self._seen:
            self._seen = message.shows

    async def send_all(
        self, send: Callable[[bytes], Awaitable[None]], until_writable: Callable[[], Awaitable[None]] = _at_once
    ) -> int:
        """Send messages until finish(); returns the code to close the connection with. Raises what `send` raises.
        `until_writable` waits until `send` would not have to wait before it writes: what is to be sent is chosen then,
        and can be withdrawn until then."""
        while True:
            if self._state is State.SNAPSHOT_DUE and self._close_code is None:
                self._refill()
            if self._queue:
                await until_writable()
                await self._send_next(send)
            elif self._close_code is not None:
                return self._close_code
            else:
                await self._rest()

    def _is_full(self) -> bool:
        """Whether too much is queued. Only what came after a snapshot counts: its length is not the client's fault."""
        messages = len(self._queue) - self._snapshot_messages
        size = self._bytes - self._snapshot_bytes
        return messages > MOST_MESSAGES or size > MOST_BYTES

    async def _rest(self) -> None:
        if self._awake is None:
            self._awake = asyncio.Event()
        self._awake.clear()
        self._note("all is sent")
        await self._awake.wait()

    def _note(self, what: What) -> None:
        self._state = TRANSITIONS[self._state].get(what, self._state)

    def _call(self) -> None:
        if self._awake is not None:
            self._awake.set()
        elif self.when_due is not None:
            self.when_due()

    async def _send_next(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        if not self._queue or (self._state is State.SNAPSHOT_DUE and self._close_code is None):
            return  # meanwhile it was withdrawn, or a snapshot is to come before it
        message = self._queue.pop(0)
        self._bytes -= len(message.encoded)
        if self._snapshot_messages:
            self._snapshot_messages -= 1
            self._snapshot_bytes -= len(message.encoded)
        self._note_sent(message)  # before it is under way: a page that starts over meanwhile forgets it, too
        await send(message.encoded)

    def _refill(self) -> None:
        self._note("the snapshot is made")
        for message in self._snapshot(self._seen):
            self._add(message)
        self._snapshot_messages, self._snapshot_bytes = len(self._queue), self._bytes

    def _add(self, message: Message) -> None:
        self._queue.append(message)
        self._bytes += len(message.encoded)

    def _overflow(self) -> None:
        metrics.OUTBOX_OVERFLOWS.inc()
        answers = _answers(self._queue)
        if self._state is State.SENDING_SNAPSHOT or len(answers) > MOST_MESSAGES // 2:
            answers = []
            self.finish(TOO_SLOW)
        self._note("it is full")
        self._queue_only(answers)

    def _queue_only(self, messages: list[Message]) -> None:
        self._queue = messages
        self._bytes = sum(len(message.encoded) for message in messages)
        self._snapshot_messages = self._snapshot_bytes = 0


class Sender:
    """Sends the messages of an outbox and closes the connection. It needs a task only once the page falls behind or is
    to be closed."""

    def __init__(self, outbox: Outbox, connection: Connection) -> None:
        self._outbox = outbox
        self._connection = connection
        self._soon: asyncio.Handle | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start sending."""
        self._outbox.when_due = self._send_soon
        self._send_soon()

    async def stop(self) -> None:
        """Stop sending, as nobody reads any more."""
        self._outbox.when_due = None
        if self._soon is not None:
            self._soon.cancel()
        # A cancelled task refers to its error, whose traceback would refer to this object.
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _send_soon(self) -> None:
        """Send everything queued during this turn of the loop together."""
        if self._task is None and self._soon is None:
            self._soon = asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        self._soon, is_sent = None, False
        try:
            is_sent = self._outbox.send_now()
        finally:
            if not is_sent:
                self._task = unawaited(self._send_all())

    async def _send_all(self) -> None:
        """Send until the end, and close the connection in any case: a page that is cut off reconnects."""
        code = INTERNAL_ERROR
        with suppress(Gone):
            try:
                code = await self._outbox.send_all(self._connection.send, self._connection.until_writable)
            except Gone:
                raise
            except Exception:
                log.exception("a page was cut off, as what it is due could not be made or sent")
            finally:
                await self._connection.close(code)


class Shows(Protocol):
    """The part of a room that a page needs."""

    def snapshot(self, viewer: Viewer, seen: int) -> list[Message]:
        """Everything for a page that has seen the room up to event `seen`."""


class Viewer:
    """One open page: its guest and its outbox. `chosen_viewpoint`: the seat whose view it shows, if several seats are
    played on one device. `hidden`: it says that nobody sees it. `only_watches`: it may ask for nothing. `eyes`: the
    seat whose hand a spectator looks at, while hands are open; `shown_late`: the event of the newest moment of the past
    that they were shown so, 0 while they are shown the present."""

    def __init__(
        self, room: Shows, guest: Guest, seen: int, write_now: WriteNow | None = None, address: str = ""
    ) -> None:
        """`address`: the client's, as rate limits count it."""
        self.guest = guest
        self.only_watches = False
        self.address = address
        self.chosen_viewpoint: int | None = None
        self.hidden = False
        self.eyes: int | None = None
        self.shown_late = 0
        self.outbox = Outbox(lambda seen: room.snapshot(self, seen), seen, write_now)

    def __repr__(self) -> str:
        return f"<Viewer: viewpoint {self.chosen_viewpoint}, {self.outbox!r}>"

    def answer(self, message: ToBrowser) -> None:
        """Send an answer to the page itself, which is never dropped."""
        self.outbox.put(Message(encode(message), None))
