"""WebSocket close codes: RFC 6455, section 7.4, and our own from 4000 on."""

from typing import Final

POLICY_VIOLATION: Final = 1008
INTERNAL_ERROR: Final = 1011
SERVICE_RESTART: Final = 1012
TOO_SLOW: Final = 1013  # the client fell behind again before it had received its snapshot
SHOWN_THE_DOOR: Final = 4403
NO_SUCH_ROOM: Final = 4404
TOO_MANY_PAGES: Final = 4429  # of this guest
TOO_MANY_PAGES_OF_ADDRESS: Final = 4430
TOO_FAST: Final = 4431  # too many handshakes, or new guests, of this address in too short a time
QUARANTINED: Final = 4503
