"""Tables in Markdown: medians over the rounds, ratios within each round."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Final, TypeVar

from benchmarks.peers.orders import Came, Played, Report, Watched
from benchmarks.peers.runs import Growth

NONE: Final = "–"
MOVES: Final = (
    "", "CPU ms/move", "× raw", "× bgio", "moves/s", "ack p50", "p99", "longest", "delivery p50", "p99", "longest",
    "bytes/move", "server CPU", "driver CPU", "late",
)  # fmt: skip
SOCKETS: Final = ("", "connect, CPU ms", "× raw", "KB a socket", "idle, µs/s a socket")
GROWTH: Final = (
    "", "young, CPU ms/move", "old", "old : young", "comes back, bytes: young", "old", "CPU ms", "loads anew, bytes",
    "cold load, CPU ms",
)  # fmt: skip
BESIDE: Final = ("", "CPU ms/move", "of PostgreSQL", "together × first", "moves/s", "ack p50", "p99", "longest")
BOTS: Final = ("", "moves/s", "loop late p99, ms", "server CPU")

R = TypeVar("R", bound=Report)


def moves(reports: Mapping[str, Sequence[Played]]) -> str:
    """The cost of a move, and waits, in ms."""
    return _table(MOVES, (_moves_row(name, reports) for name in reports))


def sockets(reports: Mapping[str, Sequence[Came]]) -> str:
    """The cost of a connection."""
    return _table(SOCKETS, (_sockets_row(name, reports) for name in reports))


def growth(growths: Mapping[str, Growth]) -> str:
    """The cost of a long log, by game."""
    return _table(GROWTH, (_growth_row(game, each) for game, each in growths.items()))


def bots(reports: Mapping[str, Sequence[Watched]]) -> str:
    """The event-loop lag while bots play."""
    return _table(
        BOTS,
        (
            (
                name,
                _middle(mine, lambda report: report.moves_per_s, ".0f"),
                f"≤ {_middle(mine, lambda report: report.lag_p99_ms, '.0f')}",
                _middle(mine, lambda report: report.server_cpu, ".2f"),
            )
            for name, mine in reports.items()
        ),
    )


def beside_first(reports: Mapping[str, Sequence[Played]]) -> str:
    """The cost of a move in several setups, relative to the first."""
    return _table(BESIDE, (_beside_row(name, reports) for name in reports))


# --- Rows -----------------------------------------------------------------------------------------------------


def _moves_row(name: str, reports: Mapping[str, Sequence[Played]]) -> Sequence[str]:
    mine = reports[name]
    return (
        name,
        _middle(mine, lambda report: report.cpu_ms, ".3f"),
        _times("raw", name, reports, lambda report: report.cpu_ms),
        _times("boardgame.io", name, reports, lambda report: report.cpu_ms),
        _middle(mine, lambda report: report.moves_per_s, ".0f"),
        _middle(mine, lambda report: report.acks.p50),
        _middle(mine, lambda report: report.acks.p99, ".1f"),
        f"{max(report.acks.longest for report in mine):.0f}",
        _middle(mine, lambda report: report.deliveries.p50),
        _middle(mine, lambda report: report.deliveries.p99, ".1f"),
        f"{max(report.deliveries.longest for report in mine):.0f}",
        _middle(mine, lambda report: report.bytes_per_move, ".0f"),
        _middle(mine, lambda report: report.server_cpu),
        _middle(mine, lambda report: report.driver_cpu),
        str(sum(report.skipped for report in mine)),
    )


def _beside_row(name: str, reports: Mapping[str, Sequence[Played]]) -> Sequence[str]:
    mine, (first, *_) = reports[name], reports
    return (
        name,
        _middle(mine, lambda report: report.cpu_ms, ".3f"),
        _middle(mine, lambda report: report.database_ms, ".3f"),
        _times(first, name, reports, lambda report: report.cpu_ms + report.database_ms),
        _middle(mine, lambda report: report.moves_per_s, ".0f"),
        _middle(mine, lambda report: report.acks.p50),
        _middle(mine, lambda report: report.acks.p99, ".1f"),
        f"{max(report.acks.longest for report in mine):.0f}",
    )


def _sockets_row(name: str, reports: Mapping[str, Sequence[Came]]) -> Sequence[str]:
    mine = reports[name]
    return (
        name,
        _middle(mine, lambda report: report.connect_ms, ".3f"),
        _times("raw", name, reports, lambda report: report.connect_ms),
        _middle(mine, lambda report: report.socket_kb, ".1f"),
        _middle(mine, lambda report: report.idle_us, ".1f"),
    )


def _growth_row(game: str, growth: Growth) -> Sequence[str]:
    grown, returned = growth
    return (
        game,
        f"{grown.young_ms:.3f}",
        f"{grown.old_ms:.3f}",
        f"{grown.old_by_young:.2f}",
        f"{grown.young_return_bytes:.0f}",
        f"{grown.return_bytes:.0f}",
        f"{grown.return_ms:.2f}",
        f"{grown.reload_bytes:.0f}",
        f"{returned.first_ms - returned.second_ms:.1f}",
    )


# --- Figures --------------------------------------------------------------------------------------------------


def _middle(reports: Sequence[R], of: Callable[[R], float], form: str = ".2f") -> str:
    return format(median(of(report) for report in reports), form)


def _times(other: str, name: str, reports: Mapping[str, Sequence[R]], of: Callable[[R], float]) -> str:
    """The ratio to the other, within each round."""
    if other not in reports:
        return NONE
    pairs = zip(reports[name], reports[other], strict=True)
    return f"{median(of(mine) / of(theirs) for mine, theirs in pairs):.2f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in (head, *rows)]
    return "\n".join([lines[0], "|---|" + "---:|" * (len(head) - 1), *lines[1:]])
