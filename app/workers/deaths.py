"""Lines of the log about worker processes that died: why they did, and how often, but not every time."""

import logging
import signal
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Final

log = logging.getLogger("tertulia.bots")

TOLD_EVERY_S: Final = 60.0
KNOWN_WITHIN_S: Final = 1.0
CHECK_EVERY_S: Final = 0.01


class DeathLog:
    """Logs the first death at once, and those of the following minute together with the next one after it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told_at = float("-inf")
        self._untold = 0

    def note(self, how: str) -> None:
        """Count a death, and log it if it is time."""
        times = self._untold = self._untold + 1
        if self._clock() - self._told_at < TOLD_EVERY_S:
            return
        self._told_at, self._untold = self._clock(), 0
        if times == 1:
            log.warning("a worker process died: %s", how)
        else:
            log.warning("worker processes died %s times, the last one: %s", times, how)


def how_ended(processes: Collection[BaseProcess]) -> str:
    """How the one of these processes ended that died by itself, in words: its pool then terminates the others. Blocks
    for a moment: a process may be gone before the system says how it ended."""
    known_by = time.monotonic() + KNOWN_WITHIN_S
    while any(process.exitcode is None for process in processes) and time.monotonic() < known_by:
        time.sleep(CHECK_EVERY_S)
    codes = [process.exitcode for process in processes if process.exitcode is not None]
    by_itself = [code for code in codes if code != -signal.SIGTERM]
    return next(map(_in_words, by_itself or codes), "it is not known how")


def _in_words(exit_code: int) -> str:
    with suppress(ValueError):  # for real-time signals, which have no names
        return f"exit code {exit_code}" if exit_code >= 0 else f"signal {signal.Signals(-exit_code).name}"
    return f"signal {-exit_code}"
