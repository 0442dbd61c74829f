"""The raw servers' wire: states of the size of Tertulia's frames, and an acknowledgement for each move."""

from typing import Final

from picows import ws_connect

from benchmarks.load.servers import HOST
from benchmarks.peers.rooms import PLAYERS, VIEWERS, Room, Seat

PLAY: Final = b'{"type":"play","id":"%032x","question":%d,"move":{"do":"put","on":[%d,%d]}}'
STATE: Final = b'{"seq":'


class PlainSeat(Seat):
    """A player or spectator; players move in turn."""

    def read(self, content: bytes) -> None:
        """Read a state or an acknowledgement."""
        if not content.startswith(STATE):
            self.acknowledge()
            return
        version = int(content[len(STATE) : content.index(b",")])
        if version % PLAYERS == self.number:
            self.answer = PLAY % (version, version, version % 10, version % 24)
        self.show(version)


async def join(port: int, room: Room, number: int) -> Seat:
    """Open another connection to an open room."""
    seat = PlainSeat(room, number)
    await ws_connect(lambda: seat, f"ws://{HOST}:{port}/{room.code}")
    await seat.has_state
    return seat


async def open_room(port: int, room: Room) -> None:
    """Open a room: connect all viewers."""
    room.code = str(id(room))
    for number in range(VIEWERS):
        room.seats.append(await join(port, room, number))
