"""Tells an empty database that ought to hold games: a copy of the file alone, made while a server wrote into the log
beside it, or a file that was moved away. Nothing that may hold games is overwritten."""

import logging
import shutil
from pathlib import Path
from typing import Final

from app.private_files import make_new_file
from app.storage.database import Unfit

log = logging.getLogger("tertulia.store")

BEGINS: Final = b"SQLite format 3\0"
HEADER_BYTES: Final = 100
MOST_LOOKED_AT: Final = 200
"""Files of the folder that are read to tell whether it is a database."""


class EmptyDatabaseCheck:
    """What there is before the database at this path is opened. Raises Unfit when only its log is there, which SQLite
    would delete."""

    def __init__(self, path: Path, *, was_served: bool) -> None:
        """`was_served`: a server has run here before."""
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        had_file = path.exists()
        if _size(self._log) and not (had_file and _size(path)):
            raise Unfit(
                f"{self._log} is there, which holds the newest changes, but {path} is {'empty' if had_file else 'not'}"
                ". Put the file back that belongs to it, or move the log away to begin without games"
            )
        self._expected = had_file or was_served or _holds_databases(path.parent)
        self._spare = self._copy_of_log() if _pages(path) <= 1 and _size(self._log) else None

    def _copy_of_log(self) -> Path:
        """A copy of the log, as SQLite deletes one that it cannot read."""
        spare = self._log.with_name(f"{self._log.name}.unread")
        spare.unlink(missing_ok=True)
        make_new_file(spare, self._path)
        shutil.copyfile(self._log, spare)
        return spare

    def report(self, *, held_tables: bool) -> None:
        """Log what is suspicious, once the database is open. `held_tables`: before the start made them."""
        if held_tables:
            if self._spare is not None:
                self._spare.unlink()
        elif self._spare is not None:
            what = "the database was EMPTY, and the log beside it cannot be read; it is kept in %s"
            log.error(what, self._spare.name, extra={"file": self._path.name})
        elif self._expected:
            log.error(
                "the database was EMPTY in a place where one was expected: it begins without rooms. A copy of the file "
                'alone may lack everything (docs/hosting.md, "Backups")',
                extra={"file": self._path.name},
            )


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _pages(path: Path) -> int:
    """The length of the database in pages, as its header has it; 0 when it has no header."""
    if not path.is_file():
        return 0
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    return int.from_bytes(header[28:32], "big") if header.startswith(BEGINS) else 0


def _holds_databases(folder: Path) -> bool:
    """Whether there are other databases in the folder, such as copies, or logs without one."""
    if not folder.is_dir():
        return False
    for number, path in enumerate(folder.iterdir()):
        if number >= MOST_LOOKED_AT:
            break
        if path.name.endswith("-wal") or (path.is_file() and _pages(path)):
            return True
    return False
