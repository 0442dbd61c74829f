"""Play from positions of Sin Color."""

from collections.abc import Callable, Sequence

from games import engine
from games.dealer import Scripted
from games.engine import Move
from games.sin_color import GAME, notation
from games.sin_color.moves import Arrange, NoTrade, Offer, Order, Pay, PayNothing, Raise, Sink, Trade
from games.sin_color.notation import FACES, row_in_letters, stack_in_letters
from games.sin_color.pieces import Face
from games.sin_color.rules import State
from tests.games.conversation import Conversation
from tests.games.conversation import asked as asked

ENDGAME = ("S3 - - -", "- S4 - -", "- - M3 -", "- - - M4", "C3 - - -", "- C4 - -")
TOPS = ("S3", "M0", "C5", "A2", "S1", "M4")
"""The tops of the rule sheet's scenarios: six stacks of one tile."""


def face(word: str) -> Face:
    """ "S3" as the 3 of suns."""
    return FACES[word]


def table(*, stacks: Sequence[str] = TOPS, rows: Sequence[str] = ("S0", "S4", "S5"), **facts: object) -> State:
    """A table at the beginning of a turn. Other arguments are what the notation has by name."""
    given = ", ".join(f"{name} {value}" for name, value in facts.items() if value != "")
    return notation.read(f"{', '.join(rows)} : {', '.join(stacks)} : {given}")


def endgame(**options: object) -> State:
    """A complete table with six coins left."""
    return table(stacks=ENDGAME, rows=["S3 M4v", "S4v M3", "C3v C4"], paid=all_but("S3 S4 M3 M4 C3 C4"), **options)


def all_but(left: str) -> str:
    """All other coins in words."""
    return " ".join(word for word in FACES if word not in left.split())


def read(words: str) -> State:
    """A table in one line; without stacks it has the scenarios' tops."""
    rows, stacks, more, *_ = *words.split(":"), "", ""
    return notation.read(f"{rows} : {stacks if stacks.strip() else ', '.join(TOPS)} : {more}")


def meant(g: State, words: str) -> Move:
    """The answer for this notation: "none", "sink 1", "pay S3", "offer 0 2", "trade 2", "order 0 4 1"."""
    verb, *what = words.split()
    if verb == "pay":
        paying = [move for move in choices(g) if isinstance(move, Pay) and Face(move.suit, move.value) == face(what[0])]
        return paying[0]
    numbers = tuple(map(int, what))
    moves: dict[str, Callable[[], Move]] = {
        "arrange": lambda: Arrange(numbers), "offer": lambda: Offer(numbers), "none": NoTrade,
        "trade": lambda: Trade(numbers[0]), "order": lambda: Order(numbers[0], numbers[1:]),
        "sink": lambda: Sink(numbers[0]), "raise": lambda: Raise(numbers[0]), "keep": PayNothing,
    }  # fmt: skip
    return moves[verb]()


_at_the_table = Conversation(GAME, meant=meant, lots=lambda words: [*map(int, words.split())])
play, said, shown, choices = _at_the_table.play, _at_the_table.said, _at_the_table.shown, _at_the_table.choices


def by(g: State, seat: int, move: Move) -> State:
    """The table after this seat's move, asked or not."""
    return engine.play(GAME, g, seat, move, Scripted([]))


def pays(word: str, place: int = 0) -> Pay:
    """The payment with this coin, in this place."""
    return Pay(place, face(word).suit, face(word).value)


def row(g: State, seat: int) -> str:
    """A row in text notation."""
    return row_in_letters(g.rows[seat])


def rows(g: State) -> str:
    return ", ".join(map(row_in_letters, g.rows))


def stack(g: State, number: int) -> str:
    """A stack in text notation, from the top down."""
    return stack_in_letters(g.stacks[number])
