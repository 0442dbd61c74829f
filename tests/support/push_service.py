"""A browser with push notifications, which decrypts with independent code, and a push service over TLS, which may
answer badly; a webhook’s receiver is such a one, too."""

import asyncio
import json
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from app.push.outward import Outward
from app.push.webpush import PushSender, open_key
from app.settings import Settings
from app.storage.subscriptions import Subscription
from tests.conftest import HERE
from tests.support.tables import altered

CONTACT = "mailto:ann@games.example"


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Browser:
    """A browser's part of a subscription, and how it decrypts messages."""

    def __init__(self, endpoint: str, auth: bytes = b"sixteen bytes of") -> None:
        self.endpoint = endpoint
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = auth

    @property
    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": encoded(point(self.private.public_key())), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def reads(self, body: bytes) -> Any:
        return json.loads(self.opens(body))

    def opens(self, body: bytes) -> bytes:
        return http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth, version="aes128gcm")

    def row(self, room: str, guest: str, device: str = "") -> Subscription:
        whose = {"room": room, "guest": guest, "device": device or guest}
        keys, page = self.subscription["keys"], f"{HERE}/t/{room}"
        return Subscription(**whose, endpoint=self.endpoint, **keys, page=page, language="en")


class PushService:
    """A push service on a port of its own, over TLS, that keeps the headers and bodies it is sent."""

    def __init__(self, folder: Path) -> None:
        self.certificate = folder / "certificate.pem"
        self.certificate.write_bytes(a_certificate())
        self.status = 201
        self.sent: list[tuple[str, dict[str, str], bytes]] = []
        self.silent = False
        self.says: bytes | None = None
        """What it answers in place of a response with its status."""

    async def open(self) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=context)

    async def close(self) -> None:
        self._server.close()
        await self._server.wait_closed()

    def endpoint(self, path: str = "/send/abc?to=uma") -> str:
        return f"https://localhost:{self._server.sockets[0].getsockname()[1]}{path}"

    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.certificate)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("ascii").strip().split("\r\n")
            headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
            self.sent.append((first, headers, await reader.readexactly(int(headers["content-length"]))))
            if self.silent:
                await reader.read()
            elif self.says is not None:
                writer.write(self.says)
                await writer.drain()
            else:
                writer.write(f"HTTP/1.1 {self.status} Whatever\r\ncontent-length: 0\r\n\r\n".encode())
                await writer.drain()
        finally:
            writer.transport.abort()


def a_certificate() -> bytes:
    """A certificate for localhost, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    signed = made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + signed


def anywhere(_address: str, _port: int) -> bool:
    return True


def trusting(service: PushService, folder: Path) -> PushSender:
    """A sender that trusts the test's service, though it is on this machine."""
    return PushSender(open_key(folder / "key.pem"), CONTACT, Outward(service.trusted(), anywhere))


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    """Those of a server that calls people."""
    return altered(settings, push_contact=CONTACT, push_key_file=str(tmp_path / "push-key.pem"))


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[PushService]:
    service = PushService(tmp_path)
    await service.open()
    yield service
    await service.close()


@pytest.fixture
def sender(service: PushService, tmp_path: Path) -> PushSender:
    """A sender that trusts the service of the test."""
    return trusting(service, tmp_path)
