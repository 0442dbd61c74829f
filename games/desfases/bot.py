"""A sensible friend who looks ahead.

Sees which tiles will face which square when a timer has run down, if the other pawns stay where they are; goes where
the best few of them are in reach, and feeds the coin that promises most, soonest. It need not know what the used coins
were.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from games.dealer import Chance, Line
from games.desfases.board import BESIDE, SQUARES, Square, turned
from games.desfases.moves import Feed, MoveTo, Score
from games.desfases.rules import Choosing, Feeding, Moving, Scoring, State, reachable, squares_with_pawns, tiles_facing
from games.engine import Move, Seat, best_of
from games.piecepack import Suit, Value

NOTHING: Final = -1
"""Less than the null is worth."""
COUNT: Final = (4, 2, 1, 1)
"""How much the best squares from which a pawn may score count, best first: others may go there, or take its tile."""


def careful(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """A sensible move. It uses only what lies open in g."""
    match g.question:
        case Moving(suit=suit):
            return MoveTo(where_to_go(g, suit, chance))
        case Scoring(suit=suit):
            facing = tiles_facing(g, g.pieces[suit].pawn)
            return Score(best_of(facing, lambda square: g.tiles[square].value, chance))
        case Feeding(suit=suit):
            return Feed(what_to_feed(g, suit, chance))
        case Choosing() as choosing:
            # The tiles lie at random: no suit is better than another.
            return best_of(choosing.moves(g, seat), lambda suit: 0, chance)
    raise ValueError(f"expected a question of Desfases, not {g.question}")


def where_to_go(g: State, suit: Suit, chance: Chance) -> Square:
    pieces, promised = g.pieces[suit], forecast(g, suit)

    def promise(there: Square) -> int:
        return sum(count * value for count, value in zip(COUNT, promised(there, pieces.die - 1), strict=False))

    return best_of(reachable(pieces.pawn, pawns_but_of(g, suit)), promise, chance)


def what_to_feed(g: State, suit: Suit, chance: Chance) -> Value:
    pieces, promised = g.pieces[suit], forecast(g, suit)

    def promise(coin: Value) -> tuple[int, int]:
        return promised(pieces.pawn, coin)[0], -coin

    return best_of(pieces.reserve, promise, chance)


def pawns_but_of(g: State, suit: Suit) -> set[Square]:
    return squares_with_pawns(g) - {g.pieces[suit].pawn}


def forecast(g: State, suit: Suit) -> Callable[[Square, int], list[int]]:
    """The values of the tiles that the pawn can hope to score, the best from each square that it may come to, highest
    first: from the square on which it stays until its next turn, with this many moves to go then, if the other pawns
    stay where they are."""
    others = pawns_but_of(g, suit)

    @cache
    def within_a_move(square: Square) -> list[Square]:
        return reachable(square, others) or [square]

    def promised(at: Square, moves: int) -> list[int]:
        ends = {at}
        for _ in range(moves):
            ends = {there for square in ends for there in within_a_move(square)}
        best = best_tiles(g, others, held=at, quarters=moves + 1)
        return sorted((best[square] for square in ends), reverse=True)

    return promised


def best_tiles(g: State, others: set[Square], held: Square, quarters: int) -> dict[Square, int]:
    """The value of the best tile that faces each square after this many quarter turns. The other pawns pin tiles for
    all of them; the `held` square has the pawn itself, which leaves it after the first."""
    best = dict.fromkeys(SQUARES, NOTHING)
    for square, tile in g.tiles.items():
        turns = 0 if square in others else quarters - (square == held)
        faced = BESIDE[square].get(turned(tile.facing, turns))
        if faced is not None and tile.coin is None:
            best[faced] = max(best[faced], tile.value)
    return best
