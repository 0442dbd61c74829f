"""Which modules import which, and which are always loaded together.

Where loading begins is an entry: a module that nobody imports, as a page's own, or one that is loaded later by
import(). Two modules are always loaded together when the same entries need both. What every page that may load an
entry has already loaded by then does not count as needed by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

Paths = frozenset[str]


class Graph:
    """Modules by path: `imports` and `loads` say of each what it imports at once and what it may import later."""

    def __init__(self, imports: Mapping[str, Sequence[str]], loads: Mapping[str, Sequence[str]]) -> None:
        """Raises ValueError when modules import each other in a circle."""
        self._imports = imports
        self._order = _in_order(imports)
        self._needs = self._all_needs()
        self._loaders = {path: [other for other in imports if path in loads[other]] for path in imports}

    def needs(self, *paths: str) -> list[str]:
        """These modules and all that they import, directly or not, each behind those it imports."""
        needed = frozenset[str]().union(*(self._needs[path] for path in paths))
        return [path for path in self._order if path in needed]

    def together(self) -> list[list[str]]:
        """All modules, in the groups that are always loaded together, each behind those it imports.

        No two groups import each other: whatever loads a module loads what it imports too, unless that is there.
        """
        there = self._already_there()
        groups: dict[Paths, list[str]] = {}
        for path in self._order:
            needed_by = frozenset(each for each in there if path in self._needs[each] and path not in there[each])
            groups.setdefault(needed_by, []).append(path)
        return list(groups.values())

    def _all_needs(self) -> dict[str, Paths]:
        needs: dict[str, Paths] = {}
        for path in self._order:
            needs[path] = frozenset({path}).union(*(needs[imported] for imported in self._imports[path]))
        return needs

    def _already_there(self) -> dict[str, Paths]:
        """By entry: what has been loaded before it, whichever page loads it."""
        imported = {path for paths in self._imports.values() for path in paths}
        everything = frozenset(self._imports)
        there = {path: everything for path in self._imports if self._loaders[path]}
        there |= {path: frozenset() for path in self._imports if path not in imported and path not in there}
        while (less := {entry: self._loaded_before(entry, there) for entry in there}) != there:
            there = less
        return there

    def _loaded_before(self, entry: str, there: Mapping[str, Paths]) -> Paths:
        loaders = self._loaders[entry]
        pages = [each for each in there if any(loader in self._needs[each] for loader in loaders)]
        before = [self._needs[each] | there[each] for each in pages]
        return frozenset.intersection(*before) if before else frozenset()


def _in_order(imports: Mapping[str, Sequence[str]]) -> list[str]:
    """Each behind those it imports."""
    try:
        return list(TopologicalSorter(imports).static_order())
    except CycleError as cycle:
        raise ValueError("These import each other in a circle: " + ", ".join(reversed(cycle.args[1]))) from None
