"""The settings of a room: who may sit down, who may look on, its password and its clock."""

from __future__ import annotations

from msgspec import Struct

from app.protocol.commands import Clock, Sitting


class RoomSettings(Struct, frozen=True, omit_defaults=True):
    """How the room is kept. `password` is salt and scrypt hash in hex."""

    sitting: Sitting = "freely"
    onlookers: bool = True
    password: str | None = None
    clock: Clock | None = None
