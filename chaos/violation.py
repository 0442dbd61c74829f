"""A broken promise, in words."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from app.table.events import Event

Logs = Mapping[str, Sequence[Event]]


class Violation(Struct, frozen=True):
    """A promise that was broken."""

    promise: int
    kind: str
    room: str
    text: str
    seq: int | None = None
    id: str = ""

    def __str__(self) -> str:
        where = f"room {self.room}" + (f", event {self.seq}" if self.seq is not None else "")
        return f"({self.promise}) {self.kind}: {where}{', id ' + self.id if self.id else ''}: {self.text}"
