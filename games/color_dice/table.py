"""A table of Color Dice, and what its dice allow."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from games import engine
from games.color_dice.board import Board, Colour
from games.color_dice.options import Options
from games.engine import Seat

MOST_THROWS: Final = 3
ROUNDS: Final = 60


class Die(Struct, array_like=True):
    """A die: its value, and how often it was thrown in this turn."""

    value: int = 0
    thrown: int = 0


Does: TypeAlias = Literal["attack", "counter"]


class Step(Struct, frozen=True):
    """A remaining step of this turn, and its colour."""

    does: Does
    colour: Colour


class Table(engine.State, kw_only=True):
    """The table without its questions. Everything lies open."""

    options: Options
    board: Board
    turn: Seat
    dice: list[Die]
    """By colour."""
    attacked: list[Colour] = []
    """By the player whose turn it is, in this turn."""
    steps: list[Step] = []
    turns_over: int = 0


def left_of(g: Table, seat: Seat) -> list[Colour]:
    """All other colours, clockwise from the seat's left, dummies last. RULES.md, decision 12."""
    players = g.board.players
    return [(seat + away) % players for away in range(1, players)] + [*g.board.colours][players:]


def ahead(g: Table, colour: Colour) -> int:
    """By how much its die is higher than that of the player whose turn it is; negative if it is lower."""
    return g.dice[colour].value - g.dice[g.turn].value


def allowed_by_dice(g: Table, colour: Colour) -> Does | None:
    """What the dice allow between the player whose turn it is and this colour: attacking it, or its counterattack."""
    if ahead(g, colour) < 0:
        return "attack"
    never = g.options.dummies == "none" and g.board.is_dummy(colour)
    return "counter" if ahead(g, colour) > 0 and not never else None


def throwable(g: Table) -> tuple[Colour, ...]:
    """ "Roll the dice up to 3 times each." """
    return tuple(colour for colour, die in enumerate(g.dice) if die.thrown < MOST_THROWS)
