"""The calls by which guests set and try a webhook, and set their quiet hours."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from app.settings import Rate, Settings
from app.storage.guests import GONE_AFTER_DAYS
from app.storage.schema import quiet_hours, webhooks
from tests.client import Friend
from tests.conftest import HERE, open_app
from tests.support.push_service import PushService, anywhere
from tests.support.push_service import service as service
from tests.support.push_service import settings as settings


@pytest.fixture
async def ann(app: FastAPI) -> AsyncIterator[Friend]:
    async with Friend(app, "Ann") as ann:
        yield ann


ADDRESS = "https://discord.com/api/webhooks/1/abcdefWXYZ"
HOOK = {"kind": "discord", "address": ADDRESS}
QUIET = {"begins": "22:00", "ends": "08:00", "zone": "Europe/Berlin"}


async def test_a_guest_sets_a_webhook_and_sees_host_and_last_letters_alone(ann: Friend) -> None:
    assert (await ann.get("/api/calls")).json() == {"webhook": None, "quiet": None}
    answer = await ann.http.post("/api/webhook", json=HOOK)
    shown = {"webhook": {"kind": "discord", "address": "discord.com …WXYZ", "trouble": None}, "quiet": None}
    assert (answer.status_code, answer.json()) == (200, shown)
    assert (await ann.get("/api/calls")).json() == shown
    assert (await ann.http.request("DELETE", "/api/webhook", json={})).status_code == 204
    assert (await ann.get("/api/calls")).json()["webhook"] is None


async def test_a_linked_device_has_the_same_and_an_unlinked_one_its_own(app: FastAPI, ann: Friend) -> None:
    async with Friend(app) as phone:
        await phone.http.post("/api/quiet-hours", json=QUIET)
        await ann.http.post("/api/webhook", json=HOOK)
        link = (await ann.http.post("/api/device-links", json={})).json()["url"].partition("#")[2]
        devices = (await phone.http.post("/api/devices", json={"code": link, "called": "Phone"})).json()["devices"]
        assert (await phone.get("/api/calls")).json() == (await ann.get("/api/calls")).json()
        await phone.http.request("DELETE", f"/api/devices/{devices[0]['device']}", json={})
        assert (await phone.get("/api/calls")).json() == {"webhook": None, "quiet": QUIET}


BAD: list[tuple[str, Any, str, list[str]]] = [
    ("/api/webhook", {**HOOK, "kind": "teams"}, "malformed", ["kind"]),
    ("/api/webhook", {**HOOK, "address": "http://ntfy.sh/a"}, "bad_option", ["public https"]),
    ("/api/webhook", {**HOOK, "address": "https://192.168.1.1/a"}, "bad_option", ["public https"]),
    ("/api/webhook", {**HOOK, "address": "https://ntfy.sh/" + "a" * 1000}, "malformed", ["address"]),
    ("/api/webhook", {"kind": "ntfy"}, "malformed", ["address"]),
    ("/api/quiet-hours", {**QUIET, "ends": "22:00"}, "bad_option", ["another time"]),
    ("/api/quiet-hours", {**QUIET, "ends": "24:00"}, "malformed", ["ends"]),
    ("/api/quiet-hours", {**QUIET, "begins": 22}, "malformed", ["begins"]),
    ("/api/quiet-hours", {**QUIET, "zone": "Mars/Olympus"}, "bad_option", ["Mars/Olympus"]),
]


@pytest.mark.parametrize(("path", "body", "code", "words"), BAD)
async def test_what_cannot_be_is_refused_in_words(
    ann: Friend, path: str, body: Any, code: str, words: list[str]
) -> None:
    answer = await ann.http.post(path, json=body)
    said = answer.json()
    sentence = said["text"]["text"].format(**said["text"].get("with", {}))
    assert (answer.status_code, said["code"], [word for word in words if word not in sentence]) == (422, code, [])
    assert (await ann.get("/api/calls")).json() == {"webhook": None, "quiet": None}


async def test_quiet_hours_are_set_changed_and_given_up(ann: Friend) -> None:
    for quiet in (QUIET, {**QUIET, "ends": "09:30", "zone": "Asia/Tokyo"}):
        assert (await ann.http.post("/api/quiet-hours", json=quiet)).json() == {"webhook": None, "quiet": quiet}
    assert (await ann.http.request("DELETE", "/api/quiet-hours", json={})).status_code == 204
    assert (await ann.get("/api/calls")).json()["quiet"] is None


def outcome(answer: Any) -> tuple[bool, str]:
    text = answer.json()["text"]
    return answer.json()["taken"], text["text"].format(**text.get("with", {}))


CAME: list[tuple[bytes, bool, str]] = [
    (b"HTTP/1.1 204 No Content\r\n\r\n", True, "localhost has taken the test."),
    (
        b"HTTP/1.1 302 Found\r\nlocation: /\r\n\r\n",
        False,
        "localhost leads to another address (302).",
    ),
    (b"HTTP/1.1 404 Not Found\r\n\r\n", False, "localhost answered 404: there is no webhook at this address."),
    (b"HTTP/1.1 429 Slow\r\nretry-after: 9\r\n\r\n", False, "localhost answered 429: too many messages."),
    (b"HTTP/1.1 400 Bad\r\n\r\n", False, "localhost answered 400: it refuses the message."),
    (b"HTTP/1.1 503 Busy\r\n\r\n", False, "localhost answered 503: it has a fault."),
    (b"220 mail.example\r\n", False, "localhost did not answer as a web server does."),
]


@pytest.mark.parametrize(("says", "is_taken", "sentence"), CAME)
async def test_a_try_says_in_words_what_came_back(
    app: FastAPI, ann: Friend, service: PushService, says: bytes, is_taken: bool, sentence: str
) -> None:
    outward = app.state.services.push.webhooks._outward
    outward._trusts, outward._reaches = service.trusted(), anywhere
    await ann.http.post("/api/webhook", json={"kind": "other", "address": service.endpoint("/hook")})
    service.says = says
    taken, said = outcome(await ann.http.post("/api/webhook/try", json={}))
    assert (taken, said[: len(sentence)]) == (is_taken, sentence)
    assert json.loads(service.sent[0][2])["url"] == f"{HERE}/devices"


async def test_a_try_says_in_words_why_nothing_came_back(
    app: FastAPI, ann: Friend, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    outward = app.state.services.push.webhooks._outward
    said = []

    async def tries(address: str) -> None:
        await ann.http.post("/api/webhook", json={"kind": "ntfy", "address": address})
        said.append(outcome(await ann.http.post("/api/webhook/try", json={}))[1])

    await tries(service.endpoint("/hook"))
    await tries("https://no-such-host.invalid/hook")
    await tries(f"https://{'a' * 64}.example/hook")
    outward._reaches = anywhere
    await tries(service.endpoint("/hook"))
    outward._trusts, service.silent = service.trusted(), True
    monkeypatch.setattr("app.push.outward.TIMEOUT_S", 0.3)
    await tries(service.endpoint("/hook"))
    await service.close()
    await tries("https://localhost:9/hook")
    assert said == [
        "localhost leads into a private network, or to a port other than 443. Nothing is sent there.",
        "There is no server called no-such-host.invalid.",
        f"There is no server called {'a' * 64}.example.",
        "localhost has no valid certificate.",
        "localhost did not answer within ten seconds.",
        "No connection to localhost.",
    ]


async def test_nobody_sets_or_tries_webhooks_again_and_again(settings: Settings) -> None:
    async with open_app(settings, limits_webhooks=Rate(3, 60)) as app, Friend(app, "Ann") as ann:
        assert (await ann.http.post("/api/webhook/try", json={})).status_code == 409
        answers = [await ann.http.post("/api/webhook", json=HOOK) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert (await ann.http.post("/api/webhook/try", json={})).status_code == 429


async def test_a_guest_who_is_forgotten_leaves_neither_webhook_nor_quiet_hours(
    app: FastAPI, ann: Friend, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = app.state.services.store
    await ann.http.post("/api/webhook", json=HOOK)
    await ann.http.post("/api/quiet-hours", json=QUIET)
    now = store.now
    monkeypatch.setattr(store, "now", lambda: now() + GONE_AFTER_DAYS * 24 * 3600 * 1000 * 2)
    assert await store.guests.forget() >= 1
    assert await rows_left(store) == 0


async def rows_left(store: Any) -> int:
    counts = [select(func.count()).select_from(table) for table in (webhooks, quiet_hours)]
    return sum([int(await store.read(lambda open, each=count: open.execute(each).scalar_one())) for count in counts])


async def test_where_push_is_off_there_is_nothing(settings: Settings) -> None:
    async with open_app(settings, push_contact="") as app, Friend(app, "Ann") as ann:
        answers = [await ann.get("/api/calls")]
        answers += [await ann.http.post(path, json=body) for path, body in (
            ("/api/webhook", HOOK), ("/api/webhook/try", {}), ("/api/quiet-hours", QUIET))]  # fmt: skip
        assert {answer.status_code for answer in answers} == {404}
        assert 'id="calls" class="calls" hidden' in (await ann.get("/devices")).text
