"""Positions of Sin Color written down in words, and what is played from them."""

from collections.abc import Sequence
from typing import Any

from games import engine
from games.dealer import Line, Scripted
from games.engine import Move
from games.sin_color import GAME
from games.sin_color.moves import Pay
from games.sin_color.options import Options
from games.sin_color.pieces import Coin, Face, Tile
from games.sin_color.rules import State, begin_turn

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
    *,
    stacks: Sequence[str] = TOPS,
    rows: Sequence[str] = ("S0", "S4", "S5"),
    paid: str = "",
    turn: int = 0,
    turns_over: int = 0,
    last_payment: int = 0,
    **options: Any,
) -> State:
    """A table at the beginning of a turn."""
    g = State(
        options=Options(**options),
        stacks=[tiles(words) for words in stacks],
        rows=[coins(words) for words in rows],
        paid=[face(word) for word in paid.split()],
        turns_over=turns_over,
        last_payment=last_payment,
    )
    begin_turn(g, turn)
    return g


def endgame(**options: Any) -> State:
    """A whole table with six coins left."""
    return table(stacks=ENDGAME, rows=["S3 M4v", "S4v M3", "C3v C4"], paid=all_but("S3 S4 M3 M4 C3 C4"), **options)


def all_but(left: str) -> str:
    """All other coins in words."""
    return " ".join(word for suit in SUITS for value in range(6) if (word := f"{suit}{value}") not in left.split())


def play(g: State, *moves: Move, drawn: Sequence[Any] = ()) -> State:
    """The table after these moves, each by whoever is asked then, and these draws, all of them."""
    return _carried_out(g, moves, drawn)[0]


def said(g: State, *moves: Move, drawn: Sequence[Any] = (), to: int | None = None) -> list[str]:
    """What onlookers, or this seat, hear while these moves are carried out; ~ before what fades."""
    return [f"{'~' if line.fades else ''}{line.text}" for line in _lines(g, moves, drawn) if line.reaches(to)]


def shown(g: State, *moves: Move, drawn: Sequence[Any] = ()) -> list[Any]:
    """What is shown for a moment while these moves are carried out."""
    return [line.sight for line in _lines(g, moves, drawn) if line.sight is not None]


def by(g: State, seat: int, move: Move) -> State:
    """The table after what this seat does, asked first or not."""
    after: State = engine.play(GAME, g, seat, move, Scripted([]))
    return after


def pays(word: str, place: int = 0) -> Pay:
    """The payment of this coin, which lies in this place."""
    return Pay(place, face(word).suit, face(word).value)


def choices(g: State) -> list[Move]:
    """What the asked seat may answer."""
    return list(engine.moves(GAME, g, g.question.seats[0]))


def row(g: State, seat: int) -> str:
    """A row in words."""
    return " ".join(f"{_word(coin.face)}{'v' if coin.up == 'value' else ''}" for coin in g.rows[seat])


def stack(g: State, number: int) -> str:
    """A stack in words, from the top down."""
    return " ".join("-" if tile is None else _word(tile) for tile in g.stacks[number])


def _word(face: Face) -> str:
    return f"{face.suit[0].upper()}{face.value}"


def _lines(g: State, moves: Sequence[Move], drawn: Sequence[Any]) -> list[Line]:
    return _carried_out(g, moves, drawn)[1].lines


def _carried_out(g: State, moves: Sequence[Move], drawn: Sequence[Any]) -> tuple[State, Scripted]:
    dealer = Scripted(drawn)
    for move in moves:
        g = engine.play(GAME, g, g.question.seats[0], move, dealer)
    dealer.finish()
    return g, dealer
