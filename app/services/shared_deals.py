"""Several tables with one deal: opens their rooms, and opens them to one another when all have ended."""

import asyncio
import logging
from functools import partial
from typing import Final

import msgspec

from app.background import Service
from app.duplicates.sharing import break_off, refuse_to_share, sealed, share, shared_game, unseal
from app.protocol.messages import Refusal
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.storage.commit import OutcomeUnknown
from app.storage.guests import Guest
from app.table import gathering
from app.table.deal import Sharing, new_secret
from app.table.event_ids import SERVER, id_of, new_id
from app.table.events import SettingsChanged
from app.table.state import Table
from games.engine import say

log = logging.getLogger("tertulia.rooms")

RETRY_S: Final = 2.0


class SharedDeals(Service):
    """Watches the tables that play one deal."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._asking: set[Room] = set()

    async def share(self, room: Room, guest: Guest, name: str, tables: int) -> list[str]:
        """Host: have the next deal of this table played at so many tables: at this one, and at others like it without
        players. Returns the codes of their rooms. Raises Refusal, OutcomeUnknown."""
        table, setting = room.table, _setting_of(room.table)
        refuse_to_share(table, guest.id)
        options, seats = msgspec.json.decode(setting[2]), len(table.seats)
        codes = [await self._rooms.open(table.game.key, seats, options, guest, name) for _ in range(tables - 1)]
        secret, everywhere = new_secret(), [table.room, *codes]
        for code in codes:
            other = await self._rooms.entered(code)
            await other.do(guest.id, new_id(), lambda table: gathering.stand(table, guest.id, None))
            alike = partial(share, guest=guest.id, rooms=everywhere, secret=secret, like=table.settings)
            await other.do(guest.id, new_id(), alike)

        def share_unchanged(now: Table) -> SettingsChanged:
            if _setting_of(now) != setting:
                raise Refusal("not_now", say("The table has been changed meanwhile. Look at it, and try again."))
            return share(now, guest.id, everywhere, secret)

        await room.do(guest.id, new_id(), share_unchanged)
        return everywhere

    async def end(self, room: Room, guest: str) -> None:
        """Whoever set the tables ends their evening: games that still go on are broken off. Raises Refusal,
        OutcomeUnknown."""
        sharing = sealed(room.table)
        if sharing is None:
            raise Refusal("not_now", say("This evening has ended already."))
        if guest != sharing.organizer:
            raise Refusal("not_host", say("Only who has set these tables can end their evening."))
        rooms = await self._rooms_of(sharing)
        for other in rooms:
            if other.table.phase == "playing" and sealed(other.table):
                await other.do(SERVER, id_of(f"broken off/{other.table.room}/{other.table.number}"), break_off)
        await self._unseal(rooms)

    def watch(self, room: Room) -> None:
        """Something has happened in this room: if its game with the shared deal has ended, look at the others."""
        sharing = sealed(room.table)
        if sharing is not None and shared_game(room.table) is not None and room not in self._asking:
            self._asking.add(room)
            self._tasks.start(self._unseal_if_all_ended(room, sharing), room=room.table.room)

    async def _unseal_if_all_ended(self, room: Room, sharing: Sharing) -> None:
        try:
            rooms = await self._rooms_of(sharing)
            if all(shared_game(other.table) is not None for other in rooms):
                await self._unseal(rooms)
        except (Refusal, OutcomeUnknown) as reason:
            log.debug("tables stay sealed: %s", type(reason).__name__, extra={"room": room.table.room})
            self._tasks.start(self._watch_again(room), room=room.table.room)
        finally:
            self._asking.discard(room)

    async def _watch_again(self, room: Room) -> None:
        await asyncio.sleep(RETRY_S)
        if self._rooms.is_live(room):
            self.watch(room)

    async def _rooms_of(self, sharing: Sharing) -> list[Room]:
        """Without those that are gone, or damaged."""
        found = [await self._rooms.find(code) for code in sharing.rooms]
        return [room for room in found if room is not None and not room.is_broken]

    async def _unseal(self, rooms: list[Room]) -> None:
        for room in rooms:
            if (sharing := sealed(room.table)) is not None:
                await room.do(SERVER, id_of(f"unsealed/{room.table.room}/{sharing.game}"), unseal)


def _setting_of(table: Table) -> tuple[str, int, bytes]:
    return table.game.key, len(table.seats), msgspec.json.encode(table.options)
