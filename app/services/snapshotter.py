"""Keeps copies of rooms whose logs have become long, so that they come back quickly."""

from __future__ import annotations

import asyncio
import logging

from app.background import Background
from app.rooms.room import Room
from app.storage.entries import Snapshot
from app.storage.store import Store
from app.storage.writer import OutcomeUnknown
from app.table import snapshots

log = logging.getLogger("tertulia.remembering")


class Snapshotter:
    """Watches how far rooms have come since they were last copied."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks = Background()

    async def close(self) -> None:
        """Finish what is being kept."""
        await self._tasks.finish()

    def watch(self, room: Room) -> None:
        """The room has changed: copy it every so many events. Nobody waits for it, and a room is lost by no failure."""
        table = room.table
        if table.seq - room.snapshot_seq >= snapshots.EVERY and not table.closed and not room.is_broken:
            room.snapshot_seq = table.seq
            copy = Snapshot(table.room, table.seq, table.head, snapshots.code(), snapshots.packed(table))
            self._tasks.start(self._keep(copy))

    async def _keep(self, copy: Snapshot) -> None:
        try:
            await self._store.keep_snapshot(await asyncio.to_thread(_smaller, copy))
        except OutcomeUnknown:
            log.debug("storage did not take a copy; the room is copied again later", extra={"room": copy.room})


def _smaller(copy: Snapshot) -> Snapshot:
    return Snapshot(copy.room, copy.seq, copy.head, copy.code, snapshots.compressed(copy.body))
