"""Installation: the wheel with everything it needs, without an index or a repository, and the Debian package."""

import os
import random
import re
import runpy
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path

import pytest

from app.build import VERSION, fingerprint
from chaos.servers import UNLIMITED
from tests.client import Friend, is_asked
from tests.conftest import ROOT, Process, environment
from tests.project.test_repository import files
from tests.support.effort import LONG
from tools.deb.package import UNIT, build_deb, make_library, python_version, unit
from tools.dist import build, build_wheel, build_wheelhouse

SHIPPED = ("app", "games", "migrations", "static", "templates")
PROGRAM = "tertulia/program/"
SETTINGS = {**UNLIMITED, "TERTULIA_BIND": "127.0.0.1:0"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


class Installed:
    """A virtual environment with only the wheel and its dependencies: all from a wheelhouse, or by day the wheel alone,
    with links to the packages of the lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        (self.site,) = (folder / "venv" / "lib").glob("python*/site-packages")
        self.command = folder / "venv" / "bin" / "tertulia"

    def uv(self, *arguments: str | Path) -> None:
        """Run uv pip there, without an index."""
        uv, python = Path(sys.executable).with_name("uv"), self.folder / "venv" / "bin" / "python"
        subprocess.run([uv, "pip", *arguments, "--quiet", "--offline", "--python", python], check=True, timeout=100)

    def links(self, lock: str) -> None:
        """Link the packages of a lock from this test environment, and no others."""
        for name in re.findall(r"^([\w-]+)==", (ROOT / lock).read_text(), re.MULTILINE):
            with suppress(metadata.PackageNotFoundError):  # which only other machines need
                package = metadata.distribution(name)
                for part in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
                    if not (self.site / part).exists():
                        (self.site / part).symlink_to(package.locate_file(part))

    def run(self, *arguments: str) -> str:
        """A command's output, run in a folder without the repository."""
        given = {"cwd": self.folder, "env": environment(), "capture_output": True, "text": True, "timeout": 60}
        ran = subprocess.run([self.command, *arguments], check=False, **given)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return str(ran.stdout)


@contextmanager
def served(command: list[str | Path], folder: Path) -> Iterator[str]:
    """The address of a server started like this, in that folder; it stops as at SIGTERM."""
    process = Process(SETTINGS, command, folder)
    try:
        yield process.base_url
        process.popen.terminate()
        code, printed = process.end()
        assert code == 0, printed
    finally:
        process.popen.kill()
        process.popen.communicate()


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    made = Installed(folder)
    if LONG:
        build_wheelhouse(folder / "wheelhouse", wheel, locks=["requirements/server.lock"])
        made.uv("install", "--no-index", "--find-links", folder / "wheelhouse", "tertulia")
    else:
        made.links("requirements/server.lock")
        made.uv("install", "--no-deps", wheel)
    return made


def test_the_wheel_has_every_file_of_the_program_and_no_other_and_the_licences_of_what_it_carries(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    packed = {name.removeprefix(PROGRAM) for name in names if name.startswith(PROGRAM)}
    kept = {path.relative_to(ROOT).as_posix() for path in files()}
    assert packed == {name for name in kept if name.split("/")[0] in SHIPPED}
    assert {Path(name).name for name in names if "/licenses/" in name} == {"LICENSE", "THIRD-PARTY-NOTICES.txt"}


def test_it_needs_what_the_requirements_say_in_ranges_that_the_locks_are_in(wheel: Path) -> None:
    (name,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA"))
    metadata = zipfile.ZipFile(wheel).read(name).decode().splitlines()
    needed = [line.removeprefix("Requires-Dist: ") for line in metadata if line.startswith("Requires-Dist: ")]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert len(needed) == sum(map(len, (project["dependencies"], *project["optional-dependencies"].values())))
    assert all(">=" in line and "<" in line for line in needed)
    extras = {line for line in metadata if line.startswith("Provides-Extra")}
    assert extras == {"Provides-Extra: postgres", "Provides-Extra: push"}


def test_nothing_is_built_in_place_of_what_somebody_keeps(tmp_path: Path) -> None:
    (tmp_path / "dear").touch()
    with pytest.raises(SystemExit, match="is not empty"):
        build(tmp_path)
    assert (tmp_path / "dear").exists()


# --- Installed ----------------------------------------------------------------------------------------------


def test_it_is_the_same_program_as_in_the_repository_and_takes_nobody_elses_names(installed: Installed) -> None:
    assert not any((installed.site / name).exists() for name in (*SHIPPED, "tools", "tests"))
    python = installed.folder / "venv" / "bin" / "python"
    code = "import sys, tertulia; sys.path.insert(0, str(tertulia.PROGRAM)); from app import build"
    digest = f"{code}; print(build.__file__); print(build.fingerprint('app', 'games'))"
    ran = subprocess.run([python, "-c", digest], cwd=installed.folder, capture_output=True, text=True, check=True)
    place, printed = ran.stdout.split()
    assert Path(place).is_relative_to(installed.site)
    assert printed == fingerprint("app", "games")
    assert installed.run("--version") == f"Tertulia {VERSION}\n"
    assert installed.run("--help").startswith("usage: tertulia ")


async def test_a_game_is_played_on_it_to_the_end_and_its_log_verified(installed: Installed) -> None:
    with served([installed.command, "serve"], installed.folder) as address:
        async with Friend(address, "Ann") as ann:
            await played_to_the_end(ann)
    assert (installed.folder / "data" / "tertulia.sqlite3").exists()
    assert "1 room" in installed.run("verify-log")


async def played_to_the_end(host: Friend, level: str = "medium") -> None:
    """Play a game against a bot: every question is answered."""
    page = await host.opens()
    await page.send(type="seat_bot", seat=1, level=level)
    await page.see_table(lambda table: table["seats"][1]["bot"])
    await page.send(type="start")
    dice, frame, answered = random.Random(1), await page.hear("frame"), None
    while frame["outcome"] is None:
        if is_asked(frame) and frame["question"] != answered:
            answered = frame["question"]
            await page.play(dice.choice(frame["choices"])["move"])
        frame = await page.hear("frame")


# --- The package for Debian: installed by dpkg into a root of its own, removed and purged -----------------------


class Root:
    """A root with only dpkg's own files and a list of users."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("etc", "var/lib/dpkg/info", "var/lib/dpkg/updates", "var/log"):
            (folder / name).mkdir(parents=True)
        users = {"passwd": "root:x:0:0:root:/root:/bin/sh\n", "group": "root:x:0:\n", "shadow": "", "gshadow": ""}
        for name, text in users.items():
            (folder / "etc" / name).write_text(text)
        (folder / "var/lib/dpkg/status").touch()

    def dpkg(self, *arguments: str | Path) -> str:
        """dpkg's output. Its scripts run outside that root, and are told where it is."""
        # Not everybody is root, but anybody can be in a namespace of their own.
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
    """The package with a library that contains a single file."""
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


def test_it_is_of_this_version_and_for_the_python_that_its_library_was_made_for(package: Path) -> None:
    def field(name: str) -> str:
        asked = ["dpkg-deb", "--field", package, name]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()

    assert field("Version") == VERSION
    major, minor = python_version().split(".")
    assert f"python3 (>= {major}.{minor}), python3 (<< {major}.{int(minor) + 1}~)" in field("Depends")


def test_it_brings_a_command_a_service_with_a_user_without_login_and_private_settings(root: Root) -> None:
    assert os.access(root.folder / "usr/bin/tertulia", os.X_OK)
    assert root.has("usr/lib/tertulia/tertulia/__init__.py")
    assert "ExecStart=/usr/bin/tertulia\n" in (root.folder / "usr/lib/systemd/system/tertulia.service").read_text()
    assert (root.folder / "etc/tertulia.env").stat().st_mode & 0o777 == 0o600
    assert "MIT License" in (root.folder / "usr/share/doc/tertulia/copyright").read_text()
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
    places = ("usr/bin/tertulia", "usr/lib/tertulia", "etc/tertulia.env")
    assert [root.has(place) for place in places] == [False, False, True]
    wanted = "etc/systemd/system/multi-user.target.wants/tertulia.service"
    (root.folder / wanted).parent.mkdir(parents=True)
    (root.folder / wanted).symlink_to("/usr/lib/systemd/system/tertulia.service")
    assert "/var/lib/tertulia is kept: it has the games." in root.dpkg("--purge", "tertulia")
    assert not root.has("etc/tertulia.env") and not (root.folder / wanted).is_symlink()
    assert games.read_bytes() == b"kept"


@pytest.mark.parametrize(("before", "answer", "done"), [
    ([], 0, ["daemon-reload", "enable", "--quiet is-enabled", "restart"]),
    (["1.0.0"], 0, ["daemon-reload", "--quiet is-enabled", "restart"]),
    (["1.0.0"], 1, ["daemon-reload", "--quiet is-enabled", "--quiet is-active"]),
])  # fmt: skip
def test_an_upgrade_leaves_a_service_off_that_its_keeper_has_switched_off(
    tmp_path: Path, before: list[str], answer: int, done: list[str]
) -> None:
    """`answer`: what systemctl says to whether it is enabled, or runs."""
    for name, body in {"useradd": "", "systemctl": f'echo "$@"; case $1 in --quiet) exit {answer}; esac'}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / name).chmod(0o755)
    script = (ROOT / "tools/deb/postinst").read_text().replace("/run/systemd/system", str(tmp_path))
    command = ["sh", "-c", script, "postinst", "configure", *before]
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    said = subprocess.run(command, env=path, check=True, capture_output=True, text=True).stdout
    assert [line.removesuffix(" tertulia.service") for line in said.splitlines()] == done


def test_the_unit_of_the_package_is_the_one_in_the_documents_but_for_where_things_are() -> None:
    _, _, documented = UNIT.read_text().partition("\n[Unit]\n")
    changed = [line for line, was in zip(unit().splitlines()[1:], documented.splitlines(), strict=True) if line != was]
    start = ["ExecStartPre=/usr/bin/tertulia check-config", "ExecStart=/usr/bin/tertulia"]
    assert changed == ["WorkingDirectory=/var/lib/tertulia", *start]


def test_its_command_starts_no_second_server_when_the_worker_of_a_strong_bot_imports_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tertulia.main", pytest.fail)
    monkeypatch.setattr(sys, "path", [*sys.path])
    runpy.run_path(str(ROOT / "tools/deb/tertulia"), run_name="__mp_main__")


def test_its_commands_have_the_settings_of_the_service_but_for_those_that_are_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    use_settings = runpy.run_path(str(ROOT / "tools/deb/tertulia"), run_name="__mp_main__")["use_settings"]
    file, unset = tmp_path / "tertulia.env", {"TERTULIA_NODE": "mine"}
    file.write_text(
        '# all\nTERTULIA_BIND="[::]:80"\nTERTULIA_NODE=theirs\nTERTULIA_DATABASE_URL=sqlite:////srv/g.sqlite3\n'
    )
    use_settings(unset, file)
    assert unset.pop("TERTULIA_PUSH_KEY_FILE") == "/var/lib/tertulia/push-key.pem"
    database = "sqlite:////srv/g.sqlite3"
    assert unset == {"TERTULIA_NODE": "mine", "TERTULIA_BIND": "[::]:80", "TERTULIA_DATABASE_URL": database}
    use_settings(alone := {}, tmp_path / "none")
    of_the_unit = [line.removeprefix("Environment=") for line in unit().splitlines() if "=TERTULIA" in line]
    assert [f"{name}={value}" for name, value in alone.items()] == of_the_unit


@pytest.mark.long
async def test_what_is_installed_by_it_serves_and_a_game_is_played(tmp_path: Path) -> None:
    build_wheelhouse(tmp_path / "wheelhouse", build_wheel(tmp_path), python_version())
    make_library(tmp_path / "library", tmp_path / "wheelhouse")
    root = Root(tmp_path / "root")
    root.dpkg("--install", build_deb(tmp_path, tmp_path / "library"))
    own = "TERTULIA_DATABASE_URL=sqlite:///own.sqlite3"
    with served(["env", own, root.folder / "usr/bin/tertulia"], tmp_path) as address:
        async with Friend(address, "Ann") as ann:
            await played_to_the_end(ann, "strong")
    assert list((root.folder / "usr/lib/tertulia").rglob("*.sqlite3")) == []
