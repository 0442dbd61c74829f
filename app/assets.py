"""The files in static/, read once at the start: their addresses, the import map, and the answers that serve them.

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
from pathlib import Path
from typing import Final

from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
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

_LINK_IN_CSS: Final = re.compile(r"""(url\(\s*["']?|@import\s+["'])((?!data:|#)[^"')?#]+)""")
# import … from "x", import "x" and export … from "x", where a statement begins; never import("x").
_IMPORT: Final = re.compile(
    r"""(?:^|[;}])\s*(?:import|export)\b\s*(?:[\w\s{},*$]*?\bfrom\b|(?<=import)\s*)\s*(["'])([^"']+)\1""", re.M
)

_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.M)


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


class Assets:
    """Everything in one folder of static files."""

    def __init__(self, folder: Path = STATIC) -> None:
        """Raises ValueError when a style sheet or a module names a file that is not there."""
        self._bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder)}
        self._assets: dict[str, Asset] = {}
        for path in self._bodies:
            self._add(path)
        modules = {path: asset for path, asset in self._assets.items() if path.endswith(".js")}
        self._names = {name: path for path in modules for name in _module_names(path)}
        self._imports = {path: self._imported_by(modules[path]) for path in modules}
        self.import_map = Markup(_import_map(self._names, modules))
        self.import_map_hash = "sha256-" + _base64(hashlib.sha256(self.import_map.encode()).digest())

    def url(self, path: str) -> str:
        """The address of a file. Raises KeyError when there is none."""
        return self._assets[path].url

    def preloads(self, *paths: str) -> list[Asset]:
        """These modules and all that they import, directly or not: what <link rel="modulepreload"> names."""
        found: dict[str, None] = {}
        todo = [*reversed(paths)]
        while todo:
            if (path := todo.pop()) not in found:
                found[path] = None
                todo += reversed(self._imports[path])
        return [self._assets[path] for path in found]

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

    def _add(self, path: str) -> Asset:
        if path not in self._assets:
            body = self._bodies[path]
            if path.endswith(".css"):
                body = self._linked(path, body)
            elif path.endswith(".js") and not path.startswith("vendor/"):
                body = _without_comments(body.decode()).encode()
            self._assets[path] = _asset(path, body)
        return self._assets[path]

    def _linked(self, path: str, css: bytes) -> bytes:
        """The style sheet with the addresses of the files it names."""

        def linked(link: re.Match[str]) -> str:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link[2].strip()))
            if target not in self._bodies:
                raise ValueError(f"static/{path} names {link[2]}, and there is no static/{target}")
            return link[1] + self._add(target).url

        return _LINK_IN_CSS.sub(linked, css.decode()).encode()

    def _imported_by(self, module: Asset) -> list[str]:
        """The files a module imports, in its order."""
        specifiers = [found[2] for found in _IMPORT.finditer(module.body.decode())]
        return [self._resolved(specifier, module.path) for specifier in specifiers]

    def _resolved(self, specifier: str, importer: str) -> str:
        name = specifier
        if specifier.startswith("."):
            name = "/static/" + posixpath.normpath(posixpath.join(posixpath.dirname(importer), specifier))
        if name not in self._names:
            raise ValueError(f"static/{importer} imports {specifier!r}, and there is no such module")
        return self._names[name]


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
    integrity = "sha384-" + _base64(hashlib.sha384(body).digest())
    return Asset(path, body, zipped, hashlib.sha256(body).hexdigest()[:12], integrity)


def _without_comments(module: str) -> str:
    """The module without the comments that have lines of their own: a fifth of what would be sent, compressed."""

    def kept(comment: re.Match[str]) -> str:
        in_template = module.count("`", 0, comment.start()) % 2
        return comment[0] if in_template else ""

    return _COMMENT.sub(kept, module)


def _module_names(path: str) -> list[str]:
    """What a module may be called in an import: #kit/dom.js; lit-html, lit-html/directive.js for vendored ones.

    Vendored modules import each other by relative addresses, which the import map has to lead to the same files.
    """
    folder, _, inside = path.partition("/")
    if folder != "vendor":
        return [f"#{path}"]
    package, _, file = inside.partition("/")
    return [package if file == f"{package}.js" else inside, f"/static/{path}"]


def _import_map(names: Mapping[str, str], modules: Mapping[str, Asset]) -> str:
    imports = {name: modules[path].url for name, path in names.items()}
    integrity = {module.url: module.integrity for module in modules.values()}
    # In a script element nothing may look like markup.
    text = json.dumps({"imports": imports, "integrity": integrity}, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _base64(digest: bytes) -> str:
    return b64encode(digest).decode()
