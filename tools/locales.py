"""Cuts Babel's data to the languages of this program where it is packed: the image and the package for Debian are 29 MB
smaller. The repository, and the wheelhouse, which has other people's wheels as they are, have all of it."""

import re
from pathlib import Path
from typing import Final

KEPT: Final = r"(root|(de|en|es|fr|pt)(_.*)?)\.dat"
"""The files that are kept: of these languages, and what all have in common. The Dockerfile has the same pattern."""


def cut_locales(library: Path) -> int:
    """Delete all other files of Babel in this folder of packages; returns how many bytes that was."""
    folder = library / "babel" / "locale-data"
    others = [path for path in folder.iterdir() if path.suffix == ".dat" and not re.fullmatch(KEPT, path.name)]
    if not others:
        raise FileNotFoundError(f"{folder} has no data of other languages: Babel keeps them elsewhere now")
    saved = sum(path.stat().st_size for path in others)
    for path in others:
        path.unlink()
    return saved
