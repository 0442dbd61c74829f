"""Signals, however often and whenever they come, end a server as they should."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.conftest import ROOT, environment
from tests.stopping import EXIT_WITHIN_S, Start, Visit, ended, written_by_another
from tests.stopping import start as start
from tests.stopping import visit as visit


async def test_sigterm_again_and_again_to_the_very_end_still_ends_with_0(start: Start) -> None:
    process = start()
    while process.popen.poll() is None:
        process.popen.send_signal(signal.SIGTERM)
        await asyncio.sleep(0.002)
    await ended(process)


async def test_the_second_sigint_does_not_wait(start: Start, visit: Visit, tmp_path: Path) -> None:
    process = start()
    page = await (await visit(process)).plays_a_bot()
    with written_by_another(tmp_path / "process.sqlite3"):
        await page.play(page.frame["choices"][0]["move"])
        process.popen.send_signal(signal.SIGINT)
        await asyncio.sleep(0.5)
        assert process.popen.poll() is None
        process.popen.send_signal(signal.SIGINT)
        code, _ = await asyncio.to_thread(process.end, 2)
    assert code == 1


def test_sigterm_while_it_starts_ends_it_with_0(tmp_path: Path) -> None:
    starting = [begun(f"sqlite:///{tmp_path}/{number}.sqlite3") for number in range(5)]
    for number, process in enumerate(starting):
        while not listens_to(process.pid, signal.SIGTERM):
            assert process.poll() is None
        time.sleep(0.2 * number)  # at another moment of its start each time
        process.send_signal(signal.SIGTERM)
    for process in starting:
        printed, _ = process.communicate(timeout=EXIT_WITHIN_S)
        assert process.returncode == 0, printed
        assert "Traceback" not in printed


SIGNALLED_WHERE_ERRORS_ARE_CAUGHT = """
import os, signal, sys, app.__main__ as main
main._at_signals(main._leave)
try:
    os.kill(os.getpid(), signal.SIGTERM)
except BaseException:
    sys.exit("it was caught")
"""


def test_no_library_takes_sigterm_while_it_is_loaded_for_an_error() -> None:
    ended = subprocess.run([sys.executable, "-c", SIGNALLED_WHERE_ERRORS_ARE_CAUGHT], cwd=ROOT, check=False)
    assert ended.returncode == 0


def begun(url: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env=environment(TERTULIA_BIND="127.0.0.1:0", TERTULIA_DATABASE_URL=url),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def listens_to(pid: int, number: int) -> bool:
    status = Path(f"/proc/{pid}/status").read_text()
    caught = int(next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt")), 16)
    return bool(caught >> (number - 1) & 1)
