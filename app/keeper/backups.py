"""Daily copies of an SQLite database by the running server itself, of which the newest few are kept."""

import asyncio
import logging
import os
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from app.background import Service
from app.keeper.copies import GivenUp, NotCopied, checked_copy
from app.private_files import make_folder
from app.settings import BadSetting, Settings
from app.storage.databases import database_at
from app.storage.disk import MB, sync

log = logging.getLogger("tertulia.backups")

OF_POSTGRES: Final = (
    "PostgreSQL makes its own copies: pg_dump --format=custom --file=FILE with this database’s address, every "
    "day, or the archiving of its write-ahead log (archive_mode) where not even a minute may be lost."
)

DAY_S: Final = 24 * 3600
FIRST_AFTER_S: Final = 30.0
"""A start has enough to do."""
CHECK_EVERY_S: Final = 600.0
AHEAD_S: Final = 300
"""A copy from so far in the future was made while the clock was wrong: it counts for nothing."""

_NAME: Final = "tertulia-%Y-%m-%dT%H%M%SZ.sqlite3"
_COPY: Final = re.compile(r"tertulia-[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}Z\.sqlite3")
_UNFINISHED: Final = re.compile(rf"\.{_COPY.pattern}\.[0-9a-f]{{8}}")


class Backups(Service):
    """Copies the database once a day into a folder, in a thread of the lowest priority."""

    def __init__(self, source: Path, folder: Path, kept: int, left: int) -> None:
        """`kept`: how many copies stay; `left`: bytes that have to stay free on the disk of the folder."""
        self._source = source
        self._folder = folder
        self._kept = kept
        self._left = left
        self._began = time.time()
        self._thread = ThreadPoolExecutor(1, "backup", initializer=_be_nice)

    def start(self) -> None:
        failed = "the daily copy of the database failed"
        self._tasks.repeat(self.copy_when_due, CHECK_EVERY_S, log, failed, after_s=FIRST_AFTER_S)

    async def close(self) -> None:
        """A copy under way is given up."""
        await super().close()
        self._thread.shutdown()

    @property
    def age_s(self) -> float:
        """Seconds since the newest copy was made; without one, since this server started."""
        now = time.time()
        made = [at for copy in self._copies() if (at := _time_of(copy)) < now + AHEAD_S]
        return max(0.0, now - max(made, default=self._began))

    async def copy_when_due(self) -> None:
        """Make a copy if the newest is a day old, or there is none. A failure is logged, and tried again later."""
        if self._copies() and self.age_s < DAY_S:
            return
        given_up = threading.Event()
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._thread, self._copy, given_up.is_set)
            log.info("a daily copy of the database was made")
        except (NotCopied, OSError):
            log.exception("the daily copy of the database could not be made")
        finally:
            given_up.set()

    def _copy(self, given_up: GivenUp) -> None:
        make_folder(self._folder)
        self._tidy()
        place = self._folder / f"{datetime.now(UTC):{_NAME}}"
        with checked_copy(self._source, place, left=self._left, given_up=given_up) as (copy, _):
            copy.rename(place)
            sync(self._folder)
        for old in self._copies()[: -self._kept]:
            old.unlink()

    def _copies(self) -> list[Path]:
        """The oldest first."""
        if not self._folder.is_dir():
            return []
        return sorted(path for path in self._folder.iterdir() if _COPY.fullmatch(path.name))

    def _tidy(self) -> None:
        """Delete what a server that was killed has begun."""
        for path in self._folder.iterdir():
            if _UNFINISHED.fullmatch(path.name):
                path.unlink()


def open_backups(settings: Settings) -> Backups | None:
    """As the settings say; None: off. Raises BadSetting."""
    if not settings.backups:
        return None
    source = database_at(settings.database_url).path
    if source is None:
        raise BadSetting(f"TERTULIA_BACKUPS: expected nothing with PostgreSQL. {OF_POSTGRES}")
    left = settings.disk_free_for_rooms_mb * MB
    return Backups(source, Path(settings.backups), settings.backups_kept, left)


def _be_nice() -> None:
    """Players come first. On Linux, threads have priorities of their own."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)


def _time_of(copy: Path) -> float:
    return datetime.strptime(copy.name, _NAME).replace(tzinfo=UTC).timestamp()
