"""The terms in all texts: one term for one thing in every language, with that language's typography and grammar."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from app.i18n import LANGUAGES, Speaker
from tools.dev.sentences import PARTS, ROOT
from tools.texts.glossary import faults, terms
from tools.texts.page import page
from tools.texts.rendered import said_by_pages, said_by_server, texts
from tools.texts.report import letters, matters, room_for


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_keeps_to_the_glossary(language: str) -> None:
    assert matters(language)["outside the glossary"] == []


@pytest.mark.parametrize(("language", "sentence", "fault"), [
    ("en", "Close the room", "“room”: table"),
    ("en", "Close the grooming table", None),
    ("en", "It's your turn", "straight quote"),
    ("fr", "Ça va ?", "no narrow space before : ; ? ! »"),
    ("fr", "Ça va\u202f?", None),
    ("es", "Vale?", "no ¿"),
    ("pt", "Escolha uma carta.", "“Escolha”: tu"),
    ("pt", "É a tua escolha.", None),
    ("de", "Einen Moment…", "no space before an ellipsis"),
    ("fr", "Un instant …", "space before an ellipsis"),
    ("fr", "Tu es éliminé.", "“Tu es éliminé”: tu"),
])  # fmt: skip
def test_a_word_or_sign_that_does_not_belong_is_found(language: str, sentence: str, fault: str | None) -> None:
    assert list(faults(language, "core", sentence, sentence)) == ([fault] if fault else [])


def test_every_term_has_a_word_in_every_language_and_leaves_other_games_alone() -> None:
    assert [term.words for term in terms() if term.words.keys() != LANGUAGES.keys()] == []
    assert [list(faults("es", game, "", "El saco")) for game in ("tcnccc", "color_gin")] == [["“saco”: bolsa"], []]
    assert (letters("{seat} draws."), room_for("{seat} draws.")) == (7, 12), "two fifths more, apart from names"


SAID_SHORTER = "Discard the {card} and "
"""The card is visible anyway: static/games/color_gin/consequences.js puts the rest on the button."""


def test_the_button_of_a_move_has_few_letters_beside_its_names() -> None:
    labels = [label for file in (ROOT / "games").glob("*/moves.py") for label in labels_in(file)]
    assert len(labels) > 20
    assert [label for label in labels if letters(label) > 32 and not label.startswith(SAID_SHORTER)] == []


def labels_in(file: Path) -> Iterator[str]:
    """The button labels of a game's moves."""
    tree = ast.parse(file.read_text("utf-8"))
    named = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "label"]
    for node in (each for function in named for each in ast.walk(function)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value


def test_the_page_for_reviewers_has_every_language_and_says_where_a_sentence_is_said() -> None:
    written = page()
    for words in ("Draw a piece", "Ziehe einen Stift", "games/tcnccc/rules.py:", "<var>{seat}</var>"):
        assert words in written


VOWEL = "[aáàâäãåæeéèêëiíìîïoóòôöõøœuúùûüAÁÀÂÄÃÅÆEÉÈÊËIÍÌÎÏOÓÒÔÖÕØŒUÚÙÛÜ]"
EVERYWHERE = {"brace": r"[{}]", "spaces": r"  | [,.]", "twice": r"(?i)(?<![\w’])(?!\d|ha ha|ce ce)(\w+) \1(?!\w)"}
FAULTS = {
    "en": {
        "several where there is one": r"\b1 (?:cards|coins|days|dice|moves|pawns|points|seats|seconds|throws|times)\b",
        "one where there are several": r"\b(?:0|2|5|30) (?:card|coin|day|die|move|pawn|point|seat|second|throw|time)\b",
        "a before a vowel": r"\b[aA] [aeio]",
    },
    "de": {
        "several where there is one": r"\b1 (?:Figuren|Karten|Plätze|Punkten?|Runden|Sekunden|Tagen?|Würfe|Züge)\b",
        "one where there are several": r"\b(?:0|2|5|30) (?:Figur|Karte|Münze|Platz|Punkt|Runde|Sekunde|Tag|Zug)\b",
        "two words for one": r"\b(?:in|von|zu) dem (?=\w+-|\w+ der )",
    },
    "fr": {
        "no elision": rf"(?<![\w’-])(?:[dDlL]e|[lL]a|[qQ]ue) (?!onze|oui|[a-h]\d)(?:{VOWEL}|Yv|Hél)",
        "two words for one": r"\b(?:[dD]e|[àÀ]) les? (?=as|roi|valet|joker|\d|zéro|fantôme)",
        "several where there is one": r"\b[01] (?!dans|fois|hors|pas|sans|sous)\w{2,}s\b",
        "one where there are several": r"\b(?:2|5|30) (?:coup|carte|dé|jour|manche|pièce|pion|place|point|tour)\b",
    },
    "es": {
        "two words for one": r"\b(?:[dD]e|[aA]) el\b",
        "y before i": r"\by (?:[iIíÍ]|[hH][ií][^ae])",
        "several where there is one": r"\b1 (?!bytes|más|tras)\w{2,}s\b",
        "one where there are several": r"\b(?:0|2|5) (?:asiento|carta|dado|día|jugada|moneda|peón|punto|ronda|vez)\b",
    },
    "pt": {
        "two words for one": r"\b(?:[eE]m|[pP]or|[aA]) [oa]s?\b|\b[dD]e [oa]s? (?!\w+[aei]r\b)",
        "several where there is one": r"\b1 (?!mais)\w{2,}s\b",
        "one where there are several": r"\b(?:0|2|5) (?:carta|dado|dia|jogada|lugar|moeda|peão|ponto|ronda|vez)\b",
    },
}


@cache
def said(language: str, part: str) -> list[str]:
    """Every text of a part as the server renders it, with every kind of argument."""
    return said_by_server(language, part, texts(part))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_right_whatever_is_put_in(language: str) -> None:
    faults = EVERYWHERE | FAULTS[language]
    sentences = [sentence for part in PARTS for sentence in said(language, part)]
    assert [(kind, s) for s in sentences for kind, pattern in faults.items() if re.search(pattern, s)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_server_and_page_say_the_same(language: str) -> None:
    assert said_by_pages(language, {part: texts(part) for part in PARTS}) == {p: said(language, p) for p in PARTS}


def test_the_label_of_a_list_agrees_with_how_many_it_lists() -> None:
    for language, one in (("fr", "Grillée"), ("es", "Quemado"), ("pt", "Queimado")):
        say = Speaker(language, ("color_gin", "core"))
        assert [say("Spoiled", count=count) for count in (1, 2, 4)] == [one, f"{one}s", f"{one}s"]
