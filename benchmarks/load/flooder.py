"""L6: one client sends a thousand messages a second, in many ways; then 40 sockets of one address do.

With the shipped limits. Closed clients reconnect at once, as often as they are let in. The others wait less than twice
as long as without them.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Final

from benchmarks.load.figures import Figure
from benchmarks.load.line import FIN, PING, PONG, TEXT, Line, open_line
from benchmarks.load.polite import Polite, compared, people
from benchmarks.load.servers import Server, tertulia

PER_SECOND: Final = 1000
BATCHES_PER_SECOND: Final = 50
SOCKETS: Final = 40
BAR_RATIO: Final = 2.0
HIS_ADDRESS: Final = "127.0.0.99"
BACK_AFTER_S: Final = 0.05
LISTED: Final = frozenset({1000, 1002, 1005, 1006, 1007, 1008, 1009, 1012, 1013, 4403, 4404})
"""The close codes listed in docs/protocol.md; 1005: closed without one, 1006: cut."""

HELLO: Final = b'{"type":"hello","name":"Flooder"}'


def frame(opcode: int, data: bytes = b"") -> bytes:
    """A whole frame, masked with zeros."""
    length = len(data)
    size = bytes((0x80 | length,)) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes((opcode | FIN,)) + size + bytes(4) + data


def said(**message: object) -> bytes:
    return frame(TEXT, json.dumps(message).encode())


def floods() -> dict[str, list[bytes]]:
    """The messages repeated by each kind of flood."""
    play = said(type="play", id="0" * 32, question=1, move={"do": "draw"})
    return {
        "talk": [said(type="chat", text="na na na")],
        "reactions and looks": [said(type="react", what="laugh"), said(type="look", seat=None)],
        "moves of others": [play],
        "what is not understood": [said(type="nonsense"), frame(TEXT, b"{")],
        "pings and pongs": [frame(PING, b"x" * 100), frame(PONG, b"")],
        "long messages": [frame(TEXT, b'"' + b"x" * 8000 + b'"')],
    }


class Flood:
    """Sockets that send the same messages repeatedly."""

    def __init__(self, server: Server, polite: Polite, frames: list[bytes], sockets: int, per_second: float) -> None:
        self._server = server
        self._rooms = cycle(room.code for room in polite.rooms)
        self._frames = b"".join(frames)
        self._at_once = max(1, round(per_second / BATCHES_PER_SECOND / len(frames)))
        self._sockets = sockets
        self.sent = 0
        self.ended: Counter[int] = Counter()
        self.not_let_in = 0

    @asynccontextmanager
    async def comes(self) -> AsyncIterator[None]:
        flooding = [asyncio.create_task(self._flood_again_and_again()) for _ in range(self._sockets)]
        try:
            yield
        finally:
            for task in flooding:
                task.cancel()
            await asyncio.gather(*flooding, return_exceptions=True)

    async def _flood_again_and_again(self) -> None:
        while True:
            try:
                line = await open_line(self._server, f"/ws/{next(self._rooms)}", source=HIS_ADDRESS, lost=self._lose)
            except OSError:
                self.not_let_in += 1
                await asyncio.sleep(1.0)
                continue
            with suppress(OSError):
                await self._flood(line)
            line.cut()
            await asyncio.sleep(BACK_AFTER_S)

    async def _flood(self, line: Line) -> None:
        line.say(HELLO)
        due = time.perf_counter()
        while line.code is None:
            line.write(self._frames * self._at_once)
            self.sent += self._at_once
            due += 1 / BATCHES_PER_SECOND
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    def _lose(self, code: int) -> None:
        self.ended[code] += 1


async def measure(folder: Path, quick: bool) -> list[Figure]:
    figures: list[Figure] = []
    seconds = 1.0 if quick else 12.0
    async with tertulia(folder, {}) as server, people(server, quick) as polite:
        for name, frames in floods().items():
            make = partial(Flood, server, polite, frames)
            figures += await flooded(f"flooder, {name}", polite, partial(make, 1, PER_SECOND), seconds)
        talk = floods()["talk"]
        crowd = partial(Flood, server, polite, talk, SOCKETS, PER_SECOND / SOCKETS)
        figures += await flooded(f"flooder, {SOCKETS} sockets that share it, talk", polite, crowd, seconds)
        crowd = partial(Flood, server, polite, talk, SOCKETS, PER_SECOND)
        figures += await flooded(f"flooder, {SOCKETS} sockets with as much each, talk", polite, crowd, seconds)
    return figures


async def flooded(what: str, polite: Polite, make: Callable[[], Flood], seconds: float) -> list[Figure]:
    """The rows about one flood."""
    flood = make()
    others = await compared(what, polite, flood.comes, seconds, BAR_RATIO)
    codes = dict(sorted(flood.ended.items()))
    told = f"{flood.sent:,} times sent; closed {codes}; {flood.not_let_in} times not let in"
    return [Figure(what, told, "listed close codes", set(codes) <= LISTED), *others]
