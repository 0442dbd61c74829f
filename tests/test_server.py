"""The process that serves: how it stops, how it starts, and what it says when it cannot."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import AsyncMock

import httpx
import psutil
import pytest

from app.server import process as server_module
from app.server.listening import CannotListen, refuse_taken, why_not
from app.server.process import Server, uvicorn_config
from app.settings import Bind, Settings
from tests.client import Friend
from tests.conftest import ROOT, House, Process, environment
from tests.raw_sockets import in_thread, listening
from tests.terminal import Said, Terminal

# --- Stopping -----------------------------------------------------------------------------------------------


async def test_sigterm_ends_the_process_with_0_and_what_was_written_is_there_again(
    start_process: Callable[..., Process],
) -> None:
    first = start_process()
    assert leaves_no_memory_behind(first), "dying, it would leave a copy of its memory"
    async with Friend(first.base_url) as ann:
        room = await ann.open_room("Ann")
        page = await ann.enter(room)
        await page.hear("table")
        began = time.monotonic()
        first.popen.send_signal(signal.SIGTERM)
        assert await page.hear_the_end() == 1012
    assert page.heard[-1]["type"] == "bye"
    assert (await asyncio.to_thread(first.end))[0] == 0
    assert time.monotonic() - began < 15
    second = start_process()
    async with httpx.AsyncClient(base_url=second.base_url) as client:
        assert (await client.get(f"/api/rooms/{room}")).status_code == 200
    second.popen.send_signal(signal.SIGINT)
    code, printed = await asyncio.to_thread(second.end)
    assert code == 0
    assert "Traceback" not in printed


def leaves_no_memory_behind(process: Process) -> bool:
    limits = Path(f"/proc/{process.popen.pid}/limits").read_text()
    return bool(re.search(r"^Max core file size +0 ", limits, re.MULTILINE))


def test_what_cannot_be_closed_in_time_is_left_behind_and_that_is_written_down(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    left, done = [], threading.Event()
    monkeypatch.setattr(server_module, "_exit", lambda code: (left.append(code), done.set()))
    server_module._exit_after(0.01)
    assert done.wait(5)
    assert left == [0]
    assert "not everything could be closed in time" in caplog.messages


async def test_a_drain_that_never_ends_is_not_waited_for(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "DRAIN_WITHIN_S", 0.3)
    server = Server(uvicorn_config(listening, settings), asyncio.Event().wait)  # type: ignore[arg-type]
    thread = in_thread(server)
    server.should_exit = True
    await asyncio.to_thread(thread.join, 5)
    assert not thread.is_alive()


async def test_a_drain_that_fails_is_written_down_and_the_server_stops(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    server = Server(uvicorn_config(listening, settings), AsyncMock(side_effect=RuntimeError))
    thread = in_thread(server)
    server.should_exit = True
    await asyncio.to_thread(thread.join, 5)
    assert not thread.is_alive()
    assert "the rooms could not be closed" in caplog.messages


# --- Starting -----------------------------------------------------------------------------------------------


def test_it_makes_its_database_and_says_where_it_is_open_after_two_seconds_of_work(
    start_process: Callable[..., Process], tmp_path: Path
) -> None:
    (tmp_path / "process.sqlite3").unlink()
    process = start_process()
    worked = psutil.Process(process.popen.pid).cpu_times()
    assert worked.user + worked.system < 4, "about two on an idle machine; a busy one shares its caches, too"
    assert httpx.get(process.base_url).status_code == 200


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("BIND", "here", "TERTULIA_BIND: expected an address and a port"),
        ("DATABASE_URL", "mysql://here/tertulia", "TERTULIA_DATABASE_URL: expected"),
    ],
)
def test_what_is_not_understood_ends_with_2_and_a_sentence(
    terminal: Terminal, name: str, value: str, words: str
) -> None:
    terminal.sets(**{name: value})
    code, _, said = terminal()
    assert (code, words in said) == (2, True)


def test_a_word_that_is_no_command_ends_with_2_and_a_sentence(terminal: Terminal) -> None:
    code, _, said = terminal("sing")
    assert (code, "invalid choice: 'sing'" in said) == (2, True)


def test_a_port_that_is_taken_ends_with_a_sentence_that_says_what_to_do(
    lasting_house: House, tmp_path: Path, terminal: Terminal
) -> None:
    host, port = lasting_house.address
    terminal.sets(BIND=f"{host}:{port}", DATABASE_URL=f"sqlite:///{tmp_path}/other.sqlite3")
    assert terminal() == Said(
        3,
        "",
        f"TERTULIA_BIND: cannot listen at {host}:{port}: port {port} is taken: another program listens there, perhaps "
        f"a Tertulia that runs already. Stop that one, or choose another port, as in TERTULIA_BIND={host}:{port + 1}\n",
    )
    assert not (tmp_path / "other.sqlite3").exists()


@pytest.mark.parametrize(
    ("number", "bind", "advice"),
    [
        (errno.EACCES, Bind("0.0.0.0", 80), "only root may listen at port 80. Choose one from 1024 on, as in"),
        (errno.EADDRNOTAVAIL, Bind("192.0.2.1", 80), "192.0.2.1 is no address of this machine. For all that it has:"),
        (errno.EADDRINUSE, Bind("::", 65535), "Stop that one, or choose another port, as in TERTULIA_BIND=[::]:8000"),
        (errno.ENETDOWN, Bind("::", 80), "Choose an address of this machine, as in TERTULIA_BIND=127.0.0.1:8000"),
    ],
)
def test_where_nobody_can_listen_it_is_said_what_to_do(number: int, bind: Bind, advice: str) -> None:
    said = why_not(OSError(number, os.strerror(number)), bind, "TERTULIA_BIND")
    assert said.startswith(f"TERTULIA_BIND: cannot listen at {bind}: ")
    assert advice in said


def test_a_host_that_nobody_knows_is_named() -> None:
    with pytest.raises(CannotListen, match=r"^TERTULIA_BIND: cannot listen at nowhere\.invalid:8000: "):
        refuse_taken(Bind("nowhere.invalid", 8000), "TERTULIA_BIND")


def test_a_database_that_cannot_be_opened_ends_with_a_sentence_that_says_so() -> None:
    ended = run(TERTULIA_BIND="127.0.0.1:0", TERTULIA_DATABASE_URL="sqlite:////proc/tertulia.sqlite3")
    assert ended.returncode == 3
    assert "The database of TERTULIA_DATABASE_URL cannot be opened: " in ended.stderr
    assert "Traceback" not in ended.stderr


def run(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env=environment(**environ),
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
