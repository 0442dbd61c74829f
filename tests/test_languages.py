"""Languages: which one a user gets, and that every text is translated into all of them."""

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from app.i18n import LANGUAGES, Speaker, joins, locale_of
from app.web.reader_language import language_of
from games import GAMES
from games.text import Chair, say
from tools import glyphs
from tools.dev.sentences import PARTS, ROOT, known, lacking, languages, said_in_modules, sentences


@pytest.fixture(autouse=True)
def joins_are_known() -> None:
    """Before other words are put in the place of a catalog: they are read once."""
    for language in LANGUAGES:
        joins(language)


def asking(accepted: str = "", cookie: str = "", query: bytes = b"") -> HTTPConnection:
    headers = [(b"accept-language", accepted.encode()), (b"cookie", cookie.encode())]
    return HTTPConnection({"type": "http", "headers": headers, "query_string": query})


def test_a_reader_gets_the_language_they_chose_or_else_their_browser_asks_for() -> None:
    accepted = {"": "en", "de": "de", "pt-BR,pt;q=0.9,en;q=0.8": "pt", "zz,es;q=0.5,fr;q=0.7": "fr",
                "fr;q=0,es": "es", "xx,yy": "en", "de;q=much": "en"}  # fmt: skip
    assert {header: language_of(asking(header)) for header in accepted} == accepted
    assert language_of(asking("de", "language=fr")) == "fr"
    assert language_of(asking("de", "language=xx", b"language=yy")) == "de"


async def test_a_language_is_chosen_by_a_link_and_kept(client: httpx.AsyncClient) -> None:
    assert '<html lang="fr">' in (await client.get("/?language=fr")).text
    assert '<html lang="fr">' in (await client.get("/rules/tcnccc")).text


async def test_every_page_of_every_language_says_which_one_it_is(client: httpx.AsyncClient) -> None:
    for language in LANGUAGES:
        for path in ("/", *(f"/rules/{game}" for game in GAMES), "/nowhere"):
            page = await client.get(path, headers={"accept-language": language})
            assert f'<html lang="{locale_of(language)}">' in page.text


EVERY_PART = [(language, part) for language in languages() for part in PARTS]


def test_every_sentence_has_its_words_in_order_and_every_translation_a_sentence_whose_names_it_has() -> None:
    for language, part in EVERY_PART:
        words = known(language, part)
        assert sorted(lacking(language, part)) == [], (language, part)
        assert sorted(words.keys() - sentences(part)) == [], (language, part)
        wrong = [sentence for sentence, said in words.items() if any(holes(f) != holes(sentence) for f in forms(said))]
        assert wrong == [], (language, part)
        path = ROOT / "static" / "languages" / language / f"{part}.json"
        ordered = json.dumps(dict(sorted(words.items())), ensure_ascii=False, indent=1) + "\n"
        assert path.read_text("utf-8") == ordered, path


def test_english_has_only_plural_forms_of_its_sentences() -> None:
    for english, several in known("en", "core").items():
        assert any(english in sentences(part) for part in PARTS), english
        assert isinstance(several, dict) and several["other"] == english and several.keys() == {"one", "other"}


def forms(translation: Any) -> list[str]:
    return [translation] if isinstance(translation, str) else list(translation.values())


