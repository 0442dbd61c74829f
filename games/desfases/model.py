"""Desfases as the search plays it: the same rules on lists of whole numbers, squares and sides by their place in
SQUARES and SIDES, suits by their place in the order of turns."""

from collections.abc import Iterable, Iterator, Sequence
from math import exp
from typing import Final, Self, TypeAlias

from games.dealer import Chance
from games.desfases.board import BESIDE, POINTS, RAYS, ROUNDS, SIDES, SQUARES, Square
from games.desfases.moves import Feed, MoveTo, Score
from games.engine import Seat
from games.piecepack import NULL, VALUES

NOWHERE: Final = -1
"""Stands for the coin under a die that has stopped."""
Squares: TypeAlias = int
"""Any number of squares, a bit for each."""


def _bits(squares: Iterable[Square]) -> Squares:
    return sum(1 << SQUARES.index(square) for square in squares)


def _shadow(origin: Square, pawn: Square) -> Squares:
    """The squares that a pawn blocks: its own and those behind it."""
    return sum(_bits(ray[ray.index(pawn) :]) for ray in RAYS[origin] if pawn in ray)


LINES: Final = [sum(map(_bits, RAYS[square])) for square in SQUARES]
"""The squares in every direction from this one."""
SHADOWS: Final = [[_shadow(origin, pawn) for pawn in SQUARES] for origin in SQUARES]
"""Where a pawn may not go from the first square because of another one on the second."""
FACED: Final = [[_bits(at for to, at in BESIDE[square].items() if to == side) for side in SIDES] for square in SQUARES]
"""The square that a tile on this one faces, by its side."""
NEXT_TO: Final = [
    tuple((SQUARES.index(beside), (SIDES.index(side) + 2) % 4) for side, beside in BESIDE[square].items())
    for square in SQUARES
]
"""The squares next to this one, each with the side on which a tile there faces it."""
FIRST, MIDDLE, LAST = [
    [tuple(first + bit for bit in range(8) if squares >> bit & 1) for squares in range(256)] for first in (0, 8, 16)
]
"""For each third of the board, squares by their numbers."""
MOST_TURNS: Final = 4 * ROUNDS
"""Of all suits together."""
AT_LAST: Final = 0.2
"""The lead in points, at the end of a playout from the last turn, that wins about three games of four …"""
AT_FIRST: Final = 7.0
"""… and what is added to it from the first turn, since there is much that the playout does not see. Both were fitted to
games among medium bots by `python -m tools.fitting desfases`."""

MOVING, SCORING, FEEDING, OVER = range(4)


class Board:
    """A table at which the value of every coin is known."""

    __slots__ = (
        "asks", "by_value", "coined", "dice", "facing", "owners", "pawns", "points", "reserves", "seats", "tiles",
        "turn", "under", "values",
    )  # fmt: skip

    values: Sequence[int]
    """Of the tile on each square."""
    by_value: Sequence[Sequence[int]]
    """The squares on which tiles of each value lie."""
    tiles: Sequence[Sequence[int]]
    """The squares on which each suit's tiles lie."""
    owners: Sequence[Seat]
    """Who plays each suit."""
    seats: int
    facing: list[int]
    coined: list[bool]
    """Which tiles are scored."""
    pawns: list[int]
    dice: list[int]
    under: list[int]
    """The coin under each die."""
    reserves: list[list[int]]
    points: list[int]
    turn: int
    """The suit whose turn it is."""
    asks: int
    """The question it is asked."""

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.values, other.by_value, other.tiles = self.values, self.by_value, self.tiles
        other.owners, other.seats = self.owners, self.seats
        other.facing, other.coined = self.facing[:], self.coined[:]
        other.pawns, other.dice = self.pawns[:], self.dice[:]
        other.under, other.reserves = self.under[:], [coins[:] for coins in self.reserves]
        other.points, other.turn, other.asks = self.points[:], self.turn, self.asks
        return other

    def play(self, seat: Seat, move: MoveTo | Score | Feed, chance: Chance) -> None:
        """Carries out a move of the rules."""
        match move:
            case MoveTo(to):
                self.move(SQUARES.index(to))
            case Score(tile):
                self.score(SQUARES.index(tile))
            case Feed(coin):
                self.feed(coin)

    def playout(self, chance: Chance) -> Sequence[float]:
        """Play to the end. A narrow lead counts little: with more careful play it might have been the other way."""
        close = doubt(self.turns_left() / MOST_TURNS)
        self.play_on(chance)
        return shares(self.totals(), close)

    def play_on(self, chance: Chance) -> None:
        """Play to the end."""
        while self.asks != OVER:
            step(self, chance)

    def turns_left(self) -> int:
        """The turns left of all suits together, including this one."""
        under_dice = sum(die + 1 for die, coin in zip(self.dice, self.under, strict=True) if coin != NOWHERE)
        return under_dice + sum(coin + 1 for coins in self.reserves for coin in coins)

    def totals(self) -> list[int]:
        """The points of each seat."""
        totals = [0] * self.seats
        for owner, points in zip(self.owners, self.points, strict=True):
            totals[owner] += points
        return totals

    # --- Moves ------------------------------------------------------------------------------------------------

    def move(self, to: int) -> None:
        self.pawns[self.turn] = to
        self.dice[self.turn] -= 1
        self.next_turn()

    def score(self, tile: int) -> None:
        self.coined[tile] = True
        self.points[self.turn] += POINTS[self.values[tile]][self.under[self.turn]]
        self._feed_or_stop()

    def feed(self, coin: int) -> None:
        self.reserves[self.turn].remove(coin)
        self.under[self.turn] = self.dice[self.turn] = coin
        self.next_turn()

    def _feed_or_stop(self) -> None:
        self.under[self.turn] = NOWHERE
        if self.reserves[self.turn]:
            self.asks = FEEDING
        elif max(self.under) != NOWHERE or any(self.reserves):
            self.next_turn()
        else:
            self.asks = OVER

    def next_turn(self) -> None:
        """Go on to the next question."""
        self.turn = turn = (self.turn + 1) % 4
        self._turn_tiles()
        if not self.dice[turn]:
            self._score_or_throw_away()
        elif within_a_move(self.pawns[turn], self.pawns):
            self.asks = MOVING
        else:
            self.move(self.pawns[turn])

    def _turn_tiles(self) -> None:
        facing, coined, pawns = self.facing, self.coined, self.pawns
        for square in self.tiles[self.turn]:
            if not coined[square] and square not in pawns:
                facing[square] = facing[square] + 1 & 3

    def _score_or_throw_away(self) -> None:
        if self.tiles_facing():
            self.asks = SCORING
        else:
            self._feed_or_stop()

    def tiles_facing(self) -> list[int]:
        """The tiles that can be scored now."""
        facing, coined = self.facing, self.coined
        return [at for at, side in NEXT_TO[self.pawns[self.turn]] if facing[at] == side and not coined[at]]


