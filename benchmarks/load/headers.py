"""W5: slow clients (slowloris).

Silent ones, half a header, a header or a handshake letter by letter, a body that never ends, an open page that never
says hello, responses nobody reads: each is closed within 12 seconds, and players notice nothing.
"""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from typing import Final, cast

from benchmarks.load.figures import Figure, at_most
from benchmarks.load.line import handshake
from benchmarks.load.pages import source_of
from benchmarks.load.polite import compared, held_by, people
from benchmarks.load.servers import HOST, ROOT, UNLIMITED, Server, tertulia

OF_EACH_KIND: Final = 100
BAR_S: Final = 12.0
BAR_RATIO: Final = 1.5
LETTER_EVERY_S: Final = 0.1
WAIT_S: Final = 30.0
"""The time after which waiting is given up."""
SMALL_BUFFER: Final = 4096
NOWHERE: Final = ("", 0)
CHECK_EVERY_S: Final = 0.5
TAKEN_IN_S: Final = 3.0
"""The time within which the server accepts connections."""

REQUEST: Final = b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
FILE: Final = b"GET /static/%b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Slow(asyncio.Protocol):
    """A connection that sends `at_once`, then `slowly`, letter by letter."""

    def __init__(self, at_once: bytes, slowly: bytes = b"", reads: bool = True) -> None:
        self._at_once = at_once
        self._slowly = slowly
        self._reads = reads
        self.place = NOWHERE
        self.began = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.began = time.perf_counter()
        self.place = transport.get_extra_info("sockname")
        if not self._reads:
            self.transport.pause_reading()
            connection = cast(socket.socket, transport.get_extra_info("socket"))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        self.transport.write(self._at_once)
        asyncio.get_running_loop().call_later(LETTER_EVERY_S, self._send_a_letter, 0)

    def _send_a_letter(self, at: int) -> None:
        if at < len(self._slowly) and not self.transport.is_closing():
            self.transport.write(self._slowly[at : at + 1])
            asyncio.get_running_loop().call_later(LETTER_EVERY_S, self._send_a_letter, at + 1)


def kinds(server: Server) -> dict[str, Callable[[], Slow]]:
    """The behaviour of each kind."""
    request = FILE % largest_file()
    hello = handshake(server, "/ws/AAAAAAAAAAAAAAAA")
    long_header = REQUEST + b"X-Filling: " + b"a" * 10_000
    return {
        "silent": lambda: Slow(b""),
        "half a header": lambda: Slow(REQUEST),
        "a header by letters": lambda: Slow(b"", long_header),
        "a handshake by letters": lambda: Slow(b"", hello[:-2] + b"X-Filling: " + b"a" * 10_000),
        "a body by letters": lambda: Slow(REQUEST + b"Content-Length: 8000\r\n\r\n", b" " * 8000),
        "an open page without hello": lambda: Slow(hello),
        "half a message": lambda: Slow(hello, b"\x81\xfe\x10\x00\0\0\0\0" + b" " * 4000),
        "answers unread": lambda: Slow(request * 3, reads=False),
    }


def largest_file() -> bytes:
    """The path of the largest public file."""
    folder = ROOT / "static"
    found = max((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.stat().st_size)
    return str(found.relative_to(folder)).encode()


class Slowness:
    """All kinds at once; how long the last one of each was held."""

    def __init__(self, server: Server, of_each: int) -> None:
        self._server = server
        self._of_each = of_each
        self.kept_s: dict[str, float] = {}

    @asynccontextmanager
    async def everywhere(self) -> AsyncIterator[None]:
        slow = {name: await self._open_all(make) for name, make in kinds(self._server).items()}
        watching = asyncio.create_task(self._watch(slow))
        yield
        await watching
        for each in chain(*slow.values()):
            each.transport.abort()

    async def _open_all(self, make: Callable[[], Slow]) -> list[Slow]:
        return await asyncio.gather(*(self._open(number, make) for number in range(self._of_each)))

    async def _open(self, number: int, make: Callable[[], Slow]) -> Slow:
        slow, place = make(), (source_of(number), 0)
        await asyncio.get_running_loop().create_connection(lambda: slow, HOST, self._server.port, local_addr=place)
        return slow

    async def _watch(self, slow: dict[str, list[Slow]]) -> None:
        """Record how long each is held, from its own opening."""
        opened, began = {each.place for each in chain(*slow.values())}, time.perf_counter()
        held, now = opened, began
        while (held or now - began < TAKEN_IN_S) and now - began < WAIT_S:
            held = opened & await asyncio.to_thread(held_by, self._server)
            now = time.perf_counter()
            for name, some in slow.items():
                ages = [now - each.began for each in some if each.place in held]
                self.kept_s[name] = max([self.kept_s.get(name, 0.0), *ages])
            await asyncio.sleep(CHECK_EVERY_S)


async def measure(folder: Path, quick: bool) -> list[Figure]:
    async with tertulia(folder, UNLIMITED) as server, people(server, quick) as polite:
        slowness = Slowness(server, 2 if quick else OF_EACH_KIND)
        figures = await compared("headers", polite, slowness.everywhere, 4.0 if quick else 30.0, BAR_RATIO)
    closed = [at_most(f"headers: {name}, closed after", kept, BAR_S, "s") for name, kept in slowness.kept_s.items()]
    return [*closed, *figures]
