"""Programs that fetch a page to show a preview of its link, or to find it again.

They say who they are. A browser that is none of them gets a cookie with its first page; what is listed here keeps no
cookie, and would be a new guest with every visit.
"""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import HTTPConnection

_CALLED: Final = re.compile(
    r"(?<!cu)bot\b|crawler|spider|facebookexternalhit|meta-external|whatsapp/|skypeuripreview|viber/|iframely|embedly"
    r"|mastodon/|mattermost|nextcloud|pleroma|snap url preview|vkshare",
    re.IGNORECASE,
)
"""Cubot is a make of phones."""


def is_crawler(connection: HTTPConnection) -> bool:
    """Whether this is such a program, as it says itself."""
    # Over https, browsers send this header and these programs do not.
    if "sec-fetch-mode" in connection.headers:
        return False
    return _CALLED.search(connection.headers.get("user-agent", "")) is not None
