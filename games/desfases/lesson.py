"""The first lesson of Desfases: the suits are dealt, the first timer shows the ace, so the pawn goes where a tile will
have turned to it in a turn's time."""

from typing import Final

from games.desfases.board import BESIDE, Square, turned
from games.desfases.moves import MoveTo, Score
from games.desfases.options import Options
from games.desfases.rules import Moving, Scoring, State, reachable, squares_with_pawns, tiles_facing
from games.lesson import PUPIL, Lesson
from games.piecepack import ACE, NULL, Suit

LEAST: Final = 3
"""What the pupil scores first is a tile of at least this value."""


def fits(g: State) -> bool:
    timers = [pieces.die for pieces in g.pieces.values()]
    return g.pieces[g.suit].die == ACE and NULL not in timers and promise(g, g.suit) >= LEAST


def promise(g: State, suit: Suit) -> int:
    return max((promised(g, suit, square) for square in within_reach(g, suit)), default=NULL)


def within_reach(g: State, suit: Suit) -> list[Square]:
    return sorted(reachable(g.pieces[suit].pawn, squares_with_pawns(g)))


def promised(g: State, suit: Suit, square: Square) -> int:
    """The value of the best tile that will face a pawn here when its timer has run down, if nothing comes between."""
    pawns, quarters = squares_with_pawns(g), g.pieces[suit].die
    return max(
        (
            tile.value
            for beside in BESIDE[square].values()
            if (tile := g.tiles[beside]).coin is None
            and beside not in pawns
            and BESIDE[beside].get(turned(tile.facing, quarters)) == square
        ),
        default=NULL,
    )


def advice(g: State) -> MoveTo | Score | None:
    match g.question:
        case Moving(suit=suit):
            squares = within_reach(g, suit)
            return MoveTo(max(squares, key=lambda square: promised(g, suit, square))) if promise(g, suit) else None
        case Scoring(suit=suit):
            tiles = sorted(tiles_facing(g, g.pieces[suit].pawn))
            best = max(tiles, key=lambda square: g.tiles[square].value)
            return Score(best) if g.tiles[best].value >= LEAST else None
        case _:
            return None


def has_scored(g: State) -> bool:
    return any(tile.coin is not None and g.players[tile.coin.suit] == PUPIL for tile in g.tiles.values())


LESSON: Final = Lesson(seats=2, options=Options(suits="random"), fits=fits, advice=advice, has_scored=has_scored)
