"""Orders to the driver and its reports: JSON between two processes."""

from typing import Any

from msgspec import Struct


class Order(Struct, frozen=True, kw_only=True, tag=True):
    """One run of the driver. The rooms are spread over the ports."""

    wire: str
    ports: list[int]
    pids: list[int]
    """The servers' process ids; their children are included."""
    rooms: int = 100


class Play(Order, frozen=True, kw_only=True, tag=True):
    """`rate`: moves a second in all rooms together; 0: as many as the server can."""

    rate: float = 0.0
    warm_up_s: float = 1.0
    seconds: float = 5.0
    database_pids: list[int] = []
    """Those of a separate database server, counted apart."""


class Come(Order, frozen=True, kw_only=True, tag=True):
    """This many newcomers in each room, one after the other, who only watch; then an idle period."""

    newcomers: int = 2
    idle_s: float = 15.0


class Grow(Order, frozen=True, kw_only=True, tag=True):
    """Rooms whose game has reached event `old`, beside new ones at event `young`."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    young: int = 100
    old: int = 5000
    window: int = 100
    """The number of events measured in each room, in each round."""
    rounds: int = 6


class Return(Order, frozen=True, kw_only=True, tag=True):
    """Rooms not loaded yet are requested, twice."""

    codes: list[str]


class Watch(Order, frozen=True, kw_only=True, tag=True):
    """Rooms in which bots play with one person, these games in turn, with this many seats."""

    games: dict[str, int]
    metrics_port: int
    seconds: float = 20.0


class Waits(Struct, frozen=True, kw_only=True):
    """Waits of some moves, in milliseconds."""

    p50: float
    p99: float
    longest: float


class Report(Struct, frozen=True, kw_only=True):
    """The results of one run. Any fault makes the figures worthless."""

    faults: list[str]


class Played(Report, frozen=True, kw_only=True):
    """Results for moves. Processor times are those of the servers."""

    cpu_ms: float
    """Per acknowledged move."""
    database_ms: float
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
    """Processors in use by the servers; below, by the driver."""
    driver_cpu: float
    state_bytes: float
    ack_bytes: float


class Came(Report, frozen=True, kw_only=True):
    """Results for a connection: processor time until its first state, memory, and microseconds a second while idle."""

    connect_ms: float
    socket_kb: float
    idle_us: float


class Grown(Report, frozen=True, kw_only=True):
    """Milliseconds for a move in young and in old rooms; the bytes to a reconnecting player, and their cost."""

    young_ms: float
    old_ms: float
    old_by_young: float
    young_return_bytes: float
    return_bytes: float
    """For an old room."""
    reload_bytes: float
    """To somebody who has seen nothing of it."""
    return_ms: float
    codes: list[str]
    """The codes of the old rooms."""


class Returned(Report, frozen=True, kw_only=True):
    """Processor time for the first guest to enter a room, and for the second."""

    first_ms: float
    second_ms: float


class Watched(Report, frozen=True, kw_only=True):
    """Moves a second of bots and people, and the event-loop lag that 99 % of the time did not exceed."""

    moves_per_s: float
    lag_p99_ms: float
    server_cpu: float
