"""The files in static/, read once at startup: their URLs, the import map, and the responses.

What takes long is done when somebody first asks for it, so that a server starts at once: a bundle is joined for the
first page that names it, and compressed for the first browser that loads it.

Pages make few requests: modules that are always loaded together are one bundle; style sheets include what they import.
A URL carries its content's digest, so browsers may cache it for ever. Only files found at startup are served: a
requested path is looked up among their names and never reaches the file system.
"""

import gzip
import hashlib
import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache, partial
from math import inf
from pathlib import Path
from typing import Final
from urllib.parse import quote

import brotli
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.assets.bundles import Bundles
from app.assets.codings import preferred_coding
from app.assets.media import with_conditions
from app.protocol.places import at_path, manifest_at_path
from app.slow import MadeOnce, Slow

STATIC: Final = Path(__file__).resolve().parents[2] / "static"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
COMPRESSED_ALREADY: Final = frozenset({".png", ".woff2"})
COMPRESS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "br": brotli.compress,
    "gzip": partial(gzip.compress, mtime=0),
}
"""How a body is compressed, by content coding: the best first."""
IMMUTABLE: Final = "public, max-age=31536000, immutable"

DIGITS: Final = 6
"""Digits of the digest in a URL: enough to tell a file's versions apart, short because a page names dozens of files."""

MOST_INLINE: Final = 3584  # bytes up to which an image is inlined in the style sheet or page that names it

_REDUNDANT_IN_CSS: Final = re.compile(
    r"/\*[\s\S]*?\*/\n?|^[ \t]*\n?"  # comments and indentation
    r"|(?<=[;{},])\n|;\s*(?=\})",  # line ends and last semicolons; no string in our sheets contains these
    re.M,
)
_LINK_IN_CSS: Final = re.compile(r"""(url\(\s*["']?)((?!data:|#)[^"')?#]+)""")
_SHEET_IN_CSS: Final = re.compile(r"""@import\b(?:\s+["']([^"']+)["'];\n?)?""")


class Asset(Struct, frozen=True):
    """One file as it is served."""

    path: str
    body: bytes
    digest: str
    url: str
    """It changes with the content."""


class ImportMap(Struct, frozen=True):
    """Maps module names to URLs."""

    text: Markup
    hash: str
    """Allows the inline script in the Content-Security-Policy."""


