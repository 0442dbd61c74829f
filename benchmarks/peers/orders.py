"""What the driver is asked to do and what it answers: JSON between two processes."""

from __future__ import annotations

from msgspec import Struct


class Order(Struct, frozen=True, kw_only=True):
    """One run. `rate`: moves a second in all rooms together; 0: as many as the server can."""

    wire: str
    port: int
    pids: list[int]
    """The server's, whose children are counted with them."""
    rooms: int = 100
    rate: float = 0.0
    warm_up_s: float = 1.0
    seconds: float = 5.0


class Waits(Struct, frozen=True, kw_only=True):
    """Of some moves, in milliseconds."""

    p50: float
    p99: float
    longest: float


class Report(Struct, frozen=True, kw_only=True):
    """What was measured in one run."""

    cpu_ms: float
    """Of the server, for an acknowledged move."""
    moves_per_s: float
    acknowledged: int
    delivered: int
    skipped: int
    """Moves that were due while the room still waited for the last one."""
    bytes_per_move: float
    """To all viewers together, without the frame headers."""
    acks: Waits
    deliveries: Waits
    server_cpu: float
    """Processors in use; and by the driver."""
    driver_cpu: float
    state_bytes: float
    ack_bytes: float
    faults: list[str]
