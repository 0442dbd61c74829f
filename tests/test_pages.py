"""The pages as served: HTML before any script runs."""

import json
import re
from unittest.mock import patch

import httpx
from fastapi import FastAPI

from app.assets.files import STATIC
from app.protocol.names import MOST_LETTERS
from app.web.pages import EYES
from games import GAMES
from tests.conftest import ROOT, WISH, open_room


async def test_the_first_page_offers_every_game(client: httpx.AsyncClient) -> None:
    answer = await client.get("/")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    for game in GAMES.values():
        assert game.title in answer.text
        assert f'"/rules/{game.key}"' in answer.text


async def test_a_room_page_brings_what_anyone_with_the_link_may_know(client: httpx.AsyncClient) -> None:
    room = await open_room(client)
    boot = data_in((await client.get(f"/t/{room}")).text, "boot")
    known = {"room": room, "ws": f"/ws/{room}", "game": "tcnccc", "name": "Ann", "longest_name": MOST_LETTERS}
    assert known.items() <= boot.items()
    (listed,) = [game for game in (await client.get("/api/games")).json() if game["key"] == "tcnccc"]
    fields = listed["options"]["properties"].items()
    words = {key: {name: field[name] for name in ("title", "labels") if name in field} for key, field in fields}
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
    assert "There is no such table." in answers[0].text


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


async def test_every_preload_has_the_integrity_of_the_import_map(client: httpx.AsyncClient) -> None:
    html = (await client.get(f"/t/{await open_room(client)}")).text
    found = re.search(r'<script type="importmap">(.*?)</script>', html, re.DOTALL)
    integrity = json.loads(found[1])["integrity"]
    preloads = re.findall(r'<link rel="modulepreload" href="([^"]+)" integrity="([^"]+)"', html)
    assert preloads
    assert all(integrity[url] == digest for url, digest in preloads)


async def test_a_name_is_never_markup(client: httpx.AsyncClient) -> None:
    for name in ("</script><b>", "<img src=x>", "\"'><i>"):
        room = (await client.post("/api/rooms", json=WISH | {"name": name})).json()["room"]
        pages = [(await client.get(path)).text for path in ("/", f"/t/{room}")]
        assert not any(name in html for html in pages)
        assert data_in(pages[1], "boot")["name"] == name


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
