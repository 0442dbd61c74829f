"""A thing for every place: each place with one that fits it, nothing in two places."""

from collections.abc import Hashable
from typing import TypeVar

P = TypeVar("P", bound=Hashable)
T = TypeVar("T", bound=Hashable)


def matched(fitting: dict[P, list[T]]) -> dict[P, T] | None:
    """What goes where; None if there is no way. `fitting`: what fits each place, to be tried in this order.

    Whatever can be matched can come of some order: of that in which each place has its own thing in front.
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
    # Everything is taken: somebody may have to be served with something else. An augmenting path, as Kuhn found.
    for thing in fitting[place]:
        if thing not in tried:
            tried.add(thing)
            if _served(taken[thing], fitting, taken, tried):
                taken[thing] = place
                return True
    return False
