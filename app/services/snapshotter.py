"""Writes snapshots of long rooms so that they load without a full replay."""

import asyncio
import logging

from msgspec.structs import replace

from app.background import Service, tolerated
from app.rooms.room import Room
from app.storage.commit import OutcomeUnknown
from app.storage.entries import Snapshot
from app.storage.store import Store
from app.table import snapshots

log = logging.getLogger("tertulia.remembering")


class Snapshotter(Service):
    """Watches how far rooms have come since their last snapshot."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def close(self) -> None:
        """Finish the snapshots that are being written."""
        await self._tasks.finish()

    def watch(self, room: Room) -> None:
        """The room has changed: write a snapshot if it is due. Nobody waits for it, and it may fail."""
        table = room.table
        if table.seq - room.snapshot_seq >= snapshots.EVERY and not table.closed and not room.is_broken:
            room.snapshot_seq = table.seq
            copy = Snapshot(table.room, table.seq, table.head, snapshots.code(), snapshots.packed(table))
            self._tasks.start(self._keep(copy), room=copy.room)

    async def _keep(self, copy: Snapshot) -> None:
        failed = "storage did not take a snapshot; another one is written later"
        with tolerated(OutcomeUnknown, log, failed, room=copy.room):
            smaller = await asyncio.to_thread(snapshots.compressed, copy.body)
            await self._store.keep_snapshot(replace(copy, body=smaller))
