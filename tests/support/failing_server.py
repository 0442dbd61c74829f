"""A server in which things fail on command, each time with a secret in the error: tests/telemetry/test_canaries.py
searches the resulting logs.

    python -m tests.support.failing_server
"""

import asyncio
import sys
import threading
import warnings
from collections.abc import Callable
from typing import Any, NoReturn

from app.__main__ import main
from app.storage.store import Store
from app.table import gathering
from app.table.state import Table
from app.web import api

_speak = gathering.speak
_apply = Table.apply
_start = Store.start


def speak(table: Table, guest: str, name: str, text: str, seat: int | None) -> Any:
    """What follows the word `trouble:` happens; the error contains everything the table knows."""
    everything = f"{text} {guest} {name} {table.room} {table.head} {table.settings} {table.playing}"
    match text.split()[:2]:
        case ["trouble:", "judging"]:
            _fail(everything)
        case ["trouble:", "thread"]:
            threading.Thread(target=_fail, args=(everything,), name=everything).start()
        case ["trouble:", "task"]:
            asyncio.get_running_loop().create_task(_fail_soon(everything), name=everything)
        case ["trouble:", "callback"]:
            asyncio.get_running_loop().call_soon(_fail, everything)
        case ["trouble:", "warning"]:
            warnings.warn(everything, stacklevel=2)
        case ["trouble:", "rubbish"]:
            _FailsWhenPutAway(everything)
    return _speak(table, guest, name, text, seat)


def _fail(everything: str) -> NoReturn:
    raise RuntimeError(everything)


async def _fail_soon(everything: str) -> None:
    _fail(everything)


class _FailsWhenPutAway:
    def __init__(self, everything: str) -> None:
        self.everything = everything

    def __del__(self) -> None:
        _fail(self.everything)


def apply(table: Table, event: Any) -> Any:
    """Makes an event fail to fold."""
    if "trouble: folding" in str(event):
        _fail(str(event))
    return _apply(table, event)


async def start(store: Store) -> None:
    """A database that refuses some writes and does not answer others."""
    await _start(store)
    database: Any = store._database

    def failing(append: Callable[..., Any]) -> Callable[..., Any]:
        def fail_or_append(cursor: Any, rows: Any, now: int) -> Any:
            if "trouble: outage" in (said := str(rows)):
                raise database.outages[0](said)
            if "trouble: writing" in said:
                raise ValueError(said)
            return append(cursor, rows, now)

        return fail_or_append

    database.append, database.append_alone = failing(database.append), failing(database.append_alone)


def games_for(table: Table, *_: Any) -> NoReturn:
    """Makes a request fail."""
    _fail(str(table.__dict__))


if __name__ == "__main__":
    gathering.speak = speak
    Table.apply = apply
    Store.start = start
    api.games_for = games_for
    sys.exit(main([]))
