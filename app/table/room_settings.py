"""The settings of a room."""

from msgspec import Struct

from app.protocol.commands import Clock, Sitting


class RoomSettings(Struct, frozen=True, omit_defaults=True):
    """The rule for taking seats, whether spectators may watch, the password (salt and scrypt hash, in hex), the clock,
    whether bots pause for less time, and whether players may ask for hints."""

    sitting: Sitting = "freely"
    onlookers: bool = True
    password: str | None = None
    clock: Clock | None = None
    fast_bots: bool = False
    hints: bool = False
