"""Measures restarts during play: how long they take, who notices, and that nothing is lost.

    python benchmarks/stopping.py [times] [pages] [restarts]

1. SIGTERM this many times (50) to one process with 24 robots playing: the time until it has ended.
2. This many pages (1000) at one process that is restarted this many times (5): each page's time without its table.
   Pages reconnect as static/state/connection.js does.
3. The same pages at three nodes behind a proxy, nginx if installed; the nodes are restarted one after the other.

Robots play throughout, in part 3 directly at the nodes, and what they were told is checked against the log by
chaos/check.py. The bars: 99 % within 5 s and all within 10 s in part 2, 99 % within 2 s in part 3.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.server.process import _raise_socket_limit
from app.settings import Bind
from benchmarks.load.cut import BAR_99_S, BAR_ALL_S, Comer, seated, until_all_are_back
from benchmarks.load.figures import HEAD, Figure, at_most, percentile, told
from benchmarks.load.pages import side_by_side
from benchmarks.load.servers import HOST, Address
from chaos.faults import Injector
from chaos.party import ROOMS, SETTLE_WITHIN_S, Room
from chaos.run import Injection, run
from chaos.servers import Node, Servers, cluster, single
from tools.cluster import Entrance
from tools.nginx import find_nginx

MANY_ROOMS, FEW_ROOMS = ROOMS, ROOMS[:2]
PAGES_IN_A_ROOM = 4
PLAYED_AT_LEAST = 20  # moves
BAR_99_OF_THREE_S = 2.0
CHANCE = Random(1)


async def stopped(node: Node) -> float:
    """The seconds from SIGTERM to the end."""
    began = time.monotonic()
    code = await node.stop()
    took = time.monotonic() - began
    if code != 0:
        raise SystemExit(f"{node.name} ended with {code}")
    return took


# --- The three parts ------------------------------------------------------------------------------------------


async def stop_under_load(folder: Path, times: int) -> list[Figure]:
    took: list[float] = []

    async def stop_again_and_again(injector: Injector) -> None:
        (node,) = injector.servers.nodes
        for _ in range(times):
            await asyncio.sleep(CHANCE.uniform(0.2, 0.6))
            took.append(await stopped(node))
            await node.start()
        await asyncio.sleep(0.5)

    promises = await played(single(folder, TERTULIA_LOG_LEVEL="warning"), folder, stop_again_and_again, MANY_ROOMS)
    title = f"SIGTERM {times} times: it has ended after"
    return [
        told(f"{title}, p50", percentile(took, 50), "s"),
        told(f"{title}, at most", max(took), "s"),
        *promises,
    ]


async def restart_one(folder: Path, pages: int, restarts: int) -> list[Figure]:
    gone: list[float] = []
    closed: list[float] = []

    async def restart_under_pages(injector: Injector) -> None:
        (node,) = injector.servers.nodes
        async with at_their_tables(Address(node.port), pages) as comers:
            closed.extend(await restart([node] * restarts, comers))
        gone.extend(gone_of(comers))

    promises = await played(single(folder, TERTULIA_LOG_LEVEL="warning"), folder, restart_under_pages, FEW_ROOMS)
    title = f"one process, {pages} pages, {restarts} restarts, {len(gone)} times away"
    return [
        told(f"{title}: from SIGTERM until open again, at most", max(closed), "s"),
        told(f"{title}: p50", percentile(gone, 50), "s"),
        at_most(f"{title}: p99", percentile(gone, 99), BAR_99_S, "s"),
        at_most(f"{title}: all", max(gone), BAR_ALL_S, "s"),
        *promises,
    ]


async def restart_three(folder: Path, pages: int) -> list[Figure]:
    gone: list[float] = []
    closed: list[float] = []

    async def restart_each(injector: Injector) -> None:
        async with entrance(folder, injector.servers) as door, at_their_tables(door, pages) as comers:
            closed.extend(await restart(injector.servers.nodes, comers))
        gone.extend(gone_of(comers))

    nodes = cluster(folder, TERTULIA_LOG_LEVEL="warning", TERTULIA_TRUSTED_PROXIES=HOST)
    promises = await played(nodes, folder, restart_each, FEW_ROOMS)
    proxy = "nginx" if find_nginx() else "the plain proxy"
    title = f"three nodes behind {proxy}, {pages} pages, each node once, {len(gone)} times away"
    return [
        told(f"{title}: from SIGTERM until open again, at most", max(closed), "s"),
        told(f"{title}: p50", percentile(gone, 50), "s"),
        at_most(f"{title}: p99", percentile(gone, 99), BAR_99_OF_THREE_S, "s"),
        told(f"{title}: all", max(gone), "s"),
        *promises,
    ]


# --- Robots, pages and the proxy ------------------------------------------------------------------------------


async def played(
    opened: AbstractAsyncContextManager[Servers], folder: Path, inject: Injection, rooms: Sequence[Room]
) -> list[Figure]:
    """Inject this while robots play in these rooms. Raises SystemExit if a promise was broken."""
    within = SETTLE_WITHIN_S
    report = await run(opened, folder, inject, seed=1, rooms=rooms, linger_s=1, converged_within_s=within)
    if report.violations:
        raise SystemExit("\n".join(map(str, report.violations)))
    if report.measures.acked < PLAYED_AT_LEAST:
        raise SystemExit("the robots hardly played: this run shows nothing")
    return [told("moves acknowledged, and no promise broken", report.measures.acked, "")]


@asynccontextmanager
async def at_their_tables(server: Address, pages: int) -> AsyncIterator[list[Comer]]:
    """This many pages in rooms of four."""
    comers = await seated(server, max(1, pages // PAGES_IN_A_ROOM))
    await side_by_side(comers, Comer.open)
    await all_here(comers)
    try:
        yield comers
    finally:
        for comer in comers:
            comer.end()


async def restart(nodes: list[Node], comers: list[Comer]) -> list[float]:
    """Restart the nodes one after the other, each once everybody is back. The seconds each was closed."""
    closed = []
    for node in nodes:
        began = time.monotonic()
        await stopped(node)
        await node.start()
        closed.append(time.monotonic() - began)
        await all_here(comers)
    return closed


async def all_here(comers: list[Comer]) -> None:
    await until_all_are_back(comers)
    if away := sum(not comer.is_back.is_set() for comer in comers):
        raise SystemExit(f"{away} of {len(comers)} pages never came back")


def gone_of(comers: list[Comer]) -> list[float]:
    return [gone for comer in comers for gone in comer.gone_s]


@asynccontextmanager
async def entrance(folder: Path, servers: Servers) -> AsyncIterator[Address]:
    """The proxy in front of these nodes."""
    proxy = Entrance(folder, Bind(HOST, 0), [node.port for node in servers.nodes], find_nginx())
    port = urlsplit(await proxy.open()).port
    assert port is not None
    try:
        await until_it_listens(port)
        yield Address(port)
    finally:
        await proxy.close()


async def until_it_listens(port: int) -> None:
    async with asyncio.timeout(10):
        while True:
            try:
                _, writer = await asyncio.open_connection(HOST, port)
                return writer.close()
            except ConnectionRefusedError:
                await asyncio.sleep(0.02)


async def told_of(part: Callable[[Path], Awaitable[list[Figure]]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for figure in await part(Path(folder)):
            print(figure, flush=True)


async def main(times: int, pages: int, restarts: int) -> None:
    _raise_socket_limit()
    print(HEAD, flush=True)
    await told_of(lambda folder: stop_under_load(folder, times))
    await told_of(lambda folder: restart_one(folder, pages, restarts))
    await told_of(lambda folder: restart_three(folder, pages))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for what, usual in (("times", 50), ("pages", 1000), ("restarts", 5)):
        parser.add_argument(what, nargs="?", type=int, default=usual)
    asked = parser.parse_args()
    asyncio.run(main(asked.times, asked.pages, asked.restarts))
