"""Files that only the server's user may read: they hold the secrets of running games."""

import logging
import os
from contextlib import suppress
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
    """Create an empty private file if missing. One that root makes belongs to the owner of its folder."""
    with suppress(FileExistsError):
        make_new_file(path, path.parent)


def make_new_file(path: Path, like: Path | None = None) -> None:
    """Create an empty private file. One that root makes belongs to the owner of `like`, who could not open it
    otherwise. Raises FileExistsError."""
    made = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_FILE)
    try:
        if like is not None and os.geteuid() == 0:
            owner = like.stat()
            os.fchown(made, owner.st_uid, owner.st_gid)  # by its number: its name may lead elsewhere by now
    except OSError as error:  # root may not everywhere, such as in some containers
        what, fields = "a new file belongs to root, and this could not be changed: %s", {"file": path.name}
        log.warning(what, type(error).__name__, extra=fields)
    finally:
        os.close(made)


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
