"""A bigger house over real sockets: servers side by side on one PostgreSQL, the proxy before them, `make cluster`."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import psutil
import pytest

from tests.client import Friend, Page
from tests.conftest import ROOT, House
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


def start_cluster(folder: Path, *arguments: str, **environ: str) -> subprocess.Popen[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TERTULIA_")}
    return subprocess.Popen(
        [sys.executable, "-m", "tools.cluster", *arguments, str(folder / "cluster")],
        cwd=ROOT,
        env={**inherited, "TERTULIA_BIND": "127.0.0.1:0", **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where one cluster after the other keeps its PostgreSQL, which is made by the first."""
    return tmp_path_factory.mktemp("clusters")


@pytest.fixture(params=["nginx", pytest.param("plain", marks=pytest.mark.long)])
def cluster(request: pytest.FixtureRequest, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Behind nginx, and behind the plain proxy of our own."""
    chosen = ["--plain"] if request.param == "plain" else ["--nginx", request.getfixturevalue("nginx")]
    process = start_cluster(folder, *chosen)
    yield process
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


async def test_a_cluster_serves_and_outlives_its_nodes_and_ends_cleanly(cluster: subprocess.Popen[str]) -> None:
    address = await asyncio.to_thread(address_of, cluster)
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


def address_of(process: subprocess.Popen[str]) -> str:
    """Once it is open. Fails with all that it said when it ends before."""
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        if line.startswith("Tertulia is open at "):
            return line.removeprefix("Tertulia is open at ").partition(",")[0]
        said.append(line)
    raise AssertionError("".join([*said, *process.communicate()]))


def until_it_says(process: subprocess.Popen[str], words: str) -> None:
    assert process.stdout is not None
    assert any(words in line for line in process.stdout)


def those_that_run(folder: Path) -> list[str]:
    """What runs with this folder in its command."""
    commands = [process.info["cmdline"] or [] for process in psutil.process_iter(["cmdline"])]
    return [" ".join(command) for command in commands if any(str(folder) in part for part in command)]


def program(folder: Path, text: str) -> str:
    path = folder / "nginx"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("proxy", ["--plain", "--nginx=/no/nginx"])
def test_a_cluster_whose_port_is_taken_says_what_to_do_and_starts_nothing(tmp_path: Path, proxy: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start_cluster(tmp_path, proxy, TERTULIA_BIND=f"127.0.0.1:{port}")
        printed, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert printed == ""
    assert said.startswith(f"TERTULIA_BIND: cannot listen at 127.0.0.1:{port}: port {port} is taken: ")
    assert "Traceback" not in said
    assert not (tmp_path / "cluster").exists()


def test_a_cluster_whose_proxy_dies_at_the_start_names_it_and_leaves_nothing_running(folder: Path) -> None:
    nginx = program(folder, "echo 'it cannot bind' >&2; exit 7")
    process = start_cluster(folder, "--nginx", nginx)
    printed, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "is open at" not in printed
    assert "it cannot bind\n" in said
    assert f"The proxy did not start: {nginx} has ended with 7, and said above why. " in said
    assert "Traceback" not in said
    assert those_that_run(folder) == []


def test_a_cluster_whose_nodes_die_at_the_start_names_one_and_leaves_nothing_running(folder: Path) -> None:
    process = start_cluster(folder, "--plain", TERTULIA_METRICS_BIND="192.0.2.1:9")
    printed, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "is open at" not in printed
    assert "TERTULIA_METRICS_BIND: cannot listen at 192.0.2.1:9: 192.0.2.1 is no address of this machine." in said
    assert "node-1 did not start: it has ended with 3, and said above why." in said
    assert "Traceback" not in said
    assert those_that_run(folder) == []


def test_a_cluster_where_nothing_can_be_written_says_so(tmp_path: Path) -> None:
    process = start_cluster(Path("/proc"), "--plain")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert said == "PostgreSQL did not start: No such file or directory: /proc/cluster.\n"


def test_a_cluster_whose_proxy_ends_later_ends_with_it(folder: Path) -> None:
    # As nginx does: it writes down its number as soon as it listens.
    nginx = program(folder, 'echo $$ > "$(dirname "$2")/nginx.pid"; sleep 1; exit 5')
    process = start_cluster(folder, "--nginx", nginx)
    printed, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "is open at" in printed
    assert "The proxy has ended with 5: everything ends." in said
    assert those_that_run(folder) == []
