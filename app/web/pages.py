"""The pages for people: HTML from templates/, each complete before any script runs."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

import msgspec
from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from app.access.guest_cookies import guest_and_cookie, is_crawler, known_guest
from app.access.opening import gate_for
from app.access.reach import only_here
from app.access.security import NO_HEADERS, own_origin, page_policy
from app.assets.codings import preferred_coding
from app.i18n import CORE, PAGES, lesson_part, parts_for
from app.previews import Preview, is_private, preview_of_game, preview_of_replay, preview_of_table
from app.protocol.commands import MAX_NAME_UNITS
from app.replay.draws import are_counted
from app.replay.onward import source_of
from app.storage.guests import LIFETIME_S, Guest
from app.table.deal import Source
from app.table.state import Table
from app.web.api import game_cards
from app.web.openapi import openapi
from app.web.reader_language import LANGUAGE_COOKIE, chosen_language, language_of
from app.web.rooms_lookup import find_room, finished_game, games_for, summary, table_of_preview
from app.web.rules_pages import rules_of
from app.web.services import services
from app.web.templates import json_in_page, speaker
from games import GAMES
from games.engine import Game, Text

WORKER_POLICY: Final = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
"""The worker tells the server when the browser has replaced its push subscription."""
FOR_A_DAY: Final = "public, max-age=86400"
IN_GENERAL: Final = Preview()

# Simulates missing cone types in linear RGB. Machado, Oliveira and Fernandes: A Physiologically-based Model for
# Simulation of Color Vision Deficiency, 2009, at severity 1.
EYES: Final = {
    "protan": ("0.152286 1.052583 -0.204868", "0.114503 0.786281 0.099216", "-0.003882 -0.048116 1.051998"),
    "deutan": ("0.367322 0.860646 -0.227968", "0.280085 0.672501 0.047413", "-0.01182 0.04294 0.968881"),
    "tritan": ("1.255528 -0.076749 -0.178779", "-0.078411 0.930809 0.147602", "0.004733 0.691367 0.3039"),
}

router = APIRouter(include_in_schema=False)


def listed_games() -> list[dict[str, Any]]:
    """The games as pages list them: cards with what their boxes say."""
    cards = game_cards().values()
    return [{**card.model_dump(), "box": GAMES[card.key].box, "facts": facts_of(card.key)} for card in cards]


def facts_of(game: str) -> list[Text]:
    """A game's number of players, duration and minimum age, in words."""
    return GAMES[game].box.facts(GAMES[game].seats)


def page(
    request: Request,
    template: str,
    code: int = 200,
    headers: Mapping[str, str] = NO_HEADERS,
    parts: Sequence[str] = (CORE,),
    scripts: Sequence[str] = (),
    without: Sequence[str] = (),
    preview: Preview = IN_GENERAL,
    own: Mapping[str, str] = NO_HEADERS,
    shared: Callable[[], Mapping[str, Any]] = dict,
    **kind: Hashable,
) -> Response:
    """A response with this page in the reader's language. `parts`: catalogs it needs; `scripts`: its start module, then
    modules it is sure to load later; `without`: modules that it will not load; `preview`: the preview of its link.
    `own`: what this reader is told, for the template `own.NAME`. Everything else is the same for all readers of one
    `kind`: context of the template, and so is what `shared` returns, which may depend on nothing but the kind."""
    used = services(request)
    language, origin = language_of(request), own_origin(request)
    own_values = {**own, "origin": origin}
    if preview.title is not None:
        own_values["title"] = speaker(language, *parts)(preview.title)

    def context() -> Mapping[str, Any]:
        same = {"scripts": scripts, "without": without, "preview": preview, "has_origin": bool(origin)}
        return {**same, **kind, **shared()}

    # The picture stands for a game or for none, and so for all of the preview but its title.
    key = *scripts, *without, preview.picture, preview.title is None, bool(origin), *kind.items()
    shell = used.pages.shell(key, template, language, parts, context)
    inline = used.assets.import_map(*scripts, without=without).hash if scripts else None
    more_headers = {"content-security-policy": page_policy(inline)}
    if preferred_coding(request, "gzip"):
        body = shell.zipped(own_values)
        more_headers["content-encoding"] = "gzip"
    else:
        body = shell.filled(own_values)
    answer = Response(body, code, {**headers, **more_headers}, media_type="text/html")
    if (chosen := chosen_language(request)) is not None:
        path = f"{used.settings.public_path}/"
        answer.set_cookie(LANGUAGE_COOKIE, chosen, LIFETIME_S, path=path, samesite="lax")
    return answer


