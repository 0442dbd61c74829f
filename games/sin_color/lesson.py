"""The first lesson of Sin Color: a coin that cannot be paid is traded for one that can, and the dice do the rest."""

from typing import Final

from games.engine import Chair, say
from games.lesson import PUPIL, Lesson, Play, Tell
from games.sin_color import GAME
from games.sin_color.moves import Offer, Order, Pay, Raise, Trade
from games.sin_color.pieces import FACES, Coin, Face
from games.sin_color.rules import State

ONE: Final = 1
OTHER: Final = 2

POSITION: Final = (
    "M3 A2v S4, C5 M0v S1v A4, S3 M5v A0v C2v"
    " : C5 - M0 -, C2 S4 - -, - - S3 A2, M5 - M3 -, - S1 - -, A0 A4 - -"
    " : paid S0 S2 S5 M1 M2 M4 C0 C1 C3 C4 A1 A3 A5, turns_over 21, last_payment 20"
)
"""A late turn of the pupil, who has three coins left, none of which can be paid."""


def overlook_sides(g: State) -> None:
    """Coins may be turned over at any time."""
    g.rows = [[Coin(coin.face, "suit") for coin in coins] for coins in g.rows]


def pay(place: int, face: Face) -> Pay:
    return Pay(place, face.suit, face.value)


SCRIPT: Final = (
    Tell(
        say("Get rid of your coins"),
        say("The first without coins wins. Each has a suit on one side and a value on the other; of the others’ coins "
            "you see one side."),
        at="own",
    ),
    Tell(
        say("What can be paid"),
        say("You pay a coin when its tile lies on top of a stack. None of your three can be paid now, so trade one."),
        at="stacks",
    ),
    Tell(
        say("Offer a coin"),
        say("The tile of your 3 of moons is nowhere in sight. Press that coin."),
        at="own", press="coin-0-0",
    ),
    Tell(
        say("One is enough"),
        say("You could offer more coins at once. This time press the button."),
        at="own", press="offer",
    ),
    Play(PUPIL, Offer((0,))),
    Tell(
        say("The others offer, too"),
        say("They choose in secret, until all offers are made."),
        at="others",
    ),
    Play(ONE, Offer((0,))),
    Play(OTHER, Offer((1, 2))),
    Tell(
        say("Choose an offer"),
        say("{bot} offers a crown. Only the 5 and the 2 of crowns are left, and both can be paid: press this offer.",
            bot=Chair(ONE)),
        at="others", press="trade-1",
    ),
    Play(PUPIL, Trade(ONE), drawn=(3, 1)),
    Tell(
        say("Two dice are thrown"),
        say("It is the 5. Your die shows 3, and the one of {bot} an ace: you use both. Act first, and begin with the "
            "ace.", bot=Chair(ONE)),
        at="own", press="answer-1",
    ),
    Play(PUPIL, Order(PUPIL, (1, 3))),
    Tell(
        say("An ace pays"),
        say("With an ace you pay a coin at once. Press the 5 of crowns: from then on its tile has no colour."),
        at="own", press="coin-0-2",
    ),
    Play(PUPIL, pay(2, FACES["crowns 5"])),
    Tell(
        say("A 3 brings a tile up"),
        say("It moves a stack’s bottom tile to the top. Earlier the 2 of arms went down in stack 3: press it."),
        at="stacks", press="stack-2",
    ),
    Play(PUPIL, Raise(2)),
    Tell(
        say("Pay at the end"),
        say("Every turn ends with a payment, if a coin matches. Press your 2 of arms: only one coin is left."),
        at="own", press="coin-0-0",
    ),
    Play(PUPIL, pay(0, FACES["arms 2"])),
)  # fmt: skip

CLOSING: Final = (
    Tell(
        say("What a die does"),
        say("The null does nothing, an ace pays. With 2 or 4 a top tile goes to the bottom, with 3 or 5 a bottom tile "
            "to the top."),
        at="stacks",
    ),
    Tell(
        say("Show what you like"),
        say("You may turn your coins over at any time. The others offer by what they see of them."),
        at="own",
    ),
)  # fmt: skip

LESSON: Final = Lesson(GAME, POSITION, SCRIPT, CLOSING, overlook_sides)
