"""Setup on less than ideal machines: every failure ends in a sentence that says what to do."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from tests.conftest import ROOT
from tools import chromium, set_up
from tools.debian import apt_install

# As if this Python were the active one on an old machine.
ON_3_10 = "import sys; from tools import set_up; sys.version_info = (3, 10, 4, 'final', 0); "
SET_UP = ON_3_10 + "set_up.main('no.lock')"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder to set up: it has only what that takes, and an empty lock."""
    folder = tmp_path / "tertulia"
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__", "lighthouse"))
    (folder / "no.lock").write_text("")
    return folder


def begun(folder: Path, *command: str, **environ: str) -> subprocess.Popen[str]:
    given = {"PATH": "/nowhere", "HOME": str(folder), "NO_APT": "1", **environ}
    out = subprocess.PIPE
    command = (sys.executable, "-B", *command)
    return subprocess.Popen(command, cwd=folder, env=given, stdout=out, stderr=out, text=True, start_new_session=True)


def ended(folder: Path, *command: str, **environ: str) -> tuple[int, str, str]:
    process = begun(folder, *command, **environ)
    printed, said = process.communicate(timeout=120)
    assert "Traceback" not in printed + said
    return process.returncode, printed, said


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def is_whole(folder: Path) -> bool:
    python = folder / ".venv/bin/python"
    if not python.exists() or (folder / ".venv/unfinished").exists():
        return False
    return subprocess.run([str(python), "-c", "import pip"], check=False, capture_output=True).returncode == 0


SHIM = 'echo "pyenv: python3.13: command not found" >&2; exit 127'
REAL = f'exec {sys.executable} "$@"'


@pytest.mark.parametrize("where", ["behind/python3.13", ".pyenv/versions/3.12.4/bin/python"])
def test_a_shim_that_does_not_start_is_passed_over_for_a_python_that_does(folder: Path, where: str) -> None:
    program(folder / "shims/python3.13", SHIM)
    program(folder / where, REAL)
    chosen = ended(folder, "-c", ON_3_10 + "print(set_up._python())", PATH=f"{folder}/shims:{folder}/behind")
    assert chosen == (0, f"{sys.executable}\n", "")


def test_without_a_python_that_starts_it_is_said_which_did_not_and_what_to_install(folder: Path) -> None:
    shim = program(folder / "shims/python3.13", SHIM)
    program(folder / "shims/python3.12", "exit 1")
    program(folder / "old/python3.12", "echo /old/python; exit 1")  # its version is not the one in its name
    code, _, said = ended(folder, "-c", SET_UP, PATH=f"{folder}/shims:{folder}/old")
    assert code == 1
    assert said.startswith(f"Tertulia needs Python 3.11 or newer, and {sys.executable} is 3.10.4. ")
    assert f"{shim} does not start (pyenv: python3.13: command not found). " in said
    assert f"{folder}/shims/python3.12 does not start. " in said
    assert "pyenv install 3.13" in said and "make run PYTHON=/path/to/python3.13" in said


PLAIN, OPTIMISED = "--prefix=/a", "--prefix=/a --enable-optimizations"


@pytest.mark.parametrize(("own", "systems", "expected"), [
    (f"3 11 {PLAIN}", "3 11 --prefix=/usr", "system/python3"),
    (f"3 11 {OPTIMISED}", "3 11 --prefix=/usr", "own/python3"),
    (f"3 12 {PLAIN}", "3 11 --prefix=/usr", "own/python3"),
    (f"3 11 {PLAIN}", "", "own/python3"),  # cannot create environments
])  # fmt: skip
def test_the_systems_python_is_taken_for_a_slow_one_if_it_is_as_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str, systems: str, expected: str
) -> None:
    slow = program(tmp_path / "own/python3", f"echo {own}")
    system = program(tmp_path / "system/python3", f"echo {systems}" if systems else "exit 1")
    monkeypatch.setattr(set_up, "OF_THE_SYSTEM", str(system))
    monkeypatch.setattr(set_up, "_candidates", lambda: iter(()))
    assert set_up._faster(str(slow)) == str(tmp_path / expected)


@pytest.mark.parametrize(("others", "expected"), [
    ({"python3.14": f"3 14 {OPTIMISED}", "python3.13": f"3 13 {OPTIMISED}"}, "python3.14"),
    ({"python3.14": f"3 14 {PLAIN}", "python3.13": f"3 13 {OPTIMISED}"}, "python3.13"),
    ({"python3.13": f"3 13 {PLAIN}", "python3.12": f"3 12 {OPTIMISED}"}, "python3"),
])  # fmt: skip
def test_an_optimised_python_from_3_13_on_is_taken_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: dict[str, str], expected: str
) -> None:
    own = program(tmp_path / "python3", f"echo 3 11 {OPTIMISED}")
    for name, built in others.items():
        program(tmp_path / name, f'case "$2" in *executable*) echo "$0";; *) echo {built};; esac')
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert set_up._faster(str(own)) == str(tmp_path / expected)


