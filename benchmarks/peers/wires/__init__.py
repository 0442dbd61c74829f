"""The languages of the contenders, as far as a client needs them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from benchmarks.peers.rooms import Room, Seat
from benchmarks.peers.wires import boardgame, colyseus, plain, tertulia


class Wire(NamedTuple):
    """How a room is opened at a port, all its viewers in it; how one more viewer comes."""

    open_room: Callable[[int, Room], Awaitable[None]]
    join: Callable[[int, Room, int], Awaitable[Seat]]


WIRES: Final = {
    "tertulia": Wire(tertulia.open_room, tertulia.join),
    "plain": Wire(plain.open_room, plain.join),
    "boardgame.io": Wire(boardgame.open_room, boardgame.join),
    "colyseus": Wire(colyseus.open_room, colyseus.join),
}