def holes(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_the_colours_of_a_game_have_different_letters_and_each_has_been_drawn() -> None:
    for language in languages():
        for colours in (4, 6):
            letters = glyphs.letters_of(ROOT / "static" / "languages" / language)[:colours]
            assert len(set(letters)) == colours, language
            assert all(len(letter) == 1 and letter.isupper() for letter in letters), language
    assert glyphs.MODULE.read_text("utf-8") == glyphs.module()


def test_what_is_drawn_is_said_from_point_to_point_in_whole_units() -> None:
    lines: Any = [("moveTo", ((-40.2, -50),)), ("lineTo", ((40, -50),)), ("lineTo", ((-40, 50),)), ("closePath", ())]
    assert glyphs.path(lines) == "M-40-50h80l-80 100z"
    half_way: Any = [("moveTo", ((0, 0),)), ("qCurveTo", ((0, 10), (20, 10), (20, 20)))]
    assert glyphs.path(half_way) == "M0 0q0 10 10 10q10 0 10 10"


SAID: dict[str, set[str]] = {
    "say(is_over ? 'It is over.' : words);": {"It is over."},
    "const AREA = 'area'; const OTHER = 'other'; f({ text: AREA });": {"area"},
    "const ASKS = { undo: 'take back', 'a.b': 'end' };": {"take back", "end"},
    "const HEARD = new Set(['chat']); const NONE = 'none';": set(),
    "html`<p>Nothing of a drawing</p>${say('but what is said in it')}`;": {"but what is said in it"},
    "console.warn('For those who look.');": set(),
    "steps.push({ words: 'First press the bag.' });": {"First press the bag."},
}


def test_a_sentence_of_a_module_is_found_and_a_code_is_not(tmp_path: Path) -> None:
    path = tmp_path / "module.js"
    for module, said in SAID.items():
        path.write_text(module)
        assert said_in_modules([path]) == said, module


def test_the_rules_have_the_same_parts_in_every_language() -> None:
    for game in GAMES:
        folder = ROOT / "games" / game
        expected = shape((folder / "RULES.md").read_text("utf-8"))
        for language in languages():
            assert shape((folder / f"RULES.{language}.md").read_text("utf-8")) == expected, (game, language)


def shape(markdown: str) -> list[str]:
    """Headings by depth, decision numbers, and list items."""
    return [found[1] for line in markdown.splitlines() if (found := re.match(r"(#+|\d+\.|-|\*|\|)\s", line))]


def test_a_sentence_without_a_translation_is_said_in_english_and_seats_and_lists_in_words() -> None:
    speaker = Speaker("fr", ("core",))
    assert speaker("No {thing} has these words.", thing=say("such thing")) == "No such thing has these words."
    assert Speaker("en", ())(say("{seats} play.", seats=[Chair(0), Chair(2)])) == "Seat 1 and Seat 3 play."


def test_a_plural_form_is_chosen_by_the_first_number(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = {"one": "{count} total", "other": "{count} totals"}
    monkeypatch.setattr("app.i18n.catalog", lambda *_: {"{count} games": forms})
    # CLDR: in France and in Brazil 0 is singular, in Portugal only 1 is.
    for language, said in (("fr", ["0 total", "1 total", "2 totals"]), ("pt", ["0 totals", "1 total", "2 totals"])):
        assert [Speaker(language, ("core",))("{count} games", count=count) for count in (0, 1, 2)] == said


def test_a_list_takes_the_plural_form_when_it_holds_several(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = {"one": "{seats} joue", "other": "{seats} jouent"}
    monkeypatch.setattr("app.i18n.catalog", lambda *_: {"{seats} plays": forms})
    french = Speaker("fr", ("core",), ("Ann", "Bo"))
    said = [french("{seats} plays", seats=seats) for seats in ([Chair(0)], [Chair(0), Chair(1)])]
    assert said == ["Ann joue", "Ann et Bo jouent"]


def test_what_is_put_in_takes_the_form_that_the_sentence_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {
        "{rank} of {suit}": {"other": "{rank} de {suit}", "the": "{rank:the} de {suit}"},
        "queen": {"other": "dame", "the": "la dame"},
        "Take: {card}": "Prendre {card:the}",
        "{card}": "{card}",
    }
    monkeypatch.setattr("app.i18n.catalog", lambda *_: words)
    queen = say("{rank} of {suit}", rank=say("queen"), suit=say("pique"))
    french = Speaker("fr", ("core",))
    assert french("Take: {card}", card=queen) == "Prendre la dame de pique"
    assert french("Take: {card}", card=[queen, queen]) == "Prendre la dame de pique et la dame de pique"
    assert french("{card}", card=queen) == "dame de pique"
    assert french("Take: {card}", card=Chair(0)) == "Prendre Seat 1"


WRITTEN = {
    "fr": "de Ann: d’Ann, de Bo: de Bo, de Hélène: d’Hélène, que Io: qu’Io, à le roi: au roi, de Yves: d’Yves, "
    "de Íñigo: d’Íñigo, de Yann: de Yann, de le roi: du roi, de 11: de 11, de e4: de e4",
    "es": "de el rey: del rey, a el as: al as, a Elsa: a Elsa, y Inés: e Inés, y Hielo: y Hielo",
    "pt": "de o rei: do rei, em a zona: na zona, por o rei: pelo rei, a a zona: à zona, de O: de O",
    "de": "von dem Ass: vom Ass, in der Zone: in der Zone",
}
"""Words in front of an argument, and the elision or contraction."""


def test_a_word_and_what_is_put_behind_it_are_written_as_one_says_them() -> None:
    for language, pairs in WRITTEN.items():
        for apart, together in (pair.split(": ") for pair in pairs.split(", ")):
            before, _, name = apart.partition(" ")
            assert Speaker(language, ())(f"x {before} {{name}} y", name=name) == f"x {together} y", language


def test_the_last_of_a_spanish_list_is_heard_apart_and_what_was_typed_is_not_rewritten() -> None:
    spanish = Speaker("es", ())
    assert spanish(say("{seats}", seats=["Ana", "Inés"])) == "Ana e Inés"
    assert spanish(say("{seats}", seats=["Inés", "Ana"])) == "Inés y Ana"
    typed = "Gómez y Iglesias de el {seat}"
    assert spanish("Ana y {name}", name=typed) == f"Ana y {typed}"


def test_a_number_is_grouped_as_the_language_has_it() -> None:
    grouped = {"en": "1,234", "de": "1.234", "es": "1234", "pt": "1234"}
    assert {language: Speaker(language, ())("{count}", count=1234) for language in grouped} == grouped
