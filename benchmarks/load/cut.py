"""L5: two thousand sockets of four hundred rooms are cut and reconnect at once: after a network failure, after the
server was killed and restarted, and after a graceful restart.

Pages reconnect as static/state/connection.js does: first after 0.2 to 1.5 s, then after 1.6 times as long, at most
10 s; or after a goodbye from the server, at the time it said. As in a browser, a handshake may take long: it is given
up only after 30 s. 99 of 100 pages are back within 5 s, and all within 10 s, counted until they are shown the table
again. For comparison, the minimal server, cut off in the same way.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from benchmarks.load.children import Child, Wire
from benchmarks.load.figures import Figure, at_most, percentile, told, watched_machine
from benchmarks.load.line import Line, open_line
from benchmarks.load.pages import open_rooms, side_by_side, source_of
from benchmarks.load.servers import HOST, Address, Server, least, tertulia

ROOMS: Final = 400
PAGES: Final = 5
BAR_99_S: Final = 5.0
BAR_ALL_S: Final = 10.0
GIVEN_UP_S: Final = 40.0
FACTOR: Final = 1.6
LONGEST_S: Final = 10.0
FOR_GOOD: Final = (4403, 4404, 4503)
PROBE_EVERY_S: Final = 0.01
TABLE: Final = b'{"type":"table"'
BYE: Final = b'{"type":"bye"'


class Waits:
    """A page's delay before it tries again, in seconds."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._promised: float | None = None
        self.welcomed()

    def welcomed(self) -> None:
        """The page is shown the table: delays begin again from the start."""
        self._wait = self._chance.uniform(0.2, 1.5)

    def told(self, retry_ms: int) -> None:
        """The server said goodbye, and when to reconnect."""
        self._promised = retry_ms / 1000

    def next(self) -> float:
        """The delay now that the connection was lost or refused."""
        wait, promised = self._wait, self._promised
        self._promised = None
        if promised is not None:
            return promised
        self._wait = min(wait * FACTOR, LONGEST_S)
        return wait


class Comer:
    """A page that reconnects."""

    def __init__(self, server: Address, path: str, cookie: str, number: int) -> None:
        self._server, self._path, self._cookie, self._source = server, path, cookie, source_of(number)
        self._waits = Waits(Random(number))
        self._tries: set[asyncio.Task[None]] = set()
        self._is_over = False
        self._lost_at: float | None = None
        self.line: Line | None = None
        self.is_back = asyncio.Event()
        self.back_at = 0.0
        self.gone_s: list[float] = []
        """The seconds without its table, for each time."""
        self.tries = 0

    async def open(self) -> None:
        """Connect and say hello, or try again later."""
        self.tries += 1
        try:
            self.line = await open_line(self._server, self._path, self._cookie, self._hear, self._lose, self._source)
        except (OSError, TimeoutError):
            self._come_later()
        else:
            self._cookie = self._cookie or self.line.cookie
            self.line.say(b'{"type":"hello","name":"%b"}' % self._source.encode())

    def end(self) -> None:
        """Stay away."""
        self._is_over = True
        if self.line is not None:
            self.line.close()

    def wait_anew(self) -> None:
        """Measure the next reconnection."""
        self.is_back.clear()
        self.gone_s.clear()
        self.tries = 0

    def _hear(self, text: bytes) -> None:
        if not self.is_back.is_set() and text.startswith(TABLE):
            self._welcome()
        elif text.startswith(BYE):
            self._waits.told(json.loads(text)["retry_ms"])

    def _welcome(self) -> None:
        self.back_at = time.perf_counter()
        if self._lost_at is not None:
            self.gone_s.append(self.back_at - self._lost_at)
        self._lost_at = None
        self.is_back.set()
        self._waits.welcomed()

    def _lose(self, code: int) -> None:
        if self._lost_at is None:
            self._lost_at = time.perf_counter()
        self.is_back.clear()
        self._is_over = self._is_over or code in FOR_GOOD
        self._come_later()

    def _come_later(self) -> None:
        if not self._is_over:
            asyncio.get_running_loop().call_later(self._waits.next(), self._try)

    def _try(self) -> None:
        task = asyncio.ensure_future(self.open())
        self._tries.add(task)
        task.add_done_callback(self._tries.discard)


async def seated(server: Address, rooms: int, onlookers: int = 0) -> list[Comer]:
    """This many rooms with running games; the pages of everybody in them, not connected yet."""
    opened = await open_rooms(server, rooms, onlookers)
    pages = [(room.code, page) for room in opened for page in room.pages]
    for _, page in pages:
        page.line.close()
    return [Comer(server, f"/ws/{code}", page.cookie, number) for number, (code, page) in enumerate(pages)]


# --- The three ways to be cut off -----------------------------------------------------------------------------


async def abort(server: Server, comers: list[Comer]) -> None:
    """The network fails."""
    for comer in comers:
        if comer.line is not None:
            comer.line.cut()


async def kill(server: Server, comers: list[Comer]) -> None:
    """The server dies, and is restarted at once."""
    server.kill()
    await server.start()


async def stop(server: Server, comers: list[Comer]) -> None:
    """The server is stopped, and restarted as soon as it has ended."""
    await server.stop()
    await server.start()


