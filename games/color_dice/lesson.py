"""The first lesson of Color Dice: the dice are good, there is one player to attack, and a group for it both outside and
at home."""

from typing import Final

from games.color_dice.attacking import Attacking, Sending, attacks_on, targets
from games.color_dice.moves import Attack, Keep, Send
from games.color_dice.options import Options
from games.color_dice.rules import State, Throwing
from games.color_dice.table import ahead, allowed_by_dice
from games.lesson import PUPIL, Lesson

BOT: Final = 1
GROUP: Final = 2
"""Pawns that the pupil has at home; there are more outside."""


def fits(g: State) -> bool:
    """Nobody's die is higher, and only the bot's is low enough."""
    if g.turn != PUPIL or any(allowed_by_dice(g, colour) == "counter" for colour in g.board.colours):
        return False
    return targets(g) == [BOT] and -ahead(g, BOT) == GROUP


def advice(g: State) -> Keep | Attack | Send | None:
    match g.question:
        case Throwing():
            return Keep()
        case Attacking():
            return Attack(BOT, GROUP, g.board.players)
        case Sending(target=target):
            return next(send for send in attacks_on(g, target) if send.origin is None)
        case _:
            return None


def has_scored(g: State) -> bool:
    return any(g.board.abroad(PUPIL))


LESSON: Final = Lesson(seats=2, options=Options(), fits=fits, advice=advice, has_scored=has_scored)
