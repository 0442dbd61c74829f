"""The bytes that leave are the frame of their viewer, whatever was written for others before."""

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from games.dealer import Line
from games.engine import Game, Outcome, Seat, State, say
from games.frame import Moment, Undo
from games.playthrough import viewers
from tests.games.auction import AUCTION, Bid, Pass, Show
from tests.games.played import at_every_table, sample, steps, with_options
from tests.games.test_frame import table

UNDO = [None, None, Undo("now"), Undo("ask"), Undo("no"), Undo("no", say("It is too late."))]


def whispers(chance: Random, seats: int, seq: int) -> list[Line]:
    """Lines for one seat each, often alike."""
    return [Line(say("Hear!"), only_for=chance.randrange(seats), seq=seq) for _ in range(chance.randrange(3))]


def assert_written(game: Game, g: State, seats: int, lines: Sequence[Line], chance: Random) -> int:
    """For every viewer, in any order and some of them twice; how many were written before."""
    order = [*viewers(seats), *viewers(seats)]
    chance.shuffle(order)
    undo = {you: None if you is None else chance.choice(UNDO) for you in viewers(seats)}
    clocks = chance.choice([None, [chance.choice([None, 1000]) for _ in range(seats)]])
    stopped = None if g.question else chance.choice([None, Outcome([0], [0] * seats, say("It was stopped."))])
    together = Moment(game, g, 42, lines, stopped, clocks)
    for you in order:
        alone = Moment(game, g, 42, lines, stopped, clocks)
        assert together.written(you, undo[you]) == msgspec.json.encode(alone.frame(you, undo[you]))
    return len(order) - len(together._waiting)


@at_every_table
def test_at_every_step_of_careful_games(game: Game, seats: int) -> None:
    chance = Random(f"{game.key}/{seats}")
    for playthrough in sample(game.key, seats):
        for number, (_, step) in enumerate(steps(playthrough), 1):
            lines = [*step.lines, *whispers(chance, seats, number)]
            assert assert_written(game, step.after, seats, lines, chance)


@at_every_table
def test_with_every_option(game: Game, seats: int) -> None:
    chance = Random(f"options/{game.key}/{seats}")
    for playthrough in with_options(game.key, seats):
        for _, step in [*steps(playthrough)][::5]:
            assert_written(game, step.after, seats, step.lines, chance)


def test_where_many_are_asked_in_secret_and_some_may_move_freely() -> None:
    chance = Random("auction")
    for answers in ([], [(0, Show())], [(0, Show()), (1, Pass())], [(1, Bid((3,)))], [(0, Pass()), (1, Bid((0,)))]):
        for _ in range(20):
            assert_written(AUCTION, table(*answers), 3, whispers(chance, 3, 1), chance)


@pytest.mark.parametrize("you", [0, 1, 2])
def test_a_line_for_one_seat_is_in_nobody_elses_bytes_though_all_else_is_the_same(you: Seat) -> None:
    moment = Moment(AUCTION, table((0, Pass()), (1, Bid((0,))), (2, Pass())), 1, [Line(say("Psst!"), only_for=you)])
    assert [b"Psst!" in moment.written(viewer) for viewer in viewers(3)] == [viewer == you for viewer in viewers(3)]
