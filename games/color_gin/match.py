"""How a match ends: three suits for one player, two for each, or a hundred rounds."""

from collections.abc import Sequence
from typing import Final

from games.color_gin.cards import suit_named
from games.color_gin.rules import State
from games.engine import Chair, Outcome, Seat, Text, say

SUITS_THAT_WIN: Final = 3
MOST_ROUNDS: Final = 100

SEATS: Final[tuple[Seat, Seat]] = (0, 1)


def outcome(g: State) -> Outcome | None:
    """ "You win the game if you win three of the four suits. If you win two each, you're tied." """
    suits = suits_won(g)
    if max(suits) < SUITS_THAT_WIN and sum(suits) < 4 and len(g.sheet) < MOST_ROUNDS:
        return None
    return of_team(g, suits) if g.options.is_team else of_players(g, suits)


def suits_won(g: State) -> tuple[int, ...]:
    return tuple([*g.closed.values()].count(seat) for seat in SEATS)


def totals(g: State) -> tuple[int, ...]:
    return tuple(sum(columns.values()) for columns in g.scores)


# --- One team -----------------------------------------------------------------------------------------------


def of_team(g: State, suits: tuple[int, ...]) -> Outcome:
    """ "Try to get a tied game (two suits won each) and then add all eight columns together." """
    if suits == (2, 2):
        team = sum(totals(g))
        return Outcome(SEATS, suits, say("Two suits each: the team has {points} points.", points=team), team)
    return Outcome((), suits, why_failed(suits))


def why_failed(suits: tuple[int, ...]) -> Text:
    if max(suits) < SUITS_THAT_WIN:
        return say(
            "After {rounds} rounds the players do not have two suits each: the team has lost.", rounds=MOST_ROUNDS
        )
    seat = Chair(suits.index(max(suits)))
    return say("{seat} has won a third suit: the team has lost.", seat=seat)


# --- Two players --------------------------------------------------------------------------------------------


def of_players(g: State, suits: tuple[int, ...]) -> Outcome:
    if max(suits) >= SUITS_THAT_WIN:
        winner = suits.index(max(suits))
        won = [suit_named(suit) for suit in g.closed if g.closed[suit] == winner]
        return Outcome((winner,), suits, say("{seat} has won {suits}.", seat=Chair(winner), suits=won))
    if sum(suits) == 4:
        return of_two_each(g, suits)
    return of_all_rounds(g, suits)


def of_two_each(g: State, suits: tuple[int, ...]) -> Outcome:
    if g.options.two_each == "tie":
        return Outcome(SEATS, suits, say("Two suits each: a tie."))
    leaders = with_most([(total,) for total in totals(g)])
    if len(leaders) > 1:
        return Outcome(SEATS, suits, say("Two suits each and equal points in all: a tie."))
    more = "Two suits each; {seat} has more points in all, {points}."
    return Outcome(leaders, suits, say(more, seat=Chair(leaders[0]), points=max(totals(g))))


def of_all_rounds(g: State, suits: tuple[int, ...]) -> Outcome:
    """More suits won, then more points in all. RULES.md, decision 14."""
    leaders = with_most([*zip(suits, totals(g), strict=True)])
    if len(leaders) > 1:
        return Outcome(SEATS, suits, say("After {rounds} rounds: a tie.", rounds=MOST_ROUNDS))
    most = "After {rounds} rounds {seat} has more suits, or as many and more points in all."
    return Outcome(leaders, suits, say(most, seat=Chair(leaders[0]), rounds=MOST_ROUNDS))


def with_most(marks: Sequence[tuple[int, ...]]) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if marks[seat] == max(marks))
