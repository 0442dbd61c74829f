"""Room codes: random letters, preceded by the cell's name on servers with cells. Codes with and without a cell differ
in length, so one is never taken for the other."""

import re
import secrets
import string
from typing import Final

LETTERS: Final = string.ascii_letters + string.digits
LENGTH: Final = 16  # 95 random bits
CELL: Final = re.compile("[a-z0-9]{2}")  # lower case: proxies may not distinguish case
CODE: Final = re.compile(f"(?P<cell>{CELL.pattern})?[A-Za-z0-9]{{{LENGTH}}}")


def new_code(cell: str) -> str:
    """A code that nobody can guess, in this cell; `cell` is empty on servers without cells."""
    return cell + "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def is_code(text: str) -> bool:
    """Whether the text has the form of a code."""
    return CODE.fullmatch(text) is not None


def cell_of(code: str) -> str:
    """The cell in a code; empty for a code without one and for any other text."""
    match = CODE.fullmatch(code)
    return (match["cell"] or "") if match else ""
