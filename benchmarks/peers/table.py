"""The table of the contenders: medians over the rounds, ratios within each round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Final

from benchmarks.peers.orders import Report

HEAD: Final = (
    "contender", "ms/move", "× raw", "× bgio", "moves/s", "ack p50", "p99", "longest",
    "delivery p50", "p99", "longest", "bytes/move", "server", "driver", "skipped",
)  # fmt: skip


def table(reports: Mapping[str, Sequence[Report]]) -> str:
    """In Markdown, aligned."""
    rows = [HEAD, *(row(name, reports) for name in reports)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "| " + " | ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 1) + ":" for width in widths) + "|", *lines[1:]])


def row(name: str, reports: Mapping[str, Sequence[Report]]) -> tuple[str, ...]:
    """The medians of one contender."""
    mine = reports[name]

    def middle(of: Callable[[Report], float], form: str = ".2f") -> str:
        return format(median(of(report) for report in mine), form)

    return (
        name,
        middle(lambda report: report.cpu_ms, ".3f"),
        _times("raw", name, reports),
        _times("boardgame.io", name, reports),
        middle(lambda report: report.moves_per_s, ".0f"),
        middle(lambda report: report.acks.p50),
        middle(lambda report: report.acks.p99),
        format(max(report.acks.longest for report in mine), ".1f"),
        middle(lambda report: report.deliveries.p50),
        middle(lambda report: report.deliveries.p99),
        format(max(report.deliveries.longest for report in mine), ".1f"),
        middle(lambda report: report.bytes_per_move, ".0f"),
        middle(lambda report: report.server_cpu),
        middle(lambda report: report.driver_cpu),
        str(sum(report.skipped for report in mine)),
    )


def _times(other: str, name: str, reports: Mapping[str, Sequence[Report]]) -> str:
    if other not in reports:
        return "–"
    pairs = zip(reports[name], reports[other], strict=True)
    return f"{median(mine.cpu_ms / theirs.cpu_ms for mine, theirs in pairs):.2f}"
