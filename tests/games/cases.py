"""Cases of a rule written as text: a sentence, and below it, set in, what is given, what is done, what comes of it.

A pair brings one piece, and the rest goes in the bag.
    j / - rryg - - / - -  |  lift 2  |  gjry / - - - - / r -
"""

from itertools import count
from typing import Any

import pytest


def cases(names: str, text: str) -> Any:
    """Parametrises a test by these cases; the names are those of what stands between the strokes."""
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
