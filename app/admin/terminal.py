"""What commands say and ask at a terminal."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from app.admin import CommandFailed

UNITS: Final = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))


def ask(question: str, arguments: Namespace) -> None:
    """Return if the operator says yes, or has said so with --yes. Raises CommandFailed."""
    if arguments.yes:
        return
    if not sys.stdin.isatty():
        raise CommandFailed("Nothing was changed: say --yes to do it.")
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise CommandFailed("Nothing was changed.")


def time_of(at: int) -> datetime:
    """The time `at`, in milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, UTC)


def age(of: datetime, now: datetime) -> str:
    """In the largest whole unit."""
    seconds = max(0, int((now - of).total_seconds()))
    length, name = next((unit for unit in UNITS if seconds >= unit[0]), UNITS[-1])
    return f"{seconds // length} {name}"


def in_columns(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Align rows in columns; no header line when `heads` is empty."""
    written = [[str(cell) for cell in row] for row in ([heads] if heads else []) + list(rows)]
    widths = [max(map(len, column)) for column in zip(*written, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in written)
    return "\n".join(line.rstrip() for line in lines)
