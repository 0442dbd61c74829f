"""The program's version and the fingerprint of its files."""

import hashlib
from pathlib import Path
from typing import Final

VERSION: Final = "1.0.0"
"""Defined only here; pyproject.toml reads it."""

ROOT: Final = Path(__file__).resolve().parent.parent

COMMAND: Final = "tertulia" if ROOT.name == "program" else "python -m app"
"""The command as an operator types it, in an installation or in the repository."""

START: Final = "{setting}" if ROOT.name == "program" else "{setting} make run"
"""How to start the server with one more setting: what is installed may be started by a service, with a file of them."""


def fingerprint(*folders: str) -> str:
    """SHA-256 (hex) of the names and contents of all Python files in these folders: equal for equal programs."""
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