@router.get("/")
async def lobby_page(request: Request) -> Response:
    """The start page: choose a game, open a table."""
    lobby = partial(page, request, "lobby.html", parts=(CORE, PAGES, *GAMES), scripts=("pages/lobby.js",))
    if is_crawler(request):
        return lobby(own={"name": "", "tables": ""}, gate="open")
    guest, set_cookie = await guest_and_cookie(request, await known_guest(request))
    tables = await services(request).own_tables.of(guest.id, language_of(request))
    own = {"name": guest.name or "", "tables": services(request).pages.own_tables(language_of(request), tuple(tables))}
    return lobby(headers={"set-cookie": set_cookie}, own=own, gate=gate_for(request))


@cache
def _boot_of_game(key: str) -> dict[str, Any]:
    """What scripts are told of a game: its names, and those of its options and their values, and which are usual. The
    dialog that changes them fetches the whole schema."""
    card, said = game_cards()[key], ("title", "labels", "default")
    options: Mapping[str, Mapping[str, Any]] = card.options.get("properties", {})
    fields = {key: {name: each[name] for name in said if name in each} for key, each in options.items()}
    return {
        "game": key,
        "card": {"title": card.title, "options": {"properties": fields}},
        "credit": msgspec.to_builtins(GAMES[key].credit.sentences(card.title)),
    }


@router.get("/t/{room}")
async def room_page(request: Request, room: str, tv: str | None = None, hand: str | None = None) -> Response:
    """The room page, for all phases. With `tv`, for a big screen: only to watch. With `hand`, for a player beside one:
    only what is theirs, large."""
    if is_crawler(request):
        return await _preview_page(request, room)
    known = await known_guest(request)
    live_room = await find_room(request, room, known)
    table = live_room.table
    guest, set_cookie = await guest_and_cookie(request, known)
    described = summary(live_room, guest)
    push, pages, key = services(request).push, services(request).pages, described.game
    at = services(request).settings.public_path
    parts: tuple[str, ...] = parts_for(key)
    if table.playing is not None and table.playing.is_lesson:
        parts = lesson_part(key), *parts
    boot = {
        **_boot_of_game(key),
        "room": room,
        "ws": f"{at}/ws/{room}",
        "name": guest.name,
        "shares": table.settings.sharing is not None,
        "longest_name": MAX_NAME_UNITS,
        "push": push and push.key,
        "languages": pages.languages(*parts),
        "styles": [services(request).assets.url(path) for path in ("sheets/parts.css", *_later_sheets(request, key))],
        "laid": services(request).assets.url("sheets/laid.css"),
        "between": services(request).assets.url("sheets/between.css"),
    }
    if tv is not None:
        boot |= {"tv": True, "ws": f"{at}/ws/{room}?tv"}
    elif hand is not None:
        boot["hand"] = True
    if link := _source(request, table.playing.source if table.playing else None, _players(table), guest):
        boot["source"] = link
    gathers = described.state == "gathering" and not described.locked
    if (reach := only_here(request)) is not None:
        boot["only_here"] = reach._asdict()
    if gathers:
        boot["box"] = _box(request, key)
    else:
        boot["waiting"] = services(request).assets.url("sheets/waiting.css")
    return page(
        request,
        "room.html",
        headers={"set-cookie": set_cookie},
        parts=parts,
        scripts=("pages/room.js", *(f"games/{key}/{module}.js" for module in ("board", "consequences", "stage"))),
        without=() if gathers else ("room/film.js",),
        preview=preview_of_table(table, services(request).store.now()),
        own={"boot": json_in_page(boot)},
        shared=lambda: {"game": GAMES[key]},
        private=is_private(table),
        gathers=gathers,
        is_tv=tv is not None,
        is_hand="hand" in boot,
    )


def _later_sheets(request: Request, game: str) -> list[str]:
    """The style sheets that a table of this game needs after its first picture, and its replays at once."""
    path = f"games/{game}/later.css"
    return [path] if path in services(request).assets else []


def _box(request: Request, game: str) -> dict[str, Any]:
    """What somebody invited to a game is told about it, and the style sheets of the film about it."""
    assets = services(request).assets
    texts = {"about": GAMES[game].box.about, "facts": facts_of(game)}
    film = [assets.url("sheets/film.css"), assets.url(f"games/{game}/figures.css")]
    return {**msgspec.to_builtins(texts), "film": film}


async def _preview_page(request: Request, room: str) -> Response:
    """A minimal page with the room's link preview, for crawlers."""
    table = await table_of_preview(request, room)
    return page(
        request,
        "glimpse.html",
        parts=parts_for(table.game.key),
        preview=preview_of_table(table, services(request).store.now()),
    )


