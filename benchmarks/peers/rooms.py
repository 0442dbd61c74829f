"""Rooms as seen by the driver: which viewer has which state, pending moves, and their waits.

A room's state has a version: a move based on version 7 leads to version 8. A move is delivered when all five
connections of its room have its version. Everything here runs at least once per move, so it is kept short.
"""

import asyncio
import math
import time
from collections import deque
from typing import Final

from picows import WSFrame, WSListener, WSMsgType, WSTransport

PLAYERS: Final = 4
VIEWERS: Final = 5
"""The players, and a spectator in the last place."""

clock: Final = time.perf_counter


class Move:
    """A pending move."""

    __slots__ = ("missing", "sent_s", "version")

    def __init__(self, version: int, viewers: int) -> None:
        self.version = version
        self.missing = viewers
        self.sent_s = clock()


class Tally:
    """Counts since the start, and the waits of the moves sent since `begin()`, in seconds."""

    def __init__(self) -> None:
        self.acknowledged = self.delivered = self.restarts = 0
        self.received_bytes = 0
        self.states = self.state_bytes = self.acks = self.ack_bytes = 0
        self.ack_s: list[float] = []
        self.delivery_s: list[float] = []
        self.faults: list[str] = []
        self._began_s = math.inf

    def begin(self) -> None:
        """Start recording waits."""
        self._began_s = clock()

    def acknowledge(self, move: Move) -> None:
        """The player has the acknowledgement."""
        self.acknowledged += 1
        if move.sent_s >= self._began_s:
            self.ack_s.append(clock() - move.sent_s)

    def deliver(self, move: Move) -> None:
        """All viewers have the move."""
        self.delivered += 1
        if move.sent_s >= self._began_s:
            self.delivery_s.append(clock() - move.sent_s)


class Room:
    """A room and its connections: the players by seat, then the spectator."""

    def __init__(self, tally: Tally, players: int = PLAYERS) -> None:
        self.tally = tally
        self.players = players
        self.code = self.cookie = ""
        self.seats: list[Seat] = []
        self.under_way: dict[int, Move] = {}
        self.ready: Seat | None = None
        """The connection that has an answer but has not given it."""
        self.last_version = 0.0
        """The version up to which players answer at once: 0 stops them, infinity lets them go on."""

    @property
    def version(self) -> int:
        """The version that all viewers have."""
        return min(seat.version for seat in self.seats)

    @property
    def is_quiet(self) -> bool:
        """Whether all moves have been acknowledged and delivered."""
        return not self.under_way and not any(seat.awaited for seat in self.seats)

    def move(self) -> bool:
        """Let whoever is asked answer, once all viewers have the last move; whether that was possible."""
        if self.under_way or self.ready is None:
            return False
        self.ready.play()
        return True

    def leave(self) -> None:
        """Close all connections."""
        for seat in self.seats:
            seat.leave()

    def note(self, before: int, version: int) -> None:
        """A viewer at version `before` now has `version`."""
        for each in range(before + 1, version + 1):
            move = self.under_way.get(each)
            if move is not None:
                move.missing -= 1
                if not move.missing:
                    del self.under_way[each]
                    self.tally.deliver(move)


class Seat(WSListener):
    """A connection to a room: the part common to all wires; each wire reads its own messages."""

    def __init__(self, room: Room, number: int) -> None:
        super().__init__()
        self.room = room
        self.tally = room.tally
        self.number = number
        self.version = -1
        self.answer: bytes | None = None
        """The next answer of this player."""
        self.awaited: deque[Move] = deque()
        """Moves not yet acknowledged: a state may come before, and ask again."""
        self.heard_bytes = 0
        self.has_state = asyncio.get_running_loop().create_future()
        self.transport: WSTransport
        self.leaves = False

    @property
    def plays(self) -> bool:
        """Whether this is a player."""
        return self.number < self.room.players

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Only keep the transport: with most wires the server speaks first."""
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """A fault, unless this side has left."""
        if not self.leaves:
            self.tally.faults.append("the server closed a connection")
        if not self.has_state.done():
            self.has_state.set_exception(ConnectionError("closed before the first state"))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Count the message and read it."""
        if frame.msg_type in (WSMsgType.TEXT, WSMsgType.BINARY):
            content = frame.get_payload_as_bytes()
            self.tally.received_bytes += len(content)
            self.heard_bytes += len(content)
            self.read(content)

    def read(self, content: bytes) -> None:
        """Read one message."""
        raise NotImplementedError

    def send(self, content: bytes) -> None:
        """Send one message, as text."""
        self.transport.send(WSMsgType.TEXT, content)

    def leave(self) -> None:
        """Close the connection."""
        self.leaves = True
        self.transport.disconnect()

    def show(self, version: int) -> None:
        """A state has come; `answer` is already this player's response to it."""
        before, self.version = self.version, max(version, self.version)
        room = self.room
        if self.answer is not None:
            room.ready = self
            if version < room.last_version:
                self.play()
        if before < 0:
            if not self.has_state.done():
                self.has_state.set_result(None)
        else:
            room.note(before, version)

    def play(self) -> None:
        """Send the answer."""
        answer, self.answer, self.room.ready = self.answer, None, None
        assert answer is not None
        move = Move(self.version + 1, len(self.room.seats))
        self.room.under_way[move.version] = move
        self.awaited.append(move)
        self.send(answer)

    def acknowledge(self, version: int | None = None) -> None:
        """The server has confirmed the oldest answer, which led to this version."""
        move = self.awaited.popleft() if self.awaited else None
        if move is None or version not in (None, move.version):
            self.tally.faults.append(f"an acknowledgement of {version}, which was not awaited")
        else:
            self.tally.acknowledge(move)
