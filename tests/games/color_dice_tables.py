"""Play from positions of Color Dice. Answers are written as in_short() has them."""

from collections.abc import Sequence

from games.color_dice import GAME
from games.color_dice.moves import Attack, Rethrow, Send, Strike
from games.color_dice.notation import LETTERS, in_words, read, written
from games.color_dice.rules import State
from games.engine import Move
from tests.games.conversation import Conversation
from tests.games.heard import Always


def drawn(g: State) -> str:
    """The areas."""
    return written(g).partition(" : ")[0]


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
