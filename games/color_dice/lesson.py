"""The first lesson of Color Dice: the difference between two dice says how many pawns attack, and in the other's turn
they counterattack."""

from typing import Final

from games.color_dice import GAME
from games.color_dice.moves import Attack, Keep, Send
from games.engine import Chair, say
from games.lesson import PUPIL, Lesson, Play, Tell

SEATS: Final = 2
BOT: Final = 1

POSITION: Final = "r2 / y3 / g9 / b9 : 5 2 5 5 : players 2"
"""The pupil begins, and has thrown."""

SCRIPT: Final = (
    Tell(
        say("Nine in one area"),
        say("You win with all nine pawns in one area other than your home. Yours are red, and most are still outside."),
        at="areas",
    ),
    Tell(
        say("Compare the dice"),
        say("On your turn all dice are thrown, and yours beats {bot}’s by 3. So keep them: press the button.",
            bot=Chair(BOT)),
        at="dice", press="keep",
    ),
    Play(PUPIL, Keep()),
    Tell(
        say("Attack the lower die"),
        say("The difference between the dice says how many of your pawns attack: three. Press {bot}’s die.",
            bot=Chair(BOT)),
        at="dice", press="die-1",
    ),
    Play(PUPIL, Attack(BOT, 3, SEATS)),
    Tell(
        say("Move them in"),
        say("From outside, pawns go to empty places in any area but your home. {bot}’s has some: press the button.",
            bot=Chair(BOT)),
        at="areas", press="send",
    ),
    Play(PUPIL, Send(colour=PUPIL, kind="move", origin=None, area=BOT, moves=3, strikes=0, struck=(), players=SEATS),
         drawn=(4, 2, 2, 2)),
    Tell(
        say("The bot’s turn"),
        say("Now {bot} throws all the dice.", bot=Chair(BOT)),
        at="dice",
    ),
    Play(BOT, Keep()),
    Tell(
        say("You counterattack"),
        say("Your die is higher, by 2: you may counterattack with two pawns. Those in an area can strike: press your "
            "home."),
        at="areas", press="place-0",
    ),
    Tell(
        say("Strike two"),
        say("They take the places of two yellow pawns, and these go outside. Press the button."),
        at="areas", press="send",
    ),
    Play(PUPIL, Send(colour=PUPIL, kind="strike", origin=PUPIL, area=BOT, moves=0, strikes=2, struck=(BOT, BOT),
                     players=SEATS), drawn=(3, 5, 3, 3)),
    Tell(
        say("Beware of higher dice"),
        say("Five of nine are there. But {bot}’s die is higher than yours now, and could strike you in the same way.",
            bot=Chair(BOT)),
        at="dice",
    ),
)  # fmt: skip

CLOSING: Final = (
    Tell(
        say("Throw again"),
        say("Throw the dice again that you do not like: each may be thrown three times in a turn."),
        at="dice",
    ),
    Tell(
        say("Locked pawns"),
        say("Seven or eight of your pawns in one area are locked: no one can strike them any more."),
        at="areas",
    ),
)  # fmt: skip

LESSON: Final = Lesson(GAME, POSITION, SCRIPT, CLOSING)
