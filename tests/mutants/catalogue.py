"""The mutants: what each one breaks, where, and which tests notice."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).resolve().parent.parent.parent
FOLDER: Final = Path(__file__).resolve().parent


class Mutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One fault. `breaks`: the promise or decision violated; `before` occurs exactly once in `file` and is replaced by
    `after`; `tests`: files of tests/page/ and arguments for pytest, of which one then fails and otherwise all pass."""

    breaks: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]
    area: str = ""

    def applied_to(self, text: str) -> str:
        """The file's text with the fault. Raises ValueError unless `before` occurs exactly once."""
        found = text.count(self.before)
        if found != 1:
            raise ValueError(f"{self.area}: {self.breaks!r}: expected once in {self.file}, found {found} times")
        return text.replace(self.before, self.after)


class _Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mutant: tuple[Mutant, ...]


def areas() -> list[str]:
    """The names of the areas that have mutants."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def mutants_of(chosen: Sequence[str]) -> list[Mutant]:
    """The mutants of these areas, in file order."""
    return [msgspec.structs.replace(mutant, area=area) for area in chosen for mutant in _read(area).mutant]


def _read(area: str) -> _Area:
    return msgspec.convert(tomllib.loads((FOLDER / f"{area}.toml").read_text()), type=_Area)
