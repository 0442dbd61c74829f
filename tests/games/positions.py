"""Positions of TCNCCC written down in words, and what is played from them."""

from collections.abc import Sequence
from typing import Any, cast

from games import engine
from games.dealer import Scripted
from games.engine import Move
from games.engine import State as AnyState
from games.tcnccc import GAME
from games.tcnccc.pieces import Piece
from games.tcnccc.rules import TURNS_EACH, Options, State, ask_for_a_turn

FULL = "red yellow green blue joker red"


def pieces(words: str) -> list[Piece]:
    """ "red joker" as pieces."""
    return cast(list[Piece], words.split())


def table(
    *,
    bag: str = "",
    cylinders: Sequence[str | None] = ("", "", "", ""),
    held: Sequence[str] = ("", ""),
    out: Sequence[int] = (),
    turn: int = 0,
    turns_left: int | None = None,
    capacity: int = 6,
    aided: bool = False,
) -> State:
    """A table at the beginning of a turn; None is a cylinder that has left the game."""
    g = State(
        options=Options(capacity=capacity, memory="aided" if aided else "strict"),
        bag=sorted(pieces(bag)),
        cylinders={n: pieces(words) for n, words in enumerate(cylinders) if words is not None},
        held=[pieces(words) for words in held],
        out=[seat in out for seat in range(len(held))],
        turn=turn,
        turns_left=len(held) * TURNS_EACH if turns_left is None else turns_left,
    )
    ask_for_a_turn(g)
    return g


def play(g: State, *moves: Move, drawn: Sequence[Any] = ()) -> State:
    """The table after these moves, each by whoever is asked then, and these draws, all of them."""
    return _carried_out(g, moves, drawn)[0]


def said(g: State, *moves: Move, drawn: Sequence[Any] = ()) -> list[str]:
    """What is said while these moves are carried out; ~ before what fades."""
    lines = _carried_out(g, moves, drawn)[1].lines
    return [f"{'~' if line.fades else ''}{line.text}" for line in lines]


def shown(g: State, *moves: Move, drawn: Sequence[Any] = ()) -> list[Any]:
    """What is shown for a moment while these moves are carried out."""
    return [line.sight for line in _carried_out(g, moves, drawn)[1].lines if line.sight is not None]


def choices(g: AnyState) -> list[Move]:
    """What the asked seat may answer."""
    return list(engine.moves(GAME, g, g.question.seats[0]))


def _carried_out(g: State, moves: Sequence[Move], drawn: Sequence[Any]) -> tuple[State, Scripted]:
    dealer = Scripted(drawn)
    for move in moves:
        g = engine.play(GAME, g, g.question.seats[0], move, dealer)
    dealer.finish()
    return g, dealer
