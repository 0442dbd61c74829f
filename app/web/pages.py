"""The pages for people: HTML from templates/, each complete before any script runs."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from fastapi import APIRouter, Request
from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.access.guest_cookies import guest_of, known_guest, welcomed
from app.access.security import NO_HEADERS, page_policy
from app.assets.files import Assets, takes_gzip
from app.build import VERSION
from app.i18n import CORE, LANGUAGES, PAGES, Speaker, catalog_files
from app.protocol.names import MOST_LETTERS
from app.push.notifier import Push
from app.storage.guests import LIFETIME_S
from app.storage.store import Store
from app.table.game import Past
from app.web.api import chosen_past, find_room, game_cards, games_for, openapi, table_for
from app.web.reader_language import COOKIE as LANGUAGE_COOKIE
from app.web.reader_language import chosen_language, language_of
from app.web.rules_pages import rules_of
from games import GAMES
from games.engine import Game
from games.text import Text, say

ROOT: Final = Path(__file__).resolve().parents[2]
FOR_A_DAY: Final = "public, max-age=86400"

router = APIRouter(include_in_schema=False)

_DOCS: Final = """\
{% extends "base.html" %}
{% block title %}Calls for programs · Tertulia{% endblock %}
{% block styles %}<link rel="stylesheet" href="{{ assets.url("sheets/rules.css") }}">{% endblock %}
{% block page %}plain-page{% endblock %}
{% block body %}
  {% include "parts/head.html" %}
  <main id="main" class="rules">
    <article>
      <h1>Calls for programs</h1>
      <p>For machines: <a href="/openapi.json">/openapi.json</a>, with the shape of everything said.</p>
      {% for path, calls in document.paths.items() %}
      {% for method, call in calls.items() %}
      <h2>{{ method|upper }} {{ path }}</h2>
      <p>{{ call.description }}</p>
      <ul>
        {% for status, answer in call.responses.items() %}
        <li><strong>{{ status }}</strong> {{ answer.description }}</li>
        {% endfor %}
      </ul>
      {% endfor %}
      {% endfor %}
      <h2>What is said</h2>
      {% for name, shape in document.components.schemas.items() %}
      <h3>{{ name }}</h3>
      <p>{{ shape.description|default("") }}</p>
      <ul>
        {% for field, kind in (shape.properties|default({})).items() %}
        <li><code>{{ field }}</code> {{ kind.type|default("") }}</li>
        {% endfor %}
      </ul>
      {% endfor %}
    </article>
  </main>
{% endblock %}
"""


class Pages:
    """The templates, and what every page may name: `assets` and `games`."""

    def __init__(self, assets: Assets, folder: Path = ROOT / "templates") -> None:
        self._templates = Environment(
            loader=ChoiceLoader([FileSystemLoader(folder), DictLoader({"docs.html": _DOCS})]),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
        cards = [{**msgspec.to_builtins(card), "players": _players(GAMES[card.key].seats)} for card in game_cards()]
        self._assets = assets
        self._templates.globals.update(
            assets=assets, games=cards, languages=LANGUAGES, longest_name=MOST_LETTERS, version=VERSION
        )

    def html(self, template: str, language: str, parts: Sequence[str], **context: Any) -> bytes:
        """The page as it is sent, in a language. `parts`: the catalogs that its scripts need."""
        spoken = {
            "_": Speaker(language, (*parts, PAGES)),
            "language": language,
            "catalogs": self._catalogs(language, parts),
            "tongues": [
                {"tag": tag, "name": LANGUAGES[tag], "catalogs": self._catalogs(tag, parts)} for tag in LANGUAGES
            ],
        }
        return self._templates.get_template(template).render({**spoken, **context}).encode()

    def _catalogs(self, language: str, parts: Sequence[str]) -> list[str]:
        return [self._assets.url(path) for path in catalog_files(language, *parts)]


def _players(seats: range) -> Text:
    if seats.step == 1 and len(seats) > 1:
        return say("{least} to {most} players", least=seats[0], most=seats[-1])
    if len(seats) == 1:
        return say("{number} players", number=seats[0])
    return say("{least} or {most} players", least=seats[0], most=seats[-1])


def page(
    request: Request,
    template: str,
    code: int = 200,
    headers: Mapping[str, str] = NO_HEADERS,
    parts: Sequence[str] = (CORE,),
    scripts: Sequence[str] = (),
    **context: Any,
) -> Response:
    """The answer with this page, in the reader's language.

    `parts`: the catalogs that it needs. `scripts`: the module that starts it, and what that is sure to load later.
    """
    pages: Pages = request.app.state.pages
    assets: Assets = request.app.state.assets
    html = pages.html(template, language_of(request), parts, scripts=scripts, **context)
    said = {
        "content-security-policy": page_policy(assets.import_map(*scripts).hash if scripts else None),
    }
    if takes_gzip(request):
        html = gzip.compress(html, 6, mtime=0)
        said["content-encoding"] = "gzip"
    answer = Response(html, code, {**headers, **said}, media_type="text/html")
    if (chosen := chosen_language(request)) is not None:
        answer.set_cookie(LANGUAGE_COOKIE, chosen, LIFETIME_S, samesite="lax")
    return answer


@router.get("/")
async def lobby_page(request: Request) -> Response:
    """Choose a game, open a table."""
    store: Store = request.app.state.store
    guest, set_cookie = await guest_of(request, store)
    parts = (CORE, PAGES, *GAMES)
    return page(
        request,
        "lobby.html",
        headers={"set-cookie": set_cookie},
        parts=parts,
        scripts=("pages/lobby.js",),
        name=guest.name or "",
    )


def _fields(schema: Mapping[str, Any]) -> dict[str, Any]:
    """What a page has to know of the options' schema: it judges nothing."""
    return {"properties": schema.get("properties", {})}


