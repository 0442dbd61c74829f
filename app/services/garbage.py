"""The garbage collector: seldom, and without what a start has made."""

import gc
from typing import Final

THRESHOLDS: Final = (10_000, 5, 2)
"""More objects made than freed, young collections, and those of the middle generation, before the next. So a young one
takes 7 ms, and all of it, a quarter of a second with a thousand rooms, is looked through when it has grown by a
quarter: docs/decisions.md."""


def collect_seldom() -> None:
    """Turn the collector on, when everything that lives for good has been made. What a start leaves behind is a
    megabyte, and finding it would take a tenth of its time."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()
