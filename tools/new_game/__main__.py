"""Writes the skeleton of a new game, with tests that fail until its rules are written.

    python -m tools.new_game chess "Chess"

The files come from skeleton/ beside this one. The game is also added wherever games are listed: in games/, and in the
tests that all games share. No existing file is overwritten.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from games import GAMES

ROOT: Final = Path(__file__).resolve().parents[2]
SKELETON: Final = Path(__file__).resolve().parent / "skeleton"
FOLDERS: Final = {
    "games": "games/{key}",
    "static": "static/games/{key}",
    "templates": "templates/games/{key}",
    "tests": "tests/games",
    "gallery": "static/gallery",
}
"""Folder of the skeleton -> destination of its files."""

LEFT: Final = """\
{title} stands in games/{key}/, static/games/{key}/ and templates/games/{key}/, and is on the landing page.
Its first tests, which fail until the rules are written: .venv/bin/python -m pytest tests/games/test_{key}.py
The next steps, in CONTRIBUTING.md under “Adding a game”, ask for these, and tests do:
- the rules: games/{key}/RULES.md and rules.py; what is open and what must hold: tests/games/knowledge.py, soundness.py
- the board: static/games/{key}/; its figures; what the gallery shows of it: static/gallery/{key}.js
- its sentences and RULES.md in every language
- whole games written down, and the rules released: python -m tools.dev playthrough --write, release --write
"""


class Unfit(Exception):
    """A game of this key or title is impossible; the text says why."""


def main(arguments: list[str]) -> int:
    """Write the skeleton; returns 2 for an unusable key or title."""
    parser = argparse.ArgumentParser("python -m tools.new_game", description="Writes the skeleton of a game.")
    parser.add_argument("key", metavar="KEY", help="what the program calls it: small letters and _, such as color_gin")
    parser.add_argument("title", nargs="?", metavar="TITLE", help="what players call it; from the key if not given")
    asked = parser.parse_args(arguments)
    title = asked.title or asked.key.replace("_", " ").title()
    try:
        check(asked.key, title)
    except Unfit as why:
        print(why, file=sys.stderr)
        return 2
    written = [*write_skeleton(asked.key, title), *enter(asked.key, title)]
    tidy(written)
    print(LEFT.format(key=asked.key, title=title), end="")
    return 0


def check(key: str, title: str) -> None:
    """Raises Unfit for an unusable key or title."""
    if not re.fullmatch(r"[a-z][a-z]+(_[a-z]+)*", key):
        raise Unfit(f"{key!r} is no key: expected words of small letters, with _ between them, such as color_gin.")
    if not re.fullmatch(r"[^\"\\{}@\n]+", title):
        raise Unfit(f"{title!r} is no title: it may have no quotes, braces, backslashes or @.")
    if taken := [path for path in places(key).values() if path.exists()]:
        raise Unfit(f"{taken[0].relative_to(ROOT)} is there already.")
    if rivals := [game for game in GAMES if mark_of(game) == mark_of(key)]:
        raise Unfit(f"The classes of {key} would begin with {mark_of(key)}-, as those of {rivals[0]} do.")


def mark_of(key: str) -> str:
    """The prefix of a game's class names: the initials of its key, or its first two letters."""
    words = key.split("_")
    return "".join(word[0] for word in words) if len(words) > 1 else key[:2]


# --- Its own files ------------------------------------------------------------------------------------------


def places(key: str) -> Mapping[Path, Path]:
    """File of the skeleton -> destination."""
    return {source: _place(source, key) for source in sorted(SKELETON.rglob("*.txt"))}


def _place(source: Path, key: str) -> Path:
    folder = FOLDERS[source.parent.name].format(key=key)
    return ROOT / folder / source.name.removesuffix(".txt").replace("KEY", key)


def write_skeleton(key: str, title: str) -> list[Path]:
    """Write the game's own files."""
    meant = {"@KEY@": key, "@TITLE@": title, "@MARK@": mark_of(key)}
    for source, place in places(key).items():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(re.sub("|".join(meant), lambda found: meant[found[0]], source.read_text("utf-8")), "utf-8")
    return [*places(key).values()]


# --- Where games are listed ---------------------------------------------------------------------------------


def enter(key: str, title: str) -> list[Path]:
    """Add the game to the files that list games."""
    knows = _unwritten(f"{key}(g: Any, you: Seat | None) -> tuple[Any, ...]", f"{title}: what lies open")
    sound = _unwritten(f"{key}(before: Any, g: Any) -> None", f"{title}: what is true of every table")
    entry = f'    "{key}": {key},\n'
    return [
        _entered("games/__init__.py", behind={"from games import ": f"{key}, "}, before={")\n}": f", {key}.GAME"}),
        _entered(
            "tests/games/knowledge.py",
            before={"OPEN_FACTS: ": knows},
            behind={"OPEN_FACTS: dict[str, Callable[[Any, Seat | None], tuple[Any, ...]]] = {\n": entry},
        ),
        _entered(
            "tests/games/soundness.py",
            before={"CHECK: ": sound},
            behind={
                "CHECK: Final[dict[str, Callable[[Any, Any], None]]] = {\n": entry,
                "MOST_ANSWERS: Final = {": f'"{key}": 20, ',
            },
        ),
    ]


def _unwritten(head: str, what: str) -> str:
    return f'def {head}:\n    raise NotImplementedError("{what}")\n\n\n'


def _entered(name: str, behind: Mapping[str, str], before: Mapping[str, str]) -> Path:
    """A file with these texts inserted after, or before, text that it contains once."""
    path = ROOT / name
    text = path.read_text("utf-8")
    entries = [(place, added + place) for place, added in before.items()]
    for place, both in [*entries, *((place, place + added) for place, added in behind.items())]:
        if text.count(place) != 1:
            raise LookupError(f"{name} has not once: {place.strip()}")
        text = text.replace(place, both)
    path.write_text(text, "utf-8")
    return path


def tidy(written: list[Path]) -> None:
    """Sort imports, format, and regenerate the wire types."""
    python = [str(path) for path in written if path.suffix == ".py"]
    for command in (
        ["ruff", "check", "--quiet", "--select", "I", "--fix", *python],
        ["ruff", "format", "--quiet", *python],
        ["tools.dev", "types", "--write"],
    ):
        subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
