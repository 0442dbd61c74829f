"""Tables of Desfases in text notation, and play on them."""

from games.dealer import Dealer
from games.desfases import GAME
from games.desfases.board import SQUARES, Coin, Pieces, Square, Tile
from games.desfases.moves import Choose, Feed, MoveTo, Score
from games.desfases.options import Options
from games.desfases.rules import State, next_turn, outcome
from games.engine import Move
from games.piecepack import SUITS, VALUES, Suit, Value
from tests.games.cases import named
from tests.games.conversation import Conversation

# The start of a recorded game: suns face north, moons east, crowns south, arms west.
RECORDED = """
    M1/E  A3/W  A2/W  C2/S  S3/N
    S5/N  M0/E  C4/S  C0/S  M5/E
    A4/W  S2/N   gap  C5/S  M3/E
    M4/E  A5/W  C3/S  A1/W  C1/S
    S4/N  S1/N  S0/N  M2/E  A0/W
"""
LETTERS: dict[str, Suit] = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}


def read(words: str) -> State:
    """A table just before the turn of a suit, whose tiles have yet to turn, in one line: "b2 e3 e2 b5 : 0 3 1 3 :
    under 4 3 1 3, gaps - - 025 -, coins a2=S4 d2=M5, board S1/N=S1/S, players 0 1 0 1, turn moons, round 21".

    Pawns, dice, coins under the dice, gaps and players are those of suns, moons, crowns and arms; "025" are the coins
    0, 2 and 5, "-" is none. Under a die is the coin of its value, unless given; coins not given are in the reserve. An
    empty line is the start of the recorded game.
    """
    pawns, dice, more, *_ = (part.strip() for part in f"{words} : : ".split(":"))
    given = {"gaps": "- - - -", "players": "0 1 2 3", "turn": "suns", "round": 1} | named(more)
    players = dict(zip(SUITS, map(int, given["players"].split()), strict=True))
    board, dice = RECORDED, dice or "4 3 1 3"
    for tile in given.get("board", "").split():
        board = board.replace(*tile.split("="))
    g = State(
        options=Options(**{name: given[name] for name in ("scores", "sides") if name in given}), players=players,
        seats=len({*players.values()}), starter=players["suns"], tiles=tiles(board, given.get("coins", "")),
        turns_over=4 * (given["round"] - 1) + SUITS.index(given["turn"]) - 1,
    )  # fmt: skip
    laid = (pawns or "a1 e3 e2 b5", dice, given.get("under", dice), given["gaps"])
    for suit, pawn, die, under, gap in zip(SUITS, *map(str.split, laid), strict=True):
        on_tiles = [tile.coin.value for tile in g.tiles.values() if tile.coin and tile.coin.suit == suit]
        reserve = [value for value in VALUES if value not in (*values(under), *values(gap), *on_tiles)]
        g.pieces[suit] = Pieces(pawn, int(die), next(iter(values(under)), None), reserve, values(gap))
    return g


def values(word: str) -> list[Value]:
    """ "025" as values."""
    return [int(letter) for letter in word if letter != "-"]


def tiles(board: str, coins: str) -> dict[Square, Tile]:
    """The tiles of a board drawn with north at the top."""
    laid = {
        f"{file}{rank}": Tile(LETTERS[word[0]], int(word[1]), word[3])
        for rank, row in zip("54321", board.strip().splitlines(), strict=True)
        for file, word in zip("abcde", row.split(), strict=True)
        if word != "gap"
    }
    for square, (letter, value) in (coin.split("=") for coin in coins.split()):
        laid[square].coin = Coin(LETTERS[letter], int(value))
    return {square: laid[square] for square in SQUARES}


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
