"""The files in static/, read once at the start: their addresses, the import map, and the answers that serve them.

There are many small files, and a page makes few requests: modules that are always loaded together are one, and a
style sheet holds those it imports.

An address carries the digest of what it names, so browsers may keep it for ever. Only files found at the start
are served: what a request spells is looked up among their names and never reaches the file system.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.assets.bundles import Modules

STATIC: Final = Path(__file__).resolve().parents[2] / "static"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
COMPRESSED_ALREADY: Final = frozenset({".ico", ".jpg", ".mp3", ".png", ".woff2"})
FOR_EVER: Final = "public, max-age=31536000, immutable"

DIGITS: Final = 8
"""Of a digest in an address, enough to tell the versions of one file; a page names dozens of files."""

MOST_INLINE: Final = 1024
"""Bytes of a picture that is not worth a request: it is written into the sheet, or the page, that names it."""

_SPARE_IN_CSS: Final = re.compile(
    r"/\*[\s\S]*?\*/\n?|^[ \t]*\n?"  # comments and indents
    r"|(?<=[;{},])\n|;\s*(?=\})",  # ends of lines, and of the last declaration; no string of ours has any of these
    re.M,
)
_LINK_IN_CSS: Final = re.compile(r"""(url\(\s*["']?)((?!data:|#)[^"')?#]+)""")
_SHEET_IN_CSS: Final = re.compile(r"""@import\b(?:\s+["']([^"']+)["'];\n?)?""")


class Asset(Struct, frozen=True):
    """One file as it is served."""

    path: str
    body: bytes
    zipped: bytes | None
    digest: str
    integrity: str

    @property
    def url(self) -> str:
        """Its address, for as long as it stays as it is."""
        return f"/static/{self.path}?v={self.digest}"


class ImportMap(Struct, frozen=True):
    """Where a browser finds modules by their names, and by which digest it knows them."""

    text: Markup
    hash: str
    """By which a policy allows the script element that holds it."""


class Assets:
    """Everything in one folder of static files."""

    def __init__(self, folder: Path) -> None:
        """Raises ValueError when a style sheet or a module names a file that is not there."""
        self._bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder)}
        self._modules = Modules({path: body.decode() for path, body in self._bodies.items() if path.endswith(".js")})
        self._assets: dict[str, Asset] = {}
        parts = self._imported_sheets()
        for path in self._bodies:
            if self._modules.served_as.get(path, path) == path and path not in parts:
                self._add(path)
        self._import_maps: dict[tuple[str, ...], ImportMap] = {}

    def url(self, path: str) -> str:
        """The address of a file; of a joined module, where it is a part. Raises KeyError when there is none."""
        return self._found(path).url

    def integrity(self, path: str) -> str:
        """The digest by which a browser knows this file. Raises KeyError when there is none."""
        return self._found(path).integrity

    def inline(self, path: str) -> str:
        """A picture as an address that holds all of it."""
        return "data:image/svg+xml," + quote(self._bodies[path], safe=" /:;,=")

    def import_map(self, *starts: str) -> ImportMap:
        """What a page that begins with these modules needs. Raises KeyError when there is none of them."""
        if starts not in self._import_maps:
            names = {name: self._assets[path] for name, path in self._modules.names(*starts).items()}
            text = Markup(_import_map(names))
            self._import_maps[starts] = ImportMap(text, "sha256-" + _base64(hashlib.sha256(text.encode()).digest()))
        return self._import_maps[starts]

    def preloads(self, *paths: str) -> list[Asset]:
        """These modules and all that they import, directly or not: what <link rel="modulepreload"> names."""
        return [self._assets[path] for path in self._modules.needed(*paths)]

    def serve(self, request: Request, path: str) -> Response | None:
        """The answer to a request for a file; None when there is none."""
        asset = self._assets.get(path)
        if asset is None:
            return None
        suffix = posixpath.splitext(path)[1]
        # Another version than the one asked for may be kept only until a newer page asks for its own.
        kept = FOR_EVER if request.query_params.get("v") == asset.digest else "no-cache"
        headers = {"cache-control": kept, "content-type": TYPES[suffix]}
        if asset.zipped is None:
            return Response(asset.body, headers=headers)
        headers["vary"] = "Accept-Encoding"
        if not takes_gzip(request):
            return Response(asset.body, headers=headers)
        return Response(asset.zipped, headers={**headers, "content-encoding": "gzip"})

    def _found(self, path: str) -> Asset:
        return self._assets[self._modules.served_as.get(path, path)]

    def _imported_sheets(self) -> set[str]:
        """What is only sent as a part of another style sheet."""
        sheets = {path: body.decode() for path, body in self._bodies.items() if path.endswith(".css")}
        return {self._named(path, name) for path in sheets for name in _SHEET_IN_CSS.findall(sheets[path]) if name}

    def _add(self, path: str) -> Asset:
        if path not in self._assets:
            body = self._bodies[path]
            if path.endswith(".css"):
                body = self._sheet(path).encode()
            elif path.endswith(".js"):
                body = self._modules.served[path].encode()
            self._assets[path] = _asset(path, body)
        return self._assets[path]

    def _sheet(self, path: str) -> str:
        """The style sheet without comments, indents and spare marks, a fifth of what would be sent.

        With those it imports in their places, and the addresses of the files it names.
        """

        def imported(statement: re.Match[str]) -> str:
            if statement[1] is None:
                raise ValueError(f'static/{path} may import other sheets only as a whole: @import "other.css";')
            return self._sheet(self._named(path, statement[1]))

        def linked(link: re.Match[str]) -> str:
            target = self._named(path, link[2].strip())
            is_small = target.endswith(".svg") and len(self._bodies[target]) <= MOST_INLINE
            return link[1] + (self.inline(target).replace(" ", "%20") if is_small else self._add(target).url)

        text = _LINK_IN_CSS.sub(linked, _SPARE_IN_CSS.sub("", self._bodies[path].decode()))
        return _SHEET_IN_CSS.sub(imported, text)

    def _named(self, sheet: str, name: str) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(sheet), name))
        if target not in self._bodies:
            raise ValueError(f"static/{sheet} names {name}, and there is no static/{target}")
        return target


@cache
def own_assets() -> Assets:
    """The files of this site, read once however many applications a process makes."""
    return Assets(STATIC)


def takes_gzip(request: Request) -> bool:
    """Whether the browser said so."""
    accepted = request.headers.get("accept-encoding", "").replace(" ", "").split(",")
    return "gzip" in accepted


def _files(folder: Path) -> list[Path]:
    """Every file of a kind that is served; what begins with a dot is not."""
    found = (path for path in sorted(folder.rglob("*")) if path.suffix in TYPES and path.is_file())
    return [path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)]


def _asset(path: str, body: bytes) -> Asset:
    zipped = None
    if posixpath.splitext(path)[1] not in COMPRESSED_ALREADY:
        zipped = gzip.compress(body, mtime=0)
    digest = hashlib.sha256(body)
    return Asset(path, body, zipped, digest.hexdigest()[:DIGITS], "sha256-" + _base64(digest.digest()))


def _import_map(names: Mapping[str, Asset]) -> str:
    imports = {name: module.url for name, module in names.items()}
    integrity = {module.url: module.integrity for module in names.values()}
    # In a script element nothing may look like markup.
    text = json.dumps({"imports": imports, "integrity": integrity}, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _base64(digest: bytes) -> str:
    return b64encode(digest).decode()
