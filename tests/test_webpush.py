"""Messages of Web Push: who can read them, what a push service is told, and where nothing is ever sent."""

from __future__ import annotations

import json
import ssl
import stat
import time
from pathlib import Path

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from msgspec.structs import replace

from app.main import create_app
from app.push.notifier import message
from app.push.webpush import Postman, Unreachable, check, is_public, open_key, sealed
from app.settings import Settings
from tests.altered import altered
from tests.conftest import HERE
from tests.pushing import CONTACT, Browser, PushService, anywhere, decoded, encoded
from tests.pushing import postman as postman
from tests.pushing import service as service

# --- The message ---


async def test_only_the_browser_reads_what_is_sent(service: PushService, postman: Postman) -> None:
    browser = Browser(service.endpoint())
    row = browser.row("k7Qm2xZ9vB3nR5wT", "uma")
    assert await postman.deliver(row, message(row, "TCNCCC"), "topic") == 201
    ((first, headers, body),) = service.sent
    assert first == "POST /send/abc?to=uma HTTP/1.1"
    assert {name: headers[name] for name in ("ttl", "topic", "urgency", "content-encoding")} == {
        "ttl": "600",
        "topic": "topic",
        "urgency": "normal",
        "content-encoding": "aes128gcm",
    }
    assert browser.reads(body) == {
        "web_push": 8030,
        "notification": {
            "title": "TCNCCC · Tertulia",
            "body": "It’s your turn.",
            "lang": "en",
            "dir": "ltr",
            "tag": "k7Qm2xZ9vB3nR5wT",
            "navigate": f"{HERE}/t/k7Qm2xZ9vB3nR5wT",
        },
    }
    with pytest.raises(http_ece.ECEException):
        Browser(service.endpoint()).reads(body)


async def test_the_push_service_can_tell_who_sends(service: PushService, postman: Postman) -> None:
    await postman.deliver(Browser(service.endpoint()).row("room", "uma"), b"{}", "topic")
    scheme, token, key = service.sent[0][1]["authorization"].replace(",", "").split(" ")
    assert scheme == "vapid"
    assert key == f"k={postman.key.public}"
    head, claims, signature = token.removeprefix("t=").split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    told = json.loads(decoded(claims))
    assert told["aud"] == service.endpoint().removesuffix("/send/abc?to=uma")
    assert told["sub"] == CONTACT
    assert 0 < told["exp"] - time.time() <= 24 * 3600
    r, s = (int.from_bytes(decoded(signature)[part], "big") for part in (slice(32), slice(32, 64)))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(postman.key.public))
    public.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


async def test_every_message_is_as_long_as_every_other(service: PushService, postman: Postman) -> None:
    row = Browser(service.endpoint()).row("room", "uma")
    for title, language in (("X", "en"), ("A game with a long title", "de")):
        await postman.deliver(row, message(replace(row, language=language), title), "topic")
    assert len({len(body) for _, _, body in service.sent}) == 1


def test_a_message_is_in_the_readers_language() -> None:
    row = replace(Browser("https://push.example/a").row("room", "uma"), language="fr")
    shown = json.loads(message(row, "TCNCCC"))["notification"]
    assert (shown["lang"], shown["body"]) == ("fr", "C’est à toi.")


def test_no_two_messages_are_encrypted_alike() -> None:
    browser = Browser("https://push.example/a")
    keys = browser.subscription["keys"]
    first, second = (sealed(b"the same", **keys) for _ in range(2))
    assert first != second
    assert browser.opens(first) == browser.opens(second) == b"the same"


# --- The key ---


def test_the_key_is_made_once_and_is_nobody_elses_to_read(tmp_path: Path) -> None:
    path = tmp_path / "data" / "push-key.pem"
    key = open_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert open_key(path).public == key.public
    assert len(decoded(key.public)) == 65


@pytest.mark.parametrize("curve", [None, ec.SECP384R1()])
def test_a_file_that_is_no_such_key_stops_the_start_in_words(
    tmp_path: Path, settings: Settings, curve: ec.EllipticCurve | None
) -> None:
    path = tmp_path / "key.pem"
    other = ec.generate_private_key(curve) if curve else None
    pem = other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) if other else b"no key"
    path.write_bytes(pem)
    with pytest.raises(ValueError, match="TERTULIA_PUSH_KEY_FILE: the key cannot be read or made"):
        create_app(altered(settings, push_contact=CONTACT, push_key_file=str(path)))
    assert path.read_bytes() == pem


# --- Where nothing is sent ---


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.5", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.5", "64:ff9b::a00:5", "2002:a00:5::1", "2001:0:a00:5::1", "2001:db8::1",
    ],
)  # fmt: skip
def test_the_network_of_the_house_is_out_of_reach(address: str) -> None:
    assert not is_public(address, 443)


@pytest.mark.parametrize("address", ["142.250.1.1", "2a00:1450:4001:80e::200a"])
def test_the_world_is_in_reach_at_the_port_of_https_alone(address: str) -> None:
    assert is_public(address, 443)
    assert not is_public(address, 22)


async def test_nothing_is_sent_to_a_name_that_leads_into_the_house_or_without_a_certificate_we_trust(
    service: PushService, tmp_path: Path
) -> None:
    key, row = open_key(tmp_path / "key.pem"), Browser(service.endpoint()).row("room", "uma")
    with pytest.raises(Unreachable):
        await Postman(key, CONTACT, service.trusted()).deliver(row, b"{}", "topic")
    with pytest.raises(ssl.SSLError):
        await Postman(key, CONTACT, reaches=anywhere).deliver(row, b"{}", "topic")
    assert service.sent == []


async def test_a_push_service_that_does_not_answer_is_not_waited_for(
    service: PushService, postman: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.push.webpush.TIMEOUT_S", 0.2)
    service.silent = True
    with pytest.raises(TimeoutError):
        await postman.deliver(Browser(service.endpoint()).row("room", "uma"), b"{}", "topic")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a", "https://127.0.0.1/a", "https://[::1]/a", "https://10.0.0.5/a", "ftp://push.example/a",
        "https://ann@push.example/a", "https://push.example", "https://push.example/a b", "https://push.example/a\r\nx:y",
        "https://push.example/é", "https://push.example/a#b", "https:///a", "https://push.example/" + "a" * 1000, "",
    ],
)  # fmt: skip
def test_an_endpoint_is_a_public_https_address(endpoint: str) -> None:
    with pytest.raises(ValueError, match="no public https address"):
        check(endpoint, **Browser("").subscription["keys"])


@pytest.mark.parametrize("wrong", [{"p256dh": encoded(b"\4" + bytes(64))}, {"p256dh": ""}, {"auth": encoded(b"short")}])
def test_keys_are_those_of_a_browser(wrong: dict[str, str]) -> None:
    keys = Browser("").subscription["keys"]
    check("https://push.example/a", **keys)
    with pytest.raises(ValueError, match="the keys are not"):
        check("https://push.example/a", **{**keys, **wrong})
