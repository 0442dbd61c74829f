"""Measures the costs of a move, a frame, an open page and a notice on this machine, on SQLite and on PostgreSQL.

    python benchmarks/cost.py [--write FILE]

Games are played on real servers over real sockets, and each process's processor time is read before and after. The
driver's own does not count. `--write` saves the figures for capacity.py and cells.py.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from msgspec import Struct  # noqa: E402

from benchmarks import cost_of_storage  # noqa: E402
from benchmarks.costs import Costs, OfStorage, write  # noqa: E402
from benchmarks.meters import Database, Meter, Server  # noqa: E402
from benchmarks.played_rooms import PlayedRoom  # noqa: E402
from tests.client import Friend, Page  # noqa: E402
from tools.postgres import PassingPostgres  # noqa: E402

ROOMS: Final = 80
BUSY_S: Final = 0.1  # pause between the moves of a room: as many as the driver manages
CALM_S: Final = 1.0  # so that many pages can keep up
SECONDS: Final = 10.0  # as often as nodes announce presence, whose cost is subtracted
ONLOOKERS: Final = 10  # additional ones in each room
IDLE_ROOMS: Final = 250
IDLE_PAGES: Final = 4  # in each room


class Played(Struct, frozen=True):
    """A period of play. `pages`: pages shown each move; each counter is per move."""

    per_s: float
    pages: int
    per_move: dict[str, float]


class Plays(Struct, frozen=True):
    """Play at full speed with few spectators, and slowly with few and with many."""

    busy: Played
    few: Played
    many: Played

    @property
    def frame_ms(self) -> float:
        """The additional cost of a move for each additional page."""
        return (self.many.per_move["node"] - self.few.per_move["node"]) / (self.many.pages - self.few.pages)


# --- Playing ------------------------------------------------------------------------------------------------


async def play(rooms: list[PlayedRoom], meter: Meter, quiet: dict[str, float], pause_s: float) -> Played:
    """Play, and subtract the idle cost of the same time."""
    before = sum(room.moves for room in rooms)
    began = time.monotonic()
    spent = await meter.over(asyncio.gather(*(_play(room, began + SECONDS, pause_s) for room in rooms)))
    took = time.monotonic() - began
    moves = sum(room.moves for room in rooms) - before
    per_move = {name: (spent[name] - quiet[name] * took / SECONDS) / moves for name in spent}
    return Played(moves / took, len(rooms[0].pages), per_move)


async def _play(room: PlayedRoom, end: float, pause_s: float) -> None:
    while (began := time.monotonic()) < end:
        await room.move()
        await asyncio.sleep(max(0.0, pause_s - (time.monotonic() - began)))


async def add_onlookers(rooms: list[PlayedRoom], server: Server) -> None:
    """Add spectators to each room."""
    for room in rooms:
        code = room.pages[0].table["room"]
        for _ in range(ONLOOKERS):
            page = await (await Friend(server.base_url).__aenter__()).enter(code)
            await page.hear("frame")
            room.pages.append(page)


@asynccontextmanager
async def playing(server: Server) -> AsyncIterator[list[PlayedRoom]]:
    """Rooms with four players and a spectator."""
    rooms = [await PlayedRoom.open(server.port) for _ in range(ROOMS)]
    yield rooms
    await asyncio.gather(*(room.close() for room in rooms))


async def of_moves(server: Server, meter: Meter) -> Plays:
    """Measure at all three paces."""
    async with playing(server) as rooms:
        quiet = await meter.over(asyncio.sleep(SECONDS))
        busy = await play(rooms, meter, quiet, BUSY_S)
        few = await play(rooms, meter, quiet, CALM_S)
        await add_onlookers(rooms, server)
        quiet = await meter.over(asyncio.sleep(SECONDS))
        return Plays(busy, few, await play(rooms, meter, quiet, CALM_S))


# --- Open pages ---------------------------------------------------------------------------------------------


async def of_pages(server: Server) -> dict[str, float]:
    """Idle pages: their memory, and the cost of connecting, staying and reconnecting."""
    base = server.memory_kb()
    friend = await Friend(server.base_url).__aenter__()
    codes = [await friend.open_room("Ann", seats=4) for _ in range(IDLE_ROOMS)]
    meter, first = Meter(node=server.cpu_ms, memory=server.memory_kb), [await friend.enter(code) for code in codes]
    await asyncio.sleep(1.0)
    of_rooms = server.memory_kb()
    alone = await meter.over(asyncio.sleep(SECONDS))
    more: list[Page] = []
    came = await meter.over(_enter(friend, codes * (IDLE_PAGES - 1), more))
    stayed = await meter.over(asyncio.sleep(SECONDS))
    opened = await meter.over(_open_pages(friend, codes))
    await asyncio.gather(*(page.close() for page in (*first, *more)))
    pages = len(more)
    socket_kb = came["memory"] / pages
    return {
        "ping_ms": (stayed["node"] - alone["node"]) / SECONDS / pages,
        "return_ms": came["node"] / pages,
        "open_ms": opened["node"] / len(codes),
        "socket_kb": socket_kb,
        "room_kb": (of_rooms - base) / len(codes) - socket_kb,
        "base_mb": base / 1024,
    }


async def _enter(friend: Friend, codes: list[str], pages: list[Page]) -> None:
    for code in codes:
        pages.append(await friend.enter(code))
    await asyncio.sleep(1.0)


async def _open_pages(friend: Friend, codes: list[str]) -> None:
    for code in codes:
        (await friend.http.get(f"/t/{code}")).raise_for_status()


# --- Everything ---------------------------------------------------------------------------------------------


@contextmanager
def running(*urls: str) -> Iterator[list[Server]]:
    """A node for each URL."""
    servers = [Server(url) for url in urls]
    try:
        yield servers
    finally:
        for server in servers:
            server.stop()


class OnSqlite(Struct, frozen=True):
    """The measurements."""

    played: Plays
    pages: dict[str, float]
    storage: dict[str, float]


def on_sqlite(folder: Path) -> OnSqlite:
    """Measure one process with its file."""
    with running(f"sqlite:///{folder}/log.sqlite3") as (server,):
        played = asyncio.run(of_moves(server, Meter(node=server.cpu_ms, disk=server.written_bytes)))
    with running(f"sqlite:///{folder}/pages.sqlite3") as (server,):
        pages = asyncio.run(of_pages(server))
    pages["frame_bytes"] = statistics.fmean(len(frame) for move in PlayedRoom.recorded[-2000:] for frame in move)
    storage = asyncio.run(cost_of_storage.of_writing(f"sqlite:///{folder}/written.sqlite3"))
    return OnSqlite(played, pages, {**storage, "disk_bytes": played.busy.per_move["disk"]})


class OnPostgres(Struct, frozen=True):
    """The measurements."""

    played: Plays
    notices: dict[str, float]
    storage: dict[str, float]


def on_postgres(server: PassingPostgres) -> OnPostgres:
    """Measure a node with players, and one that only receives notices."""
    with closing(Database(server)) as database, running(server.url(), server.url()) as (node, other):
        meter = Meter(
            node=node.cpu_ms,
            other=other.cpu_ms,
            database=database.cpu_ms,
            wal=database.wal_bytes,
            notified=lambda: database.notified,
            said=lambda: database.notified_bytes,
        )
        played = asyncio.run(of_moves(node, meter))
    busy = played.busy.per_move
    heard = {"notice_bytes": busy["said"], "hear_ms": busy["other"] / busy["notified"]}
    storage = asyncio.run(cost_of_storage.of_writing(server.url(server.new_database())))
    storage |= {"database_ms": busy["database"], "disk_bytes": busy["wal"]}
    return OnPostgres(played, {**heard, **cost_of_storage.of_notices(server, database.cpu_ms)}, storage)


def measured() -> Costs:
    """Measure everything, on the checkout's disk and not in a memory file system: syncing is part of it."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        sqlite = on_sqlite(Path(folder))
    server = PassingPostgres(Path(__file__).parent)
    try:
        postgres = on_postgres(server)
    finally:
        server.close()
    frame = (sqlite.played.frame_ms + postgres.played.frame_ms) / 2  # the same work, whatever the storage
    for name, play in (("SQLite", sqlite.played), ("PostgreSQL", postgres.played)):
        print(*_paces(name, play), sep="\n")
    return Costs(
        sqlite=OfStorage(move_ms=_alone(sqlite.played.busy, frame), **sqlite.storage),
        postgres=OfStorage(move_ms=_alone(postgres.played.busy, frame), **postgres.storage),
        frame_ms=frame,
        **sqlite.pages,
        **postgres.notices,
    )


