"""Positions of Desfases as text.

    M1E A3W A2W C2S S3N / S5N M0E C4S C0S M5E / A4W S2N gap C5S M3E / M4E A5W C3S A1W C1S / S4N S1N S0N M2E A0W
        : b2 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3, gaps - - 025 -, coins a2=S4 d2=M5

The tiles are written from north to south, each with the side that it faces: M1E is the ace of moons, and faces east.
Then come the squares of the pawns, and what the dice show, both of suns, moons, crowns and arms, in this order; they
are absent before the dice are thrown. The tiles of the suit whose turn it is have rotated, and all this says what its
player is asked: to move the pawn; if the die shows 0, to score; if nothing is under it, to load the timer; and before
the dice are thrown, to choose a suit. Behind a last colon may follow, by name:

    under 4 3 - 3  coins under the dice, "-" for none; as usual each has the value that the die shows
    gaps - - 025 - coins in the gap
    coins a2=S4    coins on tiles
    order MSCA     the suits in the order of their turns, or those that are chosen; as usual SMCA
    seats 2, starter 1
                   the number of players, as usual 4; who began, as usual player 0
    turn moons, round 21
                   whose turn it is, as usual that of the first suit; the round, as usual 1
    scores open, suits random, sides four
                   the options

Coins that are nowhere else are in the reserve. Only the numbers of questions are not part of it. Tiles and coins need
not be those of the box: an example may do with fewer, or with equal ones.
"""

from typing import Final

from games.desfases.board import ROUNDS, SIDES, SQUARES, Coin, Pieces, Side, Square, Tile
from games.desfases.options import Options
from games.desfases.rules import Choosing, Feeding, Moving, Scoring, State, free_suits, next_to_choose, outcome
from games.notation import (
    Notation,
    Unreadable,
    facts,
    number,
    once_each,
    one_of,
    options_in,
    parts,
    settled,
    written_with,
)
from games.piecepack import NULL, SUITS, VALUES, Suit, Value

LETTERS: Final[dict[str, Suit]] = {suit[0].upper(): suit for suit in SUITS}
FILES: Final = "abcde"
RANKS: Final = "54321"
GAP: Final = "gap"
NONE: Final = "-"
ORDER: Final = "".join(LETTERS)
SEATS: Final = (2, 4)
BY_VALUE: Final[dict[str, Value]] = {str(value): value for value in VALUES}
BY_SIDE: Final[dict[str, Side]] = {side: side for side in SIDES}
BY_SQUARE: Final[dict[str, Square]] = {square: square for square in SQUARES}


def read(text: str) -> State:
    """The position that is written so. Raises Unreadable."""
    g = laid_out(text)
    over = outcome(g) is not None
    if not over:
        _ask(g)
    return settled(g, over)


def laid_out(text: str) -> State:
    """The position that is written so, but with nobody asked. Raises Unreadable."""
    board, pawns, dice, more, *_ = *parts(text, ":", (1, 2, 3, 4), "parts"), "", "", ""
    given = facts(more, "under", "gaps", "coins", "order", "seats", "starter", "turn", "round", options=Options)
    seats = number(given.get("seats", "4"), range(2, 5), "seats")
    if seats not in SEATS:
        raise Unreadable(f"seats is {seats}: expected 2 or 4")
    g = State(
        options=options_in(given, Options),
        seats=seats,
        starter=number(given.get("starter", "0"), range(seats), "starter"),
        tiles=_tiles(board, given.get("coins", "")),
    )
    for suit in _order(given.get("order", ORDER if pawns else "")):
        g.players[suit] = next_to_choose(g)
    if pawns:
        _put_pieces(g, pawns, dice, given)
        first = next(iter(g.players))
        turn = one_of(given.get("turn", first), {suit: place for place, suit in enumerate(g.players)}, "a suit")
        g.turns_over = len(SUITS) * (number(given.get("round", "1"), range(1, ROUNDS + 1), "round") - 1) + turn
    return g


def _order(letters: str) -> list[Suit]:
    once_each(letters, "suit")
    if len(letters) not in (0, 1, 2, len(SUITS)):
        raise Unreadable(f"order is {letters!r}: expected all four suits, or those that are chosen, none to two")
    return [one_of(letter, LETTERS, "a suit") for letter in letters]


def _tiles(board: str, coins: str) -> dict[Square, Tile]:
    laid: dict[str, Tile] = {}
    for rank, row in zip(RANKS, parts(board, "/", (len(RANKS),), "rows of tiles"), strict=True):
        for file, word in zip(FILES, parts(" ".join(row.split()), " ", (len(FILES),), "tiles"), strict=True):
            if (word == GAP) == (f"{file}{rank}" in BY_SQUARE):
                raise Unreadable(
                    f"on {file}{rank} is {word!r}: expected a tile everywhere but in the middle, a gap there"
                )
            if word != GAP:
                laid[f"{file}{rank}"] = _tile(word)
    once_each((each.partition("=")[0] for each in coins.split()), "square with a coin")
    for square, _, coin in (each.partition("=") for each in coins.split()):
        laid[one_of(square, BY_SQUARE, "a square")].coin = Coin(*_face(coin))
    return {square: laid[square] for square in SQUARES}


