"""Hosts and cables simulated on one machine: every node and the database in a network namespace of its own.

Pulling a cable loses what is sent without notice and leaves half-open connections; a host vanishes with all its cables.

                 robots
               /   |   \\
          node-1 node-2 node-3
               \\   |   /
               PostgreSQL
"""

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Final, Protocol

import httpx

from chaos.check import Violation
from chaos.servers import DATABASE, UNLIMITED, Node, Servers, free_port, passing_postgres
from chaos.stalls import Stall
from tools.postgres import PassingPostgres

PORT: Final = 5432
NODES: Final = 3

_NUMBERS: Final = count(os.getpid() % 97)


# --- Cables ---------------------------------------------------------------------------------------------------


def ip(*words: str) -> None:
    """Run ip(8). Raises CalledProcessError."""
    subprocess.run(["ip", *words], check=True, capture_output=True)


def may_lay_cables() -> bool:
    """Whether this process may create network namespaces and links."""
    done = subprocess.run(["unshare", "--net", "--mount", "true"], capture_output=True, check=False)
    return done.returncode == 0 and os.geteuid() == 0


class Wire(Protocol):
    """The only connection between two hosts."""

    def lay(self) -> None:
        """Connect two existing hosts."""

    def pull_out(self) -> None:
        """Drop what is sent, without notice to either side."""

    def plug_in(self) -> None:
        """Reconnect."""

    def vanish(self) -> None:
        """Disappear with everything under way."""


class Cable:
    """A link between a host and something else, each end with an address in their own network."""

    def __init__(self, name: str, host: str, other: str | None, network: str) -> None:
        """`other`: a namespace; None: the robots' own."""
        self.near, self.far = f"{name}h", f"{name}o"
        self.near_address, self.far_address = f"{network}.1", f"{network}.2"
        self._host, self._other = host, other

    def lay(self) -> None:
        ip("link", "add", self.far, "type", "veth", "peer", "name", self.near, "netns", self._host)
        if self._other is not None:
            ip("link", "set", self.far, "netns", self._other)
        for namespace, end, address in (
            (self._host, self.near, self.near_address),
            (self._other, self.far, self.far_address),
        ):
            ip(*_in(namespace), "addr", "add", f"{address}/30", "dev", end)
            ip(*_in(namespace), "link", "set", end, "up")

    def pull_out(self) -> None:
        """Cut the far end: cutting the host's own would take its carrier away."""
        ip(*_in(self._other), "link", "set", self.far, "down")

    def plug_in(self) -> None:
        ip(*_in(self._other), "link", "set", self.far, "up")

    def vanish(self) -> None:
        ip(*_in(self._other), "link", "del", self.far)


def _in(namespace: str | None) -> Sequence[str]:
    return () if namespace is None else ("-n", namespace)


@contextmanager
def namespaces(*names: str) -> Iterator[None]:
    """Network namespaces, deleted at the end with everything in them."""
    made: list[str] = []
    try:
        for name in names:
            ip("netns", "add", name)
            made.append(name)
            ip("-n", name, "link", "set", "lo", "up")
        yield
    finally:
        for name in made:
            ip("netns", "del", name)


# --- Servers --------------------------------------------------------------------------------------------------


class Host(Node):
    """A node with two links: one to the robots, one to the database."""

    to_robots: Wire
    to_database: Wire
    door: str = ""
    """The robots' URL for it, if different."""
    metrics: str
    """The URL of its metrics."""

    @property
    def url(self) -> str:
        return self.door or super().url

    async def hears(self) -> bool:
        """Whether its metrics say that it receives notices."""
        answer = await asyncio.to_thread(httpx.get, self.metrics, timeout=5)
        return "\ntertulia_fanout_healthy 1.0\n" in answer.text

    def connections(self) -> int:
        """Open connections at its port, according to the kernel."""
        lines = Path(f"/proc/{self.pid}/net/tcp").read_text().splitlines()[1:]
        return sum(f[3] == "01" and f[1].endswith(f":{self.port:04X}") for f in (line.split() for line in lines))


