"""Pages are made and compressed once for all readers, and what each reader is told is put into their holes."""

import gzip
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from app.web.shells import Shell, hole
from app.web.templates import MOST_SHELLS, Pages
from tests.conftest import browser, open_room

pieces = st.text(st.characters(exclude_characters="\0"), max_size=200).map(lambda some: some * 40)


@given(st.lists(pieces, min_size=3, max_size=3), pieces, pieces)
def test_a_compressed_page_is_the_same_page(constant: list[str], one: str, other: str) -> None:
    shell = Shell(f"{constant[0]}{hole('one')}{constant[1]}{hole('other')}{constant[2]}")
    own = {"one": one, "other": other, "unused": "x"}
    page = f"{constant[0]}{escape(one)}{constant[1]}{escape(other)}{constant[2]}"
    assert shell.filled(own) == gzip.decompress(shell.zipped(own)) == page.encode()


def test_what_people_typed_is_text_and_what_templates_made_is_markup() -> None:
    shell = Shell(f"<p>{hole('own')}</p>")
    assert shell.filled({"own": "<b>Ann & \0own\0"}) == b"<p>&lt;b&gt;Ann &amp; \0own\0</p>"
    assert shell.filled({"own": Markup("<b>")}) == b"<p><b></p>"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that have been rendered."""
    templates, rendered = list[str](), Pages._rendered

    def noted(self: Pages, template: str, *others: Any) -> str:
        templates.append(template)
        return rendered(self, template, *others)

    monkeypatch.setattr(Pages, "_rendered", noted)
    return templates


async def test_a_page_is_made_once_for_all_readers_of_a_kind_and_says_to_each_what_is_theirs(
    app: FastAPI, made: list[str]
) -> None:
    names = ["Ann", "Benedikt"]
    for name in names:
        async with browser(app) as client:
            rooms = [await open_room(client, name=name) for _ in range(2)]
            for room in rooms:
                page = (await client.get(f"/t/{room}")).text
                others = [other for other in (*names, *rooms) if other not in (name, room)]
                assert (name in page, room in page) == (True, True)
                assert [other for other in others if other in page] == []
            start = (await client.get("/")).text
            assert [room in start for room in rooms] == [True, True]
            assert [other for other in names if f'value="{other}"' in start] == [name]
    assert sorted(made) == ["lobby.html", "room.html"]


async def test_whoever_names_a_thousand_hosts_fills_no_memory(client: httpx.AsyncClient, app: FastAPI) -> None:
    for number in range(20):
        answer = await client.get("/rules/tcnccc", headers={"host": f"host-{number}.local"})
        assert f"http://host-{number}.local/static/previews" in answer.text
    assert len(app.state.services.pages._shells) == 1 < MOST_SHELLS