def _alone(played: Played, frame_ms: float) -> float:
    """The cost of a move without its frames."""
    return played.per_move["node"] - played.pages * frame_ms


def _paces(name: str, plays: Plays) -> Iterator[str]:
    for played in (plays.busy, plays.few, plays.many):
        moves = f"{name:10} {played.per_s:5.0f} moves/s, each shown to {played.pages:2} pages: "
        yield moves + f"{played.per_move['node']:.3f} ms of the node"


def report(costs: Costs) -> Iterator[str]:
    """A line for each figure, and their ratios."""
    for name, of in (("SQLite", costs.sqlite), ("PostgreSQL", costs.postgres)):
        yield f"{name}: a move {of.move_ms:.3f} ms, as much as {of.move_ms / costs.frame_ms:.1f} frames"
        yield f"  in the database {of.database_ms:.3f} ms   one commit alone {of.commit_ms:.2f} ms"
        yield f"  to disk {of.disk_bytes:,.0f} bytes a move   kept {of.kept_bytes:,.0f} bytes an event"
    yield f"PostgreSQL : SQLite, of a node for a move {costs.postgres.move_ms / costs.sqlite.move_ms:.2f}"
    yield f"an open page: {costs.socket_kb:.1f} kB, {costs.ping_ms:.4f} ms a second; a room {costs.room_kb:.1f} kB; "
    yield f"  a node alone {costs.base_mb:.0f} MB; opening {costs.open_ms:.2f} ms, coming back {costs.return_ms:.2f} ms"
    yield f"a frame {costs.frame_ms:.3f} ms, {costs.frame_bytes:,.0f} bytes"
    yield f"notices: {costs.notice_bytes:.0f} bytes a move; another node hears one for {costs.hear_ms:.3f} ms"
    yield f"  PostgreSQL takes one for {costs.notify_ms:.4f} ms and {costs.wake_ms:.4f} ms for each node that hears it"
    yield f"  at most {costs.notified_per_s:,.0f} a second; 1,000 heads {costs.head_ms:.2f} ms"


def main() -> None:
    arguments = argparse.ArgumentParser(description="Measures the costs of Tertulia on this machine.")
    arguments.add_argument("--write", type=Path, metavar="FILE", help="save the figures for capacity.py and cells.py")
    wanted = arguments.parse_args()
    costs = measured()
    print(*report(costs), sep="\n")
    if wanted.write is not None:
        write(costs, wanted.write)


if __name__ == "__main__":
    main()
