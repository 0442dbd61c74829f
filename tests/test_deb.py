"""The package for Debian, installed by dpkg into a root of its own, removed and purged."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from app.build import VERSION
from tests.client import Friend
from tests.conftest import Process
from tests.test_dist import SETTINGS, played_to_the_end
from tools.deb.package import UNIT, build_deb, make_library, python_version, unit
from tools.dist import build_wheel, build_wheelhouse

PASSWD = "root:x:0:0:root:/root:/bin/sh\n"


class Root:
    """A root with nothing but dpkg's own files and a list of users."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("etc", "var/lib/dpkg/info", "var/lib/dpkg/updates", "var/log"):
            (folder / name).mkdir(parents=True)
        for name, text in {"passwd": PASSWD, "group": "root:x:0:\n", "shadow": "", "gshadow": ""}.items():
            (folder / "etc" / name).write_text(text)
        (folder / "var/lib/dpkg/status").touch()

    def dpkg(self, *arguments: str | Path) -> str:
        """What dpkg prints. Its scripts run outside that root, and are told where it is."""
        # Not everybody is root, but everybody may be in a namespace of their own.
        outside = [] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user"]
        given = ["--force-depends", "--force-script-chrootless", "--root", self.folder]
        path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
        command = [*outside, "dpkg", *given, *arguments]
        done = subprocess.run(command, env={"PATH": path}, capture_output=True, text=True, check=False, timeout=100)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def has(self, name: str) -> bool:
        return (self.folder / name).exists()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with a library in which nothing is but one file."""
    folder = tmp_path_factory.mktemp("package")
    (folder / "library" / "tertulia").mkdir(parents=True)
    (folder / "library" / "tertulia" / "__init__.py").touch()
    return build_deb(folder, folder / "library")


@pytest.fixture
def root(package: Path, tmp_path: Path) -> Root:
    """A root in which the package is installed."""
    made = Root(tmp_path / "root")
    made.dpkg("--install", package)
    return made


def field(package: Path, name: str) -> str:
    asked = ["dpkg-deb", "--field", package, name]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


def test_it_is_of_this_version_and_for_the_python_that_its_library_was_made_for(package: Path) -> None:
    assert field(package, "Version") == VERSION
    major, minor = python_version().split(".")
    assert f"python3 (>= {major}.{minor}), python3 (<< {major}.{int(minor) + 1}~)" in field(package, "Depends")


def test_it_brings_a_command_a_service_and_settings_that_only_root_reads(root: Root) -> None:
    assert os.access(root.folder / "usr/bin/tertulia", os.X_OK)
    assert root.has("usr/lib/tertulia/tertulia/__init__.py")
    assert "ExecStart=/usr/bin/tertulia\n" in (root.folder / "usr/lib/systemd/system/tertulia.service").read_text()
    assert (root.folder / "etc/tertulia.env").stat().st_mode & 0o777 == 0o600
    assert "MIT License" in (root.folder / "usr/share/doc/tertulia/copyright").read_text()


def test_the_service_has_a_user_of_its_own_who_cannot_log_in(root: Root) -> None:
    (line,) = re.findall(r"^tertulia:.*$", (root.folder / "etc/passwd").read_text(), re.MULTILINE)
    assert line.endswith(":/var/lib/tertulia:/usr/sbin/nologin")
    assert "User=tertulia\n" in unit()


def test_installed_again_nothing_changes_for_its_user_or_in_its_settings(root: Root, package: Path) -> None:
    users = (root.folder / "etc/passwd").read_text()
    settings = root.folder / "etc/tertulia.env"
    settings.write_text("TERTULIA_BIND=0.0.0.0:8000\n")
    root.dpkg("--install", package)
    assert (root.folder / "etc/passwd").read_text() == users
    assert settings.read_text() == "TERTULIA_BIND=0.0.0.0:8000\n"


def test_removed_it_leaves_settings_and_games_and_purged_the_games(root: Root) -> None:
    games = root.folder / "var/lib/tertulia/tertulia.sqlite3"
    games.parent.mkdir(parents=True)
    games.write_bytes(b"kept")
    root.dpkg("--remove", "tertulia")
    assert (root.has("usr/bin/tertulia"), root.has("usr/lib/tertulia"), root.has("etc/tertulia.env")) == (
        False,
        False,
        True,
    )
    assert "/var/lib/tertulia is kept: it has the games." in root.dpkg("--purge", "tertulia")
    assert not root.has("etc/tertulia.env")
    assert games.read_bytes() == b"kept"


def test_the_unit_of_the_package_is_the_one_in_the_documents_but_for_where_things_are() -> None:
    _, _, documented = UNIT.read_text().partition("\n[Unit]\n")
    changed = [line for line, was in zip(unit().splitlines()[1:], documented.splitlines(), strict=True) if line != was]
    assert changed == [
        "WorkingDirectory=/var/lib/tertulia",
        "ExecStartPre=/usr/bin/tertulia check-config",
        "ExecStart=/usr/bin/tertulia",
    ]


@pytest.mark.long
async def test_what_is_installed_by_it_serves_and_a_game_is_played(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path)
    build_wheelhouse(tmp_path / "wheelhouse", wheel, python_version())
    make_library(tmp_path / "library", tmp_path / "wheelhouse")
    root = Root(tmp_path / "root")
    root.dpkg("--install", build_deb(tmp_path, tmp_path / "library"))
    process = Process(SETTINGS, [root.folder / "usr/bin/tertulia"], tmp_path)
    try:
        async with Friend(process.base_url, "Ann") as ann:
            await played_to_the_end(ann)
        process.popen.terminate()
        assert process.end()[0] == 0
    finally:
        process.popen.kill()
        process.popen.communicate()
    assert list((root.folder / "usr/lib/tertulia").rglob("*.sqlite3")) == []
