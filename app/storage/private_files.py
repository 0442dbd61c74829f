"""Files that only the server's user may read: they hold the secrets of running games."""

import logging
import os
from pathlib import Path
from typing import Final

log = logging.getLogger("tertulia.store")

OWN_FILE: Final = 0o600
OWN_FOLDER: Final = 0o700
_OTHERS: Final = 0o077


def make_folder(folder: Path) -> None:
    """Create the folder if missing, private to this user. An existing one keeps its mode."""
    folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Create an empty private file if missing."""
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, OWN_FILE))


def keep_private(path: Path) -> None:
    """Remove others' access to this file, if it exists, and log it: the access may have been deliberate, or misused."""
    try:
        if path.stat().st_mode & _OTHERS:
            path.chmod(OWN_FILE)
            log.warning("a file was readable by others, and no longer is", extra={"file": path.name})
    except FileNotFoundError:
        pass
    except OSError as error:
        what, fields = "a file is readable by others, and this could not be changed: %s", {"file": path.name}
        log.error(what, type(error).__name__, extra=fields)
