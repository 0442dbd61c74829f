"""Retired rules of a made-up game: Beads as it was played in version 1, in which the fewest beads won and a seat could
pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games import engine
from games.dealer import Chance, Dealer, Line
from games.engine import Ask, Chair, Game, Move, Outcome, Seat, Text, say
from tests.support.beads import BEADS, Options, Put, View


class Pass(Move, frozen=True, tag="pass"):
    """Put no bead: version 2 has no such move."""

    def label(self) -> Text:
        return say("Pass")


class Turn(Ask, frozen=True, tag="turn"):
    """Seats take turns."""

    prompt = "Put or pass."
    waiting = "{seats} puts or passes."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Put(0), Put(1), Pass()]

    def play(self, g: State, move: Put | Pass, dealer: Dealer) -> None:
        g.turns += 1
        if isinstance(move, Put):
            g.strings[self.seat] += move.bead
            dealer.say("put", say("{seat} puts {bead}.", seat=Chair(self.seat), bead=move.bead), seat=self.seat)
        else:
            dealer.say("passed", say("{seat} passes.", seat=Chair(self.seat)), seat=self.seat)


class State(engine.State, kw_only=True):
    """How many beads each seat has put, in how many turns: version 2 keeps them in another way."""

    agenda: list[Turn] = []
    options: Options
    strings: list[int]
    turns: int = 0


def setup(seats: int, options: Options, dealer: Dealer) -> State:
    return State(options=options, strings=[0] * seats)


def next_turn(g: State, dealer: Dealer) -> None:
    g.first(Turn(g.turns % len(g.strings)))


def outcome(g: State) -> Outcome | None:
    if g.turns < g.options.length:
        return None
    winners = tuple(seat for seat, beads in enumerate(g.strings) if beads == min(g.strings))
    return Outcome(winners, tuple(g.strings), say("Fewest beads: {seats}.", seats=[Chair(seat) for seat in winners]))


def view(g: State, seat: Seat | None) -> View:
    return View([(owner, beads) for owner, beads in enumerate(g.strings)], [])


def scramble(g: State, seat: Seat | None, chance: Chance) -> State:
    return g.copy()


def careful(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    return Put(1) if seat == 1 else Pass()


OLDER_BEADS: Game = replace(
    BEADS, State=State, Move=Put | Pass, setup=setup, next_turn=next_turn, outcome=outcome, view=view,
    scramble=scramble, careful=careful,
)  # fmt: skip
"""Version 1."""
