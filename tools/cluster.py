"""Runs several nodes on one machine: three of them, a PostgreSQL of their own, and a proxy in front.

    python -m tools.cluster [--nginx PROGRAM | --plain] [FOLDER]

Data is kept in FOLDER, data/cluster by default. The proxy is nginx if installed, otherwise a plain one of our own. A
part that does not start is reported, and everything else is stopped. A node that ends later is restarted; when the
proxy ends, or at Ctrl-C, everything does.
"""

import argparse
import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.server.listening import CannotListen, listen
from app.settings import BadSetting, Bind, Settings
from tools.nginx import PID, SAMPLE, command, find_nginx, for_nodes, write_conf
from tools.postgres import Postgres
from tools.proxy import Proxy

ROOT: Final = Path(__file__).resolve().parent.parent
NODES: Final = ("node-1", "node-2", "node-3")
DATABASE: Final = "tertulia"
END_WITHIN_S: Final = 20.0
START_AGAIN_S: Final = 1.0
CHECK_EVERY_S: Final = 0.02

# Behind the plain proxy everybody has the same address.
WIDE: Final = {
    "TERTULIA_LIMITS_HANDSHAKES": "100000/60s",
    "TERTULIA_LIMITS_SOCKETS_PER_ADDRESS": "100000",
    "TERTULIA_LIMITS_DOWNLOADS": "100000/60s",
    "TERTULIA_LIMITS_DOWNLOADS_PER_ADDRESS": "100000",
    "TERTULIA_LIMITS_INVITATIONS": "100000/60s",
    "TERTULIA_LIMITS_GUESTS": "100000/60s",
    "TERTULIA_LIMITS_ROOMS": "100000/600s",
}


_OPEN_AT: Final = re.compile(rb"Tertulia is open at http://127\.0\.0\.1:(\d+)")


class NotStarted(Exception):
    """A part did not start; the message says which, and why if known."""


class Entrance:
    """The proxy in front of the nodes at these ports. `nginx`: its program; None: the plain proxy."""

    def __init__(self, folder: Path, bind: Bind, ports: Sequence[int], nginx: str | None) -> None:
        self._folder = folder
        self._bind = bind
        self._ports = ports
        self._nginx = nginx
        self._proxy: Proxy | asyncio.subprocess.Process | None = None

    async def open(self) -> str:
        """Start listening; returns the URL to open in a browser. Raises NotStarted."""
        host = self._bind.host
        if self._nginx is None:
            return f"http://{host}:{await self._start_plain()}"
        port = self._bind.port or _free_port()
        conf = write_conf(for_nodes(SAMPLE.read_text(), f"{host}:{port}", self._ports), self._folder)
        await self._start_nginx(self._nginx, conf)
        return f"http://{host}:{port}"

    async def _start_plain(self) -> int:
        proxy = Proxy(list(self._ports))
        try:
            port = await proxy.open(self._bind.host, self._bind.port)
        except OSError as error:
            raise NotStarted(f"The proxy did not start: {error.strerror}.") from None
        self._proxy = proxy
        return port

    async def _start_nginx(self, program: str, conf: Path) -> None:
        """nginx listens once this returns: it writes its pid file after that."""
        written = conf.with_name(PID)
        written.unlink(missing_ok=True)
        try:
            nginx = await asyncio.create_subprocess_exec(*command(program, conf), start_new_session=True)
        except OSError as error:
            raise NotStarted(f"The proxy did not start: {program}: {error.strerror}.") from None
        self._proxy = nginx
        while not (written.exists() and written.read_text().strip() == str(nginx.pid)):
            with suppress(TimeoutError):
                code = await asyncio.wait_for(nginx.wait(), CHECK_EVERY_S)
                raise NotStarted(
                    f"The proxy did not start: {program} has ended with {code}, and said above why. "
                    "Without nginx: .venv/bin/python -m tools.cluster --plain"
                )

    async def end(self) -> None:
        """Wait until the proxy ends, which it should not."""
        if isinstance(self._proxy, asyncio.subprocess.Process):
            code = await self._proxy.wait()
            print(f"The proxy has ended with {code}: everything ends.", file=sys.stderr)
        else:
            await asyncio.Event().wait()

    async def close(self) -> None:
        """Stop accepting connections."""
        if isinstance(self._proxy, Proxy):
            await self._proxy.close()
        elif self._proxy is not None:
            await _end(self._proxy)


