"""The TypeScript types of messages, generated from the Structs, and the type check of static/ that relies on them."""

import re
import shutil
import subprocess
from collections import defaultdict
from functools import reduce
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
from tools.dev.types import TYPES, sights_of

ROOT = TYPES.parent


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


@pytest.fixture
def front_end(tmp_path: Path) -> Path:
    """A copy of what tsc checks, to be changed."""
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
    """tsc's errors, by folder."""
    run = [front_end / "node_modules/.bin/tsc", "--project", front_end, "--pretty", "false"]
    told = subprocess.run(run, cwd=front_end, capture_output=True, text=True, check=False).stdout
    found = defaultdict(set)
    for file, what in re.findall(r"^(\S+)\(\d+,\d+\): error (.+)", told, re.M):
        if not file.startswith("static/gallery/"):  # whose positions are hand-written, for every game
            found[str(Path(file).parent)].add(what)
    return dict(found)


FIELD = re.compile(r".*(?:Property |but |, and )'(\w+)' does not exist.*")
"""The field that an error is about."""
FIELDS = {
    "tcnccc": "rounds_left", "sin_color": "turns_left", "desfases": "sides", "color_gin": "takes_left",
    "color_dice": "rounds",
}  # fmt: skip
VERBS = {"tcnccc": "lift", "sin_color": "arrange", "desfases": "score", "color_gin": "take", "color_dice": "send"}


def test_what_changes_fails_the_check_of_its_own_board_or_of_the_room_alone(front_end: Path) -> None:
    assert FIELDS.keys() == VERBS.keys() == GAMES.keys()
    for key in GAMES:
        rename(front_end / f"types/views/{key}.d.ts", f"  {FIELDS[key]}: ", f"  {FIELDS[key]}_now: ")
        rename(front_end / f"types/views/{key}.d.ts", f'  do: "{VERBS[key]}";', f'  do: "{VERBS[key]}_now";')
    rename(front_end / "types/wire.d.ts", "  retry_ms: ", "  wait_ms: ")
    rename(front_end / "types/wire.d.ts", "  yes: boolean;\n  seat", "  agreed: boolean;\n  seat")
    found = complaints(front_end)
    of_the_room = " ".join(found.pop("static/room"))
    assert "Property 'retry_ms' does not exist on type 'Bye'" in of_the_room
    assert "'yes' does not exist in type 'Agree'" in of_the_room
    assert found.keys() == {f"static/games/{key}" for key in GAMES}
    for key in GAMES:
        said = found[f"static/games/{key}"]
        assert FIELDS[key] in {FIELD.sub(r"\1", what) for what in said}
        assert any(f'"{VERBS[key]}"' in what or f'"{VERBS[key]}_now"' in what for what in said)
        others = [word for other in GAMES if other != key for word in (f"{FIELDS[other]}_now", f'"{VERBS[other]}_now"')]
        assert [what for what in said if any(word in what for word in others)] == []
