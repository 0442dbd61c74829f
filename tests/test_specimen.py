"""The specimen is there for those who know of it, and leaves nothing out."""

import re

import httpx

from app.web.gallery import EYES
from games import GAMES
from tests.conftest import ROOT


async def test_search_engines_are_told_to_leave_it_out_and_no_page_leads_there(client: httpx.AsyncClient) -> None:
    answer = await client.get("/specimen")
    assert answer.status_code == 200
    assert '<meta name="robots" content="noindex">' in answer.text
    for path in ("/", "/rules/tcnccc", "/docs"):
        assert "/specimen" not in re.findall(r'href="([^"]+)"', (await client.get(path)).text)


async def test_it_has_a_filter_for_all_eyes_and_a_part_for_every_game(client: httpx.AsyncClient) -> None:
    page = (await client.get("/specimen")).text
    assert re.findall(r'id="eyes-(\w+)"', page) == list(EYES)
    assert all(len(values.split()) == 20 for values in re.findall(r'feColorMatrix values="([^"]+)"', page))
    assert all((ROOT / "static/gallery" / f"{game}.js").exists() for game in GAMES)
