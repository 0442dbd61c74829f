"""What can be set from outside: environment variables named TERTULIA_…, typed and checked at the start.

Every setting has a default that is right for one machine at home. A variable that nobody knows, or whose
value does not fit, is an error that says what came and what was expected; nothing is guessed. What may hold a
password can stand in a file, whose name has the variable with _FILE behind its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Self, get_type_hints
from urllib.parse import urlsplit

from msgspec import Struct

from app.protocol.room_codes import CELL

PREFIX: Final = "TERTULIA_"
SECRET: Final = frozenset({"TERTULIA_DATABASE_URL"})
IN_FILE: Final = "_FILE"

_HOST: Final = re.compile(r"[a-z0-9._:-]+")

Network = IPv4Network | IPv6Network


class BadSetting(ValueError):
    """A variable of the environment is unknown or does not fit."""


class Bind(Struct, frozen=True):
    """Where to listen."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class Rate(Struct, frozen=True):
    """So many at once, and one more every `seconds / times` after that."""

    times: int
    seconds: int

    def __str__(self) -> str:
        return f"{self.times}/{self.seconds}s"


# --- How each kind of setting is read -----------------------------------------------------------------------


class Kind(Struct, frozen=True):
    """`read` raises ValueError for what does not fit; `expected` says what would."""

    read: Callable[[str], Any]
    expected: str


class Unfitting(ValueError):
    """A value that does not fit, and why."""


def _bind(value: str) -> Bind:
    host, _, port = value.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or _count(port) > 65535:
        raise ValueError
    return Bind(host, int(port))


def _bind_or_none(value: str) -> Bind | None:
    return _bind(value) if value else None


def _rate(value: str) -> Rate:
    times, _, seconds = value.removesuffix("s").partition("/")
    rate = Rate(_count(times), _count(seconds))
    if not rate.times or not rate.seconds:
        raise ValueError
    return rate


def _count(value: str) -> int:
    if not (value.isascii() and value.isdecimal()):
        raise ValueError
    return int(value)


def _origins(value: str) -> tuple[str, ...]:
    return tuple(_origin(part) for part in _parts(value))


def _origin(value: str) -> str:
    """Exactly what browsers send: small letters, no default port, nothing behind."""
    if "://" not in value:
        raise Unfitting(f"with http:// or https:// before {value!r}")
    parts = urlsplit(value)
    default_port = {"http": 80, "https": 443}.get(parts.scheme)
    if default_port is None or not parts.hostname or parts.port == 0:
        raise ValueError
    if "@" in parts.netloc:
        raise Unfitting("without a name or a password before the host")
    if parts.path not in ("", "/") or "?" in value or "#" in value:
        raise Unfitting(f"with nothing behind {parts.netloc}: Tertulia is at the top of its host")
    if not parts.netloc.isascii():
        raise Unfitting(f"with the host as browsers send it, {parts.hostname.encode('idna').decode()}")
    if not _HOST.fullmatch(parts.hostname):
        raise ValueError
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port not in (None, default_port) else "")


def _networks(value: str) -> tuple[Network, ...]:
    return tuple(ip_network(part) for part in _parts(value))


