"""SIGTERM, to a real process: what everybody is told, what is kept, and that it ends, whatever stands in the way."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from chaos.faults import Injector
from chaos.party import ROOMS, SETTLE_WITHIN_S
from chaos.run import run
from chaos.servers import single
from tests.client import Friend, Page
from tests.stopping import EXIT_WITHIN_S, Start, Visit, connection, ended, written_by_another
from tests.stopping import start as start
from tests.stopping import visit as visit
from tools.postgres import PassingPostgres

PLAYED_AT_LEAST = 20  # moves: less would show nothing


async def pages_at(friend: Friend, pages: int, rooms: int) -> list[Page]:
    """So many pages, open in so many rooms."""
    codes = [await friend.open_room("Ann") for _ in range(rooms)]
    opened: list[Page] = []
    for number in range(pages):
        opened.append(await friend.enter(codes[number % rooms]))
        await opened[-1].hear("table")
    return opened


# --- What everybody is told ---------------------------------------------------------------------------------

PAGES = 150


async def test_before_other_nodes_pages_leave_one_after_the_other_while_nobody_is_let_in(
    start: Start, visit: Visit, postgres_url: str
) -> None:
    process = start(TERTULIA_DATABASE_URL=postgres_url)
    friend = await visit(process)
    pages = await pages_at(friend, PAGES, 10)

    async def left(page: Page) -> float:
        assert await page.hear_the_end() == 1012
        return time.monotonic()

    process.popen.send_signal(signal.SIGTERM)
    leaving = [asyncio.create_task(left(page)) for page in pages]
    await leaving[0]
    wish = {"game": "tcnccc", "seats": 2, "name": "Ann"}
    alive, ready, refused = await asyncio.gather(
        friend.http.get("/livez"), friend.http.get("/readyz"), friend.http.post("/api/rooms", json=wish)
    )
    assert (alive.status_code, ready.status_code) == (200, 503)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
    with pytest.raises(InvalidStatus) as shut:
        await friend.connect("k7Qm2xZ9vB3nR5wT")
    assert shut.value.response.status_code == 503
    assert shut.value.response.headers["retry-after"] == "2"
    assert pages[-1].socket.close_code is None, "it closed too early for this test to show anything"
    times = await asyncio.gather(*leaving)
    assert max(times) - min(times) > 2
    all_said_goodbye(pages, 200, 1500)
    await ended(process)


async def test_all_pages_of_a_house_of_one_process_hear_goodbye_and_when_to_come_back(
    start: Start, visit: Visit
) -> None:
    process = start()
    pages = await pages_at(await visit(process), PAGES, 10)
    process.popen.send_signal(signal.SIGTERM)
    assert {await page.hear_the_end() for page in pages} == {1012}
    all_said_goodbye(pages, 1000, 2500)
    await ended(process)


def all_said_goodbye(pages: list[Page], soonest: int, latest: int) -> None:
    assert {page.heard[-1]["type"] for page in pages} == {"bye"}
    waits = [page.heard[-1]["retry_ms"] for page in pages]
    assert all(soonest <= wait < latest for wait in waits)
    assert len(set(waits)) > len(pages) / 3, "all come back at the same time"


async def test_who_has_not_said_the_password_yet_hears_goodbye_too(start: Start, visit: Visit) -> None:
    process = start()
    host, stranger = await visit(process), await visit(process)
    room = await host.open_room("Ann")
    page = await host.enter(room)
    await page.send(type="doors", password="swordfish")
    await page.hear("table", lambda table: table["password"])
    locked, silent = await stranger.enter(room), await stranger.connect(room)
    await locked.hear("refused", lambda refused: refused["code"] == "password")
    process.popen.send_signal(signal.SIGTERM)
    for closed in (locked, silent):
        assert await closed.hear_the_end() == 1012
        assert closed.heard[-1]["type"] == "bye"
    await ended(process)


# --- What is kept -------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.timeout(300)  # a busy machine is slow, not wrong
async def test_under_load_nothing_acknowledged_is_lost_and_everybody_plays_on(tmp_path: Path) -> None:
    report = await run(
        single(tmp_path),
        tmp_path,
        stop_and_start_again,
        seed=1,
        rooms=ROOMS[:4],
        linger_s=1,
        converged_within_s=SETTLE_WITHIN_S,
    )
    assert [str(violation) for violation in report.violations] == []
    assert report.measures.acked > PLAYED_AT_LEAST, "the robots hardly played: this run shows nothing"
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
        answered = [message["type"] for message in page.heard if message.get("id") == id]
        assert answered == ["ack"]
        assert page.heard[-1]["type"] == "bye"
    await ended(process)


@pytest.mark.long  # it waits until SQLite gives up; a PostgreSQL that is away shows the same below
async def test_what_cannot_be_written_is_answered_with_retry_and_the_same_id_is_taken_afterwards(
    start: Start, visit: Visit, tmp_path: Path
) -> None:
    process = start()
    friend = await visit(process)
    page = await friend.plays_a_bot()
    move, question = page.frame["choices"][0]["move"], page.frame["question"]
    with written_by_another(tmp_path / "process.sqlite3"):
        ids = [await page.play(move), await page.play(move)]
        process.popen.send_signal(signal.SIGTERM)
        assert await page.hear_the_end() == 1012
        answers = [(m["type"], m["id"]) for m in page.heard if m.get("id") in ids]
        assert answers == [("retry", id) for id in ids]
        await ended(process)
    friend.base_url = start().base_url
    again = await friend.enter(room_of(page))
    await again.hear("frame")
    await again.play(move, id=ids[0], question=question)
    assert (await again.hear("ack", lambda ack: ack["id"] == ids[0]))["seq"] > 0


def room_of(page: Page) -> str:
    code: str = page.table["room"]
    return code


# --- What stands in the way ---------------------------------------------------------------------------------


async def test_half_sent_requests_do_not_hold_it(start: Start) -> None:
    process = start()
    origin = process.base_url.encode()
    head = b"POST /api/rooms HTTP/1.1\r\nHost: here\r\nOrigin: %b\r\nContent-Type: application/json\r\n" % origin
    with ExitStack() as open_sockets:
        for sent in (b"", b"GET / HT", head, head + b"Content-Length: 9\r\n\r\n{"):
            open_sockets.enter_context(connection(process)).sendall(sent)
        began = time.monotonic()
        process.popen.send_signal(signal.SIGTERM)
        await ended(process)
    assert time.monotonic() - began < 9, "it waited for what could not come any more"


async def test_who_does_not_read_does_not_hold_it(start: Start, visit: Visit) -> None:
    process = start()
    page = await (await visit(process)).plays_a_bot()
    page.socket.transport.pause_reading()
    page.socket.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stale = {"type": "play", "id": "0" * 32, "question": 10**9, "move": {"do": "draw"}}
    with connection(process) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(b"GET /static/vendor/lit-html/lit-html.js HTTP/1.1\r\nHost: here\r\n\r\n" * 400)
        with suppress(ConnectionClosed):  # it may have lost its patience already
            for _ in range(2_000):
                await page.send(**stale)
        process.popen.send_signal(signal.SIGTERM)
        await ended(process)


async def test_postgresql_that_is_away_does_not_hold_it(
    start: Start, visit: Visit, postgres: PassingPostgres, postgres_url: str
) -> None:
    process = start(TERTULIA_DATABASE_URL=postgres_url)
    page = await (await visit(process)).plays_a_bot()
    postgres.stop()
    try:
        id = await page.play(page.frame["choices"][0]["move"])
        process.popen.send_signal(signal.SIGTERM)
        assert await page.hear_the_end() == 1012
        assert {message["type"] for message in page.heard if message.get("id") == id} == {"retry"}
        assert page.heard[-1]["type"] == "bye"
        await ended(process)
    finally:
        postgres.start()


@pytest.mark.long
async def test_postgresql_that_has_stopped_in_the_middle_of_an_answer_does_not_hold_it(
    start: Start, visit: Visit, postgres: PassingPostgres, postgres_url: str
) -> None:
    process = start(TERTULIA_DATABASE_URL=postgres_url)
    page = await (await visit(process)).plays_a_bot()
    with standing_still(postgres):
        id = await page.play(page.frame["choices"][0]["move"])
        process.popen.send_signal(signal.SIGTERM)
        assert await page.hear_the_end() == 1012
        assert {message["type"] for message in page.heard if message.get("id") == id} == {"retry"}
        assert page.heard[-1]["type"] == "bye"
        assert "not everything could be closed in time" in await ended(process)


@contextmanager
def standing_still(postgres: PassingPostgres) -> Iterator[None]:
    """Its machine answers, but it does not."""
    ((backend,),) = postgres.run("SELECT pg_backend_pid()")
    ((postmaster,),) = postgres.run("SELECT pg_read_file('postmaster.pid', 0, 20)")
    assert backend != postmaster
    parent = psutil.Process(int(str(postmaster).split()[0]))
    stopped = [parent]
    try:
        parent.suspend()  # it makes no more of them
        for child in parent.children(recursive=True):
            stopped.append(child)
            with suppress(psutil.NoSuchProcess):  # such as the one that has just answered us
                child.suspend()
        yield
    finally:
        for process in stopped:
            with suppress(psutil.NoSuchProcess):
                process.resume()
