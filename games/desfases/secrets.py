"""The values of coins that lie suit side up, for replays of finished games."""

from collections.abc import Iterator

from games.desfases.rules import State, points
from games.desfases.view import coins_are_open
from games.engine import Text, say
from games.piecepack import Suit, named, suit_named, value_named


def secrets(g: State) -> list[Text]:
    """Everything that players have to remember at this moment."""
    if coins_are_open(g):
        return []
    return [*on_tiles(g), *(told for suit in g.pieces for told in beside_the_board(g, suit))]


def on_tiles(g: State) -> Iterator[Text]:
    for square, tile in g.tiles.items():
        if tile.coin is not None:
            yield say(
                "On {square}, on the {tile}: the {coin}.",
                square=square,
                tile=named(tile.suit, tile.value),
                coin=named(tile.coin.suit, tile.coin.value),
            )


def beside_the_board(g: State, suit: Suit) -> Iterator[Text]:
    pieces, name = g.pieces[suit], suit_named(suit)
    if pieces.under is not None:
        yield say("Under the die of {suit}: the {coin}.", suit=name, coin=value_named(pieces.under))
    if pieces.gap:
        gap = [value_named(value) for value in pieces.gap]
        yield say("In the gap, coins of {suit}: {coins}.", suit=name, coins=gap)
    yield say("Points of {suit} so far: {points}.", suit=name, points=points(g, suit))
