"""How much is tried: by day what takes minutes, in `make test-long` (LONG=1) what takes an hour."""

import os
from typing import Final

from hypothesis import settings

LONG: Final = bool(os.environ.get("LONG"))

settings.register_profile("by day", derandomize=True, deadline=None)
settings.register_profile("long", deadline=None, print_blob=True)
settings.load_profile("long" if LONG else "by day")


def amount(by_day: int, long: int) -> int:
    """The number of examples, games or repetitions for this run."""
    return long if LONG else by_day
