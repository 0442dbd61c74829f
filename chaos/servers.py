"""Server processes that can be killed, suspended and restarted: one on SQLite, or several on PostgreSQL."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Self

from tests.conftest import ROOT
from tools.postgres import PassingPostgres

OPEN_WITHIN_S: Final = 60.0
DATABASE: Final = "tertulia"

UNLIMITED: Final = {
    **dict.fromkeys(
        (
            f"TERTULIA_LIMITS_{name}"
            for name in (
                "HANDSHAKES",
                "GUESTS",
                "ROOMS",
                "CHAT",
                "MESSAGES",
                "COMMANDS",
                "COMMANDS_PER_ADDRESS",
                "FREE_MOVES",
            )
        ),
        "1000000/1s",
    ),
    **dict.fromkeys(
        (f"TERTULIA_LIMITS_SOCKETS_PER_{name}" for name in ("ADDRESS", "GUEST", "GUEST_AND_ROOM")), "1000000"
    ),
    "TERTULIA_LIMITS_CONNECTIONS_PER_ADDRESS": "1000000",
    "TERTULIA_LIMITS_BYTES": "1000000000/1s",
    "TERTULIA_BOT_DELAY_MS": "0",
    "TERTULIA_DISK_FREE_FOR_ROOMS_MB": "0",
    "TERTULIA_DISK_FREE_FOR_MOVES_MB": "0",
}
"""Robots are many, share one address and act fast."""


def started(program: Sequence[str], environ: Mapping[str, str], out: int, before: Sequence[str] = ()) -> Any:
    """`python -m` this, under the command `before` if there is one; all that it says goes to `out`."""
    return subprocess.Popen(
        [*before, sys.executable, "-m", *program],
        cwd=ROOT,
        env=environ,
        stdout=out,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


class NotOpen(Exception):
    """The server ended before it was open; with its output."""


class Node:
    """One server. `before`: a command to run it under, such as one with another clock. `changed`: changes that
    chaos/node.py makes; without any it is `python -m app` itself."""

    def __init__(
        self,
        name: str,
        environment: Mapping[str, str],
        log: Path,
        *,
        host: str = "127.0.0.1",
        before: Sequence[str] = (),
        changed: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.host = host
        self.port = free_port()
        self.environment = dict(environment)
        self.before = list(before)
        self.changed = list(changed)
        self.log = log
        self.began = 0.0
        self.serving = False
        """Whether it has been seen open since its start, and not killed, stopped or suspended since."""
        self._process: Any = None

    @property
    def url(self) -> str:
        """Its URL, the same after a restart."""
        return f"http://{self.host}:{self.port}"

    @property
    def pid(self) -> int:
        """The process that was started last."""
        assert self._process is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and self._process.poll() is None

    async def start(self) -> None:
        """Start and wait until it is open. Raises NotOpen."""
        await self._wait_until_open(self._launch())
        self.serving = True

    def _launch(self) -> int:
        """Returns the offset in its log where its output begins."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("TERTULIA_")}
        given = {"TERTULIA_NODE": self.name, "TERTULIA_BIND": f"{self.host}:{self.port}", **self.environment}
        program = ["chaos.node", *self.changed] if self.changed else ["app"]
        with self.log.open("ab") as written:
            said_before = written.tell()
            self.began = time.monotonic()
            self._process = started(program, {**inherited, **given}, written.fileno(), self.before)
        return said_before

    async def _wait_until_open(self, said_before: int) -> None:
        async with asyncio.timeout(OPEN_WITHIN_S):
            while b"Tertulia is open at " not in (said := self._said(said_before)):
                if not self.alive:
                    raise NotOpen(f"{self.name}: {said.decode(errors='replace')[-2000:]}")
                await asyncio.sleep(0.02)

    async def start_until_open(self) -> None:
        """The same, repeated while the database is away."""
        while True:
            try:
                return await self.start()
            except NotOpen:
                await asyncio.sleep(0.5)

    def _said(self, since: int) -> bytes:
        with self.log.open("rb") as said:
            said.seek(since)
            return said.read()

    def kill(self) -> None:
        """Kill at once, as a power failure would; the process has ended when this returns."""
        assert self._process is not None
        self.serving = False
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        """Suspend it; its connections stay open."""
        self.serving = False
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Continue after a suspension."""
        os.kill(self.pid, signal.SIGCONT)
        self.serving = True

    async def stop(self, within: float = 30.0) -> int:
        """Stop by SIGTERM; returns its exit code."""
        assert self._process is not None
        self.serving = False
        self._process.terminate()
        return await asyncio.to_thread(self._process.wait, within)


class Servers:
    """The servers of one site and their database. `postgres`: None with SQLite."""

    def __init__(self, nodes: Sequence[Node], url: str, postgres: PassingPostgres | None = None) -> None:
        self.nodes = list(nodes)
        self.url = url
        self.postgres = postgres

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Self]:
        """Start the nodes one by one, since the first one creates the tables; kill those still running at the end."""
        try:
            for node in self.nodes:
                await node.start()
            yield self
        finally:
            for node in self.nodes:
                if node.alive:
                    node.kill()

    @property
    def others(self) -> list[Node]:
        """Nodes that may die without being the last."""
        serving = [node for node in self.nodes if node.serving]
        return serving if len(serving) > 1 else []


@asynccontextmanager
async def single(folder: Path, *, changed: Sequence[str] = (), **environment: str) -> AsyncIterator[Servers]:
    """One process on SQLite, in this folder."""
    url = f"sqlite:///{folder}/chaos.sqlite3"
    given = {**UNLIMITED, "TERTULIA_DATABASE_URL": url, **environment}
    async with Servers([Node("alone", given, folder / "alone.log", changed=changed)], url).opened() as servers:
        yield servers


@asynccontextmanager
async def cluster(
    folder: Path, nodes: int = 3, *, changed: Sequence[str] = (), **environment: str
) -> AsyncIterator[Servers]:
    """Several nodes on a PostgreSQL of their own."""
    async with passing_postgres() as postgres:
        url = postgres.url(DATABASE)
        given = {**UNLIMITED, "TERTULIA_DATABASE_URL": url, **environment}
        names = [f"node-{number + 1}" for number in range(nodes)]
        made = [Node(name, given, folder / f"{name}.log", changed=changed) for name in names]
        async with Servers(made, url, postgres).opened() as servers:
            yield servers


@asynccontextmanager
async def passing_postgres(parent: Path | None = None) -> AsyncIterator[PassingPostgres]:
    """A PostgreSQL with DATABASE in it, in a new folder under this one."""
    postgres = await asyncio.to_thread(PassingPostgres, parent)
    try:
        postgres.run(f"CREATE DATABASE {DATABASE}")
        yield postgres
    finally:
        await asyncio.to_thread(postgres.close)


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
