"""Rooms are woken once before their evening, on whichever node, and are kept until it."""

import pytest

from app.protocol.commands import ChangeSettings, Start
from app.rooms.room import Room
from app.services.evenings import CLAIMED_MS, Evenings
from app.services.housekeeping import Housekeeping
from app.settings import Settings
from app.table.evening import CALLED_MS, HOUR_MS
from app.table.event_ids import new_id
from app.table.host import change_settings
from tests.support.cluster import Nodes
from tests.support.cluster import nodes as nodes
from tests.support.tables import ANN, BEN, Company, Page

IN_S = 3600.0
CALLED_S = CALLED_MS / 1000


class Watcher:
    """Counts how often rooms are told of to those who call players."""

    def __init__(self, node: Company) -> None:
        self.woken = list[str]()
        self.evenings = Evenings(node.rooms)
        self._node = node

    async def check(self) -> int:
        """Check the dates; how often a room has been woken until now."""
        self._node.rooms.watchers.append(self._note)
        try:
            await self.evenings.wake_due_rooms()
        finally:
            self._node.rooms.watchers.remove(self._note)
        return len(self.woken)

    def _note(self, room: Room) -> None:
        self.woken.append(room.table.room)


@pytest.fixture
def watcher(party: Company) -> Watcher:
    return Watcher(party)


async def dated(party: Company, in_s: float = IN_S) -> tuple[Room, Page]:
    """Ann's room, where an evening with Ben is set to begin then."""
    room, (ann, _) = await party.seated(ANN, BEN, length=2)
    await ann.asks(ChangeSettings(evening=party.clock() + round(in_s * 1000)))
    return room, ann


async def test_a_room_is_woken_once_ten_minutes_before_its_evening(party: Company, watcher: Watcher) -> None:
    room, _ = await dated(party)
    party.clock.advance(IN_S - CALLED_S - 1)
    assert await watcher.check() == 0
    party.clock.advance(1)
    assert await watcher.check() == 1
    assert (await watcher.check(), watcher.woken) == (1, [room.table.room])


async def test_a_room_that_is_in_nobodys_memory_is_woken_too(party: Company) -> None:
    await dated(party)
    other = Watcher(await party.other_node())
    party.clock.advance(IN_S - CALLED_S)
    assert await other.check() == 1


async def test_a_date_that_is_moved_or_removed_moves_or_removes_the_call(party: Company, watcher: Watcher) -> None:
    _, ann = await dated(party)
    await ann.asks(ChangeSettings(evening=party.clock() + round(2 * IN_S * 1000)))
    party.clock.advance(IN_S)
    assert await watcher.check() == 0
    party.clock.advance(IN_S - CALLED_S)
    assert await watcher.check() == 1
    await ann.asks(ChangeSettings(evening=party.clock() + round(IN_S * 1000)))
    await ann.asks(ChangeSettings(evening=None))
    party.clock.advance(IN_S)
    assert await watcher.check() == 1


async def test_other_settings_bring_no_second_call(party: Company, watcher: Watcher) -> None:
    _, ann = await dated(party)
    party.clock.advance(IN_S - CALLED_S)
    assert await watcher.check() == 1
    await ann.asks(ChangeSettings(fast_bots=True))
    assert await watcher.check() == 1


async def test_nobody_is_called_once_the_game_has_begun(party: Company, watcher: Watcher) -> None:
    _, ann = await dated(party)
    await ann.asks(Start())
    party.clock.advance(IN_S - CALLED_S)
    assert await watcher.check() == 0


async def test_what_one_process_has_claimed_and_not_done_another_does_later(
    party: Company, watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    await dated(party)
    party.clock.advance(IN_S - CALLED_S)
    party.rooms.closing = True
    assert await watcher.check() == 0
    party.rooms.closing = False
    assert await watcher.check() == 0
    party.clock.advance(CLAIMED_MS / 1000)
    assert await watcher.check() == 1


async def test_of_two_nodes_one_wakes_it(nodes: Nodes) -> None:
    one, two = nodes
    _, (ann, _) = await one.seated(ANN, BEN)
    await ann.asks(ChangeSettings(evening=one.clock() + CALLED_MS))
    watchers = [Watcher(node) for node in (one, two)]
    assert sorted([await watcher.check() for watcher in watchers]) == [0, 1]


async def test_a_room_is_kept_until_its_evening_and_as_long_afterwards_as_after_anything_else(party: Company) -> None:
    room, begins = await party.table(), party.clock() + 30 * 24 * HOUR_MS
    dated = ChangeSettings(evening=begins)
    await room.do(ANN.id, new_id(), lambda table: change_settings(table, ANN.id, dated, party.clock()))
    housekeeping, kept = Housekeeping(party.rooms, Settings()), Settings().keep_unstarted_hours * HOUR_MS / 1000
    party.rooms.forget(room)
    party.clock.advance(30 * 24 * 3600 + kept - 1)
    assert await housekeeping.tidy() == 0
    party.clock.advance(2)
    assert await housekeeping.tidy() == 1
