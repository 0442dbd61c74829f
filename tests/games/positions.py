"""Positions of TCNCCC written down in letters, and what is played from them.

"rj / ryg - x b / r jj x": in the bag a red piece and a joker; in the first cylinder, from the bottom up, red, yellow
and green, the second is empty, the third has left the game; the first player has a red piece, the second two jokers,
the third is out. Moves are "draw r", "place 2", "lift 2", "back j"; "lift 2 drawing rb" where others draw then.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from games import engine
from games.dealer import Scripted
from games.engine import Move
from games.tcnccc import GAME
from games.tcnccc.pieces import Piece
from games.tcnccc.rules import TURNS_EACH, Draw, GiveBack, Lift, Options, Place, State, ask_for_a_turn
from tests.games.conversation import Conversation

FULL: Final = "rygbjr"
LETTERS: Final[dict[str, Piece]] = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "j": "joker"}

_at_the_table = Conversation(GAME)
play, said, shown, choices = _at_the_table.play, _at_the_table.said, _at_the_table.shown, _at_the_table.choices


def pieces(words: str) -> list[Piece]:
    """ "red joker" as pieces."""
    return cast(list[Piece], words.split())


def of(letters: str) -> list[Piece]:
    """ "rj" as pieces; "-" is none."""
    return [LETTERS[letter] for letter in letters if letter in LETTERS]


def table(position: str, *, turn: int = 0, turns_left: int | None = None, capacity: int = 6, **more: Any) -> State:
    """A table at the beginning of a turn."""
    bag, cylinders, held = (part.split() for part in position.split("/"))
    g = State(
        options=Options(capacity=capacity, **more),
        bag=sorted(of("".join(bag))),
        cylinders={n: of(letters) for n, letters in enumerate(cylinders) if letters != "x"},
        held=[of(letters) for letters in held],
        out=[letters == "x" for letters in held],
        turn=turn,
        turns_left=len(held) * TURNS_EACH if turns_left is None else turns_left,
    )
    ask_for_a_turn(g)
    return g


def position(g: State) -> str:
    """The table as it is written above."""
    cylinders = [in_letters(g.cylinders[n]) if n in g.cylinders else "x" for n in range(4)]
    held = ["x" if out else in_letters(held) for held, out in zip(g.held, g.out, strict=True)]
    return f"{in_letters(g.bag)} / {' '.join(cylinders)} / {' '.join(held)}"


def in_letters(found: Iterable[Piece]) -> str:
    return "".join(piece[0] for piece in found) or "-"


def asked(g: Any) -> str:
    """Who is asked what: "0 turn"."""
    return f"{g.question.seat} {g.question.__struct_config__.tag}" if g.question is not None else "over"


def after(g: State, moves: str) -> State:
    """The table after these moves, with commas between them."""
    read = [_read(words) for words in moves.split(",")]
    table: State = play(g, *(move for move, _ in read), drawn=[piece for _, drawn in read for piece in drawn])
    return table


def _read(words: str) -> tuple[Move, Sequence[Piece]]:
    move, _, drawn = words.partition(" drawing ")
    verb, what = move.split()
    match verb:
        case "draw":
            return Draw(), of(what)
        case "place":
            return Place(int(what) - 1), []
        case "lift":
            return Lift(int(what) - 1), of(drawn)
    return GiveBack(LETTERS[what]), []


def begin(seats: int, first: int = 0) -> State:
    g: State = engine.begin(GAME, seats, Options(), Scripted([first]))
    return g
