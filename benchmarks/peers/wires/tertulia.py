"""Tertulia's wire, following docs/protocol.md."""

import asyncio
import json
from random import Random
from secrets import token_hex
from typing import Any

from picows import WSTransport, ws_connect

from benchmarks.load.pages import Ack, Bye, Farewell, Frame, Refused, Retry, Table, ask, decode, harmless
from benchmarks.load.servers import HOST, Address
from benchmarks.peers.rooms import Room, Seat


class TertuliaSeat(Seat):
    """A page. It makes moves that prolong a game; the host asks for a rematch after each one."""

    def __init__(self, room: Room, number: int, seen: int = 0) -> None:
        super().__init__(room, number)
        self.table = asyncio.get_running_loop().create_future()
        self._seen = seen
        self._chance = Random(number)

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello."""
        self.transport = transport
        self.say(type="hello", name=f"P{self.number}", seen=self._seen)

    def say(self, **message: Any) -> None:
        """Send one message."""
        self.send(json.dumps(message).encode())

    def read(self, content: bytes) -> None:
        """Read a frame, an acknowledgement, or something that only matters before the game."""
        message = decode(content)
        match message:
            case Frame():
                self.tally.states += 1
                self.tally.state_bytes += len(content)
                self._look_at(message)
                self.show(message.seq)
            case Ack():
                self.tally.acks += 1
                self.tally.ack_bytes += len(content)
                self.acknowledge(message.seq)
            case Table() if not self.table.done():
                self.table.set_result(message)
            case Refused() | Retry() | Farewell() | Bye():
                self.tally.faults.append(content.decode())

    def _look_at(self, frame: Frame) -> None:
        self.answer = None
        if frame.asked:
            if self.number == min(frame.asked):
                id = token_hex(16).encode()
                move = harmless(frame, self._chance)
                self.answer = b'{"type":"play","id":"%b","question":%d,"move":%b}' % (id, frame.question or 0, move)
        elif self.number == 0 and bytes(frame.outcome) != b"null":
            self.tally.restarts += 1
            self.say(type="rematch")


async def join(port: int, room: Room, number: int) -> Seat:
    """A new guest opens the page of a room with a running game."""
    seat = await enter(port, room, number)
    await seat.has_state
    return seat


async def come_back(port: int, room: Room, seen: int) -> Seat:
    """The host reconnects."""
    seat = await enter(port, room, 0, room.cookie, seen)
    await seat.has_state
    return seat


async def open_room(port: int, room: Room) -> None:
    """Open a room with the compared game."""
    await open_game(port, room, "tcnccc", {"capacity": 6})


async def open_game(port: int, room: Room, game: str, options: dict[str, Any]) -> None:
    """Seat all players, let the spectator enter, and begin the game."""
    await new_room(port, room, game=game, options=options)
    for number in range(room.players + 1):
        seat = await enter(port, room, number, room.cookie if number == 0 else "")
        room.seats.append(seat)
        if 0 < number < room.players:
            seat.table = asyncio.get_running_loop().create_future()
            seat.say(type="sit", seat=number)
            await seat.table
    host = room.seats[0]
    assert isinstance(host, TertuliaSeat)
    host.say(type="start")
    await asyncio.gather(*(seat.has_state for seat in room.seats))


async def new_room(port: int, room: Room, **wish: Any) -> None:
    """Create a room; its code, and its host's cookie. Raises ConnectionError if the server refuses."""
    body = json.dumps({"seats": room.players, "name": "P0", **wish}).encode()
    status, headers, answer = await ask(Address(port), "POST", "/api/rooms", body)
    if status != 201:
        raise ConnectionError(f"no room was opened: {status} {answer.decode()}")
    room.code, room.cookie = json.loads(answer)["room"], headers["set-cookie"].partition(";")[0]


async def enter(port: int, room: Room, number: int, cookie: str = "", seen: int = 0) -> TertuliaSeat:
    """Open the page with this cookie, and wait for the table."""
    seat = TertuliaSeat(room, number, seen)
    headers = [("Origin", f"http://{HOST}:{port}"), ("Sec-WebSocket-Protocol", "tertulia.1")]
    if cookie:
        headers.append(("Cookie", cookie))
    await ws_connect(lambda: seat, f"ws://{HOST}:{port}/ws/{room.code}", extra_headers=headers)
    await seat.table
    return seat
