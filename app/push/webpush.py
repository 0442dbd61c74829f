"""Web Push: messages are encrypted for a browser (RFC 8291), signed for its push service (RFC 8292) and delivered there
(RFC 8030).

Imported only where push is on, since it needs an optional package.
"""

import asyncio
import re
import secrets
import socket
import ssl
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from app.private_files import keep_private, make_folder, make_new_file
from app.storage.subscriptions import Subscription

TIMEOUT_S: Final = 10.0
CONNECT_S: Final = 3.0  # to each address of a push service
SIGNED_FOR_S: Final = 12 * 3600  # at most a day (RFC 8292, 2)
PADDED_TO: Final = 1024  # all messages have the same length
RECORD: Final = 4096
MOST_ENDPOINT: Final = 1000
HTTPS: Final = 443
RESOLVERS: Final = 32
"""Dedicated threads: clients name the hosts, and a name server that does not answer blocks its thread for long."""

# Printable ASCII without spaces: nothing that ends a line of a request. No credentials, no fragment.
_ENDPOINT: Final = re.compile(r"https://[A-Za-z0-9.:\[\]-]+/[!\"$-~]*")
# Addresses that embed an arbitrary IPv4 address: Teredo and 6to4. Outside 2000::/3 nothing is public.
_UNICAST: Final = ip_network("2000::/3")
_TUNNELS: Final = (ip_network("2001::/32"), ip_network("2002::/16"))


class Unreachable(Exception):
    """The endpoint has an address to which messages are not sent."""


# --- The key of this server ---------------------------------------------------------------------------------


class Key:
    """The key pair that identifies this server to push services."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public = _encoded(_point(private.public_key()))
        """As browsers take it: applicationServerKey."""

    def authorization(self, endpoint: str, contact: str, now: float) -> str:
        """The Authorization header for a message to this endpoint."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + SIGNED_FOR_S, "sub": contact}
        token = ".".join(_encoded(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._private.sign(token.encode(), ec.ECDSA(hashes.SHA256())))
        signature = _encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={token}.{signature}, k={self.public}"


def open_key(path: Path) -> Key:
    """The key in this file, created if missing. Raises ValueError and OSError."""
    make_folder(path.parent)
    keep_private(path)
    with suppress(FileExistsError):
        made = ec.generate_private_key(ec.SECP256R1())
        pkcs8 = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        _write_new(path, made.private_bytes(serialization.Encoding.PEM, *pkcs8))
    private = serialization.load_pem_private_key(path.read_bytes(), None)
    if not isinstance(private, ec.EllipticCurvePrivateKey) or private.curve.name != "secp256r1":
        raise ValueError("not a key of the curve P-256")
    return Key(private)


def _write_new(path: Path, pem: bytes) -> None:
    """Write a new key file, or none: half a key, left by a full disk, would break every later start. Raises
    FileExistsError, OSError."""
    make_new_file(path)
    try:
        path.write_bytes(pem)
    except OSError:
        path.unlink()
        raise


# --- A message for one browser ------------------------------------------------------------------------------


def sealed(text: bytes, p256dh: str, auth: str) -> bytes:
    """The message encrypted for the browser with these keys: one record of aes128gcm (RFC 8188)."""
    browser = _browser_key(p256dh)
    own = ec.generate_private_key(ec.SECP256R1())
    shared = own.exchange(ec.ECDH(), browser)
    own_point, salt = _point(own.public_key()), secrets.token_bytes(16)
    return _record(text, shared, _secret(auth), _point(browser), own_point, salt)


def _record(text: bytes, shared: bytes, secret: bytes, browser: bytes, own: bytes, salt: bytes) -> bytes:
    secret = _derived(shared, secret, b"WebPush: info\0" + browser + own, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(own)]) + own
    return header + AESGCM(key).encrypt(nonce, text + b"\2", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def check(endpoint: str, p256dh: str, auth: str) -> None:
    """Raises ValueError, in words, for a subscription that no browser would issue."""
    host = urlsplit(endpoint).hostname if _ENDPOINT.fullmatch(endpoint) else None
    if host is None or len(endpoint) > MOST_ENDPOINT or _is_private(host):
        raise ValueError("the endpoint is not a public https address")
    try:
        _browser_key(p256dh)
        _secret(auth)
    except ValueError:
        raise ValueError("the keys are not those of a subscription") from None


def _browser_key(p256dh: str) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))


