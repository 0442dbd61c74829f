"""One whole game for every table, written down to be read and compared."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from app.tools.mistaken import named
from games.bot import Seeded
from games.engine import Game
from games.playthrough import Playthrough, printed

PLAYTHROUGHS: Final = Path(__file__).resolve().parents[2] / "tests" / "games" / "playthroughs"


def compare_playthroughs(asked: argparse.Namespace) -> int:
    """One game among careful bots for every table, against what is written down of it."""
    differ = 0
    for game in named(asked.game):
        for seats in game.seats:
            file, text = golden_file(game, seats), golden_text(game, seats)
            if asked.write:
                file.write_text(text)
            elif not file.exists() or file.read_text() != text:
                print(f"{file.name} differs; look at the difference after --write")
                differ = 1
    return differ


def golden_file(game: Game, seats: int) -> Path:
    """Where the playthrough of this table is kept."""
    return PLAYTHROUGHS / f"{game.key}_{seats}.txt"


def golden_text(game: Game, seats: int) -> str:
    """The playthrough of this table by the rules as they are."""
    playthrough = Playthrough(game, seats, game.Options(), Seeded(f"{game.key}/{seats}"))
    for _ in playthrough.to_the_end():
        pass
    return "\n".join(printed(playthrough)) + "\n"
