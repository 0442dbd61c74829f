"""Times derived from a history, in seconds."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import quantiles

from msgspec import Struct

from chaos.history import Acked, AnyStep, Entered, Fault, Healed, Invoked, Lost, Refused, Saw, Unknown


class Measures(Struct, frozen=True, kw_only=True):
    """Unordered times; empty where nothing of the kind happened."""

    acked: int
    refused: dict[str, int]
    unknown: dict[str, int]
    faults: dict[str, int]
    acks: list[float]
    """From a move's first sending to its acknowledgement on the same connection."""
    back: list[float]
    """From losing the connection to a killed node to the first message on another."""
    delivered: list[float]
    """From the acknowledgement at one node to the event's frame at another."""
    resumed: list[float]
    """From the database's return to the next acknowledged move."""


def measures(steps: Sequence[AnyStep]) -> Measures:
    """All measures of a history."""
    return Measures(
        acked=len({(step.room, step.id) for step in steps if isinstance(step, Acked)}),
        refused=Counter(step.code for step in steps if isinstance(step, Refused)),
        unknown=Counter(step.why for step in steps if isinstance(step, Unknown)),
        faults=Counter(step.kind for step in steps if isinstance(step, Fault) and not step.over),
        acks=_acks(steps),
        back=_back(steps),
        delivered=_delivered(steps),
        resumed=_resumed(steps),
    )


def percentile(times: Sequence[float], hundredth: int) -> float:
    """The percentile of at least one time."""
    return quantiles(times, n=100, method="inclusive")[hundredth - 1] if len(times) > 1 else times[0]


def _acks(steps: Iterable[AnyStep]) -> list[float]:
    sent: dict[tuple[str, str], float | None] = {}
    visits: dict[str, int] = {}
    sent_in: dict[tuple[str, str], int] = {}
    took = []
    for step in steps:
        match step:
            case Entered():
                visits[step.robot] = step.visit
            case Invoked() if (step.room, step.id) not in sent:
                sent[step.room, step.id] = step.at
                sent_in[step.room, step.id] = visits.get(step.robot, 0)
            case Acked() if (at := sent.get((step.room, step.id))) is not None:
                sent[step.room, step.id] = None
                if sent_in[step.room, step.id] == visits.get(step.robot, 0):
                    took.append(step.at - at)
    return took


def _back(steps: Iterable[AnyStep]) -> list[float]:
    dead: set[str] = set()
    lost: dict[tuple[str, str], float] = {}
    took = []
    for step in steps:
        page = step.room, step.robot
        match step:
            case Fault(kind="kill"):
                (dead.discard if step.over else dead.add)(step.node)
            case Lost(own=False) if step.node in dead:
                lost.setdefault(page, step.at)
            case Saw() | Acked() if page in lost:
                took.append(step.at - lost.pop(page))
    return took


def _delivered(steps: Iterable[AnyStep]) -> list[float]:
    """For pages that were open before the acknowledgement."""
    acked: dict[str, list[tuple[int, float, str]]] = defaultdict(list)
    for step in steps:
        if isinstance(step, Acked):
            acked[step.room].append((step.seq, step.at, step.node))
    for events in acked.values():
        events.sort()
    entered: dict[tuple[str, str], float] = {}
    shown: dict[tuple[str, str], int] = {}
    took = []
    for step in steps:
        page = step.room, step.robot
        if isinstance(step, Entered):
            entered[page] = step.at
            shown.pop(page, None)
        elif isinstance(step, Saw):
            before, shown[page] = shown.get(page), step.seq
            events = acked[step.room]
            for seq, at, node in events[bisect_left(events, ((before or step.seq) + 1, 0.0, "")) :]:
                if seq > step.seq:
                    break
                if node != step.node and at > entered[page]:
                    took.append(max(0.0, step.at - at))
    return took


def _resumed(steps: Iterable[AnyStep]) -> list[float]:
    up_at: float | None = None
    took = []
    for step in steps:
        if isinstance(step, Fault) and step.kind == "database":
            up_at = step.at if step.over else None
        elif isinstance(step, Acked) and up_at is not None:
            took.append(step.at - up_at)
            up_at = None
        elif isinstance(step, Healed):
            break
    return took
