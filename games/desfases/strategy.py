"""Sensible answers in Desfases, and the used coins as far as they were seen."""

from collections.abc import Sequence
from typing import Final

from games.dealer import Chance, Dealer, Line
from games.desfases.board import POINTS, SIDES, SQUARES, Fed, Scored, ThrownAway
from games.desfases.model import FEEDING, MOVING, NOWHERE, SCORING, Board, by_value
from games.desfases.reasons import about, lacks, reason
from games.desfases.rules import (
    Choosing,
    Feeding,
    Moving,
    Scoring,
    State,
    free_suits,
    next_turn,
    points,
    take_suit,
)
from games.engine import Move, Seat
from games.piecepack import VALUES, Suit
from games.strategy import Strategy

ROLLOUTS: Final = 400
GLIMPSE: Final = 0.08
ASKED_FOR: Final[dict[type, int]] = {Moving: MOVING, Scoring: SCORING, Feeding: FEEDING}


def candidates(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Sequence[Move]:
    """All answers; none when a suit is chosen, since none is better than another while the tiles lie at random."""
    moves: Sequence[Move] = g.question.moves(g, seat)
    return [] if isinstance(g.question, Choosing) else moves


def world(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Board:
    """The table as this seat remembers it. Suits yet to be chosen are chosen at random."""
    if isinstance(g.question, Choosing):
        g = with_suits_chosen(g, chance)
    board, suits = Board(), [*g.players]
    board.values = [g.tiles[square].value for square in SQUARES]
    board.by_value = by_value(board.values)
    board.tiles = [[at for at, square in enumerate(SQUARES) if g.tiles[square].suit == suit] for suit in suits]
    board.owners, board.seats = [*g.players.values()], g.seats
    board.facing = [SIDES.index(g.tiles[square].facing) for square in SQUARES]
    board.coined = [g.tiles[square].coin is not None for square in SQUARES]
    board.pawns = [SQUARES.index(g.pieces[suit].pawn) for suit in suits]
    board.dice = [g.pieces[suit].die for suit in suits]
    board.reserves = [sorted(g.pieces[suit].reserve) for suit in suits]
    used = [remembered(g, suit, heard) for suit in suits]
    board.under, board.points = [under for under, _ in used], [scored for _, scored in used]
    board.turn, board.asks = suits.index(g.suit), ASKED_FOR[type(g.question)]
    return board


def exact(g: State, chance: Chance) -> Board:
    """The table as it is: what nobody has heard is taken from the state."""
    return world(g, 0, (), chance)


def with_suits_chosen(g: State, chance: Chance) -> State:
    g, dealer = g.copy(), Dealer(chance)
    g.agenda.clear()
    while free := free_suits(g):
        take_suit(g, free[chance.below(len(free), "suit")], dealer)
    while not g.agenda:
        next_turn(g, dealer)
    return g


def remembered(g: State, suit: Suit, heard: Sequence[Line]) -> tuple[int, int]:
    """The coin under the die of this suit, and its points: as seen, or as possible if something was missed."""
    under, scored, fed = NOWHERE, 0, 0
    for line in heard:
        match line.sight:
            case Fed(of, coin) if of == suit:
                under, fed = coin, fed + 1
            case Scored(of, square) if of == suit:
                under, scored = NOWHERE, scored + POINTS[g.tiles[square].value][under]
            case ThrownAway(of) if of == suit:
                under = NOWHERE
    if fed == len(VALUES) - len(g.pieces[suit].reserve):
        return under, scored
    may_be = g.pieces[suit].under
    return NOWHERE if may_be is None else may_be, points(g, suit)


def is_certain(g: State) -> bool:
    """Whether there is only one possible world: once all suits are chosen."""
    return not isinstance(g.question, Choosing)


STRATEGY: Final = Strategy(
    candidates,
    world,
    ROLLOUTS,
    GLIMPSE,
    reason=reason,
    lacks=lacks,
    about=about,
    exact=exact,
    is_certain=is_certain,
)
