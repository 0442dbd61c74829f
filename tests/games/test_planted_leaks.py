"""Leaks planted in every game, each of which a search must find: proof that the searches work."""

from typing import Final

import pytest

from games import GAMES
from games.engine import Game
from tests.games.leaks import in_color_dice, in_color_gin, in_desfases, in_sin_color, in_tcnccc
from tests.games.leaks.in_sin_color import ONE_OFFER_MISSING
from tests.games.leaks.planting import Leak, Search, hunt
from tests.games.sin_color_tables import endgame, play
from tests.support.effort import amount

LEAKS: Final = {
    "color_dice": in_color_dice.LEAKS, "color_gin": in_color_gin.LEAKS, "desfases": in_desfases.LEAKS,
    "sin_color": in_sin_color.LEAKS, "tcnccc": in_tcnccc.LEAKS,
}  # fmt: skip
AT_LENGTH: Final = {"color_gin: a joker is known by its number", "desfases: the next seat hears of the coin"}
"""Leaks that take long to find."""

PLANTED = [
    pytest.param(leak, id=name, marks=[pytest.mark.long] if name in AT_LENGTH else [])
    for key, leaks in LEAKS.items()
    for name, leak in ((f"{key}: {leak}", leaks[leak]) for leak in leaks)
]


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    assert leak.search(leak.plant(monkeypatch)) is not None


OFFERS_MADE: Final = play(endgame(), "offer 0, offer 0, offer 0")
SOUND: Final = {
    **{f"color_dice-{seats}": (GAMES["color_dice"], in_color_dice.unequal(seats)) for seats in range(2, 7)},
    "desfases, in its course": (GAMES["desfases"], in_desfases.course(2, amount(1, 2))),
    "color_gin, jokers": (in_color_gin.playing(mode="jokers", target=25), hunt(2, 1, every=amount(80, 6))),
    "sin_color, an offer missing": (GAMES["sin_color"], in_sin_color.from_here(ONE_OFFER_MISSING, amount(1, 5))),
    "sin_color, offers made": (GAMES["sin_color"], in_sin_color.from_here(OFFERS_MADE, amount(1, 5))),
}


@pytest.mark.parametrize(("game", "search"), SOUND.values(), ids=SOUND)
def test_without_a_planted_leak_nothing_is_found(game: Game, search: Search) -> None:
    assert search(game) is None
