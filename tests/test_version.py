"""The version of the program, said once in app/build.py and shown wherever somebody may ask for it."""

from __future__ import annotations

import re

import httpx

from app.build import VERSION
from tests.conftest import ROOT
from tests.terminal import Said, Terminal


def test_the_command_line_says_it(terminal: Terminal) -> None:
    assert terminal("--version") == Said(0, f"Tertulia {VERSION}\n", "")


async def test_a_server_says_it_where_its_health_is_asked(client: httpx.AsyncClient) -> None:
    assert (await client.get("/livez")).json() == {"ok": True, "version": VERSION}


async def test_a_rules_page_says_it_below_the_credit(client: httpx.AsyncClient) -> None:
    html = (await client.get("/rules/tcnccc")).text
    assert f"<p>Tertulia {VERSION}</p>" in html.partition('<footer class="credit">')[2].partition("</footer>")[0]


def test_it_is_the_newest_one_in_the_changelog() -> None:
    newest = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0]
    assert newest == VERSION
