"""boardgame.io's wire: Engine.IO and Socket.IO as text. A move is acknowledged by the state sent to its player."""

from typing import Final
from uuid import uuid4

from picows import ws_connect

from benchmarks.load.servers import HOST
from benchmarks.peers.rooms import PLAYERS, VIEWERS, Room, Seat

PASS: Final = (
    b'42/pass,["update",{"type":"MAKE_MOVE","payload":{"type":"pass","args":[%d,%d],"playerID":"%d",'
    b'"credentials":null}},%d,"%b","%d"]'
)
ENGINE_OPEN, ENGINE_PING, ENGINE_PONG = b"0", b"2", b"3"
CONNECT: Final = b"40/pass,"
EVENTS: Final = (b'42/pass,["update"', b'42/pass,["sync"')
VERSION: Final = b'"_stateID":'


class BoardgameSeat(Seat):
    """A player or spectator; players move in turn."""

    def read(self, content: bytes) -> None:
        """Read an event of the match, or a step of the handshake."""
        if content.startswith(EVENTS):
            self._look_at(content)
        elif content == ENGINE_PING:
            self.send(ENGINE_PONG)
        elif content.startswith(ENGINE_OPEN):
            self.send(CONNECT)
        elif content.startswith(CONNECT):
            player = f'"{self.number}"' if self.plays else "null"
            self.send(f'42/pass,["sync","{self.room.code}",{player},null,{PLAYERS}]'.encode())
        elif not content.startswith(b'42/pass,["matchData"'):
            self.tally.faults.append(content[:300].decode())

    def _look_at(self, content: bytes) -> None:
        # The state is followed by the log of this move, which has the same field.
        start = content.index(VERSION, content.index(b'"_redo":')) + len(VERSION)
        version = int(content[start : content.index(b"}", start)].split(b",")[0])
        if self.awaited and self.awaited[0].version == version:
            self.acknowledge(version)
        if version % PLAYERS == self.number and version > self.version:
            code = self.room.code.encode()
            self.answer = PASS % (version % 10, version % 24, self.number, version, code, self.number)
        self.show(version)


async def join(port: int, room: Room, number: int) -> Seat:
    """Open another connection to a match."""
    seat = BoardgameSeat(room, number)
    address = f"ws://{HOST}:{port}/socket.io/?EIO=4&transport=websocket"
    await ws_connect(lambda: seat, address)
    await seat.has_state
    return seat


async def open_room(port: int, room: Room) -> None:
    """Open a match: the first sync creates it."""
    room.code = uuid4().hex
    for number in range(VIEWERS):
        room.seats.append(await join(port, room, number))
