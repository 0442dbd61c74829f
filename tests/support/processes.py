"""Programs forked from one process that has loaded them already, which takes a fraction of the time that Python needs
to load the server. Real starts are tested in tests/server/test_server.py."""

import multiprocessing
import os
import runpy
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Final
from unittest.mock import patch

ROOT: Final = Path(__file__).resolve().parents[2]
HASH_SEED: Final = "20260"
"""The hash seed of the process they are forked from, and so of all of them, whatever their environment says."""
_FORKING: Final = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload([__name__, "tests.support.preloaded"])


class Forked:
    """Like subprocess.Popen for `python -m` this, in the repository's folder. `out`: where it writes, if not into
    `stdout`."""

    returncode: int | None = None

    def __init__(self, program: Sequence[str], environ: Mapping[str, str], out: int | None = None) -> None:
        reader, writer = os.pipe() if out is None else (None, os.dup(out))
        self.stdout = None if reader is None else open(reader)  # noqa: SIM115  (closed when it has ended)
        _ready()
        with Connection(writer, readable=False) as said:
            self._process = _FORKING.Process(target=_run, args=(list(program), dict(environ), said))
            self._process.start()
        self.pid = self._process.pid or 0

    def poll(self) -> int | None:
        self.returncode = self._process.exitcode
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if (code := self.poll()) is None:
            raise subprocess.TimeoutExpired("forked", timeout or 0)
        return code

    def communicate(self, timeout: float | None = None) -> tuple[str, None]:
        """Wait for its end; all its output."""
        printed = [""]
        reading = Thread(target=lambda: printed.append(self.stdout.read()), daemon=True)
        if self.stdout is not None and not self.stdout.closed:
            reading.start()
        self.wait(timeout)
        if reading.ident is not None:
            reading.join()
            self.stdout.close()
        return printed[-1], None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


@cache
def _ready() -> None:
    with patch.dict(os.environ, PYTHONHASHSEED=HASH_SEED):
        forkserver.ensure_running()


def _run(program: list[str], environ: dict[str, str], said: Connection) -> None:
    os.setsid()
    os.chdir(ROOT)
    for out in (1, 2):
        os.dup2(said.fileno(), out)
    said.close()
    os.environ.clear()
    os.environ.update(environ)
    sys.argv = program
    sys.modules.pop(f"{program[0]}.__main__", None)  # which has to run again
    runpy.run_module(program[0], run_name="__main__", alter_sys=True)
