"""Whole games, as friends play them: each in front of a screen of their own, with a mouse or a finger."""

import asyncio
from collections.abc import Callable
from itertools import count
from random import Random

import pytest
from playwright.async_api import Locator, expect

from tests.browser import color_dice_tables, color_gin_tables, desfases_tables
from tests.browser.guests import Guest
from tests.browser.look import RESULT, Look
from tests.browser.players import Lifter, Player, play_together
from tests.browser.tables import Seated, Tables
from tests.browser.traders import Trader
from tests.browser.walks import step
from tests.client import Message


async def test_three_friends_play_to_the_end_and_one_watches(
    ann: Guest, ben: Guest, cleo: Guest, eve: Guest, tables: Tables
) -> None:
    """Ann has the table open in two tabs, Ben reloads with a piece in his hand, Eve presses nothing."""
    table = await tables.play(ann, ben, cleo)
    who = (ann, ann, ben, cleo, eve)
    anns, second, bens, cleos, _ = looks = await asyncio.gather(*(guest.look_at(table.room) for guest in who))
    await play_together(
        Lifter(anns, second, seed=5), Lifter(bens, seed=6, finger=True, reloads=1), Lifter(cleos, seed=7)
    )
    await everybody_sees_the_same_result(*looks)


PLAYERS: dict[str, type[Player]] = {
    "sin_color": Trader,
    "desfases": desfases_tables.Player,
    "color_gin": color_gin_tables.Player,
    "color_dice": color_dice_tables.Player,
}
NEARLY_OVER: dict[str, Callable[[Message], bool]] = {
    "sin_color": lambda frame: frame["view"]["paid_count"] >= 12,
    "desfases": lambda frame: frame["view"]["round"] >= 20,
    "color_gin": color_gin_tables.is_nearly_won,
    "color_dice": lambda frame: frame["view"]["round"] == frame["view"]["rounds"],
}


BY_DAY = ("desfases",)


@pytest.mark.parametrize(
    "game", [*BY_DAY, *(pytest.param(key, marks=pytest.mark.long) for key in PLAYERS if key not in BY_DAY)]
)
async def test_friends_with_a_mouse_and_a_finger_come_to_the_end(
    ann: Guest, ben: Guest, cleo: Guest, tables: Tables, game: str
) -> None:
    """The first turns were played before they came in."""
    who = (ann, ben, cleo) if game == "sin_color" else (ann, ben)
    table = await near_its_end(tables, game, *who)
    looks = await asyncio.gather(*(guest.look_at(table.room) for guest in who))
    players = [PLAYERS[game](look, seed=7, finger=look is looks[1]) for look in looks]
    await play_together(*players)
    assert all(player.answers for player in players)
    await everybody_sees_the_same_result(*looks)


async def near_its_end(tables: Tables, game: str, *who: Guest) -> Seated:
    """Another game is begun when one ends too soon."""
    for seed in count():
        table = await tables.play(*who, game=game, **({"target": 25} if game == "color_gin" else {}))
        chance = Random(seed)
        while not table.frame["outcome"]:
            if NEARLY_OVER[game](table.frame):
                return table
            await step(table, chance)
    raise AssertionError


async def everybody_sees_the_same_result(*looks: Look) -> None:
    await asyncio.gather(*(expect(look.prompt(RESULT)).to_be_visible() for look in looks))
    assert len({await look.seq() for look in looks}) == 1
    await asyncio.gather(*(expect(places(look)).not_to_have_count(0) for look in looks))
    assert len({tuple(await places(look).all_inner_texts()) for look in looks}) == 1


def places(look: Look) -> Locator:
    """Who came in where, and with what."""
    return look.bar.get_by_role("list", name="Places").get_by_role("listitem")
