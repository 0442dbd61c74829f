"""The first lesson of Desfases: a timer runs down, and its coin goes on a tile that faces the pawn."""

from typing import Final

from games.desfases import GAME
from games.desfases.board import SQUARES, Coin, Pieces, Side, Square, Tile
from games.desfases.moves import Feed, MoveTo, Score
from games.desfases.options import Options
from games.desfases.rules import Moving, State
from games.engine import say
from games.lesson import PUPIL, Lesson, Play, Tell
from games.piecepack import SUITS, Suit, Value

BOT: Final = 1
ROUNDS_OVER: Final = 6

BOARD: Final = """
    C1/N  A5/S  M2/E  S2/N  C5/W
    M3/N  S5/E  A0/N  C2/S  A4/W
    S3/E  M4/W   gap  A1/E  C0/N
    A3/S  C4/E  C3/N  S1/E  M5/S
    M1/N  A2/W  M0/S  S0/N  S4/W
"""
"""Seen from the south: each tile, and the side that it faces."""
SCORED: Final[dict[Square, Coin]] = {
    "c5": Coin("suns", 2), "b5": Coin("moons", 5), "e5": Coin("crowns", 3), "a5": Coin("arms", 4),
}  # fmt: skip
LETTERS: Final[dict[str, Suit]] = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}


def position() -> State:
    """The seventh round: the tiles of suns have rotated, and their pawn is to move."""
    g = State(
        options=Options(),
        seats=2,
        starter=PUPIL,
        tiles=tiles(),
        players={"suns": PUPIL, "moons": BOT, "crowns": PUPIL, "arms": BOT},
        pieces={
            "suns": Pieces(pawn="d5", die=1, under=4, reserve=[0, 1, 3, 5]),
            "moons": Pieces(pawn="a4", die=3, under=3, reserve=[0, 1, 2, 4]),
            "crowns": Pieces(pawn="b1", die=3, under=5, reserve=[0, 1, 2, 4]),
            "arms": Pieces(pawn="e4", die=2, under=2, reserve=[1, 3, 5], gap=[0]),
        },
        turns_over=len(SUITS) * ROUNDS_OVER,
    )
    g.first(Moving(PUPIL, "suns"))
    return g


def tiles() -> dict[Square, Tile]:
    ranks = [line.replace("gap", "").split() for line in BOARD.strip().splitlines()]
    words = [word for rank in reversed(ranks) for word in rank]
    return {square: tile(word, square) for square, word in zip(SQUARES, words, strict=True)}


def tile(word: str, square: Square) -> Tile:
    value: Value = int(word[1])  # type: ignore[assignment]
    side: Side = word[3]  # type: ignore[assignment]
    return Tile(LETTERS[word[0]], value, side, SCORED.get(square))


SCRIPT: Final = (
    Tell(
        say("A timer and its coin"),
        say("Your die of suns shows the ace: one more move, and it has run down. Then the coin below it scores, a 4."),
        at="own",
    ),
    Tell(
        say("Tiles face one side"),
        say("Above, the wedge points at the pawn: this tile faces it. You can score only tiles beside your pawn that "
            "face it."),
        at="board", figure="facing",
    ),
    Tell(
        say("Where will it point?"),
        say("Tiles rotate by a quarter on each turn of their suit. So the 5 of moons on e2 is going to face d2: press "
            "d2."),
        at="board", press="square-d2",
    ),
    Play(PUPIL, MoveTo("d2")),
    Tell(
        say("Moons rotate"),
        say("The bot moves their pawn. Watch the 5 on e2."),
        at="board",
    ),
    Play(BOT, MoveTo("a2")),
    Tell(
        say("Your second suit"),
        say("You also play crowns, with a timer of their own. It shows 3, so there is time. Move their pawn: press "
            "b3."),
        at="board", press="square-b3",
    ),
    Play(PUPIL, MoveTo("b3")),
    Tell(
        say("Arms rotate"),
        say("After the bot it is the turn of suns again."),
        at="board",
    ),
    Play(BOT, MoveTo("c4")),
    Tell(
        say("Score a tile"),
        say("The timer has run down, and two tiles face your pawn. Put the coin on the 5 of moons, for 5 + 4 = 9: "
            "press e2."),
        at="board", press="square-e2",
    ),
    Play(PUPIL, Score("e2")),
    Tell(
        say("Load the timer"),
        say("The next coin says how many moves you make until it scores. Take the 3: three moves, three points more."),
        at="own", press="reserve-suns-3",
    ),
    Play(PUPIL, Feed(3)),
)  # fmt: skip

CLOSING: Final = (
    Tell(
        say("When no tile faces you"),
        say("If the timer has run down and no tile faces your pawn, the coin goes to the gap and counts for nothing."),
        at="board",
    ),
    Tell(
        say("Hold a tile"),
        say("A tile with a pawn or a coin on it does not rotate. When all coins are used, most points win."),
        at="board",
    ),
)  # fmt: skip

LESSON: Final = Lesson(GAME, 2, position(), SCRIPT, CLOSING)
