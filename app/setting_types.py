"""Types of settings: how the text of a variable is read, and what is expected there, in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from app.protocol.places import PLACES
from app.protocol.room_codes import CELL

MOST_WORKERS: Final = 64
"""Processes for many thousand tables, which take more than a gigabyte: whoever asks for more has mistyped."""
MOST_DIGITS: Final = 10
"""Of a number: databases count in milliseconds, where longer ones would not fit."""
_HOST: Final = re.compile(r"[a-z0-9._:-]+")
_PATH: Final = re.compile(r"(/[A-Za-z0-9._~-]+)+")

Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Bind:
    """An address to listen on."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def takes_from(self, other: Bind) -> bool:
        """Whether the two conflict. Port 0 means any free port, and never does."""
        hosts = (self.host, other.host)
        both_ipv4 = not any(":" in host for host in hosts)
        same_host = self.host == other.host or "::" in hosts or ("0.0.0.0" in hosts and both_ipv4)
        return same_host and self.port == other.port != 0


@dataclass(frozen=True)
class Rate:
    """A burst of `times`, then one more every `seconds / times` seconds."""

    times: int
    seconds: int

    def __str__(self) -> str:
        return f"{self.times}/{self.seconds}s"


def _bind(value: str) -> Bind:
    host, _, port = value.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or _count(port) > 65535:
        raise ValueError
    host.encode("idna")  # raises ValueError for what can be no name
    with suppress(ValueError):
        host = str(ip_address(host))  # in one spelling
    return Bind(host, int(port))


def _rate(value: str) -> Rate:
    times, _, seconds = value.removesuffix("s").partition("/")
    return Rate(_some(times), _some(seconds))


def _count(value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) <= MOST_DIGITS):
        raise ValueError
    return int(value)


def _some(value: str) -> int:
    if not (count := _count(value)):
        raise ValueError
    return count


def _parts(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _origin(value: str) -> str:
    """As browsers send it: lower case, no default port, no path."""
    if "://" not in value:
        raise _unfitting(f"with http:// or https:// before {value!r}")
    parts = urlsplit(value)
    default_port = {"http": 80, "https": 443}.get(parts.scheme)
    if default_port is None or not parts.hostname or parts.port == 0:
        raise ValueError
    if "@" in parts.netloc:
        raise _unfitting("without a name or a password before the host")
    if parts.path not in ("", "/") or "?" in value or "#" in value:
        raise _unfitting(f"with nothing behind {parts.netloc}: a path is set in TERTULIA_PUBLIC_PATH")
    if not parts.netloc.isascii():
        raise _unfitting(f"with the host as browsers send it, {parts.hostname.encode('idna').decode()}")
    if not _HOST.fullmatch(parts.hostname):
        raise ValueError
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port not in (None, default_port) else "")


def _path(value: str) -> str:
    """As it stands in front of every path of the site: /games, and nothing at the top of a host."""
    if value.rstrip("/") == "":
        return ""
    path = f"/{value.strip('/')}"
    if not _PATH.fullmatch(path) or {".", ".."} & {*path.split("/")}:
        raise ValueError
    if (first := path.split("/")[1]) in PLACES:
        raise _unfitting(f"with another beginning than /{first}/, which Tertulia has itself")
    return path


def _unfitting(why: str) -> PydanticCustomError:
    return PydanticCustomError("unfitting", "{why}", {"why": why})


def _held(value: str | Path) -> str:
    """The text itself, or the file's content."""
    if isinstance(value, str):
        return value
    try:
        return value.read_text()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise PydanticCustomError("unreadable", "{why}", {"why": str(why)}) from None


def _address(value: str | Path) -> str:
    """The database's address, held like any secret. Some providers write postgres:// for postgresql://."""
    return re.sub("^postgres://", "postgresql://", _held(value).strip())


def elsewhere(value: Bind | None, info: ValidationInfo) -> Bind | None:
    """Validates a second address to listen on."""
    pages = info.data.get("bind")  # None if it is invalid itself
    if value and pages and value.takes_from(pages):
        raise _unfitting("on another port than TERTULIA_BIND")
    return value


