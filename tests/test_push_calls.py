"""The calls by which a browser says how its player can be called, and a server that does without."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.push.webpush import Postman, open_key
from app.settings import Rate, Settings
from app.storage.store import Store
from app.storage.subscriptions import Subscription
from tests.altered import altered
from tests.client import Friend, Page
from tests.company import until
from tests.conftest import HERE, ROOT, Process, open_app
from tests.pushing import CONTACT, Browser, PushService, anywhere, decoded
from tests.pushing import service as service

# --- The calls ---


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    return altered(settings, push_contact=CONTACT, push_key_file=str(tmp_path / "push-key.pem"))


@pytest.fixture
async def ann(app: FastAPI) -> AsyncIterator[Friend]:
    ann = await Friend(app, "Ann").visit()
    yield ann
    await ann.http.aclose()


GOOD = Browser("https://push.example/send/abc").subscription


async def rows(app: FastAPI, room: str) -> list[Subscription]:
    store: Store = app.state.services.store
    found = await app.state.services.rooms.find(room)
    kept = [await store.subscriptions.of(room, seat.guest) for seat in found.table.seats if seat.guest is not None]
    return [row for row in kept if row is not None]


async def test_a_browser_is_told_the_key_of_this_server(app: FastAPI, client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/push")
    assert answer.json() == {"key": app.state.services.push.key}
    assert len(decoded(answer.json()["key"])) == 65


async def test_a_player_says_how_to_be_called_and_takes_it_back(app: FastAPI, ann: Friend) -> None:
    room = await ann.open_room(game="tcnccc", seats=2)
    path = f"/api/rooms/{room}/push"
    for _ in range(2):
        answer = await ann.http.post(path, json={"subscription": GOOD}, headers={"accept-language": "pt"})
        assert (answer.status_code, answer.content) == (204, b"")
    (row,) = await rows(app, room)
    assert (row.endpoint, row.page, row.language) == (GOOD["endpoint"], f"{HERE}/t/{room}", "pt")
    answer = await ann.http.request("DELETE", path, json={})
    assert answer.status_code == 204
    assert await rows(app, room) == []


async def test_who_only_watches_is_not_called(app: FastAPI, ann: Friend, client: httpx.AsyncClient) -> None:
    room = await ann.open_room(game="tcnccc", seats=2)
    await client.get(f"/t/{room}")
    for method in ("POST", "DELETE"):
        answer = await client.request(method, f"/api/rooms/{room}/push", json={"subscription": GOOD})
        assert (answer.status_code, answer.json()["code"]) == (422, "not_seated")


BAD: list[Any] = [
    {}, {"subscription": None}, {"subscription": {}}, {"subscription": {**GOOD, "endpoint": "https://10.0.0.5/a"}},
    {"subscription": {**GOOD, "expirationTime": "soon"}},
    {"subscription": {**GOOD, "endpoint": 5}}, {"subscription": {**GOOD, "more": 1}},
    {"subscription": GOOD, "more": 1},
    {"subscription": {**GOOD, "keys": {**GOOD["keys"], "auth": "x"}}}, [], "x",
    {"subscription": {**GOOD, "keys": {**GOOD["keys"], "p256dh": "é" * 87}}},
]  # fmt: skip


async def test_a_subscription_that_is_none_or_from_elsewhere_is_refused_in_words(app: FastAPI, ann: Friend) -> None:
    room = await ann.open_room(game="tcnccc", seats=2)
    path, good = f"/api/rooms/{room}/push", {"subscription": GOOD}
    for body in BAD:
        answer = await ann.http.post(path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), body
    assert (await ann.http.post(path, json=good, headers={"origin": "https://evil.example"})).status_code == 403
    answer = await ann.http.post("/api/rooms/k7Qm2xZ9vB3nR5wT/push", json=good)
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_room")
    assert await rows(app, room) == []


async def test_nobody_changes_it_again_and_again(settings: Settings) -> None:
    async with open_app(settings, limits_push=Rate(2, 60)) as app:
        ann = await Friend(app, "Ann").visit()
        room = await ann.open_room(game="tcnccc", seats=2)
        answers = [await ann.http.post(f"/api/rooms/{room}/push", json={"subscription": GOOD}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [204, 204, 429]


@pytest.mark.usefixtures("gone_at_once")
async def test_from_the_page_to_the_push_service(app: FastAPI, ann: Friend, service: PushService) -> None:
    """All of it, as it is put together at the start; only where messages may be sent is another place."""
    app.state.services.push._wait_s = 0.02
    postman: Postman = app.state.services.push._postman
    postman._trusts, postman._reaches = service.trusted(), anywhere
    browser = Browser(service.endpoint())
    room = await ann.open_room(game="tcnccc", seats=2)
    answer = await ann.http.post(f"/api/rooms/{room}/push", json={"subscription": browser.subscription})
    assert answer.status_code == 204
    page: Page = await ann.enter(room)
    await page.send(type="seat_bot", seat=1, level="medium")
    await page.send(type="start")
    await until(lambda: page.frame.get("asked") == [0])
    await page.leave()
    await until(lambda: service.sent)
    assert browser.reads(service.sent[0][2])["notification"]["navigate"] == f"{HERE}/t/{room}"


# --- Where it is not switched on ---


@pytest.fixture
def off(settings: Settings) -> Settings:
    return altered(settings, push_contact="")


async def test_where_it_is_not_switched_on_there_is_nothing(off: Settings) -> None:
    async with open_app(off) as app:
        ann = await Friend(app, "Ann").visit()
        room = await ann.open_room(game="tcnccc", seats=2)
        assert (await ann.http.get("/api/push")).status_code == 404
        assert (await ann.http.post(f"/api/rooms/{room}/push", json={"subscription": GOOD})).status_code == 404
        assert '"push":null' in (await ann.http.get(f"/t/{room}")).text
    assert made(off) == []


def made(settings: Settings) -> list[str]:
    """The keys that are there."""
    return [path.name for path in Path(settings.push_key_file).parent.glob("*.pem") if path.name == "push-key.pem"]


def in_a_process_without_the_package(tmp_path: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Starts the server where `import cryptography` fails; unless it stops by itself it says that it would be open."""
    code = (
        "import sys; sys.modules['cryptography'] = None; import app.server.process;"
        "app.server.process.serve = lambda *_: print('open');"
        "from app.__main__ import main; sys.exit(main([]))"
    )
    given = {"TERTULIA_DATABASE_URL": f"sqlite:///{tmp_path}/log.sqlite3", "PATH": "/usr/bin:/bin", **environ}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)


def test_a_server_without_the_package_says_so_where_push_is_on_and_starts_where_it_is_off(tmp_path: Path) -> None:
    ended = in_a_process_without_the_package(tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "open\n", "")
    ended = in_a_process_without_the_package(tmp_path, TERTULIA_PUSH_CONTACT=CONTACT)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        "TERTULIA_PUSH_CONTACT switches Web Push on, and the package cryptography, which it needs, is not installed. "
        "Start with make run PUSH=1, or install tertulia[push].\n"
    )


def test_the_server_starts_with_push_and_makes_its_key(tmp_path: Path, start_process: Callable[..., Process]) -> None:
    path = tmp_path / "push-key.pem"
    house = start_process(TERTULIA_PUSH_CONTACT=CONTACT, TERTULIA_PUSH_KEY_FILE=str(path))
    assert httpx.get(f"{house.base_url}/api/push").json() == {"key": open_key(path).public}


async def test_the_worker_lies_where_it_serves_every_page_and_does_not_stand_between_them_and_the_server(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "fetch" not in answer.text
