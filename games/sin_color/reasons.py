"""Why a move in Sin Color is good, in a sentence: from what a careful player looks at."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.dealer import Line
from games.engine import Chair, Move, Seat, Text, say
from games.piecepack import ACE, Value, value_named
from games.sin_color.memory import Known, known_tiles, moves_to_the_top
from games.sin_color.moves import Arrange, NoTrade, Offer, Order, Pay, PayNothing, Raise, Sink, Trade
from games.sin_color.pieces import Face, Tile, named, upper_named
from games.sin_color.rules import TILES_IN_A_STACK, Offering, State, payable, places


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """The first reason that applies; None if there is none."""
    known = known_tiles(g, heard)
    match move:
        case Arrange():
            return say("You can turn any of your coins over later, whenever you like.")
        case Offer(coins):
            return _why_so_many(g, seat, len(coins)) or _why_these(g, seat, coins, known)
        case NoTrade():
            return _why_no_trade(g, seat, known)
        case Trade(partner):
            return _why_trade(g, seat, partner)
        case Order():
            return _why_in_this_order(g, seat, move)
        case Sink() | Raise():
            return _why_this_stack(g, seat, Dig.of(move, known), known)
        case Pay():
            return _why_pay(g, seat, move)
        case PayNothing() if not payable(g, seat):
            return say("No tile on top matches a coin of yours.")
        case _:
            return None


def about(g: State, seat: Seat, said: Text) -> list[str]:
    """The seat's own coins that a sentence names, and the stacks with their tiles or numbers."""
    names = [said.with_.get(name) for name in ("coin", "tile")] + said.with_.get("coins", [])
    coins = [f"coin-{seat}-{place}" for place, coin in enumerate(g.rows[seat]) if named(coin.face) in names]
    stacks = [
        f"top-{stack}"
        for stack, tiles in enumerate(g.stacks)
        if (tiles[0] is not None and named(tiles[0]) in names) or said.with_.get("stack") == stack + 1
    ]
    return coins + stacks


class Dig(NamedTuple):
    """A move of a tile: the one that it covers, and the one that it brings up."""

    stack: int
    covered: Tile
    is_seen: bool
    """Whether it is known which one comes up."""
    comes: Tile

    @classmethod
    def of(cls, move: Sink | Raise, known: Known) -> "Dig":
        """What a seat that knows these tiles sees in this move."""
        tiles, above = known[move.stack], 1 if isinstance(move, Sink) else TILES_IN_A_STACK - 1
        return cls(move.stack, tiles[0], above in tiles, tiles.get(above))


def faces_that_match(g: State, seat: Seat) -> list[Face]:
    """The coins that the seat can pay as the tiles lie."""
    return [Face(pay.suit, pay.value) for pay in payable(g, seat) if isinstance(pay, Pay)]


def faces_at(g: State, seat: Seat, row: Iterable[int]) -> list[Face]:
    """The coins in these places of a row."""
    return [g.rows[seat][place].face for place in row]


def all_named(faces: Iterable[Face]) -> list[Text]:
    """Coins as words in a sentence."""
    return [named(face) for face in faces]


def moves_a_tile(die: Value) -> bool:
    """Whether this die moves a tile."""
    return die > ACE


# --- Trading ------------------------------------------------------------------------------------------------


def _why_so_many(g: State, seat: Seat, coins: int) -> Text | None:
    """Who would have to take more coins than they give."""
    if isinstance(g.question, Offering):
        opener = g.question.opener
        if coins > len(g.offers[opener]):
            template = "{opener} offers {theirs} and you {yours}: a trade with {opener} leaves you with fewer coins."
            return say(template, opener=Chair(opener), theirs=len(g.offers[opener]), yours=coins)
        return None
    fewest, other = min((len(row), other) for other, row in enumerate(g.rows) if other != seat)
    if fewest < coins:
        template = "{other} has fewer coins than you offer, so a trade with {other} leaves you with fewer."
        return say(template, other=Chair(other))
    return None


def _why_these(g: State, seat: Seat, coins: tuple[int, ...], known: Known) -> Text | None:
    """What is kept, or why these are hard to pay."""
    moves, offered = moves_to_the_top(known), faces_at(g, seat, coins)
    kept = faces_at(g, seat, [place for place in places(g, seat) if place not in coins])
    paying = faces_that_match(g, seat)
    if paying and not {*paying} & {*offered}:
        return say("You keep what you can pay: {coins}.", coins=all_named(paying))
    if unseen := [face for face in offered if face not in moves]:
        return say("No move has brought up the tiles of what you offer: {coins}.", coins=all_named(unseen))
    nearest = min(moves[face] for face in offered)
    if nearer := [face for face in kept if moves.get(face, nearest) < nearest]:
        return say("You keep coins whose tiles are fewer moves away from the top: {coins}.", coins=all_named(nearer))
    deepest = max(offered, key=lambda face: moves[face])
    if moves[deepest]:
        return say("Moves that bring up the tile of the {coin}: {number}.", coin=named(deepest), number=moves[deepest])
    return None if kept else say("You have nothing else to offer.")


