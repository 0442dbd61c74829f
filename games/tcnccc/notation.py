"""Positions of TCNCCC as text.

"rj / ryg - x b / r jj x": in the bag a red piece and a joker; in the first cylinder, from the bottom up, red, yellow
and green; the second is empty, the third has left the game; the first player has a red piece, the second two jokers,
the third is out. Behind a colon may follow, by name:

    turn 1         whose turn it is, the first player being 0, as usual
    left 30        turns left, including this one; as usual 100 for each player
    asks placing r 13, asks giving_back
                   where a red piece goes, when cylinders 1 and 3 have been found full in this turn; which piece goes
                   back; as usual it is the beginning of a turn
    capacity 5, memory aided
                   the options

Only the numbers of questions are not part of it. The pieces need not be those of the box: an example may do with fewer.
"""

from collections.abc import Iterable
from typing import Final

from games.notation import Notation, Unreadable, facts, number, one_of, options_in, parts, settled, written_with
from games.tcnccc.pieces import JOKER, Piece
from games.tcnccc.rules import (
    CYLINDERS,
    TURNS_EACH,
    GivingBack,
    Options,
    Placing,
    State,
    ask_for_a_turn,
    outcome,
)

SEATS: Final = range(2, 7)
LETTERS: Final[dict[str, Piece]] = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "j": JOKER}
GONE: Final = "x"
"""Stands for a cylinder that has left the game, or a player who is out."""


def read(text: str) -> State:
    """The position that is written so. Raises Unreadable."""
    position, more, *_ = *parts(text, ":", (1, 2), "parts"), ""
    bag, cylinders, held = parts(position, "/", (3,), "parts")
    given = facts(more, "turn", "left", "asks", options=Options)
    stand, have = parts(cylinders, " ", (CYLINDERS,), "cylinders"), parts(held, " ", SEATS, "players")
    g = State(
        options=options_in(given, Options),
        bag=sorted(pieces(bag)),
        cylinders={n: pieces(letters) for n, letters in enumerate(stand) if letters != GONE},
        held=[[] if letters == GONE else pieces(letters) for letters in have],
        out=[letters == GONE for letters in have],
        turn=number(given.get("turn", "0"), range(len(have)), "turn"),
        turns_left=number(given.get("left", str(usual_turns(have))), range(usual_turns(have) + 1), "left"),
    )
    _check(g)
    _ask(g, given.get("asks", ""))
    return settled(g, outcome(g) is not None)


def usual_turns(seats: list[str]) -> int:
    return TURNS_EACH * len(seats)


def pieces(letters: str) -> list[Piece]:
    """ "rj" as pieces; "-" is none."""
    return [] if letters == "-" else [one_of(letter, LETTERS, "a piece") for letter in letters]


def _check(g: State) -> None:
    if any(len(stack) > g.options.capacity for stack in g.cylinders.values()):
        raise Unreadable(f"a cylinder holds too many pieces: expected at most {g.options.capacity}")
    if not g.playing or (g.out[g.turn] and outcome(g) is None):
        raise Unreadable(f"player {g.turn} is out: expected the turn of somebody who is not")


def _ask(g: State, asks: str) -> None:
    what, *words = asks.split() or [""]
    match what, words:
        case "", []:
            ask_for_a_turn(g)
        case "placing", [piece, *found]:
            full = tuple(
                sorted(number(digit, range(1, CYLINDERS + 1), "a full cylinder") - 1 for digit in "".join(found))
            )
            g.first(Placing(g.turn, one_of(piece, LETTERS, "a piece"), full))
        case "giving_back", []:
            g.first(GivingBack(g.turn))
        case _:
            raise Unreadable(f"asks is {asks!r}: expected placing and a piece, giving_back, or no such word")


def written(g: State) -> str:
    """A position as text."""
    cylinders = [in_letters(g.cylinders[n]) if n in g.cylinders else GONE for n in range(CYLINDERS)]
    held = [GONE if out else in_letters(held) for held, out in zip(g.held, g.out, strict=True)]
    by_name = {"turn": g.turn, "left": g.turns_left, "asks": _asks(g)}
    usual = {"turn": 0, "left": usual_turns(held), "asks": ""}
    return written_with(f"{in_letters(g.bag)} / {' '.join(cylinders)} / {' '.join(held)}", by_name, usual, g.options)


def in_letters(found: Iterable[Piece]) -> str:
    return "".join(piece[0] for piece in found) or "-"


def _asks(g: State) -> str:
    match g.question:
        case Placing(piece=piece, full=full):
            return " ".join(["placing", piece[0], *(["".join(str(n + 1) for n in full)] if full else [])])
        case GivingBack():
            return "giving_back"
    return ""


NOTATION: Final = Notation(read, written, seats=lambda g: len(g.held))
