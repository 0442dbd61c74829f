"""Settings: environment variables named TERTULIA_…, typed and validated at startup.

Every setting has a default that suits one machine at home. An unknown variable or an invalid value is an error that
says what was expected and what was found. A value that may contain a password can be read from a file instead: append
_FILE to the variable's name and set it to the file's path; then the variable itself does not count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    Field,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, EnvSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from app.protocol.room_codes import CELL

PREFIX: Final = "TERTULIA_"
URL: Final = "TERTULIA_DATABASE_URL"
URL_IN_FILE: Final = f"{URL}_FILE"

OTHER_NAMES: Final = dict.fromkeys(
    (f"{PREFIX}{name}" for name in ("PORT", "HOST", "ADDRESS", "LISTEN", "LISTEN_ADDRESS")), f"{PREFIX}BIND"
)
"""What other programs call a setting, with no letter of its name here."""
MOST_WORKERS: Final = 64
"""Processes for many thousand tables, which take more than a gigabyte: whoever asks for more has mistyped."""
MOST_DIGITS: Final = 10
"""Of a number: databases count in milliseconds, where longer ones would not fit."""
_HOST: Final = re.compile(r"[a-z0-9._:-]+")

Network = IPv4Network | IPv6Network


class BadSetting(ValueError):
    """A variable is unknown or invalid."""


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


# --- Types of settings --------------------------------------------------------------------------------------


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
        raise _unfitting(f"with nothing behind {parts.netloc}: Tertulia is at the top of its host")
    if not parts.netloc.isascii():
        raise _unfitting(f"with the host as browsers send it, {parts.hostname.encode('idna').decode()}")
    if not _HOST.fullmatch(parts.hostname):
        raise ValueError
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port not in (None, default_port) else "")


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


def _elsewhere(value: Bind | None, info: ValidationInfo) -> Bind | None:
    pages = info.data.get("bind")  # None if it is invalid itself
    if value and pages and value.takes_from(pages):
        raise _unfitting("on another port than TERTULIA_BIND")
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
Networks = Annotated[tuple[Network, ...], _from_text(_parts), _expected("networks, such as 127.0.0.1,172.16.0.0/12")]
LogFormat = Annotated[Literal["auto", "json", "text"], _expected("auto, json or text")]
LogLevel = Annotated[Literal["debug", "info", "warning", "error"], _expected("debug, info, warning or error")]
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
Secret = Annotated[str, BeforeValidator(_address), Field(min_length=1, repr=False), _expected("some text")]


# --- The settings -------------------------------------------------------------------------------------------


def variable(field: str) -> str:
    """The variable of this field."""
    return PREFIX + field.upper()


class Settings(BaseSettings):
    """All settings. The field `bind` is the variable TERTULIA_BIND, and so on; only from_environ() reads variables."""

    model_config = SettingsConfigDict(
        alias_generator=variable,
        populate_by_name=True,
        frozen=True,
        extra="forbid",
        str_strip_whitespace=True,
        hide_input_in_errors=True,
    )

    bind: Address = Bind("127.0.0.1", 8000)
    database_url: Secret = Field("sqlite:///data/tertulia.sqlite3", validation_alias=AliasChoices(URL, URL_IN_FILE))
    node: Name = ""
    """Name of this process among several nodes; default: the machine's name."""

    cell: Cell = ""
    """Prefix of new room codes where several databases form one site."""

    public_origin: Origins = ()
    """The URLs that people open, such as https://games.example.org; default: each request's host, if it is local."""
    trusted_proxies: Networks = ()
    """Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted."""

    metrics_bind: Annotated[AddressOrNone, AfterValidator(_elsewhere)] = None
    """Where Prometheus can scrape /metrics; None: nowhere."""

    bot_delay_ms: Count = 800
    """How long people look at what has happened before a bot answers."""
    bot_workers: Workers = 1
    """Worker processes for strong bots and hints, each started when it is needed; 0: none."""
    log_level: LogLevel = "info"
    log_format: LogFormat = "auto"
    """How the log is written; auto: as text at a terminal, as JSON everywhere else."""

    push_contact: Contact = ""
    """Whom push services may contact in case of trouble; empty: Web Push is off."""
    push_key_file: Text = "data/push-key.pem"
    """The key that identifies this server to push services; created if missing."""

    keep_unstarted_hours: Count = 2
    """How long an idle room is kept: before its first game, during one, after one."""
    keep_resting_days: Count = 14
    keep_finished_days: Count = 365

    disk_free_for_rooms_mb: Count = 500
    """Free megabytes on the disk of an SQLite file that opening a room, or a move, requires; 0: no threshold."""
    disk_free_for_moves_mb: Count = 50

    # Limits per address are generous: a family, a school class or a mobile network may share one.
    limits_handshakes: Amount = Rate(120, 60)
    limits_sockets_per_address: Some = 60
    limits_connections_per_address: Some = 300
    limits_guests: Amount = Rate(120, 60)
    limits_requests: Amount = Rate(600, 60)
    limits_rooms: Amount = Rate(30, 600)
    limits_passwords: Amount = Rate(10, 60)
    limits_commands_per_address: Amount = Rate(120, 60)
    limits_invitations: Amount = Rate(60, 60)
    limits_webhooks: Amount = Rate(12, 60)
    limits_downloads: Amount = Rate(120, 60)
    limits_downloads_per_address: Some = 40
    # Limits per guest allow several tabs, and sockets that a phone has lost on the move.
    limits_sockets_per_guest: Some = 16
    limits_sockets_per_guest_and_room: Some = 8
    limits_requests_per_guest: Amount = Rate(120, 60)
    limits_chat: Amount = Rate(5, 10)
    limits_commands: Amount = Rate(30, 30)
    limits_free_moves: Amount = Rate(30, 30)
    limits_new_passwords: Amount = Rate(5, 60)
    limits_push: Amount = Rate(20, 60)
    # Limits per socket stop runaway programs, never people.
    limits_messages: Amount = Rate(20, 2)
    limits_bytes: Amount = Rate(32_768, 10)

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings in these variables. Raises BadSetting with one line per fault."""
        try:
            return cls(_build_sources=((Environment(cls, environ),), {}))
        except ValidationError as error:
            # Only the first of several errors in a variable.
            wrong = {str(one["loc"][0]): one for one in reversed(error.errors(include_url=False))}
            lines = [_sentence(name, environ[name], wrong[name]) for name in sorted(wrong)]
            raise BadSetting("\n".join(lines)) from None

    @classmethod
    def settings_customise_sources(
        cls, settings_cls: type[BaseSettings], init_settings: PydanticBaseSettingsSource, *_: Any, **__: Any
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Explicit arguments only."""
        return (init_settings,)


