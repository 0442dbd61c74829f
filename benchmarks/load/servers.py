"""Starts the servers under test, each a process of its own: Tertulia as shipped, and the minimal one for comparison."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import psutil

ROOT: Final = Path(__file__).resolve().parent.parent.parent
HOST: Final = "127.0.0.1"
START_WITHIN_S: Final = 20.0

UNLIMITED: Final = {
    f"TERTULIA_LIMITS_{name}": value
    for name, value in {
        "HANDSHAKES": "1000000/1s",
        "GUESTS": "1000000/1s",
        "ROOMS": "1000000/1s",
        "MESSAGES": "1000000/1s",
        "BYTES": "100000000/1s",
        "COMMANDS": "1000000/1s",
        "COMMANDS_PER_ADDRESS": "1000000/1s",
        "FREE_MOVES": "1000000/1s",
        "CHAT": "1000000/1s",
        "SOCKETS_PER_ADDRESS": "1000000",
        "CONNECTIONS_PER_ADDRESS": "1000000",
        "DOWNLOADS": "1000000/1s",
        "DOWNLOADS_PER_ADDRESS": "1000000",
        "INVITATIONS": "1000000/1s",
        "REQUESTS": "1000000/1s",
        "REQUESTS_PER_GUEST": "1000000/1s",
        "SOCKETS_PER_GUEST": "1000000",
        "SOCKETS_PER_GUEST_AND_ROOM": "1000000",
    }.items()
}
"""Everybody here has one address: the shipped limits would admit a hundred of them."""


class Address:
    """The address at which a server listens: all that its clients have to know."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.origin = f"http://{HOST}:{port}"


class Server(Address):
    """A process that listens on a port, which it keeps across restarts."""

    def __init__(self, command: list[str], environment: dict[str, str], port: int, said: Path | None = None) -> None:
        """`said`: the file for its output, if wanted."""
        super().__init__(port)
        self._said = said
        self._command = command
        self._environment = {**os.environ, **environment}

    async def start(self) -> None:
        """Start, and wait until it listens. Raises SystemExit if it does not."""
        self._launch()
        for _ in range(int(START_WITHIN_S / 0.02)):
            with socket.socket() as probe:
                if probe.connect_ex((HOST, self.port)) == 0:
                    return
            await asyncio.sleep(0.02)
        self._popen.kill()
        raise SystemExit(f"did not start: {' '.join(self._command)}")

    def _launch(self) -> None:
        with (self._said or Path(os.devnull)).open("a") as said:
            self._popen = subprocess.Popen(self._command, cwd=ROOT, env=self._environment, stdout=said, stderr=said)
        self._process = psutil.Process(self._popen.pid)

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def runs(self) -> bool:
        """Whether it still runs."""
        return self._popen.poll() is None

    def cpu_seconds(self) -> float:
        """Its processor time so far."""
        times = self._process.cpu_times()
        return float(times.user + times.system)

    def megabytes(self) -> float:
        """Its resident set size."""
        return float(self._process.memory_info().rss) / 2**20

    def kill(self) -> None:
        """Kill it, as in a power failure."""
        self._popen.kill()
        self._popen.wait()

    async def stop(self) -> None:
        """Stop it gracefully."""
        if self.runs:
            self._popen.send_signal(signal.SIGTERM)
        await asyncio.to_thread(self._popen.wait, 30)


@asynccontextmanager
async def tertulia(
    folder: Path, environment: dict[str, str] = UNLIMITED, said: Path | None = None
) -> AsyncIterator[Server]:
    """Tertulia with its database in this folder, on SQLite with synchronous=FULL. `environment`: other settings."""
    port = free_port()
    settings = {
        "TERTULIA_BIND": f"{HOST}:{port}",
        "TERTULIA_DATABASE_URL": f"sqlite:///{folder}/log.sqlite3",
        "TERTULIA_LOG_LEVEL": "warning",
        **environment,
    }
    async with _running(Server([sys.executable, "-m", "app"], settings, port, said)) as server:
        yield server


@asynccontextmanager
async def least(ping_every_s: float = 6.0, ping_within_s: float = 9.0) -> AsyncIterator[Server]:
    """uvicorn with benchmarks/load/echo.py: no rules, no log, no cookies."""
    port = free_port()
    options = f"--host {HOST} --port {port} --ws websockets-sansio --ws-per-message-deflate false --no-access-log"
    pings = f"--ws-ping-interval {ping_every_s} --ws-ping-timeout {ping_within_s} --log-level critical"
    command = [sys.executable, "-m", "uvicorn", "benchmarks.load.echo:app", *options.split(), *pings.split()]
    async with _running(Server(command, {}, port)) as server:
        yield server


@asynccontextmanager
async def bare() -> AsyncIterator[Server]:
    """uvicorn with benchmarks/load/bare.py: one route of FastAPI, without middleware."""
    port = free_port()
    options = f"--host {HOST} --port {port} --no-access-log --log-level critical"
    command = [sys.executable, "-m", "uvicorn", "benchmarks.load.bare:app", *options.split()]
    async with _running(Server(command, {}, port)) as server:
        yield server


@asynccontextmanager
async def _running(server: Server) -> AsyncIterator[Server]:
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def free_port() -> int:
    """A free port below those the kernel uses for outgoing connections, so that it is still free after a restart."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) != 0:
                return port
    raise SystemExit("no port is free")
