"""The pages as served: HTML before any script runs, what a first visit asks for, of which tests/browser/test_weight.py
checks that a browser fetches no more, and link previews, with responses to the programs that fetch them."""

import json
import re
import struct
from html import unescape
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select
from starlette.requests import HTTPConnection

from app.access.guest_cookies import is_crawler
from app.assets.files import STATIC
from app.protocol.commands import MAX_NAME_UNITS
from app.rooms.registry import Rooms
from app.settings import Rate, Settings
from app.storage.schema import guests
from app.table.event_ids import new_id
from app.table.events import RoomSettings, SettingsChanged
from app.web.pages import EYES
from games import GAMES
from tests.conftest import HERE, ROOT, browser, open_app, open_room
from tests.support.page_weight import scripts, weigh
from tests.support.played_games import begun, finished_room, seated
from tools import previews


async def test_the_first_page_offers_every_game(client: httpx.AsyncClient) -> None:
    answer = await client.get("/")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    for game in GAMES.values():
        assert game.title in answer.text
        assert f'"/rules/{game.key}"' in answer.text


async def test_a_room_page_brings_what_anyone_with_the_link_may_know(client: httpx.AsyncClient) -> None:
    room = await open_room(client)
    boot = data_in((await client.get(f"/t/{room}")).text, "boot")
    known = {"room": room, "ws": f"/ws/{room}", "game": "tcnccc", "name": "Ann", "longest_name": MAX_NAME_UNITS}
    assert known.items() <= boot.items()
    (listed,) = [game for game in (await client.get("/api/games")).json() if game["key"] == "tcnccc"]
    fields = listed["options"]["properties"].items()
    told = ("title", "labels", "default")
    words = {key: {name: field[name] for name in told if name in field} for key, field in fields}
    assert words["memory"]["labels"]["aided"] == "Aided: in the log"
    assert boot["card"] == {"title": listed["title"], "options": {"properties": words}}
    client.cookies.clear()
    answer = await client.get(f"/t/{room}")  # opened first by a friend, who thus becomes a guest
    assert answer.cookies["tertulia"]
    assert data_in(answer.text, "boot")["name"] is None


async def test_every_code_without_a_room_gets_the_same_page(client: httpx.AsyncClient) -> None:
    room = await open_room(client)
    client.cookies.clear()
    codes = ["k7Qm2xZ9vB3nR5wT", room[:-1], f"{room}x", room.swapcase(), "%00", "é", "<script>", "x" * 5000]
    answers = [await client.get(f"/t/{code}") for code in codes]
    assert {answer.status_code for answer in answers} == {404}
    assert {answer.headers["content-type"] for answer in answers} == {"text/html; charset=utf-8"}
    assert len({(answer.content, tuple(answer.headers.items())) for answer in answers}) == 1
    assert "Nobody is at this table." in answers[0].text


async def test_what_is_not_there_is_said_on_a_page(client: httpx.AsyncClient) -> None:
    for path in ("/nothing", "/rules/chess", "/rules/../app", "/t", "/t/", "/static/nothing.js"):
        answer = await client.get(path)
        assert answer.status_code == 404, path
        assert "There is nothing at this address." in answer.text
        assert 'href="/"' in answer.text


async def test_a_page_has_nothing_inline_or_from_elsewhere_and_what_it_names_is_kept(client: httpx.AsyncClient) -> None:
    room = f"/t/{await open_room(client)}"
    for path in ("/", room, "/rules/tcnccc", "/docs", "/nothing"):
        html = (await client.get(path)).text
        inline = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", html)
        assert all('type="importmap"' in attributes or 'type="application/json"' in attributes for attributes in inline)
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html), path
        assert not re.search(r"""(?:src|href|action)=["']?(?:https?:)?//""", html), path
        named = re.findall(r"""(?:src|href)=["'](/static/[^"']+)""", html)
        assert named
        for url in named if path in ("/", room) else ():
            answer = await client.get(url)
            assert (answer.status_code, "immutable" in answer.headers["cache-control"]) == (200, True), url