def _tile(word: str) -> Tile:
    return Tile(*_face(word[:2]), one_of(word[2:], BY_SIDE, "a side"))


def _face(word: str) -> tuple[Suit, Value]:
    return one_of(word[:1], LETTERS, "a suit"), one_of(word[1:], BY_VALUE, "a value")


def _put_pieces(g: State, pawns: str, dice: str, given: dict[str, str]) -> None:
    by_suit = [
        parts(" ".join(words.split()), " ", (len(SUITS),), what)
        for words, what in (
            (pawns, "pawns"), (dice, "dice"), (given.get("under", dice), "coins under dice"),
            (given.get("gaps", " ".join(NONE for _ in SUITS)), "gaps"),
        )
    ]  # fmt: skip
    once_each(by_suit[0], "square of a pawn")
    words_of = dict(zip(SUITS, zip(*by_suit, strict=True), strict=True))
    if len(g.players) < len(SUITS):
        raise Unreadable(f"there are pawns, but only {len(g.players)} suits in the order: expected all four")
    for suit in g.players:
        g.pieces[suit] = _pieces(g, suit, *words_of[suit])


def _pieces(g: State, suit: Suit, pawn: str, die: str, under: str, gap: str) -> Pieces:
    on_tiles = [str(tile.coin.value) for tile in g.tiles.values() if tile.coin and tile.coin.suit == suit]
    used = [*under.replace(NONE, ""), *gap.replace(NONE, "")]
    return Pieces(
        pawn=one_of(pawn, BY_SQUARE, "a square"),
        die=one_of(die, BY_VALUE, "a value"),
        under=None if under == NONE else one_of(under, BY_VALUE, "a value"),
        reserve=[value for value in VALUES if str(value) not in (*used, *on_tiles)],
        gap=[one_of(word, BY_VALUE, "a value") for word in gap.replace(NONE, "")],
    )


def _ask(g: State) -> None:
    if free_suits(g) or not g.pieces:
        if not free_suits(g):
            raise Unreadable("all suits are chosen, but there are no pawns: expected their squares and dice")
        g.first(Choosing(next_to_choose(g)))
        return
    pieces, seat = g.pieces[g.suit], g.players[g.suit]
    if pieces.under is not None:
        g.first(Scoring(seat, g.suit) if pieces.die == NULL else Moving(seat, g.suit))
    elif pieces.reserve:
        g.first(Feeding(seat, g.suit))


# --- Writing ------------------------------------------------------------------------------------------------


def written(g: State) -> str:
    """A position as text."""
    order = "".join(suit[0].upper() for suit in g.players)
    by_name: dict[str, object] = {"seats": g.seats, "starter": g.starter, "order": order}
    usual: dict[str, object] = {"seats": 4, "starter": 0, "order": ORDER if g.pieces else ""}
    position = " / ".join(_row(g, rank) for rank in RANKS)
    if g.pieces:
        by_name |= _beside_the_board(g)
        usual |= {
            "under": _by_suit(g, "die"),
            "gaps": "- - - -",
            "coins": "",
            "turn": next(iter(g.players)),
            "round": 1,
        }
        position = f"{position} : {_by_suit(g, 'pawn')} : {_by_suit(g, 'die')}"
    return written_with(position if g.pieces else f"{position} : :", by_name, usual, g.options)


def _row(g: State, rank: str) -> str:
    squares = (BY_SQUARE.get(f"{file}{rank}") for file in FILES)
    return " ".join(GAP if square is None else _in_letters(g.tiles[square]) for square in squares)


def _in_letters(tile: Tile) -> str:
    return f"{tile.suit[0].upper()}{tile.value}{tile.facing}"


def _by_suit(g: State, what: str) -> str:
    return " ".join(str(getattr(g.pieces[suit], what)) for suit in SUITS)


def _beside_the_board(g: State) -> dict[str, object]:
    coins = ((square, tile.coin) for square, tile in g.tiles.items() if tile.coin is not None)
    return {
        "under": _by_suit(g, "under").replace("None", NONE),
        "gaps": " ".join("".join(map(str, g.pieces[suit].gap)) or NONE for suit in SUITS),
        "coins": " ".join(f"{square}={coin.suit[0].upper()}{coin.value}" for square, coin in coins),
        "turn": g.suit,
        "round": g.turns_over // len(SUITS) + 1,
    }


NOTATION: Final = Notation(read, written, seats=lambda g: g.seats)
