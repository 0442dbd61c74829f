"""Settings: environment variables named TERTULIA_…, typed and validated at startup.

Every setting has a default that suits one machine at home. An unknown variable or an invalid value is an error that
says what was expected and what was found. A value that may contain a password can be read from a file instead: append
_FILE to the variable's name and set it to the file's path; then the variable itself does not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Self

from pydantic import (
    AfterValidator,
    AliasChoices,
    Field,
    ValidationError,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, EnvSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from app.setting_types import (
    Address,
    AddressOrNone,
    Amount,
    Bind,
    Cell,
    Contact,
    Count,
    Header,
    LogFormat,
    LogLevel,
    Name,
    Network,
    Networks,
    Opening,
    Origins,
    Password,
    PathOfSite,
    Rate,
    Secret,
    ShortText,
    Some,
    Text,
    Workers,
    elsewhere,
    for_opening,
    from_proxies,
)

__all__ = ["BadSetting", "Bind", "Network", "Rate", "Settings", "variable"]

PREFIX: Final = "TERTULIA_"
URL: Final = "TERTULIA_DATABASE_URL"
PASSWORD: Final = "TERTULIA_OPENING_PASSWORD"
IN_FILES: Final = {f"{name}_FILE": name for name in (URL, PASSWORD)}
"""The variable that names a secret's file -> the one that holds the secret itself."""

OTHER_NAMES: Final = dict.fromkeys(
    (f"{PREFIX}{name}" for name in ("PORT", "HOST", "ADDRESS", "LISTEN", "LISTEN_ADDRESS")), f"{PREFIX}BIND"
)
"""What other programs call a setting, with no letter of its name here."""


class BadSetting(ValueError):
    """A variable is unknown or invalid."""


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
    database_url: Secret = Field("sqlite:///data/tertulia.sqlite3", validation_alias=AliasChoices(URL, f"{URL}_FILE"))
    node: Name = ""
    """Name of this process among several nodes; default: the machine's name."""
    cell: Cell = ""
    """Prefix of new room codes where several databases form one site."""

    public_origin: Origins = ()
    """The URLs that people open, such as https://games.example.org; default: each request's host, if it is local."""
    public_path: PathOfSite = ""
    """Where the site is on its hosts, such as /games; empty: at the top."""
    trusted_proxies: Networks = ()
    """Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted."""

    opening: Opening = "anyone"
    """Who may open tables; nobody: only the operator, by a command."""
    opening_password: Annotated[Password, AfterValidator(for_opening)] = Field(
        "", validation_alias=AliasChoices(PASSWORD, f"{PASSWORD}_FILE"), validate_default=True
    )
    opening_header: Annotated[Header, AfterValidator(from_proxies)] = ""
    """A header of trusted proxies that only requests have whose sender may open tables; empty: none."""

    metrics_bind: Annotated[AddressOrNone, AfterValidator(elsewhere)] = None
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

    backups: str = ""
    """The folder for daily copies of an SQLite file; empty: none are made."""
    backups_kept: Some = 7
    imprint: ShortText = ""
    """Who runs this server, for the page on privacy: a link or a few sentences."""
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
            wrong = {_named(str(one["loc"][0])): one for one in reversed(error.errors(include_url=False))}
            lines = [_sentence(name, environ.get(name, ""), wrong[name]) for name in sorted(wrong)]
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
        for in_file in IN_FILES.keys() & ours.keys():
            ours.pop(IN_FILES[in_file], None)  # which the unit of systemd and the image set
        return {name: Path(value) if name in IN_FILES else value.strip() for name, value in ours.items()}


# --- Errors -------------------------------------------------------------------------------------------------


def _named(place: str) -> str:
    """The variable at fault. Where it is not set, and has to be, the error names its field."""
    return variable(place) if place in Settings.model_fields else place


def _sentence(name: str, value: str, error: ErrorDetails) -> str:
    fields = {variable(field): about for field, about in Settings.model_fields.items()}
    match error["type"]:
        case "extra_forbidden":
            return _unknown(name, [*fields, *IN_FILES])
        case "unreadable":
            # Without its value, which may be the URL itself, with a password.
            return f"{name}: expected a file that can be read ({error['msg']})."
    why = f", {error['msg']}" if error["type"] == "unfitting" else ""
    if (secret := IN_FILES.get(name, name)) in IN_FILES.values():
        return f"{name}: expected {fields[secret].description}{why}."
    return f"{name}: expected {fields[name].description}{why}; got {value!r}."


def _unknown(name: str, known: list[str]) -> str:
    near = [OTHER_NAMES.get(name.upper(), "")] if name.upper() in OTHER_NAMES else []
    near = near or get_close_matches(name.upper(), known, n=1, cutoff=0.75)
    hint = f"Did you mean {near[0]}?" if near else f"The settings are {', '.join(known)}."
    return f"{name}: no such setting. {hint}"
