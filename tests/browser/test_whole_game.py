"""A whole game, as friends play it: three players and an onlooker, each in front of a screen of their own."""

import asyncio

from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.look import RESULT, Look
from tests.browser.players import KeyboardPlayer, Player, TouchPlayer
from tests.browser.tables import Tables


async def test_three_friends_play_to_the_end_and_one_watches(
    ann: Guest, ben: Guest, cleo: Guest, eve: Guest, tables: Tables
) -> None:
    table = await tables.play(ann, ben, cleo)
    anns, second, bens, cleos, eves = await asyncio.gather(
        *(guest.look_at(table.room) for guest in (ann, ann, ben, cleo, eve))
    )
    players = [Player(anns, second), TouchPlayer(bens), KeyboardPlayer(cleos)]
    await asyncio.gather(*(player.play_to_the_end() for player in players))
    await everybody_sees_the_same_result(anns, second, bens, cleos, eves)
    assert sum(player.lifted for player in players) >= 2


async def everybody_sees_the_same_result(*looks: Look) -> None:
    await asyncio.gather(*(expect(look.prompt(RESULT)).to_be_visible() for look in looks))
    assert len({await look.seq() for look in looks}) == 1
    winners = [await look.seat("winner").locator("p").first.inner_text() for look in looks]
    assert len({winner.split()[0] for winner in winners}) == 1
