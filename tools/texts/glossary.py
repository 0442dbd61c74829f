"""The terminology and typography of all sentences: glossary.toml, and the rules of each language."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from app.i18n import lesson_part

FILE: Final = Path(__file__).with_name("glossary.toml")


class Term(NamedTuple):
    """One concept: its word in each language, and by language the words that must not stand for it."""

    words: dict[str, str]
    never: dict[str, re.Pattern[str]]
    games: frozenset[str]
    """Parts that it concerns; empty for all."""
    but: frozenset[str]
    """English sentences that are exempt."""


@cache
def terms() -> tuple[Term, ...]:
    """All terms of the glossary."""
    written = tomllib.loads(FILE.read_text("utf-8"))["term"]
    return tuple(
        Term(
            term["words"],
            {language: _whole_words(words) for language, words in term["never"].items()},
            frozenset(term.get("games", ())),
            frozenset(term.get("but", ())),
        )
        for term in written
    )


def _whole_words(words: str) -> re.Pattern[str]:
    meant_exactly = re.search(r"(?<!\\)[A-Z]", words)
    return re.compile(rf"(?<![\w’-])(?:{words})(?![\w-])", re.NOFLAG if meant_exactly else re.IGNORECASE)


def faults(language: str, part: str, english: str, sentence: str) -> Iterator[str]:
    """The faults of a sentence of a part, in a few words each. Names of placeholders are ignored."""
    sentence = re.sub(r"\{\w+(:\w*)?\}", "{}", sentence)
    game = part.removesuffix(lesson_part(""))
    for term in terms():
        if language in term.never and (not term.games or game in term.games) and english not in term.but:
            for found in term.never[language].finditer(sentence):
                yield f"“{found[0]}”: {term.words.get(language, term.words['en'])}"
    for wrong, what in (*_ANYWHERE, *_TYPOGRAPHY.get(language, ())):
        if wrong.search(sentence):
            yield what


_ANYWHERE: Final = (
    (re.compile(r"['\"`´]"), "straight quote"),
    (re.compile(r"\.\.\."), "three dots for an ellipsis"),
    (re.compile(r"[ \u00a0\u202f]{2}|^\s|\s$"), "space too many"),
    (re.compile(r" - "), "hyphen for a dash"),
)
_SPACE_BEFORE_ELLIPSIS: Final = (re.compile(r"\w\s…"), "space before an ellipsis")
# French: a narrow no-break space (U+202F) before high punctuation, and inside quotation marks.
_TYPOGRAPHY: Final = {
    "fr": (
        (re.compile(r"(?<!\u202f)(?!:\w+\})[:;?!»](?!\d)"), "no narrow space before : ; ? ! »"),
        (re.compile(r"«(?!\u202f)"), "no narrow space after «"),
        _SPACE_BEFORE_ELLIPSIS,
    ),
    "es": (
        (re.compile(r"^[^¿«]*\?"), "no ¿"),
        (re.compile(r"^[^¡«]*!"), "no ¡"),
    ),
    "de": ((re.compile(r"\w…"), "no space before an ellipsis"),),  # what is left out there is whole words
    "en": (_SPACE_BEFORE_ELLIPSIS,),
    "pt": (_SPACE_BEFORE_ELLIPSIS,),
}
