"""The first lesson of Color Gin: a suit that is spoiled, and a knock that scores in the others."""

from typing import Final

from games.color_gin import GAME
from games.color_gin.moves import Discard, Draw, GoOut, Next, Take
from games.engine import Chair, say
from games.lesson import PUPIL, Lesson, Play, Tell

BOT: Final = 1

POSITION: Final = "KS AH 4H 5H KH 7D 8D 9D 7C QC / AS 5S JS 8H 2D 3D 2C 3C 4C 9C / 6S TC 3S : turns 2"
"""The second turn of the pupil, in the first round: their hand, the bot's, and the discards."""

SCRIPT: Final = (
    Tell(
        say("Runs and sets"),
        say("Collect runs of one suit, such as your 7, 8 and 9 of diamonds, and sets of one rank. The rest is "
            "deadwood."),
        at="hand",
    ),
    Tell(
        say("Draw a card"),
        say("On your turn you draw a card and discard one. Press the deck: no one else sees what you draw."),
        at="piles", press="deck",
    ),
    Play(PUPIL, Draw(), drawn=("6H",)),
    Tell(
        say("Discard a card"),
        say("The 6 makes a run with your 4 and 5 of hearts. The queen of clubs fits nowhere and counts 10: press it."),
        at="hand", press="card-QC",
    ),
    Play(PUPIL, Discard("QC")),
    Tell(
        say("Watch the bot"),
        say("What it discards may help you."),
        at="piles",
    ),
    Play(BOT, Draw(), drawn=("KC",)),
    Play(BOT, Discard("KC")),
    Tell(
        say("Take the king"),
        say("Instead of drawing you may take the top discard. With this king you have three: press it."),
        at="piles", press="discard",
    ),
    Play(PUPIL, Take("KC")),
    Tell(
        say("Melds spoil suits"),
        say("A run spoils its own suit, a set of three the suit it lacks. So you have spoiled hearts and diamonds."),
        at="own",
    ),
    Tell(
        say("Knock"),
        say("With 10 points of deadwood or less you may end the round. Press the 7 of clubs: then the ace is all "
            "your deadwood."),
        at="hand", press="card-7C", confirm="go_out",
    ),
    Play(PUPIL, GoOut("7C", (("KS", "KH", "KC"), ("4H", "5H", "6H"), ("7D", "8D", "9D")), 1, ("S", "C"))),
    Tell(
        say("Both hands are open"),
        say("Now the deadwood counts."),
        at="showdown",
    ),
    Play(BOT, Next()),
    Tell(
        say("You score by suit"),
        say("{bot} has 38 and you have 1: that makes 37 in spades and 37 in clubs, but nothing in the suits that you "
            "have spoiled.", bot=Chair(BOT)),
        at="showdown",
    ),
)  # fmt: skip

CLOSING: Final = (
    Tell(
        say("Three suits win"),
        say("Reach 100 points in a suit and you win it; win three and you win the match. Mind what your melds spoil."),
        at="scores",
    ),
    Tell(
        say("A knock can fail"),
        say("If the other hand has no more deadwood than yours, your opponent scores. Gin, without deadwood, is safe."),
        at="hand",
    ),
)  # fmt: skip

LESSON: Final = Lesson(GAME, POSITION, SCRIPT, CLOSING)
