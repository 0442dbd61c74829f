"""Evenings of play, and their load on a cell."""

from msgspec import Struct


class Evening(Struct, frozen=True):
    """One room during play: `pages` open, `pace` in thousandths of a move per minute."""

    room: int
    cell: int
    pages: int
    pace: int


class Load:
    """The load of a cell, in integers, so that at the end it is exactly zero."""

    __slots__ = ("idle", "pace", "pages", "tables")

    def __init__(self) -> None:
        self.tables = self.pages = self.pace = self.idle = 0

    def begin(self, evening: Evening) -> None:
        """Add an evening."""
        self.tables += 1
        self.pages += evening.pages
        self.pace += evening.pace

    def end(self, evening: Evening, left_open: int) -> None:
        """Remove an evening, but keep its pages left open. Raises ValueError if it was not there."""
        self.tables -= 1
        self.pages -= evening.pages
        self.pace -= evening.pace
        self.idle += left_open
        self._check()

    def shut(self, pages: int) -> None:
        """Close pages left open. Raises ValueError if they were not there."""
        self.idle -= pages
        self._check()

    def _check(self) -> None:
        if min(self.tables, self.pages, self.pace, self.idle) < 0:
            raise ValueError("somebody left who was not there")

    @property
    def is_empty(self) -> bool:
        """Whether nobody is there."""
        return not (self.tables or self.pages or self.pace or self.idle)
