"""Play from positions of TCNCCC.

Moves are "draw (r)", "place 2", "lift 2", "back j"; "lift 2 (rb)" if others draw then.
"""

from typing import Final

from games import engine
from games.dealer import Scripted, Sight
from games.engine import Move
from games.tcnccc import GAME, notation
from games.tcnccc.pieces import Lifted, Piece, Placed
from games.tcnccc.rules import Draw, GiveBack, Lift, Options, Place, State
from tests.games.conversation import Conversation
from tests.games.conversation import asked as asked

FULL: Final = "rygbjr"
table = notation.read


def pieces(words: str) -> list[Piece]:
    """ "red joker" as pieces."""
    return words.split()


def of(letters: str) -> list[Piece]:
    """ "rj" or "r j" as pieces."""
    return notation.pieces(letters.replace(" ", ""))


def position(g: State) -> str:
    """Where the pieces are."""
    return notation.written(g).partition(" : ")[0]


def move(words: str) -> Move:
    verb, _, what = words.partition(" ")
    if verb == "draw":
        return Draw()
    return GiveBack(notation.LETTERS[what]) if verb == "back" else {"place": Place, "lift": Lift}[verb](int(what) - 1)


_at_the_table = Conversation(GAME, meant=lambda g, words: move(words), lots=of)
play, said, shown, choices = _at_the_table.play, _at_the_table.said, _at_the_table.shown, _at_the_table.choices


def seen(words: str) -> list[Sight]:
    """ "placed 3 r, lifted 1 rr" as the things shown for a moment."""
    found: list[Sight] = []
    for verb, cylinder, letters in map(str.split, filter(None, words.split(", "))):
        at, there = int(cylinder) - 1, of(letters)
        found.append(Placed(at, there[0]) if verb == "placed" else Lifted(at, there))
    return found


def begin(seats: int, first: int = 0) -> State:
    return engine.begin(GAME, seats, Options(), Scripted([first]))
