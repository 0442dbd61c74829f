"""Chooses the reader's language."""

from typing import Final

from starlette.requests import HTTPConnection

from app.i18n import ENGLISH, LANGUAGES

LANGUAGE_COOKIE: Final = "language"


def chosen_language(connection: HTTPConnection) -> str | None:
    """The language in the query, from a link of the language switch: ?language=fr."""
    chosen = connection.query_params.get(LANGUAGE_COOKIE)
    return chosen if chosen in LANGUAGES else None


def language_of(connection: HTTPConnection) -> str:
    """The language chosen by the reader, or the best match of Accept-Language (RFC 9110, 12.5.4); otherwise English."""
    chosen = chosen_language(connection) or connection.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    wanted = _preferred_tags(connection.headers.get("accept-language", ""))
    return next((tag for tag in wanted if tag in LANGUAGES), ENGLISH)


def _preferred_tags(header: str) -> list[str]:
    """The primary tags of an Accept-Language header, in order of preference."""
    weighed = []
    for part in header.split(","):
        tag, _, weight = part.partition(";")
        weighed.append((_weight(weight), tag.strip().split("-")[0].lower()))
    return [tag for weight, tag in sorted(weighed, key=lambda each: -each[0]) if weight > 0]


def _weight(parameter: str) -> float:
    try:
        return float(parameter.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0
