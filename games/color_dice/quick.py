"""A light table that plays on by itself, as quick players do: each takes what is worth most at once."""

from functools import lru_cache
from typing import Self

from games.color_dice import series
from games.color_dice.board import PAWNS, Board, Colour
from games.color_dice.eye import Eye
from games.color_dice.hopes import FURTHEST, Hopes
from games.color_dice.joint import JointHopes
from games.color_dice.model import LightTable
from games.color_dice.moves import AnyMove, Attack, AttackFirst, Decline, Keep, Rethrow, Send, Stop, Strike
from games.color_dice.options import Options
from games.color_dice.rules import State, stopped
from games.color_dice.series import Series
from games.color_dice.table import ROUNDS
from games.color_dice.worth import chances
from games.dealer import Chance
from games.engine import Seat


class World(LightTable):
    """The world of Color Dice: the only one, as everything lies open. The dice are left to chance."""

    __slots__ = ("_ends", "_hopes")

    def __init__(self, g: State, turns: int) -> None:
        """`turns`: how many are played, including the current one; then the worth of the board decides."""
        super().__init__(g)
        self._ends = g.turns_over + turns
        self._hopes: tuple[int, Hopes | JointHopes] | None = None

    def clone(self) -> Self:
        other = super().clone()
        other._ends, other._hopes = self._ends, self._hopes
        return other

    def playout(self, chance: Chance) -> list[float]:
        """Play the remaining turns of the playout."""
        while self.asks != "nothing" and self.turns_over < self._ends:
            self.play(self.seat, self.sensible(), chance)
        return self.shares()

    def shares(self) -> list[float]:
        """Each seat's share of the win, or its chance of it."""
        board = self.board
        winners = [seat for seat in range(board.players) if max(board.abroad(seat)) == PAWNS]
        if self.turns_over == ROUNDS * board.players:
            winners = winners or [*stopped(board).winners]
        if winners:
            return [(seat in winners) / len(winners) for seat in range(board.players)]
        return chances(board, self.turn)

    def sensible(self) -> AnyMove:
        """A quick answer to the pending question."""
        match self.asks:
            case "throwing":
                again = self.hopes().again(self.dice, self.thrown)
                return Rethrow(again) if again else Keep()
            case "ordering":
                return AttackFirst()
            case "attacking":
                return self._whom_to_attack()
            case "sending":
                return self._best(self.eye(self.seat), self.target)[1]
            case "countering":
                worth, send = self._best(self.eye(self.seat), self.target)
                return send if worth > 0 else Decline()
            case _:
                return self._whom_to_strike()

    def eye(self, seat: Seat) -> Eye:
        """The eye of this seat, for the current board."""
        return Eye(self.board, self.options, seat, self.turn)

    def hopes(self) -> Hopes | JointHopes:
        """The hopes of the player whose turn it is. Until the turn's dice stand, all clones have the same board."""
        if self._hopes is None or self._hopes[0] != self.turns_over:
            self._hopes = self.turns_over, hopes_on(self.board, self.options, self.turn)
        return self._hopes[1]

    def _best(self, eye: Eye, target: Colour) -> tuple[float, Send]:
        pawns = self.ahead(self.colour) or -self.ahead(target)
        best = eye.best(self.colour, target, pawns)
        assert best is not None, "nobody is asked for an attack who has none"
        return best

    def _whom_to_attack(self) -> Attack | Stop:
        """The best opponent to attack; if no attack is required, only one that gains something."""
        targets = [*filter(self.can_attack, self.board.colours)]
        if len(targets) > series.MOST:
            target = self._best_alone(targets)
        else:
            pawns = {target: range(-self.ahead(target), 1 - self.ahead(target)) for target in targets}
            target = Series(self.options, self.turn).first(self.board, pawns, may_stop=bool(self.attacked))
        return Stop() if target is None else Attack(target, -self.ahead(target), self.board.players)

    def _best_alone(self, targets: list[Colour]) -> Colour | None:
        """The one worth attacking most, whatever comes after it."""
        eye = self.eye(self.seat)
        worth, target = max((self._best(eye, target)[0], target) for target in targets)
        return None if self.attacked and worth <= 0 else target

    def _whom_to_strike(self) -> Strike:
        assert self.send is not None, "pawns to strike were not asked for"
        best = max(self.every_way(self.send), key=self.eye(self.seat).effect)
        return Strike(best.struck or (), self.board.players)


def hopes_on(board: Board, options: Options, turn: Seat) -> Hopes | JointHopes:
    """What the player whose turn it is may hope for: of few dice together, of more for each on its own."""
    if len(board.colours) > series.MOST + 1:
        return Hopes(turn, len(board.colours), WhatDiceBring(board, options, turn))
    return _joint_hopes(board.players, tuple(map(tuple, board.areas)), tuple(board.outside), options, turn)


# All answers in a turn until the dice stand ask for the same.
@lru_cache(maxsize=4)
def _joint_hopes(
    players: int, areas: tuple[tuple[int, ...], ...], outside: tuple[int, ...], options: Options, turn: Seat
) -> JointHopes:
    board = Board(players, [*map(list, areas)], [*outside], [0] * len(areas))
    every = {colour: range(1, FURTHEST + 1) for colour in board.colours if colour != turn}
    attacks = Series(options, turn).chances(board, every, may_stop=False)
    return JointHopes(turn, attacks, WhatDiceBring(board, options, turn).harm)


class WhatDiceBring:
    """How much a difference of dice changes the chance to win of the player who throws them."""

    def __init__(self, board: Board, options: Options, turn: Seat) -> None:
        self._board, self._options, self._turn = board, options, turn
        self._eyes = [Eye(board, options, seat, turn) for seat in range(board.players)]
        self._eye = self._eyes[turn]

    def __call__(self, colour: Colour, ahead: int) -> float:
        """The change if this colour's die is this far ahead of theirs."""
        if ahead == 0:
            return 0.0
        return self._attack(colour, -ahead) if ahead < 0 else self._counterattack(colour, ahead)

    def _attack(self, colour: Colour, pawns: int) -> float:
        best = self._eye.best(self._turn, colour, pawns)
        return max(0.0, self._eye.gain(best[0])) if best else 0.0

    def _counterattack(self, colour: Colour, pawns: int) -> float:
        return self._eye.gain(self.harm(colour, pawns))

    def harm(self, colour: Colour, pawns: int) -> float:
        """How a counterattack by this colour changes their log odds."""
        if self._board.is_dummy(colour) and self._options.dummies == "none":
            return 0.0
        best = self._eyes[self._board.decider(colour, self._turn)].best(colour, self._turn, pawns)
        return min(0.0, self._eye.effect(best[1])) if best and best[0] > 0 else 0.0
