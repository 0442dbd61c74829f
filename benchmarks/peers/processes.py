"""Server processes: starting and ending them, their processor time and memory, children included."""

import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import psutil

START_WITHIN_S: Final = 30.0
STOP_WITHIN_S: Final = 20.0


def cpu_s(pids: list[int]) -> float:
    """Processor time of these processes and their children so far, user and system, of all their threads.

    Read from the CPU clock of each process, whose identifier is made from the process id as clock_getcpuclockid(3)
    does: exact to the nanosecond, while /proc counts hundredths of a second.
    """
    return sum(time.clock_gettime(~pid << 3 | 2) for pid in _families(pids))


def memory_kb(pids: list[int]) -> float:
    """Their memory; shared pages are divided among them."""
    return sum(float(psutil.Process(pid).memory_full_info().pss) for pid in _families(pids)) / 1024


def _families(pids: list[int]) -> set[int]:
    children = {child.pid for pid in pids for child in psutil.Process(pid).children(recursive=True)}
    return children.union(pids)


class Server:
    """A server under test, during a `with` block. It listens on `port`; its output goes to `said`."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path, port: int, said: Path) -> None:
        self.port = port
        self.pids: list[int] = []
        self._command = command
        self._environment = environment
        self._folder = folder
        self._said = said

    def __enter__(self) -> Self:
        with self._said.open("ab") as said:
            self._process = subprocess.Popen(
                self._command, cwd=self._folder, env=self._environment, stdout=said, stderr=said
            )
        self.pids = [self._process.pid]
        self._wait()
        return self

    def _wait(self) -> None:
        until = time.monotonic() + START_WITHIN_S
        while time.monotonic() < until and self._process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        self.__exit__(None, None, None)
        raise SystemExit(f"did not start: {' '.join(self._command)}\n{self._said.read_text()[-2000:]}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