async def test_a_name_is_never_markup_and_no_room_is_found(app: FastAPI, client: httpx.AsyncClient) -> None:
    for name in ("</script><b>", "<img src=x>", "\"'><i>"):
        path = f"/t/{await open_room(client, name=name)}"
        pages = [(await client.get("/")).text, (await client.get(path)).text, (await fetched(app, path)).text]
        assert not any(name in html for html in pages)
        assert data_in(pages[1], "boot")["name"] == name
        for html in pages[1:]:
            assert shown(html)["og:title"].startswith(f"{name} is waiting for you")
            assert '<meta name="robots" content="noindex">' in html


def data_in(html: str, id: str) -> dict[str, object]:
    found = re.search(rf'<script type="application/json" id="{id}">(.*?)</script>', html, re.DOTALL)
    return json.loads(found[1])


async def test_who_asks_for_a_favicon_gets_our_icon_and_keeps_it_for_a_day(client: httpx.AsyncClient) -> None:
    answer = await client.get("/favicon.ico")
    assert (answer.status_code, answer.content) == (200, (STATIC / "icons" / "icon-192.png").read_bytes())
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "public, max-age=86400"


async def test_pages_and_the_readme_name_the_same_least_browsers(client: httpx.AsyncClient) -> None:
    least = json.loads((STATIC.parent / "tools" / "browsers.json").read_text())
    named = f"Safari {least['safari']}, Firefox {least['firefox']}, Chrome {least['chrome']}, or later."
    assert named in (STATIC.parent / "README.md").read_text()
    for path in ("/", f"/t/{await open_room(client)}"):
        page = (await client.get(path)).text
        (sentence,) = re.findall('<p class="no-script" id="too-old" hidden>(.*?)</p>', page)
        assert sentence == f"This page needs a newer browser: {named}"


async def test_without_scripts_a_table_says_so_where_it_says_that_it_opens_and_rules_can_be_read(
    client: httpx.AsyncClient,
) -> None:
    for path in ("/", f"/t/{await open_room(client)}"):
        page = (await client.get(path)).text
        without = " ".join(re.findall("<noscript>(.*?)</noscript>", page, re.DOTALL))
        assert "needs JavaScript" in without
        assert 'href="/rules/tcnccc"' in without


async def test_the_specimen_has_all_eyes_and_games_and_nobody_is_led_there(client: httpx.AsyncClient) -> None:
    page = (await client.get("/specimen")).text
    assert '<meta name="robots" content="noindex">' in page
    assert re.findall(r'id="eyes-(\w+)"', page) == list(EYES)
    assert all(len(values.split()) == 20 for values in re.findall(r'feColorMatrix values="([^"]+)"', page))
    assert all((ROOT / "static/gallery" / f"{game}.js").exists() for game in GAMES)
    for path in ("/", "/rules/tcnccc", "/docs"):
        assert "/specimen" not in re.findall(r'href="([^"]+)"', (await client.get(path)).text)


async def test_what_depends_on_the_language_alone_is_made_once(app: FastAPI, client: httpx.AsyncClient) -> None:
    templates = app.state.services.pages._templates
    with patch.object(templates, "get_template", wraps=templates.get_template) as found:
        pages = [(await client.get(f"/docs?language={language}")).text for language in ("de", "fr", "de", "fr")]
    assert [call.args[0] for call in found.call_args_list].count("parts/calls.html") == 2
    assert pages[:2] == pages[2:]
    assert all("/api/rooms/{room}/put-away" in page for page in pages)


async def test_the_words_of_a_game_win_over_those_of_all_games(client: httpx.AsyncClient, rooms: Rooms) -> None:
    """The first catalog that knows a sentence wins: in German the 5 of a die and of a card take other articles."""
    for path in (await playing(rooms, "color_gin"), "/rules/color_gin"):
        page = (await client.get(path, headers={"accept-language": "de"})).text
        assert re.findall(r"languages/de/(\w+)", page)[:2] == ["color_gin", "core"]


# --- Their weight ---

