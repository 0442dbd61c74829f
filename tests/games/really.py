"""How it really was: what every hidden place holds, from the whole state and written from the rules, not from what
anybody was sent."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from games.color_gin.cards import JOKERS
from games.desfases.rules import points
from games.desfases.view import coins_are_open
from games.knowledge import Possible
from games.sin_color.knowledge import GREY
from games.sin_color.pieces import Face


def tcnccc(g: Any, you: int | None) -> dict[str, Any]:
    lids = {f"Cylinder {cylinder + 1}, from the bottom up": pieces for cylinder, pieces in g.cylinders.items()}
    return lids | {"The bag": Counter(g.bag)}


def sin_color(g: Any, you: int | None) -> dict[str, Any]:
    if g.question is None:
        return {}
    coins = {
        f"Coin {place} of seat {owner}": [code(coin.face)]
        for owner, row in enumerate(g.rows)
        for place, coin in enumerate(row, 1)
        if owner != you
    }
    stacks = {f"Stack {number}, from the top": [*map(code, tiles)] for number, tiles in enumerate(g.stacks, 1)}
    is_counted = g.paid and g.options.paid_coins == "counted"
    return coins | stacks | ({"Paid so far": [*map(code, g.paid)]} if is_counted else {})


def code(face: Face | None) -> str:
    return GREY if face is None else f"{face.suit} {face.value}"


def color_gin(g: Any, you: int | None) -> dict[str, Any]:
    hidden = [(seat, hand) for seat, hand in enumerate(g.hands) if seat != you and g.showdown is None]
    hands = {f"The hand of seat {seat}": either_joker(hand) for seat, hand in hidden}
    under = {"In the discard pile, under the top card": [*g.pile[:-1]]} if g.pile[:-1] else {}
    return hands | {"The deck": either_joker(g.deck)} | under


def either_joker(cards: list[Any]) -> Counter[str]:
    return Counter("*" if card in JOKERS else card for card in cards)


def desfases(g: Any, you: int | None) -> dict[str, Any]:
    if coins_are_open(g) or not g.pieces:
        return {}
    there = dict[str, list[str]]()
    for square, tile in g.tiles.items():
        if tile.coin is not None:
            there[f"On {square}"] = [f"{tile.coin.suit} {tile.coin.value}"]
    for suit, pieces in g.pieces.items():
        if pieces.under is not None:
            there[f"Under the die of {suit}"] = [f"{suit} {pieces.under}"]
        if pieces.gap:
            there[f"In the gap, coins of {suit}"] = [f"{suit} {coin}" for coin in pieces.gap]
        there[f"Points of {suit} so far"] = [str(points(g, suit))]
    return there


REALLY: Final[dict[str, Callable[[Any, int | None], dict[str, Any]]]] = {
    "color_gin": color_gin, "desfases": desfases, "sin_color": sin_color, "tcnccc": tcnccc,
}  # fmt: skip


def is_inside(place: Possible, truth: Any) -> bool:
    """Whether it may be so: in order, where the truth has one."""
    certain = Counter(thing for thing in place.holds if thing is not None)
    others = Counter(truth) - certain
    if isinstance(truth, Counter):
        return certain <= truth and len(place.holds) == truth.total() and others.keys() <= {*place.could}
    fits = [thing == true or (thing is None and true in place.could) for thing, true in zip(place.holds, truth)]  # noqa: B905
    return len(place.holds) == len(truth) and all(fits)
