"""Tasks for worker processes in tests. They import this module and nothing else of the tests."""

import os
import signal
import sys

from games.engine import Game
from games.thinking import Thought


def what_it_is(game: Game, thought: Thought) -> tuple[int, int, list[str], list[str]]:
    """The process id, its niceness, the modules it has loaded, and its settings."""
    modules = sorted(name for name in sys.modules if name.split(".")[0] in ("app", "fastapi", "sqlite3", "sqlalchemy"))
    return os.getpid(), os.nice(0), modules, [name for name in os.environ if name.startswith(("TERTULIA_", "PG"))]


def repeat(game: Game, thought: Thought) -> Thought:
    return thought


def die(game: Game, thought: Thought) -> None:
    os._exit(1)


def be_killed(game: Game, thought: Thought) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def never_start(nice: int) -> None:
    os._exit(3)


def fail(game: Game, thought: Thought) -> None:
    raise ValueError("a game that is wrong")


def never_end(game: Game, thought: Thought) -> None:
    while True:
        pass