def _parts(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _log_level(value: str) -> str:
    if value not in ("debug", "info", "warning", "error"):
        raise ValueError
    return value


def _contact(value: str) -> str:
    if value and not re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://[^\s/]+(/\S*)?", value, re.ASCII):
        raise ValueError
    return value


def _name(value: str) -> str:
    if not re.fullmatch(r"[\w.-]{0,60}", value, re.ASCII):
        raise ValueError
    return value


def _cell(value: str) -> str:
    if value and not CELL.fullmatch(value):
        raise ValueError
    return value


def _text(value: str) -> str:
    if not value:
        raise ValueError
    return value


_Bind = Annotated[Bind, Kind(_bind, "an address and a port, such as 127.0.0.1:8000 or [::]:8000")]
_BindOrNone = Annotated[Bind | None, Kind(_bind_or_none, "an address and a port, such as 127.0.0.1:9000, or nothing")]
_Rate = Annotated[Rate, Kind(_rate, "how many in how many seconds, such as 30/600s")]
_Count = Annotated[int, Kind(_count, "a whole number")]
_Origins = Annotated[tuple[str, ...], Kind(_origins, "origins, such as https://a.example,http://10.0.0.5:8000")]
_Networks = Annotated[tuple[Network, ...], Kind(_networks, "networks, such as 127.0.0.1,172.16.0.0/12")]
_LogLevel = Annotated[str, Kind(_log_level, "debug, info, warning or error")]
_Contact = Annotated[str, Kind(_contact, "mailto: with an address, or an https address, or nothing")]
_Name = Annotated[str, Kind(_name, "letters, digits, dots and hyphens, or nothing")]
_Cell = Annotated[str, Kind(_cell, "two small letters or digits, or nothing")]
_Text = Annotated[str, Kind(_text, "some text")]


# --- The settings -------------------------------------------------------------------------------------------


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that can be set. The field `bind` is the variable TERTULIA_BIND, and so on."""

    bind: _Bind = Bind("127.0.0.1", 8000)
    database_url: _Text = "sqlite:///data/tertulia.sqlite3"
    node: _Name = ""
    """What this process is called where several serve one house; none: as the machine."""

    cell: _Cell = ""
    """What the codes of new rooms begin with, where several databases serve one house."""

    public_origin: _Origins = ()
    """What people open, such as https://games.example.org; none: whatever host a request was sent to, if it is one
    that nobody on the Internet can lead here."""
    trusted_proxies: _Networks = ()
    """The proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""

    metrics_bind: _BindOrNone = None
    """Where a Prometheus may ask how the house does, at /metrics. None: nowhere."""

    bot_delay_ms: _Count = 1500
    """How long a bot seems to think."""
    log_level: _LogLevel = "info"

    push_contact: _Contact = ""
    """Whom push services may write to about this server. Empty: Web Push is off."""
    push_key_file: _Text = "data/push-key.pem"
    """The key by which push services know this server; made when it is not there."""

    keep_unstarted_hours: _Count = 2
    """How long a room is kept in which nothing has happened, before a game begins in it; while one rests; after one."""
    keep_resting_days: _Count = 14
    keep_finished_days: _Count = 365

    disk_free_for_rooms_mb: _Count = 500
    """What has to be free on the disk with an SQLite file for a new room; and for a move. 0: it does not matter."""
    disk_free_for_moves_mb: _Count = 50

    # Limits per address are wide: a family, a school class or a mobile network may share one.
    limits_handshakes: _Rate = Rate(120, 60)
    limits_sockets_per_address: _Count = 60
    limits_connections_per_address: _Count = 300
    limits_guests: _Rate = Rate(120, 60)
    limits_rooms: _Rate = Rate(30, 600)
    limits_commands_per_address: _Rate = Rate(120, 60)
    limits_invitations: _Rate = Rate(60, 60)
    limits_downloads: _Rate = Rate(120, 60)
    limits_downloads_per_address: _Count = 40
    # Limits per guest leave room for several tabs, and for sockets that a moving telephone has lost.
    limits_sockets_per_guest: _Count = 16
    limits_sockets_per_guest_and_room: _Count = 8
    limits_chat: _Rate = Rate(5, 10)
    limits_commands: _Rate = Rate(30, 30)
    limits_free_moves: _Rate = Rate(30, 30)
    limits_passwords: _Rate = Rate(10, 60)
    limits_new_passwords: _Rate = Rate(5, 60)
    limits_push: _Rate = Rate(20, 60)
    # Limits per socket stop a program that has run wild, never a person.
    limits_messages: _Rate = Rate(20, 2)
    limits_bytes: _Rate = Rate(32_768, 10)

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings in these variables. Raises BadSetting, with a line for each that is wrong."""
        known = {PREFIX + field.upper(): field for field in cls.__struct_fields__}
        kinds = get_type_hints(cls, include_extras=True)
        fields: dict[str, Any] = {}
        wrong: list[str] = []
        for name, value in sorted(environ.items()):
            try:
                if name in known:
                    fields[known[name]] = _read(name, value, kinds[known[name]])
                elif (meant := name.removesuffix(IN_FILE)) in SECRET and meant != name:
                    fields[known[meant]] = _read(name, _held(name, value, environ), kinds[known[meant]])
                elif name.startswith(PREFIX):
                    raise BadSetting(_unknown(name, [*known, *(secret + IN_FILE for secret in SECRET)]))
            except BadSetting as error:
                wrong.append(str(error))
        if wrong:
            raise BadSetting("\n".join(wrong))
        return cls(**fields)


def _held(name: str, file: str, environ: Mapping[str, str]) -> str:
    """What the file of this variable holds."""
    if name.removesuffix(IN_FILE) in environ:
        raise BadSetting(f"{name}: {name.removesuffix(IN_FILE)} is set, too; expected one of them.")
    try:
        return Path(file).read_text()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadSetting(f"{name}: expected a file that can be read; got {file!r} ({reason}).") from None


def _unknown(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.75)
    return f"{name}: no such setting. " + (f"Is it {near[0]}?" if near else f"There are: {', '.join(known)}.")


def _read(name: str, value: str, annotated: Any) -> Any:
    (kind,) = annotated.__metadata__
    try:
        return kind.read(value.strip())
    except ValueError as error:
        if name.removesuffix(IN_FILE) in SECRET:
            raise BadSetting(f"{name}: expected {kind.expected}.") from None
        expected = f"{kind.expected}, {error}" if isinstance(error, Unfitting) else kind.expected
        raise BadSetting(f"{name}: expected {expected}; got {value!r}.") from None
