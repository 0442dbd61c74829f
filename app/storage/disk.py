"""How much room there is where the database is a file: a disk that is nearly full takes no new rooms, and one that is
full to the last reserve takes no moves. What is there can be read, and with more room all goes on by itself. Where no
reserve is kept, a write that failed for lack of space says the same, until one succeeds."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, NamedTuple

from msgspec import Struct

log = logging.getLogger("tertulia.disk")

LOOK_EVERY_S: Final = 2.0
TRY_EVERY_S: Final = 1.0
MB: Final = 1_000_000

State = Literal["ok", "low", "full"]


class Space(NamedTuple):
    """Bytes: what the database takes, and what is free where its file is. None: not known here."""

    taken: int | None
    free: int | None


class Marks(Struct, frozen=True):
    """So many megabytes are to stay free when a room is opened, and when a move is made; 0: it does not matter."""

    for_rooms: int = 0
    for_moves: int = 0


def free_at(folder: Path) -> int:
    """The bytes that this process may still write there. Raises OSError."""
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


class Disk:
    """The disk with the database. It is looked at every two seconds, while somebody asks."""

    def __init__(self, folder: Path | None, marks: Marks, clock: Callable[[], float] = time.monotonic) -> None:
        """`folder`: None where the database is no file of this machine: its keeper watches over that disk."""
        self._folder = folder
        self._marks = marks
        self._clock = clock
        self._by_marks: State = "ok"
        self._refused = False
        self._tried_at = 0.0
        self._looked_at = -LOOK_EVERY_S

    @property
    def free(self) -> int | None:
        """In bytes; None where it cannot be told."""
        try:
            return None if self._folder is None else free_at(self._folder)
        except OSError:
            return None  # the database, which is there, too, will say what is wrong

    @property
    def state(self) -> State:
        """Whether there is room for everything, for moves alone, or for nothing."""
        return "full" if self._refused else self.by_marks

    @property
    def by_marks(self) -> State:
        """The same as far as the marks tell, below which nothing is even tried. Above them whoever would like to write
        finds out: otherwise nobody would notice that there is room again."""
        if self._clock() - self._looked_at >= LOOK_EVERY_S:
            self._looked_at = self._clock()
            self._note(self.free)
        return self._by_marks

    def note_write(self, failed_for_space: bool) -> None:
        """Something was written, or could not be for lack of space."""
        if failed_for_space != self._refused:
            self._refused = failed_for_space
            if failed_for_space:
                log.error("the disk is full: nothing can be written")
            else:
                log.warning("the disk takes what is written again")

    def may_try(self) -> bool:
        """Whether it is time to find out if a full disk takes something again."""
        due = self._refused and self._clock() - self._tried_at >= TRY_EVERY_S
        if due:
            self._tried_at = self._clock()
        return due

    def _note(self, free: int | None) -> None:
        before, self._by_marks = self._by_marks, self._state_with(free)
        if self._by_marks != before:
            told = log.warning if self._by_marks == "ok" else log.error
            told("the disk is %s: %s MB are free (TERTULIA_DISK_FREE_…)", self._by_marks, free and free // MB)

    def _state_with(self, free: int | None) -> State:
        if free is not None and free < self._marks.for_moves * MB:
            return "full"
        return "low" if free is not None and free < self._marks.for_rooms * MB else "ok"
