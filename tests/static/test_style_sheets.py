"""What style sheets have in common: the names of windows, the scale of spacing, and what games may style."""

import re
from pathlib import Path

from app.assets.files import STATIC
from games import GAMES
from tests.static.test_class_names import alternatives, mark, named

SHEETS = sorted(path for folder in ("css", "games", "sheets") for path in (STATIC / folder).rglob("*.css"))
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
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


# --- Spacing ------------------------------------------------------------------------------------------------------

SPACING = re.compile(r"(?<![\w-])((?:padding|margin)(?:-[a-z-]+)?|(?:row-|column-)?gap): ([^;{}]*);")
FIGURE = re.compile(r"(?<![\w.-])-?([\d.]+)(?:px|rem)\b")


def test_margins_gaps_and_paddings_are_of_the_scale() -> None:
    """Or relative to a text or a piece; a pixel is a hair's breadth."""
    scale = re.findall(r"--space-\d: calc\((\d+) \* var\(--u\)\);", read(STATIC / "css" / "tokens.css"))
    assert scale == ["2", "4", "6", "8", "12", "16", "24", "32"]
    spaced = [(path, *each) for path in SHEETS for each in SPACING.findall(read(path))]
    assert len(spaced) > 500
    assert [
        f"{path.name}: {name}: {said}"
        for path, name, said in spaced
        if any(figure not in ("0", "1") for figure in FIGURE.findall(said))
    ] == []


# --- Slots --------------------------------------------------------------------------------------------------------

ROOM = re.compile(
    r"(?<![\w.#\[\"-])(?:html|body|header|main|aside)(?![\w-])|\.(?:bar|felt|latest|rail|room|room-page)\b"
)
"""Parts of the room that games neither style nor look for."""
SLOTS = {"opponents", "seat", "place", "prompt", "said", "who", "name", "own-figure", "clock", "detail", "table"}
"""Parts that games draw into: they lay out what is theirs there, and a part that has something of theirs."""


def rules_of(game: str) -> list[tuple[str, str]]:
    """Each selector in the sheets of a game, and what it declares."""
    found = [rule for path in (STATIC / "games" / game).glob("*.css") for rule in RULE.findall(read(path))]
    return [(one, does) for head, does in found for one in alternatives(head.strip())]


def besides_the_table(selector: str) -> str:
    """What a selector names below the table as a whole, whatever that has or is."""
    at = re.match(r'(?:\.(?:replay-page|guided) )?\[data-game="\w+"\]', selector)
    depth, end = 0, at.end() if at else 0
    while at and end < len(selector) and (depth or selector[end] != " "):
        depth += {"(": 1, ")": -1}.get(selector[end], 0)
        end += 1
    return selector[end:].strip()


def only_asks(declarations: str) -> bool:
    """Whether these are only custom properties, which the room's own sheets take into account."""
    return all(one.strip().startswith("--") for one in declarations.split(";") if one.strip())


def test_a_game_styles_only_what_is_its_own_and_asks_the_room_for_the_rest() -> None:
    for game in GAMES:
        for selector, declarations in rules_of(game):
            rest = besides_the_table(selector)
            is_own = any(name.startswith(mark(game)) for name in named(rest))
            assert not ROOM.search(selector), selector
            assert is_own or not named(rest) & SLOTS, selector
            assert rest or only_asks(declarations), selector


def test_a_game_asks_only_for_what_is_taken_into_account() -> None:
    taken = {name for path in SHEETS for name in re.findall(r"var\((--[\w-]+)", read(path))}
    asked = {
        name
        for game in GAMES
        for selector, declarations in rules_of(game)
        if not besides_the_table(selector)
        for name in re.findall(r"(--[\w-]+):", declarations)
    }
    assert asked
    assert sorted(asked - taken) == []


def test_every_slot_that_a_game_asks_for_is_one_of_the_room() -> None:
    """And the other way round."""
    modules = [path.read_text("utf-8") for path in (STATIC / "games").rglob("*.js")]
    said = [value for text in modules for value in re.findall(r"data-slot=(\"[^\"]*\"|\$\{[^}]*\})", text)]
    wanted = {slot for value in said for slots in re.findall(r"\"([^\"]*)\"", value) for slot in slots.split()}
    offered = {slot for path in SHEETS for slot in re.findall(r"\[data-slot~=\"([^\"]*)\"\]", read(path))}
    assert wanted == offered
