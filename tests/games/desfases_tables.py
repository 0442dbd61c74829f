"""Tables of Desfases in text notation, and play on them."""

from collections.abc import Mapping
from typing import Any

from games.dealer import Dealer
from games.desfases import GAME
from games.desfases.board import SQUARES, Coin, Pieces, Square, Tile
from games.desfases.moves import Choose, Feed, MoveTo, Score
from games.desfases.options import Options
from games.desfases.rules import State, next_turn, outcome
from games.engine import Move
from games.piecepack import SUITS, VALUES, Suit, Value
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


def table(
    board: str = RECORDED,
    *,
    pawns: str = "a1 e3 e2 b5",
    dice: str = "4 3 1 3",
    under: str = "",
    gaps: str = "- - - -",
    coins: Mapping[str, str] | None = None,
    players: str = "suns 0, moons 1, crowns 2, arms 3",
    turn: Suit = "suns",
    round: int = 1,
    options: Options | None = None,
) -> State:
    """A table just before a turn of this suit: its tiles have yet to turn.

    Pawns, dice, coins under the dice and gaps are those of suns, moons, crowns and arms; "025" are the coins 0, 2 and
    5, "-" is none. Under a die is the coin of its value, unless given; coins on tiles are written {"a2": "S4"}; all
    others are in the reserve.
    """
    seats = {suit: int(seat) for suit, seat in map(str.split, players.split(","))}
    g = State(
        options=options or Options(), seats=len(set(seats.values())), starter=next(iter(seats.values())), players=seats,
        tiles=tiles(board, coins or {}), turns_over=4 * (round - 1) + [*seats].index(turn) - 1,
    )  # fmt: skip
    columns = zip(SUITS, pawns.split(), dice.split(), (under or dice).split(), gaps.split(), strict=True)
    for suit, *words in columns:
        g.pieces[suit] = pieces(g, suit, *words)
    return g


def pieces(g: State, suit: Suit, pawn: str, die: str, under: str, gap: str) -> Pieces:
    on_tiles = [tile.coin.value for tile in g.tiles.values() if tile.coin and tile.coin.suit == suit]
    used = [*values(under), *values(gap), *on_tiles]
    reserve = [value for value in VALUES if value not in used]
    return Pieces(pawn, values(die)[0], next(iter(values(under)), None), reserve, values(gap))


def values(word: str) -> list[Value]:
    """ "025" as values."""
    return [int(letter) for letter in word if letter != "-"]


def tiles(board: str, coins: Mapping[str, str]) -> dict[Square, Tile]:
    """The tiles of a board drawn with north at the top."""
    laid = {
        f"{file}{rank}": Tile(LETTERS[word[0]], values(word[1])[0], word[3])
        for rank, row in zip("54321", board.strip().splitlines(), strict=True)
        for file, word in zip("abcde", row.split(), strict=True)
        if word != "gap"
    }
    for square, coin in coins.items():
        laid[square].coin = Coin(LETTERS[coin[0]], values(coin[1])[0])
    return {square: laid[square] for square in SQUARES}


def drawn(g: State) -> str:
    """The board in the notation above."""
    words = {square: f"{tile.suit[0].upper()}{tile.value}/{tile.facing}" for square, tile in g.tiles.items()}
    return "\n".join("  ".join(words.get(f"{file}{rank}", " gap") for file in "abcde") for rank in "54321")


def facing(g: State, squares: str) -> str:
    """The directions of the tiles on these squares: "N E E"."""
    return " ".join(g.tiles[square].facing for square in squares.split())


def read(words: str) -> State:
    """A table in one line: pawns and dice, and everything unusual: "b2 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3, coins a2=S4
    d2=M5, board S1/N=S1/S, turn moons, round 21". An empty line is the start of the recorded game."""
    pawns, dice, more = (part.strip() for part in f"{words} : : ".split(":")[:3])
    named: dict[str, Any] = dict(each.strip().split(" ", 1) for each in more.split(",") if each.strip())
    board = RECORDED
    for tile in named.pop("board", "").split():
        board = board.replace(*tile.split("="))
    named["coins"] = dict(coin.split("=") for coin in named.get("coins", "").split())
    options = Options(**{name: named.pop(name) for name in ("scores", "sides") if name in named})
    placed = {name: value for name, value in (("pawns", pawns), ("dice", dice)) if value}
    return table(board, **placed, **{**named, "round": int(named.get("round", 1))}, options=options)


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
