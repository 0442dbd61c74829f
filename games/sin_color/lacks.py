"""What another move in Sin Color lacks that the best one has, in a sentence."""

from collections.abc import Sequence

from games.dealer import Line
from games.engine import Chair, Move, Seat, Text, say
from games.piecepack import ACE, value_named
from games.sin_color.memory import Known, known_tiles, moves_to_the_top
from games.sin_color.moves import NoTrade, Offer, Order, Pay, Raise, Sink, Trade
from games.sin_color.pieces import Face, named
from games.sin_color.reasons import Dig, all_named, faces_at, faces_that_match, moves_a_tile
from games.sin_color.rules import State


def lacks(g: State, seat: Seat, heard: Sequence[Line], best: Move, other: Move) -> Text | None:
    """The first thing that applies; None if there is none."""
    known = known_tiles(g, heard)
    match best, other:
        case Offer(coins), NoTrade():
            return _without_a_trade(faces_at(g, seat, coins), known)
        case NoTrade(), Offer(coins):
            return _in_a_trade(faces_at(g, seat, coins), faces_that_match(g, seat), known)
        case Offer(coins), Offer(others):
            return _offered(faces_at(g, seat, coins), faces_at(g, seat, others), known)
        case Trade(), NoTrade():
            return say("You would keep the coins that you offer: {coins}.", coins=_on_offer(g, seat))
        case _, Trade(partner):
            given, taken = len(g.offers[seat]), len(g.offers[partner])
            return say("Coins that you would give and take: {given} and {taken}.", given=given, taken=taken)
        case Order(), Order():
            return _in_another_order(g, seat, best, other)
        case Sink() | Raise(), Sink() | Raise():
            mine = [coin.face for coin in g.rows[seat]]
            return _on_another_stack(mine, Dig.of(best, known), Dig.of(other, known))
        case Pay(_, suit, value), _:
            return say("You would still have the {coin}.", coin=named(Face(suit, value)))
    return None


def _on_offer(g: State, seat: Seat) -> list[Text]:
    return all_named(faces_at(g, seat, g.offers[seat]))


# --- Trading ------------------------------------------------------------------------------------------------


def _without_a_trade(offered: list[Face], known: Known) -> Text:
    seen = moves_to_the_top(known)
    if unseen := [face for face in offered if face not in seen]:
        return say("You would keep coins whose tiles no move has brought up: {coins}.", coins=all_named(unseen))
    return say("Without a trade you use one die in this turn, not two.")


def _in_a_trade(offered: list[Face], paying: list[Face], known: Known) -> Text | None:
    if given := [face for face in offered if face in paying]:
        return say("You would offer what you can pay: {coins}.", coins=all_named(given))
    if paying:
        return say("A partner could cover a tile that you can pay: {coins}.", coins=all_named(paying))
    if seen := [face for face in offered if face in moves_to_the_top(known)]:
        return say("You would offer coins whose tiles you have seen: {coins}.", coins=all_named(seen))
    return None


def _offered(coins: list[Face], others: list[Face], known: Known) -> Text | None:
    seen = moves_to_the_top(known)
    if given := [face for face in others if face not in coins and face in seen]:
        return say("You would offer coins whose tiles you have seen: {coins}.", coins=all_named(given))
    if kept := [face for face in coins if face not in others and face not in seen]:
        return say("You would keep coins whose tiles no move has brought up: {coins}.", coins=all_named(kept))
    if len(others) < len(coins):
        return say("You would offer fewer coins: {number}, not {more}.", number=len(others), more=len(coins))
    if len(others) > len(coins):
        return say("A partner would have to take more coins: {number}, not {fewer}.", number=len(others),
                   fewer=len(coins))  # fmt: skip
    return None


# --- Using the dice -----------------------------------------------------------------------------------------


def _in_another_order(g: State, seat: Seat, best: Order, other: Order) -> Text | None:
    partner, die = Chair(g.question.partner), g.dice[g.question.partner]
    paying = faces_that_match(g, seat)
    if moves_a_tile(die) and best.first == seat != other.first:
        if paying:
            template = "{partner} could first cover a tile that you can pay: {coins}."
            return say(template, partner=partner, coins=all_named(paying))
        return say("{partner} would act before you, with {die}.", partner=partner, die=value_named(die))
    if moves_a_tile(die) and other.first == seat != best.first and any(map(moves_a_tile, other.dice)):
        return say("{partner} could cover the tiles that you bring up.", partner=partner)
    if other.dice[0] == ACE != best.dice[0] and not paying:
        return say("With the ace first there is nothing yet that you can pay.")
    if best.dice[0] == ACE != other.dice[0] and paying:
        return say("With {die} first you pay later.", die=value_named(other.dice[0]))
    return None


def _on_another_stack(mine: Sequence[Face], best: Dig, other: Dig) -> Text | None:
    if other.covered in mine and best.covered not in mine:
        return say("It would cover the {tile}, and you have its coin.", tile=named(other.covered))
    if other.comes not in (None, *mine) and best.comes in (None, *mine):
        return say("It would bring up the {tile}, whose coin someone else has.", tile=named(other.comes))
    if best.comes in mine and other.comes not in mine:
        if other.is_seen:
            return say("It would bring up a tile without colour.")
        return say("No move has brought up yet what would come.")
    if best.covered not in (None, *mine) and other.covered in (None, *mine):
        return say("It would leave the {tile} on top, whose coin someone else has.", tile=named(best.covered))
    if other.is_seen and other.comes is None and not best.is_seen:
        return say("It would bring up a tile without colour.")
    return None
