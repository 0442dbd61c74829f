"""Cases of a rule written as text: a sentence, and indented below it what is given, what is done, and the result.

A pair brings one piece, and the rest goes in the bag.
    j / - rryg - - / - -  |  lift 2  |  gjry / - - - - / r -
"""

from itertools import count
from typing import Any

import pytest


def cases(names: str, text: str) -> Any:
    """Parametrizes a test by these cases; the names are those of the columns between the strokes."""
    found: list[Any] = []
    sentence, number = "", count()
    for line in filter(str.strip, text.splitlines()):
        if not line.startswith(" "):
            sentence, number = line.strip(), count(1)
            continue
        which = next(number)
        fields = [field.strip() for field in line.split("|")]
        found.append(pytest.param(*fields, id=sentence if which == 1 else f"{sentence} {which}"))
    return pytest.mark.parametrize(names.split(), found)
