"""What may be answered beforehand in Desfases: with which coin a timer is loaded. Where a pawn moves, and what it
scores, depends on the other pawns."""

from games.beforehand import Offer
from games.desfases.moves import Feed
from games.desfases.options import Options
from games.desfases.rules import Feeding
from games.desfases.view import SeenSuit, View
from games.engine import Seat, say
from games.piecepack import Value, suit_named


def offers(options: Options, view: View, seat: Seat) -> list[Offer]:
    """What this seat may answer beforehand, for each suit that it plays, once the dice are thrown."""
    if view.turn is None:
        return []
    return [load(suit, coin) for suit in view.suits if suit.seat == seat for coin in suit.reserve]


def load(suit: SeenSuit, coin: Value) -> Offer:
    return Offer(
        key=f"load/{suit.suit}/{coin}",
        asks=Feeding,
        about={"suit": suit.suit},
        move=Feed(coin),
        when=say("When the timer of {suit} is empty", suit=suit_named(suit.suit)),
        basis=suit.reserve,
        changed=say("Your coins have changed."),
    )