def for_opening(value: str, info: ValidationInfo) -> str:
    """Validates the password for opening tables: it is there where it is asked for, and not where anyone may."""
    opening = info.data.get("opening")  # None if it is invalid itself
    if opening == "password" and not value:
        raise _unfitting("since TERTULIA_OPENING is password")
    if opening == "anyone" and value:
        raise _unfitting("and TERTULIA_OPENING=password, without which nobody is asked for it")
    return value


def from_proxies(value: str, info: ValidationInfo) -> str:
    """Validates a header that lets people in: anyone could send it where no proxy is trusted."""
    if value and not info.data.get("trusted_proxies"):
        raise _unfitting("with TERTULIA_TRUSTED_PROXIES, from which alone it is believed")
    if value and info.data.get("opening") == "anyone":
        raise _unfitting("and TERTULIA_OPENING=nobody or password, without which anyone is let in")
    return value


def _from_text(read: Callable[[str], Any]) -> BeforeValidator:
    """Reads text, which variables are; values that programs pass stay as they are."""
    return BeforeValidator(lambda value: read(value) if isinstance(value, str) else value)


def _expected(form: str) -> Any:
    return Field(description=form)


Address = Annotated[Bind, _from_text(_bind), _expected("an address and a port, such as 127.0.0.1:8000 or [::]:8000")]
AddressOrNone = Annotated[
    Bind | None,
    _from_text(lambda value: _bind(value if ":" in value else f"127.0.0.1:{value}") if value else None),
    _expected("a port of this machine, such as 9000, an address and a port, such as 10.0.0.11:9000, or nothing"),
]
Amount = Annotated[Rate, _from_text(_rate), _expected("how many in how many seconds, such as 30/600s")]
Count = Annotated[int, _from_text(_count), _expected("a whole number of at most ten digits")]
Some = Annotated[int, _from_text(_some), _expected("a whole number of at least 1")]
Workers = Annotated[
    int, _from_text(_count), Field(le=MOST_WORKERS), _expected(f"a whole number from 0 to {MOST_WORKERS}")
]
Origin = Annotated[str, AfterValidator(_origin)]
Origins = Annotated[
    tuple[Origin, ...], _from_text(_parts), _expected("origins, such as https://a.example,http://10.0.0.5:8000")
]
PathOfSite = Annotated[str, AfterValidator(_path), _expected("a path such as /games, or nothing")]
Networks = Annotated[tuple[Network, ...], _from_text(_parts), _expected("networks, such as 127.0.0.1,172.16.0.0/12")]
LogFormat = Annotated[Literal["auto", "json", "text"], _expected("auto, json or text")]
LogLevel = Annotated[Literal["debug", "info", "warning", "error"], _expected("debug, info, warning or error")]
Opening = Annotated[Literal["anyone", "password", "nobody"], _expected("anyone, password or nobody")]
Header = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9-]{0,60}$"), _expected("the name of a header, such as Remote-User, or nothing")
]
Contact = Annotated[
    str,
    Field(pattern=r"^(mailto:[^\s@]+@[^\s@]+|https://[^\s/]+(/\S*)?)?$"),
    _expected("mailto: with an address, or an https address, or nothing"),
]
Name = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_.-]{0,60}$"), _expected("letters, digits, dots and hyphens, or nothing")
]
Cell = Annotated[str, Field(pattern=f"^({CELL.pattern})?$"), _expected("two lower-case letters or digits, or nothing")]
Text = Annotated[str, Field(min_length=1), _expected("some text")]
Password = Annotated[
    str, BeforeValidator(lambda value: _held(value).strip()), Field(pattern=r"^(.{6,200})?$", repr=False),
    _expected("a password of at least six characters"),
]  # fmt: skip
ShortText = Annotated[str, Field(max_length=2000), _expected("at most 2000 letters, or nothing")]
Secret = Annotated[str, BeforeValidator(_address), Field(min_length=1, repr=False), _expected("some text")]
