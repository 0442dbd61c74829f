"""An open page, as its room knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.rooms.outbox import Message, Outbox
from app.storage.guests import Guest


class Shows(Protocol):
    """A room, as far as a page needs it: it can be shown from the beginning."""

    def snapshot(self, viewer: Viewer, seen: int) -> list[Message]:
        """Everything for a page that has seen the room up to event `seen`."""


class Viewer:
    """One open page: its guest, and its outbox. `look`: the seat whose view it shows, where several seats are played on
    one device."""

    def __init__(self, room: Shows, guest: Guest, seen: int, write_now: Callable[[str], bool] | None = None) -> None:
        self.guest = guest
        self.look: int | None = None
        self.outbox = Outbox(lambda seen: room.snapshot(self, seen), seen, write_now)

    def __repr__(self) -> str:
        return f"<Viewer: look {self.look}, {self.outbox!r}>"
