"""The first parts of all URLs of this site, and where the site is on its host.

A site may be under a path, such as /games. Nothing else knows of it: requests are taken without the path (app/main.py),
and what scripts and templates name gets it when they are read, since files cannot know where they will be served.
"""

import re
from typing import Final

PLACES: Final = (
    "api", "devices", "docs", "favicon.ico", "livez", "openapi.json", "privacy", "push", "readyz", "rules", "specimen",
    "static", "t", "worker.js", "ws",
)  # fmt: skip
"""What routes begin with; push is what the service worker keeps, under a URL that nobody asks for."""

_ONE: Final = "|".join(map(re.escape, PLACES))
_NAMED: Final = re.compile(rf"""(?<=["'`])/(?=(?:{_ONE})["'`/?])|(?<=href=")/(?!/)""")
_QUOTED_ROOT: Final = re.compile(r'(?<=")/(?=")')


def at_path(path: str, text: str) -> str:
    """A script or a page's template whose URLs of this site, each written out from its beginning in quotes, have the
    path in front: with /games, "/api/rooms" is "/games/api/rooms", and href="/" is href="/games/"."""
    return _NAMED.sub(f"{path}/", text)


def manifest_at_path(path: str, text: str) -> str:
    """The same for a manifest, which names nothing but the start page."""
    return _QUOTED_ROOT.sub(f"{path}/", text)
