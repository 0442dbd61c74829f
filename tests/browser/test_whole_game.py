"""Whole games, as friends play them: each in front of a screen of their own, with a mouse or a finger."""

import asyncio
from collections.abc import Callable
from itertools import count
from random import Random

import pytest
from playwright.async_api import Locator, expect

from tests.amounts import amount
from tests.browser.guests import Guest
from tests.browser.look import RESULT, Look
from tests.browser.players import Player, play_together
from tests.browser.tables import Seated, Tables
from tests.browser.walks import step
from tests.client import Message


async def test_three_friends_play_to_the_end_and_one_watches(
    ann: Guest, ben: Guest, cleo: Guest, eve: Guest, tables: Tables
) -> None:
    """Ann has the table open in two tabs, Ben reloads with a piece in his hand, Eve presses nothing."""
    table = await tables.play(ann, ben, cleo)
    who = (ann, ann, ben, cleo, eve)
    anns, second, bens, cleos, _ = looks = await asyncio.gather(*(guest.look_at(table.room) for guest in who))
    draws = {"at_first": "[Dd]raw|place|Put it", "times": amount(by_day=2, long=6)}
    await play_together(
        Player(anns, second, seed=5, **draws),
        Player(bens, seed=6, finger=True, reloads_before=1, **draws),
        Player(cleos, seed=7, **draws),
    )
    await everybody_sees_the_same_result(*looks)


def is_nearly_won(frame: Message) -> bool:
    """Whether at Color Gin somebody lacks one suit, and in that not much."""
    closed, scores = frame["view"]["closed"], frame["view"]["scores"]
    winners = list(closed.values())
    return any(
        winners.count(seat) == 2 and max(points for suit, points in scores[seat].items() if suit not in closed) > 12
        for seat in winners
    )


NEARLY_OVER: dict[str, Callable[[Message], bool]] = {
    "desfases": lambda frame: frame["view"]["round"] >= 20,
    "sin_color": lambda frame: frame["view"]["paid_count"] >= 12,
    "color_gin": is_nearly_won,
    "color_dice": lambda frame: frame["view"]["round"] == frame["view"]["rounds"],
}


@pytest.mark.parametrize(
    "game", [key if key == "desfases" else pytest.param(key, marks=pytest.mark.long) for key in NEARLY_OVER]
)
async def test_friends_with_a_mouse_and_a_finger_come_to_the_end(
    ann: Guest, ben: Guest, cleo: Guest, tables: Tables, game: str
) -> None:
    """The first turns were played before they came in."""
    who = (ann, ben, cleo) if game == "sin_color" else (ann, ben)
    table = await near_its_end(tables, game, *who)
    looks = await asyncio.gather(*(guest.look_at(table.room) for guest in who))
    players = [Player(look, seed=7, finger=look is looks[1]) for look in looks]
    await play_together(*players)
    assert all(player.pressed for player in players)
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
