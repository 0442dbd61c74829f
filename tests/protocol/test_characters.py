"""Bots are regulars of the café: each has a name of its own and a figure, and plays at one level."""

from collections import Counter
from itertools import chain
from typing import get_args

import pytest

from app.protocol import commands
from app.protocol.characters import CHARACTERS, figure_of
from app.protocol.names import clean_name
from app.storage.guests import Guest
from games.bot import LEVELS, Level
from tests.support.decisions import Tables
from tests.support.tables import ANN

MOST_SEATS = 6
LONGEST = 16

ALL = [*chain.from_iterable(CHARACTERS.values())]


def test_every_level_has_more_characters_than_a_table_has_seats() -> None:
    assert list(CHARACTERS) == list(LEVELS)
    assert all(len(known) > MOST_SEATS for known in CHARACTERS.values())
    assert max(Counter(each.name for each in ALL).values()) == 1


def test_names_of_characters_are_such_as_people_may_have_and_short() -> None:
    assert [each.name for each in ALL if clean_name(each.name) != each.name or len(each.name) > LONGEST] == []
    assert {each.figure for each in ALL} <= {*get_args(commands.Figure)}


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_a_table_have_different_names_and_figures(given: Tables, level: Level) -> None:
    table = given(ANN, seats=MOST_SEATS, game="tcnccc")
    table.when(ANN, *(commands.SeatBot(seat, level) for seat in range(1, MOST_SEATS)))
    bots = table.table.seats[1:]
    assert [seat.name for seat in bots] == [each.name for each in CHARACTERS[level][1:MOST_SEATS]]
    assert [seat.figure for seat in bots] == [figure_of(seat.name) for seat in bots]
    assert len({seat.figure for seat in bots}) == len(bots)


def test_nobody_sits_beside_a_bot_of_their_name_or_figure(given: Tables) -> None:
    remedios = Guest("remedios-id", b"remedios", "Dona Remedios")
    table = given(ANN, remedios, seats=4)
    table.when(remedios, commands.Sit(2), commands.ChooseFigure("bear"))
    table.when(ANN, commands.SeatBot(1, "medium"), commands.SeatBot(3, "medium"))
    assert table.seats == ["Ann", "Herr Lindner", "Dona Remedios", "Madame Colette"]
    assert [seat.figure for seat in table.table.seats] == [None, None, "bear", "bee"]


def test_another_level_is_another_character(given: Tables) -> None:
    table = given(ANN, seats=2)
    table.when(ANN, commands.SeatBot(1, "medium"))
    table.when(ANN, commands.SeatBot(1, "strong"))
    assert table.seats == ["Ann", "Dona Beatriz"]
