"""A sensible friend who looks ahead.

Sees which tiles will face which square when a timer has run down, if the other pawns stay where they are; goes where
the best of them is in reach, and feeds the coin that promises most. It need not know what the used coins were.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeVar

from games.dealer import Chance, Line
from games.desfases.board import BESIDE, SQUARES, Square, turned
from games.desfases.moves import Feed, MoveTo, Score
from games.desfases.rules import Choosing, Feeding, Moving, Scoring, State, reachable, squares_with_pawns, tiles_facing
from games.engine import Move, Seat
from games.piecepack import Suit, Value

NOTHING: Final = -1
"""Less than the null is worth."""

Prospects: TypeAlias = dict[Square, int]
"""For a pawn on each square, the value of the best tile it can hope to score."""
T = TypeVar("T")


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
    pieces, others = g.pieces[suit], pawns_but_of(g, suit)
    promised = prospects(g, others, moves=pieces.die - 1)
    return best_of(reachable(pieces.pawn, others), promised.__getitem__, chance)


def what_to_feed(g: State, suit: Suit, chance: Chance) -> Value:
    pieces, others = g.pieces[suit], pawns_but_of(g, suit)

    def promise(coin: Value) -> int:
        tile = prospects(g, others, moves=coin)[pieces.pawn]
        return tile if tile != NOTHING else NOTHING - coin  # then the coin is lost

    return best_of(pieces.reserve, promise, chance)


def pawns_but_of(g: State, suit: Suit) -> set[Square]:
    return squares_with_pawns(g) - {g.pieces[suit].pawn}


def prospects(g: State, others: set[Square], moves: int) -> Prospects:
    """The prospects with this many moves to go before the pawn scores, if the other pawns stay where they are."""
    promised = best_tiles(g, others, quarters=moves + 1)
    within_a_move = {square: reachable(square, others) for square in SQUARES} if moves else {}
    for _ in range(moves):
        promised = {
            square: max((promised[there] for there in within_a_move[square]), default=promised[square])
            for square in SQUARES
        }
    return promised


def best_tiles(g: State, others: set[Square], quarters: int) -> Prospects:
    """The best tile that faces each square after this many quarter turns of all tiles that are not pinned."""
    best = dict.fromkeys(SQUARES, NOTHING)
    for square, tile in g.tiles.items():
        facing = tile.facing if square in others else turned(tile.facing, quarters)
        faced = BESIDE[square].get(facing)
        if faced is not None and tile.coin is None:
            best[faced] = max(best[faced], tile.value)
    return best


def best_of(items: Sequence[T], worth: Callable[[T], int], chance: Chance) -> T:
    """One of the best, at random."""
    worths = [worth(item) for item in items]
    best = [item for item, its_worth in zip(items, worths, strict=True) if its_worth == max(worths)]
    return best[chance.below(len(best), "bot")]
