"""Our own ASGI extension between the server and the session."""

from __future__ import annotations

from typing import Final

WRITE_NOW: Final = "tertulia.write_now"
"""scope["extensions"][WRITE_NOW]["write"](text) -> bool: sends at once if the socket is idle; returns whether it
did."""
