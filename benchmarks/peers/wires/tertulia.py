"""Tertulia's wire, as docs/protocol.md has it."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct
from picows import ws_connect

from benchmarks.load.pages import ask
from benchmarks.load.servers import HOST, Address
from benchmarks.peers.rooms import Room, Seat

PLAY: Final = b'{"type":"play","id":"%032x","question":%d,"move":%b}'


class Choice(Struct):
    """A move that may be made."""

    move: Raw


class Pick(Struct):
    """So many things are to be chosen."""

    do: str
    field: str
    among: list[int]
    least: int


class Message(Struct):
    """Of all messages from the server, what is looked at here."""

    type: str
    seq: int = 0
    asked: list[int] = []
    question: int | None = None
    choices: list[Choice] = []
    pick: Pick | None = None
    outcome: Raw = Raw(b"null")
    code: str = ""


decode: Final = msgspec.json.Decoder(Message).decode


class TertuliaSeat(Seat):
    """A page. Answers with choices that end nobody's game; the host asks for a rematch after each."""

    def __init__(self, room: Room, number: int) -> None:
        super().__init__(room, number)
        self.has_table = asyncio.get_running_loop().create_future()
        self.chance = Random(number)

    def greet(self) -> None:
        """Hello."""
        self.send(b'{"type":"hello","name":"P%d","seen":0}' % self.number)

    def read(self, content: bytes) -> None:
        """A frame, an acknowledgement, or something that only matters before the game."""
        message = decode(content)
        if message.type == "frame":
            self.tally.states += 1
            self.tally.state_bytes += len(content)
            self._look_at(message)
            self.show(message.seq, len(content))
        elif message.type == "ack":
            self.tally.acks += 1
            self.tally.ack_bytes += len(content)
            self.acknowledge(message.seq)
        elif message.type == "table":
            if not self.has_table.done():
                self.has_table.set_result(None)
        elif message.type in ("refused", "retry", "farewell", "bye"):
            self.tally.faults.append(content.decode())

    def _look_at(self, frame: Message) -> None:
        self.answer = None
        if frame.asked:
            if self.number == min(frame.asked):
                assert frame.question is not None
                self.answer = PLAY % (frame.seq, frame.question, self._harmless(frame))
        elif self.number == 0 and bytes(frame.outcome) != b"null":
            self.tally.restarts += 1
            self.send(b'{"type":"rematch"}')

    def _harmless(self, frame: Message) -> bytes:
        if frame.choices:
            moves = [bytes(choice.move) for choice in frame.choices]
            return moves[0] if b'"draw"' in moves[0] else self._one_of(moves, frame.seq)
        assert frame.pick is not None, "whoever is asked has a choice"
        return json.dumps({"do": frame.pick.do, frame.pick.field: frame.pick.among[: frame.pick.least]}).encode()

    def _one_of(self, moves: list[bytes], version: int) -> bytes:
        return moves[version // 2 % len(moves)]


async def join(port: int, room: Room, number: int, cookie: str = "") -> Seat:
    """A new guest, or whose cookie this is, opens the page of a room whose game is under way."""
    seat = await _enter(port, room, number, cookie)
    await seat.has_state
    return seat


async def open_room(port: int, room: Room, game: str = "tcnccc", options: dict[str, Any] | None = None) -> None:
    """All players sit down, the onlooker comes, and the game begins."""
    room.code, cookie = await _new_room(port, game, room.players, {"capacity": 6} if options is None else options)
    for number in range(room.players + 1):
        seat = await _enter(port, room, number, cookie if number == 0 else "")
        room.seats.append(seat)
        if 0 < number < room.players:
            seat.has_table = asyncio.get_running_loop().create_future()
            seat.send(b'{"type":"sit","seat":%d}' % number)
            await seat.has_table
    room.seats[0].send(b'{"type":"start"}')
    await asyncio.gather(*(seat.has_state for seat in room.seats))


async def _enter(port: int, room: Room, number: int, cookie: str) -> TertuliaSeat:
    seat = TertuliaSeat(room, number)
    headers = [("Origin", f"http://{HOST}:{port}"), ("Sec-WebSocket-Protocol", "tertulia.1"), ("Cookie", cookie)]
    address = f"ws://{HOST}:{port}/ws/{room.code}"
    await ws_connect(lambda: seat, address, extra_headers=headers if cookie else headers[:2])
    await seat.has_table
    return seat


async def _new_room(port: int, game: str, seats: int, options: dict[str, Any]) -> tuple[str, str]:
    wish = {"game": game, "seats": seats, "options": options, "name": "P0"}
    status, headers, body = await ask(Address(port), "POST", "/api/rooms", json.dumps(wish).encode())
    if status != 201:
        raise ConnectionError(f"no room was opened: {status} {body.decode()}")
    return json.loads(body)["room"], headers["set-cookie"].partition(";")[0]
