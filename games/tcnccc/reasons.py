"""Why a move in TCNCCC is good, in a sentence: from what should be under the lids, and for whom."""

from collections.abc import Sequence

from games.dealer import Line
from games.engine import Chair, Move, Seat, Text, say
from games.tcnccc.expected import may_take_it
from games.tcnccc.memory import remembered
from games.tcnccc.model import GONE, JOKERS, KINDS, NO_USE, ONE, PAIRED, SHIFTS, WILD, WINS, Table
from games.tcnccc.pieces import JOKER, named
from games.tcnccc.policy import under_the_lids
from games.tcnccc.rules import CYLINDERS, Draw, GiveBack, Lift, Place, State
from games.tcnccc.worth import helpful


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """From what is under the lids as far as it was seen; None where there is nothing to say."""
    table = remembered(g, heard)
    match move:
        case Draw():
            return _why_draw(table, seat)
        case Lift(cylinder):
            return _why_lift(table, seat, cylinder)
        case Place(cylinder) if may_take_it(table, cylinder):
            return _why_place(table, seat, cylinder)
        case GiveBack(piece):
            return _why_give_back(table, seat, KINDS.index(piece))
    return None


def about(g: State, seat: Seat, said: Text) -> list[str]:
    """The cylinder that a sentence names."""
    return [f"cylinder-{said.with_['cylinder'] - 1}"] if "cylinder" in said.with_ else []


# --- Draw or lift -------------------------------------------------------------------------------------------


def _why_draw(table: Table, seat: Seat) -> Text | None:
    paired = [cylinder for cylinder, c in enumerate(table.cylinders) if c != GONE and PAIRED[c]]
    worth = table.worth(seat)
    if not paired:
        return _no_pair(table)
    best = max(paired, key=lambda cylinder: worth[table.cylinders[cylinder]])
    c = table.cylinders[best]
    if worth[c] <= NO_USE:
        have = [named(KINDS[colour]) for colour in range(4) if PAIRED[c] >> colour & 1]
        return say(
            "Cylinder {cylinder} should hold a pair, but you have {pieces} already.", cylinder=best + 1, pieces=have
        )
    if all(table.worth(other)[c] <= NO_USE for other in table.others(seat)):
        return say(
            "In cylinder {cylinder} there should be {pieces} for you, which no one else can use now.",
            cylinder=best + 1,
            pieces=kept(table, seat, c),
        )
    return None


def _no_pair(table: Table) -> Text:
    helps, _, pieces = helpful(table, table.next_in())
    if helps == pieces:
        return say("No pair should be under the lids.")
    return say(
        "No pair should be under the lids. Pieces in the bag that can be placed without helping {seat}: {number} of "
        "{all}.",
        number=pieces - helps,
        all=pieces,
        seat=Chair(table.next_in()),
    )


def _why_lift(table: Table, seat: Seat, cylinder: int) -> Text | None:
    c, where = table.cylinders[cylinder], cylinder + 1
    pieces = kept(table, seat, c)
    if table.worth(seat)[c] >= WINS:
        return say("Cylinder {cylinder} should bring you {pieces}, and the win.", cylinder=where, pieces=pieces)
    other = _who_loses_by(table, seat, cylinder)
    if other is not None and table.worth(other)[c] >= WINS:
        return say("Cylinder {cylinder} should hold what {seat} needs to win.", cylinder=where, seat=Chair(other))
    if pieces:
        return say("Cylinder {cylinder} should bring you {pieces}.", cylinder=where, pieces=pieces)
    if other is not None:
        return say(
            "Cylinder {cylinder} should hold {pieces} for {seat}: you take that away.",
            cylinder=where,
            seat=Chair(other),
            pieces=kept(table, other, c),
        )
    return _why_lift_in_vain(c, where)


def _who_loses_by(table: Table, seat: Seat, cylinder: int) -> Seat | None:
    """The next one to whom no other cylinder is worth as much."""
    for other in table.others(seat):
        worth = table.worth(other)
        elsewhere = [worth[c] for place, c in enumerate(table.cylinders) if place != cylinder]
        if worth[table.cylinders[cylinder]] > max(NO_USE, *elsewhere):
            return other
    return None


def _why_lift_in_vain(c: int, where: int) -> Text | None:
    if PAIRED[c]:
        return say("Cylinder {cylinder} should hold a pair: lifting it costs nothing.", cylinder=where)
    if c > 0:
        return say(
            "Cylinder {cylinder} should hold {pieces}: no pair, but you stay in.", cylinder=where, pieces=_pieces(c)
        )
    return None


