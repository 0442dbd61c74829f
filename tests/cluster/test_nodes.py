"""Two nodes: either serves any room, and nobody notices which; and clusters over real sockets: several servers on one
PostgreSQL, the proxy in front of them, `make cluster`."""

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import httpx
import psutil
import pytest
from sqlalchemy.engine import make_url

from app.cluster.postgres_notices import MOST_BYTES, PostgresNotices
from app.protocol import commands
from app.rooms.notices import Head, Here
from app.storage.commit import OutcomeUnknown
from app.storage.open_database import Unanswered
from app.table.events import Moved
from tests.client import Friend, two_at_a_table
from tests.conftest import ROOT, OpenHouse, environment
from tests.support.clocks import MINUTE, lapsed_in, timed, watching
from tests.support.cluster import LONG, Nodes, apart, level, two_nodes
from tests.support.cluster import nodes as nodes
from tests.support.cluster import only_notices as only_notices
from tests.support.metrics import Rise
from tests.support.tables import ANN, BEN, EVE, check_log, question_of, told, until
from tools.postgres import PassingPostgres


async def test_a_move_is_seen_at_the_other_node_by_a_notice(only_notices: None, nodes: Nodes) -> None:
    here, there, ann, ben = await apart(*nodes)
    rise = Rise()
    await ann.plays("put", bead=1)
    await until(lambda: rise("delivery_seconds_count", path="hint") == 1)
    assert (there.table.seq, rise("delivery_seconds_count", path="poll")) == (here.table.seq, 0)
    assert (await ben.sees("frame"))["seq"] == here.table.seq
    assert told(there.table) == told(here.table)
    await check_log(nodes[0].store, there.table)


