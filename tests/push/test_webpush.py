"""Web Push: who can read messages, what a push service learns, and where messages are never sent; the API for
subscriptions, and a server without push."""

import asyncio
import json
import os
import re
import resource
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import http_ece
import httpx
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from fastapi import FastAPI
from msgspec.structs import replace

from app.main import create_app
from app.push.devices import message
from app.push.letters import Letter
from app.push.outward import Outward, Unreachable, is_public
from app.push.webpush import PushSender, check, open_key
from app.settings import Rate, Settings
from app.storage.subscriptions import Subscription
from tests.client import Friend, Page
from tests.conftest import HERE, ROOT, environment, open_app
from tests.support.push_service import CONTACT, Browser, PushService, anywhere, decoded, encoded
from tests.support.push_service import sender as sender
from tests.support.push_service import service as service
from tests.support.push_service import settings as settings
from tests.support.tables import altered, until


def about(game: str) -> Letter:
    """That it is Uma’s turn at her own table."""
    return Letter("k7Qm2xZ9vB3nR5wT", "question", game, "Uma", "Uma", True, 600)


async def test_only_the_browser_reads_what_is_sent(service: PushService, sender: PushSender) -> None:
    browser = Browser(service.endpoint())
    row = browser.row("k7Qm2xZ9vB3nR5wT", "uma")
    assert await sender.deliver(row, message(row, about("TCNCCC")), "topic", 600) == 201
    ((first, headers, body),) = service.sent
    assert first == "POST /send/abc?to=uma HTTP/1.1"
    said = {"ttl": "600", "topic": "topic", "urgency": "normal", "content-encoding": "aes128gcm"}
    assert said.items() <= headers.items()
    shown = {"title": "TCNCCC · Tertulia", "body": "It’s your turn.", "lang": "en", "dir": "ltr", "tag": row.room}
    assert browser.reads(body) == {"web_push": 8030, "notification": {**shown, "navigate": f"{HERE}/t/{row.room}"}}
    with pytest.raises(http_ece.ECEException):
        Browser(service.endpoint()).reads(body)


async def test_the_push_service_can_tell_who_sends(service: PushService, sender: PushSender) -> None:
    await sender.deliver(Browser(service.endpoint()).row("room", "uma"), b"{}", "topic", 600)
    scheme, token, key = service.sent[0][1]["authorization"].replace(",", "").split(" ")
    assert scheme == "vapid"
    assert key == f"k={sender.key.public}"
    head, claims, signature = token.removeprefix("t=").split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    told = json.loads(decoded(claims))
    assert (told["aud"], told["sub"]) == (service.endpoint().removesuffix("/send/abc?to=uma"), CONTACT)
    assert 0 < told["exp"] - time.time() <= 24 * 3600
    r, s = (int.from_bytes(decoded(signature)[part], "big") for part in (slice(32), slice(32, 64)))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(sender.key.public))
    public.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


async def test_messages_are_alike_long_and_each_encrypted_anew(service: PushService, sender: PushSender) -> None:
    browser = Browser(service.endpoint())
    row, said = browser.row("room", "uma"), []
    for title, language in (("X", "en"), ("A game with a long title", "fr"), ("X", "en")):
        await sender.deliver(row, message(replace(row, language=language), about(title)), "topic", 600)
        said.append(browser.reads(service.sent[-1][2])["notification"]["body"])
    bodies = [body for _, _, body in service.sent]
    assert said == ["It’s your turn.", "C’est à toi.", "It’s your turn."]
    assert (len({*map(len, bodies)}), len({*bodies})) == (1, 3)


def test_half_a_key_on_a_full_disk_is_not_left_to_stop_the_next_start(tmp_path: Path) -> None:
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, most[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            open_key(tmp_path / "push-key.pem")
    finally:  # at once: the report of this run may be written to a file, too
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("curve", [None, ec.SECP384R1()])
def test_what_is_no_key_stops_the_start(tmp_path: Path, settings: Settings, curve: ec.EllipticCurve | None) -> None:
    path = tmp_path / "key.pem"
    other = ec.generate_private_key(curve) if curve else None
    pem = other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) if other else b"no key"
    path.write_bytes(pem)
    with pytest.raises(ValueError, match="TERTULIA_PUSH_KEY_FILE: the key cannot be read or made"):
        create_app(altered(settings, push_contact=CONTACT, push_key_file=str(path)))
    assert path.read_bytes() == pem


