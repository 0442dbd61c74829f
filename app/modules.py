"""The modules of a site as browsers load them: joined where they are always loaded together, and by which names.

The site's own modules import each other by their paths, "#kit/text.js", vendored ones by their package. Joined modules
are served as the last of them, the one that imports the others; the import map leads all their names there.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Final

from app import joining
from app.loading import Graph

# import … from "x", import "x" and export … from "x", where a statement begins; never import("x").
_IMPORT: Final = re.compile(
    r"""(?:^|[;}])\s*(?:import|export)\b\s*(?:[\w\s{},*$]*?\bfrom\b|(?<=import)\s*)\s*(["'])([^"']+)\1""", re.M
)


class Modules:
    """Made of the text of every module, by path."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """Raises ValueError when one imports what is not there, or has a shape that cannot be joined."""
        self._paths = {name: path for path in texts for name in _names(path)}
        self._texts = texts
        self._own = {path: joining.read(path, text) for path, text in texts.items() if not _is_vendored(path)}
        self._imports = {path: self._imported_by(path) for path in texts}
        self._may_load = {path: self._loaded_by(path) for path in texts}
        self._graph = Graph(self._imports, self._may_load)
        self._demand_what_is_exported()
        groups = self._graph.together(alone=texts.keys() - self._own.keys())
        self.served_as = {path: group[-1] for group in groups for path in group}
        """By path: the path of the module that it is a part of."""
        self.served = {group[-1]: self._text(group) for group in groups}
        """By path: what is sent."""

    def needed(self, *paths: str) -> list[str]:
        """What is served of these modules and all that they import, directly or not."""
        return list(dict.fromkeys(self.served_as[path] for path in self._graph.needs(*paths)))

    def names(self) -> dict[str, str]:
        """By every name that a module of the site leads to: what is served for it."""
        reached = self._graph.needs(*self._own)
        wanted = {path for each in reached for path in (*self._imports[each], *self._may_load[each])}
        return {name: self.served_as[path] for name, path in self._paths.items() if path in wanted}

    def _text(self, group: list[str]) -> str:
        if len(group) > 1:
            return joining.joined([self._own[path] for path in group], self._path)
        (path,) = group
        return joining.without_comments(self._texts[path]) if path in self._own else self._texts[path]

    def _imported_by(self, path: str) -> list[str]:
        if path in self._own:
            return [self._path(each.specifier, path) for each in self._own[path].imports]
        return [self._path(found[2], path) for found in _IMPORT.finditer(self._texts[path])]

    def _loaded_by(self, path: str) -> list[str]:
        loads = self._own[path].loads if path in self._own else []
        return [found for pattern in loads for found in self._matching(pattern, path)]

    def _matching(self, pattern: str, importer: str) -> list[str]:
        found = [path for name, path in self._paths.items() if fnmatchcase(name, pattern)]
        return found or [self._path(pattern, importer)]

    def _path(self, specifier: str, importer: str = "") -> str:
        name = specifier
        if specifier.startswith("."):
            name = "/static/" + posixpath.normpath(posixpath.join(posixpath.dirname(importer), specifier))
        if name not in self._paths:
            raise ValueError(f"static/{importer} imports {specifier!r}, and there is no such module")
        return self._paths[name]

    def _demand_what_is_exported(self) -> None:
        """In a joined module a name that is not exported would be nothing at all, and not a mistake."""
        for module in self._own.values():
            for each in module.imports:
                source = self._own.get(self._path(each.specifier, module.path))
                missing = set(each.names.values()) - set(source.exports) if source else set()
                if missing:
                    raise ValueError(f"static/{module.path} imports {min(missing)}: {each.specifier} has none")


def _is_vendored(path: str) -> bool:
    return path.startswith("vendor/")


def _names(path: str) -> list[str]:
    """What a module may be called in an import: #kit/dom.js; lit-html, lit-html/directive.js for vendored ones.

    Vendored modules import each other by relative addresses, which the import map has to lead to the same files.
    """
    if not _is_vendored(path):
        return [f"#{path}"]
    package, _, file = path.removeprefix("vendor/").partition("/")
    return [package if file == f"{package}.js" else f"{package}/{file}", f"/static/{path}"]
