"""What those who keep a house ask of it: its settings, its commands, its version, and the service it is run as."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx

from app.build import VERSION
from app.settings import PREFIX, Settings
from tests.conftest import ROOT
from tests.terminal import Said, Terminal
from tools.debian import apt_install

# --- check-config -------------------------------------------------------------------------------------------


def test_every_setting_is_printed_with_where_it_comes_from(terminal: Terminal) -> None:
    terminal.sets(BIND="[::]:8000", LOG_LEVEL=None)
    code, told, _ = terminal("check-config")
    assert code == 0
    assert {
        "TERTULIA_BIND=[::]:8000  (environment)",
        "TERTULIA_LOG_LEVEL=info  (default)",
        "TERTULIA_LIMITS_ROOMS=30/600s  (default)",
    } <= set(told.splitlines())


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


def test_what_is_set_wrongly_ends_with_2_and_what_was_expected(terminal: Terminal) -> None:
    for name, value, why in (
        ("LOG_LEVEL", "loud", "expected debug, info, warning or error; got 'loud'"),
        ("LOGLEVEL", "info", "no such setting. Is it TERTULIA_LOG_LEVEL?"),
        ("DATABASE_URL", "mysql://a:b@c/d", "expected sqlite:///path/to/file or postgresql://"),
    ):
        terminal.sets(**{name: value})
        code, _, said = terminal("check-config")
        assert (code, f"TERTULIA_{name}: {why}" in said) == (2, True)
        terminal.sets(**{name: None})


# --- Commands -----------------------------------------------------------------------------------------------


def test_help_lists_every_command(terminal: Terminal) -> None:
    code, told, _ = terminal("--help")
    commands = ("backup", "restore", "verify-log", "rooms", "check-config", "health")
    assert (code, [name for name in commands if name not in told]) == (0, [])


# --- The service of systemd ---------------------------------------------------------------------------------

UNIT = ROOT / "docs" / "tertulia.service"


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    found = shutil.which("systemd-analyze") or apt_install("systemd", because="a test needs it")
    assert found, "apt-get install systemd"
    # Of this machine's program and user: whether they are where the sample says is another question.
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


# --- The version --------------------------------------------------------------------------------------------


def test_the_command_line_says_it_and_it_is_the_newest_one_in_the_changelog(terminal: Terminal) -> None:
    assert terminal("--version") == Said(0, f"Tertulia {VERSION}\n", "")
    newest = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0]
    assert newest == VERSION


async def test_a_rules_page_says_it_below_the_credit(client: httpx.AsyncClient) -> None:
    html = (await client.get("/rules/tcnccc")).text
    assert f"<p>Tertulia {VERSION}</p>" in html.partition('<footer class="credit">')[2].partition("</footer>")[0]
