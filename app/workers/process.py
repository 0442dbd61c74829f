"""The tasks of a worker process. It imports the games and nothing else of the program: no database, no key, no room."""

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import connection, parent_process
from pathlib import Path
from typing import Any, Final, TypeVar

from games import by_rules
from games.analysis import Analysis, analysis
from games.engine import Game
from games.record import Record
from games.thinking import Thought

OOM_SCORE_ADJ: Final = 500
"""Of a scale to 1000, as if it took half of the memory more than it does. Raising it needs no right."""
NICE: Final = 10  # thinking is never more urgent than serving
OWN: Final = ("TERTULIA_", "PG")
"""The names of the server's settings, and of those of libpq, such as PGPASSWORD, begin so."""

M = TypeVar("M", Thought, Record)
T = TypeVar("T")


def init_worker(nice: int) -> None:
    """Initialise a worker: give way to the server, forget its settings, and end with it."""
    os.nice(nice)
    _end_before_the_server()
    for name in [name for name in os.environ if name.startswith(OWN)]:
        del os.environ[name]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal also sends it to the server, which ends its workers
    signal.signal(signal.SIGPROF, _time_out)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_before_the_server() -> None:
    """When memory is short, have Linux end this process rather than the server, which is larger: it would be the first
    otherwise (proc_pid_oom_score_adj(5))."""
    with suppress(OSError):  # there is no such file on other systems
        Path("/proc/self/oom_score_adj").write_text(str(OOM_SCORE_ADJ))


def _end_with_the_server() -> None:
    """Exit when the server does, even if it was killed."""
    server = parent_process()
    if server is not None:
        connection.wait([server.sentinel])
        os._exit(1)


def warm_up() -> None:
    """Do nothing: the first task, which starts the process."""


def _time_out(*_: Any) -> None:
    raise TimeoutError


def in_time(work: Callable[[Game, M], T], thought: M, most_s: float) -> T:
    """The result of this work, which is given the game. Raises TimeoutError after `most_s` seconds of processor time:
    the caller has given up, and others are waiting."""
    signal.setitimer(signal.ITIMER_PROF, most_s)
    try:
        return work(by_rules(thought.rules), thought)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def analyse(game: Game, record: Record) -> Analysis:
    """Where this finished game turned."""
    return analysis(game, record, seed=record.began)
