"""TCNCCC as the search plays it: the same rules on a few whole numbers.

The contents of a cylinder or of the bag are one number that counts the pieces of each kind: three bits for each colour,
then the jokers. Their order does not matter to the rules.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Self

from games.dealer import Chance
from games.engine import Seat
from games.tcnccc.pieces import COLOURS, JOKER, Piece
from games.tcnccc.rules import CYLINDERS, PIECES_THAT_WIN, Draw, GiveBack, Lift, Place

KINDS: Final[tuple[Piece, ...]] = (*COLOURS, JOKER)
SHIFTS: Final = (0, 3, 6, 9, 12)
ONE: Final = tuple(1 << shift for shift in SHIFTS)
"""One piece of each kind."""
JOKERS: Final = 4
"""The kind of the jokers."""
WILD: Final = SHIFTS[JOKERS]
GONE: Final = -1
"""Stands for a cylinder that has left the game, and for no drawn piece."""

SIZE: Final = [sum(c >> shift & 7 for shift in SHIFTS) for c in range(4 << WILD)]
"""Contents -> number of pieces; last, at index GONE, more than any cylinder holds."""
PAIRED: Final = [sum((c >> 3 * colour & 7 >= 2) << colour for colour in range(4)) for c in range(1 << WILD)] * 4
"""Contents -> the colours of which there are two or more, a bit for each."""
COUNT: Final = [bits.bit_count() for bits in range(16)]
EACH: Final = [sum(ONE[colour] for colour in range(4) if bits >> colour & 1) for bits in range(16)]
"""One piece of each of these colours."""
NO_PAIR: Final = -1
NOTHING: Final = -2
NO_CYLINDER: Final = -3


def _brings(missing: int) -> list[int]:
    """Contents of a cylinder -> how many pieces a lift brings a seat that lacks these colours. NO_PAIR if it costs one,
    NOTHING if it is empty, and last, at index GONE, NO_CYLINDER."""
    lifts: list[int] = []
    for jokers in range(4):
        brought = [NO_PAIR, *(COUNT[paired & missing] + jokers for paired in range(1, 16))]
        lifts += map(brought.__getitem__, PAIRED[: 1 << WILD])
    return [NOTHING, *lifts[1:], NO_CYLINDER]


BRINGS: Final = [_brings(missing) for missing in range(16)]
BY_NAME: Final = sorted(enumerate(SHIFTS), key=lambda kind: KINDS[kind[0]])
"""The dealer's order of the bag: with the same chance, the same piece is drawn here."""


def counted(pieces: Iterable[Piece]) -> int:
    """These pieces as one number."""
    return sum(ONE[KINDS.index(piece)] for piece in pieces)


