"""Why a move in Sin Color is good, in a sentence: from what a careful player looks at."""

from collections.abc import Sequence

from games.dealer import Line
from games.engine import Chair, Move, Seat, Text, say
from games.piecepack import ACE, Value
from games.sin_color.memory import known_tiles
from games.sin_color.moves import NoTrade, Offer, Order, Pay, Raise, Sink, Trade
from games.sin_color.pieces import Tile
from games.sin_color.rules import TILES_IN_A_STACK, State, Trading, payable


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """The first reason that applies; None if there is none."""
    match move:
        case Offer(coins) if isinstance(g.question, Trading):
            return _why_open_a_trade(g, seat, len(coins))
        case Offer(coins):
            return _why_offer(g, seat, coins)
        case NoTrade():
            return _why_no_trade(g, seat)
        case Trade(partner):
            return _why_trade(len(g.offers[seat]), len(g.offers[partner]))
        case Order():
            return _why_in_this_order(g, seat, move)
        case Sink(stack):
            return _why_this_stack(g, seat, stack, 1, known_tiles(g, heard)[stack])
        case Raise(stack):
            return _why_this_stack(g, seat, stack, TILES_IN_A_STACK - 1, known_tiles(g, heard)[stack])
        case _:
            return None


def _why_open_a_trade(g: State, seat: Seat, coins: int) -> Text:
    fewest, other = min((len(row), other) for other, row in enumerate(g.rows) if other != seat)
    if fewest < coins:
        template = "{other} has fewer coins than you offer, so a trade with {other} leaves you with fewer."
        return say(template, other=Chair(other))
    return say("A trade brings you a second die, and perhaps coins that are easier to pay.")


def _why_offer(g: State, seat: Seat, coins: tuple[int, ...]) -> Text | None:
    if len(coins) > len(g.offers[g.question.opener]):
        return say("No one likes to take more coins than they give.")
    kept = [pay.coin for pay in payable(g, seat) if isinstance(pay, Pay)]
    return say("You keep what you can pay.") if kept and not {*kept} & {*coins} else None


def _why_no_trade(g: State, seat: Seat) -> Text | None:
    offered = [len(coins) for other, coins in g.offers.items() if other != seat]
    if offered and min(offered) > len(g.offers[seat]):
        return say("Every offer would leave you with more coins.")
    if payable(g, seat):
        return say("You can pay a coin in this turn, and a partner could cover its tile.")
    if len(g.rows[seat]) == min(map(len, g.rows)):
        return say("No one has fewer coins than you, so a trade would rather help the others.")
    return None


def _why_trade(given: int, taken: int) -> Text:
    if given > taken:
        return say("You give more coins than you take.")
    return say("A trade brings you a second die.")


def _why_in_this_order(g: State, seat: Seat, order: Order) -> Text | None:
    other = g.question.partner
    if order.first == seat and order.dice[0] == ACE and payable(g, seat):
        return say("With the ace first you pay at once.")
    if not _moves_a_tile(g.dice[other]):
        return None  # with a null or an ace nobody covers anything
    if order.first == seat:
        return say("You act before {partner} can cover a tile that you need.", partner=Chair(other))
    if any(map(_moves_a_tile, order.dice)):
        return say("{partner} acts first, and cannot cover the tiles that you bring up.", partner=Chair(other))
    return None


def _moves_a_tile(die: Value) -> bool:
    return die > ACE


def _why_this_stack(g: State, seat: Seat, stack: int, above: int, known: dict[int, Tile]) -> Text | None:
    mine = [coin.face for coin in g.rows[seat]]
    if known.get(above) in mine:
        return say("This brings up a tile that matches one of your coins.")
    if known[0] in mine:
        return None
    if payable(g, seat):
        return say("This leaves a tile on top for which you can pay.")
    if known[0] is not None:
        return say("This covers a tile for which someone else has the coin.")
    return None if above in known else say("A tile may come up that matches one of your coins.")
