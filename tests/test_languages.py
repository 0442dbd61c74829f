"""The languages of a reader: which one he gets, and that every sentence has its words in all of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from app.languages import LANGUAGES, Speaker, language_of
from app.tools.sentences import PARTS, ROOT, known, lacking, languages, said_in_modules, sentences
from games import GAMES
from games.text import Chair, say
from tools import glyphs


def asking(accepted: str = "", cookie: str = "", query: bytes = b"") -> HTTPConnection:
    headers = [(b"accept-language", accepted.encode()), (b"cookie", cookie.encode())]
    return HTTPConnection({"type": "http", "headers": headers, "query_string": query})


# --- Which one ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("it,es;q=0.5,fr;q=0.7", "fr"),
        ("fr;q=0,es", "es"),
        ("xx,yy", "en"),
        ("de;q=much", "en"),
    ],
)
def test_a_reader_gets_the_language_his_browser_asks_for(accepted: str, language: str) -> None:
    assert language_of(asking(accepted)) == language


def test_what_a_reader_chose_goes_before_what_his_browser_asks_for() -> None:
    assert language_of(asking("de", cookie="language=fr")) == "fr"


def test_a_language_nobody_speaks_here_is_not_chosen() -> None:
    assert language_of(asking("de", cookie="language=xx", query=b"language=yy")) == "de"


async def test_a_language_is_chosen_by_a_link_and_kept(client: httpx.AsyncClient) -> None:
    assert '<html lang="fr">' in (await client.get("/?language=fr")).text
    assert '<html lang="fr">' in (await client.get("/rules/tcnccc")).text


async def test_every_page_of_every_language_says_which_one_it_is(client: httpx.AsyncClient) -> None:
    for language in LANGUAGES:
        for path in ("/", *(f"/rules/{game}" for game in GAMES), "/nowhere"):
            page = await client.get(path, headers={"accept-language": language})
            assert f'<html lang="{language}">' in page.text


# --- The sentences ------------------------------------------------------------------------------------------

EVERY_PART = [pytest.param(language, part, id=f"{language}-{part}") for language in languages() for part in PARTS]


@pytest.mark.parametrize(("language", "part"), EVERY_PART)
def test_every_sentence_has_its_words(language: str, part: str) -> None:
    assert sorted(lacking(language, part)) == []


@pytest.mark.parametrize(("language", "part"), EVERY_PART)
def test_a_translation_names_what_its_sentence_names(language: str, part: str) -> None:
    wrong = {
        english: translation
        for english, translation in known(language, part).items()
        if any(holes(form) != holes(english) for form in forms(translation))
    }
    assert wrong == {}


@pytest.mark.parametrize(("language", "part"), EVERY_PART)
def test_a_catalog_is_written_in_order(language: str, part: str) -> None:
    path = ROOT / "static" / "languages" / language / f"{part}.json"
    ordered = dict(sorted(known(language, part).items()))
    assert path.read_text("utf-8") == json.dumps(ordered, ensure_ascii=False, indent=1) + "\n"


def forms(translation: Any) -> list[str]:
    return [translation] if isinstance(translation, str) else list(translation.values())


def holes(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize(("language", "part"), EVERY_PART)
def test_every_translation_is_of_something_that_is_said(language: str, part: str) -> None:
    assert sorted(known(language, part).keys() - sentences(part)) == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("colours", [4, 6])
def test_the_colours_of_a_game_have_different_letters(language: str, colours: int) -> None:
    letters = glyphs.letters_of(ROOT / "static" / "languages" / language)[:colours]
    assert len(set(letters)) == colours
    assert all(len(letter) == 1 and letter.isupper() for letter in letters)


def test_every_letter_of_a_colour_has_been_drawn() -> None:
    assert glyphs.MODULE.read_text("utf-8") == glyphs.module()


def test_what_is_drawn_is_said_from_point_to_point_in_whole_units() -> None:
    drawn = glyphs.path(
        [("moveTo", ((-40.2, -50),)), ("lineTo", ((40, -50),)), ("lineTo", ((-40, 50),)), ("closePath", ())]
    )
    assert drawn == "M-40-50h80l-80 100z"


def test_ends_that_lie_half_way_are_put_in() -> None:
    assert (
        glyphs.path([("moveTo", ((0, 0),)), ("qCurveTo", ((0, 10), (20, 10), (20, 20)))])
        == "M0 0q0 10 10 10q10 0 10 10"
    )


# --- Where sentences are found ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("say(is_over ? 'It is over.' : words);", {"It is over."}),
        ("const AREA = 'area'; const OTHER = 'other'; f({ text: AREA });", {"area"}),
        ("const ASKS = { undo: 'take back', 'a.b': 'end' };", {"take back", "end"}),
        ("const HEARD = new Set(['chat']); const NONE = 'none';", set()),
        ("html`<p>Nothing of a drawing</p>${say('but what is said in it')}`;", {"but what is said in it"}),
        ("console.warn('For those who look.');", set()),
        ("steps.push({ words: 'First press the bag.' });", {"First press the bag."}),
    ],
)
def test_a_sentence_of_a_module_is_found_and_a_code_is_not(tmp_path: Path, module: str, said: set[str]) -> None:
    path = tmp_path / "module.js"
    path.write_text(module)
    assert said_in_modules([path]) == said


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_the_same_parts_in_every_language(game: str, language: str) -> None:
    folder = ROOT / "games" / game
    translated = (folder / f"RULES.{language}.md").read_text("utf-8")
    assert shape(translated) == shape((folder / "RULES.md").read_text("utf-8"))


def shape(markdown: str) -> list[str]:
    """Headings by their depth, the numbers of decisions, and items."""
    return [found[1] for line in markdown.splitlines() if (found := re.match(r"(#+|\d+\.|-|\*|\|)\s", line))]


# --- Saying them --------------------------------------------------------------------------------------------


def test_a_sentence_without_a_translation_is_said_in_english() -> None:
    speaker = Speaker("fr", ("core",))
    assert speaker("No {thing} has these words.", thing=say("such thing")) == "No such thing has these words."


def test_seats_and_lists_are_put_in_words() -> None:
    assert Speaker("en", ())(say("{seats} play.", seats=[Chair(0), Chair(2)])) == "Seat 1 and Seat 3 play."


def test_a_plural_form_is_chosen_by_the_first_number(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = {"one": "{count} partie", "other": "{count} parties"}
    monkeypatch.setattr("app.languages.catalog", lambda language, part: {"{count} games": forms})
    french = Speaker("fr", ("core",))
    assert [french("{count} games", count=count) for count in (0, 1, 2)] == ["0 partie", "1 partie", "2 parties"]
