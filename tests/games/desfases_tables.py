"""Play from positions of Desfases."""

from games.dealer import Dealer
from games.desfases import GAME
from games.desfases.moves import Choose, Feed, MoveTo, Score
from games.desfases.notation import laid_out
from games.desfases.rules import State, next_turn, outcome
from games.engine import Move
from tests.games.conversation import Conversation

# The start of a recorded game: suns face north, moons east, crowns south, arms west.
RECORDED = """
    M1E A3W A2W C2S S3N
    S5N M0E C4S C0S M5E
    A4W S2N gap C5S M3E
    M4E A5W C3S A1W C1S
    S4N S1N S0N M2E A0W
"""


def read(words: str) -> State:
    """A table just before the turn of a suit, whose tiles have yet to turn, in one line: "b2 e3 e2 b5 : 0 3 1 3 :
    under 4 3 1 3, gaps - - 025 -, board S1N=S1S". Where nothing else is written, it is the start of the recorded game,
    with some of its tiles replaced."""
    pawns, dice, more, *_ = (part.strip() for part in f"{words} : : ".split(":"))
    given = [each.strip() for each in more.split(",") if " " in each.strip()]
    board = " / ".join(RECORDED.strip().splitlines())
    for tile in (tile for each in given if each.startswith("board") for tile in each.split()[1:]):
        board = board.replace(*tile.split("="))
    others = ", ".join(each for each in given if not each.startswith("board"))
    g = laid_out(f"{board} : {pawns or 'a1 e3 e2 b5'} : {dice or '4 3 1 3'} : {others}")
    g.turns_over -= 1
    return g


def facing(g: State, squares: str) -> str:
    """The directions of the tiles on these squares: "N E E"."""
    return " ".join(g.tiles[square].facing for square in squares.split())


def _ask(g: State, dealer: Dealer) -> None:
    while not g.agenda and outcome(g) is None:
        next_turn(g, dealer)


def asks(g: State) -> str:
    """The suit and question: "suns moving"."""
    return f"{g.question.suit} {g.question.__struct_config__.tag}" if g.question is not None else "over"


def in_short(move: Move) -> str:
    match move:
        case Choose(suit):
            return suit
        case MoveTo(square) | Score(square):
            return square
        case Feed(coin):
            return str(coin)
    raise ValueError(move)


_at_the_table = Conversation(GAME, in_short=in_short, begun=_ask)
play, said, shown, choices = _at_the_table.play, _at_the_table.said, _at_the_table.shown, _at_the_table.choices
asked = play
"""Without an answer: the table at the next question."""
