"""Idle pages in a process of their own: they ask and answer pings as ours do, and discard what they receive."""

import asyncio
from collections import Counter
from itertools import count
from typing import Final

from msgspec import Struct

from benchmarks.load.children import Wire
from benchmarks.load.line import Line, open_line
from benchmarks.load.pages import open_rooms, side_by_side, source_of
from benchmarks.load.servers import Address

PAGE_ASKS_EVERY_S: Final = 5.0
"""As in static/state/timing.js."""
TICK_S: Final = 0.05
PING: Final = b'{"type":"ping"}'
PONG: Final = b'{"type":"pong"}'


class Held(Struct):
    """The fate of a crowd: pings answered by the server, pings of the server answered, and lost connections by close
    code."""

    pongs: int
    pings: int
    lost: Counter[int]


async def hold_rooms(wire: Wire, server: Address, rooms: int) -> None:
    """Hold this many rooms with four players in mid-game. Reports the number of open connections; then, when told to
    end, their fate."""
    lines = [page.line for room in await open_rooms(server, rooms) for page in room.pages]
    await _hold(wire, lines)


async def hold_onlookers(wire: Wire, server: Address, codes: list[str], each: int) -> None:
    """The same with this many spectators in each of these rooms."""

    async def look_on(number: int) -> Line:
        line = await open_line(server, f"/ws/{codes[number % len(codes)]}", source=source_of(number))
        line.say(b'{"type":"hello","name":"Eve %d"}' % number)
        return line

    await _hold(wire, await side_by_side(range(len(codes) * each), look_on))


async def hold_lines(wire: Wire, server: Address, lines: int) -> None:
    """The same with this many connections to a server without rooms."""

    async def one(number: int) -> Line:
        line = await open_line(server, f"/ws/{number // 4}", source=source_of(number))
        line.say(b'{"type":"hello"}')
        return line

    await _hold(wire, await side_by_side(range(lines), one), asks=False)


async def _hold(wire: Wire, lines: list[Line], *, asks: bool = True) -> None:
    lost: Counter[int] = Counter()
    heard: Counter[bytes] = Counter()
    for line in lines:
        line.hear = lambda text: heard.update([text])
        line.lost = lambda code: lost.update([code])
        line.pings = 0
    asking = asyncio.create_task(_ask(lines)) if asks else None
    wire.tell(len(lines))
    await wire.hear()
    if asking is not None:
        asking.cancel()
    held = Held(heard[PONG], sum(line.pings for line in lines), Counter(lost))
    for line in lines:
        line.lost = None
        line.close()
    wire.tell(held)


async def _ask(lines: list[Line]) -> None:
    """Have each page ask every few seconds whether the server is there, one after the other."""
    ticks = round(PAGE_ASKS_EVERY_S / TICK_S)
    loop = asyncio.get_running_loop()
    due = loop.time()
    for tick in count():
        for line in lines[tick % ticks :: ticks]:
            if line.code is None:
                line.say(PING)
        due += TICK_S
        await asyncio.sleep(due - loop.time())
