"""Other tables that a viewer cannot tell from the real one.

What the viewer does not see is dealt anew, under three conditions. A coin shows what it shows. A tile on top of a stack
has its coin in a row. And a player who is asked for a payment and cannot refuse has a coin to pay.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from games.dealer import Chance
from games.engine import Pick, Seat
from games.sin_color.matching import matched
from games.sin_color.pieces import FACES, Coin, Face, Shown, Tile
from games.sin_color.rules import Arranging, Offering, Paying, State

PAID = -1
"""Stands for the owner of the coins that were paid."""

Place: TypeAlias = tuple[int, int]
"""An owner, and the place of the coin."""
Fitting: TypeAlias = dict[Place, list[Face]]
"""For each place, the coins that may lie there, in the order in which to try them."""

T = TypeVar("T")


def scramble(g: State, seat: Seat | None, chance: Chance) -> State:
    """A random such table; all are possible, but not all equally likely."""
    if g.question is None:
        return g.copy()
    fitting = all_that_fit(g, seat, shuffled(hidden_faces(g, seat), chance))
    return dealt(
        g,
        seat,
        first_match(fitting, shuffled(payments(g, fitting), chance)),
        lambda tiles: shuffled(tiles, chance),
        lambda pick: any_of(pick, chance),
    )


def shuffled(items: Iterable[T], chance: Chance) -> list[T]:
    left = list(items)
    return [left.pop(chance.below(len(left), "scramble")) for _ in range(len(left))]


def any_of(pick: Pick, chance: Chance) -> tuple[int, ...]:
    number = pick.least + chance.below(pick.most - pick.least + 1, "scramble")
    return tuple(sorted(shuffled(pick.among, chance)[:number]))


def extremes(g: State, seat: Seat | None) -> Iterator[State]:
    """Tables with as many or as few matching coins in a row, and as long or as short hidden answers, as possible."""
    if g.question is not None:
        for owner, many in product(others(g, seat), (True, False)):
            yield extreme(g, seat, owner, many)


def extreme(g: State, seat: Seat | None, owner: Seat, many: bool) -> State:
    fitting = with_matching(g, all_that_fit(g, seat, hidden_faces(g, seat)), owner, many)
    return dealt(
        g,
        seat,
        first_match(fitting, payments(g, fitting)),
        lambda tiles: sorted(tiles, key=lambda tile: (tile is None) == many),
        lambda pick: pick.among[: pick.most if many else pick.least],
    )


def with_matching(g: State, fitting: Fitting, owner: Seat, many: bool) -> Fitting:
    """This owner's places come first, with the coins that match a top tile in front or at the end."""
    tops = [tiles[0] for tiles in g.stacks]
    return {
        place: sorted(fitting[place], key=lambda face: (face in tops) != (many == (place[0] == owner)))
        for place in sorted(fitting, key=lambda place: place[0] != owner)
    }


def others(g: State, seat: Seat | None) -> list[Seat]:
    return [owner for owner in range(len(g.rows)) if owner != seat]


# --- Which coin may lie where -------------------------------------------------------------------------------


def hidden_faces(g: State, seat: Seat | None) -> list[Face]:
    """The coins of which this viewer does not see both sides."""
    seen = [coin.face for coin in g.rows[seat]] if seat is not None else []
    if g.options.paid_coins == "open":
        seen += g.paid
    return [face for face in FACES.values() if face not in seen]


def all_that_fit(g: State, seat: Seat | None, faces: list[Face]) -> Fitting:
    """The faces for each place, in the order in which they are given."""
    showing: dict[Shown, list[Face]] = {}
    for face in faces:
        showing.setdefault(face.suit, []).append(face)
        showing.setdefault(face.value, []).append(face)
    fitting = {
        (owner, place): faces if g.turn is None else showing[coin.upper]
        for owner in others(g, seat)
        for place, coin in enumerate(g.rows[owner])
    }
    if g.options.paid_coins == "counted":
        tops = [tiles[0] for tiles in g.stacks]
        covered = [face for face in faces if face not in tops]
        fitting |= {(PAID, place): covered for place in range(len(g.paid))}
    return fitting


def payments(g: State, fitting: Fitting) -> list[tuple[Place, Face]]:
    """Pairs of place and coin, at least one of which must hold because a hidden row has a coin to pay."""
    if not isinstance(g.question, Paying):
        return []
    tops = [tiles[0] for tiles in g.stacks]
    payer = g.question.seat
    return [(place, face) for place, faces in fitting.items() if place[0] == payer for face in faces if face in tops]


def first_match(fitting: Fitting, one_of: list[tuple[Place, Face]]) -> dict[Place, Face]:
    """A coin for every place; including the first possible pair of `one_of`, if there are any."""
    ways = [{place: [face]} | {other: fitting[other] for other in fitting if other != place} for place, face in one_of]
    return next(found for way in ways or [fitting] if (found := matched(way)) is not None)


# --- Dealing it ---------------------------------------------------------------------------------------------


def dealt(
    g: State,
    seat: Seat | None,
    faces: dict[Place, Face],
    in_order: Callable[[list[Tile]], list[Tile]],
    chosen: Callable[[Pick], tuple[int, ...]],
) -> State:
    """The table with these coins in these places, the tiles below the tops in some order, and other hidden answers."""
    other = g.copy()
    for (owner, place), face in faces.items():
        if owner == PAID:
            other.paid[place] = face
        else:
            other.rows[owner][place] = Coin(face, other.rows[owner][place].up)
    build_stacks(other, in_order)
    answer_anew(other, seat, chosen)
    return other


def build_stacks(g: State, in_order: Callable[[list[Tile]], list[Tile]]) -> None:
    """Rebuild the stacks: each coin in a row has its tile, each coin that was paid a tile without colour."""
    tops = [tiles[0] for tiles in g.stacks]
    coloured: list[Tile] = [coin.face for row in g.rows for coin in row if coin.face not in tops]
    grey: list[Tile] = [None] * (len(g.paid) - tops.count(None))
    below = iter(in_order(coloured + grey))
    g.stacks = [[top, *(next(below) for _ in tiles[1:])] for top, tiles in zip(tops, g.stacks, strict=True)]


def answer_anew(g: State, seat: Seat | None, chosen: Callable[[Pick], tuple[int, ...]]) -> None:
    """Replace the secret answers of others, which might have been different."""
    question = g.question
    if isinstance(question, Arranging | Offering):
        answers = {
            owner: answer if owner == seat else type(answer)(chosen(question.pick(g, owner)))
            for owner, answer in question.answers.items()
        }
        g.agenda[0] = replace(question, answers=answers)
