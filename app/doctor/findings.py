"""What the doctor finds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

Grade = Literal["good", "doubtful", "bad"]
SIGNS: Final[dict[Grade, str]] = {"good": "ok   ", "doubtful": "look ", "bad": "WRONG"}


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `change`: the line to write, and where; empty if nothing is to be changed."""

    grade: Grade
    what: str
    change: str = ""


def good(what: str) -> Finding:
    return Finding("good", what)


def doubtful(what: str, change: str = "") -> Finding:
    return Finding("doubtful", what, change)


def bad(what: str, change: str = "") -> Finding:
    return Finding("bad", what, change)


def report(findings: Iterable[Finding]) -> Iterator[str]:
    """The findings as lines for a terminal."""
    for finding in findings:
        yield f"{SIGNS[finding.grade]} {finding.what}"
        if finding.change:
            yield f"        → {finding.change}"
