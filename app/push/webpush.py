"""Web Push: messages are encrypted for a browser (RFC 8291), signed for its push service (RFC 8292) and delivered there
(RFC 8030).

Imported only where push is on, since it needs an optional package.
"""

import asyncio
import secrets
import time
from base64 import b64decode, urlsafe_b64encode
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from app.private_files import keep_private, make_folder, make_new_file
from app.push.outward import Outward, is_sound
from app.storage.subscriptions import Subscription

SIGNED_FOR_S: Final = 12 * 3600  # at most a day (RFC 8292, 2)
PADDED_TO: Final = 1024  # all messages have the same length
RECORD: Final = 4096
NONCE: Final = 12

# --- The key of this server ---------------------------------------------------------------------------------


class Key:
    """The key pair that identifies this server to push services."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public = _encoded(_point(private.public_key()))
        """As browsers take it: applicationServerKey."""

    def seal(self, text: str, whose: str) -> bytes:
        """This secret, for the database, as only the holder of the key can read it, and only as this guest's."""
        nonce = secrets.token_bytes(NONCE)
        return nonce + AESGCM(self._at_rest).encrypt(nonce, text.encode(), whose.encode())

    def unseal(self, sealed: bytes, whose: str) -> str | None:
        """The secret that was sealed; None: with another key, or as somebody else's."""
        try:
            return AESGCM(self._at_rest).decrypt(sealed[:NONCE], sealed[NONCE:], whose.encode()).decode()
        except InvalidTag:
            return None

    @cached_property
    def _at_rest(self) -> bytes:
        own = self._private.private_numbers().private_value.to_bytes(32, "big")
        return _derived(own, b"", b"Tertulia: webhooks at rest", 32)

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
    if not is_sound(endpoint):
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


class PushSender:
    """Delivers messages to push services. `contact`: where they may report trouble."""

    def __init__(self, key: Key, contact: str, outward: Outward) -> None:
        self.key = key
        self._contact = contact
        self.outward = outward

    async def deliver(self, to: Subscription, text: bytes, topic: str, kept_s: int) -> int:
        """Deliver a message, which the push service keeps so long for a browser that is offline; returns its status. A
        newer message of the same topic replaces one that is still waiting. Raises like Outward.post()."""
        headers, body = await asyncio.to_thread(self._message, to, text)
        return await self.outward.post(to.endpoint, {**headers, "TTL": str(kept_s), "Topic": topic}, body)

    def _message(self, to: Subscription, text: bytes) -> tuple[dict[str, str], bytes]:
        headers = {
            "Authorization": self.key.authorization(to.endpoint, self._contact, time.time()),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "Urgency": "normal",
        }
        return headers, sealed(text.ljust(PADDED_TO), to.p256dh, to.auth)