# --- Where nothing can be written, and what was interrupted -------------------------------------------------


def test_a_folder_in_which_nothing_can_be_written_is_named(folder: Path) -> None:
    folder.chmod(0o555)
    # Root can write everywhere; setpriv of util-linux drops that right.
    without = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] if os.geteuid() == 0 else []
    command = [*without, sys.executable, "-B", "-m", "tools.set_up", "no.lock"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    why = f"Nothing can be set up in {folder}: .venv: Permission denied. "
    how = "Give this user the right to write there, or copy Tertulia into a folder of your own.\n"
    assert (ran.returncode, ran.stderr) == (1, why + how)


@pytest.mark.parametrize("reached", [pytest.param("unfinished", marks=pytest.mark.long), "bin/python"])
def test_what_was_interrupted_is_made_anew_and_what_pip_refuses_changes_nothing(folder: Path, reached: str) -> None:
    left = folder / ".venv" / "left"
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it cannot finish before it is interrupted
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/a-1-py3-none-any.whl"
        (folder / "slow.lock").write_text(f"{address} --hash=sha256:{'0' * 64}\n")
        process = begun(folder, "-m", "tools.set_up", "slow.lock")
        while not (folder / ".venv" / reached).exists():  # at most until the test times out
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        printed, said = process.communicate(timeout=60)
    assert process.returncode == 130, "it finished before it was interrupted, or ignored that"
    assert said == "\nInterrupted: what is half done is made anew the next time.\n"
    assert "Traceback" not in printed
    assert not is_whole(folder)
    left.write_text("of the first try")
    assert ended(folder, "-m", "tools.set_up", "no.lock")[0] == 0
    assert is_whole(folder) and not left.exists()

    left.write_text("of before")
    (folder / "bad.lock").write_text("./nowhere --hash=sha256:00\n")
    code, _, said = ended(folder, "-m", "tools.set_up", "bad.lock")
    assert (code, "This failed: .venv/bin/python -m pip " in said) == (1, True)
    assert is_whole(folder)
    assert ended(folder, "-m", "tools.set_up", "no.lock")[0] == 0
    assert left.exists()


# --- apt ----------------------------------------------------------------------------------------------------


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which a fake apt-get records its arguments, and the output up to then."""
    program(tmp_path / "bin/apt-get", f'cat {tmp_path}/printed >> {tmp_path}/asked; echo "$@" >> {tmp_path}/asked')
    program(tmp_path / "bin/sudo", 'shift; exec "$@"')
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    monkeypatch.delenv("NO_APT", raising=False)
    return tmp_path / "asked"


INSTALL = "from tools.debian import apt_install; print(apt_install('a-package', because='somebody wants it'))"


def installed(apt: Path) -> str:
    with (apt.parent / "printed").open("w") as printed:
        subprocess.run([sys.executable, "-c", INSTALL], cwd=ROOT, stdout=printed, check=True, timeout=20)
    return (apt.parent / "printed").read_text()


def test_it_is_said_what_is_installed_and_why_before_it_is_and_forbidding_it_helps(
    apt: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    how = "root, by apt-get" if os.geteuid() == 0 else "root, by sudo apt-get"
    sentence = f"a-package: somebody wants it. It is installed now, as {how}; NO_APT=1 forbids that.\n"
    assert installed(apt) == f"{sentence}True\n"
    assert apt.read_text() == f"{sentence}--quiet --yes install --no-install-recommends a-package\n"
    apt.unlink()
    monkeypatch.setenv("NO_APT", "1")
    assert installed(apt) == "a-package: somebody wants it. NO_APT is set: it is not installed.\nFalse\n"
    assert not apt.exists()
    monkeypatch.setenv("PATH", "/nowhere")  # without apt
    assert apt_install("a-package", because="somebody wants it") is False
    assert capsys.readouterr().out == ""


def test_a_python_that_cannot_make_environments_ends_with_the_package_to_install(folder: Path) -> None:
    without = f'case "$2" in *ensurepip*) exit 1;; *executable*) echo "$0"; exit 0;; esac; {REAL}'
    program(folder / "bin/python3.13", without)
    program(folder / "bin/apt-get", "exit 1")
    program(folder / "bin/sudo", "exit 1")
    code, printed, said = ended(folder, "-c", SET_UP, PATH=f"{folder}/bin")
    package = f"python3.{sys.version_info[1]}-venv"
    assert code == 1
    assert f"{package}: {folder}/bin/python3.13 cannot make virtual environments without it. NO_APT is set" in printed
    assert said.endswith(f"cannot make virtual environments. Install {package}: sudo apt-get install {package}\n")


# --- make ---------------------------------------------------------------------------------------------------


@pytest.fixture
def makeable(folder: Path) -> Path:
    """A folder with the Makefile and what it needs."""
    for name in ("Makefile", "package-lock.json"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "requirements", folder / "requirements")
    (folder / "node_modules").mkdir()
    (folder / "tools/lighthouse").mkdir()
    shutil.copy(ROOT / "tools/lighthouse/package-lock.json", folder / "tools/lighthouse")
    return folder


def made(folder: Path, *targets: str, **environ: str) -> tuple[int, str]:
    """Run make; the exit code and output."""
    make = shutil.which("make")
    assert make, "apt-get install make"
    given = {"PATH": "/nowhere", "HOME": str(folder), "NO_APT": "1", **environ}
    ran = subprocess.run([make, *targets], cwd=folder, env=given, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


NEED_NODE = "The tests need Node and npm: apt-get install nodejs npm\n"
NEED_PYTHON = "Tertulia needs Python 3.11 or newer: apt-get install python3 python3-venv\n"


def test_make_says_which_of_node_and_python_to_install(makeable: Path) -> None:
    for targets, words in (
        (("node_modules/dev", "tools/lighthouse/node_modules/dev"), NEED_NODE),
        ((".venv/run", ".venv/dev", "test"), NEED_PYTHON),
    ):
        for target in targets:
            code, said = made(makeable, target)
            assert (code, said.startswith(words)) == (2, True), said
            assert not (makeable / target).exists()


def test_a_python_that_is_named_to_make_is_the_one_that_is_taken(makeable: Path) -> None:
    for named, may_be_another in ((), True), (("PYTHON=python3",), False):
        code, said = made(makeable, "--dry-run", ".venv/run", *named)
        assert (code, "--or-faster" in said) == (0, may_be_another), said


@pytest.mark.parametrize(("target", "name"), [("node_modules/dev", "npm"), (".venv/dev", "python3")])
def test_what_make_left_half_done_is_tried_again_the_next_time(makeable: Path, target: str, name: str) -> None:
    found = makeable / "bin" / name
    program(found, f"echo once >> {makeable}/tried; exit 1")
    assert made(makeable, target, PATH=f"{makeable}/bin:/bin")[0] == 2
    assert not (makeable / target).exists()
    program(found, f"echo again >> {makeable}/tried; mkdir -p .venv/bin; ln -sf /bin/true .venv/bin/python")
    for _ in range(2):
        assert made(makeable, target, PATH=f"{makeable}/bin:/bin:/usr/bin")[0] == 0
    assert (makeable / "tried").read_text() == "once\nagain\n", "what is done is not done again"


def test_what_was_installed_for_a_python_that_has_gone_is_installed_anew(makeable: Path) -> None:
    (makeable / ".venv").mkdir()
    for stamp in ("run", "run-push"):
        (makeable / ".venv" / stamp).touch()
        code, said = made(makeable, "--dry-run", f".venv/{stamp}", PATH=os.environ["PATH"])
        assert (code, "tools.set_up" in said) == (0, True), said


# --- Chromium -----------------------------------------------------------------------------------------------


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without Chromium, where nothing can be installed or downloaded."""
    monkeypatch.setenv("PATH", "/nowhere")
    for way in ("_playwrights_own", "_from_playwright"):
        monkeypatch.setattr(chromium, way, lambda: None)
    monkeypatch.setattr(chromium, "_driver_starts", lambda: True)


@pytest.mark.usefixtures("bare")
def test_without_a_chromium_or_a_playwright_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit) as end:
        chromium.main()
    assert str(end.value).startswith("The browser tests need Chromium, and it could not be installed here.\n")
    assert "sudo apt-get install chromium-headless-shell fonts-dejavu-core" in str(end.value)
    assert ".venv/bin/playwright install chromium" in str(end.value)
    monkeypatch.setattr(chromium, "_driver_starts", lambda: False)
    with pytest.raises(SystemExit, match=r"^Playwright does not start\. On Debian .* apt-get install libatomic1$"):
        chromium.main()


def test_without_a_network_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    probe = MagicMock()
    monkeypatch.setattr(set_up.socket, "socket", probe)
    assert set_up._why_not() == ""
    probe.return_value.__enter__.return_value.connect.side_effect = OSError("Network is unreachable")
    assert set_up._why_not().startswith("This machine has no network, ")
