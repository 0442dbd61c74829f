"""A TCP proxy in front of one server that is slow, or silently swallows what passes: nobody closes anything.

python -m tests.swallowing 127.0.0.1:8000
"""

import asyncio
import sys
from contextlib import suppress
from typing import Final

CHUNK: Final = 64 * 1024


class Swallower:
    """Passes everything on after half a round trip, until told otherwise."""

    def __init__(self, host: str, port: int) -> None:
        self._to = host, port
        self.round_trip_s = 0.0
        self.swallows_up = self.swallows_down = False
        """What is lost: the bytes to the server, those from it, or both. New connections hang likewise."""
        self.spares_new = False
        """Only connections that are open now are swallowed, as on a network that was changed."""
        self.accepted = 0
        self._old: set[int] = set()

    async def open(self) -> int:
        """Start listening; returns the port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def close(self) -> None:
        """Accept no more connections."""
        self._server.close()

    def swallow(self, *, up: bool = True, down: bool = True, spares_new: bool = True) -> None:
        """Swallow from now on."""
        self.swallows_up, self.swallows_down, self.spares_new = up, down, spares_new
        self._old = set(range(self.accepted))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number, self.accepted = self.accepted, self.accepted + 1
        there = await asyncio.open_connection(*self._to)
        try:
            await asyncio.gather(self._pass_on(reader, there[1], number, 0), self._pass_on(there[0], writer, number, 1))
        finally:
            for end in (writer, there[1]):
                end.transport.abort()

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int, down: int
    ) -> None:
        loop = asyncio.get_running_loop()

        def write(chunk: bytes) -> None:
            is_swallowed = self.swallows_down if down else self.swallows_up
            if not (is_swallowed and (number in self._old or not self.spares_new)) and not writer.is_closing():
                writer.write(chunk)

        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if self.round_trip_s:
                    loop.call_later(self.round_trip_s / 2, write, chunk)
                else:
                    write(chunk)


async def main(to: str) -> None:
    """Listen until interrupted; a line on stdin says what to do: `swallow`, `up`, `down`, `pass`, or a round trip."""
    host, _, port = to.rpartition(":")
    swallower = Swallower(host, int(port))
    print(f"http://127.0.0.1:{await swallower.open()}", flush=True)
    while word := (await asyncio.to_thread(sys.stdin.readline)).strip():
        match word:
            case "swallow" | "up" | "down":
                swallower.swallow(up=word != "down", down=word != "up")
            case "pass":
                swallower.swallow(up=False, down=False)
            case seconds:
                swallower.round_trip_s = float(seconds)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
