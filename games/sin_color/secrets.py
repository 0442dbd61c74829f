"""Covered tiles, covered sides of coins, and answers not yet shown, for replays of finished games."""

from collections.abc import Iterable, Iterator

from games.engine import Argument, Chair, Seat, Text, say
from games.sin_color.pieces import Coin, Tile, named
from games.sin_color.rules import Arranging, Offering, State


def secrets(g: State) -> list[Text]:
    """Everything hidden from somebody at this moment; in the end everything lies open."""
    if g.question is None:
        return []
    return [*stacks(g), *rows(g), *paid(g), *not_yet_shown(g)]


def stacks(g: State) -> Iterator[Text]:
    for number, tiles in enumerate(g.stacks, 1):
        yield say("Stack {stack}, from the top: {tiles}.", stack=number, tiles=[tile_named(tile) for tile in tiles])


def tile_named(tile: Tile) -> Text:
    return say("without colour") if tile is None else named(tile)


def rows(g: State) -> Iterator[Text]:
    for seat, row in enumerate(g.rows):
        yield say("Coins of {seat}: {coins}.", seat=Chair(seat), coins=faces(row))


def paid(g: State) -> Iterator[Text]:
    if g.paid and g.options.paid_coins != "open":
        yield say("Paid so far: {coins}.", coins=[named(face) for face in g.paid])


def not_yet_shown(g: State) -> Iterator[Text]:
    match g.question:
        case Arranging(answers=answers):
            for seat, arranged in answers.items():
                yield laid(g, seat, arranged.value_up)
        case Offering(answers=answers):
            for seat, offer in answers.items():
                coins = faces(g.rows[seat][place] for place in sorted(offer.coins))
                yield say("{seat} has offered, not yet shown: {coins}.", seat=Chair(seat), coins=coins)


def laid(g: State, seat: Seat, value_up: Iterable[int]) -> Text:
    coins = faces(g.rows[seat][place] for place in sorted(value_up))
    if not coins:
        return say("{seat} has placed all coins suit side up, not yet shown.", seat=Chair(seat))
    return say("{seat} has placed value side up, not yet shown: {coins}.", seat=Chair(seat), coins=coins)


def faces(coins: Iterable[Coin]) -> list[Argument]:
    return [named(coin.face) for coin in coins]
