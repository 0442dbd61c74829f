"""Operation: settings, commands, version and health, and the systemd service."""

import re
import shutil
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from operator import attrgetter
from pathlib import Path
from unittest.mock import AsyncMock

import httpx
import pytest
from fastapi import FastAPI
from websockets.exceptions import InvalidStatus

from app.build import VERSION
from app.main import drain
from app.settings import PREFIX, Bind, Settings
from app.storage.disk import Marks
from chaos.servers import free_port
from tests.client import Friend
from tests.conftest import ROOT, WISH, House, OpenHouse, open_room
from tests.support.command_line import Said, Terminal
from tools.debian import apt_install


def test_every_setting_is_printed_with_where_it_comes_from(terminal: Terminal) -> None:
    terminal.sets(BIND="[::]:8000", LOG_LEVEL=None)
    code, told, _ = terminal("check-config")
    shown = {"BIND=[::]:8000  (environment)", "LOG_LEVEL=info  (default)", "LIMITS_ROOMS=30/600s  (default)"}
    assert (code, shown - {line.removeprefix("TERTULIA_") for line in told.splitlines()}) == (0, set())


def test_secrets_are_not_printed(terminal: Terminal, tmp_path: Path) -> None:
    for address in (
        "postgresql://tertulia:s3cret@db.example.org/tertulia",
        "postgresql://tertulia@db.example.org/tertulia?password=s3cret",
        "postgresql://db.example.org/tertulia?sslpassword=s3cret",
    ):
        terminal.sets(DATABASE_URL=address)
        code, told, _ = terminal("check-config")
        assert (code, "s3cret" in told) == (0, False)
        assert "db.example.org/tertulia" in told and "***" in told
    (tmp_path / "url").write_text("postgresql://tertulia:s3cret@db.example.org/tertulia")
    terminal.sets(DATABASE_URL=None, DATABASE_URL_FILE=tmp_path / "url")
    code, told, _ = terminal("check-config")
    assert code == 0
    assert "TERTULIA_DATABASE_URL=postgresql://tertulia:***@db.example.org/tertulia  (file)" in told.splitlines()


@pytest.mark.parametrize("address", [
    "postgres//tertulia:s3cret@db.example.org/tertulia",
    "postgresql:/tertulia:s3cret@db.example.org/tertulia",
    "postgresql://tertulia@db.example.org:s3cret/tertulia",
    "mysql://db.example.org/tertulia?password=s3cret",
    "s3cret",
])  # fmt: skip
def test_nor_are_they_where_the_address_is_misspelt(terminal: Terminal, address: str) -> None:
    terminal.sets(DATABASE_URL=address)
    code, _, said = terminal("check-config")
    assert (code, "s3cret" in said) == (2, False)
    assert said.startswith("TERTULIA_DATABASE_URL: expected ")


def test_help_lists_every_command(terminal: Terminal) -> None:
    code, told, _ = terminal("--help")
    commands = ("backup", "restore", "verify-log", "rooms", "check-config", "health")
    assert (code, [name for name in commands if name not in told]) == (0, [])


UNIT = ROOT / "docs" / "tertulia.service"


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    found = shutil.which("systemd-analyze") or apt_install("systemd", because="a test needs it")
    assert found, "apt-get install systemd"
    # Whether this machine has the sample's program and user is another question.
    lines = re.sub(r"/opt/tertulia/\.venv/bin/python", sys.executable, UNIT.read_text())
    unit = tmp_path / "tertulia.service"
    unit.write_text(re.sub(r"^(User|Group)=.*\n", "", lines, flags=re.MULTILINE))
    told = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    assert [line for line in told.stderr.splitlines() if "tertulia" in line] == []


def test_the_unit_sets_what_there_is_to_set_runs_commands_there_are_and_allows_little() -> None:
    unit = UNIT.read_text()
    given = dict(re.findall(rf"^Environment=({PREFIX}\w+)=(.*)$", unit, re.MULTILINE))
    assert Settings.from_environ(given).database_url == "sqlite:////var/lib/tertulia/tertulia.sqlite3"
    assert re.findall(r"^ExecStart\w*=\S+ -m app ?(\S*)$", unit, re.MULTILINE) == ["check-config", ""]
    hardening = {"NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes"}
    hardening |= {"CapabilityBoundingSet=", "SystemCallFilter=@system-service", "StateDirectoryMode=0700"}
    assert hardening | {"User=tertulia"} <= set(unit.splitlines())


def test_the_command_line_says_it_and_it_is_the_newest_one_in_the_changelog(terminal: Terminal) -> None:
    assert terminal("--version") == Said(0, f"Tertulia {VERSION}\n", "")
    assert re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0] == VERSION


async def test_a_rules_page_says_it_below_the_credit(client: httpx.AsyncClient) -> None:
    html = (await client.get("/rules/tcnccc")).text
    assert f"<p>Tertulia {VERSION}</p>" in html.partition('<footer class="credit">')[2].partition("</footer>")[0]


# --- Health -------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the disk on every query."""
    monkeypatch.setattr("app.storage.disk.CHECK_EVERY_S", 0.0)


