"""Bipartite matching: every place gets one item that fits it, and no item is in two places."""

from collections.abc import Hashable
from typing import TypeVar

P = TypeVar("P", bound=Hashable)
T = TypeVar("T", bound=Hashable)


def matched(fitting: dict[P, list[T]]) -> dict[P, T] | None:
    """Place -> item; None if there is no matching. `fitting`: what fits each place, to be tried in this order.

    Every matching can result from some order: from one in which each place has its item first.
    """
    taken: dict[T, P] = {}
    for place in fitting:
        if not _served(place, fitting, taken, set()):
            return None
    return {place: thing for thing, place in taken.items()}


def _served(place: P, fitting: dict[P, list[T]], taken: dict[T, P], tried: set[T]) -> bool:
    for thing in fitting[place]:
        if thing not in taken:
            taken[thing] = place
            return True
    # All are taken: another place may have to change its item. An augmenting path (Kuhn).
    for thing in fitting[place]:
        if thing not in tried:
            tried.add(thing)
            if _served(taken[thing], fitting, taken, tried):
                taken[thing] = place
                return True
    return False
