"""Positions of Sin Color in text notation, and play from them."""

from collections.abc import Callable, Sequence
from typing import Any

from games import engine
from games.dealer import Scripted
from games.engine import Move
from games.sin_color import GAME
from games.sin_color.moves import Arrange, NoTrade, Offer, Order, Pay, PayNothing, Raise, Sink, Trade
from games.sin_color.options import Options
from games.sin_color.pieces import Coin, Face, Tile
from games.sin_color.rules import State, begin_turn
from tests.games.cases import named
from tests.games.conversation import Conversation
from tests.games.conversation import asked as asked

SUITS: Any = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}
ENDGAME = ("S3 - - -", "- S4 - -", "- - M3 -", "- - - M4", "C3 - - -", "- C4 - -")
TOPS = ("S3", "M0", "C5", "A2", "S1", "M4")
"""The tops of the rule sheet's scenarios: six stacks of one tile."""


def face(word: str) -> Face:
    """ "S3" as the 3 of suns."""
    value: Any = int(word[1])
    return Face(SUITS[word[0]], value)


def tiles(words: str) -> list[Tile]:
    """ "S3 - A1" as tiles from the top down; "-" is one without colour."""
    return [None if word == "-" else face(word) for word in words.split()]


def coins(words: str) -> list[Coin]:
    """ "S3 A1v" as coins, suit up; with a v value up."""
    return [Coin(face(word), "value" if word.endswith("v") else "suit") for word in words.split()]


def table(
    *, stacks: Sequence[str] = TOPS, rows: Sequence[str] = ("S0", "S4", "S5"), paid: str = "", turn: int = 0, **how: Any
) -> State:
    """A table at the beginning of a turn. Other arguments are fields of the state, or options."""
    facts = {name: how.pop(name) for name in ("turns_over", "last_payment") if name in how}
    laid, lie = [tiles(words) for words in stacks], [coins(words) for words in rows]
    g = State(options=Options(**how), stacks=laid, rows=lie, paid=[face(word) for word in paid.split()], **facts)
    begin_turn(g, turn)
    return g


def endgame(**options: Any) -> State:
    """A complete table with six coins left."""
    return table(stacks=ENDGAME, rows=["S3 M4v", "S4v M3", "C3v C4"], paid=all_but("S3 S4 M3 M4 C3 C4"), **options)


def all_but(left: str) -> str:
    """All other coins in words."""
    return " ".join(word for suit in SUITS for value in range(6) if (word := f"{suit}{value}") not in left.split())


def read(words: str) -> State:
    """A table in one line: "S0 A3v, S4, S5 : S3 -, M0, C5, A2, S1, M4 : turn 1, payments optional"; without stacks it
    has the scenarios' tops."""
    rows, stacks, more, *_ = *words.split(":"), "", ""
    return table(rows=rows.split(","), stacks=stacks.split(",") if stacks.strip() else TOPS, **named(more))


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
    return " ".join(f"{_word(coin.face)}{'v' if coin.up == 'value' else ''}" for coin in g.rows[seat])


def rows(g: State) -> str:
    return ", ".join(row(g, seat) for seat in range(len(g.rows)))


def stack(g: State, number: int) -> str:
    """A stack in text notation, from the top down."""
    return " ".join("-" if tile is None else _word(tile) for tile in g.stacks[number])


def _word(face: Face) -> str:
    return f"{face.suit[0].upper()}{face.value}"
