"""Fits what positions of TCNCCC promise, the weights of games/tcnccc/worth.py, to who won games of players who play at
sight, with a wild move now and then."""

from collections.abc import Iterator, Sequence
from typing import Final

from games import GAMES, engine
from games.bot import Seeded
from games.dealer import Dealer
from games.search import FastRandom
from games.tcnccc.model import GONE, PAIRED, Table
from games.tcnccc.policy import step
from games.tcnccc.rules import CYLINDERS
from games.tcnccc.strategy import exact
from games.tcnccc.worth import FEATURES, features, in_turn
from tools.fitting.logit import Features, Position, surprise
from tools.fitting.logit import fitted as fitted_to

WILD_ONE_IN: Final = 10
LOOKED_AT_ONE_IN: Final = 5
HELD_BACK_ONE_IN: Final = 8
"""One game in so many serves to test the weights."""


def fitted(games: int) -> Iterator[str]:
    """The weights as lines of Python."""
    for name, sizes in (("TWO", [2]), ("MORE", [3, 4, 5, 6])):
        luck, to_fit, to_test = FastRandom(7), list[Position](), list[Position]()
        for seats in sizes:
            for number in range(games // len(sizes)):
                (to_fit if number % HELD_BACK_ONE_IN else to_test).extend(walk(begun(seats), luck))
        weights = fitted_to(to_fit, FEATURES)
        yield f"FOR_{name}: Final = {[round(weight, 2) for weight in weights]}"
        losses = surprise(to_fit, weights), surprise(to_test, weights)
        yield f"# {losses[0]:.4f} of {len(to_fit)} positions, {losses[1]:.4f} of others"


def begun(seats: int) -> Table:
    """The table before the first turn."""
    game = GAMES["tcnccc"]
    chance = Seeded("a table")
    return exact(engine.begin(game, seats, game.Options(), Dealer(chance)), chance)


def walk(table: Table, luck: FastRandom) -> list[Position]:
    """Some positions at the beginning of a turn of one game, and who won it."""
    seen: list[tuple[Sequence[int], list[Features]]] = []
    while table.shares is None:
        if table.drawn == GONE and not table.pays and not luck.below(LOOKED_AT_ONE_IN):
            seats = in_turn(table)
            seen.append((seats, [dict(of_seat) for of_seat in features(table, seats)]))
        if table.pays or luck.below(WILD_ONE_IN):
            step(table, luck)
        else:
            _wildly(table, luck)
    shares = table.shares
    return [Position(found, [shares[seat] for seat in seats]) for seats, found in seen]


def _wildly(table: Table, luck: FastRandom) -> None:
    """Place anywhere, or lift any pair, or draw."""
    paired = [cylinder for cylinder, c in enumerate(table.cylinders) if c != GONE and PAIRED[c]]
    if table.drawn != GONE:
        table.place(luck.below(CYLINDERS))
    elif paired and luck.below(2):
        table.lift(paired[luck.below(len(paired))], luck)
    elif table.can_draw():
        table.draw(luck)
    else:
        step(table, luck)
