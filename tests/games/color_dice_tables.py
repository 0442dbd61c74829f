"""Tables of Color Dice in text notation, and play on them.

Areas are written in the order of the colours: "r2 / r1 y3 / g4 / b9" has two red pawns in the red area, and one
red and three yellow ones in the yellow area. Answers are written as in_short() has them.
"""

from collections.abc import Sequence
from typing import Final

from games.color_dice import GAME
from games.color_dice.board import PAWNS, Board
from games.color_dice.moves import Attack, Rethrow, Send, Strike
from games.color_dice.options import Options
from games.color_dice.rules import State, Throwing
from games.color_dice.table import Die
from games.engine import Move
from tests.games.cases import named
from tests.games.conversation import Conversation
from tests.games.heard import Always

LETTERS: Final = "rygbkw"


def read(words: str) -> State:
    """A table in one line: "r2 / y3 / g9 / b9 : 6 5 3 6 : players 2, turn y, gone b4, thrown 1 2 3 1, target area".

    There are as many players as areas, unless given; all dice show 1 and were thrown once. Pawns neither in an area nor
    gone are outside.
    """
    areas, dice, more, *_ = *words.split(":"), "", ""
    given = {"players": areas.count("/") + 1, "turn": "r", "gone": "", "turns_over": 0} | named(more)
    inside = [counts(area, areas.count("/") + 1) for area in areas.split("/")]
    board = Board(players=given["players"], areas=inside, outside=[], gone=counts(given["gone"], len(inside)))
    board.outside = [PAWNS - board.gone[c] - sum(area[c] for area in inside) for c in board.colours]
    assert min(board.outside) >= 0 and all(board.empty(area) >= 0 for area in board.colours)
    ones = "1" * len(inside)
    shown = zip(dice.split() or ones, given.get("thrown", "").split() or ones, strict=True)
    g = State(
        options=Options(**{name: given[name] for name in ("target", "dummies") if name in given}), board=board,
        turn=LETTERS.index(given["turn"]), dice=[Die(*map(int, die)) for die in shown], turns_over=given["turns_over"],
    )  # fmt: skip
    g.first(Throwing(seat=g.turn))
    return g


def counts(words: str, colours: int) -> list[int]:
    """ "r2 b9" by colour."""
    found = {word[0]: int(word[1:]) for word in words.split()}
    assert set(found) <= set(LETTERS[:colours])
    return [found.get(letter, 0) for letter in LETTERS[:colours]]


def drawn(g: State) -> str:
    """The areas in the notation above."""
    return " / ".join(in_words(area) for area in g.board.areas)


def in_words(numbers: Sequence[int]) -> str:
    """Numbers by colour, as "r2 b9"."""
    return " ".join(f"{letter}{number}" for letter, number in zip(LETTERS, numbers, strict=False) if number)


def outside(g: State) -> str:
    return in_words(g.board.outside)


def kept(words: str) -> State:
    """The table after keeping its dice."""
    return play(read(words), "keep")


def asked(g: State) -> str:
    """The seat and question: "r attacking"."""
    if g.question is None:
        return "over"
    return f"{LETTERS[g.question.seat]} {g.question.__struct_config__.tag}"


def asked_in_turn(g: State, answers: str) -> str:
    """The seat and question after each of these answers."""
    each = answers.split(", ")
    return ", ".join(asked(play(g, *each[:number])) for number in range(1, len(each) + 1))


def attacks(g: State, target: str) -> set[str]:
    """The possible attacks on this colour, or counterattacks."""
    if f"attack {target}" in choices(g):
        g = play(g, f"attack {target}")
    return {choice for choice in choices(g) if choice not in ("back", "decline")}


def in_short(move: Move) -> str:
    """ "move 3 out>y", "strike 2 r>g: yb", "1+2 r>y" (one moves, two strike), "strike yb", "attack y", "throw ry"."""
    match move:
        case Rethrow(dice):
            return f"throw {letters(dice)}"
        case Attack(target):
            return f"attack {LETTERS[target]}"
        case Strike(struck):
            return f"strike {letters(struck)}"
        case Send(kind=kind):
            origin = "out" if move.origin is None else LETTERS[move.origin]
            way = f"{origin}>{LETTERS[move.area]}"
            if kind == "strike":
                return f"strike {move.strikes} {way}: {'?' if move.struck is None else letters(move.struck)}"
            return f"move {move.moves} {way}" if kind == "move" else f"{move.moves}+{move.strikes} {way}"
    return str(move.__struct_config__.tag)


def letters(colours: Sequence[int]) -> str:
    return "".join(LETTERS[colour] for colour in colours)


def answer(g: State, words: str) -> Move:
    """The answer for this notation: one of those listed, or dice to throw."""
    if words.startswith("throw "):
        return Rethrow(tuple(map(LETTERS.index, words.removeprefix("throw "))))
    return _at_the_table.listed(g, words)


_at_the_table = Conversation(GAME, meant=answer, in_short=in_short, chance=Always())
"""All dice thrown show 1, and random choices take the first option, unless all that is drawn is given."""
play, said, choices = _at_the_table.play, _at_the_table.said, _at_the_table.choices
