"""A cluster over real sockets: several servers on one PostgreSQL, the proxy in front of them, `make cluster`."""

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from tests.client import Friend, two_at_a_table
from tests.conftest import ROOT, OpenHouse, environment
from tools.postgres import PassingPostgres


async def test_while_the_database_is_away_players_are_told_to_try_again_and_pages_open(
    open_house: OpenHouse, postgres: PassingPostgres, postgres_url: str
) -> None:
    one, two = [open_house(database_url=postgres_url, node=node) for node in ("one", "two")]
    async with Friend(one.base_url) as of_ann, Friend(two.base_url) as of_ben:
        ann, ben = await two_at_a_table(of_ann, of_ben)
        await ann.send(type="start")
        for page in (ann, ben):
            await page.hear("frame")
        asked = ann if ann.frame["asked"] == [0] else ben
        postgres.stop()
        try:
            id = await asked.play({"do": "draw"})
            await asked.hear("retry", lambda retry: retry["id"] == id)
            async with httpx.AsyncClient(base_url=two.base_url) as stranger:
                answers = [await stranger.get(path) for path in ("/livez", "/readyz", f"/t/{ann.room}")]
            assert [answer.status_code for answer in answers] == [200, 503, 503]
            again = await of_ben.enter(ann.room)
            assert (await again.hear("frame"))["view"] == ben.frame["view"]
        finally:
            postgres.start()
        await asked.play({"do": "draw"}, id=id, question=asked.frame["question"])
        seq = (await asked.hear("ack", lambda ack: ack["id"] == id))["seq"]
        for page in (ann, ben):
            if page.frame["seq"] < seq:
                await page.hear("frame", lambda frame: frame["seq"] >= seq)


def start_cluster(folder: Path, *arguments: str, **environ: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tools.cluster", *arguments, str(folder / "cluster")]
    given = environment(**{"TERTULIA_BIND": "127.0.0.1:0", **environ})
    return subprocess.Popen(command, cwd=ROOT, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which each cluster keeps its PostgreSQL, made by the first one."""
    return tmp_path_factory.mktemp("clusters")


@pytest.fixture(params=["nginx", pytest.param("plain", marks=pytest.mark.long)])
def cluster(request: pytest.FixtureRequest, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A cluster behind nginx, and one behind our own plain proxy."""
    chosen = ["--plain"] if request.param == "plain" else ["--nginx", request.getfixturevalue("nginx")]
    process = start_cluster(folder, *chosen)
    yield process
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


async def test_a_cluster_serves_and_outlives_its_nodes_and_ends_cleanly(cluster: subprocess.Popen[str]) -> None:
    address = await asyncio.to_thread(address_of, cluster)
    async with Friend(address) as ann, Friend(address) as ben:
        pages = await two_at_a_table(ann, ben)
        children = psutil.Process(cluster.pid).children()
        nodes = [child for child in children if "app" in child.cmdline()]
        assert len(nodes) == 3
        nodes[0].kill()
        await asyncio.to_thread(until_it_says, cluster, "it is started again")
        again = await ann.enter(pages[0].room)
        assert (await again.hear("table"))["seats"][1]["name"] == "Ben"
    cluster.send_signal(signal.SIGINT)
    await asyncio.to_thread(cluster.communicate, None, 60)
    assert cluster.returncode == 0
    assert not any(child.is_running() for child in children)


def address_of(process: subprocess.Popen[str]) -> str:
    """The cluster's address, once it is open. Fails with its output if it ends before."""
    said = []
    for line in process.stdout:
        if line.startswith("Tertulia is open at "):
            return line.removeprefix("Tertulia is open at ").partition(",")[0]
        said.append(line)
    raise AssertionError("".join([*said, *process.communicate()]))


def until_it_says(process: subprocess.Popen[str], words: str) -> None:
    assert any(words in line for line in process.stdout)


def test_a_cluster_whose_nodes_die_at_the_start_names_one_and_leaves_nothing_running(folder: Path) -> None:
    process = start_cluster(folder, "--plain", TERTULIA_METRICS_BIND="192.0.2.1:9")
    printed, said = process.communicate(timeout=60)
    assert (process.returncode, "is open at" in printed, "Traceback" in said) == (1, False, False)
    assert "TERTULIA_METRICS_BIND: cannot listen on 192.0.2.1:9: 192.0.2.1 is not an address of this machine." in said
    assert "node-1 did not start: it has ended with 3, and said above why." in said
    commands = [" ".join(running.info["cmdline"] or []) for running in psutil.process_iter(["cmdline"])]
    assert [command for command in commands if str(folder) in command] == []


def test_a_cluster_whose_port_is_taken_says_what_to_do_and_starts_nothing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start_cluster(tmp_path, "--nginx=/no/nginx", TERTULIA_BIND=f"127.0.0.1:{port}")
        printed, said = process.communicate(timeout=60)
    assert (process.returncode, printed) == (1, "")
    assert said.startswith(f"TERTULIA_BIND: cannot listen on 127.0.0.1:{port}: port {port} is taken: ")
    assert "Traceback" not in said
    assert not (tmp_path / "cluster").exists()
