"""SIGTERM, to a real process: what everybody is told, what is kept, and that it ends, whatever gets in the way."""

import asyncio
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from app.services.sessions import Pace, Sessions
from chaos.faults import Injector
from chaos.party import ROOMS, SETTLE_WITHIN_S
from chaos.run import run
from chaos.servers import single
from tests.support.shutdown import EXIT_WITHIN_S, Start, Visit, connection, ended
from tests.support.shutdown import start as start
from tests.support.shutdown import visit as visit
from tools.postgres import PassingPostgres


async def test_before_other_nodes_pages_leave_one_after_the_other_oldest_first() -> None:
    sessions, loop, left = Sessions(Pace(0.2, 200, 1500)), asyncio.get_running_loop(), list[tuple[int, float]]()
    for number in range(20):
        tracked = ExitStack()

        async def end(until: float, retry_ms: int, number: int = number, tracked: ExitStack = tracked) -> None:
            left.append((number, loop.time()))
            tracked.close()

        tracked.enter_context(sessions.track(Mock(end=end)))
    began = loop.time()
    await sessions.end()
    assert [number for number, _ in left] == [*range(20)]
    assert left[-1][1] - began >= 0.19, "they were sent away at the same time"


async def test_every_page_hears_goodbye_and_when_to_come_back_on_the_doorstep_too(start: Start, visit: Visit) -> None:
    process = start()
    host, stranger = await visit(process), await visit(process)
    rooms = [await host.open_room("Ann") for _ in range(3)]
    pages = [await host.enter(room) for room in rooms * 10]
    for page in pages:
        await page.hear("table")
    await pages[0].send(type="doors", password="swordfish")
    await pages[0].hear("table", lambda table: table["password"])
    locked, silent = await stranger.enter(pages[0].room), await stranger.connect(pages[0].room)
    await locked.hear("refused", lambda refused: refused["code"] == "password")
    process.popen.send_signal(signal.SIGTERM)
    told = [*pages, locked, silent]
    assert {await page.hear_the_end() for page in told} == {1012}
    assert {page.heard[-1]["type"] for page in told} == {"bye"}
    waits = [page.heard[-1]["retry_ms"] for page in told]
    assert all(1000 <= wait < 2500 for wait in waits)
    assert len(set(waits)) > len(told) / 3, "all are told the same delay"
    await ended(process)


@pytest.mark.long
@pytest.mark.timeout(300)  # a busy machine is slow, not wrong
async def test_under_load_nothing_acknowledged_is_lost_and_everybody_plays_on(tmp_path: Path) -> None:
    given: dict[str, Any] = {"rooms": ROOMS[:4], "linger_s": 1, "converged_within_s": SETTLE_WITHIN_S}
    report = await run(single(tmp_path), tmp_path, stop_and_start_again, seed=1, **given)
    assert [str(violation) for violation in report.violations] == []
    assert report.measures.acked > 20, "the robots hardly played: this run shows nothing"
    assert "Traceback" not in (tmp_path / "alone.log").read_text()


async def stop_and_start_again(injector: Injector) -> None:
    node = injector.servers.nodes[0]
    for _ in range(5):
        await asyncio.sleep(0.5)
        assert await node.stop(EXIT_WITHIN_S) == 0
        await node.start()
    await asyncio.sleep(0.5)


async def test_what_was_asked_before_is_answered_before_the_goodbye(start: Start, visit: Visit) -> None:
    process = start()
    pages = [await (await visit(process)).plays_a_bot() for _ in range(10)]
    ids = [await page.play(page.frame["choices"][0]["move"]) for page in pages]
    process.popen.send_signal(signal.SIGTERM)
    for page, id in zip(pages, ids, strict=True):
        assert await page.hear_the_end() == 1012
        assert [message["type"] for message in page.heard if message.get("id") == id] == ["ack"]
        assert page.heard[-1]["type"] == "bye"
    await ended(process)


async def test_half_sent_requests_do_not_hold_it(start: Start) -> None:
    process = start()
    head = f"POST /api/rooms HTTP/1.1\r\nHost: here\r\nOrigin: {process.base_url}\r\nContent-Type: application/json\r\n"
    with ExitStack() as open_sockets:
        for sent in ("", "GET / HT", head, head + "Content-Length: 9\r\n\r\n{"):
            open_sockets.enter_context(connection(process)).sendall(sent.encode())
        began = time.monotonic()
        process.popen.send_signal(signal.SIGTERM)
        await ended(process)
    assert time.monotonic() - began < 9, "it waited for something that could no longer come"


async def test_who_does_not_read_does_not_hold_it(start: Start, visit: Visit) -> None:
    process = start()
    page = await (await visit(process)).plays_a_bot()
    page.socket.transport.pause_reading()
    page.socket.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stale = {"type": "play", "id": "0" * 32, "question": 10**9, "move": {"do": "draw"}}
    with connection(process) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(b"GET /static/vendor/lit-html/lit-html.js HTTP/1.1\r\nHost: here\r\n\r\n" * 400)
        with suppress(ConnectionClosed):  # the server may have given up already
            for _ in range(2_000):
                await page.send(**stale)
        process.popen.send_signal(signal.SIGTERM)
        await ended(process)


@pytest.mark.parametrize("how", ["away", pytest.param("in the middle of an answer", marks=pytest.mark.long)])
async def test_postgresql_that_has_stopped_does_not_hold_it(
    start: Start, visit: Visit, postgres: PassingPostgres, postgres_url: str, how: str
) -> None:
    process = start(TERTULIA_DATABASE_URL=postgres_url)
    page = await (await visit(process)).plays_a_bot()
    with away(postgres) if how == "away" else standing_still(postgres):
        id = await page.play(page.frame["choices"][0]["move"])
        process.popen.send_signal(signal.SIGTERM)
        assert await page.hear_the_end() == 1012
        assert {message["type"] for message in page.heard if message.get("id") == id} == {"retry"}
        assert page.heard[-1]["type"] == "bye"
        assert 200 <= page.heard[-1]["retry_ms"] < 1500, "other nodes are available at once"
        assert ("not everything could be closed in time" in await ended(process)) == (how != "away")


@contextmanager
def away(postgres: PassingPostgres) -> Iterator[None]:
    postgres.stop()
    try:
        yield
    finally:
        postgres.start()


@contextmanager
def standing_still(postgres: PassingPostgres) -> Iterator[None]:
    """PostgreSQL hangs, though its machine answers."""
    ((backend,),) = postgres.run("SELECT pg_backend_pid()")
    ((postmaster,),) = postgres.run("SELECT pg_read_file('postmaster.pid', 0, 20)")
    assert backend != postmaster
    parent = psutil.Process(int(str(postmaster).split()[0]))
    stopped = [parent]
    try:
        parent.suspend()  # so that it starts no more processes
        for child in parent.children(recursive=True):
            stopped.append(child)
            with suppress(psutil.NoSuchProcess):  # such as the process that has just answered us
                child.suspend()
        yield
    finally:
        for process in stopped:
            with suppress(psutil.NoSuchProcess):
                process.resume()
