"""Requests to a server as a browser makes them, each on a connection of its own, without following redirects."""

import http.client
import ssl
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import SplitResult

import msgspec

TIMEOUT_S: Final = 5
MOST_BYTES: Final = 1_000_000
AGENT: Final = "Mozilla/5.0 (Tertulia doctor)"
"""Not that of a program that fetches previews, which gets no cookie."""


class NoAnswer(Exception):
    """Nothing answers there; the message says why. `certificate`: it is the certificate that is not accepted."""

    def __init__(self, why: str, certificate: bool = False) -> None:
        super().__init__(why)
        self.certificate = certificate


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes
    certificate: dict[str, Any] = field(default_factory=dict)
    """As ssl tells it; empty over http, or where it was not verified."""

    @property
    def json(self) -> dict[str, Any]:
        """The body, if it is a JSON object; otherwise nothing."""
        try:
            decoded = msgspec.json.decode(self.body)
        except msgspec.DecodeError:
            return {}
        return decoded if isinstance(decoded, dict) else {}


class Visitor:
    """Somebody who asks one site."""

    def __init__(self, site: SplitResult, *, trusting: bool = False) -> None:
        """`site`: the URL under which people find it; `trusting`: accept any certificate."""
        self.site = site
        self._context = ssl._create_unverified_context() if trusting else ssl.create_default_context()

    @property
    def origin(self) -> str:
        """Of its pages, as browsers send it."""
        return f"{self.site.scheme}://{self.site.netloc.lower()}"

    def ask(self, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> Answer:
        """The answer to a request for this path below that of the site. `headers`: with _ in place of -. Raises
        NoAnswer."""
        return self._answer(f"{self.site.path.rstrip('/')}{path}", method, body, headers)

    def ask_above(self, path: str) -> Answer:
        """The same at the top of the host."""
        return self._answer(path, "GET", b"", {})

    def _answer(self, path: str, method: str, body: bytes, headers: dict[str, str]) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            with closing(self._connection()) as connection:
                connection.request(method, path, body or None, {"user-agent": AGENT, **named})
                certificate = connection.sock.getpeercert() if isinstance(connection.sock, ssl.SSLSocket) else {}
                answer = connection.getresponse()
                read = b"" if answer.status == http.client.SWITCHING_PROTOCOLS else answer.read(MOST_BYTES)
                return Answer(answer.status, answer.headers, read, certificate or {})
        except ssl.SSLCertVerificationError as error:
            raise NoAnswer(error.verify_message, certificate=True) from None
        except TimeoutError:
            raise NoAnswer(f"no answer within {TIMEOUT_S} seconds") from None
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(getattr(error, "strerror", None) or str(error) or type(error).__name__) from None

    def _connection(self) -> http.client.HTTPConnection:
        host = self.site.hostname or ""
        if self.site.scheme == "https":
            return http.client.HTTPSConnection(host, self.site.port, timeout=TIMEOUT_S, context=self._context)
        return http.client.HTTPConnection(host, self.site.port, timeout=TIMEOUT_S)
