"""A sensible friend who gathers its pawns in one foreign area and breaks up what others gather.

Throws dice again as long as it hopes for differences that serve it better. Everything lies open, so there is nothing
to remember.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from games.color_dice.attacking import Attacking, Countering, Sending, Striking, attacks_on, counterattacks_of
from games.color_dice.attacks import attacks, carry_out, strikeable, ways_to_strike
from games.color_dice.board import PAWNS, Board, Colour
from games.color_dice.moves import Attack, AttackFirst, CounterFirst, Decline, Keep, Rethrow, Send, Stop, Strike
from games.color_dice.options import Options
from games.color_dice.rules import Ordering, State, Throwing
from games.color_dice.table import MOST_THROWS, allowed_by_dice
from games.dealer import Chance, Line
from games.engine import Move, Seat, best_of

FACES: Final = range(1, 7)
VICTORY: Final = 1000.0
ENVY: Final = 1.0
"""Weight of another player's gains and losses, relative to the bot's own."""
CLOSE: Final = 6
"""With this many pawns in one area a player is close to winning there …"""
HINDERED: Final = 8
"""… and this is the value of every place that somebody else takes there."""
FREED: Final = 0.3
"""Value of a place that a dummy no longer holds."""


def careful(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """A sensible move."""
    eye = Eye(g.board, g.options, seat)
    match g.question:
        case Throwing():
            return throw_again(g, eye)
        case Ordering():
            return CounterFirst() if attacking_exposes(g, eye) else AttackFirst()
        case Attacking() as question:
            return whom_to_attack(g, eye, question.moves(g, seat), chance)
        case Sending(target=target):
            return best_of([*attacks_on(g, target)], eye.worth, chance)
        case Countering(colour=colour):
            send = best_of(counterattacks_of(g, colour), eye.worth, chance)
            return send if eye.worth(send) > 0 else Decline()
        case Striking(send=send) as question:
            strikes = [move for move in question.moves(g, seat) if isinstance(move, Strike)]
            return best_of(strikes, lambda strike: eye.worth(replace(send, struck=strike.struck)), chance)
    raise ValueError(f"expected a question of Color Dice, not {g.question}")


def whom_to_attack(g: State, eye: "Eye", moves: Sequence[Move], chance: Chance) -> Move:
    """The best opponent to attack; if no attack is required, only one that gains something."""
    targets = [move for move in moves if isinstance(move, Attack)]
    attack = best_of(targets, lambda attack: eye.gain(eye.seat, attack.target, attack.pawns), chance)
    may_stop = len(moves) > len(targets)
    return Stop() if may_stop and eye.gain(eye.seat, attack.target, attack.pawns) <= 0 else attack


def attacking_exposes(g: State, eye: "Eye") -> bool:
    """Whether counterattacks would hurt more after the best attack than before it."""
    possible = [send for target in lower(g) for send in attacks_on(g, target)]
    if not possible:
        return False
    first = max(possible, key=eye.worth)
    if eye.worth(first) >= VICTORY:
        return False
    return hurt(g, Eye(after(g, first, eye), g.options, eye.seat)) > hurt(g, eye)


def lower(g: State) -> list[Colour]:
    return [colour for colour in g.board.colours if allowed_by_dice(g, colour) == "attack"]


def after(g: State, send: Send, eye: "Eye") -> Board:
    board = g.copy().board
    carry_out(board, max(eye.every_way(send), key=eye.worth))
    return board


def hurt(g: State, eye: "Eye") -> float:
    """The harm of all counterattacks that the dice allow."""
    return sum(
        eye.harm(colour, g.dice[colour].value - g.dice[g.turn].value)
        for colour in g.board.colours
        if allowed_by_dice(g, colour) == "counter"
    )


# --- What an attack is worth --------------------------------------------------------------------------------


class Eye:
    """How a seat looks at a board."""

    def __init__(self, board: Board, options: Options, seat: Seat) -> None:
        self.board, self.options, self.seat = board, options, seat
        # A dictionary rather than a cached method, which would be a reference cycle.
        self._gains: dict[tuple[Colour, Colour | None, int], float] = {}

    def gain(self, colour: Colour, target: Colour, pawns: int) -> float:
        """The most that an attack with this many pawns can bring this seat."""
        # A player who may move and strike anywhere may do so whomever they attack.
        key = colour, None if self.options.target == "free" else target, pawns
        if key not in self._gains:
            self._gains[key] = max(map(self.worth, self._attacks(colour, target, pawns)), default=0)
        return self._gains[key]

    def worth(self, send: Send) -> float:
        """What a group brings this seat, whoever sends it; striking the pawns that this seat would choose."""
        return max(map(self._worth, self.every_way(send)))

    def every_way(self, send: Send) -> list[Send]:
        """The attack with each remaining choice of pawns to strike."""
        if send.struck is not None:
            return [send]
        # The group was legal, so whatever is in the area may be struck.
        available = strikeable(self.board, self.options, send.colour, send.area, send.area)
        return [replace(send, struck=struck) for struck in ways_to_strike(available, send.strikes)]

    def harm(self, colour: Colour, pawns: int) -> float:
        """The harm to this seat of a counterattack with this many pawns."""
        if self.board.is_dummy(colour) and self.options.dummies == "none":
            return 0
        possible = [way for send in self._attacks(colour, self.seat, pawns) for way in self.every_way(send)]
        return max((-self._worth(send) for send in possible), default=0)

    def _worth(self, send: Send) -> float:
        struck = sum(self._blow(victim, send) for victim in dict.fromkeys(send.struck or ()))
        return self._weight(send.colour) * self._advance(send) - struck + self._hindrance(send)

    def _attacks(self, colour: Colour, target: Colour, pawns: int) -> Iterator[Send]:
        return attacks(self.board, self.options, colour, target, pawns)

    def _weight(self, colour: Colour) -> float:
        if colour == self.seat:
            return 1
        return 0 if self.board.is_dummy(colour) else -ENVY

    def _advance(self, send: Send) -> float:
        there = self.board.areas[send.area][send.colour]
        if there + send.pawns == PAWNS:
            return VICTORY
        return gathered(there + send.pawns) - gathered(there) - self._left_behind(send)

    def _left_behind(self, send: Send) -> float:
        if send.origin is None:
            return 0
        here = self.board.areas[send.origin][send.colour]
        return send.pawns if send.origin == send.colour else gathered(here) - gathered(here - send.pawns)

    def _hindrance(self, send: Send) -> float:
        """The value to this seat of taking places that others need to gather there."""
        there = self.board.areas[send.area]
        rivals = [colour for colour in range(self.board.players) if there[colour] >= CLOSE and colour != send.colour]
        return -HINDERED * send.moves * sum(map(self._weight, rivals))

    def _blow(self, victim: Colour, send: Send) -> float:
        """The cost to this seat of these pawns being struck; above 0 if it is bad."""
        assert send.struck is not None
        number = send.struck.count(victim)
        if self.board.is_dummy(victim):
            return -FREED * number
        here = self.board.areas[send.area][victim]
        lost = number if send.area == victim else gathered(here) - gathered(here - number)
        return self._weight(victim) * lost


def gathered(pawns: int) -> int:
    """The value of this many pawns in one foreign area; at home it is one each, outside nothing."""
    return pawns * (pawns + 1)


# --- Throwing again -----------------------------------------------------------------------------------------


def throw_again(g: State, eye: Eye) -> Move:
    """The dice to throw again: its own until that is good enough, then all others that promise more."""
    hopes = Hopes(g, eye)
    mine = g.dice[eye.seat]
    if hopes.are_fulfilled(mine.value):
        return Keep()
    if hopes.of_all(mine.value, MOST_THROWS - mine.thrown) > hopes.of_others(mine.value):
        return Rethrow((eye.seat,))
    again = tuple(colour for colour in hopes.others if hopes.grow(colour, mine.value))
    return Rethrow(again) if again else Keep()


class Hopes:
    """What the dice bring and may yet bring, with every attack and counterattack counted on its own."""

    def __init__(self, g: State, eye: Eye) -> None:
        self._g, self._eye = g, eye
        self.others = [colour for colour in g.board.colours if colour != eye.seat]
        self._sums: dict[int, float] = {}
        self._known: dict[tuple[Colour, int], float] = {}

    def are_fulfilled(self, mine: int) -> bool:
        """Whether an attack wins as the dice are."""
        return any(self._brought(colour, self._g.dice[colour].value - mine) >= VICTORY / 2 for colour in self.others)

    def of_all(self, mine: int, throws: int) -> float:
        """The expected value with this many throws of its own die left."""
        if throws == 0:
            return self.of_others(mine)
        return max(self.of_others(mine), sum(self.of_all(face, throws - 1) for face in FACES) / len(FACES))

    def grow(self, colour: Colour, mine: int) -> bool:
        """Whether another throw of this die promises more than it brings now."""
        die = self._g.dice[colour]
        throws = MOST_THROWS - die.thrown
        return throws > 0 and self._of_throws(colour, mine, throws) > self._brought(colour, die.value - mine)

    def of_others(self, mine: int) -> float:
        """The expected value with its own die as it is, and all throws of the others."""
        if mine not in self._sums:
            self._sums[mine] = sum(self._of(colour, mine) for colour in self.others)
        return self._sums[mine]

    def _of(self, colour: Colour, mine: int) -> float:
        die = self._g.dice[colour]
        now = self._brought(colour, die.value - mine)
        throws = MOST_THROWS - die.thrown
        return max(now, self._of_throws(colour, mine, throws)) if throws else now

    def _of_throws(self, colour: Colour, mine: int, throws: int) -> float:
        brought = [self._brought(colour, face - mine) for face in FACES]
        hoped = sum(brought) / len(FACES)
        for _ in range(throws - 1):
            hoped = sum(max(now, hoped) for now in brought) / len(FACES)
        return hoped

    def _brought(self, colour: Colour, ahead: int) -> float:
        if (colour, ahead) not in self._known:
            self._known[colour, ahead] = self._what_it_brings(colour, ahead)
        return self._known[colour, ahead]

    def _what_it_brings(self, colour: Colour, ahead: int) -> float:
        if ahead < 0:
            return max(0, self._eye.gain(self._eye.seat, colour, -ahead))
        return -max(0, self._eye.harm(colour, ahead)) if ahead else 0
