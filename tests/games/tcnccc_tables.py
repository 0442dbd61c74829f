"""Positions of TCNCCC in text notation, and play from them.

"rj / ryg - x b / r jj x": in the bag a red piece and a joker; in the first cylinder, from the bottom up, red, yellow
and green; the second is empty, the third has left the game; the first player has a red piece, the second two jokers,
the third is out. A fourth part, "/ 1", is the number of turns left, a fifth how much is remembered. Moves are
"draw (r)", "place 2", "lift 2", "back j"; "lift 2 (rb)" if others draw then.
"""

from collections.abc import Iterable
from typing import Final

from games import engine
from games.dealer import Scripted, Sight
from games.engine import Move
from games.tcnccc import GAME
from games.tcnccc.pieces import Lifted, Piece, Placed
from games.tcnccc.rules import TURNS_EACH, Draw, GiveBack, Lift, Options, Place, State, ask_for_a_turn
from tests.games.conversation import Conversation
from tests.games.conversation import asked as asked

FULL: Final = "rygbjr"
LETTERS: Final[dict[str, Piece]] = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "j": "joker"}


def pieces(words: str) -> list[Piece]:
    """ "red joker" as pieces."""
    return words.split()


def of(letters: str) -> list[Piece]:
    """ "rj" as pieces; "-" is none."""
    return [LETTERS[letter] for letter in letters if letter in LETTERS]


def table(position: str, *, turn: int = 0, capacity: int = 6) -> State:
    """A table at the beginning of a turn."""
    bag, cylinders, held, left, memory, *_ = (part.split() for part in f"{position} / / ".split("/"))
    g = State(
        options=Options(capacity=capacity, memory=memory[0] if memory else "strict"),
        bag=sorted(of("".join(bag))),
        cylinders={n: of(letters) for n, letters in enumerate(cylinders) if letters != "x"},
        held=[of(letters) for letters in held],
        out=[letters == "x" for letters in held],
        turn=turn,
        turns_left=int(left[0]) if left else len(held) * TURNS_EACH,
    )
    ask_for_a_turn(g)
    return g


def position(g: State) -> str:
    """The table in the notation above."""
    cylinders = [in_letters(g.cylinders[n]) if n in g.cylinders else "x" for n in range(4)]
    held = ["x" if out else in_letters(held) for held, out in zip(g.held, g.out, strict=True)]
    return f"{in_letters(g.bag)} / {' '.join(cylinders)} / {' '.join(held)}"


def in_letters(found: Iterable[Piece]) -> str:
    return "".join(piece[0] for piece in found) or "-"


def move(words: str) -> Move:
    verb, _, what = words.partition(" ")
    if verb == "draw":
        return Draw()
    return GiveBack(LETTERS[what]) if verb == "back" else {"place": Place, "lift": Lift}[verb](int(what) - 1)


_at_the_table = Conversation(GAME, meant=lambda g, words: move(words), lots=of)
play, said, shown, choices = _at_the_table.play, _at_the_table.said, _at_the_table.shown, _at_the_table.choices


def seen(words: str) -> list[Sight]:
    """ "placed 3 r, lifted 1 rr" as the things shown for a moment."""
    found: list[Sight] = []
    for verb, cylinder, letters in map(str.split, filter(None, words.split(", "))):
        at, pieces = int(cylinder) - 1, of(letters)
        found.append(Placed(at, pieces[0]) if verb == "placed" else Lifted(at, pieces))
    return found


def begin(seats: int, first: int = 0) -> State:
    return engine.begin(GAME, seats, Options(), Scripted([first]))