# --- Where nothing is sent ---


WITHIN = [
    "127.0.0.1", "10.0.0.5", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.5",
    "64:ff9b::a00:5", "2002:a00:5::1", "2001:0:a00:5::1", "2001:db8::1",
]  # fmt: skip


def test_the_world_is_in_reach_at_the_port_of_https_alone_and_the_network_of_the_house_is_not() -> None:
    assert [address for address in WITHIN if is_public(address, 443)] == []
    for address in ("142.250.1.1", "2a00:1450:4001:80e::200a"):
        assert (is_public(address, 443), is_public(address, 22)) == (True, False)


async def test_nothing_is_sent_into_the_house_or_to_who_is_not_trusted(service: PushService, tmp_path: Path) -> None:
    key, row = open_key(tmp_path / "key.pem"), Browser(service.endpoint()).row("room", "uma")
    with pytest.raises(Unreachable):
        await PushSender(key, CONTACT, Outward(service.trusted())).deliver(row, b"{}", "topic", 600)
    with pytest.raises(ssl.SSLError):
        await PushSender(key, CONTACT, Outward(reaches=anywhere)).deliver(row, b"{}", "topic", 600)
    assert service.sent == []


async def test_a_push_service_that_does_not_answer_is_not_waited_for(
    service: PushService, sender: PushSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.push.outward.TIMEOUT_S", 0.2)
    service.silent = True
    with pytest.raises(TimeoutError):
        await sender.deliver(Browser(service.endpoint()).row("room", "uma"), b"{}", "topic", 600)


async def test_names_unresolved_keep_no_other_work_waiting(sender: PushSender, monkeypatch: pytest.MonkeyPatch) -> None:
    is_over = threading.Event()
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: is_over.wait() and [])
    monkeypatch.setattr("app.push.outward.TIMEOUT_S", 0.5)
    row = Browser("https://push.example/a").row("room", "uma")
    try:
        sent = [sender.deliver(row, b"{}", "topic", 600) for _ in range(40)]  # more than there are threads
        assert {type(error) for error in await asyncio.gather(*sent, return_exceptions=True)} == {TimeoutError}
        async with asyncio.timeout(5):
            await asyncio.to_thread(int)
    finally:
        is_over.set()


NO_ENDPOINTS = [
    "http://push.example/a", "https://127.0.0.1/a", "https://[::1]/a", "https://10.0.0.5/a", "ftp://push.example/a",
    "https://ann@push.example/a", "https://push.example", "https://push.example/a b", "https://push.example/a\r\nx:y",
    "https://push.example/é", "https://push.example/a#b", "https:///a", "https://push.example/" + "a" * 1000, "",
]  # fmt: skip


def test_an_endpoint_is_a_public_https_address_and_keys_are_those_of_a_browser() -> None:
    keys = Browser("").subscription["keys"]
    check("https://push.example/a", **keys)
    for endpoint in NO_ENDPOINTS:
        with pytest.raises(ValueError, match="not a public https address"):
            check(endpoint, **keys)
    zeros = {name: key + "\0" * 4 for name, key in keys.items()}  # which no database accepts
    for wrong in ({"p256dh": encoded(b"\4" + bytes(64))}, {"p256dh": ""}, {"auth": encoded(b"short")}, zeros):
        with pytest.raises(ValueError, match="the keys are not"):
            check("https://push.example/a", **{**keys, **wrong})


# --- The calls ---


@pytest.fixture
async def ann(app: FastAPI) -> AsyncIterator[Friend]:
    async with Friend(app, "Ann") as ann:
        yield ann


GOOD = Browser("https://push.example/send/abc").subscription


async def rows(app: FastAPI, room: str) -> list[Subscription]:
    """The subscriptions of those who sit in this room."""
    found = await app.state.services.rooms.find(room)
    subscriptions = app.state.services.store.subscriptions
    kept = [await subscriptions.of(room, seat.guest) for seat in found.table.seats if seat.guest is not None]
    return [row for rows in kept for row in rows]


