"""What may be answered beforehand in Sin Color: that one does not trade in one's own turn, and which coin one offers
when somebody else wants to, as one then has to."""

from games.beforehand import Offer as Answer
from games.engine import Seat, say
from games.piecepack import named
from games.sin_color.moves import NoTrade, Offer
from games.sin_color.options import Options
from games.sin_color.rules import Offering, Trading
from games.sin_color.view import View


def offers(options: Options, view: View, seat: Seat) -> list[Answer]:
    """What this seat may answer beforehand, once the coins are arranged."""
    coins, changed = view.coins[seat], say("Your coins have changed.")
    if view.turn is None or coins is None:
        return []
    own_turn = Answer(
        key="no_trade",
        asks=Trading,
        move=NoTrade(),
        when=say("In your next turn"),
        basis=coins,
        changed=changed,
    )
    others = [
        Answer(
            key=f"offer/{place}",
            asks=Offering,
            move=Offer((place,)),
            when=say("When somebody wants to trade"),
            basis=coins,
            changed=changed,
            label=say("Offer the {coin}", coin=named(coin.suit, coin.value)),
        )
        for place, coin in enumerate(coins)
    ]
    return [own_turn, *others]
