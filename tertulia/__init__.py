"""Tertulia as it is installed: the program lies in program/ beside this file, as it lies in its repository.

Its packages are called app and games, which others may call theirs as well. So they are no packages of the environment:
they stand in a folder of their own, which comes first on the path when the program starts. docs/decisions.md says why.
"""

import sys
from pathlib import Path
from typing import Final

PROGRAM: Final = Path(__file__).resolve().parent / "program"
"""Is there in what was installed. In the repository the packages are found in its own folder."""


def main() -> int:
    """Runs the command line, and returns its exit code."""
    if PROGRAM.is_dir():
        sys.path.insert(0, str(PROGRAM))
    from app.__main__ import main as run

    return run(sys.argv[1:])
