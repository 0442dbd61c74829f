"""Why a move in Desfases is good, in a sentence: from what a careful player looks at."""

from collections.abc import Sequence

from games.dealer import Line
from games.desfases.bot import NOTHING, forecast
from games.desfases.moves import Feed, MoveTo, Score
from games.desfases.rules import Choosing, State, tiles_facing
from games.engine import Move, Seat, Text, say
from games.piecepack import Suit


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """As the policy sees it; None where there is nothing to say."""
    if isinstance(g.question, Choosing):
        return None
    suit: Suit = g.question.suit
    match move:
        case MoveTo(to):
            return _what_can_face(forecast(g, suit)(to, g.pieces[suit].die - 1))
        case Feed(coin):
            return _what_can_face(forecast(g, suit)(g.pieces[suit].pawn, coin))
        case Score(tile) if g.tiles[tile].value == _most_facing(g, suit):
            return say("No other tile that faces the pawn is worth more.")
    return None


def _what_can_face(value: int) -> Text | None:
    if value == NOTHING:
        return None
    return say("When the timer has run down, a tile worth {value} can face the pawn.", value=value)


def _most_facing(g: State, suit: Suit) -> int:
    return max(g.tiles[square].value for square in tiles_facing(g, g.pieces[suit].pawn))
