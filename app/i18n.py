"""Translations.

A catalog maps English templates to those of another language; it is static/languages/<language>/<part>.json, which
pages load, too. `part` is "core", "pages", a game's key, or that of its lesson; or "deal" or "between", which pages
load when somebody asks for the check of a deal, or for how people have done. English has core.json for what a key
cannot say: "1 time".

A value is a sentence or an object of several. Sentences for the plural categories of CLDR ("one", "other") are chosen
by the first number, or by the length of the first list. Words that fill placeholders may have further forms, and a
sentence names the form it needs: if "queen" is {"other": "dame", "the": "la dame"}, {card:the} becomes "la dame".

A word and the text that follows it may contract: de + Ann is d’Ann, de + le roi is du roi. joins.json beside the
catalogs lists these replacements as regular expressions, in the syntax that Python and JavaScript share.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from games.text import Chair, Text

FOLDER: Final = Path(__file__).resolve().parent.parent / "static" / "languages"
ENGLISH: Final = "en"
LANGUAGES: Final = {"en": "English", "fr": "Français", "de": "Deutsch", "es": "Español", "pt": "Português"}
"""Language tag -> the language's own name."""
LOCALES: Final = {"en": "en-GB", "pt": "pt-PT"}
"""Language tag -> the tag to give browsers, where the short one would mean another variety (BCP 47)."""
GROUPED_FROM_10_000: Final = frozenset({"es", "pt"})
"""Languages that write 1234 without a separator: CLDR's minimumGroupingDigits, which Babel does not read."""

CORE: Final = "core"  # sentences of tables and of the server
PAGES: Final = "pages"  # sentences of the other pages

JOINS: Final = "joins"  # elisions and contractions

Sentence = str | dict[str, str]
Catalog = Mapping[str, Sentence]

# The word before a placeholder, if any; the placeholder's name; and the form that it asks for.
_HOLE: Final = re.compile(r"([^\s{]* ?)\{(\w+):?(\w*)\}")


_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_FSI, _PDI = "\u2068", "\u2069"


def isolated(typed: str) -> str:
    """Typed text as it is put among other words: between a first strong isolate and its end (UAX #9) if it is written
    from right to left, which would change the order of those words. static/kit/text.js does the same."""
    return _FSI + typed + _PDI if _RIGHT_TO_LEFT.search(typed) and not typed.startswith(_FSI) else typed


def locale_of(language: str) -> str:
    """The tag of a language for <html lang> and for Intl, which choose voices, hyphenation and plurals by it."""
    return LOCALES.get(language, language)


def parts_for(game: str) -> tuple[str, str]:
    """The parts where one game is shown: its own sentences are looked up before those of all games."""
    return game, CORE


def lesson_part(game: str) -> str:
    """The part with what the guide to a game's first lesson says, which no other table needs."""
    return f"{game}_lesson"


@cache
def catalog(language: str, part: str) -> Catalog:
    """The sentences of one part; empty if there are none."""
    path = FOLDER / language / f"{part}.json"
    sentences: Catalog = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return sentences


@cache
def joins(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The elisions and contractions of a language: pattern and replacement."""
    pairs: Any = catalog(language, JOINS).get("", [])
    return [(re.compile(side_by_side), written) for side_by_side, written in pairs]


@cache
def catalog_files(language: str, *parts: str) -> Sequence[str]:
    """Paths in static/ of the catalogs for these parts, and of the language's joins."""
    paths = [f"{language}/{part}.json" for part in (*parts, JOINS)]
    return tuple(f"languages/{path}" for path in paths if (FOLDER / path).exists())


class Speaker:
    """Translates into one language."""

    def __init__(self, language: str, parts: Sequence[str], names: Sequence[str | None] = ()) -> None:
        """`names`: the names of the players at the table in question, by seat."""
        self.language = language
        self._locale = Locale.parse(locale_of(language), sep="-")
        self._parts = parts
        self._names = names

    def __call__(self, sentence: str | Text, **arguments: Any) -> str:
        """The sentence in this language, or in English if untranslated."""
        return self._sentence(Text(sentence, arguments) if isinstance(sentence, str) else sentence)

    def _sentence(self, text: Text, form: str = "") -> str:
        sentence = self._template(text.text)
        chosen = sentence if isinstance(sentence, str) else self._chosen(sentence, text, form)

        def filled(hole: re.Match[str]) -> str:
            before, name, hole_form = hole.groups()
            return self._joined(before, self._in_words(text.with_[name], hole_form))

        return _HOLE.sub(filled, chosen)

    def _template(self, english: str) -> Sentence:
        translations = (catalog(self.language, part).get(english) for part in self._parts)
        return next((sentence for sentence in translations if sentence is not None), english)

    def _chosen(self, forms: Mapping[str, str], text: Text, form: str) -> str:
        counts = (len(value) if isinstance(value, list | tuple) else value for value in text.with_.values())
        count = next((value for value in counts if isinstance(value, int | float)), None)
        category = "other" if count is None else self._locale.plural_form(count)
        return forms.get(form) or forms.get(category) or forms["other"]

    def _in_words(self, value: Any, form: str = "") -> str:
        match value:
            case Text():
                return self._sentence(value, form)
            case Chair(seat):
                name = self._names[seat] if seat < len(self._names) else None
                return isolated(name) if name else self("Seat {number}", number=seat + 1)
            case list() | tuple():
                return self._listed([self._in_words(item, form) for item in value])
            case int() | float():
                grouped = abs(value) >= 10_000 or self.language not in GROUPED_FROM_10_000
                return format_decimal(value, locale=self._locale, group_separator=grouped)
            case _:
                return isolated(str(value))

    def _listed(self, words: Sequence[str]) -> str:
        *first, last = words or [""]
        listed = format_list([*first, ""], locale=self._locale)
        end = listed.rstrip().rfind(" ") + 1  # where the last "and" begins
        return listed[:end] + self._joined(listed[end:], last)

    def _joined(self, before: str, words: str) -> str:
        joined = before + words
        for side_by_side, written in joins(self.language):
            joined = side_by_side.sub(written, joined)
        return joined
