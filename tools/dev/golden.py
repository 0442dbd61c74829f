"""Golden playthroughs: one whole game per table size, for review."""

import argparse
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from games.bot import Seeded
from games.engine import Game
from games.playthrough import Playthrough, printed
from tools.dev.mistaken import named

PLAYTHROUGHS: Final = Path(__file__).resolve().parents[2] / "tests" / "games" / "playthroughs"


class Kept(NamedTuple):
    """An additional golden game, or a replacement: its options and seed."""

    options: dict[str, Any]
    seed: str
    only_for: int | None = None
    """The only table size it is written for; None: all."""


KEPT: Final[dict[str, dict[str, Kept]]] = {
    # A match with default options would fill a book: these are short, and a team reaches its own end.
    "color_gin": {
        "": Kept({"target": 25}, "color_gin/versus/16"),
        "coop": Kept({"target": 25, "mode": "coop"}, "color_gin/coop/952"),
        "jokers": Kept({"target": 25, "mode": "jokers"}, "color_gin/jokers/226"),
    },
    "color_dice": {
        "": Kept({}, "color_dice/37"),
        "colour": Kept({"target": "colour"}, "color_dice/colour/10", only_for=2),
        "area": Kept({"target": "area"}, "color_dice/area/43", only_for=3),
        "free": Kept({"target": "free"}, "color_dice/free/37", only_for=4),
        "automatic": Kept({"dummies": "automatic"}, "color_dice/automatic/14", only_for=2),
        "none": Kept({"dummies": "none"}, "color_dice/none/31", only_for=3),
    },
}
"""Game -> suffix of the file name -> golden game."""


def compare_playthroughs(asked: argparse.Namespace) -> int:
    """Compare one game among careful bots per table size with its golden file."""
    differ = 0
    for game in named(asked.game):
        for seats, name in golden_games(game):
            file, text = golden_file(game, seats, name), golden_text(game, seats, name)
            if asked.write:
                file.write_text(text)
            elif not file.exists() or file.read_text() != text:
                print(f"{file.name} differs; look at the difference after --write")
                differ = 1
    return differ


def golden_games(game: Game) -> list[tuple[int, str]]:
    """A game's golden games: table size and name."""
    kept: dict[str, Kept | None] = {**KEPT.get(game.key, {"": None})}
    return [
        (seats, name)
        for seats in game.seats
        for name, of_it in kept.items()
        if of_it is None or of_it.only_for in (None, seats)
    ]


def golden_file(game: Game, seats: int, name: str = "") -> Path:
    """The golden file of this table."""
    return PLAYTHROUGHS / f"{'_'.join(filter(None, (game.key, str(seats), name)))}.txt"


def golden_text(game: Game, seats: int, name: str = "") -> str:
    """The playthrough of this table by the current rules."""
    kept = KEPT.get(game.key, {}).get(name, Kept({}, f"{game.key}/{seats}"))
    playthrough = Playthrough(game, seats, msgspec.convert(kept.options, game.Options), Seeded(kept.seed))
    for _ in playthrough.to_the_end():
        pass
    return "\n".join(printed(playthrough)) + "\n"