WAYS: Final[dict[str, Callable[[Server, list[Comer]], Awaitable[None]]]] = {
    "cut": abort,
    "killed": kill,
    "stopped": stop,
}


class Back(Struct):
    """The outcome. `gone_s`: each page's seconds without a table, each time; `after_s`: seconds from the start until it
    had one again."""

    gone_s: list[float]
    after_s: list[float]
    away: int
    tries: int
    lag_ms: list[float]
    cpu_s: float
    machine: str


async def come_back(server: Server, comers: list[Comer], way: str) -> Back:
    """Cut everybody off and wait until all are back, or a missing page is given up."""
    probe = Child(probe_loop, Address(server.port))
    await probe.hear()
    async with watched_machine() as machine:
        cpu = 0.0 if way != "cut" else server.cpu_seconds()
        for comer in comers:
            comer.wait_anew()
        began = time.perf_counter()
        await WAYS[way](server, comers)
        await until_all_are_back(comers)
        cpu = server.cpu_seconds() - cpu
    probe.tell("end")
    lag_ms = await probe.hear()
    await probe.end()
    return _summed_up(comers, began, lag_ms, cpu, str(machine))


async def until_all_are_back(comers: list[Comer]) -> None:
    """Wait until all are back, or until missing pages are given up."""
    with suppress(TimeoutError):
        async with asyncio.timeout(GIVEN_UP_S):
            for comer in comers:
                await comer.is_back.wait()


def _summed_up(comers: list[Comer], began: float, lag_ms: list[float], cpu: float, machine: str) -> Back:
    back = [comer for comer in comers if comer.is_back.is_set()]
    return Back(
        [gone for comer in comers for gone in comer.gone_s],
        [comer.back_at - began for comer in back],
        len(comers) - len(back),
        sum(comer.tries for comer in comers),
        lag_ms,
        cpu,
        machine,
    )


async def probe_loop(wire: Wire, server: Address) -> None:
    """Query the server's health repeatedly: the response time shows how busy its loop is. Reports the milliseconds of
    each response; none while nobody listens."""
    took: list[float] = []
    ended = asyncio.ensure_future(wire.hear())
    wire.tell("ready")
    while not ended.done():
        with suppress(OSError, asyncio.IncompleteReadError):
            await _ask_again_and_again(server, took, ended)
        await asyncio.sleep(PROBE_EVERY_S)
    wire.tell(took)


async def _ask_again_and_again(server: Address, took: list[float], ended: asyncio.Future[object]) -> None:
    reader, writer = await asyncio.open_connection(HOST, server.port)
    while not ended.done():
        began = time.perf_counter()
        writer.write(f"GET /livez HTTP/1.1\r\nHost: {HOST}:{server.port}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        await reader.readexactly(length)
        took.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(PROBE_EVERY_S)
    writer.close()


# --- The figures ----------------------------------------------------------------------------------------------


async def measure(folder: Path, quick: bool) -> list[Figure]:
    """Ours in three ways, the minimal server where it is comparable."""
    rooms = 4 if quick else ROOMS
    bare = await _bare(rooms)
    ours = await _ours(folder, rooms)
    return [figure for way in WAYS for figure in _figures(f"{PAGES * rooms} pages {way}", way, ours[way], bare)]


def _figures(title: str, way: str, back: Back, bare: dict[str, Back]) -> list[Figure]:
    least_99 = percentile(bare[way].gone_s, 99) if way in bare else None
    figures = [
        at_most(f"{title}: 99 % back after", percentile(back.gone_s, 99), BAR_99_S, "s", least_99, back.machine),
        at_most(f"{title}: all back after", max(back.gone_s), BAR_ALL_S, "s"),
        at_most(f"{title}: never came back", back.away, 0, "", machine=f"{back.tries} tries"),
        told(f"{title}: since its start, p99", percentile(back.after_s, 99), "s"),
        told(f"{title}: response time of /livez meanwhile, p99", percentile(back.lag_ms, 99), "ms", _lag(way, bare)),
    ]
    if way == "cut":
        for_one = 1000 * back.cpu_s / len(back.gone_s)
        figures.append(
            told(f"{title}: processor for one page", for_one, "ms", 1000 * bare[way].cpu_s / len(back.gone_s))
        )
    return figures


def _lag(way: str, bare: dict[str, Back]) -> float | None:
    return percentile(bare[way].lag_ms, 99) if way in bare else None


async def _ours(folder: Path, rooms: int) -> dict[str, Back]:
    async with tertulia(folder) as server:
        return await _in_every_way(server, await seated(server, rooms, PAGES - 4))


async def _bare(rooms: int) -> dict[str, Back]:
    async with least() as server:
        return await _in_every_way(
            server, [Comer(server, f"/ws/{number // PAGES}", "", number) for number in range(PAGES * rooms)]
        )


async def _in_every_way(server: Server, comers: list[Comer]) -> dict[str, Back]:
    await side_by_side(comers, Comer.open)
    backs: dict[str, Back] = {}
    for way in WAYS:
        await until_all_are_back(comers)
        await asyncio.sleep(2.0)  # so that the last time is over, also for those who wait for somebody to leave
        backs[way] = await come_back(server, comers, way)
    for comer in comers:
        comer.end()
    return backs
