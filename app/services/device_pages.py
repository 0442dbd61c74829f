"""A browser that was linked or unlinked is another guest from then on: its open pages begin anew, on every node."""

from collections.abc import Callable, Sequence

from app.background import Service
from app.rooms.notices import Anew, Notice, Notices
from app.services.sessions import Sessions
from app.storage.guests import Guest


class DevicePages(Service):
    """Tells the open pages of such a browser."""

    def __init__(self, sessions: Sessions, notices: Notices) -> None:
        self._sessions = sessions
        self._notices = notices
        notices.subscribe(self._hear, self._miss)

    def begin_anew(self, device: str) -> None:
        """The pages of this browser begin anew, here and elsewhere."""
        self._end(lambda guest: guest.device == device)
        self._notices.publish(Anew(device))

    def _end(self, such: Callable[[Guest], bool]) -> None:
        self._tasks.start(self._sessions.begin_anew(such))

    def _hear(self, node: str, notices: Sequence[Notice]) -> None:
        devices = {notice.device for notice in notices if isinstance(notice, Anew)}
        if devices:
            self._end(lambda guest: guest.device in devices)

    def _miss(self) -> None:
        """One of the lost notices may have been about any linked browser."""
        self._end(lambda guest: guest.linked_as is not None)
