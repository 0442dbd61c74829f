"""The first lesson of Desfases: a timer runs down, and its coin goes on a tile that faces the pawn."""

from typing import Final

from games.desfases import GAME
from games.desfases.moves import Feed, MoveTo, Score
from games.engine import say
from games.lesson import PUPIL, Lesson, Play, Tell

BOT: Final = 1

POSITION: Final = (
    "C1N A5S M2E S2N C5W"
    " / M3N S5E A0N C2S A4W"
    " / S3E M4W gap A1E C0N"
    " / A3S C4E C3N S1E M5S"
    " / M1N A2W M0S S0N S4W"
    " : d5 a4 b1 e4 : 1 3 3 2"
    " : seats 2, under 4 3 5 2, gaps - - - 0, coins a5=A4 b5=M5 c5=S2 e5=C3, round 7"
)
"""The seventh round: the tiles of suns have rotated, and their pawn is to move."""

SCRIPT: Final = (
    Tell(
        say("A timer and its coin"),
        say("Your die of suns shows the ace: one more move, and it has run down. Then the coin below it scores, a 4."),
        at="own",
    ),
    Tell(
        say("Tiles face one side"),
        say("Above, the wedge points at the pawn: this tile faces it. You can score only tiles beside your pawn that "
            "face it."),
        at="board", figure="facing",
    ),
    Tell(
        say("Where will it point?"),
        say("Tiles rotate by a quarter on each turn of their suit. So the 5 of moons on e2 is going to face d2: press "
            "d2."),
        at="board", press="square-d2",
    ),
    Play(PUPIL, MoveTo("d2")),
    Tell(
        say("Moons rotate"),
        say("The bot moves their pawn. Watch the 5 on e2."),
        at="board",
    ),
    Play(BOT, MoveTo("a2")),
    Tell(
        say("Your second suit"),
        say("You also play crowns, with a timer of their own. It shows 3, so there is time. Move their pawn: press "
            "b3."),
        at="board", press="square-b3",
    ),
    Play(PUPIL, MoveTo("b3")),
    Tell(
        say("Arms rotate"),
        say("After the bot it is the turn of suns again."),
        at="board",
    ),
    Play(BOT, MoveTo("c4")),
    Tell(
        say("Score a tile"),
        say("The timer has run down, and two tiles face your pawn. Put the coin on the 5 of moons, for 5 + 4 = 9: "
            "press e2."),
        at="board", press="square-e2",
    ),
    Play(PUPIL, Score("e2")),
    Tell(
        say("Load the timer"),
        say("The next coin says how many moves you make until it scores. Take the 3: three moves, three points more."),
        at="own", press="reserve-suns-3",
    ),
    Play(PUPIL, Feed(3)),
)  # fmt: skip

CLOSING: Final = (
    Tell(
        say("When no tile faces you"),
        say("If the timer has run down and no tile faces your pawn, the coin goes to the gap and counts for nothing."),
        at="board",
    ),
    Tell(
        say("Hold a tile"),
        say("A tile with a pawn or a coin on it does not rotate. When all coins are used, most points win."),
        at="board",
    ),
)  # fmt: skip

LESSON: Final = Lesson(GAME, POSITION, SCRIPT, CLOSING)
