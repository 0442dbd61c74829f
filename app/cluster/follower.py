"""Keeps rooms up to date with what other processes append, nodes and operators' commands: by notices, which may be
lost, and by polling the logs' heads."""

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from typing import Final

from app.background import Service
from app.protocol.talk import Speaker
from app.rooms.notices import Head, Leads, Notice, Nudges, OpensTable, PointsOut, Reacts
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.storage.commit import OutcomeUnknown
from app.telemetry import metrics

log = logging.getLogger("tertulia.following")

CHECK_EVERY_S: Final = 5.0
CHECK_WITHOUT_NOTICES_S: Final = 1.0
TICK_S: Final = 0.25


class Follower(Service):
    """Makes every live room that is behind its log read on."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._notices = rooms.notices
        self._checked_at, self._spread = time.monotonic(), _spread()
        self._notices.subscribe(self._hear, self._miss)

    def start(self) -> None:
        failed = "the heads of the logs could not be read"
        self._tasks.repeat(self._check_when_due, TICK_S, log, failed, expected=OutcomeUnknown)

    async def check(self) -> None:
        """Bring all rooms up to date with their logs. Raises Unanswered."""
        await self._check_epoch()
        rooms = {room.table.room: room for room in self._rooms.live()}
        if not rooms:
            metrics.HEAD_LAG.set(0)
            return
        had = {code: (room.table.seq, room.table.head) for code, room in rooms.items()}
        last = await self._store.last_events(rooms)
        heads = {code: seq for code, (seq, _) in last.items()}
        for code, room in rooms.items():
            seq, _ = end = last.get(code, (0, ""))
            if end != had[code] and seq <= had[code][0]:
                # Deleted, or newer than the backup or standby that is there now: pages reload what is left.
                log.info("a room is not in the log any more", extra={"room": code})
                self._rooms.drop(room)
        metrics.HEAD_LAG.set(max(0, *(heads.get(code, 0) - seq for code, (seq, _) in had.items())))
        behind = {room for code, room in rooms.items() if heads.get(code, 0) > room.table.seq or room.in_doubt}
        await asyncio.gather(*(self._follow(room, heads.get(room.table.room, 0), "poll") for room in behind))

    async def _check_epoch(self) -> None:
        """Evict every room after a restore: none matches its log any more."""
        if self._store.shared and (epoch := await self._store.read_epoch()) != self._store.epoch:
            log.warning("the log has a new epoch: every room is reloaded")
            self._store.epoch = epoch
            for room in self._rooms.live():
                self._rooms.drop(room)

    async def _check_when_due(self) -> None:
        often = CHECK_EVERY_S if self._notices.healthy else CHECK_WITHOUT_NOTICES_S
        if time.monotonic() - self._checked_at > often * self._spread:
            self._checked_at, self._spread = time.monotonic(), _spread()
            await self.check()

    def _hear(self, node: str, notices: Sequence[Notice]) -> None:
        for notice in notices:
            match notice:
                case Head(code, seq) if (room := self._rooms.live_room(code)) is not None and room.table.seq < seq:
                    self._tasks.start(self._follow(room, seq, "hint"), room=code)
                case Reacts(code, seat, name, what) if (room := self._rooms.live_room(code)) is not None:
                    room.audience.show_reaction(Speaker(seat, name), what)
                case Nudges() if (room := self._rooms.live_room(notice.room)) is not None:
                    room.nudges.show(notice)
                case Leads() | PointsOut() | OpensTable() if (room := self._rooms.live_room(notice.room)) is not None:
                    room.audience.together.hear(room.table, notice)

    async def _follow(self, room: Room, seq: int, path: metrics.Path) -> None:
        try:
            for event in await room.read_on(seq):
                metrics.note_delivery(path, self._store.now() - event.at)
        except OutcomeUnknown:
            log.debug("storage does not answer; the room stays as it is", extra={"room": room.table.room})
        except Exception:
            log.exception("a room could not be read on", extra={"room": room.table.room})

    def _miss(self) -> None:
        self._checked_at = float("-inf")


def _spread() -> float:
    """A random factor of 0.8 to 1.2, so that nodes do not all poll at once."""
    return 0.8 + secrets.randbelow(400) / 1000
