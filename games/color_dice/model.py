"""A light table of Color Dice, for bots that look ahead: it asks what the rules ask, but announces nothing.

quick.py plays it on by itself.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Final, Literal, Self, TypeAlias

from msgspec.structs import replace

from games.color_dice import attacks
from games.color_dice.attacking import Attacking, Countering, Sending, Striking
from games.color_dice.board import PAWNS, Board, Colour
from games.color_dice.moves import (
    AnyMove,
    Attack,
    AttackFirst,
    Back,
    CounterFirst,
    Decline,
    Keep,
    Rethrow,
    Send,
    Stop,
    Strike,
)
from games.color_dice.options import Options
from games.color_dice.rules import Ordering, State, Throwing
from games.color_dice.table import MOST_THROWS, ROUNDS
from games.dealer import Chance
from games.engine import Seat

Asks: TypeAlias = Literal["throwing", "ordering", "attacking", "sending", "striking", "countering", "nothing"]
PHASES: Final[dict[type, Asks]] = {
    Throwing: "throwing",
    Ordering: "ordering",
    Attacking: "attacking",
    Sending: "sending",
    Striking: "striking",
    Countering: "countering",
}
FACES: Final = 6


class LightTable:
    """A table with its pending question."""

    __slots__ = ("asks", "attacked", "board", "colour", "dice", "options", "send", "steps", "target",
                 "thrown", "turn", "turns_over")  # fmt: skip

    board: Board
    options: Options
    turn: Seat
    turns_over: int
    dice: list[int]
    thrown: list[int]
    attacked: list[Colour]
    steps: list[Colour]
    """The remaining steps of this turn: attacks of the player whose turn it is, and counterattacks of others."""
    asks: Asks
    colour: Colour
    """Who attacks or counterattacks …"""
    target: Colour
    """… and whom."""
    send: Send | None
    """The group, when only the pawns to strike are still open."""

    def __init__(self, g: State) -> None:
        self.board = g.board.copy()
        self.options, self.turn, self.turns_over = g.options, g.turn, g.turns_over
        self.dice = [die.value for die in g.dice]
        self.thrown = [die.thrown for die in g.dice]
        self.attacked = [*g.attacked]
        self.steps = [step.colour for step in g.steps]
        question = g.question
        self.asks = next((asks for kind, asks in PHASES.items() if isinstance(question, kind)), "nothing")
        self.send = question.send if isinstance(question, Striking) else None
        self.target = question.target if isinstance(question, Sending | Countering | Striking) else g.turn
        self.colour = question.colour if isinstance(question, Countering) else self.send.colour if self.send else g.turn

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.board = self.board.copy()
        other.options, other.turn, other.turns_over = self.options, self.turn, self.turns_over
        other.dice, other.thrown = self.dice[:], self.thrown[:]
        other.attacked, other.steps = self.attacked[:], self.steps[:]
        other.asks, other.colour, other.target = self.asks, self.colour, self.target
        other.send = self.send
        return other

    @property
    def seat(self) -> Seat:
        """The seat that is asked; for a dummy, the next player."""
        return self.board.decider(self.colour, self.turn)

    def play(self, seat: Seat, move: AnyMove, chance: Chance) -> None:
        """Carries out an answer."""
        match move:
            case Rethrow(dice):
                self._throw(sorted(dice), chance)
                if min(self.thrown) == MOST_THROWS:
                    self._dice_stand(chance)
            case Keep():
                self._dice_stand(chance)
            case AttackFirst():
                self._take([self.turn, *self._higher()], chance)
            case CounterFirst():
                self._take([*self._higher(), self.turn], chance)
            case Attack(target):
                self.asks, self.target = "sending", target
            case Send(struck=None):
                self.asks, self.send = "striking", move
            case Send():
                self._carry_out(move, chance)
            case Strike(struck):
                assert self.send is not None, "pawns to strike were not asked for"
                self._carry_out(replace(self.send, struck=struck), chance)
            case Back():
                self._go_back()
            case Stop() | Decline():
                self._take(self.steps, chance)

    # --- Throwing ---

    def _begin_turn(self, chance: Chance) -> None:
        self.turn = self.colour = (self.turn + 1) % self.board.players
        self.attacked = []
        self.thrown = [0] * len(self.thrown)
        self._throw(self.board.colours, chance)
        self.asks = "throwing"

    def _throw(self, colours: Iterable[Colour], chance: Chance) -> None:
        for colour in colours:
            self.dice[colour] = 1 + chance.below(FACES, "die")
            self.thrown[colour] += 1

    def _dice_stand(self, chance: Chance) -> None:
        higher = self._higher()
        if higher and min(self.dice) < self.dice[self.turn]:
            self.asks = "ordering"
        else:
            self._take([self.turn, *higher], chance)

    def _higher(self) -> list[Colour]:
        """The colours that may counterattack, in order."""
        players = self.board.players
        others = ((self.turn + away) % players for away in range(1, players))
        dummies = () if self.options.dummies == "none" else self.board.colours[players:]
        return [colour for colour in chain(others, dummies) if self.ahead(colour) > 0]

    def ahead(self, colour: Colour) -> int:
        """By how much its die is higher than that of the player whose turn it is."""
        return self.dice[colour] - self.dice[self.turn]

    # --- Attacks and counterattacks ---

    def _take(self, steps: list[Colour], chance: Chance) -> None:
        """Go to the first of these steps that needs an answer; after the last, to the next turn."""
        self.steps = steps
        while self.steps and self.asks != "nothing":
            self.colour, *self.steps = self.steps
            if self.colour == self.turn:
                self.asks = "attacking"
                if any(map(self.can_attack, self.board.colours)):
                    return
            elif self._is_countering(chance):
                return
        if self.asks != "nothing":
            self._end_turn(chance)

    def _end_turn(self, chance: Chance) -> None:
        self.turns_over += 1
        if self.turns_over == ROUNDS * self.board.players:
            self.asks = "nothing"
        else:
            self._begin_turn(chance)

    def can_attack(self, target: Colour) -> bool:
        """Whether the player whose turn it is may attack this colour now."""
        pawns = -self.ahead(target)
        return pawns > 0 and target not in self.attacked and self._has_attack(self.turn, target, pawns)

    def _has_attack(self, colour: Colour, target: Colour, pawns: int) -> bool:
        return any(attacks.attacks(self.board, self.options, colour, target, pawns))

    def _is_countering(self, chance: Chance) -> bool:
        self.asks, self.target = "countering", self.turn
        if self.board.is_dummy(self.colour) and self.options.dummies == "automatic":
            self._counter_by_lot(chance)
            return False
        return self._has_attack(self.colour, self.turn, self.ahead(self.colour))

    def _counter_by_lot(self, chance: Chance) -> None:
        pawns = self.ahead(self.colour)
        possible = [*attacks.attacks(self.board, self.options, self.colour, self.turn, pawns)]
        if possible:
            send = possible[chance.below(len(possible), "counterattack")]
            ways = self.every_way(send)
            lot = 0 if send.struck is not None else chance.below(len(ways), "strike")
            attacks.carry_out(self.board, ways[lot])

    def every_way(self, send: Send) -> list[Send]:
        """The attack with each remaining choice of pawns to strike."""
        if send.struck is not None:
            return [send]
        available = attacks.strikeable(self.board, self.options, send.colour, self.target, send.area)
        return [replace(send, struck=struck) for struck in attacks.ways_to_strike(available, send.strikes)]

    def _carry_out(self, send: Send, chance: Chance) -> None:
        attacks.carry_out(self.board, send)
        if self.board.areas[send.area][send.colour] == PAWNS:
            self.asks = "nothing"
        elif send.colour == self.turn:
            self.attacked.append(self.target)
            self._take([self.turn, *self.steps], chance)
        else:
            self._take(self.steps, chance)

    def _go_back(self) -> None:
        own = self.colour == self.turn
        self.asks = ("sending" if own else "countering") if self.asks == "striking" else "attacking"