class Cluster:
    """All processes, until closed."""

    def __init__(self, folder: Path, settings: Settings, nginx: str | None) -> None:
        """`nginx`: its program; None: the plain proxy."""
        self._folder = folder
        self._bind = settings.bind
        self._nginx = nginx
        self._ports: dict[str, int] = {}
        """The free ports that the nodes found; a restarted node takes the same one, which the proxy knows."""
        self._nodes: dict[str, asyncio.subprocess.Process] = {}
        self._keepers: list[asyncio.Task[None]] = []
        self._postgres: Postgres | None = None
        self._entrance: Entrance | None = None

    async def open(self) -> str:
        """Start everything; returns the URL to open in a browser. Raises NotStarted."""
        url = await asyncio.to_thread(self._open_database)
        environment = _environment(url, WIDE if self._nginx is None else {})
        started = await asyncio.gather(*(self._start(name, environment) for name in NODES), return_exceptions=True)
        for error in started:
            if error is not None:
                raise error
        self._keepers = [asyncio.create_task(self._keep(name, environment)) for name in NODES]
        ports = [self._ports[name] for name in NODES]
        self._entrance = Entrance(self._folder, self._bind, ports, self._nginx)
        return await self._entrance.open()

    async def end(self) -> None:
        """Wait until the proxy ends, which it should not."""
        assert self._entrance is not None
        await self._entrance.end()

    def _open_database(self) -> str:
        """Start PostgreSQL; returns the database URL."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._postgres = postgres = Postgres(self._folder / "postgres")
        except OSError as error:
            raise NotStarted(f"PostgreSQL did not start: {error.strerror}: {error.filename}.") from None
        except subprocess.SubprocessError as error:
            said = self._folder / "postgres" / "log"
            raise NotStarted(f"PostgreSQL did not start: {error}. Its own log is {said}.") from None
        if not postgres.run(f"SELECT 1 FROM pg_database WHERE datname = '{DATABASE}'"):
            postgres.run(f"CREATE DATABASE {DATABASE}")
        return postgres.url(DATABASE)

    async def close(self) -> None:
        """Stop the nodes gracefully, then the rest."""
        for keeper in self._keepers:
            keeper.cancel()
        if self._entrance is not None:
            await self._entrance.close()
        await asyncio.gather(*(_end(node) for node in self._nodes.values()))
        if self._postgres is not None:
            await asyncio.to_thread(self._postgres.close)

    async def _start(self, name: str, environment: Mapping[str, str]) -> None:
        """Start a node and wait until it is open. Raises NotStarted."""
        given = {**environment, "TERTULIA_NODE": name, "TERTULIA_BIND": f"127.0.0.1:{self._ports.get(name, 0)}"}
        command = [sys.executable, "-m", "app"]
        # In a session of its own: Ctrl-C reaches only this process, which stops the nodes before the database.
        self._nodes[name] = node = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, env=given, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )
        assert node.stdout is not None
        async for said in node.stdout:
            if opened := _OPEN_AT.match(said):
                self._ports[name] = int(opened[1])
                return
            print(name, said.decode().rstrip(), flush=True)
        raise NotStarted(f"{name} did not start: it has ended with {await node.wait()}, and said above why.")

    async def _keep(self, name: str, environment: Mapping[str, str]) -> None:
        """Print a node's output; restart it when it ends."""
        while True:
            node = self._nodes[name]
            assert node.stdout is not None
            async for line in node.stdout:
                print(name, line.decode().rstrip(), flush=True)
            print(f"{name} has ended with {await node.wait()}; it is started again", flush=True)
            await asyncio.sleep(START_AGAIN_S)
            try:
                await self._start(name, environment)
            except NotStarted as error:
                print(error, flush=True)  # perhaps the database is away: try again


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), END_WITHIN_S)
        except TimeoutError:
            process.kill()
            await process.wait()


def _environment(url: str, limits: Mapping[str, str]) -> dict[str, str]:
    return {"TERTULIA_TRUSTED_PROXIES": "127.0.0.1", **limits, **os.environ, "TERTULIA_DATABASE_URL": url}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def main(asked: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM; returns the exit code. Raises BadSetting and CannotListen before anything is
    started, and NotStarted after everything has been stopped."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    settings = Settings.from_environ(os.environ)
    listen(settings.bind, "TERTULIA_BIND").close()
    cluster = Cluster(asked.folder, settings, asked.nginx)
    serving, stopped = asyncio.create_task(_serve(cluster)), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([serving, stopped], return_when=asyncio.FIRST_COMPLETED)
        if not stop.is_set():
            await serving
        return 0 if stop.is_set() else 1
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        await cluster.close()


async def _serve(cluster: Cluster) -> None:
    """Wait for the proxy to end. Raises NotStarted."""
    print(f"Tertulia is open at {await cluster.open()}, on {len(NODES)} nodes", flush=True)
    await cluster.end()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tools.cluster", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("data/cluster"), metavar="FOLDER")
    proxy = parser.add_mutually_exclusive_group()
    proxy.add_argument("--nginx", default=find_nginx(), metavar="PROGRAM", help="the proxy; found by itself")
    proxy.add_argument("--plain", dest="nginx", action="store_const", const=None, help="a proxy of our own")
    return parser


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(main(_parser().parse_args())))
    except (BadSetting, CannotListen, NotStarted) as error:
        sys.exit(str(error))
