"""The codes of rooms: so many random letters and, where a house has cells, the name of a cell before them. Codes with
and without a name differ in length, so no code ever means another room."""

from __future__ import annotations

import re
import secrets
import string
from typing import Final

LETTERS: Final = string.ascii_letters + string.digits
LENGTH: Final = 16  # 95 random bits
CELL: Final = re.compile("[a-z0-9]{2}")  # small letters: proxies do not tell them from capitals
CODE: Final = re.compile(f"(?P<cell>{CELL.pattern})?[A-Za-z0-9]{{{LENGTH}}}")


def new_code(cell: str) -> str:
    """A code that nobody can guess, in this cell; an empty name: in a house without cells."""
    return cell + "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def is_code(text: str) -> bool:
    """Whether a room could have this code."""
    return CODE.fullmatch(text) is not None


def cell_of(code: str) -> str:
    """The cell that a code names; nothing for one without, and for what is no code."""
    found = CODE.fullmatch(code)
    return (found["cell"] or "") if found else ""
