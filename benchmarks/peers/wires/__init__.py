"""The contenders' protocols, as far as a client needs them."""

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from benchmarks.peers.rooms import Room, Seat
from benchmarks.peers.wires import boardgame, colyseus, plain, tertulia


class Wire(NamedTuple):
    """Opens a room with all its viewers at a port; connects one more viewer."""

    open_room: Callable[[int, Room], Awaitable[None]]
    join: Callable[[int, Room, int], Awaitable[Seat]]


WIRES: Final = {
    "tertulia": Wire(tertulia.open_room, tertulia.join),
    "plain": Wire(plain.open_room, plain.join),
    "boardgame.io": Wire(boardgame.open_room, boardgame.join),
    "colyseus": Wire(colyseus.open_room, colyseus.join),
}
