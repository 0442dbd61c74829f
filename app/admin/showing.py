"""Tables and ages for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

GAP: Final = "  "
_UNITS: Final = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))


def age(of: datetime, now: datetime) -> str:
    """Age in the largest whole unit."""
    seconds = max(0, int((now - of).total_seconds()))
    length, name = next((unit for unit in _UNITS if seconds >= unit[0]), _UNITS[-1])
    return f"{seconds // length} {name}"


def table_of(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Align rows in columns; no header line when `heads` is empty."""
    written = [[str(cell) for cell in row] for row in ([heads] if heads else []) + list(rows)]
    widths = [max(len(row[column]) for row in written) for column in range(len(written[0]))]
    return "\n".join(
        GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in written
    )
