"""The `check-config` command: every setting and its source."""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import make_url

from app.settings import Settings, variable
from app.storage.databases import database_at

HIDDEN: Final = "***"


def check_config(environ: Mapping[str, str]) -> Iterator[str]:
    """One line per setting, secrets masked. Raises BadSetting."""
    settings = Settings.from_environ(environ)
    database_at(settings.database_url)
    for field, value in settings:
        name = variable(field)
        where = "file" if f"{name}_FILE" in environ else "environment" if name in environ else "default"
        yield f"{name}={_displayed(field, value)}  ({where})"
    if note := unread(environ):
        yield note


def unread(environ: Mapping[str, str]) -> str:
    """A sentence about a variable that other programs read, as some hosting services set it; empty if there is none."""
    port = environ.get("PORT", "")
    if not port.isdecimal() or variable("bind") in environ:
        return ""
    return f"PORT={port} is not read: to listen there, set {variable('bind')}=0.0.0.0:{port}."


def _displayed(field: str, value: Any) -> str:
    """The value as one would write it in the environment."""
    if field == "database_url":
        return _without_secrets(value)
    if field == "opening_password":
        return value and HIDDEN
    if value is None:
        return ""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _without_secrets(address: str) -> str:
    """A password may be in the authority or in the query."""
    url = make_url(address)
    secret = {key: HIDDEN for key in url.query if "password" in key}
    return url.update_query_dict(secret).render_as_string().replace(quote(HIDDEN, safe=""), HIDDEN)
