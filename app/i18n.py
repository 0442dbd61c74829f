"""Translations.

A catalog maps English templates to those of another language; it is static/languages/<language>/<part>.json, which
pages load, too. `part` is "core", "pages" or a game's key. A value is a sentence, or one per CLDR plural category,
chosen by the template's first number.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.text import Chair, Text

FOLDER: Final = Path(__file__).resolve().parent.parent / "static" / "languages"
ENGLISH: Final = "en"
LANGUAGES: Final = {"en": "English", "fr": "Français", "de": "Deutsch", "es": "Español", "pt": "Português"}
"""Language tag -> the language's own name."""
LOCALES: Final = {"pt": "pt-PT"}
"""Language tag -> the tag to give browsers, where the short one would mean another variety (BCP 47)."""
AND: Final = {"en": "and", "fr": "et", "de": "und", "es": "y", "pt": "e"}

CORE: Final = "core"
"""Sentences of tables and of the server."""
PAGES: Final = "pages"
"""Sentences of the other pages."""

Sentence = str | dict[str, str]
Catalog = Mapping[str, Sentence]


def locale_of(language: str) -> str:
    """The tag of a language for <html lang> and for Intl: voices, hyphens and plurals go by it."""
    return LOCALES.get(language, language)


@cache
def catalog(language: str, part: str) -> Catalog:
    """One part's sentences; empty where there are none, as for English."""
    path = FOLDER / language / f"{part}.json"
    sentences: Catalog = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return sentences


def catalog_files(language: str, *parts: str) -> list[str]:
    """Paths in static/ of the catalogs for these parts."""
    return [f"languages/{language}/{part}.json" for part in parts if (FOLDER / language / f"{part}.json").exists()]


class Speaker:
    """Translates into one language."""

    def __init__(self, language: str, parts: Sequence[str], names: Sequence[str | None] = ()) -> None:
        """`names`: of those who sit at the table that is spoken of, by seat."""
        self.language = language
        self._parts = parts
        self._names = names

    def __call__(self, sentence: str | Text, **arguments: Any) -> str:
        """The sentence in this language, or in English if untranslated."""
        text = Text(sentence, arguments) if isinstance(sentence, str) else sentence
        template = self._template(text.text)
        if isinstance(template, dict):
            template = template[self._category(text, template)]
        return template.format(**{name: self._in_words(value) for name, value in text.with_.items()})

    def _template(self, english: str) -> Sentence:
        found = (catalog(self.language, part).get(english) for part in self._parts)
        return next((sentence for sentence in found if sentence is not None), english)

    def _category(self, text: Text, forms: Mapping[str, str]) -> str:
        count = next((value for value in text.with_.values() if isinstance(value, int)), 0)
        few = count in (0, 1) if self.language == "fr" else count == 1
        return "one" if few and "one" in forms else "other"

    def _in_words(self, value: Any) -> str:
        match value:
            case Text():
                return self(value)
            case Chair(seat):
                name = self._names[seat] if seat < len(self._names) else None
                return name or self("Seat {number}", number=seat + 1)
            case list() | tuple():
                return self._listed([self._in_words(item) for item in value])
            case _:
                return str(value)

    def _listed(self, words: Sequence[str]) -> str:
        *first, last = words or [""]
        return f"{', '.join(first)} {AND[self.language]} {last}" if first else last