def _why_no_trade(g: State, seat: Seat, known: Known) -> Text | None:
    given = len(g.offers.get(seat, ()))
    fewest = min((len(coins) for other, coins in g.offers.items() if other != seat), default=0)
    if fewest > given:
        template = "Every offer would leave you with more coins: {fewest} or more for your {given}."
        return say(template, fewest=fewest, given=given)
    if paying := faces_that_match(g, seat):
        template = "You can pay in this turn, and a partner could cover the tile: {coins}."
        return say(template, coins=all_named(paying))
    if len(g.rows[seat]) == min(map(len, g.rows)):
        template = "No one has fewer coins than your {number}, so a trade would rather help the others."
        return say(template, number=len(g.rows[seat]))
    moves = moves_to_the_top(known)
    if near := [coin.face for coin in g.rows[seat] if moves.get(coin.face) == 1]:
        return say("You keep coins whose tiles are one move away from the top: {coins}.", coins=all_named(near))
    if not any(_stack_that_may_match(g, other, places(g, other)) for other in range(len(g.rows)) if other != seat):
        return say("No coin that the others show has a side of a tile on top.")
    if fewest and fewest == given:
        return say(
            "No offer leaves you with fewer coins: {fewest} or more for your {given}.", fewest=fewest, given=given
        )
    return None


def _why_trade(g: State, seat: Seat, partner: Seat) -> Text:
    given, taken = len(g.offers[seat]), len(g.offers[partner])
    if given > taken:
        return say("You give more coins than you take: {given} for {taken}.", given=given, taken=taken)
    if given < taken:
        template = "You take {taken} coins for {given}, but you use a second die."
        return say(template, given=given, taken=taken)
    if found := _stack_that_may_match(g, partner, g.offers[partner]):
        template = "{partner} offers a coin that shows {side}, as does the tile on stack {stack}."
        return say(template, partner=Chair(partner), side=found[1], stack=found[0] + 1)
    return say("You give as many coins as you take, {number}, and use a second die.", number=given)


def _stack_that_may_match(g: State, owner: Seat, row: Iterable[int]) -> tuple[int, Text] | None:
    """The first stack whose top tile has the upper side of one of these coins, and that side."""
    for place in row:
        coin = g.rows[owner][place]
        for stack, tiles in enumerate(g.stacks):
            if (top := tiles[0]) is not None and coin.upper in (top.suit, top.value):
                return stack, upper_named(coin)
    return None


# --- Using the dice -----------------------------------------------------------------------------------------


def _why_in_this_order(g: State, seat: Seat, order: Order) -> Text | None:
    other, paying = g.question.partner, faces_that_match(g, seat)
    partner, die = Chair(other), g.dice[other]
    if order.first == seat and order.dice[0] == ACE and paying:
        return say("With the ace first you can pay at once: {coins}.", coins=all_named(paying))
    if moves_a_tile(die) and order.first == seat:
        return _why_before(partner, die, paying)
    if moves_a_tile(die) and any(map(moves_a_tile, order.dice)):
        return say("{partner} acts first, and cannot cover the tiles that you bring up.", partner=partner)
    if order.dice[1] == ACE and moves_a_tile(order.dice[0]):
        return say("Your {die} may bring up a tile that the ace then pays.", die=value_named(order.dice[0]))
    if moves_a_tile(die):
        return say("{partner} acts first, and may bring up a tile that you can pay.", partner=partner)
    return say("{partner} threw {die}, and moves no tile.", partner=partner, die=value_named(die))


def _why_before(partner: Chair, die: Value, paying: list[Face]) -> Text:
    if paying:
        template = "You act before {partner} can cover a tile that you can pay: {coins}."
        return say(template, partner=partner, coins=all_named(paying))
    return say("You act before {partner}, who can cover a tile with {die}.", partner=partner, die=value_named(die))


def _why_this_stack(g: State, seat: Seat, dig: Dig, known: Known) -> Text | None:
    mine = [coin.face for coin in g.rows[seat]]
    if dig.comes in mine:
        return say("This brings up the {tile}, and you have its coin.", tile=named(dig.comes))
    if dig.covered in mine:
        return None
    if paying := faces_that_match(g, seat):
        return say("This leaves tiles on top that you can pay: {coins}.", coins=all_named(paying))
    if dig.covered is not None:
        return say("This covers the {tile}, whose coin someone else has.", tile=named(dig.covered))
    return _what_may_come(mine, dig, known)


def _what_may_come(mine: Sequence[Face], dig: Dig, known: Known) -> Text | None:
    if dig.is_seen:
        if dig.comes is None:
            return say("This brings up a tile without colour, which helps no one.")
        return say("This covers a tile without colour: no one loses anything by it.")
    seen = moves_to_the_top(known)
    return say(
        "No move has brought up yet what comes. Of such tiles, these match your coins: {number} of {all}.",
        all=sum(TILES_IN_A_STACK - len(tiles) for tiles in known),
        number=sum(face not in seen for face in mine),
    )


def _why_pay(g: State, seat: Seat, pay: Pay) -> Text:
    left, chosen = len(g.rows[seat]) - 1, Face(pay.suit, pay.value)
    if not left:
        return say("This is your last coin: you win.")
    if others := [face for face in faces_that_match(g, seat) if face != chosen]:
        return say("The tiles of other coins stay on top for now: {coins}.", coins=all_named(others))
    return say("Coins that you have left then: {number}.", number=left)
