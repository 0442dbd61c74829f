"""The faults of the sentences of one language: missing, unused, unchanged, long, outside the glossary."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from app.i18n import ENGLISH, Sentence
from tools.dev.sentences import PARTS, known, lacking, sentences
from tools.texts import glossary

STRETCH: Final = 0.4
"""How much longer than English sentences may be, as a share; tests/browser/longer.py checks that they fit."""
BRACKETS: Final = 2
"""Letters by which they may grow in addition."""

_NAMES: Final = re.compile(r"\{\w+(:\w*)?\}")


class Found(NamedTuple):
    """A sentence of a part, by its English, and its fault."""

    part: str
    english: str
    matter: str


def matters(language: str) -> dict[str, list[Found]]:
    """Kind of fault -> where it was found. English can only be outside the glossary."""
    outside = {"outside the glossary": list(_outside_the_glossary(language))}
    if language == ENGLISH:
        return outside
    return {
        "missing": [Found(part, english, "") for part in PARTS for english in sorted(lacking(language, part))],
        "unused": [Found(part, english, "") for part in PARTS for english in sorted(unused(language, part))],
        "unchanged from English": list(_unchanged(language)),
        "longer than its place": list(_too_long(language)),
        **outside,
    }


def unused(language: str, part: str) -> set[str]:
    """Sentences that are translated but never said."""
    return known(language, part).keys() - sentences(part)


def forms(sentence: Sentence) -> list[str]:
    """The sentence, or its plural forms."""
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def wording(language: str, part: str, english: str) -> list[str]:
    """The sentence in a language; empty if it is not translated."""
    return [english] if language == ENGLISH else forms(known(language, part).get(english, {}))


def letters(sentence: str) -> int:
    """The length without placeholders."""
    return len(_NAMES.sub("", sentence))


def room_for(english: str) -> int:
    """How many letters fit where this sentence is shown."""
    return round((1 + STRETCH) * letters(english)) + BRACKETS


def _unchanged(language: str) -> Iterator[Found]:
    for part in PARTS:
        for english, sentence in known(language, part).items():
            if sentence == english and re.search(r"[^\W\d]{2}", _NAMES.sub("", english)):
                yield Found(part, english, "")


def _too_long(language: str) -> Iterator[Found]:
    for part in PARTS:
        for english in sorted(sentences(part)):
            for form in wording(language, part, english):
                if letters(form) > room_for(english):
                    yield Found(part, english, f"{letters(form)} letters, {room_for(english)} fit: {form}")


def _outside_the_glossary(language: str) -> Iterator[Found]:
    for part in PARTS:
        for english in sorted(sentences(part)):
            for form in wording(language, part, english):
                for fault in glossary.faults(language, part, english, form):
                    yield Found(part, english, f"{fault}: {form}")
