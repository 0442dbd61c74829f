"""The sentences as they are read, with every kind of what is put into them: in each language, on server and page."""

from __future__ import annotations

import re
from functools import cache

import pytest

from app.i18n import LANGUAGES, Speaker
from tools.dev.sentences import PARTS
from tools.texts.examples import examples
from tools.texts.rendered import said_by_page, said_by_server, texts

VOWEL = "[aàâäæeéèêëiîïoôöœuùûüAÀÂÄÆEÉÈÊËIÎÏOÔÖŒUÙÛÜ]"
EVERYWHERE = {
    "a brace": r"[{}]",
    "two spaces": r"  | [,.]",
    "a word twice": r"(?i)(?<![\w’])(?!\d|ha ha|ce ce)(\w+) \1(?!\w)",
}
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
    """Every sentence of a part as the server says it, with every kind of what is put in."""
    return said_by_server(language, part, texts(part))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_right_whatever_is_put_in(language: str) -> None:
    faults = EVERYWHERE | FAULTS[language]
    found = [
        (kind, sentence)
        for part in PARTS
        for sentence in said(language, part)
        for kind, pattern in faults.items()
        if re.search(pattern, sentence)
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_server_and_page_say_the_same(language: str, part: str) -> None:
    assert said_by_page(language, part, texts(part)) == said(language, part)


def test_a_sentence_is_tried_with_every_kind_of_what_may_be_put_in() -> None:
    tried = said_by_server(
        "fr", "core", list(examples("core", "{seat} asked for their seat back, and {other} said yes."))
    )
    assert len(tried) == len(set(tried)) > 5
    assert any("Wilhelmina" in sentence for sentence in tried)


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [("fr", "Grillée", "Grillées"), ("es", "Quemado", "Quemados"), ("pt", "Queimado", "Queimados")],
)
def test_the_label_of_a_list_agrees_with_how_many_it_lists(language: str, one: str, several: str) -> None:
    say = Speaker(language, ("color_gin", "core"))
    assert [say("Spoiled", count=count) for count in (1, 2, 4)] == [one, several, several]
