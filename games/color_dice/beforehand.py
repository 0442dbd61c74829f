"""What may be answered beforehand in Color Dice: that one does not counterattack. All else depends on the dice."""

from games.beforehand import Offer
from games.color_dice.attacking import Countering, Deciding
from games.color_dice.board import Colour, who
from games.color_dice.moves import Decline
from games.color_dice.options import Options
from games.color_dice.view import View
from games.engine import Seat, say


def offers(options: Options, view: View, seat: Seat) -> list[Offer]:
    """What this seat may answer beforehand: for itself, and for each dummy for which it may come to decide."""
    dummies = [colour for colour, seen in enumerate(view.colours) if seen.seat is None]
    own = Offer(
        key="decline",
        asks=Countering,
        move=Decline(),
        when=say("When you may counterattack"),
        basis=pawns_of(view, seat),
        changed=say("Your pawns have moved or been struck."),
    )
    return [own, *(for_dummy(view, dummy) for dummy in dummies if options.dummies == "controlled")]


def for_dummy(view: View, dummy: Colour) -> Offer:
    return Offer(
        key=f"decline/{dummy}",
        asks=Deciding,
        about={"colour": dummy},
        move=Decline(),
        when=say("When you decide for {who}", who=who(dummy, view.players)),
        basis=pawns_of(view, dummy),
        changed=say("The pawns of {who} have moved or been struck.", who=who(dummy, view.players)),
    )


def pawns_of(view: View, colour: Colour) -> list[int]:
    """How many stand in each area."""
    return [pawns[colour] for pawns in view.areas]
