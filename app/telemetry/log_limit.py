"""How often the log repeats itself: strangers can cause some lines as often as they like, and would fill the disk."""

import logging
import time
from collections.abc import Callable, Iterator
from typing import Final, TextIO

MOST_A_MINUTE: Final = 20  # of one kind
MINUTE_S: Final = 60.0

Kind = tuple[object, ...]


class Window:
    """The current minute of one kind of line."""

    def __init__(self, began: float) -> None:
        self.began = began
        self.lines = 0
        self.left_out: logging.LogRecord | None = None
        """The latest line that was left out; its `left_out` counts it and those before it."""

    def count(self, record: logging.LogRecord) -> bool:
        """Count one more line; returns whether it is written."""
        self.lines += 1
        if self.lines <= MOST_A_MINUTE:
            return True
        record.__dict__["left_out"] = self.lines - MOST_A_MINUTE
        self.left_out = record
        return False


class LogLimit:
    """Lets through a number of lines of each kind a minute. The latest of those left out is written once the minute is
    over, with their number. Warnings, errors and refused requests are counted; requests that are answered have limits
    of their own."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._windows: dict[Kind, Window] = {}

    def admits(self, record: logging.LogRecord) -> bool:
        """Whether this line is written."""
        if record.levelno < logging.WARNING and record.__dict__.get("status", 0) < 400:
            return True
        return self._windows.setdefault(_kind_of(record), Window(self._clock())).count(record)

    def due(self) -> Iterator[logging.LogRecord]:
        """Lines that stand for others of a minute that is over."""
        now = self._clock()
        over = [kind for kind, window in self._windows.items() if now - window.began >= MINUTE_S]
        return self._closed(over)

    def rest(self) -> Iterator[logging.LogRecord]:
        """Lines that stand for all others that have been left out."""
        return self._closed([*self._windows])

    def _closed(self, kinds: list[Kind]) -> Iterator[logging.LogRecord]:
        for kind in kinds:
            if (left_out := self._windows.pop(kind).left_out) is not None:
                yield left_out


def _kind_of(record: logging.LogRecord) -> Kind:
    """The same for lines that differ in their arguments only; an error counts by where it was raised."""
    error = record.exc_info[1] if record.exc_info else None
    step = error.__traceback__ if error is not None else None
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    where = step and (step.tb_frame.f_code.co_filename, step.tb_lineno)
    request = record.__dict__.get("status"), record.__dict__.get("route")
    return record.name, record.levelno, str(record.msg), *request, type(error), where


class LimitedHandler(logging.StreamHandler[TextIO]):
    """Writes to a stream what the limit lets through. What is still to be counted is written at the latest when the
    process ends."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._limit = LogLimit()

    def emit(self, record: logging.LogRecord) -> None:
        """Write the lines that are due, and this one unless there have been too many like it."""
        for late in self._limit.due():
            super().emit(late)
        if self._limit.admits(record):
            super().emit(record)

    def close(self) -> None:
        """Write what stands for the lines left out."""
        for late in self._limit.rest():
            super().emit(late)
        super().close()
