"""The modules as browsers load them: those that pages always load together are one bundle.

A bundle is served under the path of its last module; the import map points the names of all its modules there.
"""

from collections.abc import Collection, Mapping, Sequence
from fnmatch import fnmatchcase

from app.assets.bundle import Module, joined, lean, name_of, read
from app.assets.import_graph import Graph


class Bundles:
    """Which modules are one bundle, and which of them a page needs."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        """`sources`: modules by path. Raises ValueError for an import of a missing module or name."""
        self._sources = sources
        self._modules = modules = {path: read(path, text) for path, text in sources.items()}
        self._paths = {name_of(path): path for path in modules}
        self._imports = {path: self._imported_by(module) for path, module in modules.items()}
        self._may_load = {path: self._loaded_by(module) for path, module in modules.items()}
        self._starts = [path for path in modules if path.startswith("pages/")]
        self._graph = Graph(self._imports, self._may_load, self._starts)
        self._groups = {group[-1]: group for group in self._graph.together()}
        self.served_as = {path: bundle for bundle, group in self._groups.items() for path in group}
        """Module path -> path of its bundle."""

    def text(self, bundle: str) -> str:
        """The text to send of the bundle with this path. Raises KeyError."""
        group = self._groups[bundle]
        return self._joined(group) if len(group) > 1 else lean(self._sources[bundle])

    def needed(self, *paths: str) -> list[str]:
        """The bundles of these modules and of everything they import, directly or not."""
        return list(dict.fromkeys(self.served_as[path] for path in self._graph.needs(*paths)))

    def names(self, *starts: str, without: Collection[str] = ()) -> dict[str, str]:
        """Name -> bundle path, for every module that a page starting with these may look up: no modules of games other
        than theirs, and none of `without`. Raises KeyError."""
        games = {folder for path in starts if (folder := _game_of(path))}
        wanted: set[str] = set()
        there: set[str] = set()
        more = {self.served_as[path] for path in starts}
        while more:
            there |= more
            imported = {path for part in more for path in self._imports_of(part)}
            wanted |= {path for path in imported - {*without} if not games or _game_of(path) in {*games, ""}}
            more = {self.served_as[path] for path in wanted} - there
        return {name: self.served_as[path] for name, path in self._paths.items() if path in wanted}

    def _imports_of(self, served: str) -> set[str]:
        """Modules that this bundle imports or may import later."""
        group = self._groups[served]
        imported = {path for part in group for path in self._imports[part] if self.served_as[path] != served}
        return imported | {path for part in group for path in self._may_load[part]}

    def _joined(self, group: Sequence[str]) -> str:
        others = [module for module in self._modules.values() if module.path not in group]
        exported = {path: self._exported(self._modules[path], others) for path in group}
        return joined([self._modules[path] for path in group], exported, self._starts)

    def _exported(self, module: Module, others: Sequence[Module]) -> set[str]:
        """The names that other bundles take from this module; all of them if it is loaded later."""
        name = name_of(module.path)
        taken = {there for other in others for each, names in other.imports if each == name for there in names.values()}
        is_loaded_later = any(module.path in loads for loads in self._may_load.values())
        return set(module.exports) if is_loaded_later or "*" in taken else taken

    def _imported_by(self, module: Module) -> list[str]:
        paths = []
        for name, taken in module.imports:
            paths.append(self._path(name, module))
            # In a bundle a missing name would be undefined instead of an error.
            if missing := set(taken.values()) - {"*"} - set(self._modules[paths[-1]].exports):
                raise ValueError(f"static/{module.path} imports {min(missing)}, which {name} does not export")
        return paths

    def _loaded_by(self, module: Module) -> list[str]:
        return [path for pattern in module.loads for path in self._matching(pattern, module)]

    def _matching(self, pattern: str, importer: Module) -> list[str]:
        paths = [path for name, path in self._paths.items() if fnmatchcase(name, pattern)] if "*" in pattern else []
        return paths or [self._path(pattern, importer)]

    def _path(self, name: str, importer: Module) -> str:
        if name not in self._paths:
            raise ValueError(f"static/{importer.path} imports {name!r}, and there is no such module")
        return self._paths[name]


def _game_of(path: str) -> str:
    """The game that a module belongs to; empty for shared ones."""
    folder, _, inside = path.partition("/")
    return inside.partition("/")[0] if folder == "games" else ""
