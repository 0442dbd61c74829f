"""What style sheets have in common: the names of windows."""

import re
from pathlib import Path

from app.assets.files import STATIC

SHEETS = sorted(path for folder in ("css", "games", "sheets") for path in (STATIC / folder).rglob("*.css"))
BREAKPOINTS = STATIC / "css" / "breakpoints.css"


def read(path: Path) -> str:
    """A sheet or module without its comments."""
    return re.sub(r"/\*.*?\*/|^\s*//[^\n]*", "", path.read_text("utf-8"), flags=re.S | re.M)


# --- Windows ------------------------------------------------------------------------------------------------------

CONDITIONS = dict(re.findall(r"@custom-media (--[\w-]+) ([^;]+);", read(BREAKPOINTS)))
SIDES = re.compile(r"\b(?:width|height|inline-size|block-size|aspect-ratio|orientation)\b")


def queries(path: Path) -> list[str]:
    """What follows @media in a sheet."""
    return re.findall(r"@media\b([^{]*)", read(path))


def test_windows_are_told_apart_by_few_names_and_thresholds() -> None:
    sides = re.findall(r"(width|height) >?<?=? ?([\d.]+\w+)", " ".join(CONDITIONS.values()))
    assert len(CONDITIONS) <= 14
    assert len(set(sides)) <= 10


def test_sheets_tell_windows_apart_by_name() -> None:
    assert [f"{path.name}: {query}" for path in SHEETS for query in queries(path) if SIDES.search(query)] == []


def test_every_name_of_a_window_is_used() -> None:
    used = {name for path in SHEETS for query in queries(path) for name in re.findall(r"\((--[\w-]+)\)", query)}
    assert sorted(CONDITIONS.keys() - used) == []


def test_modules_ask_for_the_same_windows() -> None:
    modules = [path for path in STATIC.rglob("*.js") if "vendor" not in path.parts]
    asked = {path.name: re.findall(r"\"(\([^\"]*\b(?:width|height)\b[^\"]*)\"", read(path)) for path in modules}
    found = {name: said for name, said in asked.items() if said}
    assert list(found) == ["screen.js"]
    assert set(found["screen.js"]) <= set(CONDITIONS.values())
