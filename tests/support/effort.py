"""How much is tried: by day what takes minutes, in `make test-long` (LONG=1) what takes an hour."""

import os
from typing import Final

from hypothesis import settings
from hypothesis.internal.conjecture import providers

LONG: Final = bool(os.environ.get("LONG"))

# By day the same draws in every run: some of them would be constants found in the modules loaded so far, which differ
# with the files of tests that ran before in the same process, and with every change of the program.
if not LONG:
    providers._get_local_constants = lambda: providers._local_constants
settings.register_profile("by day", derandomize=True, deadline=None)
settings.register_profile("long", deadline=None, print_blob=True)
settings.load_profile("long" if LONG else "by day")


def amount(by_day: int, long: int) -> int:
    """The number of examples, games or repetitions for this run."""
    return long if LONG else by_day