# --- Place --------------------------------------------------------------------------------------------------


def _why_place(table: Table, seat: Seat, cylinder: int) -> Text | None:
    places = [place for place in range(CYLINDERS) if may_take_it(table, place)]
    if len(places) == 1:
        return say("All but cylinder {cylinder} should be full.", cylinder=cylinder + 1)
    after, mine, others = after_placing(table, cylinder), table.worth(seat), table.others(seat)
    if mine[after] > max(NO_USE, mine[table.cylinders[cylinder]]) and all(
        table.worth(other)[after] <= NO_USE for other in others
    ):
        return say("In cylinder {cylinder} it makes a pair that only you need.", cylinder=cylinder + 1)
    return _spared(table, others, cylinder, places) or _what_it_meets(table, seat, cylinder)


def _spared(table: Table, others: Sequence[Seat], cylinder: int, places: Sequence[int]) -> Text | None:
    """For whom it is better not to put it elsewhere."""
    for other in others:
        worth = table.worth(other)
        anyhow = max(NO_USE, *(worth[c] for c in table.cylinders))
        left = {place: max(anyhow, worth[after_placing(table, place)]) for place in places}
        most, least = max(left, key=lambda place: left[place]), min(left.values())
        if left[cylinder] > least:
            return None
        if left[most] > left[cylinder] == anyhow:
            return say(
                "In cylinder {cylinder} it would let {seat} lift {pieces}; here it does not help them.",
                cylinder=most + 1,
                seat=Chair(other),
                pieces=kept(table, other, after_placing(table, most)),
            )
        if left[most] > left[cylinder]:
            return say("It helps {seat} wherever it goes, but here least.", seat=Chair(other))
    return None


def _what_it_meets(table: Table, seat: Seat, cylinder: int) -> Text | None:
    c, where = table.cylinders[cylinder], cylinder + 1
    after = after_placing(table, cylinder)
    if not c:
        return say("Cylinder {cylinder} should be empty: one piece makes no pair.", cylinder=where)
    if not PAIRED[after]:
        return say("Cylinder {cylinder} should hold {pieces}: this makes no pair.", cylinder=where, pieces=_pieces(c))
    if all(table.worth(each)[after] <= NO_USE for each in (seat, *table.others(seat))):
        return say("The pair in cylinder {cylinder} should be of no use to anyone now.", cylinder=where)
    if pieces := kept(table, seat, after):
        return say("Cylinder {cylinder} should then hold {pieces} for you.", cylinder=where, pieces=pieces)
    following = table.next_in()
    if table.worth(following)[after] <= NO_USE:
        template = "{seat} comes next, and cannot use the pair in cylinder {cylinder}."
        return say(template, seat=Chair(following), cylinder=where)
    return None


def after_placing(table: Table, cylinder: int) -> int:
    return table.cylinders[cylinder] + ONE[table.drawn]


# --- Give back ----------------------------------------------------------------------------------------------


def _why_give_back(table: Table, seat: Seat, kind: int) -> Text | None:
    colours = [colour for colour in range(4) if table.colours[seat] >> colour & 1]
    if kind == JOKERS:
        return None if colours else say("You have nothing but jokers.")
    if colours == [kind]:
        return say("A joker stands for any colour.") if table.jokers[seat] else say("You have no other piece.")
    standing = {colour: under_the_lids(table, colour) for colour in colours}
    if standing[kind] == max(standing.values()) > min(standing.values()):
        template = "{piece}: most under the lids, {number}, so it is easiest to get back."
        return say(template, piece=named(KINDS[kind]), number=standing[kind])
    if max(standing.values()) == min(standing.values()):
        return say("Each of your colours should stand under the lids equally often: {number}.", number=standing[kind])
    return None


# --- Pieces in words ----------------------------------------------------------------------------------------


def kept(table: Table, seat: Seat, c: int) -> list[Text]:
    """What a lift of these contents brings a seat."""
    if c == GONE or not PAIRED[c]:
        return []
    new = PAIRED[c] & ~table.colours[seat]
    return [named(KINDS[k]) for k in range(4) if new >> k & 1] + [named(JOKER)] * (c >> WILD)


def _pieces(c: int) -> list[Text]:
    return [named(piece) for kind, piece in enumerate(KINDS) for _ in range(c >> SHIFTS[kind] & 7)]