class Environment(EnvSettingsSource):
    """All variables TERTULIA_… of an environment; Settings rejects unknown ones."""

    def __init__(self, settings: type[BaseSettings], environ: Mapping[str, str]) -> None:
        super().__init__(settings)
        self.env_vars = environ

    def __call__(self) -> dict[str, Any]:
        """The text of each variable, or the path of its file."""
        ours = {name: value or "" for name, value in self.env_vars.items() if name.upper().startswith(PREFIX)}
        if URL_IN_FILE in ours:
            ours.pop(URL, None)  # which the unit of systemd and the image set
        return {name: Path(value) if name == URL_IN_FILE else value.strip() for name, value in ours.items()}


# --- Errors -------------------------------------------------------------------------------------------------


def _sentence(name: str, value: str, error: ErrorDetails) -> str:
    fields = {variable(field): about for field, about in Settings.model_fields.items()}
    match error["type"]:
        case "extra_forbidden":
            return _unknown(name, [*fields, URL_IN_FILE])
        case "unreadable":
            # Without its value, which may be the URL itself, with a password.
            return f"{name}: expected a file that can be read ({error['msg']})."
    if name in (URL, URL_IN_FILE):
        return f"{name}: expected {fields[URL].description}."
    why = f", {error['msg']}" if error["type"] == "unfitting" else ""
    return f"{name}: expected {fields[name].description}{why}; got {value!r}."


def _unknown(name: str, known: list[str]) -> str:
    near = [OTHER_NAMES.get(name.upper(), "")] if name.upper() in OTHER_NAMES else []
    near = near or get_close_matches(name.upper(), known, n=1, cutoff=0.75)
    hint = f"Did you mean {near[0]}?" if near else f"The settings are {', '.join(known)}."
    return f"{name}: no such setting. {hint}"
