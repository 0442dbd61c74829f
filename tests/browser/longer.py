"""Pseudo-localization: for some guests the pages use longer, made-up text in place of German."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache

import pytest
from playwright.async_api import Route

from app.i18n import CORE, PAGES, joins
from games import GAMES
from tests.browser.guests import LAPTOP, Guest, Guests
from tests.conftest import House
from tools.dev.sentences import sentences
from tools.texts.report import STRETCH

ACCENTS = str.maketrans("aceinouyACEINOUY", "àçéîñöûýÀÇÉÎÑÖÛÝ")


def stretched(english: str) -> str:
    """The text lengthened by two fifths, with accents, and brackets that reveal truncation."""
    if len(english) == 1 or english.isdigit():
        return english
    parts = re.split(r"(\{\w+\})", english)
    letters = sum(len(part) for part in parts[::2])
    accented = "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in parts)
    more = "".join(" " if nth % 7 == 0 else "ö" for nth in range(round(STRETCH * letters)))
    return f"[{accented}{more}]"


@cache
def stretched_catalog(_language: str, part: str) -> Mapping[str, str]:
    """The stretched texts of a part of the site."""
    return {english: stretched(english) for english in sentences(part)}


LongWorded = Callable[..., Awaitable[Guest]]


@pytest.fixture
def long_worded(guests: Guests, house: House, monkeypatch: pytest.MonkeyPatch) -> LongWorded:
    """Makes guests who read stretched texts on every page until the end of the test."""
    for part in (CORE, PAGES, *GAMES):  # collecting all texts takes a while, and no page waits for it
        sentences(part)
    joins("de")  # which is kept: not what it would find in the place of the catalogs
    monkeypatch.setattr("app.i18n.catalog", stretched_catalog)
    monkeypatch.setattr(house.app.state.services.pages, "_shells", {})  # kept for each language

    async def reader(name: str = "", **screen: object) -> Guest:
        guest = await guests.stranger(name, **{**LAPTOP, "locale": "de-DE", **screen})
        await guest.context.route("**/static/languages/de/*", _answer)
        return guest

    return reader


async def _answer(route: Route) -> None:
    part = route.request.url.rpartition("/")[2].partition(".")[0]
    await route.fulfill(body=json.dumps(stretched_catalog("", part)), content_type="application/json")


async def speak(guest: Guest, language: str) -> None:
    """Switch this guest to a language."""
    await guest.context.add_cookies([{"name": "language", "value": language, "url": guest.base_url}])
