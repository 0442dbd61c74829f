"""Services that watch rooms are told of everything that happens there, after the pages have been shown it."""

import json

from app.protocol import commands
from app.rooms.room import Room
from tests.support.beads import Put
from tests.support.connections import DirectPage
from tests.support.tables import ANN, BEN, EVE, Company, put, until


async def test_watchers_are_told_of_every_move_and_of_all_else(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, length=30)
    told: list[int] = []
    party.rooms.watchers.append(lambda room: told.append(room.table.seq))
    began = room.table.seq
    await put(ann, ben)
    await ann.asks(commands.Speak("well"))
    assert told == [began + 1, began + 2, began + 3]


async def test_a_move_is_shown_to_everybody_before_the_watchers_are_told(party: Company) -> None:
    room, _ = await party.playing(ANN, BEN)
    pages, shown = [DirectPage(party, room, guest) for guest in (ANN, BEN, EVE)], list[list[int]]()
    for page in pages:
        await page.opens()

    def watch(room: Room) -> None:
        shown.append([json.loads(page.of("frame")[-1])["seq"] for page in pages])

    party.rooms.watchers.append(watch)
    pages[0].plays(Put(1))
    await until(lambda: shown)
    assert shown == [[room.table.seq] * 3]
    for page in pages:
        await page.leaves()
