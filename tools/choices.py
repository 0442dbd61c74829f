"""The options of a game, in the words of the page where the host chooses them."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from games.engine import Game


class Choice(Struct, frozen=True):
    """Options of which at most one differs from the default."""

    words: str
    options: Any
    is_usual: bool = False

    def __str__(self) -> str:
        return self.words


def choices(game: Game) -> Iterator[Choice]:
    """The default options, then each other choice alone; for numbers, the examples or else the extremes."""
    usual = game.Options()
    yield Choice("With the usual options", usual, is_usual=True)
    for name, schema in msgspec.json.schema(game.Options)["$defs"]["Options"]["properties"].items():
        for value in schema.get("enum") or schema.get("examples") or [schema["minimum"], schema["maximum"]]:
            if value != getattr(usual, name):
                words = f"{schema['title']}: “{schema.get('labels', {}).get(value, value)}”"
                yield Choice(words, msgspec.convert({name: value}, game.Options))
