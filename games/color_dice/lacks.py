"""What another move in Color Dice lacks that the best one has, in a sentence."""

from collections.abc import Iterable, Sequence

from games.color_dice.attacking import targets
from games.color_dice.attacks import carry_out
from games.color_dice.board import Board, Colour, area_of, pawns
from games.color_dice.hopes import FACES
from games.color_dice.moves import Attack, AttackFirst, CounterFirst, Keep, Rethrow, Send, Stop, Strike
from games.color_dice.reasons import best_attack, dice_named, others_in, sent, who_may_counter
from games.color_dice.rules import State
from games.color_dice.table import ahead
from games.dealer import Line
from games.engine import Argument, Chair, Move, Seat, Text, say


def lacks(g: State, seat: Seat, heard: Sequence[Line], best: Move, other: Move) -> Text | None:
    """The first thing that applies; None if there is none."""
    match best, other:
        case Rethrow(), Keep():
            return _if_kept(g)
        case Keep(), Rethrow(dice):
            return _if_thrown(g, dice)
        case Rethrow(dice), Rethrow(others):
            return _if_thrown(g, {*others} - {*dice}) or _if_left(g, {*dice} - {*others})
        case AttackFirst(), CounterFirst():
            return say("These may counterattack before you attack: {whom}.", whom=who_may_counter(g))
        case CounterFirst(), AttackFirst():
            return say("These may then strike what you gather: {whom}.", whom=who_may_counter(g))
        case Attack(), Stop():
            send = sent(g, seat, best)
            return say("You would leave this undone: {deed}.", deed=send.deed()) if send else None
        case _, Attack():
            send = sent(g, seat, other)
            return say("At best it brings this: {deed}.", deed=send.deed()) if send else None
    boards = _after(g, seat, best), _after(g, seat, other)
    return None if isinstance(best, Attack) else _compared(seat, *boards) or _beside(seat, *boards, best, other)


# --- The dice -----------------------------------------------------------------------------------------------


def _if_kept(g: State) -> Text:
    if found := best_attack(g):
        return say("These dice let you do this: {deed}.", deed=found.send.deed())
    return say("With these dice no attack would help you.")


def _if_thrown(g: State, dice: Iterable[Colour]) -> Text | None:
    thrown, mine = sorted(dice), g.dice[g.turn].value
    if (found := best_attack(g)) and (g.turn in thrown or {*_alike(g, found.target)} <= {*thrown}):
        return say("You would give up what you can do now: {deed}.", deed=found.send.deed())
    if attacked := [colour for colour in thrown if colour in targets(g)]:
        return say("You can attack these as they are: {dice}.", dice=dice_named(g, attacked))
    rising = [colour for colour in thrown if colour != g.turn and ahead(g, colour) <= 0]
    if rising and mine < FACES[-1]:
        return say("These may become higher than your {value}: {dice}.", value=mine, dice=dice_named(g, rising))
    return None


def _alike(g: State, target: Colour) -> list[Colour]:
    """The colours that can be attacked with as many pawns."""
    return [colour for colour in targets(g) if ahead(g, colour) == ahead(g, target)]


def _if_left(g: State, dice: Iterable[Colour]) -> Text | None:
    return say("These would stay as they are: {dice}.", dice=dice_named(g, sorted(dice))) if dice else None


# --- Attacks ------------------------------------------------------------------------------------------------


def _after(g: State, seat: Seat, move: Move) -> Board:
    """The board after a move; as it is if nothing goes."""
    board: Board = g.copy().board
    if isinstance(move, Send | Strike) and (send := sent(g, seat, move)):
        carry_out(board, send)
    return board


def _compared(seat: Seat, best: Board, other: Board) -> Text | None:
    """What is worse on the other board."""
    number, more = max(other.abroad(seat)), max(best.abroad(seat))
    if number < more:
        return say("Most of your pawns in one area after it: {number}, not {more}.", number=number, more=more)
    return _of_rivals(seat, best, other) or _outside(seat, best, other)


def _of_rivals(seat: Seat, best: Board, other: Board) -> Text | None:
    for rival in range(best.players):
        most = max(other.abroad(rival))
        if rival != seat and most > max(best.abroad(rival)):
            area = next(area for area in other.colours if area != rival and other.areas[area][rival] == most)
            words: dict[str, Argument] = {
                "rival": Chair(rival),
                "pawns": pawns(most),
                "area": area_of(area, other.players),
            }
            return say("{rival} has {pawns} in {area} after it.", **words)
    return None


def _outside(seat: Seat, best: Board, other: Board) -> Text | None:
    number, more = sum(other.abroad(seat)), sum(best.abroad(seat))
    if number < more:
        return say("Your pawns away from home after it: {number}, not {more}.", number=number, more=more)
    number, fewer = other.outside[seat], best.outside[seat]
    if number > fewer:
        return say("Your pawns outside after it: {number}, not {fewer}.", number=number, fewer=fewer)
    for rival in range(best.players):
        number, more = other.outside[rival], best.outside[rival]
        if rival != seat and number < more:
            template = "Pawns of {rival} outside after it: {number}, not {more}."
            return say(template, rival=Chair(rival), number=number, more=more)
    return None


def _beside(seat: Seat, after: Board, then: Board, best: Move, other: Move) -> Text | None:
    """How many pawns of others are where one's own arrive."""
    if not isinstance(best, Send) or not isinstance(other, Send) or best.area == other.area or best.colour != seat:
        return None
    fewer, number = (others_in(board, send.area, seat) for board, send in ((after, best), (then, other)))
    if number <= fewer:
        return None
    area = area_of(other.area, other.players)
    return say("Pawns of others in {area}: {number}, not {fewer}.", area=area, number=number, fewer=fewer)
