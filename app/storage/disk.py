"""Watches free space on the database's disk. Below `for_rooms` no new rooms are opened, below `for_moves` nothing is
written; reading always works, and writing resumes by itself once there is space. Without thresholds, a write that fails
for lack of space has the same effect until one succeeds."""

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, NamedTuple

from msgspec import Struct

log = logging.getLogger("tertulia.disk")

CHECK_EVERY_S: Final = 2.0
TRY_EVERY_S: Final = 1.0
MB: Final = 1_000_000

State = Literal["ok", "low", "full"]


class Space(NamedTuple):
    """Bytes used by the database and bytes free on its disk; None: unknown."""

    taken: int | None
    free: int | None


class Marks(Struct, frozen=True):
    """Megabytes that must be free to open a room and to make a move; 0: no threshold."""

    for_rooms: int = 0
    for_moves: int = 0


def free_at(folder: Path) -> int:
    """The bytes that this process may still write in this folder. Raises OSError."""
    stats = os.statvfs(folder)
    return stats.f_bavail * stats.f_frsize


def sync(path: Path) -> None:
    """Wait until a file's contents, or a folder's entries, survive a power failure."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


class Disk:
    """The disk that holds the database; free space is measured on demand, at most every two seconds."""

    def __init__(self, folder: Path | None, marks: Marks, clock: Callable[[], float] = time.monotonic) -> None:
        """`folder`: None when the database is not a file on this machine, so that its disk is not ours to watch."""
        self._folder = folder
        self._marks = marks
        self._clock = clock
        self._by_marks: State = "ok"
        self._refused = False
        self._tried_at = 0.0
        self._checked_at = -CHECK_EVERY_S

    @property
    def free(self) -> int | None:
        """Bytes; None where unknown."""
        try:
            return None if self._folder is None else free_at(self._folder)
        except OSError:
            return None  # the database there will report what is wrong

    @property
    def state(self) -> State:
        """ok: write anything; low: moves only; full: nothing."""
        return "full" if self._refused else self.by_marks

    @property
    def by_marks(self) -> State:
        """The state by the thresholds alone. Only below them are writes rejected without an attempt: after a failed
        write the next one must be attempted, or nobody would notice that there is space again."""
        if self._clock() - self._checked_at >= CHECK_EVERY_S:
            self._checked_at = self._clock()
            self._note(self.free)
        return self._by_marks

    def note_write(self, failed_for_space: bool) -> None:
        """Record that a write succeeded, or failed for lack of space."""
        if failed_for_space != self._refused:
            self._refused = failed_for_space
            if failed_for_space:
                log.error("the disk is full: nothing can be written")
            else:
                log.warning("the disk has space again")

    def may_try(self) -> bool:
        """Whether a full disk is due for another attempt; counts as that attempt."""
        due = self._refused and self._clock() - self._tried_at >= TRY_EVERY_S
        if due:
            self._tried_at = self._clock()
        return due

    def _note(self, free: int | None) -> None:
        before, self._by_marks = self._by_marks, self._state_with(free)
        if self._by_marks != before:
            report = log.warning if self._by_marks == "ok" else log.error
            report("the disk is %s: %s MB are free (TERTULIA_DISK_FREE_…)", self._by_marks, free and free // MB)

    def _state_with(self, free: int | None) -> State:
        if free is not None and free < self._marks.for_moves * MB:
            return "full"
        return "low" if free is not None and free < self._marks.for_rooms * MB else "ok"