async def test_a_server_that_is_open_is_alive_and_ready_and_without_storage_only_alive(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await client.get("/livez")).json() == {"ok": True, "version": VERSION}
    assert (await client.get("/readyz")).json() == {"ok": True}
    monkeypatch.setattr(app.state.services.store, "ready", AsyncMock(return_value=False))
    assert (await client.get("/livez")).status_code == 200
    answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ok": False, "trouble": "storage"})


async def test_while_it_closes_nothing_is_opened_and_nothing_is_lost(app: FastAPI, client: httpx.AsyncClient) -> None:
    room = await open_room(client)
    await drain(app)
    assert (await client.get("/livez")).status_code == 200
    answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ok": False, "trouble": "closing"})
    refused = [await client.get(path.format(room)) for path in ("/api/rooms/{}", "/api/rooms/{}/log", "/t/{}")]
    for answer in (await client.post("/api/rooms", json=WISH), *refused):
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")


def test_a_server_that_is_ready_says_where(lasting_house: House, terminal: Terminal) -> None:
    ready = Said(0, f"Ready: {lasting_house.base_url}.\n", "")
    assert terminal("health", lasting_house.base_url) == ready
    terminal.sets(BIND=f"0.0.0.0:{lasting_house.address[1]}")
    assert terminal("health") == ready


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::"])
def test_the_server_that_has_the_database_is_asked_wherever_it_listens(
    open_house: OpenHouse, settings: Settings, terminal: Terminal, host: str
) -> None:
    house = open_house(bind=Bind(host, free_port()))
    url = f"http://127.0.0.1:{house.address[1]}"
    terminal.sets(BIND=None, DATABASE_URL=settings.database_url)
    assert terminal("health") == Said(0, f"Ready: {url}.\n", "")
    house.close()
    assert_not_ready(terminal, because=f"nobody serves at {url} (Connection refused).\n")


def test_the_address_that_is_set_counts_more_than_where_the_server_of_the_database_listens(
    open_house: OpenHouse, settings: Settings, terminal: Terminal
) -> None:
    open_house(bind=Bind("127.0.0.1", free_port()))
    terminal.sets(BIND=f"[::]:{free_port()}", DATABASE_URL=settings.database_url)
    assert_not_ready(terminal, because="nobody serves at http://127.0.0.1:")


async def test_a_socket_is_told_to_return_before_a_stop(lasting_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Friend(lasting_house.base_url) as friend:
        monkeypatch.setattr(lasting_house.app.state.services, "closing", True)
        with pytest.raises(InvalidStatus) as shut:
            await friend.connect("k7Qm2xZ9vB3nR5wT")
        answer = shut.value.response
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")


def assert_not_ready(terminal: Terminal, *url: str, because: str) -> None:
    code, out, said = terminal("health", *url)
    assert (code, out) == (1, "")
    assert said.startswith(f"Not ready: {because}")


TROUBLES: dict[str, tuple[str, object, str]] = {
    "closes": ("closing", True, "it is shutting down and lets nobody in any more.\n"),
    "database": ("store.ready", AsyncMock(return_value=False), "its database does not answer within two seconds"),
    "full": ("store.disk._marks", Marks(0, 10**12), "its disk is full, so nobody can play; games continue by"),
}


@pytest.mark.parametrize(("place", "value", "because"), TROUBLES.values(), ids=TROUBLES)
def test_a_server_in_trouble_says_in_which(
    lasting_house: House, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, place: str, value: object, because: str
) -> None:
    *of, name = place.split(".")
    monkeypatch.setattr(attrgetter(".".join(["services", *of]))(lasting_house.app.state), name, value)
    assert_not_ready(terminal, lasting_house.base_url, because=f"{lasting_house.base_url}: {because}")


def test_a_server_with_little_room_is_ready_and_says_so(
    lasting_house: House, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lasting_house.app.state.services.store.disk, "_marks", Marks(10**12, 0))
    sentence = f"Ready: {lasting_house.base_url}; but its disk is nearly full: nobody can open a new table.\n"
    assert terminal("health", lasting_house.base_url) == Said(0, sentence, "")


def test_where_nobody_serves_the_address_and_the_reason_are_named(terminal: Terminal) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    assert_not_ready(terminal, url, because=f"nobody serves at {url} (Connection refused).\n")
    assert_not_ready(terminal, "http://nowhere.invalid", because="nobody serves at http://nowhere.invalid (")


def test_who_does_not_answer_is_waited_for_so_long(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.admin.health.TIMEOUT_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert_not_ready(terminal, url, because=f"{url} does not answer within 0.2 seconds.\n")


def test_who_is_no_tertulia_is_told_from_one(terminal: Terminal) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        threading.Thread(target=other.serve_forever).start()
        code, _, said = terminal("health", f"http://127.0.0.1:{other.server_port}")
        other.shutdown()
    assert code == 1
    assert said.endswith(" answers /readyz with 501; it is not Tertulia, or a proxy with no server behind it.\n")


@pytest.mark.parametrize("url", ["example.org", "ftp://example.org", "http://", "http://here:port", "http://a..b"])
def test_what_is_no_address_is_not_understood(url: str, terminal: Terminal) -> None:
    code, _, said = terminal("health", url)
    assert (code, "expected an address such as http://127.0.0.1:8000" in said) == (2, True)
