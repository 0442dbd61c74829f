"""Beads: a game small enough to test everything around games. Put a bead on your string, draw one in secret, or show
one. The longest string wins; with `together` everybody answers at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from msgspec import Struct

from games import engine
from games.dealer import Chance, Dealer, Line
from games.engine import Ask, AskAll, Chair, Credit, Game, Move, Outcome, Seat, Text, say
from games.notation import Notation

COLOURS = 10


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may choose."""

    length: int = 12
    together: bool = False
    team: bool = False


class Put(Move, frozen=True, tag="put"):
    """Put a bead; reveals nothing new, so it can be taken back."""

    can_be_undone: ClassVar[bool] = True
    bead: int

    def label(self) -> Text:
        return say("Put {bead}", bead=self.bead)


class Draw(Move, frozen=True, tag="draw"):
    """Draw a bead that only its owner sees."""

    def label(self) -> Text:
        return say("Draw a bead")


class Show(Move, frozen=True, tag="show"):
    """Show the drawn bead."""

    def label(self) -> Text:
        return say("Show the beads")


class Say(Move, frozen=True, tag="say"):
    """A secret answer, revealed once everybody has answered."""

    bead: int

    def label(self) -> Text:
        return say("Say {bead}", bead=self.bead)


class Turn(Ask, frozen=True, tag="turn"):
    """Seats take turns."""

    prompt = "Put, draw or show."
    waiting = "{seats} puts, draws or shows."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Put(0), Put(1), Draw(), Show()]

    def play(self, g: State, move: Put | Draw | Show, dealer: Dealer) -> None:
        match move:
            case Put(bead):
                g.string.append((self.seat, bead))
                dealer.say("put", say("{seat} puts {bead}.", seat=Chair(self.seat), bead=bead), seat=self.seat)
            case Draw():
                g.drawn[self.seat].append(dealer.pick(range(COLOURS), "bag"))
                g.string.append((self.seat, 0))
                dealer.tell(self.seat, "drew", say("You drew {bead}.", bead=g.drawn[self.seat][-1]))
            case Show():
                g.string.append((self.seat, 0))
                dealer.say("showed", say("{seat} shows {beads}.", seat=Chair(self.seat), beads=[*g.drawn[self.seat]]))


class Together(AskAll, frozen=True, tag="together"):
    """All seats answer at once."""

    prompt = "Say a bead."
    waiting = "{seats} have still to say a bead."
    answers: dict[Seat, Say] = {}

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Say(0), Say(1)]

    def play_all(self, g: State, answers: dict[Seat, Say], dealer: Dealer) -> None:
        g.string += [(seat, move.bead) for seat, move in answers.items()]


class State(engine.State, kw_only=True):
    """The strings, and each seat's drawn beads."""

    agenda: list[Turn | Together] = []
    options: Options
    string: list[tuple[Seat, int]] = []
    drawn: list[list[int]]


class View(Struct, frozen=True):
    """What is open, and the viewer's own beads."""

    string: list[tuple[Seat, int]]
    mine: list[int]


def setup(seats: int, options: Options, dealer: Dealer) -> State:
    return State(options=options, drawn=[[] for _ in range(seats)])


def next_turn(g: State, dealer: Dealer) -> None:
    seats = len(g.drawn)
    g.first(Together(asked=tuple(range(seats))) if g.options.together else Turn(len(g.string) % seats))


def outcome(g: State) -> Outcome | None:
    if len(g.string) < g.options.length:
        return None
    scores = tuple(sum(bead for owner, bead in g.string if owner == seat) for seat in range(len(g.drawn)))
    if g.options.team:
        return Outcome(tuple(range(len(scores))), scores, say("The string is long enough."), team=sum(scores))
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(winners, scores, say("Most beads: {seats}.", seats=[Chair(seat) for seat in winners]))


def view(g: State, seat: Seat | None) -> View:
    return View(g.string, [] if seat is None else g.drawn[seat])


def scramble(g: State, seat: Seat | None, chance: Chance) -> State:
    other = g.copy()
    other.drawn = [
        beads if owner == seat else [chance.below(COLOURS, "bag") for _ in beads] for owner, beads in enumerate(g.drawn)
    ]
    return other


def careful(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    return Say(1) if g.options.together else Put(1)


def read(text: str) -> State:
    return msgspec.json.decode(text, type=State)


def written(g: State) -> str:
    return msgspec.json.encode(g).decode()


BEADS = Game(
    key="beads", title="Beads", credit=Credit(source=say("It is played in tests only.")), seats=range(2, 5),
    Options=Options, State=State, Move=Put | Draw | Show | Say,
    setup=setup, next_turn=next_turn, outcome=outcome, view=view, scramble=scramble, careful=careful,
    is_team=lambda options: options.team, notation=Notation(read, written, lambda g: len(g.drawn)),
)  # fmt: skip
