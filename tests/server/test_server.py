"""The server process: how it stops, how it starts, its error messages, and that signals end it, however often and
whenever they come."""

import asyncio
import errno
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import httpx
import psutil
import pytest

from app.server import process as server_module
from app.server.listening import CannotListen, listen, why_not
from app.server.process import Server, uvicorn_config
from app.settings import Bind, Settings
from tests.client import Friend
from tests.conftest import ROOT, House, Process, StartProcess, altered, environment
from tests.support.command_line import Said, Terminal
from tests.support.raw_sockets import in_thread, listening
from tests.support.shutdown import EXIT_WITHIN_S, Start, Visit, ended, written_by_another
from tests.support.shutdown import start as start
from tests.support.shutdown import visit as visit

REAL = (sys.executable, "-m", "app")


async def test_sigterm_ends_it_with_0_and_what_was_written_is_there(start_process: StartProcess) -> None:
    first = start_process(*REAL)
    assert leaves_no_memory_behind(first), "a crash would leave a core dump"
    async with Friend(first.base_url) as ann:
        page = await ann.opens("Ann")
        began = time.monotonic()
        first.popen.send_signal(signal.SIGTERM)
        assert await page.hear_the_end() == 1012
    assert page.heard[-1]["type"] == "bye"
    assert (await asyncio.to_thread(first.end))[0] == 0
    assert time.monotonic() - began < 15
    second = start_process()
    async with httpx.AsyncClient(base_url=second.base_url) as client:
        assert (await client.get(f"/api/rooms/{page.room}")).status_code == 200
    second.popen.send_signal(signal.SIGINT)
    code, printed = await asyncio.to_thread(second.end)
    assert code == 0
    assert "Traceback" not in printed


async def test_a_closed_terminal_ends_it_like_sigterm_and_nohup_keeps_it_going(start_process: StartProcess) -> None:
    process = start_process(*REAL)
    async with Friend(process.base_url) as ann:
        page = await ann.opens("Ann")
        process.popen.send_signal(signal.SIGHUP)
        assert await page.hear_the_end() == 1012
    assert page.heard[-1]["type"] == "bye"
    assert (await asyncio.to_thread(process.end))[0] == 0
    process = start_process("nohup", *REAL)
    process.popen.send_signal(signal.SIGHUP)
    await asyncio.sleep(0.3)
    async with Friend(process.base_url) as ann:
        await ann.open_room("Ann")


def leaves_no_memory_behind(process: Process) -> bool:
    limits = Path(f"/proc/{process.popen.pid}/limits").read_text()
    return bool(re.search(r"^Max core file size +0 ", limits, re.MULTILINE))


