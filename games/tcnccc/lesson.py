"""The first lesson of TCNCCC: a pair of one's own, and a bot that lifts an empty cylinder."""

from typing import Final

from games.engine import Chair, say
from games.lesson import PUPIL, Lesson, Play, Tell
from games.tcnccc import GAME
from games.tcnccc.rules import Draw, Lift, Place

FORGETFUL: Final = 1
CAREFUL: Final = 2

POSITION: Final = "bbbbbbggggggjjjrrrrrryyyyyy / - - - - / - - -"
"""All pieces in the bag, and the pupil begins."""

SCRIPT: Final = (
    Tell(
        say("Four colours win"),
        say("Be the first with four pieces of different colours. They come out of the bag, by way of the cylinders."),
        at="table",
    ),
    Tell(
        say("Draw a piece"),
        say("On your turn you draw a piece or lift a cylinder. All of them are still empty, so draw: press the bag."),
        at="bag", press="bag",
    ),
    Play(PUPIL, Draw(), drawn=("red",)),
    Tell(
        say("Hide it under lid 1"),
        say("Now it goes where no one sees it any more. Press cylinder 1, and remember: red is in there."),
        at="table", press="cylinder-0",
    ),
    Play(PUPIL, Place(0)),
    Tell(
        say("Watch the others"),
        say("You see only for a moment what they hide, and where."),
        at="table",
    ),
    Play(FORGETFUL, Draw(), drawn=("red",)),
    Play(FORGETFUL, Place(0)),
    Play(CAREFUL, Draw(), drawn=("blue",)),
    Play(CAREFUL, Place(1)),
    Tell(
        say("There is a pair"),
        say("{bot} put a second red piece in cylinder 1, and two alike are a pair. Lift it before anyone else does.",
            bot=Chair(FORGETFUL)),
        at="table", press="cylinder-0",
    ),
    Play(PUPIL, Lift(0)),
    Tell(
        say("One of the pair is yours"),
        say("The other is back in the bag, and cylinder 1 is empty."),
        at="own",
    ),
    Play(FORGETFUL, Lift(0)),
    Play(CAREFUL, Draw(), drawn=("yellow",)),
    Play(CAREFUL, Place(2)),
    Tell(
        say("An empty lift"),
        say("{bot} had forgotten that, and lifted cylinder 1. Whoever lifts an empty cylinder is out of the game.",
            bot=Chair(FORGETFUL)),
        at="others",
    ),
)  # fmt: skip

CLOSING: Final = (
    Tell(
        say("A lift without a pair"),
        say("All of it goes back, and one of your pieces too. If you have none, the others draw one each."),
        at="table",
    ),
    Tell(
        say("Jokers help"),
        say("A joker makes no pair. But if you lift one together with a pair, it is yours and stands for any colour."),
        at="own",
    ),
)  # fmt: skip

LESSON: Final = Lesson(GAME, POSITION, SCRIPT, CLOSING)
