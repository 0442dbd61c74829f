"""Names written from right to left do not change the order of the words around them: whatever people have typed is
isolated where it is put into a sentence or beside other words. On the page: tests/browser/test_right_to_left.py."""

import re
import sys
import unicodedata

import httpx
import pytest

from app.admin.rooms import SeatRow, _seat_in_words
from app.i18n import LANGUAGES, Speaker, isolated, parts_for
from games.text import Chair as Seat
from games.text import say
from tests.conftest import ROOT, open_room

DANI = "דני"
APART = f"\u2068{DANI}\u2069"
STATIC = ROOT / "static"


def test_whatever_is_written_from_right_to_left_is_isolated_and_nothing_else() -> None:
    strong = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.bidirectional(chr(code)) in ("R", "AL")]
    assert [character for character in strong if isolated(character) == character] == []
    for name in ("Ann", "Łukasz", "Дмитро", "小明", "12", "🦊"):
        assert isolated(name) == name
    assert isolated(isolated(DANI)) == APART


def test_pages_know_the_same_scripts() -> None:
    (pattern,) = re.findall(r"RIGHT_TO_LEFT =\s*/(.*)/u;", (STATIC / "kit/text.js").read_text("utf-8"))
    known = re.compile(re.sub(r"\\u\{([0-9a-f]+)\}", lambda code: f"\\U{code[1]:0>8}", pattern))
    every = map(chr, range(sys.maxunicode + 1))
    assert [one for one in every if bool(known.match(one)) != (isolated(one) != one)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_stand_apart_in_sentences_of_the_server(language: str) -> None:
    speak = Speaker(language, parts_for("tcnccc"), ["Ann", DANI])
    assert APART in speak(say("{seat} wins.", seat=Seat(1)))
    assert APART in speak(say("Waiting for {players}", players=["Ann", DANI]))
    assert APART in speak(say("{name}: {text}", name=DANI, text="12"))


async def test_names_stand_apart_on_the_start_page(client: httpx.AsyncClient) -> None:
    await open_room(client, name=DANI)
    assert f'<span class="people">{APART}</span>' in (await client.get("/")).text


def test_names_stand_apart_at_the_terminal() -> None:
    assert _seat_in_words(SeatRow(1, DANI, None, True, False)) == f"{APART}, host"


BARE = re.compile(r"\$\{(?:\w+\.)*(?:names?(?:\[\w+\])?|(?:name_of|played_by)\([^}]*\)|name\(seat\))(?: \?\? [^}]*)?\}")
"""A name as it is, among markup."""


def test_no_name_enters_markup_as_it_is() -> None:
    found = [
        f"{path.relative_to(STATIC)}: {bare}"
        for folder in ("room", "replay", "pages")
        for path in (STATIC / folder).rglob("*.js")
        for markup in re.findall(r"html`.*?`", path.read_text("utf-8"), re.DOTALL)
        for bare in BARE.findall(re.sub(r"[\w-]+=\$\{", "={", markup))
    ]
    assert found == []