async def test_a_player_says_how_to_be_called_or_not(app: FastAPI, ann: Friend, client: httpx.AsyncClient) -> None:
    key = (await client.get("/api/push")).json()["key"]
    assert (key, len(decoded(key))) == (app.state.services.push.key, 65)
    room = await ann.open_room(game="tcnccc", seats=2)
    path = f"/api/rooms/{room}/push"
    for _ in range(2):
        answer = await ann.http.post(path, json={"subscription": GOOD}, headers={"accept-language": "pt"})
        assert (answer.status_code, answer.content) == (204, b"")
    (row,) = await rows(app, room)
    assert (row.endpoint, row.page, row.language) == (GOOD["endpoint"], f"{HERE}/t/{room}", "pt")
    assert (await ann.http.request("DELETE", path, json={})).status_code == 204
    assert await rows(app, room) == []
    await client.get(f"/t/{room}")
    for method in ("POST", "DELETE"):
        answer = await client.request(method, path, json={"subscription": GOOD})
        assert (answer.status_code, answer.json()["code"]) == (422, "not_seated")


BAD: list[Any] = [
    {}, {"subscription": {**GOOD, "endpoint": "https://10.0.0.5/a"}}, {"subscription": GOOD, "more": 1},
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
    async with open_app(settings, limits_push=Rate(2, 60)) as app, Friend(app, "Ann") as ann:
        room = await ann.open_room(game="tcnccc", seats=2)
        answers = [await ann.http.post(f"/api/rooms/{room}/push", json={"subscription": GOOD}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [204, 204, 429]


@pytest.mark.usefixtures("gone_at_once")
async def test_from_the_page_to_the_push_service(app: FastAPI, ann: Friend, service: PushService) -> None:
    """Everything as assembled at startup, except for where messages may be sent."""
    app.state.services.push._wait_s = 0.02
    outward: Outward = app.state.services.push._sender.outward
    outward._trusts, outward._reaches = service.trusted(), anywhere
    browser = Browser(service.endpoint())
    room = await ann.open_room(game="tcnccc", seats=2)
    answer = await ann.http.post(f"/api/rooms/{room}/push", json={"subscription": browser.subscription})
    assert answer.status_code == 204
    page: Page = await ann.enter(room)
    await page.send(type="seat_bot", seat=1, level="medium")
    await page.send(type="doors", clock={"each": "question", "seconds": 600})  # otherwise nobody would be waited for
    await page.send(type="start")
    await until(lambda: page.frame.get("asked") == [0])
    await page.leave()
    await until(lambda: service.sent)
    assert browser.reads(service.sent[0][2])["notification"]["navigate"] == f"{HERE}/t/{room}"


# --- Where it is not switched on ---


async def test_where_it_is_not_switched_on_there_is_nothing(settings: Settings, tmp_path: Path) -> None:
    async with open_app(settings, push_contact="") as app, Friend(app, "Ann") as ann:
        room = await ann.open_room(game="tcnccc", seats=2)
        assert (await ann.http.get("/api/push")).status_code == 404
        assert (await ann.http.post(f"/api/rooms/{room}/push", json={"subscription": GOOD})).status_code == 404
        assert '"push":null' in (await ann.http.get(f"/t/{room}")).text
    assert "push-key.pem" not in os.listdir(tmp_path)


WITHOUT_THE_PACKAGE = """
import os, sys
sys.modules["cryptography"] = None
import app.server.process
from app.__main__ import main
app.server.process.serve = lambda *_: print("open") or 0
print(main([]), flush=True)
os.environ["TERTULIA_PUSH_CONTACT"] = "mailto:host@example.org"
print(main([]))
"""


def test_a_server_without_the_package_says_so_where_push_is_on_and_starts_where_it_is_off(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_THE_PACKAGE]
    given = environment(TERTULIA_DATABASE_URL=f"sqlite:///{tmp_path}/log.sqlite3")
    ended = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=True)
    why = "TERTULIA_PUSH_CONTACT switches Web Push on, and the package cryptography, which it needs, is not installed. "
    how = "Start with make run PUSH=1, or install tertulia[push].\n"
    assert (ended.stdout, ended.stderr) == ("open\nNone\n2\n", why + how)


async def test_the_worker_serves_every_page_and_stands_not_between_it_and_the_server(client: httpx.AsyncClient) -> None:
    answer = await client.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert re.findall(r"addEventListener\(['\"](\w+)['\"]", answer.text) == [
        "push",
        "pushsubscriptionchange",
        "notificationclick",
    ]