# Bytes on the wire, compressed, with response headers. tests/browser/test_weight.py counts what a player takes in all.
MOST_SCRIPT_OF_A_REPLAY = 60 * 1024
MOST_OF_A_SECOND_GAME = 18.6 * 1024  # a third of it the page, which names everything that may come later
MOST_REQUESTS = 22
SECOND_GAMES = [("sin_color", "tcnccc"), ("desfases", "sin_color"), ("sin_color", "desfases")]


async def playing(rooms: Rooms, game: str) -> str:
    """The address of a table at which this game has begun."""
    room = await begun(rooms, game, GAMES[game].seats[0])
    return f"/t/{room.table.room}"


@pytest.mark.parametrize("game", GAMES)
async def test_a_first_visit_asks_for_little(client: httpx.AsyncClient, game: str) -> None:
    """Also for a player, whose page brings what their moves may lead to."""
    path = f"/t/{await open_room(client, game=game, seats=GAMES[game].seats[0], options={}, bots=True)}"
    named = await weigh(client, path, "fr")
    assert [address for address in named if f"/{game}/consequences.js" in address]
    assert len(named) <= MOST_REQUESTS, named


@pytest.mark.parametrize(("before", "game"), SECOND_GAMES)
async def test_a_second_game_is_light(client: httpx.AsyncClient, rooms: Rooms, before: str, game: str) -> None:
    known, weights = [await weigh(client, await playing(rooms, each)) for each in (before, game)]
    new = {address: weight for address, weight in weights.items() if address not in known}
    assert 0 < sum(new.values()) <= MOST_OF_A_SECOND_GAME, new


@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_loads_the_board_of_its_game_alone(client: httpx.AsyncClient, rooms: Rooms, game: str) -> None:
    room = await finished_room(rooms, game, GAMES[game].seats[0], most=2)
    weights = await weigh(client, f"/t/{room.table.room}/replay")
    assert {address.split("/")[3] for address in weights if address.startswith("/static/games/")} == {game}
    assert scripts(weights) <= MOST_SCRIPT_OF_A_REPLAY


# --- Link previews ---

WHATSAPP = "WhatsApp/2.23.20.0"


def shown(html: str) -> dict[str, str]:
    """The meta data for a preview."""
    found = re.findall(r'<meta (?:name="description" )?\w+="((?:og|twitter):[\w:]+)" content="([^"]*)">', html)
    return {name: unescape(said) for name, said in found}


async def fetched(app: FastAPI, path: str, **headers: str) -> httpx.Response:
    """A request by a program that shows previews."""
    async with browser(app) as crawler:
        return await crawler.get(path, headers={"user-agent": WHATSAPP, **headers})


async def test_every_page_has_a_title_a_sentence_and_a_picture(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=2)
    for path in ("/", f"/t/{room.table.room}", f"/t/{room.table.room}/replay", "/rules/tcnccc", "/nothing", "/docs"):
        said = shown((await client.get(path)).text)
        assert said["og:title"] and said["og:description"] and said["og:image:alt"], path
        assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")
        assert said["twitter:card"] == "summary_large_image"
        assert said["og:image"].startswith(f"{HERE}/static/previews/"), path
        picture = await client.get(said["og:image"].removeprefix(HERE))
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")


async def test_a_link_says_in_the_readers_language_who_waits_and_how_many_seats(client: httpx.AsyncClient) -> None:
    said = shown((await client.get(f"/t/{await open_room(client, seats=4)}")).text)
    assert said["og:title"] == "Ann is waiting for you · TCNCCC · 3 of 4 seats free"
    assert said["og:description"] == str(GAMES["tcnccc"].box.about)
    assert "/previews/tcnccc.png" in said["og:image"]
    path = f"/t/{await open_room(client, seats=2)}"
    for tag, title in (
        ("fr", "Ann t’attend · TCNCCC · 1 place libre sur 2"),
        ("pt", "Ann está à tua espera · TCNCCC · 1 lugar livre de 2"),
    ):
        assert shown((await client.get(path, headers={"accept-language": tag})).text)["og:title"] == title


