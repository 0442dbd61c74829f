"""A bigger house over real sockets: servers side by side on one PostgreSQL, the proxy before them, `make cluster`."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import psutil
import pytest

from tests.conftest import ROOT, House
from tests.friends import Friend, Page
from tools.postgres import PassingPostgres
from tools.proxy import Proxy


@asynccontextmanager
async def two_friends(one: House, two: House) -> AsyncIterator[tuple[str, list[Friend], Page, Page]]:
    """Ann plays at one server and Ben at the other; the game has begun."""
    async with Friend(one.base_url) as ann, Friend(two.base_url) as ben:
        room = await ann.open_room("Ann")
        pages = await ann.enter(room, "Ann"), await ben.enter(room, "Ben")
        await pages[1].hear("table", lambda table: table["you"]["name"] == "Ben")
        await pages[1].send(type="sit", seat=1)
        await pages[0].hear("table", lambda table: table["seats"][1]["here"])
        await pages[0].send(type="start")
        for page in pages:
            await page.hear("frame")
        yield room, [ann, ben], *pages
        for page in pages:
            await page.close()


@pytest.fixture
def houses(open_house: Callable[..., House], postgres_url: str) -> tuple[House, House]:
    return open_house(database_url=postgres_url, node="one"), open_house(database_url=postgres_url, node="two")


async def shown(page: Page, seq: int) -> None:
    """Until this page shows the game as it was after that event."""
    if page.frame["seq"] < seq:
        await page.hear("frame", lambda frame: frame["seq"] >= seq)


async def test_a_game_is_played_at_two_servers(houses: tuple[House, House]) -> None:
    async with two_friends(*houses) as (_, _, ann, ben):
        for move in ({"do": "draw"}, {"do": "place", "cylinder": 1}, {"do": "lift", "cylinder": 0}):
            asked = ann if ann.frame["asked"] == [0] else ben
            id = await asked.play(move)
            seq = (await asked.hear("ack", lambda ack, id=id: ack["id"] == id))["seq"]
            for page in (ann, ben):
                await shown(page, seq)
        assert ann.frame["outcome"] == ben.frame["outcome"]
        assert ann.frame["outcome"]["winners"]


async def test_a_guest_of_one_server_is_known_at_the_other(houses: tuple[House, House]) -> None:
    async with Friend(houses[0].base_url) as ann:
        room = await ann.open_room("Ann")
        ann.base_url = houses[1].base_url
        page = await ann.enter(room)
        table = await page.hear("table")
        assert table["you"] == {"seat": 0, "name": "Ann", "host": True, "seats": [0]}
        await page.close()


async def test_while_the_database_is_away_players_are_told_to_try_again_and_pages_open(
    houses: tuple[House, House], postgres: PassingPostgres
) -> None:
    one, two = houses
    async with AsyncExitStack() as closing:
        room, friends, ann, ben = await closing.enter_async_context(two_friends(one, two))
        asked = ann if ann.frame["asked"] == [0] else ben
        postgres.stop()
        try:
            id = await asked.play({"do": "draw"})
            await asked.hear("retry", lambda retry: retry["id"] == id)
            async with httpx.AsyncClient(base_url=two.base_url) as stranger:
                answers = [await stranger.get(path) for path in ("/livez", "/readyz", f"/t/{room}")]
            assert [answer.status_code for answer in answers] == [200, 503, 503]
            again = await friends[1].enter(room)
            assert (await again.hear("frame"))["view"] == ben.frame["view"]
            await again.close()
        finally:
            postgres.start()
        question = asked.frame["question"]
        await asked.play({"do": "draw"}, id=id, question=question)
        answer = await asked.hear("ack", lambda ack: ack["id"] == id)
        for page in (ann, ben):
            await shown(page, answer["seq"])


# --- The proxy ---


@pytest.fixture
async def three_echoes() -> AsyncIterator[list[asyncio.Server]]:
    async def answer(number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"%d%s" % (number, await reader.read(100)))
        await writer.drain()
        writer.close()

    async def echo(number: int) -> asyncio.Server:
        return await asyncio.start_server(lambda reader, writer: answer(number, reader, writer), "127.0.0.1", 0)

    servers = [await echo(number) for number in range(3)]
    yield servers
    for server in servers:
        server.close()


async def asked(port: int) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b" hello")
    answer = await reader.read()
    writer.close()
    return answer


async def test_the_proxy_spreads_connections_and_leaves_out_who_is_dead(three_echoes: list[asyncio.Server]) -> None:
    proxy = Proxy([server.sockets[0].getsockname()[1] for server in three_echoes])
    port = await proxy.open("127.0.0.1", 0)
    assert [await asked(port) for _ in range(4)] == [b"0 hello", b"1 hello", b"2 hello", b"0 hello"]
    three_echoes[1].close()
    assert {await asked(port) for _ in range(6)} == {b"0 hello", b"2 hello"}
    for server in three_echoes:
        server.close()
    assert await asked(port) == b""
    await proxy.close()


# --- make cluster ---


@pytest.fixture(params=["nginx", "plain"])
def cluster(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Behind nginx, and behind the plain proxy of our own."""
    chosen = ["--plain"] if request.param == "plain" else ["--nginx", request.getfixturevalue("nginx")]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TERTULIA_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.cluster", *chosen, str(tmp_path / "cluster")],
        cwd=ROOT,
        env={**inherited, "TERTULIA_BIND": "127.0.0.1:0"},
        stdout=subprocess.PIPE,
        text=True,
    )
    yield process
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


async def test_a_cluster_serves_and_outlives_its_nodes_and_ends_cleanly(cluster: subprocess.Popen[str]) -> None:
    assert cluster.stdout is not None
    said = await asyncio.to_thread(cluster.stdout.readline)
    address = said.removeprefix("Tertulia is open at ").partition(",")[0]
    async with Friend(address) as ann, Friend(address) as ben:
        room = await ann.open_room("Ann")
        pages = await ann.enter(room, "Ann"), await ben.enter(room, "Ben")
        await pages[1].hear("table", lambda table: table["you"]["name"] == "Ben")
        await pages[1].send(type="sit", seat=1)
        await pages[0].hear("table", lambda table: table["seats"][1]["name"] == "Ben")
        children = psutil.Process(cluster.pid).children()
        nodes = [child for child in children if "app" in child.cmdline()]
        assert len(nodes) == 3
        nodes[0].kill()
        await asyncio.to_thread(until_it_says, cluster, "it is started again")
        again = await ann.enter(room)
        assert (await again.hear("table"))["seats"][1]["name"] == "Ben"
        for page in (*pages, again):
            await page.close()
    cluster.send_signal(signal.SIGINT)
    await asyncio.to_thread(cluster.communicate, None, 60)
    assert cluster.returncode == 0
    assert not any(child.is_running() for child in children)


def until_it_says(process: subprocess.Popen[str], words: str) -> None:
    assert process.stdout is not None
    assert any(words in line for line in process.stdout)
