"""Captions of the figures in the rules name the same numbers in every language, and none where nothing is counted."""

import pytest

from games import GAMES
from tests.games.examples import captions, numbers_in

NOTHING_COUNTED = {"color_gin": {"spoiling"}, "tcnccc": {"pair", "no_pair", "others_draw", "empty", "four"}}


@pytest.mark.parametrize("key", GAMES)
def test_captions_name_the_same_numbers_in_every_language(key: str) -> None:
    numbers = {figure: numbers_in(key, figure) for figure in captions(key, "en")}
    assert all(not numbers[figure] for figure in NOTHING_COUNTED.get(key, ()))
