"""The import graph: which modules import which, and which are always loaded together.

An entry is a module with which loading begins: it starts a page, or is loaded later by import(). Two modules are always
loaded together when the same entries need both. Modules that every page has loaded before it can load an entry do not
count as needed by that entry.
"""

from collections.abc import Collection, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

Paths = frozenset[str]


class Graph:
    """The modules by path: `imports` at once, `loads` possibly later; `starts` start a page."""

    def __init__(
        self, imports: Mapping[str, Sequence[str]], loads: Mapping[str, Sequence[str]], starts: Collection[str]
    ) -> None:
        """Raises ValueError for an import cycle."""
        self._imports = imports
        self._loads = loads
        self._order = _in_order(imports)
        self._needs = self._all_needs()
        self._may_load = {path: self._loaded_later(path) for path in self._order}
        self._starts = frozenset(starts)
        self._entries = self._all_entries()

    def needs(self, *paths: str) -> list[str]:
        """These modules and everything they import, in dependency order."""
        needed = frozenset[str]().union(*(self._needs[path] for path in paths))
        return [path for path in self._order if path in needed]

    def together(self) -> list[list[str]]:
        """All modules in groups that are loaded together, each in dependency order. Modules that several pages need are
        one group, since a visitor of one page soon sees another; a module that no page needs is a group of its own. No
        two groups import each other: whatever loads a module also loads its imports, unless they are already loaded."""
        there = self._already_there()
        groups: dict[Paths, list[str]] = {}
        for path in self._order:
            entries = (each for each in self._entries if path in self._needs[each] and path not in there[each])
            groups.setdefault(self._group_key(path, frozenset(entries)), []).append(path)
        return list(groups.values())

    def _group_key(self, path: str, entries: Paths) -> Paths:
        if len(entries & self._starts) > 1:
            return self._starts
        return entries or frozenset({path})

    def _all_needs(self) -> dict[str, Paths]:
        needs: dict[str, Paths] = {}
        for path in self._order:
            needs[path] = frozenset({path}).union(*(needs[imported] for imported in self._imports[path]))
        return needs

    def _loaded_later(self, path: str) -> Paths:
        """What this module and all that it imports may load later."""
        return frozenset(later for needed in self._needs[path] for later in self._loads[needed])

    def _all_entries(self) -> list[str]:
        entries = [path for path in self._order if path in self._starts]
        for entry in entries:
            entries += [path for path in self._order if path in self._may_load[entry] and path not in entries]
        return entries

    def _already_there(self) -> dict[str, Paths]:
        """Entry -> modules loaded before it on every page."""
        there = dict.fromkeys(self._entries, frozenset(self._imports))
        while (less := {entry: self._loaded_before(entry, there) for entry in there}) != there:
            there = less
        return there

    def _loaded_before(self, entry: str, there: Mapping[str, Paths]) -> Paths:
        if entry in self._starts:
            return frozenset()
        pages = [each for each in there if entry in self._may_load[each]]
        return frozenset.intersection(*(self._needs[each] | there[each] for each in pages))


def _in_order(imports: Mapping[str, Sequence[str]]) -> list[str]:
    """Dependencies first."""
    try:
        return list(TopologicalSorter(imports).static_order())
    except CycleError as cycle:
        raise ValueError("Import cycle: " + ", ".join(reversed(cycle.args[1]))) from None
