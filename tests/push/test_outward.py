"""What is sent to addresses that guests name, and what comes back: the same for push services and webhooks."""

import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.push.outward import Outward, Unreachable, is_sound
from app.push.webhooks import Hook, Line
from app.push.webpush import PushSender, open_key
from app.storage.subscriptions import Webhook
from tests.support.push_service import CONTACT, Browser, PushService, anywhere
from tests.support.push_service import service as service

Send = Callable[[Outward, str], Awaitable[int]]
LINE = Line("TCNCCC · Tertulia", "Ben: It’s your turn.", "https://games.example/t/k7Qm2xZ9vB3nR5wT", "Ben", "TCNCCC")
MUCH = 10_000_000


@pytest.fixture(params=["a push service", "a webhook"])
def send(request: pytest.FixtureRequest, tmp_path: Path) -> Send:
    """Sends something there in one of the two ways."""
    sender_key = open_key(tmp_path / "key.pem")

    def to_push_service(outward: Outward, url: str) -> Awaitable[int]:
        return PushSender(sender_key, CONTACT, outward).deliver(Browser(url).row("room", "ben"), b"{}", "topic", 600)

    def to_webhook(outward: Outward, url: str) -> Awaitable[int]:
        row = Webhook(guest="ben", kind="discord", address=b"", origin="", language="en")
        return Hook(row, url, outward, Mock()).send(LINE)

    return to_push_service if request.param == "a push service" else to_webhook


@pytest.fixture
def outward(service: PushService) -> Outward:
    """A way out that trusts the test's service, though it is on this machine."""
    return Outward(service.trusted(), anywhere)


@pytest.mark.parametrize("status", [200, 204, 301, 307, 404, 410, 429, 500])
async def test_the_status_is_all_that_is_heard_and_nothing_is_followed(
    service: PushService, outward: Outward, send: Send, status: int
) -> None:
    service.says = f"HTTP/1.1 {status} Whatever\r\nlocation: {service.endpoint('/elsewhere')}\r\n\r\n".encode()
    assert await send(outward, service.endpoint("/hook")) == status
    assert [first.split()[1] for first, _, _ in service.sent] == ["/hook"]


async def test_a_flood_is_not_read(service: PushService, outward: Outward, send: Send) -> None:
    service.says = b"HTTP/1.1 200 OK\r\n\r\n" + bytes(MUCH)
    assert await send(outward, service.endpoint()) == 200


@pytest.mark.parametrize(
    "says", [b"", b"HTTP/1.1", b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 2000 OK\r\n", b"HTTP/1.1 200" + b" " * 100_000]
)
async def test_what_is_no_answer_is_told_apart(service: PushService, outward: Outward, send: Send, says: bytes) -> None:
    service.says = says
    with pytest.raises((ValueError, ConnectionError)):
        await send(outward, service.endpoint())


async def test_who_does_not_answer_is_not_waited_for(
    service: PushService, outward: Outward, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.push.outward.TIMEOUT_S", 0.3)
    service.silent = True
    with pytest.raises(TimeoutError):
        await send(outward, service.endpoint())


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "169.254.169.254"])
async def test_nothing_is_sent_into_our_own_network(service: PushService, send: Send, host: str) -> None:
    inward = service.endpoint().replace("localhost", host)
    with pytest.raises(Unreachable):
        await send(Outward(service.trusted()), inward)
    assert service.sent == []


async def test_nothing_is_sent_to_who_is_not_trusted(service: PushService, send: Send) -> None:
    with pytest.raises(ssl.SSLError):
        await send(Outward(reaches=anywhere), service.endpoint())
    assert service.sent == []


async def test_what_was_looked_up_is_what_is_called(
    service: PushService, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that leads to one address when it is checked, and to another one afterwards."""
    port = int(service.endpoint().split(":")[2].split("/")[0])
    answers = iter([[(2, 1, 6, "", ("127.0.0.1", port))], [(2, 1, 6, "", ("192.0.2.1", port))]])
    checked: list[str] = []
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: next(answers))
    outward = Outward(service.trusted(), lambda address, _: not checked.append(address))
    await send(outward, service.endpoint())
    assert (checked, len(service.sent)) == (["127.0.0.1"], 1)


def test_an_address_that_cannot_be_one_is_no_sound_one() -> None:
    good = ("https://discord.com/api/webhooks/1/a-b_c", "https://ntfy.sh/topic", "https://[2a00:1450:4001:80e::200a]/a")
    bad = (
        "http://ntfy.sh/topic", "https://ntfy.sh:70000/a", "https://[::1/a", "https://ann:b@ntfy.sh/a", "https://ntfy.sh",
        "https://10.0.0.5/a", "https://8.8.8.8:22/a", "https://ntfy.sh/a b", "https://ntfy.sh/a\r\nX: y", "",
    )  # fmt: skip
    assert [url for url in good if not is_sound(url)] == []
    assert [url for url in bad if is_sound(url)] == []
