"""Cases of a rule written as a table in text: the names of its columns, then a sentence, and indented below it what is
given, what is done, and the result.

    before | moves | after
A pair brings one piece, and the rest goes in the bag.
    j / - rryg - - / - -  |  lift 2  |  gjry / - - - - / r -
"""

from itertools import count
from typing import Any

import pytest


def cases(text: str) -> Any:
    """Parametrizes a test by these cases."""
    found: list[Any] = []
    sentence, number = "", count()
    header, *lines = filter(str.strip, text.splitlines())
    for line in lines:
        if not line.startswith(" "):
            sentence, number = line.strip(), count(1)
            continue
        which = next(number)
        found.append(pytest.param(*_fields(line), id=sentence if which == 1 else f"{sentence} {which}"))
    return pytest.mark.parametrize(_fields(header), found)


def _fields(line: str) -> list[str]:
    return [field.strip() for field in line.split("|")]