class Table:
    """A table where everything is known except what will be drawn."""

    __slots__ = (
        "bag", "capacity", "colours", "cylinders", "drawn", "full", "jokers", "out", "pays", "shares", "turn",
        "turns_left",
    )  # fmt: skip

    cylinders: list[int]
    bag: int
    colours: list[int]
    """In front of each seat, a bit for each."""
    jokers: list[int]
    out: list[bool]
    turn: Seat
    turns_left: int
    capacity: int
    drawn: int
    """The kind of the piece that is to be placed."""
    full: int
    """The cylinders that were found full in this turn, a bit for each."""
    pays: bool
    """Whether a piece is to be put back."""
    shares: Sequence[float] | None
    """Each seat's share of the win, when the game is over."""

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.cylinders, other.bag = self.cylinders[:], self.bag
        other.colours, other.jokers, other.out = self.colours[:], self.jokers[:], self.out[:]
        other.turn, other.turns_left, other.capacity = self.turn, self.turns_left, self.capacity
        other.drawn, other.full, other.pays, other.shares = self.drawn, self.full, self.pays, self.shares
        return other

    def play(self, seat: Seat, move: Draw | Lift | Place | GiveBack, chance: Chance) -> None:
        """Carries out a move of the rules."""
        match move:
            case Draw():
                self.draw(chance)
            case Place(cylinder):
                self.place(cylinder)
            case Lift(cylinder):
                self.lift(cylinder, chance)
            case GiveBack(piece):
                self.give_back(KINDS.index(piece))

    def playout(self, chance: Chance) -> Sequence[float]:
        while self.shares is None:
            step(self, chance)
        return self.shares

    # --- Moves ------------------------------------------------------------------------------------------------

    def can_draw(self) -> bool:
        if self.bag:
            capacity = self.capacity
            for c in self.cylinders:  # any() would take twice as long
                if SIZE[c] < capacity:
                    return True
        return False

    def draw(self, chance: Chance) -> None:
        self.drawn = self.from_the_bag(chance)

    def from_the_bag(self, chance: Chance) -> int:
        bag = self.bag
        number = chance.below(SIZE[bag], "bag")
        for kind, shift in BY_NAME:
            number -= bag >> shift & 7
            if number < 0:
                self.bag -= ONE[kind]
                return kind
        raise ValueError("the bag is empty")

    def place(self, cylinder: int) -> None:
        if SIZE[self.cylinders[cylinder]] >= self.capacity:
            self.full |= 1 << cylinder
            return
        self.cylinders[cylinder] += ONE[self.drawn]
        self.drawn, self.full = GONE, 0
        self.pass_on()

    def lift(self, cylinder: int, chance: Chance) -> None:
        """Lift a cylinder, with all consequences except the choice of a piece to put back."""
        bag_was_empty, lifted = not self.bag, self.cylinders[cylinder]
        self.cylinders[cylinder] = 0
        if not lifted:
            is_decided = self._goes_out()
        elif PAIRED[lifted]:
            is_decided = self._keeps_from(lifted)
        else:
            is_decided = self._pays(lifted, chance)
        if is_decided:
            self.share()
            return
        if bag_was_empty:
            self.cylinders[cylinder] = GONE
        if not self.pays:
            self.pass_on()

    # Each of these says whether the game is over.

    def _goes_out(self) -> bool:
        seat = self.turn
        self.bag += EACH[self.colours[seat]] + (self.jokers[seat] << WILD)
        self.colours[seat], self.jokers[seat], self.out[seat] = 0, 0, True
        return self.out.count(False) == 1

    def _keeps_from(self, lifted: int) -> bool:
        seat = self.turn
        new = PAIRED[lifted] & ~self.colours[seat]
        self.colours[seat] |= new
        self.jokers[seat] += lifted >> WILD
        self.bag += (lifted & (1 << WILD) - 1) - EACH[new]
        return COUNT[self.colours[seat]] + self.jokers[seat] >= PIECES_THAT_WIN

    def _pays(self, lifted: int, chance: Chance) -> bool:
        self.bag += lifted
        if self.colours[self.turn] or self.jokers[self.turn]:
            self.pays = True
            return False
        for seat in self.others(self.turn):
            if self.bag and not self._is_complete():
                self._draw_for_keeps(seat, chance)
        return self._is_complete()

    def _draw_for_keeps(self, seat: Seat, chance: Chance) -> None:
        kind = self.from_the_bag(chance)
        if kind == JOKERS:
            self.jokers[seat] += 1
        elif self.colours[seat] >> kind & 1:
            self.bag += ONE[kind]
        else:
            self.colours[seat] |= 1 << kind

    def give_back(self, kind: int) -> None:
        self.bag += ONE[kind]
        if kind == JOKERS:
            self.jokers[self.turn] -= 1
        else:
            self.colours[self.turn] &= ~(1 << kind)
        self.pays = False
        self.pass_on()

    # --- Whose turn it is, and the end --------------------------------------------------------------------------

    def others(self, seat: Seat) -> list[Seat]:
        """The other seats that are not out, clockwise."""
        seats = len(self.out)
        return [other for other in (*range(seat + 1, seats), *range(seat)) if not self.out[other]]

    def next_in(self) -> Seat:
        """The seat whose turn comes after this one."""
        seats, seat = len(self.out), self.turn
        while self.out[seat := (seat + 1) % seats]:
            pass
        return seat

    def has(self, seat: Seat) -> int:
        return COUNT[self.colours[seat]] + self.jokers[seat]

    def _is_complete(self) -> bool:
        for colours, jokers in zip(self.colours, self.jokers, strict=True):
            if COUNT[colours] + jokers >= PIECES_THAT_WIN:
                return True
        return False

    def pass_on(self) -> None:
        self.turns_left -= 1
        if self.turns_left == 0:
            self.share()
        else:
            self.turn = self.next_in()

    def share(self) -> None:
        most = max(-1 if out else self.has(seat) for seat, out in enumerate(self.out))
        least = min(most, PIECES_THAT_WIN)
        winners = [not out and self.has(seat) >= least for seat, out in enumerate(self.out)]
        self.shares = [won / sum(winners) for won in winners]


