"""Guests who come and go leave little for the garbage collector, whose runs delay everybody."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from unittest.mock import MagicMock, call

import msgspec
import pytest

from app.server.http import TimedHttp
from app.services.garbage import THRESHOLDS, collect_seldom
from chaos.servers import UNLIMITED
from games import GAMES
from tests.client import Friend, two_at_a_table
from tests.conftest import Process, StartProcess
from tests.support.memory_server import Memory

PAGES_OF_EACH = 5
COME_AND_GO = ("app.rooms.", "app.server.http.TimedHttp", "app.server.websocket.", "app.table.state.")
KEEPS_ALIVE = f"{TimedHttp.__module__}.{TimedHttp.__qualname__}"
"""A keep-alive connection between two requests."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def server(request: pytest.FixtureRequest, start_process: StartProcess) -> Process:
    url = {} if request.param == "sqlite" else {"TERTULIA_DATABASE_URL": request.getfixturevalue("postgres_url")}
    return start_process(program="tests.support.memory_server", **UNLIMITED, TERTULIA_LOG_LEVEL="error", **url)


@pytest.fixture
async def friends(server: Process) -> AsyncIterator[list[Friend]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Friend(server.base_url, name)) for name in ("Ann", "Ben", "Cleo", "Dan")]


async def test_a_hundred_pages_that_come_and_go_leave_nothing_behind(server: Process, friends: list[Friend]) -> None:
    await evening(friends)  # what is created once exists from now on
    await until_all_have_gone(server)
    await evening(friends)
    assert await until_all_have_gone(server) == {}


async def test_an_idle_page_has_one_task_and_nothing_of_its_handshake(server: Process, friends: list[Friend]) -> None:
    ann, ben, *_ = friends
    code = await ann.open_room(game="tcnccc", seats=2)
    async with AsyncExitStack() as staying:
        staying.push_async_callback((await ann.enter(code)).close)
        await asyncio.sleep(0.5)  # presence is sent to everybody
        before = Counter((await memory_of(server)).held)
        for _ in range(PAGES_OF_EACH):
            staying.push_async_callback((await ben.enter(code)).close)
        held = Counter[str]()
        with suppress(TimeoutError):
            async with asyncio.timeout(10):
                while held != {"_asyncio.Task": PAGES_OF_EACH}:
                    held = Counter((await memory_of(server)).held) - before
                    held = Counter({kind: held[kind] for kind in held if not kind.startswith(("app.", "games."))})
        assert held == {"_asyncio.Task": PAGES_OF_EACH}


async def until_all_have_gone(server: Process) -> dict[str, int]:
    """Wait until the server holds no rooms and pages any more; the leftovers of them, by kind."""
    left = Counter[str]()
    for _ in range(100):
        memory = await memory_of(server)
        left += Counter(memory.left)
        held = [kind for kind in memory.held if kind != KEEPS_ALIVE and kind.startswith(COME_AND_GO)]
        if not held:
            return left
        await asyncio.sleep(0.1)
    pytest.fail(f"held last: {held}")


async def evening(friends: list[Friend]) -> None:
    for game in GAMES:
        await come_and_go(friends, game)
    await play_and_part(*friends[:2])


async def come_and_go(friends: list[Friend], game: str) -> None:
    """Play in a room with bots, with several pages each, of which some close and others break off."""
    ann, *_ = friends
    seats = GAMES[game].seats[0]
    code = await ann.open_room(game=game, seats=seats)
    pages = "/", f"/t/{code}", f"/t/{code}/replay", f"/rules/{game}", "/docs", "/nothing-here"
    for path in (*pages, "/api/games", f"/api/rooms/{code}", f"/api/rooms/{code}/invitation", "/livez", "/readyz"):
        await ann.get(path)
    host = await ann.enter(code)
    await host.send(type="stand")
    for seat in range(seats):
        await host.send(type="seat_bot", seat=seat, level="medium")
    async with AsyncExitStack() as staying:
        for number, friend in enumerate(friends * PAGES_OF_EACH):
            page = await friend.enter(code)
            if number % 2:
                await page.catch_up()
                await page.close()
            else:
                staying.push_async_callback(page.leave)
        await host.send(type="start")
        await host.send(type="chat", text="Good luck!")
        await host.asks(type="nonsense")
        await host.hear("frame", lambda frame: frame["seq"] > 30 or frame["outcome"])
        await host.leave()


async def play_and_part(ann: Friend, ben: Friend) -> None:
    """Play a game that ends by agreement. Every move is sent twice, after a wrong one."""
    host, guest = pages = await two_at_a_table(ann, ben)
    await host.send(type="start")
    for _ in range(6):
        await asyncio.gather(*(page.see("frame") for page in pages))
        await asyncio.gather(*(page.catch_up() for page in pages))
        asked = next(page for page in pages if page.frame["you"] in page.frame["asked"])
        await asked.play({"do": "nonsense"})
        sent = await asked.play(asked.frame["choices"][0]["move"])
        await asked.play(asked.frame["choices"][0]["move"], id=sent)
        await asked.see("ack", id=sent)
    await host.send(type="propose", matter="end")
    await guest.see_table(lambda table: table["proposal"])
    await guest.send(type="agree", yes=True)
    await asyncio.gather(*(page.see("results") for page in pages))
    for path in ("replay", "log"):
        await ann.get(f"/api/rooms/{host.room}/{path}")
        await ann.get(f"/t/{host.room}/{path}")
    await asyncio.gather(*(page.leave() for page in pages))


async def memory_of(server: Process) -> Memory:
    server.popen.send_signal(signal.SIGUSR1)
    line = await asyncio.to_thread(server.popen.stdout.readline)
    assert '"held"' in str(line), line  # else it has logged an error
    return msgspec.json.decode(line, type=Memory)


def test_what_a_start_has_made_is_not_looked_through_and_the_rest_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.garbage.gc", collector := MagicMock())
    collect_seldom()
    assert collector.method_calls == [call.freeze(), call.set_threshold(*THRESHOLDS), call.enable()]
