"""Delays planted in the application, which depend on what is hidden: benchmarks/secret_timing.py must find each.

They last 70 to 170 microseconds if one bit of the hidden state is set: a loop, a pause, or work outside of Python.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any, Final

import pytest

from app import previews
from app.rooms import audience, session
from app.rooms.views import Showing
from app.services import adviser, bots
from app.table import moves
from app.table.state import Table
from tests.blindfold.leaks import bit

LONG_S: Final = 0.0001
LINES: Final = 8000
BYTES: Final = bytes(200_000)


def looped() -> None:
    """So many lines of Python."""
    for _ in range(LINES):
        pass


def paused() -> None:
    """Others may run meanwhile."""
    time.sleep(LONG_S)


def hashed() -> None:
    """One call, of which no line is of Python."""
    sha256(BYTES).digest()


def always(*_: Any) -> bool:
    return True


def plant(
    patch: pytest.MonkeyPatch, owner: Any, name: str, delay: Callable[[], None], where: Callable[..., bool] = always
) -> None:
    """Before this function does its work, where that is so of its arguments."""
    sound = getattr(owner, name)

    def late(*given: Any, **named: Any) -> Any:
        if where(*given) and bit():
            delay()
        return sound(*given, **named)

    patch.setattr(owner, name, late)


def of_a_seat(showing: Showing, viewpoint: int | None) -> bool:
    return viewpoint is not None


def of_onlookers(showing: Showing, viewpoint: int | None) -> bool:
    return viewpoint is None


DELAYS: Final[dict[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "rules": partial(plant, owner=moves, name="play", delay=looped),
    "view": partial(plant, owner=Showing, name="frame", delay=hashed, where=of_a_seat),
    "onlooker": partial(plant, owner=Showing, name="frame", delay=paused, where=of_onlookers),
    "lines": partial(plant, owner=Table, name="_advance_to", delay=hashed),
    "ack": partial(plant, owner=session, name="Ack", delay=paused),
    "refusal": partial(plant, owner=moves, name="_stale", delay=hashed),
    "hint": partial(plant, owner=adviser, name="to_think_about", delay=looped),
    "bot": partial(plant, owner=bots, name="bots_answer", delay=paused),
    "snapshot": partial(plant, owner=audience.Audience, name="everything_for", delay=hashed),
    "preview": partial(plant, owner=previews, name="_invitation", delay=looped),
}
"""Each in one place: what somebody waits for there."""
