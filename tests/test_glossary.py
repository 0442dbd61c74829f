"""The words of all sentences: one for one thing in every language, set as that language sets them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.i18n import LANGUAGES
from tools.dev.sentences import ROOT
from tools.texts.glossary import faults, terms
from tools.texts.page import page
from tools.texts.report import letters, matters, room_for


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_keeps_to_the_glossary(language: str) -> None:
    assert matters(language)["outside the glossary"] == []


@pytest.mark.parametrize(
    ("language", "sentence", "fault"),
    [
        ("en", "Close the room", "“room”: table"),
        ("en", "Close the grooming table", None),
        ("en", "It's your turn", "straight quote"),
        ("fr", "Ça va ?", "no narrow space before : ; ? ! »"),
        ("fr", "Ça va\u202f?", None),
        ("es", "Vale?", "no ¿"),
        ("pt", "Escolha uma carta.", "“Escolha”: tu"),
        ("pt", "É a tua escolha.", None),
        ("de", "Einen Moment …", None),
        ("de", "Einen Moment…", "no space before an ellipsis"),
        ("fr", "Un instant …", "space before an ellipsis"),
        ("fr", "Tu es éliminé.", "“Tu es éliminé”: tu"),
        ("pt", "Um momento …", "space before an ellipsis"),
    ],
)
def test_a_word_or_sign_that_does_not_belong_is_found(language: str, sentence: str, fault: str | None) -> None:
    assert list(faults(language, "core", sentence, sentence)) == ([fault] if fault else [])


def test_a_term_of_one_game_leaves_the_others_alone() -> None:
    assert [list(faults("es", game, "", "El saco")) for game in ("tcnccc", "color_gin")] == [["“saco”: bolsa"], []]


def test_every_term_has_a_word_in_every_language() -> None:
    assert [term.words for term in terms() if term.words.keys() != LANGUAGES.keys()] == []


def test_a_sentence_has_room_for_two_fifths_more_beside_its_names() -> None:
    assert (letters("{seat} draws."), room_for("{seat} draws.")) == (7, 12)


MOST_LETTERS = 32
SAID_SHORTER = "Discard the {card} and "
"""Which card it is is to be seen: static/games/color_gin/consequences.js puts the rest on the button."""


def test_the_button_of_a_move_has_few_letters_beside_its_names() -> None:
    labels = [label for file in (ROOT / "games").glob("*/moves.py") for label in labels_in(file)]
    assert len(labels) > 20
    assert [label for label in labels if letters(label) > MOST_LETTERS and not label.startswith(SAID_SHORTER)] == []


def labels_in(file: Path) -> Iterator[str]:
    """What the moves of a game say on their buttons."""
    tree = ast.parse(file.read_text("utf-8"))
    named = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "label"]
    for node in (each for function in named for each in ast.walk(function)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value


def test_the_page_for_reviewers_has_every_language_and_says_where_a_sentence_is_said() -> None:
    written = page()
    for words in ("Draw a piece", "Ziehe einen Stift", "games/tcnccc/rules.py:", "<var>{seat}</var>"):
        assert words in written