@router.get("/t/{room}")
async def room_page(request: Request, room: str) -> Response:
    """The room, before, during and after every game in it."""
    store: Store = request.app.state.store
    known = await known_guest(request, store)
    found = await find_room(request, room, known)
    guest, set_cookie = await welcomed(request, store, known)
    summary = found.summary(guest)
    push: Push | None = request.app.state.push
    card = msgspec.to_builtins(next(card for card in game_cards() if card.key == summary["game"]))
    boot = {
        "room": room,
        "ws": f"/ws/{room}",
        "game": card["key"],
        "name": guest.name,
        "longest_name": MOST_LETTERS,
        "push": push and push.key,
        "card": {"title": card["title"], "options": _fields(card["options"])},
        "credit": msgspec.to_builtins(GAMES[card["key"]].credit.sentences(card["title"])),
    }
    return page(
        request,
        "room.html",
        headers={"set-cookie": set_cookie},
        parts=(CORE, card["key"]),
        scripts=("pages/room.js", f"games/{card['key']}/board.js"),
        room=room,
        game=card,
        boot=boot,
        gathers=summary["state"] == "gathering" and not summary["locked"],
    )


@router.get("/t/{room}/replay")
async def replay_page(request: Request, room: str, game: str | None = None) -> Response:
    """A finished game of the room, step by step. As unknown as no room while none is finished."""
    table, guest = await table_for(request, room)
    past = chosen_past(table, guest, game)
    result = past.result
    boot = {
        "room": room,
        "number": past.number,
        "names": result.names,
        "deal": past.deal,
        "bots": [guest is None for guest in result.guests],
        "games": [
            {"number": other.number, "title": GAMES[other.result.game].title} for other in games_for(table, guest)
        ],
    }
    told = GAMES[result.game]
    return page(
        request,
        "replay.html",
        parts=(CORE, told.key),
        scripts=("pages/replay.js", f"games/{told.key}/board.js"),
        room=room,
        game=told,
        number=past.number,
        boot=boot,
    )


def _in_short(past: Past) -> dict[str, Any]:
    return {"number": past.number, "title": GAMES[past.result.game].title}


@router.get("/rules/{game}")
async def rules_page(request: Request, game: str) -> Response:
    """The rules of a game, in our words."""
    if game not in GAMES:
        raise HTTPException(404)
    told = GAMES[game]
    rules = rules_of(game, language_of(request))
    return page(
        request,
        f"games/{game}/rules.html",
        parts=(CORE, game),
        scripts=("pages/rules.js", f"games/{game}/figures.js") if rules.figures else (),
        game=told,
        rules=rules,
        credit=told.credit.sentences(told.title),
        neighbours=_neighbours(game),
    )


@router.get("/docs")
async def docs_page(request: Request) -> Response:
    """The calls for programs, to read."""
    return page(request, "docs.html", document=openapi(request.app))


@router.get("/static/{path:path}")
async def static_file(request: Request, path: str) -> Response:
    """A file of static/."""
    assets: Assets = request.app.state.assets
    answer = assets.serve(request, path)
    if answer is None:
        raise HTTPException(404)
    return answer


@router.get("/worker.js")
async def worker(request: Request) -> Response:
    """What runs in a browser when a player is called. It lies here because a worker serves what is below it."""
    assets: Assets = request.app.state.assets
    answer = assets.serve(request, "worker.js")
    assert answer is not None
    return answer


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    """Our icon, for programs that do not look into the page which one it names."""
    assets: Assets = request.app.state.assets
    answer = assets.serve(request, "icons/icon-192.png")
    assert answer is not None
    answer.headers["cache-control"] = FOR_A_DAY
    return answer


def _neighbours(game: str) -> tuple[Game, Game]:
    """The games before and after this one, in a circle."""
    order = [*GAMES]
    place = order.index(game)
    return GAMES[order[place - 1]], GAMES[order[(place + 1) % len(order)]]
