"""Link previews, and responses to the programs that fetch them."""

import re
import struct
from html import unescape
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select
from starlette.requests import HTTPConnection

from app.access.guest_cookies import is_crawler
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Rate, Settings
from app.storage.schema import guests
from app.table.event_ids import new_id
from app.table.events import Kept, RoomSettings
from games import GAMES
from tests.conftest import HERE, browser, open_app, open_room
from tests.finished import begin, finished_room, seated
from tools import previews

WHATSAPP = "WhatsApp/2.23.20.0"


def shown(html: str) -> dict[str, str]:
    """The meta data for a preview."""
    found = re.findall(
        r'<meta (?:name="description" )?(?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', html
    )
    return {name: unescape(said) for name, said in found}


async def fetched(app: FastAPI, path: str, **headers: str) -> httpx.Response:
    """A request by a program that shows previews."""
    async with browser(app) as crawler:
        return await crawler.get(path, headers={"user-agent": WHATSAPP, **headers})


async def keep(room: Room, **settings: Any) -> None:
    await room.do(room.table.host, new_id(), lambda table: Kept(RoomSettings(**settings)))


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
    room = await seated(rooms, "desfases", 2)
    for step in ("everybody is here", "it began"):
        if step == "it began":
            await begin(room)
        assert shown((await client.get(f"/t/{room.table.room}")).text)["og:title"] == "A table for Desfases"


@pytest.mark.parametrize("kept", [{"password": "00$00"}, {"onlookers": False}], ids=["password", "closed doors"])
@pytest.mark.parametrize("path", ["", "/replay"])
async def test_of_a_table_that_is_only_for_some_nothing_is_shown(
    app: FastAPI, client: httpx.AsyncClient, rooms: Rooms, kept: dict[str, Any], path: str
) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=2)
    await keep(room, **kept)
    address = f"/t/{room.table.room}{path}"
    for answer in (await client.get(address), await fetched(app, address)):
        head = answer.text.partition("</head>")[0]
        assert shown(head).get("og:title") != "A table for TCNCCC"
        assert not re.search(r"<(?:title|meta)[^<]*(TCNCCC|tcnccc|lids|Ann|Benedikt)", head), path
    assert "tcnccc" not in (await fetched(app, address)).text.lower()


async def test_a_name_in_a_preview_is_no_markup_and_no_room_is_found(app: FastAPI, client: httpx.AsyncClient) -> None:
    room = await open_room(client, name='"><b>x')
    for answer in (await client.get(f"/t/{room}"), await fetched(app, f"/t/{room}")):
        assert '"><b>' not in answer.text
        assert shown(answer.text)["og:title"].startswith('"><b>x is waiting for you')
        assert '<meta name="robots" content="noindex">' in answer.text


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


async def test_a_program_is_no_guest_wakes_no_room_watches_nothing_and_finds_no_more_than_others(
    app: FastAPI, client: httpx.AsyncClient, rooms: Rooms
) -> None:
    async def guests_there() -> int:
        return await rooms.store.read(lambda connection: connection.scalar(select(func.count()).select_from(guests)))

    room = await open_room(client)
    before = await guests_there()
    for path in ("/", f"/t/{room}", f"/t/{room}/replay", "/rules/tcnccc"):
        answer = await fetched(app, path)
        assert (answer.status_code, "set-cookie" in answer.headers) == (200, False), path
    assert await guests_there() == before
    assert not rooms.live()
    assert (await fetched(app, f"/t/{room}")).text.count("<script") == 1  # the theme's, which makes no requests
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
