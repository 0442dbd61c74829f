"""The types of what travels, made from the Structs, and the type check of static/ that relies on them."""

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import reduce
from importlib.util import module_from_spec, spec_from_file_location
from operator import or_
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

from games import GAMES
from games.bot import Seeded
from games.engine import Game
from games.playthrough import Playthrough
from tests.amounts import amount
from tools.dev.__main__ import main
from tools.dev.mistaken import Mistaken
from tools.dev.types import SAID, TYPES, sights_of
from tools.dev.typescript import Sheet, Writer

ROOT = TYPES.parent

# --- What is written down -----------------------------------------------------------------------------------


def test_types_that_differ_from_the_structs_are_shown_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["types"]) == 0
    monkeypatch.setattr("tools.dev.types.TYPES", tmp_path / "types")
    assert main(["types", "--write"]) == 0
    view = tmp_path / "types" / "views" / "tcnccc.d.ts"
    view.write_text(view.read_text().replace("bag_empty: boolean", "bag: Piece[]"))
    (view.parent / "old.d.ts").write_text("export interface View {}\n")
    capsys.readouterr()
    assert main(["types"]) == 1
    told = capsys.readouterr().out
    assert "--- types/views/tcnccc.d.ts\n" in told
    assert "\n-  bag: Piece[];\n+  bag_empty: boolean;\n" in told
    assert [main(["types", "--write"]), main(["types"])] == [0, 0]
    assert not (view.parent / "old.d.ts").exists()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_a_game_shows_is_of_the_types_that_it_declares(game: Game) -> None:
    view = msgspec.json.Decoder(get_type_hints(game.view)["return"])
    sight: Any = msgspec.json.Decoder(reduce(or_, sights_of(game), None))
    playthrough = Playthrough(game, game.seats[-1], game.Options(), Seeded("types"))
    while playthrough.state.question and len(playthrough.steps) < amount(60, 200):
        step = playthrough.play_carefully()
        for seat in (None, *range(game.seats[-1])):
            view.decode(msgspec.json.encode(game.view(step.after, seat)))
        for line in step.lines:
            assert sight.decode(msgspec.json.encode(line.sight)) == line.sight


# --- How a Struct is written --------------------------------------------------------------------------------

Written = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """written(source): the type of its Struct `It`, which is a move, and what goes with it."""

    def write(source: str) -> str:
        name = f"of_{tmp_path.name}"
        file = tmp_path / f"{name}.py"
        file.write_text(f"from typing import *\nfrom msgspec import *\nfrom collections.abc import Sequence\n{source}")
        spec = spec_from_file_location(name, file)
        assert spec and spec.loader
        module = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        sheet = Sheet("it", "It", (name,))
        Writer([sheet], SAID).write_union(sheet, "Move", "", [module.It])
        return sheet.text().split("*/\n\n", 1)[1].removesuffix("\nexport type Move = It;\n")

    return write


def test_a_model_is_an_interface_and_only_a_body_may_lack_what_has_a_default(written: Written) -> None:
    fields = '    a: int\n    """By seat."""\n    b: Annotated[Literal["x"] | None, "note"] = None\n'
    base = "from pydantic import BaseModel\nclass It(BaseModel{}):\n"
    interface = 'export interface It {{\n  /** By seat. */\n  a: number;\n  b{}: "x" | null;\n}}\n'
    assert written(base.format("") + fields) == interface.format("")
    assert written(base.format(", extra='forbid'") + fields) == interface.format("?")


def test_two_types_of_one_name_are_refused(written: Written) -> None:
    with pytest.raises(Mistaken, match="cannot have both Move of all games and that of of_"):
        written("class It(Struct, tag_field='do'):\n    a: 'Move'\nclass Move(Struct):\n    b: int\n")


def test_a_type_that_has_no_counterpart_is_refused(written: Written) -> None:
    with pytest.raises(Mistaken, match="no type of TypeScript is said for Decimal"):
        written("from decimal import Decimal\nclass It(Struct):\n    a: Decimal\n")


# --- What the type check finds ------------------------------------------------------------------------------


@pytest.fixture
def front_end(tmp_path: Path) -> Path:
    """What tsc checks, to be altered."""
    for folder in ("static", "types"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("languages", "*.css", "*.svg"))
    shutil.copy(ROOT / "tsconfig.json", tmp_path)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    return tmp_path


def rename(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert text.count(before) == 1
    file.write_text(text.replace(before, after))


def complaints(front_end: Path) -> dict[str, set[str]]:
    """What tsc says, by the folder of which it says so."""
    run = [front_end / "node_modules/.bin/tsc", "--project", front_end, "--pretty", "false"]
    told = subprocess.run(run, cwd=front_end, capture_output=True, text=True, check=False).stdout
    found = defaultdict(set)
    for file, what in re.findall(r"^(\S+)\(\d+,\d+\): error (.+)", told, re.M):
        if not file.startswith("static/gallery/"):  # whose positions are written by hand, for every game
            found[str(Path(file).parent)].add(what)
    return dict(found)


FIELD = re.compile(r".*(?:Property |but |, and )'(\w+)' does not exist.*")
"""Of a complaint: the field that code counts on."""
FIELDS = {
    "tcnccc": "rounds_left",
    "sin_color": "turns_left",
    "desfases": "sides",
    "color_gin": "takes_left",
    "color_dice": "rounds",
}
VERBS = {"tcnccc": "lift", "sin_color": "arrange", "desfases": "score", "color_gin": "take", "color_dice": "send"}


def test_a_view_or_move_that_changes_fails_the_check_of_its_own_board_alone(front_end: Path) -> None:
    assert FIELDS.keys() == VERBS.keys() == GAMES.keys()
    for key in GAMES:
        rename(front_end / f"types/views/{key}.d.ts", f"  {FIELDS[key]}: ", f"  {FIELDS[key]}_now: ")
        rename(front_end / f"types/views/{key}.d.ts", f'  do: "{VERBS[key]}";', f'  do: "{VERBS[key]}_now";')
    found = complaints(front_end)
    assert found.keys() == {f"static/games/{key}" for key in GAMES}
    for key in GAMES:
        said = found[f"static/games/{key}"]
        assert FIELDS[key] in {FIELD.sub(r"\1", what) for what in said}
        assert any(f'"{VERBS[key]}"' in what or f'"{VERBS[key]}_now"' in what for what in said)
        others = [word for other in GAMES if other != key for word in (f"{FIELDS[other]}_now", f'"{VERBS[other]}_now"')]
        assert [what for what in said if any(word in what for word in others)] == []


def test_a_message_that_changes_fails_the_check_of_the_room_alone(front_end: Path) -> None:
    rename(front_end / "types/wire.d.ts", "  retry_ms: ", "  wait_ms: ")
    rename(front_end / "types/wire.d.ts", "  yes: boolean;\n  seat", "  agreed: boolean;\n  seat")
    found = complaints(front_end)
    assert found.keys() == {"static/room"}
    said = " ".join(found["static/room"])
    assert "Property 'retry_ms' does not exist on type 'Bye'" in said
    assert "'yes' does not exist in type 'Agree'" in said
