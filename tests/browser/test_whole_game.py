"""Whole games, as friends play them: each in front of a screen of their own, with a mouse or a finger."""

import asyncio

from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.look import RESULT
from tests.browser.players import Player, play_together
from tests.browser.tables import Tables
from tests.support.effort import amount


async def test_three_friends_play_to_the_end(ann: Guest, ben: Guest, cleo: Guest, eve: Guest, tables: Tables) -> None:
    """Ann has the table open in two tabs, Ben reloads with a piece in his hand, Eve presses nothing."""
    table = await tables.play(ann, ben, cleo)
    who = (ann, ann, ben, cleo, eve)
    anns, second, bens, cleos, _ = looks = await asyncio.gather(*(guest.look_at(table.room) for guest in who))
    draws = {"at_first": "[Dd]raw|place|Put it", "times": amount(by_day=2, long=6)}
    await play_together(
        Player(anns, second, seed=5, **draws),
        Player(bens, seed=6, finger=True, reloads_at=1, **draws),
        Player(cleos, seed=7, **draws),
    )
    await asyncio.gather(*(expect(look.prompt(RESULT)).to_be_visible() for look in looks))
    assert len({await look.seq() for look in looks}) == 1
    rankings = [look.bar.get_by_role("list", name="Places").get_by_role("listitem") for look in looks]
    await asyncio.gather(*(expect(ranking).not_to_have_count(0) for ranking in rankings))
    assert len({tuple(await ranking.all_inner_texts()) for ranking in rankings}) == 1
