"""Desfases as the search plays it: the same rules on lists of whole numbers, squares and sides by their place in
SQUARES and SIDES, suits by their place in the order of turns."""

from collections.abc import Sequence
from math import exp
from typing import Final, Self

from games.dealer import Chance
from games.desfases.board import BESIDE, RAYS, SIDES, SQUARES
from games.desfases.moves import Feed, MoveTo, Score
from games.engine import Seat
from games.piecepack import NULL

NOWHERE: Final = -1
LINES: Final[list[tuple[tuple[int, ...], ...]]] = [
    tuple(tuple(SQUARES.index(at) for at in ray) for ray in RAYS[square] if ray) for square in SQUARES
]
FACES: Final = [
    tuple(SQUARES.index(BESIDE[square][side]) if side in BESIDE[square] else NOWHERE for side in SIDES)
    for square in SQUARES
]
"""The square that a tile on this one faces, by its side."""
NEXT_TO: Final = [
    tuple((SQUARES.index(beside), (SIDES.index(side) + 2) % 4) for side, beside in BESIDE[square].items())
    for square in SQUARES
]
"""The squares next to this one, each with the side on which a tile there faces it."""
MOST_TURNS: Final = 84
"""Of all suits together: one for each coin and as many as its value, once around the set."""
AT_LAST: Final = 0.2
"""So many points ahead at the end of a playout from the last turn are worth about three games of four …"""
AT_FIRST: Final = 7.0
"""… and so many more from the first, for there is much that the playout does not see. Both were fitted to games among
medium bots by `python -m tools.fitting desfases`."""

MOVING, SCORING, FEEDING, OVER = range(4)


class Board:
    """A table at which the value of every coin is known."""

    __slots__ = (
        "asks", "coined", "dice", "facing", "owners", "pawns", "points", "reserves", "seats", "tiles", "turn", "under",
        "values",
    )  # fmt: skip

    values: Sequence[int]
    """Of the tile on each square."""
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
    """For what it is asked."""

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.values, other.tiles, other.owners, other.seats = self.values, self.tiles, self.owners, self.seats
        other.facing, other.coined, other.pawns, other.dice = (
            self.facing[:],
            self.coined[:],
            self.pawns[:],
            self.dice[:],
        )
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
        """To the end. Who is just ahead then might as well be behind if all had played with more care."""
        close = doubt(self.turns_left() / MOST_TURNS)
        self.play_on(chance)
        return shares(self.totals(), close)

    def play_on(self, chance: Chance) -> None:
        """To the end."""
        while self.asks != OVER:
            step(self, chance)

    def turns_left(self) -> int:
        """Of all suits together, this one among them."""
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
        self.points[self.turn] += self.values[tile] + self.under[self.turn]
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
        """Up to the next question."""
        self.turn = turn = (self.turn + 1) % 4
        self._turn_tiles()
        if not self.dice[turn]:
            self._score_or_throw_away()
        elif reachable(self.pawns[turn], self.pawns):
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
        """What can be scored now."""
        facing, coined = self.facing, self.coined
        return [at for at, side in NEXT_TO[self.pawns[self.turn]] if facing[at] == side and not coined[at]]


def doubt(left: float, at_last: float = AT_LAST, at_first: float = AT_FIRST) -> float:
    """By how many points whoever has won a playout has to be ahead, with this part of the game still to be played."""
    return at_last + at_first * left * left


def shares(totals: Sequence[int], close: float) -> list[float]:
    """Each seat's chance to win, when so many points ahead are worth about three games of four."""
    weights = [exp((total - max(totals)) / close) for total in totals]
    return [weight / sum(weights) for weight in weights]


def reachable(origin: int, pawns: Sequence[int]) -> list[int]:
    """Where a pawn may go."""
    found: list[int] = []
    for line in LINES[origin]:
        for square in line:
            if square in pawns:
                break
            found.append(square)
    return found


# --- The policy of rollouts -----------------------------------------------------------------------------------

FORESIGHT: Final = 2
"""Only so many moves before it scores does a pawn look where it goes."""
GOOD: Final = 4
"""A tile for which the least coin will do that gets there in time."""


def step(board: Board, chance: Chance) -> None:
    """What somebody in a hurry does."""
    if board.asks == MOVING:
        board.move(where_to_go(board, chance))
    elif board.asks == SCORING:
        board.score(max(board.tiles_facing(), key=board.values.__getitem__))
    else:
        board.feed(what_to_feed(board))


def where_to_go(board: Board, chance: Chance) -> int:
    pawns, moves = board.pawns, board.dice[board.turn]
    squares = reachable(pawns[board.turn], pawns)
    start = chance.below(len(squares), "move")
    if moves > FORESIGHT:
        return squares[start]
    squares = squares[start:] + squares[:start]
    best = best_tiles(board, moves)
    if moves > 1:
        promised = [max([best[there] for there in reachable(at, pawns)], default=best[at]) for at in squares]
    else:
        promised = [best[at] for at in squares]
    return squares[promised.index(max(promised))]


def what_to_feed(board: Board) -> int:
    """The least coin that brings a good tile within a move of the pawn; if none does, the one with most time."""
    here, coins = board.pawns[board.turn], board.reserves[board.turn]
    near = reachable(here, board.pawns) or [here]
    for coin in coins:
        best = best_tiles(board, coin + 1)
        if max(best[square] for square in ([here] if coin == NULL else near)) >= GOOD:
            return coin
    return max(coins)


def best_tiles(board: Board, quarters: int) -> list[int]:
    """For each square the value of the best tile that faces it after so many turns of what is not pinned."""
    others = [pawn for suit, pawn in enumerate(board.pawns) if suit != board.turn]
    facing, values = board.facing, board.values
    best = [NOWHERE] * (len(SQUARES) + 1)  # the last for all that face no square
    for square, coined in enumerate(board.coined):
        if not coined:
            faced = FACES[square][facing[square] if square in others else facing[square] + quarters & 3]
            if values[square] > best[faced]:
                best[faced] = values[square]
    return best[:-1]