async def test_when_nobody_is_waited_for_only_the_game_is_named(client: httpx.AsyncClient, rooms: Rooms) -> None:
    for room in (await seated(rooms, "desfases", 2), await begun(rooms, "desfases", 2)):
        assert shown((await client.get(f"/t/{room.table.room}")).text)["og:title"] == "A table for Desfases"


@pytest.mark.parametrize("kept", [{"password": "00$00"}, {"onlookers": False}], ids=["password", "closed doors"])
@pytest.mark.parametrize("path", ["", "/replay"])
async def test_of_a_table_that_is_only_for_some_nothing_is_shown(
    app: FastAPI, client: httpx.AsyncClient, rooms: Rooms, kept: dict[str, Any], path: str
) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=2)
    await room.do(room.table.host, new_id(), lambda table: SettingsChanged(RoomSettings(**kept)))
    address = f"/t/{room.table.room}{path}"
    for answer in (await client.get(address), await fetched(app, address)):
        head = answer.text.partition("</head>")[0]
        assert shown(head).get("og:title") != "A table for TCNCCC"
        assert not re.search(r"<(?:title|meta)[^<]*(TCNCCC|tcnccc|lids|Ann|Benedikt)", head), path
    assert "tcnccc" not in (await fetched(app, address)).text.lower()


async def test_addresses_are_those_of_the_public_origin(settings: Settings) -> None:
    async with open_app(settings, public_origin=("https://play.example.org",)) as app, browser(app) as client:
        said = shown((await client.get("/rules/tcnccc", headers={"host": "evil.example"})).text)
    assert said["og:image"].startswith("https://play.example.org/static/")


CRAWLERS = [
    WHATSAPP,
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "TelegramBot (like TwitterBot)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
]
BROWSERS = [
    "Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_4) AppleWebKit/605.1.15 Version/16.4 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 13; CUBOT KINGKONG 9) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/440.0]",
    "",
]


def test_programs_are_told_from_browsers_by_what_they_call_themselves() -> None:
    def called(name: str, *more: tuple[bytes, bytes]) -> HTTPConnection:
        return HTTPConnection({"type": "http", "headers": [(b"user-agent", name.encode()), *more]})

    assert [name for name in CRAWLERS if not is_crawler(called(name))] == []
    assert [name for name in BROWSERS if is_crawler(called(name))] == []
    assert not is_crawler(called(CRAWLERS[0], (b"sec-fetch-mode", b"navigate")))


async def test_a_program_is_no_guest_and_wakes_no_room(app: FastAPI, client: httpx.AsyncClient, rooms: Rooms) -> None:
    async def guests_there() -> int:
        return await rooms.store.read(lambda connection: connection.scalar(select(func.count()).select_from(guests)))

    room = await open_room(client)
    before = await guests_there()
    for path in ("/", f"/t/{room}", f"/t/{room}/replay", "/rules/tcnccc"):
        answer = await fetched(app, path)
        assert (answer.status_code, "set-cookie" in answer.headers) == (200, False), path
    assert await guests_there() == before
    assert not rooms.live()
    assert (await fetched(app, f"/t/{room}")).text.count("<script") == 2  # the head's, which make no requests
    assert {(await fetched(app, f"/t/{code}")).status_code for code in (room.swapcase(), "x", "%00")} == {404}


async def test_programs_have_to_wait_as_new_visitors_do(settings: Settings) -> None:
    async with open_app(settings, limits_guests=Rate(2, 60)) as app, browser(app) as client:
        room = await open_room(client, seats=4)
        assert [(await fetched(app, f"/t/{room}")).status_code for _ in range(2)] == [200, 429]


def test_every_picture_is_light_and_of_the_drawings_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert previews.main(["--check"]) == 0, "python -m tools.previews draws them anew"
    for name in previews.names():
        picture = (previews.FOLDER / f"{name}.png").read_bytes()
        assert struct.unpack(">II", picture[16:24]) == (previews.WIDTH, previews.HEIGHT)
        assert len(picture) <= 80_000, name
    monkeypatch.setattr(previews, "STYLE", previews.STYLE + "\n")
    assert previews.main(["--check"]) == 1