def _secret(auth: str) -> bytes:
    if len(secret := _decoded(auth)) != 16:
        raise ValueError("a secret has 16 bytes")
    return secret


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", validate=True)


# --- Delivery -----------------------------------------------------------------------------------------------


def is_public(address: str, port: int) -> bool:
    """Whether a push service may have this address: clients name endpoints, and none may lead into our network."""
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address) and (parsed not in _UNICAST or any(parsed in tunnel for tunnel in _TUNNELS)):
        return False
    return port == HTTPS and parsed.is_global and not parsed.is_multicast


def _is_private(host: str) -> bool:
    with suppress(ValueError):
        return not is_public(host, HTTPS)
    return False  # a name: checked when it is resolved for sending


class PushSender:
    """Delivers messages to push services. `contact`: where they may report trouble."""

    def __init__(
        self,
        key: Key,
        contact: str,
        trusts: ssl.SSLContext | None = None,
        reaches: Callable[[str, int], bool] = is_public,
    ) -> None:
        """`trusts`: default: the system's certificates. `reaches`: whether an address and port are allowed."""
        self.key = key
        self._contact = contact
        self._trusts = trusts or ssl.create_default_context()
        self._reaches = reaches
        self._resolver = ThreadPoolExecutor(RESOLVERS, "resolver")

    async def deliver(self, to: Subscription, text: bytes, topic: str, kept_s: int) -> int:
        """Deliver a message, which the push service keeps so long for a browser that is offline; returns its status. A
        newer message of the same topic replaces one that is still waiting. Raises Unreachable, OSError, TimeoutError,
        ValueError."""
        url = urlsplit(to.endpoint)
        async with asyncio.timeout(TIMEOUT_S):
            request = await asyncio.to_thread(self._request, to, url, text, topic, kept_s)
            reader, writer = await self._connect(url.hostname or "", url.port or HTTPS)
            try:
                writer.write(request)
                await writer.drain()
                return _status(await reader.readline())
            finally:
                writer.transport.abort()

    def _request(self, to: Subscription, url: SplitResult, text: bytes, topic: str, kept_s: int) -> bytes:
        body = sealed(text.ljust(PADDED_TO), to.p256dh, to.auth)
        headers = {
            "Host": url.netloc,
            "Authorization": self.key.authorization(to.endpoint, self._contact, time.time()),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "Content-Length": str(len(body)),
            "TTL": str(kept_s),
            "Topic": topic,
            "Urgency": "normal",
            "Connection": "close",
        }
        path = url.path + (f"?{url.query}" if url.query else "")
        lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        return "\r\n".join(lines).encode("ascii") + body

    async def _connect(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connects to the very address that was checked: a name may resolve differently the next time."""
        resolve = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        infos = await asyncio.get_running_loop().run_in_executor(self._resolver, resolve)
        addresses = list(dict.fromkeys(str(address[0]) for *_, address in infos))
        if not all(self._reaches(address, port) for address in addresses):
            raise Unreachable
        failure: OSError = ConnectionError()
        for address in addresses:
            try:
                async with asyncio.timeout(CONNECT_S):
                    return await asyncio.open_connection(address, port, ssl=self._trusts, server_hostname=host)
            except OSError as error:  # TimeoutError is an OSError
                failure = error
        raise failure


def _status(line: bytes) -> int:
    """The status in the first line of a response. Raises ValueError."""
    if (match := re.match(rb"HTTP/1\.[01] (\d{3})\b", line)) is None:
        raise ValueError("not an HTTP/1.1 response")
    return int(match[1])