async def test_without_notices_a_node_looks_where_logs_end(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cluster.follower.CHECK_WITHOUT_NOTICES_S", 0.02)
    monkeypatch.setattr("app.cluster.follower.TICK_S", 0.01)
    async with two_nodes(postgres_url, notices=False) as deaf_nodes:
        here, there, ann, ben = await apart(*deaf_nodes)
        assert not any(node.notices.healthy for node in deaf_nodes)
        for page in (ann, ben, ann):
            await page.plays("put", bead=1)
            await level(here, there)
        assert told(there.table) == told(here.table)


async def test_a_lost_notice_has_the_log_read(
    only_notices: None, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there, ann, _ = await apart(*nodes)
    (one, two), rise = nodes, Rise()
    heads = AsyncMock(side_effect=two.store.last_events)
    monkeypatch.setattr(two.store, "last_events", heads)
    with monkeypatch.context() as silenced:
        silenced.setattr(one.notices, "publish", lambda notice: None)
        await ann.plays("put", bead=1)
    one.notices._sent += 1  # as if a notice had been lost on the way
    await level(here, there)
    assert (heads.await_count, rise("hints_lost_total")) == (1, 1)


async def test_a_node_behind_refuses_nobody(only_notices: None, nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there, ann, ben = await apart(*nodes)
    monkeypatch.setattr(nodes[0].notices, "publish", lambda notice: None)
    await ann.plays("put", bead=1)
    assert there.table.seq == here.table.seq - 1
    with monkeypatch.context() as away, pytest.raises(OutcomeUnknown):
        away.setattr(nodes[1].store, "load", AsyncMock(side_effect=Unanswered))
        await ben.plays("put", question=question_of(here), bead=1)  # Ben comes from there, and knows that he is asked
    await ben.plays("put", question=question_of(here), bead=1)
    assert len(await nodes[0].bodies(there, Moved)) == 2


async def test_what_a_cut_connection_lost_is_read(only_notices: None, nodes: Nodes, postgres: PassingPostgres) -> None:
    here, there, ann, _ = await apart(*nodes)
    postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tertulia hints'")
    await ann.plays("put", bead=1)
    await level(here, there)


async def test_who_comes_to_another_node_sees_no_less(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cluster.follower.CHECK_WITHOUT_NOTICES_S", LONG)
    async with two_nodes(postgres_url, notices=False) as (one, two):
        here = await one.table()
        there = await two.finds(here)
        await one.page(here, ANN).asks(commands.Speak("hello"))
        assert there.table.seq < here.table.seq
        assert await two.finds(here) is there
        assert there.table.seq == here.table.seq


async def test_a_room_that_is_put_away_lets_go_of_who_is_in_it(nodes: Nodes) -> None:
    _, two = nodes
    here, there, _, ben = await apart(*nodes)
    for table in ("rooms", "events"):
        await two.store.write(lambda cursor, now, table=table: cursor.execute(f"DELETE FROM {table}"))
    await two.following.check()
    assert await ben.writer == 1012
    assert await two.rooms.find(here.table.room) is None
    assert not two.rooms.is_live(there)


@pytest.mark.parametrize("noticed", ["by where the log ends", "by what follows", "by an action"])
async def test_a_log_that_lost_its_end_in_a_failover_and_went_on_is_read_anew(
    postgres: PassingPostgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch, noticed: str
) -> None:
    monkeypatch.setattr("app.cluster.follower.CHECK_WITHOUT_NOTICES_S", LONG)
    async with two_nodes(postgres_url, notices=False) as (one, two):
        here = await one.table()
        ann = one.page(here, ANN)
        await ann.asks(*[commands.Speak(f"hello {number}") for number in range(3)])
        as_a_standby_knows_it = "SET session_replication_role = replica; DELETE FROM events WHERE seq > 2"
        postgres.run(as_a_standby_knows_it, make_url(postgres_url).database)
        there = await two.finds(here)
        other_words = [commands.Speak(f"other {number}") for number in range(3 if noticed == "by what follows" else 2)]
        await two.page(there, ANN).asks(*other_words)
        if noticed == "by an action":
            await two.page(there, ANN).asks(commands.Speak("one more"))
            with pytest.raises(OutcomeUnknown):
                await ann.asks(commands.Speak("and me"))
        else:
            await one.following.check()
        assert await ann.writer == 1012
        again = await one.finds(here)
        assert (here.is_broken, again is here, told(again.table)) == (False, False, told(there.table))


async def test_the_hosts_hand_and_a_reaction_reach_the_other_node(only_notices: None, nodes: Nodes) -> None:
    here, there, ann, ben = await apart(*nodes)
    eve = nodes[1].page(there, EVE)
    await ann.asks(commands.React("bravo"))
    await until(lambda: [message for message in ben.heard if message["type"] == "reaction"])
    assert (await ben.sees("reaction"))["from"] == {"seat": 0, "name": "Ann"}
    await until(lambda: BEN.id in ann.room.audience.here)
    await ann.asks(commands.Kick(person="Ben", out=True))
    assert await ben.writer == 4403
    await until(lambda: BEN.id not in ann.room.audience.here)
    assert "forbidden" in await ben.refused(commands.Speak("let me in"))
    await ann.asks(commands.CloseRoom())
    assert await eve.writer == 4404
    assert await nodes[1].rooms.find(here.table.room) is None


async def test_only_one_node_makes_the_round_of_a_room_that_nobody_is_in(nodes: Nodes) -> None:
    one, two = nodes
    room, _ = await timed(one, ANN, BEN)
    clocks = [watching(node) for node in nodes]
    finds = AsyncMock(side_effect=one.rooms.find)
    for node in nodes:
        node.rooms.find = finds
    one.clock.advance(10 * MINUTE)
    await asyncio.gather(*(each.check_due_rooms() for each in clocks))
    finds.assert_awaited_once_with(room.table.room)
    assert await lapsed_in(two, room) == [0]


def test_what_is_to_be_told_fits_into_notifications_and_nothing_is_left_out(postgres_url: str) -> None:
    notices = PostgresNotices(postgres_url, "one")
    for number in range(500):
        notices.publish(Head(f"room{number:012}", number))
        notices.publish(Here(f"room{number:012}", f"{number:032}", "Ånn \U0001f3b2 " * 5, hidden=False))
    notifications = list(notices._notifications())
    assert max(len(notification.encode()) for notification in notifications) <= MOST_BYTES
    assert len(notifications) < 20 + sum(map(len, notifications)) // MOST_BYTES * 2
    assert sum(notification.count('["head"') for notification in notifications) == 500
    assert sum(notification.count('["here"') for notification in notifications) == 500


async def test_of_a_room_the_newest_is_told_and_what_is_not_understood_is_read_from_the_log(postgres_url: str) -> None:
    notices, missed = PostgresNotices(postgres_url, "one"), list[bool]()
    for seq in (1, 2, 3):
        notices.publish(Head("room", seq))
    (notification,) = notices._notifications()
    assert notification.endswith('[["head","room",3]]]')
    notices.subscribe(lambda node, notices: None, lambda: missed.append(True))
    notices._receive('["newer.1",1,[["sings","room"]]]')
    assert missed == [True]


async def test_a_node_that_listens_late_hears_itself_then(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cluster.postgres_notices.HEARTBEAT_S", LONG)
    notices = PostgresNotices(postgres_url, "late")
    tell, listen, told = notices._send, notices._listen, asyncio.Event()

    async def late(connection: Any) -> None:
        await told.wait()
        await listen(connection)

    async def early(connection: Any) -> None:
        execute = connection.execute

        async def noted(*said: Any) -> None:
            await execute(*said)
            told.set()

        connection.execute = noted
        await tell(connection)

    monkeypatch.setattr(notices, "_listen", late)
    monkeypatch.setattr(notices, "_send", early)
    notices.start()
    await until(lambda: notices.healthy)
    monkeypatch.setattr("app.cluster.postgres_notices.DEAF_AFTER_S", 0.0)
    assert not notices.healthy, "it no longer receives its own notices"
    await notices.close()


async def test_a_lonely_node_says_so_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("app.cluster.postgres_notices.RECONNECT_S", 0.001)
    notices = PostgresNotices("postgresql://127.0.0.1:1/none", "lonely")
    connect = AsyncMock(side_effect=notices._connect)
    monkeypatch.setattr(notices, "_connect", connect)
    notices.start()
    await until(lambda: connect.await_count > 8)
    await notices.close()
    said = [record.getMessage() for record in caplog.records if record.name == "tertulia.fanout"]
    assert said == ["there is no connection to the other nodes: OperationalError"] * 2  # for sending and receiving


# --- Over real sockets ---


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
        assert await asyncio.to_thread(lambda: any("it is started again" in line for line in cluster.stdout))
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
