"""The TypeScript types of messages, generated from the Structs: what tsc finds wrong by them, tests/mutants/static.toml
has."""

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
from tests.support.effort import amount
from tools.dev.__main__ import main
from tools.dev.types import sights_of


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
