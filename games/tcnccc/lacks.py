"""What another move in TCNCCC lacks that the best one has, in a sentence."""

from collections.abc import Sequence

from games.dealer import Line
from games.engine import Chair, Move, Seat, Text, say
from games.tcnccc.expected import may_take_it
from games.tcnccc.memory import remembered
from games.tcnccc.model import JOKERS, KINDS, NO_USE, SIZE, WILD, Table
from games.tcnccc.pieces import named
from games.tcnccc.policy import under_the_lids
from games.tcnccc.reasons import after_placing, kept
from games.tcnccc.rules import Draw, GiveBack, Lift, Place, State


def lacks(g: State, seat: Seat, heard: Sequence[Line], best: Move, other: Move) -> Text | None:
    """The first thing that applies, from what is under the lids as far as it was seen; None if there is none."""
    table = remembered(g, heard)
    match best, other:
        case Place(cylinder), Place(another) if may_take_it(table, another):
            return _would_help(table, seat, another) or _there_instead(table, seat, cylinder, another)
        case Lift(cylinder), Draw():
            return _would_leave(table, seat, cylinder)
        case _, Lift(cylinder):
            return _would_bring(table, seat, cylinder)
        case GiveBack(piece), GiveBack(another):
            return _would_be_missed(table, KINDS.index(piece), KINDS.index(another))
    return None


def _would_help(table: Table, seat: Seat, cylinder: int) -> Text | None:
    after = after_placing(table, cylinder)
    for other in table.others(seat):
        worth = table.worth(other)
        if worth[after] > max(NO_USE, *(worth[c] for c in table.cylinders)):
            return say(
                "Cylinder {cylinder} would then hold {pieces} for {seat}.",
                cylinder=cylinder + 1,
                pieces=kept(table, other, after),
                seat=Chair(other),
            )
    return None


def _there_instead(table: Table, seat: Seat, best: int, other: int) -> Text | None:
    """What stands elsewhere."""
    here, there, where = table.cylinders[best], table.cylinders[other], other + 1
    if kept(table, seat, after_placing(table, best)) and not kept(table, seat, after_placing(table, other)):
        return say("In cylinder {cylinder} it should bring you nothing.", cylinder=where)
    if there >> WILD > here >> WILD:
        return say("In cylinder {cylinder} there should be a joker, which comes with any pair.", cylinder=where)
    if SIZE[there] > SIZE[here]:
        template = "Cylinder {cylinder} should hold more pieces already: {number}, not {fewer}."
        return say(template, cylinder=where, number=SIZE[there], fewer=SIZE[here])
    if SIZE[there] < SIZE[here]:
        template = "Cylinder {cylinder} should hold fewer pieces: {number}, not {more}."
        return say(template, cylinder=where, number=SIZE[there], more=SIZE[here])
    return None


def _would_leave(table: Table, seat: Seat, cylinder: int) -> Text | None:
    c = table.cylinders[cylinder]
    other = next((other for other in table.others(seat) if kept(table, other, c)), None)
    if other is not None:
        return say(
            "If you draw, {seat} may take {pieces} from cylinder {cylinder}.",
            seat=Chair(other),
            pieces=kept(table, other, c),
            cylinder=cylinder + 1,
        )
    if pieces := kept(table, seat, c):
        template = "If you draw, what you need stays in cylinder {cylinder}: {pieces}."
        return say(template, pieces=pieces, cylinder=cylinder + 1)
    return None


def _would_bring(table: Table, seat: Seat, cylinder: int) -> Text:
    if pieces := kept(table, seat, table.cylinders[cylinder]):
        return say("Cylinder {cylinder} should bring you {pieces}.", cylinder=cylinder + 1, pieces=pieces)
    return say("Cylinder {cylinder} should bring you nothing.", cylinder=cylinder + 1)


def _would_be_missed(table: Table, best: int, other: int) -> Text | None:
    if other == JOKERS:
        return say("A joker stands for any colour.")
    number, more = under_the_lids(table, other), under_the_lids(table, best)
    if best == JOKERS or number >= more:
        return None
    template = "{piece}: fewer under the lids, {number} and not {more}, so it is harder to get back."
    return say(template, piece=named(KINDS[other]), number=number, more=more)
