"""TCNCCC as bots think of it: the same rules on a few whole numbers.

The contents of a cylinder or of the bag are one number that counts the pieces of each kind: three bits for each colour,
then the jokers. Their order does not matter to the rules.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Self

from games.dealer import Chance
from games.engine import Seat
from games.tcnccc.pieces import COLOURS, JOKER, Piece
from games.tcnccc.rules import PIECES_THAT_WIN, Draw, GiveBack, Lift, Place

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
WINS: Final = 10
"""What a lift that wins is worth, in addition to the pieces it brings."""
NO_CYLINDER, EMPTY, NO_PAIR, NO_USE = range(4)
"""What a lift is worth that brings nothing; each piece it brings adds one."""


def _worth(colours: int, jokers: int) -> bytes:
    """Contents of a cylinder -> what a lift is worth to a seat that holds these; last, at index GONE, NO_CYLINDER."""
    enough, worth = PIECES_THAT_WIN - COUNT[colours] - jokers, bytearray()
    for standing in range(4):
        brought = [COUNT[paired & ~colours] + standing for paired in range(16)]
        by_pairs = [NO_PAIR, *(NO_USE + new + WINS * (new >= enough) for new in brought[1:])]
        worth += bytes(map(by_pairs.__getitem__, PAIRED[: 1 << WILD]))
    return bytes([EMPTY, *worth[1:], NO_CYLINDER])


WORTH: Final = [[_worth(colours, jokers) for jokers in range(4)] for colours in range(16)]
"""By the colours and the number of jokers of a seat."""
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

    # --- Moves ------------------------------------------------------------------------------------------------

    def worth(self, seat: Seat) -> bytes:
        """What a lift of these contents is worth to this seat, by contents."""
        return WORTH[self.colours[seat]][self.jokers[seat]]

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
