"""Invariants of each game's states: nothing is lost or created, no place is overfull."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final

from games.color_dice.board import PAWNS, Board
from games.color_gin.cards import CARDS, JOKERS, SUITS, in_order
from games.color_gin.rules import TAKES_IN_A_ROW, JokerDrawn, Shedding
from games.piecepack import SUITS as PIECEPACK_SUITS
from games.piecepack import VALUES
from games.sin_color.pieces import FACES
from games.tcnccc.pieces import ALL_PIECES, COLOURS
from games.tcnccc.rules import Placing

MOST_ANSWERS: Final = {"color_dice": 60, "color_gin": 11 + 30, "desfases": 12, "sin_color": 12, "tcnccc": 5}
"""The maximum number of listed answers: they have to fit on a page."""


def tcnccc(before: Any, g: Any) -> None:
    in_hand = [g.question.piece] if isinstance(g.question, Placing) else []
    assert Counter(in_hand + sum([*g.cylinders.values(), *g.held], list(g.bag))) == Counter(ALL_PIECES)
    assert all(held.count(colour) <= 1 for held in g.held for colour in COLOURS)
    assert all(len(under_lid) <= g.options.capacity for under_lid in g.cylinders.values())
    assert g.bag == sorted(g.bag)


def desfases(before: Any, g: Any) -> None:
    every_one = Counter(product(PIECEPACK_SUITS, VALUES))
    assert Counter((tile.suit, tile.value) for tile in g.tiles.values()) == every_one
    if g.pieces:
        assert Counter(_coins(g)) == every_one
        assert all(pieces.die <= pieces.under for pieces in g.pieces.values() if pieces.under is not None)
        assert len({pieces.pawn for pieces in g.pieces.values()}) == 4


def _coins(g: Any) -> Iterator[tuple[str, int]]:
    for suit, pieces in g.pieces.items():
        under = [] if pieces.under is None else [pieces.under]
        yield from ((suit, value) for value in [*under, *pieces.reserve, *pieces.gap])
    yield from ((tile.coin.suit, tile.coin.value) for tile in g.tiles.values() if tile.coin)


def sin_color(before: Any, g: Any) -> None:
    """Every coin is in one row or paid; a tile has lost its colour if and only if its coin is paid."""
    in_rows = [coin.face for row in g.rows for coin in row]
    tiles = [tile for tiles in g.stacks for tile in tiles]
    assert Counter(in_rows + g.paid) == Counter(FACES.values())
    assert Counter(tile for tile in tiles if tile is not None) == Counter(in_rows)
    assert tiles.count(None) == len(g.paid)
    assert [len(tiles) for tiles in g.stacks] == [4] * 6
    assert all(g.rows) or (g.question is None and [] in g.rows)
    assert bool(g.offers) == (type(g.question).__name__ in ("Offering", "Choosing"))


def color_gin(before: Any, g: Any) -> None:
    everything = [*CARDS, *JOKERS] if g.options.mode == "jokers" else CARDS
    assert sorted([*g.hands[0], *g.hands[1], *g.deck, *g.pile]) == sorted(everything)
    holding = isinstance(g.question, Shedding | JokerDrawn)
    assert [len(hand) for hand in g.hands] == [10 + (holding and seat == g.turn) for seat in range(2)]
    assert all(hand == in_order(hand) for hand in g.hands) and g.deck == in_order(g.deck)
    assert g.takes <= TAKES_IN_A_ROW and (g.taken is None or g.drawn is None)
    assert ((g.taken or g.drawn) in g.hand) == holding
    assert len(g.sheet) == g.round - (g.showdown is None and g.question is not None)
    assert holding or not set(JOKERS) & {*g.hands[0], *g.hands[1]}
    _check_sheet(g)


def _check_sheet(g: Any) -> None:
    """Each player's four columns add up the rounds on the sheet, until a suit is closed."""
    columns = [dict.fromkeys(SUITS, 0) for _ in range(2)]
    closed: dict[str, int] = {}
    for line in g.sheet:
        assert not set(line.suits) & set(closed)
        for suit in line.suits:
            columns[line.winner][suit] += line.points
            if columns[line.winner][suit] >= g.options.target:
                closed[suit] = line.winner
    assert (columns, closed) == (g.scores, g.closed)


def color_dice(before: Any, g: Any) -> None:
    board: Board = g.board
    for colour in board.colours:
        inside = [pawns[colour] for pawns in board.areas]
        assert min(*inside, board.outside[colour], board.gone[colour]) >= 0
        assert sum(inside) + board.outside[colour] + board.gone[colour] == PAWNS
        assert not (board.gone[colour] and not board.is_dummy(colour))
        assert not (board.is_dummy(colour) and (board.outside[colour] or PAWNS in board.abroad(colour)))
    assert all(board.empty(area) >= 0 for area in board.colours)
    assert all(1 <= die.value <= 6 and 1 <= die.thrown <= 3 for die in g.dice)
    for area, colour in product(board.colours, repeat=2):
        # No pawn returns home, and locked pawns stay.
        was, now = before.board.areas[area][colour], board.areas[area][colour]
        assert area != colour or now <= was
        assert not before.board.is_locked(colour, area) or now >= was


CHECK: Final[dict[str, Callable[[Any, Any], None]]] = {
    "color_dice": color_dice, "color_gin": color_gin, "desfases": desfases, "sin_color": sin_color, "tcnccc": tcnccc,
}  # fmt: skip