class Networked(Servers):
    """Several hosts."""

    def __init__(self, nodes: Sequence[Host], url: str, postgres: PassingPostgres) -> None:
        super().__init__(nodes, url, postgres)
        self.found: list[Violation] = []
        """Violations seen while links were down."""

    @property
    def hosts(self) -> list[Host]:
        return [node for node in self.nodes if isinstance(node, Host)]


@asynccontextmanager
async def networked(folder: Path) -> AsyncIterator[Networked]:
    """Three nodes and a PostgreSQL that they reach by TCP."""
    if may_lay_cables():
        async with _with_cables(folder) as servers:
            yield servers
    else:
        print("No cables can be laid here: connections stall instead, and their ends answer for them.", flush=True)
        async with with_stalls(folder) as servers:
            yield servers


@asynccontextmanager
async def _with_cables(folder: Path) -> AsyncIterator[Networked]:
    number = next(_NUMBERS)
    tag = f"t{os.getpid() % 100_000}x{number % 10}"
    network = f"10.{100 + number % 100}"
    database = f"{tag}d"
    hosts = [f"{tag}n{index}" for index in range(NODES)]
    async with passing_postgres() as postgres:
        with namespaces(database, *hosts):
            await asyncio.to_thread(postgres.listen, PORT, "10.0.0.0/8", ["ip", "netns", "exec", database])
            made = [_host(name, database, network, index, folder) for index, name in enumerate(hosts)]
            async with Networked(made, postgres.url(DATABASE), postgres).opened() as servers:
                yield servers


def _host(namespace: str, database: str, network: str, index: int, folder: Path) -> Host:
    to_database = Cable(f"{namespace}d", namespace, database, f"{network}.{index}")
    to_robots = Cable(f"{namespace}r", namespace, None, f"{network}.{100 + index}")
    for cable in (to_database, to_robots):
        cable.lay()
    url = f"postgresql://postgres@{to_database.far_address}:{PORT}/{DATABASE}"
    host = host_at(to_robots.near_address, url, f"node-{index + 1}", folder, ["ip", "netns", "exec", namespace])
    host.to_database, host.to_robots = to_database, to_robots
    return host


def host_at(address: str, database: str, name: str, folder: Path, before: Sequence[str] = ()) -> Host:
    """A host without its links."""
    metrics = f"{address}:{free_port()}"
    given = {**UNLIMITED, "TERTULIA_DATABASE_URL": database, "TERTULIA_METRICS_BIND": metrics}
    host = Host(name, given, folder / f"{name}.log", host=address, before=before)
    host.metrics = f"http://{metrics}/metrics"
    return host


@asynccontextmanager
async def with_stalls(folder: Path) -> AsyncIterator[Networked]:
    """The same on one host, with links through a proxy process."""
    async with passing_postgres() as postgres, AsyncExitStack() as wires:
        socket = f"{postgres.sockets}/.s.PGSQL.{PORT}"
        made = [await _stalling_host(wires, socket, index, folder) for index in range(NODES)]
        async with Networked(made, postgres.url(DATABASE), postgres).opened() as servers:
            yield servers


async def _stalling_host(wires: AsyncExitStack, database: str, index: int, folder: Path) -> Host:
    to_database = await Stall(lambda: asyncio.open_unix_connection(database)).open()
    wires.push_async_callback(to_database.close)
    url = f"postgresql://postgres@127.0.0.1:{to_database.port}/{DATABASE}"
    host = host_at("127.0.0.1", url, f"node-{index + 1}", folder)
    to_robots = await Stall(lambda: asyncio.open_connection("127.0.0.1", host.port)).open()
    wires.push_async_callback(to_robots.close)
    host.to_database, host.to_robots, host.door = to_database, to_robots, f"http://127.0.0.1:{to_robots.port}"
    return host
