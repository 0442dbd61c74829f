"""Simulates reconnection storms: arrivals per tenth of a second against the rate at which they are admitted."""

from typing import Final

from msgspec import Struct

STEP_S: Final = 0.1
BACK: Final = 0.99


class Storm(Struct, frozen=True):
    """A number of pages reconnect. `most_per_s`: the peak, compared with what can be served."""

    pages: int
    most_per_s: float
    served_per_s: float
    back_after_s: float


def storm(pages: int, served_per_s: float, from_s: float, until_s: float) -> Storm:
    """Each page chooses a random moment in this range; those who arrive while all is busy wait."""
    if not pages:
        return Storm(0, 0.0, served_per_s, 0.0)
    per_s = pages / max(STEP_S, until_s - from_s)
    came = back = at = 0.0
    while back < BACK * pages:
        at += STEP_S
        came = min(float(pages), max(0.0, at - from_s) * per_s)
        back = min(came, back + served_per_s * STEP_S)
    return Storm(pages, min(per_s, pages / STEP_S), served_per_s, at)
