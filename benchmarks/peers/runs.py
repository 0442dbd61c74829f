"""Rounds of runs: which servers are started for which orders, in turn."""

import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from app.cluster.presence import CERTAIN_AFTER_S
from benchmarks.load.servers import HOST, ROOT
from benchmarks.peers.contenders import ACK_BYTES, STATE_BYTES, Contender, served, tertulia
from benchmarks.peers.driver import drive
from benchmarks.peers.orders import Came, Come, Grow, Grown, Play, Played, Report, Return, Returned, Watch, Watched
from tools.postgres import PassingPostgres

NODES: Final = 3
BOTS_THINK_MS: Final = 1000


class Table(NamedTuple):
    """The setup of a game."""

    seats: int
    options: dict[str, Any]


GAMES: Final = {
    "tcnccc": Table(4, {"capacity": 6}),
    "color_gin": Table(2, {"target": 500}),  # a match that does not end
    "color_dice": Table(4, {}),
    "desfases": Table(4, {}),
    "sin_color": Table(4, {}),
}

R = TypeVar("R", bound=Report)


def in_turn(contenders: Sequence[Contender], rounds: int, run: Callable[[Contender], R]) -> dict[str, list[R]]:
    """Each contender's reports from all rounds."""
    reports: dict[str, list[R]] = {each.name: [] for each in contenders}
    for number in range(rounds):
        for each in contenders:
            print(f"round {number + 1} of {rounds}: {each.name}", file=sys.stderr, flush=True)
            reports[each.name].append(run(each))
    return reports


def measured_sizes() -> dict[str, str]:
    """Message sizes for the raw servers' environment: the means of Tertulia's frames and acknowledgements."""
    report = play(tertulia(), {}, rooms=10, seconds=1.0)
    return {STATE_BYTES: str(round(report.state_bytes)), ACK_BYTES: str(round(report.ack_bytes))}


def play(
    contender: Contender, sizes: dict[str, str], rooms: int = 100, rate: float = 0.0, seconds: float = 5.0
) -> Played:
    """One run of moves."""
    with served(contender, **sizes) as server:
        order = Play(
            wire=contender.wire,
            ports=[server.port],
            pids=server.pids,
            rooms=rooms,
            rate=rate,
            warm_up_s=1.0 + (rooms / rate if rate else 0.0),  # at least one move in each room
            seconds=seconds,
        )
        return drive(order, Played)


def come(contender: Contender, sizes: dict[str, str], rooms: int = 500) -> Came:
    """One run of connections."""
    with served(contender, **sizes) as server:
        return drive(Come(wire=contender.wire, ports=[server.port], pids=server.pids, rooms=rooms), Came)


class Growth(NamedTuple):
    """The growth of one game."""

    grown: Grown
    returned: Returned


def grow(contender: Contender, game: str) -> Growth:
    """Let rooms grow; then restart the server, and load them from their logs."""
    with tempfile.TemporaryDirectory(dir=ROOT / "benchmarks") as folder:
        url = f"sqlite:///{folder}/log.sqlite3"
        with served(contender, TERTULIA_DATABASE_URL=url) as server:
            order = Grow(
                wire=contender.wire,
                ports=[server.port],
                pids=server.pids,
                rooms=24,  # in fewer, a fast server would mistake a player's pace for a flood
                game=game,
                seats=GAMES[game].seats,
                options=GAMES[game].options,
            )
            grown = drive(order, Grown)
        with served(contender, TERTULIA_DATABASE_URL=url) as server:
            again = Return(wire=contender.wire, ports=[server.port], pids=server.pids, codes=grown.codes)
            return Growth(grown, drive(again, Returned))


def watch(contender: Contender, rooms: int = 100, seconds: float = 60.0) -> Watched:
    """One run of bots, in all games."""
    port = _another_port()
    environment = {"TERTULIA_METRICS_BIND": f"{HOST}:{port}", "TERTULIA_BOT_DELAY_MS": str(BOTS_THINK_MS)}
    with served(contender, **environment) as server:
        order = Watch(
            wire=contender.wire,
            ports=[server.port],
            pids=server.pids,
            games={game: table.seats for game, table in GAMES.items()},
            metrics_port=port,
            rooms=rooms,
            seconds=seconds,
        )
        return drive(order, Watched)


def _another_port() -> int:
    """A free port outside free_port()'s range."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


# --- PostgreSQL -----------------------------------------------------------------------------------------------


def play_on_nodes(contender: Contender, rate: float, rooms: int = 100, seconds: float = 5.0) -> Played:
    """One run of moves at three nodes that share a PostgreSQL; all pages of a room are at one of them."""
    with postgres() as (url, postmaster), ExitStack() as stack:
        environment = [{"TERTULIA_DATABASE_URL": url, "TERTULIA_NODE": f"node-{number}"} for number in range(NODES)]
        nodes = [stack.enter_context(served(contender, **each)) for each in environment]
        order = Play(
            wire=contender.wire,
            ports=[node.port for node in nodes],
            pids=[pid for node in nodes for pid in node.pids],
            database_pids=[postmaster],
            rooms=rooms,
            rate=rate,
            warm_up_s=1.0 + CERTAIN_AFTER_S,  # nodes that have just started send more than usual
            seconds=seconds,
        )
        return drive(order, Played)


@contextmanager
def postgres() -> Iterator[tuple[str, int]]:
    """Its URL and the id of its first process. On a disk: syncing commits is part of the cost."""
    server = PassingPostgres(ROOT / "benchmarks")
    with closing(server):
        (folder,) = server.run("SHOW data_directory")[0]
        yield server.url(), int((Path(str(folder)) / "postmaster.pid").read_text().split()[0])
