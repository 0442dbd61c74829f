"""All sentences in context on one page, for a reviewer: the files that say them, and the words in each language."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from jinja2 import Environment, FileSystemLoader

from app.i18n import LANGUAGES, lesson_part
from games import GAMES, LESSONS
from tools.dev.sentences import PARTS, ROOT, files_saying
from tools.texts.report import matters, wording

TITLES: Final = {
    "core": "Every table",
    "pages": "The other pages",
    "deal": "The check of a deal",
    "between": "How people have done",
    **{key: game.title for key, game in GAMES.items()},
    **{lesson_part(key): f"The first lesson of {lesson.game.title}" for key, lesson in LESSONS.items()},
}


class Row(NamedTuple):
    """One sentence, where it is said, and its words and faults by language."""

    english: str
    places: list[str]
    words: dict[str, list[str]]
    faults: dict[str, list[str]]


class Source(NamedTuple):
    """One file, what it is for, and what it says."""

    path: str
    about: str
    rows: list[Row]


def page() -> str:
    """The page, as HTML."""
    templates = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True)
    templates.filters["pieces"] = lambda sentence: re.split(r"(\{[\w:]+\})", sentence)
    parts = [(TITLES[part], list(_sources(part))) for part in PARTS]
    return templates.get_template("page.html").render(parts=parts, languages=LANGUAGES)


def _sources(part: str) -> Iterator[Source]:
    """The files of a part; a sentence of several is listed with the first of them."""
    by_file: dict[Path, list[Row]] = {}
    for english, files in files_saying(part).items():
        row = Row(
            english,
            [f"{file.relative_to(ROOT)}:{line_of(file, english)}" for file in files],
            {language: wording(language, part, english) for language in LANGUAGES},
            {language: faults().get((language, part, english), []) for language in LANGUAGES},
        )
        by_file.setdefault(files[0], []).append(row)
    for file in sorted(by_file):
        yield Source(str(file.relative_to(ROOT)), opening(file), sorted(by_file[file]))


@cache
def faults() -> dict[tuple[str, str, str], list[str]]:
    """The faults of all sentences: (language, part, English) -> kinds and details."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for language in LANGUAGES:
        for kind, all_of_them in matters(language).items():
            for part, english, matter in all_of_them:
                found.setdefault((language, part, english), []).append(f"{kind}: {matter}" if matter else kind)
    return found


def line_of(file: Path, english: str) -> int:
    """The line of the sentence in the file, or of its beginning, since it may span lines."""
    text = file.read_text("utf-8")
    for beginning in (english, english[:40], english[:16]):
        if (at := text.find(beginning)) >= 0:
            return text.count("\n", 0, at) + 1
    return 1


def opening(file: Path) -> str:
    """The description at the top of a file."""
    text = file.read_text("utf-8")
    if file.suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0]
    comments = re.match(r"(?:// @ts-check\n)?((?://.*\n)*)", text)
    return " ".join(line.removeprefix("//").strip() for line in comments[1].splitlines()) if comments else ""
