"""Has the database check itself once, after the start: a damaged index, for example, lets everything be read and
nothing be written."""

from app.background import Service
from app.storage.store import Store


class DatabaseCheck(Service):
    """Runs in the background; what is found is in the store's `integrity`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def start(self) -> None:
        """Begin the check."""
        self._tasks.start(self._store.integrity.check())
