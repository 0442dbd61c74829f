"""Prints what comes of games in which every sentence reads otherwise: python -m tests.games.reworded KEY"""

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec

GAMES: Final = Path(__file__).resolve().parents[2] / "games"


def reword() -> None:
    """From now on every sentence is between ‹ and ›. Only before games/ is loaded: there are sentences in constants."""
    package = sys.modules["games"] = ModuleType("games")
    package.__path__ = [str(GAMES)]
    text = importlib.import_module("games.text")
    say = text.say

    def say_otherwise(template: str, **arguments: Any) -> Any:
        return say(f"‹{template}›", **arguments)

    vars(text)["say"] = say_otherwise
    del sys.modules["games"]


if __name__ == "__main__":
    reword()
    outcomes = importlib.import_module("tests.games.outcomes").outcomes
    sys.stdout.buffer.write(msgspec.json.encode(outcomes(sys.argv[1])))
