"""Why a move in Color Dice is good, in a sentence: from what a careful player looks at."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.color_dice.attacking import Countering, Striking, targets
from games.color_dice.board import LOCKED, PAWNS, Board, Colour
from games.color_dice.eye import WON
from games.color_dice.hopes import FACES
from games.color_dice.moves import Attack, AttackFirst, CounterFirst, Decline, Keep, Rethrow, Send, Stop, Strike
from games.color_dice.quick import World
from games.color_dice.rules import State
from games.dealer import Line
from games.engine import Chair, Move, Seat, Text, say

GATHERED: Final = 3
"""The number of pawns in one foreign area from which on they are worth breaking up …"""
CLOSE: Final = 6
"""… and from which on it is worth taking the places beside them."""


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """The first reason that applies; None if there is none."""
    match move:
        case Keep():
            return _why_keep(World(g, 1))
        case Rethrow(dice):
            return _why_throw(g, dice)
        case AttackFirst():
            return say("Before the counterattacks you still have all your pawns.")
        case CounterFirst():
            return say("After the counterattacks, no one can strike what you gather in this turn.")
        case Attack(target, pawns):
            best = World(g, 1).eye(seat).best(g.turn, target, pawns)
            return best and _why_send(g.board, seat, best[1])
        case Send():
            return _why_send(g.board, seat, move)
        case Strike(struck) if isinstance(g.question, Striking):
            return _why_send(g.board, seat, replace(g.question.send, struck=struck))
        case Stop() | Decline():
            return _why_not(g, seat)
        case _:
            return None


def _why_keep(world: World) -> Text | None:
    eye = world.eye(world.turn)
    for colour in world.board.colours:
        pawns = -world.ahead(colour)
        best = eye.best(world.turn, colour, pawns) if pawns > 0 else None
        if best is not None and best[0] >= WON / 2:
            return say("With these dice you can win now.")
    if not world.hopes().again(world.dice, world.thrown):
        return say("These dice bring more than you can hope for from throwing again.")
    return None


def _why_throw(g: State, dice: tuple[Colour, ...]) -> Text:
    mine = g.dice[g.turn].value
    if g.turn in dice and mine < FACES[-1]:
        return say("With a better die of your own you can attack more.")
    if all(g.dice[colour].value > mine for colour in dice):
        return say("Another throw may make higher dice lower than yours.")
    if not targets(g):
        return say("Another throw may let you attack.")
    return say("Another throw may serve you better.")


def _why_send(board: Board, seat: Seat, send: Send) -> Text | None:
    own = send.colour == seat
    there = board.areas[send.area][send.colour] + send.pawns
    if own and there == PAWNS:
        return say("This gathers all nine of your pawns in one area: you win.")
    if own and there in LOCKED:
        return say("Your pawns there are locked then: no one can strike them.")
    if (rival := _rival(board, seat, send)) is not None:
        if send.strikes:
            return say("This breaks up what {rival} has gathered.", rival=Chair(rival))
        return say("This takes places that {rival} needs.", rival=Chair(rival))
    if own and there > send.pawns:
        return say("This gathers your pawns in one area.")
    if own and send.origin is None:
        return say("This brings pawns inside, where they can strike.")
    return None


def _rival(board: Board, seat: Seat, send: Send) -> Seat | None:
    """The player who is hindered most by the struck pawns, or else by the places taken."""
    row = board.areas[send.area]
    hindered = [
        (row[other], other)
        for other in range(board.players)
        if other not in (seat, send.area, send.colour)
        and (row[other] >= GATHERED if other in (send.struck or ()) else not send.strikes and row[other] >= CLOSE)
    ]
    return max(hindered)[1] if hindered else None


def _why_not(g: State, seat: Seat) -> Text:
    if isinstance(g.question, Countering):
        if g.question.colour != seat:
            return say("This counterattack would not help you.")
        return say("A counterattack would cost you more than it brings.")
    return say("Another attack would cost you more than it brings.")