def test_what_is_not_closed_in_time_is_left(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    left, done = [], threading.Event()
    monkeypatch.setattr(server_module, "_exit", lambda code: (left.append(code), done.set()))
    server_module._exit_after(0.01)
    assert done.wait(5)
    assert left == [0]
    assert "not everything could be closed in time" in caplog.messages


@pytest.mark.parametrize("fails", [False, True])
async def test_a_drain_that_never_ends_is_not_waited_for_and_one_that_fails_is_written_down(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fails: bool
) -> None:
    monkeypatch.setattr(server_module, "DRAIN_WITHIN_S", 0.3)
    drain: Any = AsyncMock(side_effect=RuntimeError) if fails else asyncio.Event().wait
    server = Server(uvicorn_config(listening, settings), drain)
    thread = in_thread(server)
    server.should_exit = True
    await asyncio.to_thread(thread.join, 5)
    assert not thread.is_alive()
    assert ("the rooms could not be closed" in caplog.messages) == fails


async def test_it_serves_also_when_its_output_goes_to_a_full_disk(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.print", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
    monkeypatch.setattr("uvicorn.Server.startup", AsyncMock())
    monkeypatch.setattr(Server, "address", "http://127.0.0.1:8000")
    server = Server(uvicorn_config(listening, settings), AsyncMock())
    server.started = True
    await server.startup()
    server._close_sockets()


def test_it_makes_its_database_and_opens_after_two_seconds_of_work(start_process: StartProcess, tmp_path: Path) -> None:
    (tmp_path / "process.sqlite3").unlink()
    process = start_process(*REAL)
    worked = psutil.Process(process.popen.pid).cpu_times()
    assert worked.user + worked.system < 4, "about two on an idle machine; a busy one shares its caches, too"
    assert httpx.get(process.base_url).status_code == 200


@pytest.mark.parametrize(("variables", "typed", "words"), [
    ({"BIND": "here"}, (), "TERTULIA_BIND: expected an address and a port"),
    ({}, ("sing",), "invalid choice: 'sing'"),
])  # fmt: skip
def test_what_is_not_understood_ends_with_2_and_a_sentence(
    terminal: Terminal, variables: dict[str, str], typed: tuple[str, ...], words: str
) -> None:
    terminal.sets(**variables)
    code, _, said = terminal(*typed)
    assert (code, words in said) == (2, True)


def test_a_letter_that_the_terminal_lacks_is_written_by_its_number(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written := BytesIO(), "ascii"))
    terminal.sets(PUSH_CONTACT="mailto:Zoë@games.example")
    assert terminal("check-config").code == 0
    assert rb"mailto:Zo\xeb@games.example" in written.getvalue()


def test_a_port_that_is_taken_ends_with_what_to_do(lasting_house: House, tmp_path: Path, terminal: Terminal) -> None:
    host, port = lasting_house.address
    terminal.sets(BIND=f"{host}:{port}", DATABASE_URL=f"sqlite:///{tmp_path}/other.sqlite3")
    taken = f"TERTULIA_BIND: cannot listen on {host}:{port}: port {port} is taken: another program listens there,"
    advice = f"Stop it, or choose another port, as in TERTULIA_BIND={host}:{port + 1}"
    assert terminal() == Said(3, "", f"{taken} perhaps a Tertulia that is already running. {advice}\n")
    assert not (tmp_path / "other.sqlite3").exists()


def test_where_nobody_can_listen_it_is_said_what_to_do() -> None:
    for number, bind, advice in (
        (errno.EACCES, Bind("0.0.0.0", 80), "only root may listen on port 80. Choose one from 1024 up, as in"),
        (errno.EADDRNOTAVAIL, Bind("192.0.2.1", 80), "is not an address of this machine. To listen on all of them:"),
        (errno.EADDRINUSE, Bind("::", 65535), "Stop it, or choose another port, as in TERTULIA_BIND=[::]:8000"),
        (errno.ENETDOWN, Bind("::", 80), "Choose an address of this machine, as in TERTULIA_BIND=127.0.0.1:8000"),
    ):
        said = why_not(OSError(number, os.strerror(number)), bind, "TERTULIA_BIND")
        assert said.startswith(f"TERTULIA_BIND: cannot listen on {bind}: ")
        assert advice in said
    with pytest.raises(CannotListen, match=r"^TERTULIA_BIND: cannot listen on nowhere\.invalid:8000: "):
        listen(Bind("nowhere.invalid", 8000), "TERTULIA_BIND")


def test_the_address_that_it_prints_is_of_the_kind_that_it_listens_on(settings: Settings) -> None:
    for bind, sign in ((Bind("0.0.0.0", 0), "."), (Bind("::1", 0), "[::1]:"), (Bind("127.0.0.1", 0), "127.0.0.1:")):
        server = Server(uvicorn_config(listening, altered(settings, bind=bind)), AsyncMock())
        thread = in_thread(server)
        assert sign in server.address.removeprefix("http://")
        server.should_exit = True
        thread.join()


def test_on_every_network_of_ipv6_it_is_reached_over_ipv4_too(settings: Settings) -> None:
    server = Server(uvicorn_config(listening, altered(settings, bind=Bind("::", 0))), AsyncMock())
    thread = in_thread(server)
    port = server._listening[1]
    for host in ("127.0.0.1", "::1"):
        socket.create_connection((host, port), timeout=5).close()
    server.should_exit = True
    thread.join()


@pytest.mark.parametrize(("bind", "given", "hint"), [
    (Bind("127.0.0.1", 0), {}, "Only this machine reaches it. To let friends in your network play, start it so: "),
    (Bind("127.0.0.1", 0), {"is_behind_a_proxy": True}, ""),
    (Bind("0.0.0.0", 0), {}, "On this machine it is also at http://127.0.0.1:"),
])  # fmt: skip
def test_at_a_terminal_it_is_said_who_can_reach_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, bind: Bind, given: dict[str, bool], hint: str
) -> None:
    monkeypatch.setattr(server_module, "address_on_the_network", lambda: "192.168.1.20")
    server = Server(uvicorn_config(listening, altered(settings, bind=bind)), AsyncMock(), **given)
    thread = in_thread(server)
    assert server._hint.startswith(hint) and bool(server._hint) == bool(hint)
    assert "TERTULIA_BIND=0.0.0.0:" in server._hint or not server._hint.startswith("Only")
    server.should_exit = True
    thread.join()


def test_a_database_that_cannot_be_opened_ends_with_a_sentence_that_says_so(terminal: Terminal) -> None:
    terminal.sets(BIND="127.0.0.1:0", DATABASE_URL="sqlite:////proc/tertulia.sqlite3")
    code, _, said = terminal()
    assert (code, "The database of TERTULIA_DATABASE_URL cannot be opened: " in said) == (3, True)


async def test_sigterm_again_and_again_to_the_very_end_still_ends_with_0(start: Start) -> None:
    process = start(*REAL)
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
    starting = [begun(f"sqlite:///{tmp_path}/{number}.sqlite3") for number in range(3)]
    for number, process in enumerate(starting):
        while not listens_to(process.pid, signal.SIGTERM):
            assert process.poll() is None
        time.sleep(0.4 * number)  # at a different moment of its start each time
        process.send_signal(signal.SIGTERM)
    for process in starting:
        printed, _ = process.communicate(timeout=EXIT_WITHIN_S)
        assert process.returncode == 0, printed
        assert "Traceback" not in printed


def test_no_library_takes_sigterm_while_it_is_loaded_for_an_error() -> None:
    signalled_where_errors_are_caught = """
import os, signal, sys, app.__main__ as main
main._at_signals(main._exit_on_signal)
try:
    os.kill(os.getpid(), signal.SIGTERM)
except BaseException:
    sys.exit("it was caught")
"""
    ran = subprocess.run([sys.executable, "-c", signalled_where_errors_are_caught], cwd=ROOT, check=False)
    assert ran.returncode == 0


def begun(url: str) -> subprocess.Popen[str]:
    given, out = environment(TERTULIA_BIND="127.0.0.1:0", TERTULIA_DATABASE_URL=url), subprocess.PIPE
    return subprocess.Popen(REAL, cwd=ROOT, env=given, stdout=out, stderr=subprocess.STDOUT, text=True)


def listens_to(pid: int, number: int) -> bool:
    status = Path(f"/proc/{pid}/status").read_text()
    caught = int(next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt")), 16)
    return bool(caught >> (number - 1) & 1)