class Assets:
    """All files of one folder."""

    def __init__(self, folder: Path, public_path: str = "") -> None:
        """`public_path`: of the site, such as /games. Raises ValueError when a style sheet or module names a missing
        file or breakpoint."""
        self._public_path = public_path
        bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder)}
        scripts = {path: at_path(public_path, body.decode()) for path, body in bodies.items() if path.endswith(".js")}
        sheets = {path: body.decode() for path, body in bodies.items() if path.endswith(".css")}
        plain = with_conditions({path: _REDUNDANT_IN_CSS.sub("", text) for path, text in sheets.items()})
        self._modules = Bundles(scripts)
        self._drawings = {path: body for path, body in bodies.items() if path.endswith(".svg")}
        as_they_are = {path: body for path, body in bodies.items() if path not in scripts | sheets}
        self._assets = {path: self._asset(path, self._placed(path, body)) for path, body in as_they_are.items()}
        for path in plain.keys() - _imported(plain):
            self._assets[path] = self._asset(path, self._sheet(path, plain).encode())
        self.paths: Final = frozenset({*self._assets, *self._modules.served_as.values()})
        """The paths of all files as they are served."""
        self._import_maps: dict[tuple[Sequence[str], Sequence[str]], ImportMap] = {}
        self._slow = Slow("compression")
        self._compressed = MadeOnce[tuple[str, str], bytes](inf)

    def __contains__(self, path: str) -> bool:
        return path in self._assets or path in self._modules.served_as

    def __getitem__(self, path: str) -> Asset:
        """The file that is served under this path. Raises KeyError."""
        if path not in self._assets:
            self._assets[path] = self._asset(path, self._modules.text(path).encode())
        return self._assets[path]

    def url(self, path: str) -> str:
        """The URL of a file, or of the bundle it is part of. Raises KeyError."""
        return self[self._modules.served_as.get(path, path)].url

    def inline(self, path: str) -> str:
        """An image as a data: URL."""
        return "data:image/svg+xml," + quote(self._drawings[path], safe=" /:;,=")

    def import_map(self, *starts: str, without: Sequence[str] = ()) -> ImportMap:
        """The import map of a page that starts with these modules and never loads `without`. Raises KeyError."""
        key = starts, tuple(without)
        if key not in self._import_maps:
            names = {name: self[path] for name, path in self._modules.names(*starts, without=without).items()}
            text = Markup(_import_map(names))
            self._import_maps[key] = ImportMap(text, "sha256-" + _base64(hashlib.sha256(text.encode()).digest()))
        return self._import_maps[key]

    def preloads(self, *paths: str) -> list[Asset]:
        """These modules and everything they import, for <link rel="modulepreload">."""
        return [self[path] for path in self._modules.needed(*paths)]

    async def serve(self, request: Request, path: str) -> Response | None:
        """The response for a file; None when there is none, and for a module of another version, which a page from
        before an upgrade must not run among its own modules."""
        if path not in self.paths:
            return None
        asset, wanted, suffix = self[path], request.query_params.get("v"), posixpath.splitext(path)[1]
        if wanted and wanted != asset.digest and suffix == ".js":
            return None
        # When another version was asked for, caches must revalidate.
        kept = IMMUTABLE if wanted == asset.digest else "no-cache"
        headers = {"cache-control": kept, "content-type": TYPES[suffix]}
        if suffix in COMPRESSED_ALREADY:
            return Response(asset.body, headers=headers)
        headers["vary"] = "Accept-Encoding"
        coding = preferred_coding(request, *COMPRESS)
        if coding is None:
            return Response(asset.body, headers=headers)
        return Response(await self._encoded(asset, coding), headers={**headers, "content-encoding": coding})

    async def _encoded(self, asset: Asset, coding: str) -> bytes:
        """Its body in this coding: once, when somebody asks for it, since brotli would delay every start by seconds."""
        make = partial(COMPRESS[coding], asset.body)
        return await self._compressed.get((asset.path, coding), lambda: self._slow.do(make))

    def _placed(self, path: str, body: bytes) -> bytes:
        is_manifest = path.endswith(".webmanifest")
        return manifest_at_path(self._public_path, body.decode()).encode() if is_manifest else body

    def _asset(self, path: str, body: bytes) -> Asset:
        digest = hashlib.sha256(body).hexdigest()[:DIGITS]
        return Asset(path, body, digest, f"{self._public_path}/static/{path}?v={digest}")

    def _sheet(self, path: str, sheets: Mapping[str, str]) -> str:
        """The style sheet with its imports inlined and its URLs resolved."""

        def imported(statement: re.Match[str]) -> str:
            if statement[1] is None:
                raise ValueError(f'static/{path} may import other sheets only as a whole: @import "other.css";')
            return self._sheet(_named(path, statement[1], sheets), sheets)

        def linked(link: re.Match[str]) -> str:
            target = _named(path, link[2].strip(), self._assets)
            is_small = target in self._drawings and len(self._drawings[target]) <= MOST_INLINE
            return link[1] + (self.inline(target).replace(" ", "%20") if is_small else self._assets[target].url)

        return _SHEET_IN_CSS.sub(imported, _LINK_IN_CSS.sub(linked, sheets[path]))


def _imported(sheets: Mapping[str, str]) -> set[str]:
    """Sheets that are only sent as part of others."""
    return {_named(path, name, sheets) for path, text in sheets.items() for name in _SHEET_IN_CSS.findall(text) if name}


def _named(sheet: str, name: str, known: Container[str]) -> str:
    target = posixpath.normpath(posixpath.join(posixpath.dirname(sheet), name))
    if target not in known:
        raise ValueError(f"static/{sheet} names {name}, and there is no static/{target}")
    return target


@cache
def own_assets(public_path: str = "") -> Assets:
    """The files in static/, read once per process, for a site under this path."""
    return Assets(STATIC, public_path)


def _files(folder: Path) -> list[Path]:
    """Files of served types, without hidden ones."""
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix in TYPES and path.is_file())
    return [path for path in paths if not any(part.startswith(".") for part in path.relative_to(folder).parts)]


def _import_map(names: Mapping[str, Asset]) -> str:
    imports = {name: module.url for name, module in names.items()}
    # Nothing may look like markup inside a script element.
    text = json.dumps({"imports": imports}, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _base64(digest: bytes) -> str:
    return b64encode(digest).decode()
