"""Bots that know no more than their seat.

A bot is never handed the state of a game but a scramble of it: another state that its seat cannot tell from the
real one. What it remembers is what its seat has heard.
"""

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from games import engine
from games.dealer import Chance, Line
from games.engine import Game, Move, Pick, Seat, State


def careful(game: Game, g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """A legal and sensible move of an asked seat. `heard`: the lines that reached it in this game, in order."""
    seen = game.scramble(g, seat, chance)
    if game.careful is not None:
        return game.careful(seen, seat, heard, chance)
    return anything(game, seen, seat, chance)


def anything(game: Game, g: State, seat: Seat, chance: Chance) -> Move:
    """Any answer of an asked seat, listed ones as likely as each other."""
    listed = engine.moves(game, g, seat)
    described = engine.pick(game, g, seat)
    if described is None or (listed and chance.below(2, "bot")):
        return listed[chance.below(len(listed), "bot")]
    return _any_pick(game, described, chance)


def _any_pick(game: Game, described: Pick, chance: Chance) -> Move:
    left = list(described.among)
    number = described.least + chance.below(described.most - described.least + 1, "bot")
    chosen = sorted(left.pop(chance.below(len(left), "bot")) for _ in range(number))
    move: Move = msgspec.convert({"do": described.do, described.field: chosen}, game.Move)
    return move


class Seeded:
    """A chance that always goes the same way for the same seed: for tests and the tools, never for a room."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def below(self, n: int, label: str) -> int:
        """Even enough: 64 bits over a few dozen."""
        self._drawn += 1
        digest = sha256(f"{self._seed}/{self._drawn}/{label}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % n
