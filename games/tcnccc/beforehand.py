"""What may be answered beforehand in TCNCCC: that one draws. Which cylinder to lift depends on what others place."""

from games.beforehand import Offer
from games.engine import Seat, say
from games.tcnccc.rules import Draw, Options, Turn
from games.tcnccc.view import View


def offers(options: Options, view: View, seat: Seat) -> list[Offer]:
    """What this seat may answer beforehand: nothing once it is out."""
    if view.out[seat]:
        return []
    return [
        Offer(
            key="draw",
            asks=Turn,
            move=Draw(),
            when=say("In your next turn"),
            basis=view.held[seat],
            changed=say("The pieces in front of you have changed."),
        )
    ]
