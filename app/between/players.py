"""Who is who in a room's finished games."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from app.table.events import Result
from app.table.seating import Past

Player: TypeAlias = tuple[str | None, str]
"""Guest and, where that is not enough, name."""


def on_shared_devices(past: Iterable[Past]) -> set[str | None]:
    """The guests who have played a game on several seats: people beside one another, known apart by their names."""
    return {guest for each in past for guest, seats in Counter(each.result.guests).items() if seats > 1}


def player_of(result: Result, seat: int, shared: Collection[str | None]) -> Player:
    """Who played this seat: a guest, whatever they are called, or one of those who share a device, or a bot."""
    guest = result.guests[seat]
    return guest, result.names[seat] if guest is None or guest in shared else ""


def games_together(past: Iterable[Past], shared: Collection[str | None]) -> Sequence[Past]:
    """The games that count, in which at least two people played: those against bots alone tell nothing of anybody
    else."""
    return [each for each in past if each.counts and len(_people(each.result, shared)) > 1]


def _people(result: Result, shared: Collection[str | None]) -> set[Player]:
    return {player_of(result, seat, shared) for seat, guest in enumerate(result.guests) if guest is not None}
