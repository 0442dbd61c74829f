"""Creates .venv and installs one lock file into it:

    python3 -m tools.set_up requirements/server.lock [--or-faster]

It is the first thing to run on a new machine, so it uses only syntax that an old Python can parse, and says in a
sentence what is missing. With --or-faster it may choose another Python than the one that runs it.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.debian import apt_install

OF_THE_SYSTEM = "/usr/bin/python3"
OLDEST = (3, 11)
NEWEST = (3, 14)
FASTER = (3, 13)
"""From this version on everything takes a tenth less."""
VENV = Path(".venv")
UNFINISHED = VENV / "unfinished"
"""Exists during an installation: if it is interrupted, the next run starts over."""
STARTS_WITHIN_S = 20
ELSEWHERE = "192.0.2.1"  # in no network (RFC 5737)
INTERRUPTED = 130


def main(lock: str, *options: str) -> None:
    """Create the environment. Exits with a sentence when that is impossible."""
    try:
        _set_up(lock, may_be_faster="--or-faster" in options)
    except KeyboardInterrupt:
        print("\nInterrupted: what is half done is made anew the next time.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except OSError as error:
        sys.exit(
            f"Nothing can be set up in {Path.cwd()}: {error.filename}: {error.strerror}. Give this user the right to "
            "write there, or copy Tertulia into a folder of your own."
        )


def _set_up(lock: str, may_be_faster: bool) -> None:
    if UNFINISHED.exists() or not _works(VENV / "bin" / "python"):
        python = _python()
        _make_venv(_faster(python) if may_be_faster else python)
    print(f"Setting up .venv from {lock} ...", flush=True)
    UNFINISHED.touch()
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
    command = [*pip, "install", "--require-hashes", "--requirement", lock]
    succeeded = _succeeds(command)
    UNFINISHED.unlink()  # even if pip failed: it restores what it had begun to replace
    if not succeeded:
        sys.exit(f"{_why_not()}This failed: {' '.join(command)}")


def _why_not() -> str:
    """What pip does not say: that there is no network. Nothing is sent to find out."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((ELSEWHERE, 9))
    except OSError:
        return (
            "This machine has no network, and the packages that Tertulia needs have to be downloaded. Connect it and "
            'try again; docs/hosting.md, "Installed", says how to do without. '
        )
    return ""


# --- Choice of Python ---------------------------------------------------------------------------------------


def _works(python: Path) -> bool:
    """Whether this Python runs, is new enough and has pip; a copied .venv exists but does not work."""
    if not python.exists():
        return False
    check = f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"
    return subprocess.run([str(python), "-c", check], check=False, capture_output=True).returncode == 0


def _python() -> str:
    """This Python if new enough, otherwise a newer one that really starts."""
    if sys.version_info >= OLDEST:
        return sys.executable
    dead = []
    for candidate in _candidates():
        found, why_not = _tried(candidate)
        if found:
            return found
        dead.append(f"{candidate} does not start{why_not}. ")
    version = ".".join(map(str, sys.version_info[:3]))
    sys.exit(
        f"Tertulia needs Python 3.11 or newer, and {sys.executable} is {version}. {''.join(dead)}"
        "Install a newer one: with pyenv, pyenv install 3.13; on macOS, brew install python@3.13; on Debian and "
        "Ubuntu, sudo apt-get install python3.13-venv or the newest that there is. Then make run again, or name it: "
        "make run PYTHON=/path/to/python3.13"
    )


def _faster(python: str) -> str:
    """The newest Python from 3.13 on, or else the system's, if this one is slower; unless that one is older. One that
    was built without optimisation (pyenv's default) takes up to a half longer, whatever its version."""
    if _is_optimised(python) and _built(python)[0] >= [*FASTER]:
        return python
    for candidate in _candidates():
        found, _ = _tried(candidate)
        if found and _built(found)[0] >= [*FASTER] and _is_optimised(found) and _has_venv(found):
            return _instead(found, python)
    if _is_optimised(python) or not _has_venv(OF_THE_SYSTEM) or _built(OF_THE_SYSTEM)[0] < _built(python)[0]:
        return python
    return _instead(OF_THE_SYSTEM, python)


def _instead(faster: str, python: str) -> str:
    print(f"{faster} is faster than {python}, and is taken instead. PYTHON=... names another.", flush=True)
    return faster


def _is_optimised(python: str) -> bool:
    """Whether it was built with optimisation, as those of systems always are."""
    return Path(python).parent == Path(OF_THE_SYSTEM).parent or "--enable-optimizations" in _built(python)[1]


def _built(python: str) -> tuple[list[int], str]:
    """Its version, major and minor, and how it was configured."""
    ask = "import sys, sysconfig; print(*sys.version_info[:2], sysconfig.get_config_var('CONFIG_ARGS'))"
    major, minor, *how = subprocess.run([python, "-c", ask], check=True, capture_output=True, text=True).stdout.split()
    return [int(major), int(minor)], " ".join(how)


def _candidates() -> Iterator[Path]:
    """Newest first: those on the PATH and those of pyenv, whose shims on the PATH work for active versions only."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or "~/.pyenv").expanduser() / "versions"
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        on_path = (Path(folder) / f"python3.{minor}" for folder in os.get_exec_path())
        yield from (path for path in on_path if os.access(path, os.X_OK))
        yield from sorted(pyenv.glob(f"3.{minor}.*/bin/python"), reverse=True)


def _tried(python: Path) -> tuple[str, str]:
    """The program this starts, if new enough, and its output if it did not start."""
    check = f"import sys; print(sys.executable); sys.exit(sys.version_info < {OLDEST})"
    try:
        ran = subprocess.run(
            [str(python), "-c", check],
            check=False,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=STARTS_WITHIN_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "", ""
    said = ran.stderr.strip().partition("\n")[0]
    return ("", f" ({said})" if said else "") if ran.returncode else (ran.stdout.strip(), "")


# --- The virtual environment --------------------------------------------------------------------------------


def _make_venv(python: str) -> None:
    VENV.mkdir(exist_ok=True)
    UNFINISHED.touch()
    for part in VENV.iterdir():
        if part != UNFINISHED:
            shutil.rmtree(part) if part.is_dir() and not part.is_symlink() else part.unlink()
    if not _has_venv(python):
        package = _venv_package(python)
        because = f"{python} cannot make virtual environments without it"
        if not apt_install(package, because=because) or not _has_venv(python):
            sys.exit(f"{python} cannot make virtual environments. Install {package}: sudo apt-get install {package}")
    command = [python, "-m", "venv", str(VENV)]
    if not _succeeds(command):
        sys.exit(f"This failed: {' '.join(command)}")


def _has_venv(python: str) -> bool:
    # Debian packages ensurepip separately, and venv does not work without it.
    check = [python, "-c", "import ensurepip, venv"]
    return os.access(python, os.X_OK) and subprocess.run(check, check=False, capture_output=True).returncode == 0


def _venv_package(python: str) -> str:
    name = "import sys; print('python%d.%d-venv' % sys.version_info[:2])"
    return subprocess.run([python, "-c", name], check=True, capture_output=True, text=True).stdout.strip()


def _succeeds(command: list[str]) -> bool:
    # In a session of its own: at Ctrl-C this process ends pip quietly.
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        return child.wait() == 0
    except KeyboardInterrupt:
        os.killpg(child.pid, signal.SIGTERM)
        child.wait()
        raise


if __name__ == "__main__":
    main(*sys.argv[1:])
