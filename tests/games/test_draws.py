"""What chance gave to each seat is counted once the game is over, beside what was to be expected."""

from typing import Any, Final

import msgspec
import pytest
from msgspec import Raw

from games import GAMES, hindsight_of
from games.draws import Counted, counted
from games.engine import Game
from games.playthrough import Playthrough
from games.record import Made, Record
from tests.games.played import TABLES, at_every_table, sample

COUNTED: Final = [table for table in TABLES if hindsight_of(table.values[0]).draws]  # type: ignore[arg-type]


def record_of(playthrough: Playthrough, steps: int | None = None) -> Record:
    """The game, or its first moves."""
    numbered = enumerate(playthrough.steps[:steps], 2)
    made = [Made(number, step.seat, Raw(msgspec.json.encode(step.move)), step.drawn) for number, step in numbered]
    options = Raw(msgspec.json.encode(playthrough.options))
    return Record(playthrough.game.rules, options, playthrough.seats, 1, 0, playthrough.drawn, made)


def count(playthrough: Playthrough, steps: int | None = None) -> Counted:
    draws = hindsight_of(playthrough.game).draws
    assert draws is not None
    return counted(playthrough.game, record_of(playthrough, steps), draws)


@pytest.mark.parametrize(("game", "seats"), COUNTED)
def test_as_much_is_expected_as_was_drawn(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats):
        told = count(playthrough)
        for drawn, expected in zip(told.drawn, told.expected, strict=True):
            assert sum(drawn) == pytest.approx(sum(expected), abs=0.01 * len(told.kinds))


@at_every_table
def test_only_desfases_draws_nothing_while_it_is_played(game: Game, seats: int) -> None:
    assert (hindsight_of(game).draws is None) == (game.key == "desfases")


def drawn_in(playthrough: Playthrough) -> list[Any]:
    """Everything that was drawn, in its order."""
    return [*playthrough.drawn, *(item for step in playthrough.steps for item in step.drawn)]


@pytest.mark.parametrize("key", ["sin_color", "color_dice"])
def test_every_throw_counts_for_one_seat(key: str) -> None:
    game = GAMES[key]
    for playthrough in sample(key, game.seats[-1]):
        throws = [item for item in drawn_in(playthrough) if isinstance(item, int)]
        starts = 1  # the starting player is drawn, too
        assert sum(map(sum, count(playthrough).drawn)) == len(throws) - starts


def test_a_piece_counts_for_who_drew_it() -> None:
    (playthrough, *_) = sample("tcnccc", 3)
    told = count(playthrough)
    pieces = [(step.seat, step.drawn[0]) for step in playthrough.steps if step.drawn]
    kinds = [str(kind) for kind in told.kinds]
    for seat, drawn in enumerate(told.drawn):
        assert drawn == [pieces.count((seat, kind)) for kind in kinds]


def test_what_is_expected_follows_from_what_is_in_the_bag() -> None:
    playthrough = next(each for each in sample("tcnccc", 2) if each.steps[0].drawn)
    first = count(playthrough, steps=1)
    of_colour, of_joker = round(6 / 27, 2), round(3 / 27, 2)
    assert first.expected[playthrough.steps[0].seat] == [of_colour] * 4 + [of_joker]


def test_cards_that_are_dealt_are_not_counted() -> None:
    (playthrough, *_) = sample("color_gin", 2)
    of_moves = sum(len(step.drawn) == 1 for step in playthrough.steps)
    assert sum(map(sum, count(playthrough).drawn)) == of_moves
