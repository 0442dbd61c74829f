"""The words of all sentences: one for one thing in every language, set as that language sets them."""

from __future__ import annotations

import pytest

from app.i18n import LANGUAGES
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


def test_the_page_for_reviewers_has_every_language_and_says_where_a_sentence_is_said() -> None:
    written = page()
    for words in ("Draw a piece", "Ziehe einen Stift", "games/tcnccc/rules.py:", "<var>{seat}</var>"):
        assert words in written
