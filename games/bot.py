"""Bots that know no more than their seat.

A bot is never handed the state of a game but a scramble of it: another state that its seat cannot tell from the
real one. What it remembers is what its seat has heard.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from games import engine
from games.dealer import Chance, Line
from games.engine import Game, Move, Pick, Seat, State
from games.search import strongest
from games.strategy import HASTE, Lot

Level: TypeAlias = Literal["easy", "medium", "good", "strong"]
"""Easy forgets and is hasty, medium plays the policy, good searches a little, strong searches thoroughly."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
SEARCHING: Final[tuple[Level, ...]] = ("good", "strong")
"""Those who play games ahead, which takes long."""

FORGETS: Final = 50
"""Percentage of old lines that an easy bot forgets, unless the game says what its bots forget: the newest none, and
with each line that follows one in a hundred more."""


def careful(game: Game, g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """A legal and sensible move of an asked seat. `heard`: the lines that reached it in this game, in order."""
    return answer(game, g, seat, heard, chance, "medium")


def answer(
    game: Game, g: State, seat: Seat, heard: Sequence[Line], chance: Chance, level: Level = "medium", lapses: str = ""
) -> Move:
    """The answer of a bot of this level. `lapses`: a secret of the game by which it forgets, the same for all answers
    of the seat."""
    seen = game.scramble(g, seat, chance)
    if game.careful is None:
        return anything(game, seen, seat, chance)
    remembered = recalled(game, level, seat, heard, lapses)
    if level == "easy":
        return _hasty(game, seen, seat, remembered, chance)
    if level in SEARCHING and game.strategy is not None:
        return strongest(game, seen, seat, remembered, chance, effort(game, level))
    return game.careful(seen, seat, remembered, chance)


def effort(game: Game, level: Level) -> float:
    """The share of the usual rollouts that a level which searches plays out."""
    return game.strategy.glimpse if level == "good" and game.strategy is not None else 1.0


def recalled(game: Game, level: Level, seat: Seat, heard: Sequence[Line], lapses: str) -> Sequence[Line]:
    """The lines as a bot of this level remembers them. What is forgotten stays forgotten: it depends on line and game
    alone."""

    def lot(line: Line, purpose: str) -> int:
        of = f"{lapses}/{purpose}/{line.seq}/{line.kind}/{line.seat}/{line.sight}"
        return int.from_bytes(sha256(of.encode()).digest()[:4], "big") % 100

    if game.strategy is not None and game.strategy.recalled is not None:
        return game.strategy.recalled(level, seat, heard, lot)
    return [*_not_faded(heard, lot)] if level == "easy" else heard


def _not_faded(heard: Sequence[Line], lot: Lot) -> Iterator[Line]:
    for newer, line in zip(range(len(heard) - 1, -1, -1), heard, strict=True):
        if lot(line, "forgets") >= min(FORGETS, newer):
            yield line


def _hasty(game: Game, seen: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """An easy bot's answer: often the first that comes to mind, any sensible one."""
    assert game.careful is not None
    strategy, is_hasty = game.strategy, chance.below(100, "bot") < (game.strategy.haste if game.strategy else HASTE)
    at_first_sight = strategy.candidates(seen, seat, heard, chance) if strategy and is_hasty else ()
    if at_first_sight:
        return at_first_sight[chance.below(len(at_first_sight), "bot")]
    return game.careful(seen, seat, heard, chance)


def anything(game: Game, g: State, seat: Seat, chance: Chance) -> Move:
    """A random answer of an asked seat; listed answers are equally likely."""
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
    """A reproducible chance: the same draws for the same seed. For tests and tools, never for a room."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def below(self, n: int, label: str) -> int:
        """A draw that is even enough: 64 bits modulo a few dozen."""
        self._drawn += 1
        digest = sha256(f"{self._seed}/{self._drawn}/{label}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % n
