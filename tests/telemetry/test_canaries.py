"""Canaries: whole games, refusals and all kinds of errors at the most verbose log level, and no secret is found in what
the server wrote, in its metrics, or in its database's log."""

import ast
import asyncio
import json
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from app.telemetry.json_logs import JsonLines
from chaos.servers import UNLIMITED, free_port
from games import GAMES
from tests.client import Friend, Page, is_asked
from tests.conftest import ROOT, StartProcess
from tools.postgres import PassingPostgres

QUIET = ("log_parameter_max_length = 0", "log_parameter_max_length_on_error = 0", "log_error_verbosity = terse")
CHANCE = Random("canaries")


@pytest.fixture(params=[pytest.param("sqlite", marks=pytest.mark.long), "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, PassingPostgres | None]]:
    """The URL of a new database; and the PostgreSQL, which logs every statement as docs/monitoring.md asks."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/log.sqlite3", None
        return
    server = PassingPostgres()
    for setting in ("log_statement = 'all'", "log_min_duration_statement = 0", *QUIET):
        server.set(*setting.split(" = "))
    yield server.url(server.new_database()), server
    server.close()


class Canaries:
    """Everything that must not be found, and its origin."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {"anary": "a name or something said", "trouble:": "something said"}

    def add(self, what: str, secret: str) -> str:
        self.known[secret] = what
        return secret

    def found_in(self, text: str) -> list[str]:
        """The secrets found, by kind, with what stands before them."""
        return [f"{what}: {text.partition(secret)[0][-80:]!r}" for secret, what in self.known.items() if secret in text]


class Singer:
    """A player whose every word is a canary."""

    def __init__(self, friend: Friend, canaries: Canaries) -> None:
        self.friend = friend
        self.canaries = canaries
        for cookie in friend.http.cookies.values():
            canaries.add("a cookie", cookie)

    async def opens(self, game: str, bots: bool, seats: int = 0) -> tuple[str, Page]:
        room = await self.friend.open_room("Canary Ann", game, seats or min(GAMES[game].seats), bots)
        self.canaries.add("the code of a room", room)
        return room, await self.friend.enter(room, "Canary Ann")

    async def plays(self, page: Page) -> None:
        """Play a game to its end; it is ended by agreement after many moves, or if an answer would have to be
        composed."""
        answered = None
        for _ in range(120):
            await self._reads_until_asked(page, answered)
            if page.frame["outcome"] is not None or not page.frame["choices"]:
                break
            move = CHANCE.choice(page.frame["choices"])["move"]
            self.canaries.add("an id", id := secrets.token_hex(16))
            self.canaries.add("a move", json.dumps(move, separators=(",", ":")))
            answered = page.frame["question"]
            await page.play(move, id=id)
            await page.hear("ack", lambda ack, sent=id: ack["id"] == sent)
        if page.frame["outcome"] is None:
            await page.send(type="propose", matter="end")
            await page.hear("results")

    async def _reads_until_asked(self, page: Page, answered: int | None) -> None:
        async with asyncio.timeout(20):
            while not page.frame or page.frame["outcome"] is None:
                if page.frame and is_asked(page.frame) and page.frame["question"] != answered:
                    return
                await page.next()

    async def gets_into_trouble(self, page: Page, trouble: str) -> None:
        await page.send(type="canary type", text="canary")
        await page.send(type="chat", text=f"trouble: {trouble} canary")
        last = await page.play({"do": "canary"}, question=10**9)
        await page.hear("refused", lambda refused: refused["id"] == last)


@pytest.mark.timeout(300)
async def test_no_secret_is_written_down(
    start_process: StartProcess, database: tuple[str, PassingPostgres | None]
) -> None:
    (url, server), canaries, port = database, Canaries(), free_port()
    given = {"METRICS_BIND": f"127.0.0.1:{port}", "DATABASE_URL": url, "LOG_LEVEL": "debug"}
    environ = UNLIMITED | {f"TERTULIA_{name}": value for name, value in given.items()}
    house = start_process(program="tests.support.failing_server", **environ)
    ended = asyncio.create_task(asyncio.to_thread(house.end, 300))  # reads all along
    try:
        async with Friend(house.base_url) as ann, Friend(house.base_url) as ben:
            singer = Singer(ann, canaries)
            Singer(ben, canaries)
            for game in GAMES:
                _, page = await singer.opens(game, bots=True)
                await singer.plays(page)
                await page.close()
            await among_two(singer, ben)
            for trouble in ("judging", "thread", "task", "callback", "warning", "rubbish", "outage", "writing"):
                _, page = await singer.opens("tcnccc", bots=True)
                await singer.gets_into_trouble(page, trouble)
                await page.close()
            await a_room_that_breaks(singer)
            await requests(singer)
            if server is not None:
                await a_database_that_fails(singer, server, url)
        answer = await asyncio.to_thread(httpx.get, f"http://127.0.0.1:{port}/metrics")
    finally:
        house.popen.terminate()
        code, written = await ended
    assert code == 0
    assert canaries.found_in(written) == []
    assert canaries.found_in(answer.raise_for_status().text) == []
    assert "127.0.0.1" not in written
    assert "Traceback" not in written
    read = [json.loads(line) for line in written.splitlines()]
    for line in read:
        assert set(line) <= {"at", "level", "from", "what", *JsonLines.FIELDS, "error", "where"}, line
    assert_it_all_happened(read)
    if server is not None:
        told = server.said
        assert "INSERT INTO events" in told
        assert "pg_notify" in told
        assert canaries.found_in(told) == []


async def among_two(singer: Singer, ben: Friend) -> None:
    """A password, a seat on another device, a removed guest, and many refusals."""
    room, page = await singer.opens("color_dice", bots=False, seats=2)
    await page.send(type="doors", password=singer.canaries.add("a password", "open canary sesame"))
    await page.send(type="link")
    singer.canaries.add("a link", (await page.hear("link"))["link"])
    other = await ben.connect(room)
    for password in ("wrong canary", "open canary sesame"):
        await other.send(type="hello", name="Canary Ben", password=password)
    await other.hear("table")
    await other.send(type="sit", seat=1)
    await other.send(type="sit", seat=9)
    await other.send(type="take_seat", link="canary-no-link")
    await other.send(type="kick", person=other.person("Canary Ann"), out=True)
    await other.send(type="play", id=secrets.token_hex(16), question=1, move={"do": "canary"})
    await other.socket.send('{"type":"chat","text":"canary \\u001b[31m\\n"}')
    await other.hear("refused", lambda refused: refused["id"] is not None)
    await page.send(type="start")
    await page.hear("frame")
    await page.send(type="kick", person=page.person("Canary Ben"), out=True)
    await page.send(type="close")
    assert await page.hear_the_end() == 4404
    await other.close()


async def a_room_that_breaks(singer: Singer) -> None:
    _, page = await singer.opens("tcnccc", bots=True)
    await page.send(type="chat", text="trouble: folding canary")
    with suppress(ConnectionClosed):
        await page.hear("refused")
    await page.close()


async def requests(singer: Singer) -> None:
    """Failing requests, and requests for what does not exist."""
    room, page = await singer.opens("tcnccc", bots=False)
    http = singer.friend.http
    assert (await http.get(f"/api/rooms/{room}/log?canary=query")).status_code == 500
    for path in (f"/t/{room}?canary=query", f"/{room}/canary", f"/api/rooms/canary{room}", "/canary%0aline"):
        await http.get(path, headers={"x-canary": "canary", "user-agent": "canary"})
    await http.post("/api/rooms", json={"name": "canary", "game": "canary", "canary": 1})
    assert await (await singer.friend.enter(f"canary{room}?canary=query", "Canary Eve")).hear_the_end() == 4404
    await page.close()


async def a_database_that_fails(singer: Singer, server: PassingPostgres, url: str) -> None:
    """The database drops all connections, and then refuses statements."""
    name = url.partition("?")[0].rpartition("/")[2]
    _, page = await singer.opens("tcnccc", bots=False)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    await asyncio.to_thread(server.run, f"{cut} AND pid <> pg_backend_pid()", name)
    await page.send(type="chat", text="canary while all are cut off")
    await page.catch_up()  # answered with retry, unless the server had noticed before that it was cut off
    page.forget()
    await asyncio.to_thread(server.run, "ALTER TABLE events RENAME TO away", name)
    await page.send(type="chat", text="canary while the table is away")
    await page.hear("retry")  # the outcome is unknown, and the log cannot be read
    await asyncio.to_thread(server.run, "ALTER TABLE away RENAME TO events", name)
    await page.send(type="chat", text="canary when all is well")
    await page.hear("chat")
    await page.close()


def assert_it_all_happened(read: list[dict[str, Any]]) -> None:
    """Each kind of error has left its line: a test without errors proves nothing."""
    met = {
        "appended", "answered", "failed", "a message could not be carried out", "a room is quarantined",
        "a thread failed", "a warning from Python", "cleaning up an object failed",
        "Task exception was never retrieved", "Exception in callback", "writing to storage failed: ValueError",
    }  # fmt: skip
    assert met - {line["what"] for line in read} == set()
    assert all(re.fullmatch("[0-9a-f]{8}|h[0-9a-f]{7}", line["id"]) for line in read if line["what"] == "appended")


def test_a_proxy_and_a_database_set_up_as_we_say_write_down_no_paths_and_no_words() -> None:
    for sample in ("docs/hosting.md", "docs/nginx.conf", "docs/nginx-cells.conf"):
        servers = re.findall(r"^server \{\n(.*?)^\}", (ROOT / sample).read_text(), re.MULTILINE | re.DOTALL)
        assert servers and all("access_log off;" in server for server in servers), sample
    (command,) = re.findall(r"command: postgres (.+)", (ROOT / "docker-compose.yml").read_text())
    assert {setting.replace(" = ", "=") for setting in QUIET} == set(command.removeprefix("-c ").split(" -c "))
    assert all(setting in (ROOT / "docs" / "monitoring.md").read_text() for setting in QUIET)


HARMLESS = re.compile(r"type\([\w.]+\)\.__name__|\w+\.code|status|what|how|times|\*own|damage|self\._spare\.name")
"""`own`: addresses of the server itself and of a proxy beside it; `damage`: what SQLite says of pages and indexes;
`_spare.name`: a file beside the database."""


def said_by_the_house() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted((ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=how)) if name in ("log", "access"):
                    if how in ("debug", "info", "warning", "error", "critical", "exception"):
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def test_a_line_is_a_sentence_that_was_written_beforehand_and_what_is_filled_in_is_a_kind_or_a_number() -> None:
    calls = dict(said_by_the_house())
    assert len(calls) > 20
    assert {place: ast.unparse(call.args[0]) for place, call in calls.items() if not _is_written(call.args[0])} == {}
    filled = {place: [ast.unparse(value) for value in call.args[1:]] for place, call in calls.items()}
    assert {place: values for place, values in filled.items() if not all(map(HARMLESS.fullmatch, values))} == {}


def _is_written(sentence: ast.expr) -> bool:
    return isinstance(sentence, ast.Constant) or re.fullmatch("what|[A-Z_]+", ast.unparse(sentence)) is not None
