"""Idle pages in a process of their own: they answer pings and discard what they receive."""

from collections import Counter

from msgspec import Struct

from benchmarks.load.children import Wire
from benchmarks.load.line import Line, open_line
from benchmarks.load.pages import open_rooms, side_by_side, source_of
from benchmarks.load.servers import Address


class Held(Struct):
    """The fate of a crowd: pings answered, and lost connections by close code."""

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

    await _hold(wire, await side_by_side(range(lines), one))


async def _hold(wire: Wire, lines: list[Line]) -> None:
    lost: Counter[int] = Counter()
    for line in lines:
        line.hear = lambda text: None
        line.lost = lambda code: lost.update([code])
        line.pings = 0
    wire.tell(len(lines))
    await wire.hear()
    held = Held(sum(line.pings for line in lines), Counter(lost))
    for line in lines:
        line.lost = None
        line.close()
    wire.tell(held)