# --- The policy of rollouts -----------------------------------------------------------------------------------

WINS: Final = 10
"""The value of a lift that wins, in addition to its pieces."""
FULL: Final = 2 * WINS
"""For cylinders where a piece cannot be placed: more than any lift can bring."""
IN_TURN: Final[list[list[int]]] = [[*range(first, CYLINDERS), *range(first)] for first in range(CYLINDERS)]
"""The cylinders, from each of them on."""


def step(table: Table, chance: Chance) -> None:
    """Play as players with a perfect memory do at sight: draw and place until somebody lifts."""
    if table.pays:
        table.give_back(to_give_back(table))
    elif table.drawn != GONE:
        table.place(where_it_helps_least(table, chance))
    else:
        promise, _ = best_lift(table)
        while promise <= 0 and table.can_draw():
            promise = draw_and_place(table, chance)
        if table.shares is None:
            table.lift(best_lift(table)[1], chance)


def draw_and_place(table: Table, chance: Chance) -> int:
    """Draw a piece and place it in a cylinder that is not full; returns the most that a lift then brings the next
    player, at least 0. Rollouts spend nearly all their time here, so no cylinder is examined twice."""
    piece, following = ONE[table.from_the_bag(chance)], table.next_in()
    promise, cylinder = least_help(table, following, piece, chance)
    table.cylinders[cylinder] += piece
    table.turns_left -= 1
    if table.turns_left == 0:
        table.share()
        return FULL
    table.turn = following
    return promise


def to_give_back(table: Table) -> int:
    """The piece to give back: any colour, or a joker if there is no other piece."""
    held = table.colours[table.turn]
    return next((colour for colour in range(4) if held >> colour & 1), JOKERS)


def best_lift(table: Table) -> tuple[int, int]:
    """What the best lift brings, a number of pieces, NO_PAIR or NOTHING; and its cylinder."""
    brings = BRINGS[~table.colours[table.turn] & 15]
    one, two, three, four = table.cylinders
    lifts = brings[one], brings[two], brings[three], brings[four]
    best = max(lifts)
    return best, lifts.index(best)


def where_it_helps_least(table: Table, chance: Chance) -> int:
    """The cylinder in which the drawn piece helps the next player least."""
    return least_help(table, table.next_in(), ONE[table.drawn], chance)[1]


def least_help(table: Table, seat: Seat, piece: int, chance: Chance) -> tuple[int, int]:
    """The least that a lift may bring this seat once the piece is placed, at least 0; and the cylinder to place it in,
    a random one of several."""
    brings, capacity = BRINGS[~table.colours[seat] & 15], table.capacity
    cylinders, start = table.cylinders, chance.below(CYLINDERS, "place")
    one, two, three, four = cylinders
    anyhow = max(0, brings[one], brings[two], brings[three], brings[four])
    least, chosen = FULL, start
    for cylinder in IN_TURN[start]:
        c = cylinders[cylinder]
        if SIZE[c] < capacity:
            left = brings[c + piece]
            if left <= anyhow:
                return anyhow, cylinder
            if left < least:
                least, chosen = left, cylinder
    return least, chosen


def left_to_the_next(table: Table) -> list[int]:
    """For each cylinder where the drawn piece may be placed: the most that a lift can bring the next player."""
    brings, piece, capacity = BRINGS[~table.colours[table.next_in()] & 15], ONE[table.drawn], table.capacity
    anyhow = max(0, *[brings[c] for c in table.cylinders])  # one piece more never brings less
    return [max(anyhow, brings[c + piece]) if SIZE[c] < capacity else FULL for c in table.cylinders]


def most_for(table: Table, seat: Seat) -> int:
    """The most that a lift can bring this seat."""
    brings = BRINGS[~table.colours[seat] & 15]
    most = max(0, *[brings[c] for c in table.cylinders])
    return most if most + table.has(seat) < PIECES_THAT_WIN else most + WINS
