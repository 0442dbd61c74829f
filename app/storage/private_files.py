"""Files that nobody else may read: they hold the secrets of games that are still going on."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Final

log = logging.getLogger("tertulia.store")

OWN_FILE: Final = 0o600
OWN_FOLDER: Final = 0o700
_OTHERS: Final = 0o077


def make_folder(folder: Path) -> None:
    """Where there is none yet, one of our own. One that is there stays as its keeper wants it."""
    folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Where there is none yet, an empty one of our own."""
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, OWN_FILE))


def keep_private(path: Path) -> None:
    """Take from everybody else what they may do with this file, if it is there. It is written down: somebody may have
    wanted it, and made copies."""
    try:
        if path.stat().st_mode & _OTHERS:
            path.chmod(OWN_FILE)
            log.warning("others could read a file, and cannot any more", extra={"file": path.name})
    except FileNotFoundError:
        pass
    except OSError as error:
        log.error(
            "others can read a file, and that cannot be changed: %s", type(error).__name__, extra={"file": path.name}
        )
