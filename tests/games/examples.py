"""The worked examples of the rules as the figures draw them (static/games/<game>/examples.js), and their captions."""

import re
from functools import cache
from typing import Any, Final

from app.i18n import LANGUAGES
from games import GAMES
from tests.conftest import ROOT
from tests.support.node_js import each_in_node

_CAPTION: Final = re.compile(r"^!\[([^\]]+)\]\(figure:(\w+)\)$", re.MULTILINE)


def examples(game: str) -> Any:
    """The module's exports, by name."""
    return _all_examples()[game]


@cache
def _all_examples() -> dict[str, Any]:
    return dict(zip(GAMES, each_in_node([f"games/{game}/examples.js" for game in GAMES], "module"), strict=True))


@cache
def captions(game: str, language: str) -> dict[str, str]:
    """The caption of each figure of the rules, its lines joined."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    written = (ROOT / "games" / game / name).read_text("utf-8")
    return {figure: " ".join(text.split()) for text, figure in _CAPTION.findall(written)}


def names(game: str, figure: str, *numbers: int) -> bool:
    """Whether the caption of a figure has exactly these numbers."""
    return numbers_in(game, figure) == sorted(numbers)


def numbers_in(game: str, figure: str) -> list[int]:
    """The numbers in the caption of a figure, in order; they have to be the same in every language."""
    named = {language: _numbers(captions(game, language)[figure]) for language in LANGUAGES}
    assert all(numbers == named["en"] for numbers in named.values()), f"{figure}: {named}"
    return named["en"]


def _numbers(text: str) -> list[int]:
    return sorted(map(int, re.findall(r"\d+", text)))
