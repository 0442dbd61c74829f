"""Class names of the kit and of games are separate: no style sheet of one affects what the other draws.

A game's class begins with the game's two letters. Every selector in its sheets names one of them, or the game's own
table; every other class it uses is lent by the kit: a piece, a part of a figure, or a place that games draw into. The
kit and the pages have no class that begins so.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from app.assets.files import STATIC
from games import GAMES, LESSONS
from games.lesson import Tell
from tests.conftest import ROOT

PLACES = {"answer", "answers", "clock", "detail", "ending", "guided", "name", "opponents", "own-figure"}
PLACES |= {"place", "progress", "prompt", "replay-page", "said", "seat", "table", "who"}
"""Classes of the page that games draw into or make room in; tests/static/test_style_sheets.py says how."""
STATES = {"barred", "fades", "lit", "off", "picked", "plain", "primary", "small", "stand", "states", "unseen", "word"}
"""States of answers and of messages, and kinds of buttons and texts."""

HOLE = r"\$\{(?:[^{}]|\{[^{}]*\})*\}"
ATTRIBUTE = re.compile(rf"\bclass=(?:\"((?:[^\"$]|{HOLE})*)\"|({HOLE}))")
"""A class attribute in a template, with its placeholders."""


def mark(game: str) -> str:
    """The prefix of a game's classes: its name's initials, or its first two letters."""
    words = game.split("_")
    return ("".join(word[0] for word in words) if len(words) > 1 else game[:2]) + "-"


def rules(sheet: Path) -> list[str]:
    """What precedes each brace of a style sheet."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.S)
    return [head.strip() for head in re.findall(r"([^{};]+)\{", text)]


def selectors(sheet: Path) -> Iterator[str]:
    """Every selector, split at commas outside brackets."""
    for head in rules(sheet):
        if not head.startswith("@") and not re.fullmatch(r"from|to|[\d.]+%", head):
            yield from alternatives(head)


def alternatives(head: str) -> Iterator[str]:
    start = depth = 0
    for at, sign in enumerate(head + ","):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and not depth:
            yield head[start:at].strip()
            start = at + 1


def named(text: str) -> set[str]:
    """The classes in a selector."""
    return set(re.findall(r"\.(-?[a-zA-Z_][\w-]*)", re.sub(r"\"[^\"]*\"", "", text)))


def given(module: Path) -> set[str]:
    """The classes, or their prefixes, in the templates of a module."""
    values = [whole or hole for whole, hole in ATTRIBUTE.findall(module.read_text("utf-8"))]
    filled = [said for value in values for hole in re.findall(HOLE, value) for said in strings(hole)]
    return {word for text in (*(re.sub(HOLE, " ", value) for value in values), *filled) for word in text.split()}


def strings(hole: str) -> list[str]:
    """String literals that are neither compared with anything nor arguments."""
    return [said for before, said in re.findall(r"(=== |\()?\"([^\"]*)\"", hole) if not before]


def lent() -> set[str]:
    """All classes not a game's own that games may use; those of these sheets they may place and size."""
    sheets = [STATIC / "css" / f"{name}.css" for name in ("pieces", "piecepack", "cards", "figures")]
    return (PLACES | STATES).union(*(named(selector) for sheet in sheets for selector in selectors(sheet)))


def test_every_selector_of_a_game_names_a_class_of_its_own() -> None:
    assert len({mark(game) for game in GAMES}) == len(GAMES)
    strays = [
        f"{sheet.name}: {selector}"
        for game in GAMES
        for sheet in (STATIC / "games" / game).glob("*.css")
        for selector in selectors(sheet)
        if f'[data-game="{game}"]' not in selector and not any(name.startswith(mark(game)) for name in named(selector))
    ]
    assert strays == []


def test_a_game_uses_no_class_and_no_name_of_a_movement_but_its_own_and_what_is_lent() -> None:
    for game in GAMES:
        folder = STATIC / "games" / game
        used = {name for sheet in folder.glob("*.css") for selector in selectors(sheet) for name in named(selector)}
        used |= {name for module in folder.glob("*.js") for name in given(module)}
        assert any(name.startswith(mark(game)) for name in used), game
        heads = [head for sheet in folder.glob("*.css") for head in rules(sheet)]
        moved = {head.split()[1] for head in heads if head.startswith("@keyframes")}
        assert sorted(name for name in moved | used - lent() if not name.startswith(mark(game))) == [], game


def test_a_guide_points_at_what_its_game_draws() -> None:
    for game, lesson in LESSONS.items():
        folder = STATIC / "games" / game
        places = dict(re.findall(r"^  (\w+): \[([^\]]*)\],$", (folder / "guide.js").read_text("utf-8"), flags=re.M))
        spoken_of = {step.at for step in (*lesson.script, *lesson.closing) if isinstance(step, Tell)}
        assert places.keys() == spoken_of, game
        pointed = re.findall(r'"([^"]*)"', " ".join(places.values()))
        drawn = PLACES.union(*(given(module) for module in folder.glob("*.js")))
        assert [selector for selector in pointed if not named(selector) <= drawn] == [], game


def test_the_kit_and_the_pages_have_no_class_with_the_mark_of_a_game() -> None:
    sheets = [*STATIC.glob("css/**/*.css"), *STATIC.glob("sheets/*.css")]
    modules = [path for folder in ("kit", "room", "replay", "pages") for path in STATIC.glob(f"{folder}/*.js")]
    modules += (ROOT / "templates").rglob("*.html")
    used = {name for sheet in sheets for selector in selectors(sheet) for name in named(selector)}
    used |= {name for module in modules for name in given(module)}
    assert len(used) > 200
    assert sorted(name for name in used if name.startswith(tuple(mark(game) for game in GAMES))) == []
