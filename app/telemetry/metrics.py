"""The metrics of this process. app/server/live_metrics.py serves them; docs/monitoring.md explains them.

Labels come from closed sets: the games and the words in this file, never a room, guest, seat or card. What can be
counted on request is counted in live_metrics.py.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import accumulate, product
from threading import Lock
from typing import Final, Literal, get_args

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import INF, floatToGoString

from games import GAMES

# Creation timestamps would double the number of series for nothing.
disable_created_metrics()  # type: ignore[no-untyped-call]

Result = Literal["acked", "refused", "unknown", "failed"]
"""The answer to a move. `unknown`: retry; `failed`: a fault of the server."""
Path = Literal["hint", "poll"]
"""How a node learned of another node's event: by a notice ("hint"), or by polling the log."""
Coming = Literal["new", "back", "ahead"]
"""A page that has seen nothing; one that reconnects; one that has seen more than the log holds."""
Thinking = Literal["answered", "queue", "late", "died", "failed"]
"""The result of asking a worker for a strong bot's move, a hint or an analysis."""
Rated = Literal[
    "handshake", "request", "request of a guest", "new guest", "room", "command", "command of an address", "free move",
    "chat", "nudge", "password", "new password", "push", "invitation", "webhook", "download",
    "page fault",
]  # fmt: skip
"""Everything with a rate in app/access/rate_limits.py."""
Limited = Literal[Rated, "downloads", "connections", "sockets", "messages"]
"""Limits that can be hit: rates, how much is open at once, and the messages of a socket."""

_QUICK_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_LATE_S: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)
_BATCHES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)

REGISTRY: Final = CollectorRegistry()
"""All metrics of this module."""


class Histogram(Collector):
    """Counts values by the lowest bound that they do not exceed. Without labels, for what is measured at every move:
    prometheus_client's takes 2.7 µs to observe a value, this one a tenth."""

    def __init__(self, name: str, about: str, bounds: Sequence[float]) -> None:
        self._name = name
        self._about = about
        self._bounds = [*map(float, bounds), INF]
        self._counts = [0] * len(self._bounds)
        self._sum = 0.0
        self._lock = Lock()
        REGISTRY.register(self)

    def observe(self, value: float) -> None:
        """Count one value. Thread-safe."""
        with self._lock:
            self._counts[bisect_left(self._bounds, value)] += 1
            self._sum += value

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Everything observed so far."""
        with self._lock:
            counts, total = [*accumulate(self._counts)], self._sum
        bounds = map(floatToGoString, self._bounds)
        yield HistogramMetricFamily(self._name, self._about, [*zip(bounds, counts, strict=True)], total)


_counter = partial(Counter, registry=REGISTRY)

# --- Moves and the log --------------------------------------------------------------------------------------

ACTIONS: Final = _counter("tertulia_actions_total", "Moves of pages, by how they were answered", ["game", "result"])
ACK_SECONDS: Final = Histogram(
    "tertulia_ack_seconds", "From the arrival of a move to its answer, unless it was refused", _QUICK_S
)
APPEND_SECONDS: Final = Histogram("tertulia_append_seconds", "From submitting an event to its commit", _QUICK_S)
BATCH_SIZE: Final = Histogram("tertulia_batch_size", "Writes committed together", _BATCHES)
CONFLICTS: Final = _counter("tertulia_conflicts_total", "Events whose place in the log was taken; decided again")
DUPLICATES: Final = _counter("tertulia_duplicates_total", "Actions that were in the log already; not repeated")
UNKNOWN: Final = _counter(
    "tertulia_unknown_total", "Writes of which storage did not report whether they were committed"
)
TIMEOUTS: Final = _counter("tertulia_timeouts_total", "Questions answered by the rules because time had run out")
FOLD_MISMATCHES: Final = _counter("tertulia_fold_mismatch_total", "Events that fold to another state than expected")

THOUGHTS: Final = _counter(
    "tertulia_thoughts_total", "Decisions, hints and analyses that workers were asked for, by outcome", ["end"]
)

# --- Between nodes ------------------------------------------------------------------------------------------

DELIVERY_SECONDS: Final = prometheus_client.Histogram(
    "tertulia_delivery_seconds",
    "From the commit of an event elsewhere until it is shown here",
    ["path"],
    registry=REGISTRY,
    buckets=_QUICK_S,
)
NOTICES_LOST: Final = _counter("tertulia_hints_lost_total", "Notifications from other nodes that did not arrive")
HEAD_LAG: Final = Gauge(
    "tertulia_head_lag_events", "How many events the room farthest behind its log is missing", registry=REGISTRY
)

# --- Pages --------------------------------------------------------------------------------------------------

RESUMES: Final = _counter("tertulia_resume_total", "Pages that were shown the whole table, by how they came", ["how"])
OUTBOX_OVERFLOWS: Final = _counter(
    "tertulia_outbox_overflow_total", "Pages that read more slowly than they are sent messages"
)
PAGE_FAULTS: Final = _counter("tertulia_page_faults_total", "Errors in scripts, as pages report them")
RATE_LIMITED: Final = _counter("tertulia_rate_limited_total", "Requests and messages over a limit", ["what"])
TASK_FAULTS: Final = _counter("tertulia_task_faults_total", "Background tasks ended by an unexpected error")
LOOP_LAG: Final = Histogram("tertulia_loop_lag_seconds", "How late the event loop was", _LATE_S)

# --- Helpers ------------------------------------------------------------------------------------------------


def note_answer(game: str, result: Result, seconds: float) -> None:
    """Count the answer to a move, `seconds` after its arrival."""
    _action(game, result).inc()
    if result != "refused":
        ACK_SECONDS.observe(seconds)


@cache
def _action(game: str, result: Result) -> Counter:
    """The series of this game and result; cached, since looking it up takes longer than counting."""
    return ACTIONS.labels(game, result)


def note_delivery(path: Path, ms: float) -> None:
    """Record that an event of another node was shown here `ms` milliseconds after its commit (database clock)."""
    DELIVERY_SECONDS.labels(path).observe(max(0.0, ms / 1000))


def note_thought(end: Thinking) -> None:
    """Count a task given to a worker, or one that no worker could take."""
    THOUGHTS.labels(end).inc()


def note_coming(seen: int, newest: int) -> None:
    """Count a page that has seen the log up to `seen`, when it ends at `newest`."""
    how: Coming = "new" if not seen else "back" if seen <= newest else "ahead"
    RESUMES.labels(how).inc()


def note_limited(what: Limited) -> None:
    """Count a request that hit a limit."""
    RATE_LIMITED.labels(what.replace(" ", "_")).inc()


def _create_series() -> None:
    """Create every series at 0, because one that appears with its first event hides that increase."""
    for game, result in product(GAMES, get_args(Result)):
        ACTIONS.labels(game, result)
    for metric, label in ((DELIVERY_SECONDS, Path), (THOUGHTS, Thinking), (RESUMES, Coming), (RATE_LIMITED, Limited)):
        for value in get_args(label):
            metric.labels(value.replace(" ", "_"))


_create_series()
