"""A whole game, as friends play it: three players and an onlooker, each in front of a screen of their own."""

import asyncio

from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.look import RESULT, Look
from tests.browser.players import Player, TouchPlayer
from tests.browser.tables import Tables


async def test_three_friends_play_to_the_end_and_one_watches(
    ann: Guest, ben: Guest, cleo: Guest, eve: Guest, tables: Tables
) -> None:
    """Ann has the table open in two tabs, Ben reloads with a piece in his hand, Eve presses nothing."""
    table = await tables.play(ann, ben, cleo)
    who = (ann, ann, ben, cleo, eve)
    anns, second, bens, cleos, _ = looks = await asyncio.gather(*(guest.look_at(table.room) for guest in who))
    players = [Player(anns, second, seed=5), TouchPlayer(bens, seed=6, reloads_before=1), Player(cleos, seed=7)]
    await asyncio.gather(*(player.play_to_the_end() for player in players))
    await everybody_sees_the_same_result(*looks)


async def everybody_sees_the_same_result(*looks: Look) -> None:
    await asyncio.gather(*(expect(look.prompt(RESULT)).to_be_visible() for look in looks))
    assert len({await look.seq() for look in looks}) == 1
    winners = [await look.seat("winner").get_by_role("paragraph").first.inner_text() for look in looks]
    assert len({winner.split()[0] for winner in winners}) == 1
