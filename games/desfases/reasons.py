"""Why a move in Desfases is good, and what another one lacks, in sentences: from what a careful player looks at."""

from collections.abc import Sequence
from typing import NamedTuple

from games.dealer import Line
from games.desfases.board import BESIDE, POINTS, SQUARES, Square, Tile, turned
from games.desfases.bot import NOTHING, pawns_but_of
from games.desfases.moves import Feed, MoveTo, Score
from games.desfases.rules import Choosing, State, reachable, tiles_facing
from games.engine import Move, Seat, Text, say
from games.piecepack import NULL, Suit, Value, named, value_named


class Promise(NamedTuple):
    """The best tiles that can face the pawn when its timer has run down, other than those that turn only when another
    pawn leaves them."""

    value: int
    """What each is worth; NOTHING if there is none."""
    tiles: list[Square]
    end: Square
    """Where the pawn then is, for the first of them."""
    every: int
    """The number of all tiles that can face it then if the other pawns stay where they are, of whatever worth."""


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """As the policy sees it; None where there is nothing to say."""
    if isinstance(g.question, Choosing):
        return say("All tiles lie at random: no suit is better than another.")
    suit: Suit = g.question.suit
    match move:
        case MoveTo(to):
            return _why_move(g, suit, to)
        case Feed(coin):
            return _why_load(g, suit, coin)
        case Score(tile):
            return _why_score(g, suit, tile)
    return None


def lacks(g: State, seat: Seat, heard: Sequence[Line], best: Move, other: Move) -> Text | None:
    """What another move promises that is less than what the best one does."""
    if isinstance(g.question, Choosing):
        return None
    suit: Suit = g.question.suit
    pieces = g.pieces[suit]
    match best, other:
        case MoveTo(to), MoveTo(there):
            found = promise(g, suit, to, pieces.die - 1), promise(g, suit, there, pieces.die - 1)
            return _promises_less(g, *found)
        case Feed(coin), Feed(another):
            return _scores_less(g, coin, another, *(promise(g, suit, pieces.pawn, each) for each in (coin, another)))
        case Score(tile), Score(another) if g.tiles[another].value < g.tiles[tile].value:
            template = "The {tile} is worth less by {number}."
            return say(template, tile=_named(g.tiles[another]), number=g.tiles[tile].value - g.tiles[another].value)
    return None


def about(g: State, seat: Seat, said: Text) -> list[str]:
    """The squares that a sentence names."""
    return [f"square-{said.with_[name]}" for name in ("place", "square") if name in said.with_]


def promise(g: State, suit: Suit, at: Square, moves: int) -> Promise:
    """What the pawn can hope for from the square on which it stays until its next turn, with this many moves then."""
    others = pawns_but_of(g, suit)
    within_a_move = {square: reachable(square, others) or [square] for square in SQUARES}
    free = [square for square, tile in g.tiles.items() if tile.coin is None]
    found = {square: ends for square in free if (ends := _meetings(g, square, others, at, moves, within_a_move))}
    sure = [square for square in found if square not in others or (not moves and square in _resting(g))]
    value = max((g.tiles[square].value for square in sure), default=NOTHING)
    best = [square for square in sure if g.tiles[square].value == value]
    return Promise(value, best, found[best[0]][0] if best else at, len(found))


def _resting(g: State) -> set[Square]:
    """The squares of pawns that do not move in their next turn, but score."""
    return {pieces.pawn for pieces in g.pieces.values() if pieces.die == NULL}


def _meetings(
    g: State, tile: Square, others: set[Square], at: Square, moves: int, within_a_move: dict[Square, list[Square]]
) -> list[Square]:
    """The squares where the pawn can be when this tile faces them. A tile rotates once between two turns of the pawn,
    except while a pawn is on it."""
    stops = {(at, int(at == tile))}
    for _ in range(moves):
        stops = {(there, held + (there == tile)) for square, held in stops for there in within_a_move[square]}
    facing, beside = g.tiles[tile].facing, BESIDE[tile]
    turns = {held: 0 if tile in others else moves + 1 - held for _, held in stops}
    return sorted(end for end, held in stops if beside.get(turned(facing, turns[held])) == end)


