"""Sentences as readers get them: each with every kind of argument, rendered by the server and by a page."""

import json
import subprocess
from collections.abc import Mapping, Sequence

import msgspec

from app.i18n import FOLDER, Speaker, catalog_files, locale_of
from games.engine import Text
from tools.dev.sentences import PARTS, ROOT, sentences
from tools.texts.examples import PEOPLE, examples


def print_rendered(language: str) -> None:
    """Print all sentences of a language for a person to read: the English, and below it the rendered ones."""
    for part in PARTS:
        print(f"\n== {part}")
        for english in sorted(sentences(part)):
            print(english)
            for said in dict.fromkeys(said_by_server(language, part, list(examples(part, english)))):
                print(f"    {said}")


def texts(part: str) -> list[Text]:
    """All sentences of a part, with examples."""
    return [text for english in sorted(sentences(part)) for text in examples(part, english)]


def said_by_server(language: str, part: str, said: Sequence[Text]) -> list[str]:
    """These sentences as rendered by app/i18n.py."""
    return list(map(Speaker(language, _catalogs(part), PEOPLE), said))


def said_by_pages(language: str, said: Mapping[str, Sequence[Text]]) -> dict[str, list[str]]:
    """These sentences of each part as rendered by static/kit/text.js."""
    asked = {
        "locale": locale_of(language),
        "people": PEOPLE,
        "pages": [
            {
                "catalogs": [str(FOLDER.parent / path) for path in catalog_files(language, *_catalogs(part))],
                "texts": texts,
            }
            for part, texts in said.items()
        ],
    }
    command = ["node", "tools/texts/rendered.mjs"]
    printed = subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, input=msgspec.json.encode(asked)
    ).stdout
    return dict(zip(said, json.loads(printed), strict=True))


def _catalogs(part: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((part, "core", "pages")))
