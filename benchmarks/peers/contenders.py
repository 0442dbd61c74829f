"""The compared servers, and how each is started."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from benchmarks.load.servers import HOST, ROOT, UNLIMITED, free_port
from benchmarks.peers.processes import Server

NODE: Final = ROOT / "benchmarks/peers/node"
"""The servers on Node, with the packages in their lock: Node itself is one of them."""
STATE_BYTES, ACK_BYTES = "PEERS_STATE_BYTES", "PEERS_ACK_BYTES"


class Contender(Struct, frozen=True, kw_only=True):
    """A server. In its command and environment, {port}, {folder} and {node} stand for a free port, an empty folder and
    the locked Node."""

    name: str
    wire: str
    command: list[str]
    environment: dict[str, str] = {}
    runs_in: Path = ROOT
    saturates: bool = True
    """Whether playing at full speed makes sense."""


@contextmanager
def served(contender: Contender, **environment: str) -> Iterator[Server]:
    """The server of this contender during the block. Raises SystemExit if it does not start."""
    port = free_port()
    # Not in memory: a synchronous log has to reach a disk.
    with tempfile.TemporaryDirectory(dir=ROOT / "benchmarks") as name:
        known = {"port": str(port), "folder": name}
        given = {key: value.format(**known) for key, value in contender.environment.items()}
        command = [part.format(**known, node=node() if "{node}" in part else "") for part in contender.command]
        server = Server(
            command, {**os.environ, **given, **environment}, contender.runs_in, port, Path(name) / "said.txt"
        )
        with server:
            yield server


def tertulia(name: str = "tertulia", tree: Path = ROOT) -> Contender:
    """Tertulia as shipped, from this tree, but without limits per address; SQLite, synchronous FULL."""
    environment = {
        **UNLIMITED,
        "TERTULIA_BIND": f"{HOST}:{{port}}",
        "TERTULIA_DATABASE_URL": "sqlite:///{folder}/log.sqlite3",
        "TERTULIA_LOG_LEVEL": "warning",
    }
    command = [sys.executable, "-m", "app"]
    return Contender(name=name, wire="tertulia", command=command, environment=environment, runs_in=tree)


RAW: Final = Contender(
    name="raw",
    wire="plain",
    command=[
        *(sys.executable, "-m", "uvicorn", "benchmarks.peers.servers.raw_uvicorn:app", "--port", "{port}"),
        *("--loop", "uvloop", "--ws", "websockets-sansio", "--ws-per-message-deflate", "false"),
        *("--no-access-log", "--log-level", "warning"),
    ],
)

PICOWS: Final = Contender(
    name="picows", wire="plain", command=[sys.executable, "-m", "benchmarks.peers.servers.raw_picows", "{port}"]
)


def on_node(name: str, wire: str, program: str, *arguments: str) -> Contender:
    """A server in NODE/."""
    command = ["{node}", str(NODE / program), "{port}", *arguments]
    return Contender(name=name, wire=wire, command=command, environment={"NODE_ENV": "production"})


CONTENDERS: Final = {
    each.name: each
    for each in (
        tertulia(),
        RAW,
        PICOWS,
        on_node("colyseus", "colyseus", "colyseus.mjs"),
        on_node("boardgame.io", "boardgame.io", "boardgame.mjs"),
        # Its store writes each match at most once a second, and a faster one waits.
        replace(on_node("boardgame.io-file", "boardgame.io", "boardgame.mjs", "{folder}/matches"), saturates=False),
    )
}


def node() -> str:
    """The locked Node. Raises SystemExit if it is not installed."""
    for program in NODE.glob("node_modules/node-*/bin/node"):
        return str(program)
    raise SystemExit(f"Node is not installed in {NODE.relative_to(ROOT)}: make bench-peers installs it")
