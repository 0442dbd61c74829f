"""Planting a leak in a game, and the search that has to find it."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

import msgspec
import pytest
from msgspec import Struct

from games.engine import Game, Seat
from tests.games.secrecy import first_leak

Search: TypeAlias = Callable[[Game], object]
"""Returns what it found, or None."""
Shown: TypeAlias = Callable[[Any, Seat | None], Any]
"""What the leak shows a viewer of a state."""


class Leak(NamedTuple):
    """A function that makes the leaky game, and a search that finds the leak."""

    plant: Callable[[pytest.MonkeyPatch], Game]
    search: Search


class LeakyView(Struct, frozen=True):
    """A view with one more field."""

    view: Any
    leak: Any


def hunt(seats: int, games: int, every: int = 1) -> Search:
    return lambda game: first_leak(game, seats, games, every)


def is_played(g: Any) -> bool:
    return g.question is not None


def in_view(game: Game, leak: Shown, search: Search, hidden: Callable[[Any], bool] = is_played) -> Leak:
    """Add this to everybody's view, as long as it is hidden: at the end most games reveal everything."""

    def leaky_view(g: Any, seat: Seat | None) -> LeakyView:
        return LeakyView(game.view(g, seat), leak(g, seat) if hidden(g) else None)

    return Leak(lambda _: replace(game, view=leaky_view), search)


def ago(fact: Callable[[Any], Any]) -> Shown:
    """What this was one question ago."""
    known: dict[int, Any] = {}

    def remembered(g: Any, you: Seat | None) -> Any:
        known[g.asked_so_far] = fact(g)
        return known.get(g.asked_so_far - 1)

    return remembered


def in_views(game: Game, leaks: dict[str, Shown], search: Search, **more: Any) -> dict[str, Leak]:
    return {name: in_view(game, leak, search, **more) for name, leak in leaks.items()}


def instead(game: Game, owner: Any, name: str, leaky: Any, search: Search) -> Leak:
    """Replace one of its functions."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> Game:
        monkeypatch.setattr(owner, name, leaky)
        return game

    return Leak(plant, search)


def after(game: Game, owner: Any, name: str, more: Callable[..., None], search: Search) -> Leak:
    """Run this after one of its functions, with the same arguments."""
    sound: Callable[..., Any] = getattr(owner, name)

    def leaky(*given: Any) -> Any:
        done = sound(*given)
        more(*given)
        return done

    return instead(game, owner, name, leaky, search)


def in_refusals(game: Game, knows: Callable[[Any, Seat], object], search: Search) -> Leak:
    """Let refusals reveal something secret."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> Game:
        monkeypatch.setattr("games.engine._expected", lambda g, seat: f"not with {knows(g, seat)}")
        return game

    return Leak(plant, search)


def digest(g: Any, you: Seat | None = None) -> str:
    return sha256(msgspec.json.encode(g)).hexdigest()


def counting(g: Any, number: int) -> None:
    """Advance the number of questions by this many."""
    g.asked_so_far += number