def doubt(left: float, at_last: float = AT_LAST, at_first: float = AT_FIRST) -> float:
    """The lead that counts as three wins of four, with this part of the game still to be played."""
    return at_last + at_first * left * left


def shares(totals: Sequence[int], close: float) -> list[float]:
    """Each seat's chance to win, if a lead of `close` points wins about three games of four."""
    weights = [exp((total - max(totals)) / close) for total in totals]
    return [weight / sum(weights) for weight in weights]


def within_a_move(origin: int, pawns: Sequence[int]) -> Squares:
    """Where a pawn may go from a square. For moves after its next, it still counts as standing where it is."""
    one, two, three, four = pawns
    shadows = SHADOWS[origin]
    return LINES[origin] & ~(shadows[one] | shadows[two] | shadows[three] | shadows[four])


def listed(squares: Squares) -> tuple[int, ...]:
    """These squares by their numbers."""
    return FIRST[squares & 255] + MIDDLE[squares >> 8 & 255] + LAST[squares >> 16]


def by_value(values: Sequence[int]) -> list[list[int]]:
    """The squares on which tiles of each value lie."""
    return [[square for square, its_value in enumerate(values) if its_value == value] for value in VALUES]


# --- The policy of rollouts -----------------------------------------------------------------------------------

FORESIGHT: Final = 2
"""Moves before scoring at which a pawn starts to consider where it goes."""
GOOD: Final = 4
"""The value of a tile from which on the smallest coin that gets there in time is used."""


def step(board: Board, chance: Chance) -> None:
    """Play as somebody in a hurry does."""
    if board.asks == MOVING:
        board.move(where_to_go(board, chance))
    elif board.asks == SCORING:
        board.score(max(board.tiles_facing(), key=board.values.__getitem__))
    else:
        board.feed(what_to_feed(board))


def where_to_go(board: Board, chance: Chance) -> int:
    """A random square from which the best tile can be reached; any square long before the pawn scores."""
    pawns, moves = board.pawns, board.dice[board.turn]
    squares = within_a_move(pawns[board.turn], pawns)
    if moves <= FORESIGHT:
        for faced in best_first(board, moves):
            good = squares & (faced if moves == 1 else from_which(faced, pawns))
            if good:
                squares = good
                break
    found = listed(squares)
    return found[chance.below(len(found), "move")]


def from_which(squares: Squares, pawns: Sequence[int]) -> Squares:
    """The squares from which one of these can be reached by a move."""
    found = 0
    for square in listed(squares):
        if square not in pawns:
            found |= within_a_move(square, pawns)
    return found


def what_to_feed(board: Board) -> int:
    """The smallest coin that brings a good tile within a move of the pawn; if none does, the one with most time."""
    here, coins = board.pawns[board.turn], board.reserves[board.turn]
    near = within_a_move(here, board.pawns) or 1 << here
    for coin in coins:
        squares = 1 << here if coin == NULL else near
        if any(squares & faced for faced in best_first(board, coin + 1, GOOD)):
            return coin
    return max(coins)


def best_first(board: Board, quarters: int, least: int = 0) -> Iterator[Squares]:
    """The squares faced by tiles of each value from `least` up, highest first, after this many quarter turns of what is
    not pinned."""
    others = [pawn for suit, pawn in enumerate(board.pawns) if suit != board.turn]
    facing, coined = board.facing, board.coined
    for value in range(VALUES[-1], least - 1, -1):
        faced = 0
        for square in board.by_value[value]:
            if not coined[square]:
                faced |= FACED[square][facing[square] if square in others else facing[square] + quarters & 3]
        yield faced
