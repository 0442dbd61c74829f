"""Extensions of ASGI of our own, by which the session and the server know one another."""

from __future__ import annotations

from typing import Final

WRITE_NOW: Final = "tertulia.write_now"
"""scope["extensions"][WRITE_NOW]["write"] takes a text and puts it on the wire at once, if the socket is idle: whether
it did."""
