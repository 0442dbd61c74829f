"""Color Dice, in the order of RULES.md; its attacks are in attacking.py."""

from collections.abc import Iterable

from games.color_dice.attacking import (
    Attacking,
    Countering,
    Deciding,
    GoingOn,
    Sending,
    Striking,
    ask_for_counterattack,
    begin_attacks,
)
from games.color_dice.board import PAWNS, Board, Colour, area_of, die_named, pawns, set_up
from games.color_dice.lines import Dealer, LineKind
from games.color_dice.moves import AttackFirst, CounterFirst, Keep, Rethrow
from games.color_dice.options import Options
from games.color_dice.table import ROUNDS, Die, Step, Table, allowed_by_dice, left_of, throwable
from games.engine import Argument, Ask, Chair, Move, Outcome, Pick, Seat, say


class State(Table, kw_only=True):
    """The table with its questions."""

    agenda: "list[Throwing | Ordering | Attacking | GoingOn | Sending | Countering | Deciding | Striking]" = []


# --- The table ----------------------------------------------------------------------------------------------


def setup(seats: int, options: Options, dealer: Dealer) -> State:
    """The pawns in their places; the first player drawn by lot throws the dice."""
    starter = dealer.pick(range(seats), "start")
    board = set_up(seats, starter)
    g = State(options=options, board=board, turn=starter, dice=[Die() for _ in board.colours])
    dealer.say("first_turn", say("First turn: {seat}.", seat=Chair(starter)), seat=starter)
    begin_turn(g, starter, dealer)
    return g


# --- Your turn ----------------------------------------------------------------------------------------------


def next_turn(g: State, dealer: Dealer) -> None:
    """What comes next in this turn; after the last of it, the next turn, clockwise."""
    if g.steps:
        take(g, g.steps.pop(0), dealer)
        return
    g.turns_over += 1
    if not rounds_are_over(g):
        begin_turn(g, (g.turn + 1) % g.board.players, dealer)


def take(g: State, step: Step, dealer: Dealer) -> None:
    if step.does == "attack":
        begin_attacks(g, dealer)
    else:
        ask_for_counterattack(g, step.colour, dealer)


# --- Throwing the dice --------------------------------------------------------------------------------------


def begin_turn(g: State, seat: Seat, dealer: Dealer) -> None:
    """The player whose turn it is throws all dice. RULES.md, decisions 1 and 2."""
    g.turn = seat
    g.attacked = []
    g.dice = [Die() for _ in g.board.colours]
    throw(g, g.board.colours, dealer)
    told = say("{seat} threw: {dice}.", seat=Chair(seat), dice=dice_named(g, g.board.colours))
    dealer.say("threw", told, seat=seat)
    g.first(Throwing(seat=seat))


def throw(g: State, colours: Iterable[Colour], dealer: Dealer) -> None:
    for colour in colours:
        # What it showed before is gone. RULES.md, decision 2.
        g.dice[colour] = Die(dealer.die(), g.dice[colour].thrown + 1)


def dice_named(g: State, colours: Iterable[Colour]) -> list[Argument]:
    return [die_named(colour, g.dice[colour].value) for colour in colours]


class Throwing(Ask, frozen=True, kw_only=True, tag="throwing"):
    """Which dice are thrown again?"""

    prompt = "Choose dice to throw again, or keep them."
    waiting = "Waiting for {seats} to throw again or keep the dice."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Keep()]

    def pick(self, g: State, seat: Seat) -> Pick:
        return Pick("rethrow", "dice", throwable(g), 1, len(throwable(g)))

    def play(self, g: State, move: Rethrow | Keep, dealer: Dealer) -> None:
        if isinstance(move, Rethrow):
            throw_again(g, tuple(sorted(move.dice)), dealer)
            if throwable(g):
                g.first(Throwing(seat=self.seat))
                return
        dice_stand(g)


def throw_again(g: State, colours: tuple[Colour, ...], dealer: Dealer) -> None:
    throw(g, colours, dealer)
    told = say("{seat} threw again: {dice}.", seat=Chair(g.turn), dice=dice_named(g, colours))
    dealer.say("threw_again", told, seat=g.turn)


# --- Who is first -------------------------------------------------------------------------------------------


def dice_stand(g: State) -> None:
    """ "(All of) your moves and/or strikes before or after such counterattack(s)", if the dice allow both. RULES.md,
    decision 11."""
    allowed = {allowed_by_dice(g, colour) for colour in g.board.colours}
    if {"attack", "counter"} <= allowed:
        g.first(Ordering(seat=g.turn))
    else:
        g.steps = [attack_step(g), *counter_steps(g)]


def attack_step(g: State) -> Step:
    return Step("attack", g.turn)


def counter_steps(g: State) -> list[Step]:
    """One after the other. RULES.md, decision 12."""
    return [Step("counter", colour) for colour in left_of(g, g.turn) if allowed_by_dice(g, colour) == "counter"]


class Ordering(Ask, frozen=True, kw_only=True, tag="ordering"):
    """Who attacks first?"""

    prompt = "Do you attack before or after the counterattacks?"
    waiting = "Waiting for {seats} to choose who attacks first."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [AttackFirst(), CounterFirst()]

    def play(self, g: State, move: AttackFirst | CounterFirst, dealer: Dealer) -> None:
        match move:
            case AttackFirst():
                g.steps = [attack_step(g), *counter_steps(g)]
                kind: LineKind = "attack_first"
                told = say("{seat} chose to attack before the counterattacks.", seat=Chair(self.seat))
            case CounterFirst():
                g.steps = [*counter_steps(g), attack_step(g)]
                kind = "counter_first"
                told = say("{seat} let the counterattacks come first.", seat=Chair(self.seat))
        dealer.say(kind, told, seat=self.seat)


# --- The end ------------------------------------------------------------------------------------------------


def outcome(g: State) -> Outcome | None:
    """ "When you place your 9th and last pawn in that area, you win immediately", in anybody's turn."""
    board = g.board
    for seat in range(board.players):
        for area in board.colours:
            if area != seat and board.areas[area][seat] == PAWNS:
                why = say("{seat} has all nine pawns in {area}.", seat=Chair(seat), area=area_of(area, board.players))
                return Outcome(winners=(seat,), scores=scores(board), why=why)
    return stopped(board) if rounds_are_over(g) else None


def rounds_are_over(g: State) -> bool:
    return g.turns_over == ROUNDS * g.board.players


def stopped(board: Board) -> Outcome:
    """Most pawns in one foreign area; ties share. RULES.md, decision 19."""
    most = [max(board.abroad(seat)) for seat in range(board.players)]
    winners = tuple(seat for seat, number in enumerate(most) if number == max(most))
    why = say(
        "{rounds} rounds are over. Most pawns in one area away from home: {seats}, with {pawns}.",
        rounds=ROUNDS,
        seats=[Chair(seat) for seat in winners],
        pawns=pawns(max(most)),
    )
    return Outcome(winners=winners, scores=scores(board), why=why)


def scores(board: Board) -> tuple[int, ...]:
    """Two figures: the most pawns in one foreign area, and the pawns in all of them. RULES.md, decision 20."""
    abroad = [board.abroad(seat) for seat in range(board.players)]
    return tuple(10 * max(numbers) + sum(numbers) for numbers in abroad)
