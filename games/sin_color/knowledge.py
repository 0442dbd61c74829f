"""What a perfect memory knows in Sin Color: which coin may be which, and which tiles of a stack have been on top.

A player who cannot pay shows which coins they do not have, and one who must that they have one. Of the coins that are
still possible for a place, only those remain with which all other places can be filled, too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from games.dealer import Line
from games.engine import Chair, Seat, say
from games.knowledge import Knowledge, Possible
from games.piecepack import ACE
from games.sin_color.anew import Watched, follow, look
from games.sin_color.matching import matched
from games.sin_color.options import Options
from games.sin_color.pieces import FACES, Face, Moved, Paid, Tile, named
from games.sin_color.view import View

Bits: TypeAlias = int
"""A set of coins by their numbers."""

GREY: Final = "grey"


class Follower:
    """Follows every coin and every stack."""

    def __init__(self, options: Options, seats: int, you: Seat | None, box: Mapping[str, Face] = FACES) -> None:
        """`box`: all coins, each of which has its tile, by their names."""
        self._names, self._faces = [*box], [*box.values()]
        self._number = {face: number for number, face in enumerate(self._faces)}
        self._must_pay, self._you = options.payments != "optional", you
        self._view: View | None = None
        self._rows: list[list[Watched]] = []
        self._paid: list[Face] = []
        self._stacks: list[list[str | None]] = []
        """Each from the top down; None: never seen. A stack is a ring: moving a tile keeps its order."""
        self._seen: set[Tile] = set()

    def follow(self, view: View, lines: Sequence[Line]) -> None:
        self._view = view
        self._rows = self._rows or [[Watched() for _ in row] for row in view.rows]
        self._stacks = self._stacks or [[None] * (len(self._faces) // len(view.tops)) for _ in view.tops]
        for line in lines:
            follow(self._rows, line, view)
            self._follow_tiles(line)
        look(self._rows, view)
        for stack, top in enumerate(view.tops):
            self._see_top(stack, top)

    def _follow_tiles(self, line: Line) -> None:
        match line.sight:
            case Moved(stack, to, top):
                tiles = self._stacks[stack]
                if to == "bottom":
                    tiles.append(tiles.pop(0))
                else:
                    tiles.insert(0, tiles.pop())
                self._see_top(stack, top)
            case Paid(stack=stack, face=face):
                self._paid.append(face)
                self._see_top(stack, None)

    def _see_top(self, stack: int, top: Tile) -> None:
        self._stacks[stack][0] = GREY if top is None else self._name(top)
        self._seen.add(top)

    def places(self) -> list[Possible]:
        """None when the game is over."""
        view = self._view
        if view is None or view.stacks is not None:
            return []
        return [*self._coins(view), *self._tiles(), *self._paid_coins(view)]

    def _tiles(self) -> Iterator[Possible]:
        unseen = [self._name(face) for face in self._faces if face not in self._seen]
        hidden = sum(tiles.count(None) for tiles in self._stacks)
        for number, tiles in enumerate(self._stacks, 1):
            # The last tile that nobody has seen is the last one left.
            holds = [tile or (unseen[0] if hidden == 1 else None) for tile in tiles]
            where = say("Stack {stack}, from the top", stack=number)
            yield Possible(where, holds, unseen if None in holds else [])

    def _paid_coins(self, view: View) -> Iterator[Possible]:
        if view.paid is None and self._paid:
            yield Possible(say("Paid so far"), [*map(self._name, self._paid)], [])

    def _coins(self, view: View) -> Iterator[Possible]:
        lying = [(owner, place) for owner, row in enumerate(self._rows) for place in range(len(row))]
        for (owner, place), faces in zip(lying, self._possible(view, lying), strict=True):
            if owner != self._you:
                names = [self._names[number] for number in numbers(faces)]
                where = say("Coin {place} of {seat}", place=place + 1, seat=Chair(owner))
                yield Possible(where, [*names], []) if len(names) == 1 else Possible(where, [None], names)

    def _possible(self, view: View, lying: list[tuple[Seat, int]]) -> list[Bits]:
        left = [face for face in self._faces if face not in self._paid]
        fitting = [self._bits(face for face in left if self._rows[owner][place].may_be(face)) for owner, place in lying]
        payer = payer_in(view) if self._must_pay else None
        if payer is None or payer == self._you:
            return that_can_be(fitting) or fitting
        tops = self._bits(top for top in view.tops if top is not None)
        return with_one_of(fitting, [at for at, (owner, _) in enumerate(lying) if owner == payer], tops)

    def _name(self, face: Face) -> str:
        return self._names[self._number[face]]

    def _bits(self, faces: Iterable[Face]) -> Bits:
        return sum(1 << self._number[face] for face in faces)


def payer_in(view: View) -> Seat | None:
    """Who is asked for a payment."""
    step = view.steps[0] if view.steps else None
    return step.seat if step is not None and step.die in (ACE, None) else None


def with_one_of(fitting: list[Bits], row: list[int], tops: Bits) -> list[Bits]:
    """What each place may hold if one of this row holds one of these coins."""
    found = [0] * len(fitting)
    for at in row:
        for coin in numbers(fitting[at] & tops):
            ways = that_can_be([*fitting[:at], 1 << coin, *fitting[at + 1 :]])
            found = [one | other for one, other in zip(found, ways or found, strict=True)]
    return found


def that_can_be(fitting: list[Bits]) -> list[Bits] | None:
    """The coins that each place holds in some way to fill all places with all coins; None: there is no such way.

    From one way every other one follows by rings of places, each of which takes the next one's coin (Berge).
    """
    way = matched({place: list(numbers(coins)) for place, coins in enumerate(fitting)})
    if way is None:
        return None
    held_by = {coin: place for place, coin in way.items()}
    takes_from = [sum(1 << held_by[coin] for coin in numbers(coins) if coin in held_by) for coins in fitting]
    reaches = closure(takes_from)
    return [
        sum(1 << coin for coin in numbers(coins) if coin in held_by and reaches[held_by[coin]] >> place & 1)
        for place, coins in enumerate(fitting)
    ]


def closure(links: list[Bits]) -> list[Bits]:
    """Whatever each of them reaches by any number of links, itself included (Warshall)."""
    reached = [one | 1 << place for place, one in enumerate(links)]
    for middle in range(len(reached)):
        reached = [one | reached[middle] if one >> middle & 1 else one for one in reached]
    return reached


def numbers(coins: Bits) -> Iterator[int]:
    while coins:
        lowest = coins & -coins
        yield lowest.bit_length() - 1
        coins ^= lowest


KNOWLEDGE: Final = Knowledge(
    {words: named(face) for words, face in FACES.items()} | {GREY: say("without colour")},
    Follower,
    lambda options: bool(options.memory == "aided"),
)
