"""What may be answered beforehand in Color Gin: leaving the first discard, drawing from the deck whatever is discarded,
and going on after the round. What to discard depends on what is drawn."""

from typing import Final

from games.beforehand import Offer
from games.color_gin.moves import Draw, Next, Pass
from games.color_gin.options import Options
from games.color_gin.rules import RoundOver, Turn, Upcard
from games.color_gin.view import View
from games.engine import Seat, say

ROUND_IS_OVER: Final = say("The round is over.")


def offers(options: Options, view: View, seat: Seat) -> list[Offer]:
    """What this seat may answer beforehand, all of it in this round."""
    if view.phase == "over":
        return []
    in_it = [] if view.phase == "round_over" else [draw(view)]
    return [*([leave(view)] if view.phase == "upcard" else []), *in_it, go_on(view)]


def leave(view: View) -> Offer:
    when, taken = say("When you may take the first discard"), say("The first discard has been taken.")
    return Offer(key="pass", asks=Upcard, move=Pass(), when=when, basis=view.round, changed=taken)


def draw(view: View) -> Offer:
    when = say("In your next turn")
    return Offer(key="draw", asks=Turn, move=Draw(), when=when, basis=view.round, changed=ROUND_IS_OVER)


def go_on(view: View) -> Offer:
    when = say("When the round is over")
    return Offer(key="next", asks=RoundOver, move=Next(), when=when, basis=view.round, changed=ROUND_IS_OVER)
