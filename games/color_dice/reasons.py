"""Why a move in Color Dice is good, in a sentence: from what a careful player looks at."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from games.color_dice.attacking import Countering, Striking, targets
from games.color_dice.board import LOCKED, PAWNS, Area, Board, Colour, area_of, die_named, pawns, pawns_of, who
from games.color_dice.eye import WON
from games.color_dice.hopes import FACES
from games.color_dice.moves import Attack, AttackFirst, CounterFirst, Decline, Keep, Rethrow, Send, Stop, Strike
from games.color_dice.quick import World
from games.color_dice.rules import State
from games.color_dice.table import ahead, allowed_by_dice
from games.dealer import Line
from games.engine import Argument, Chair, Move, Seat, Text, say

GATHERED: Final = 3
"""The number of pawns in one foreign area from which on they are worth breaking up …"""
CLOSE: Final = 6
"""… and from which on it is worth taking the places beside them."""


class Found(NamedTuple):
    """An attack, what it adds to the log odds of the seat that it is judged for, and the colour that it is against."""

    worth: float
    send: Send
    target: Colour


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """The first reason that applies; None if there is none."""
    match move:
        case Keep():
            return _why_keep(g)
        case Rethrow(dice):
            return _why_throw(g, dice)
        case AttackFirst():
            return say("You still have all your pawns before these may counterattack: {whom}.", whom=who_may_counter(g))
        case CounterFirst():
            template = "After these counterattacks no one can strike what you gather in this turn: {whom}."
            return say(template, whom=who_may_counter(g))
        case Attack() | Send() | Strike():
            send = sent(g, seat, move)
            return None if send is None else _why_send(g.board, seat, send)
        case Stop() | Decline():
            return _why_not(g, seat)
        case _:
            return None


def about(g: State, seat: Seat, said: Text) -> list[str]:
    """The dice and the areas that a sentence names."""
    dice, areas, round_ = said.with_.get("dice", []), [said.with_.get("area")], g.turns_over // g.board.players + 1
    if isinstance(deed := said.with_.get("deed"), Text):
        areas += [deed.with_[name] for name in ("origin", "area")]
    return [
        f"die-{colour}-{round_}-{g.turn}-{die.thrown}"
        for colour, die in enumerate(g.dice)
        if die_named(colour, die.value) in dice
    ] + [f"area-{area}" for area in g.board.colours if area_of(area, g.board.players) in areas]


def best_attack(g: State) -> Found | None:
    """The attack that the dice allow and that serves the player whose turn it is best; None if none serves them."""
    eye = World(g, 1).eye(g.turn)
    found = [(target, eye.best(g.turn, target, -ahead(g, target))) for target in targets(g)]
    attacks = [Found(*best, target) for target, best in found if best is not None and best[0] > 0]
    return max(attacks, key=lambda attack: attack.worth, default=None)


def sent(g: State, seat: Seat, move: Attack | Send | Strike) -> Send | None:
    """The group that goes by a move, or by the next ones as serves the seat best."""
    world = World(g, 1)
    eye = world.eye(seat)
    match move:
        case Attack(target, number):
            best = eye.best(g.turn, target, number)
            return best and best[1]
        case Send(struck=None):
            return max(world.every_way(move), key=eye.effect)
        case Send():
            return move
        case Strike(struck) if isinstance(g.question, Striking):
            return replace(g.question.send, struck=struck)
    return None


def dice_named(g: State, colours: Iterable[Colour]) -> list[Argument]:
    """Dice as words in a sentence, with what they show."""
    return [die_named(colour, g.dice[colour].value) for colour in colours]


def who_may_counter(g: State) -> list[Argument]:
    """Those whose dice allow a counterattack."""
    return [who(colour, g.board.players) for colour in g.board.colours if allowed_by_dice(g, colour) == "counter"]


def others_in(board: Board, area: Area, colour: Colour) -> int:
    """The number of pawns of all other colours in this area."""
    return sum(board.areas[area]) - board.areas[area][colour]


# --- The dice -----------------------------------------------------------------------------------------------


def _why_keep(g: State) -> Text | None:
    world, found = World(g, 1), best_attack(g)
    if found is not None and found.worth >= WON / 2:
        return say("With these dice you win now: {deed}.", deed=found.send.deed())
    promises_more = world.hopes().again(world.dice, world.thrown)
    if found is not None and promises_more:
        return say("These dice let you do this: {deed}.", deed=found.send.deed())
    if found is not None:
        return say("No other throw promises more than what you can do now: {deed}.", deed=found.send.deed())
    if promises_more:
        return None
    return say("Against your {value}, no die promises more after another throw.", value=g.dice[g.turn].value)


def _why_throw(g: State, dice: tuple[Colour, ...]) -> Text:
    mine, others = g.dice[g.turn].value, [colour for colour in dice if colour != g.turn]
    if g.turn in dice and mine < FACES[-1]:
        lower = [colour for colour in g.board.colours if ahead(g, colour) < 0]
        template = "Your die shows {value}, and only lower ones can be attacked: {number} of {all}."
        return say(template, value=mine, number=len(lower), all=len(g.dice) - 1)
    if others and all(ahead(g, colour) >= 0 for colour in others):
        template = "Not lower than your {value}, so that you cannot attack them: {dice}."
        return say(template, value=mine, dice=dice_named(g, others))
    if not targets(g):
        return say("With your {value} you cannot attack anyone yet.", value=mine)
    template = "Against your {value}, these may be better for you after another throw: {dice}."
    return say(template, value=mine, dice=dice_named(g, others or dice))


# --- Attacks ------------------------------------------------------------------------------------------------


def _why_send(board: Board, seat: Seat, send: Send) -> Text | None:
    own, area = send.colour == seat, area_of(send.area, board.players)
    there = board.areas[send.area][send.colour] + send.pawns
    if own and there == PAWNS:
        return say("This gathers all nine of your pawns in {area}: you win.", area=area)
    if own and there in LOCKED:
        template = "You then have {pawns} in {area}. They are locked: no one can strike them."
        return say(template, pawns=pawns(there), area=area)
    if (rival := _rival(board, seat, send)) is not None:
        return _why_against(board, rival, send)
    if own and there > send.pawns:
        return say("This gathers your pawns: you then have {pawns} in {area}.", pawns=pawns(there), area=area)
    if own and send.origin is None:
        return say("This brings {pawns} inside: from {area} they can strike.", pawns=pawns(send.pawns), area=area)
    if send.struck and seat not in send.struck:
        return _why_strike(board, send.struck)
    if own and send.origin == seat:
        return say("This takes {pawns} from home to {area}, where they count.", pawns=pawns(send.pawns), area=area)
    return _why_there(board, send) if own else None


def _why_strike(board: Board, struck: Sequence[Colour]) -> Text:
    rivals = [colour for colour in struck if not board.is_dummy(colour)]
    if not rivals:
        return say("This takes pawns out of the game: {struck}.", struck=pawns_of(tuple(struck), board.players))
    outside = board.outside[rivals[0]] + rivals.count(rivals[0])
    return say("{rival} then has {pawns} outside.", rival=Chair(rivals[0]), pawns=pawns(outside))


def _why_there(board: Board, send: Send) -> Text | None:
    """How many pawns of others are in the way."""
    if send.origin is None:
        return None
    number = others_in(board, send.area, send.colour) - send.strikes
    more = others_in(board, send.origin, send.colour)
    if number >= more:
        return None
    area = area_of(send.area, board.players)
    return say("Fewer pawns of others are in {area}: {number}, not {more}.", area=area, number=number, more=more)


def _why_against(board: Board, rival: Seat, send: Send) -> Text:
    words: dict[str, Argument] = {
        "rival": Chair(rival),
        "area": area_of(send.area, board.players),
        "pawns": pawns(board.areas[send.area][rival]),
    }
    if send.strikes:
        return say("This breaks up what {rival} has gathered in {area}: {pawns}.", **words)
    return say("This takes places in {area}, where {rival} has {pawns}.", **words)


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


def _why_not(g: State, seat: Seat) -> Text | None:
    if not isinstance(g.question, Countering):
        return None if best_attack(g) else _even(g, seat, g.turn, targets(g))
    return _even(g, seat, g.question.colour, [g.turn])


def _even(g: State, seat: Seat, colour: Colour, against: Sequence[Colour]) -> Text | None:
    """That not even the best attack of this colour helps."""
    eye = World(g, 1).eye(seat)
    number = {target: ahead(g, colour) or -ahead(g, target) for target in against}
    found = [best for target in against if (best := eye.best(colour, target, number[target]))]
    worth, send = max(found, key=lambda best: best[0], default=(1.0, None))
    if send is None or worth > 0:
        return None
    return say("Even the best attack would not help you: {deed}.", deed=send.deed())