@router.get("/t/{room}/replay")
async def replay_page(request: Request, room: str, game: str | None = None) -> Response:
    """The replay of a finished game. The same response as for an unknown room while none is finished."""
    if is_crawler(request):
        return await _preview_page(request, room)
    table, past, guest = await finished_game(request, room, game)
    result, the_game = past.result, GAMES[past.result.game]
    pages, parts = services(request).pages, parts_for(the_game.key)
    boot = {
        "room": room,
        "game": the_game.key,
        "languages": pages.languages(*parts),
        "number": past.number,
        "names": result.names,
        "figures": [table.people.figure_of(*who) for who in zip(result.guests, result.names, strict=True)],
        "deal": past.deal,
        "bots": result.bots(),
        "analysed": services(request).analyses.may_be_had(past),
        "counted": are_counted(past),
        "source": _source(request, await source_of(services(request).store, table, past), result.guests, guest),
        "games": [
            {"number": other.number, "title": GAMES[other.result.game].title} for other in games_for(table, guest)
        ],
    }
    return page(
        request,
        "replay.html",
        parts=parts,
        preview=preview_of_replay(table, the_game),
        scripts=("pages/replay.js", f"games/{the_game.key}/board.js"),
        own={"boot": json_in_page(boot), "room": room, "number": str(past.number)},
        shared=lambda: {"game": the_game, "later": _later_sheets(request, the_game.key)},
    )


def _players(table: Table) -> list[str | None]:
    """Who plays the game on the table, or has played it, by seat."""
    return table.past[-1].result.guests if table.phase == "over" else [seat.guest for seat in table.seats]


def _source(request: Request, source: Source | None, players: Sequence[str | None], guest: Guest | None) -> str | None:
    """The URL of the moment from which a game was played on: only for the one of its `players` who did so, since it
    names another room."""
    if source is None or guest is None or guest.id != players[source.seat]:
        return None
    at = services(request).settings.public_path
    return f"{at}/t/{source.room}/replay?game={source.game}#seat={source.seat}&seq={source.seq}"


@router.get("/rules/{game}")
async def rules_page(request: Request, game: str) -> Response:
    """The rules of a game."""
    if game not in GAMES:
        raise HTTPException(404)
    the_game = GAMES[game]
    rules = rules_of(game, language_of(request))
    return page(
        request,
        f"games/{game}/rules.html",
        parts=parts_for(game),
        preview=preview_of_game(the_game),
        scripts=("pages/rules.js", f"games/{game}/figures.js") if rules.figures else (),
        shared=lambda: {
            "game": the_game,
            "rules": rules,
            "credit": the_game.credit.sentences(the_game.title),
            "neighbours": _neighbours(game),
        },
    )


@router.get("/devices")
async def devices_page(request: Request) -> Response:
    """The guest's devices, and where a link adds one: its code is in the fragment, which no server or log sees."""
    calls = services(request).push is not None
    return page(request, "devices.html", parts=(CORE, PAGES), scripts=("pages/devices.js",), calls=calls)


@router.get("/docs")
async def docs_page(request: Request) -> Response:
    """The documentation of the HTTP API."""
    return page(request, "docs.html", shared=lambda: {"document": openapi(request.app)})


@router.get("/specimen")
async def specimen_page(request: Request) -> Response:
    """Every piece in every state, in both themes and for all kinds of colour vision."""
    assets = services(request).assets
    return page(
        request,
        "gallery.html",
        parts=(CORE, *GAMES),
        scripts=("gallery/gallery.js",),
        shared=lambda: {
            "sheets": {key: [assets.url(path) for path in _sheets(request, key)] for key in GAMES},
            # Rows of an feColorMatrix, where alpha and constants are unused.
            "eyes": {name: " 0 0 ".join((*rows, "0 0 0 1 0")) for name, rows in EYES.items()},
        },
    )


def _sheets(request: Request, game: str) -> list[str]:
    of_game = [f"games/{game}/sheet.css", *_later_sheets(request, game)]
    return ["sheets/room.css", *of_game, "sheets/parts.css", "sheets/laid.css", "sheets/gallery.css"]


@router.get("/static/{path:path}")
async def static_file(request: Request, path: str) -> Response:
    """A file of static/."""
    answer = await services(request).assets.serve(request, path)
    if answer is None:
        raise HTTPException(404)
    return answer


@router.get("/worker.js")
async def worker(request: Request) -> Response:
    """The service worker that shows notifications: at the root, since a worker controls only paths below its own."""
    answer = await static_file(request, "worker.js")
    answer.headers["content-security-policy"] = WORKER_POLICY
    return answer


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    """The icon, for programs that request it without reading a page."""
    answer = await static_file(request, "icons/icon-192.png")
    answer.headers["cache-control"] = FOR_A_DAY
    return answer


def _neighbours(game: str) -> tuple[Game, Game]:
    """The previous and next game, cyclically."""
    order = [*GAMES]
    place = order.index(game)
    return GAMES[order[place - 1]], GAMES[order[(place + 1) % len(order)]]
