"""A sensible friend with a short memory.

Remembers the last few pieces seen going under a lid, and what was lifted since. Lifts where there should be a pair that
helps, now and then on a hunch, never a cylinder that should be empty; otherwise draws.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from games.dealer import Chance, Line
from games.engine import Move, Seat
from games.tcnccc.pieces import COLOURS, JOKER, Drawn, Full, Lifted, Piece, Placed
from games.tcnccc.rules import (
    Draw,
    GiveBack,
    GivingBack,
    Lift,
    Place,
    Placing,
    State,
    Turn,
    has_a_pair,
)

REMEMBERED: Final = 8
"""Pieces placed and cylinders lifted, counted together."""
ONE_HUNCH_IN: Final = 12

# What a lift promises: nothing good, a penalty, who knows, no harm, and above that the pieces it should bring.
EMPTY, NO_PAIR, UNKNOWN, HARMLESS = range(4)


def careful(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """A sensible move. It uses only what lies open in g."""
    under_lids = recall(g, heard)
    match g.question:
        case Placing():
            return where_there_may_be_room(g, heard, chance)
        case GivingBack():
            return what_is_missed_least(g, seat, under_lids, chance)
        case question:
            return draw_or_lift(g.held[seat], under_lids, isinstance(question, Turn), chance)


class UnderALid(Struct):
    """The pieces that the bot believes to be in a cylinder; `sure`: it believes that these are all."""

    pieces: list[Piece]
    sure: bool


def recall(g: State, heard: Sequence[Line]) -> dict[int, UnderALid]:
    sights = last_sights(heard)
    # A young game is remembered from its beginning, when everything was empty.
    under_lids = {cylinder: UnderALid([], len(sights) < REMEMBERED) for cylinder in g.cylinders}
    for sight in reversed(sights):
        match sight:
            case Placed(cylinder, piece) if cylinder in under_lids:
                under_lids[cylinder].pieces.append(piece)
            case Lifted(cylinder) if cylinder in under_lids:
                under_lids[cylinder] = UnderALid([], True)
    return under_lids


def last_sights(heard: Sequence[Line]) -> list[Placed | Lifted]:
    """Latest first."""
    sights: list[Placed | Lifted] = []
    for line in reversed(heard):
        if isinstance(line.sight, Placed | Lifted):
            sights.append(line.sight)
        if len(sights) == REMEMBERED:
            break
    return sights


def draw_or_lift(held: list[Piece], under_lids: dict[int, UnderALid], may_draw: bool, chance: Chance) -> Move:
    promises = {cylinder: promise(lid, held) for cylinder, lid in under_lids.items()}
    best = max(promises.values())
    on_a_hunch = best == UNKNOWN and chance.below(ONE_HUNCH_IN, "bot") == 0
    if may_draw and best <= HARMLESS and not on_a_hunch:
        return Draw()
    return Lift(any_of([cylinder for cylinder in promises if promises[cylinder] == best], chance))


def promise(lid: UnderALid, held: list[Piece]) -> int:
    if has_a_pair(lid.pieces):
        colours = sum(lid.pieces.count(colour) >= 2 and colour not in held for colour in COLOURS)
        return HARMLESS + colours + lid.pieces.count(JOKER)
    if not lid.sure:
        return UNKNOWN
    return NO_PAIR if lid.pieces else EMPTY


def where_there_may_be_room(g: State, heard: Sequence[Line], chance: Chance) -> Move:
    full = found_full_this_turn(heard)
    # A bot that has forgotten when the piece was drawn may think all of them full.
    may_have_room = [cylinder for cylinder in g.cylinders if cylinder not in full] or [*g.cylinders]
    return Place(any_of(may_have_room, chance))


def found_full_this_turn(heard: Sequence[Line]) -> set[int]:
    full = set()
    for line in reversed(heard):
        match line.sight:
            case Full(cylinder):
                full.add(cylinder)
            case Drawn():
                break
    return full


def what_is_missed_least(g: State, seat: Seat, under_lids: dict[int, UnderALid], chance: Chance) -> Move:
    """A colour before a joker, and a colour seen under the lids before one that is not."""
    seen = [piece for lid in under_lids.values() for piece in lid.pieces]

    def missed(piece: Piece) -> tuple[bool, int]:
        return piece == JOKER, -seen.count(piece)

    least = min(missed(piece) for piece in g.held[seat])
    return GiveBack(any_of([piece for piece in g.held[seat] if missed(piece) == least], chance))


def any_of(items: list[Any], chance: Chance) -> Any:
    return items[chance.below(len(items), "bot")]