def _why_move(g: State, suit: Suit, to: Square) -> Text | None:
    pieces, moves = g.pieces[suit], g.pieces[suit].die - 1
    promised = promise(g, suit, to, moves)
    if promised.value == NOTHING:
        ways = (promise(g, suit, there, moves) for there in reachable(pieces.pawn, pawns_but_of(g, suit)))
        in_vain = not any(way.every for way in ways)
        return say("As the other pawns stand, no move brings you a tile to score.") if in_vain else None
    tile, place = g.tiles[promised.tiles[0]], promised.tiles[0]
    if not moves:
        template = "When you score, the {tile} on {place} can face your pawn on {square}."
        return say(template, tile=_named(tile), place=place, square=to)
    return say(
        "When the timer has run down, the {tile} on {place} can face your pawn on {square}. Moves left: {number}.",
        tile=_named(tile),
        place=place,
        square=promised.end,
        number=moves,
    )


def _why_load(g: State, suit: Suit, coin: Value) -> Text | None:
    pieces = g.pieces[suit]
    promised = promise(g, suit, pieces.pawn, coin)
    if promised.value != NOTHING:
        return say(
            "With this coin you can score the {tile} on {place}, from {square}. Points: {points}.",
            tile=_named(g.tiles[promised.tiles[0]]),
            place=promised.tiles[0],
            square=promised.end,
            points=POINTS[promised.value][coin],
        )
    if not promised.every and coin == min(pieces.reserve):
        return say("As the other pawns stand, no tile can face yours: the {value} loses least.",
                   value=value_named(coin))  # fmt: skip
    return None


def _why_score(g: State, suit: Suit, tile: Square) -> Text | None:
    worth = g.tiles[tile].value
    others = [g.tiles[square].value for square in tiles_facing(g, g.pieces[suit].pawn) if square != tile]
    if not others:
        return say("Only the {tile} faces your pawn.", tile=_named(g.tiles[tile]))
    if worth < max(others):
        return None
    template = "The {tile} is worth {value}; no other tile that faces your pawn is worth more than {other}."
    return say(template, tile=_named(g.tiles[tile]), value=worth, other=max(others))


def _promises_less(g: State, best: Promise, other: Promise) -> Text | None:
    if not other.every and best.every:
        return say("As the other pawns stand, no tile can face yours then.")
    if other.value == NOTHING != best.value:
        return say("Only tiles under other pawns can face yours then.")
    if other.tiles and other.value < best.value:
        tile = other.tiles[0]
        return say("Instead, the {tile} on {place} can face your pawn.", tile=_named(g.tiles[tile]), place=tile)
    if other.value != best.value:
        return None
    if len(other.tiles) < len(best.tiles):
        return say(
            "Tiles worth {value} that can face your pawn: {number}, not {more}.",
            value=best.value,
            number=len(other.tiles),
            more=len(best.tiles),
        )
    if other.every < best.every:
        template = "Tiles that can face your pawn then: {number}, not {more}."
        return say(template, number=other.every, more=best.every)
    return None


def _scores_less(g: State, coin: Value, another: Value, best: Promise, other: Promise) -> Text | None:
    if not other.every and another > coin:
        template = "As the other pawns stand, no tile can face yours then: the {value} would be lost."
        return say(template, value=value_named(another))
    if NOTHING in (best.value, other.value):
        return _promises_less(g, best, other)
    points, most = POINTS[other.value][another], POINTS[best.value][coin]
    if points < most:
        return say("Points that it brings: {points}, not {more}.", points=points, more=most)
    return _promises_less(g, best, other)


def _named(tile: Tile) -> Text:
    return named(tile.suit, tile.value)
