"""Makes .venv and installs one lock file into it: python3 -m tools.set_up requirements.lock

It is the first thing to run on a new machine, so it keeps to what an old Python can read,
and says in a sentence what is missing.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools.debian import apt_install

OLDEST = (3, 11)
NEWEST = (3, 14)
VENV = Path(".venv")


def main(lock: str) -> None:
    if not _works(VENV / "bin" / "python"):
        _make_venv(_python())
    print(f"Setting up .venv from {lock} ...", flush=True)
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
    _run([*pip, "install", "--require-hashes", "--requirement", lock])


def _works(python: Path) -> bool:
    """Whether there is such a Python, new enough and with pip; a copied .venv is there but does not work."""
    if not python.exists():
        return False
    check = f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"
    return subprocess.run([str(python), "-c", check], check=False, capture_output=True).returncode == 0


def _python() -> str:
    """This Python if it is new enough, otherwise a newer one on the PATH."""
    if sys.version_info >= OLDEST:
        return sys.executable
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        if found := shutil.which(f"python3.{minor}"):
            return found
    version = ".".join(map(str, sys.version_info[:3]))
    sys.exit(
        f"Tertulia needs Python 3.11 or newer, and {sys.executable} is {version}. "
        "Install a newer one, then name it: make run PYTHON=/path/to/python3"
    )


def _make_venv(python: str) -> None:
    if not _has_venv(python):
        package = _venv_package(python)
        print(f"{python} cannot make virtual environments yet: installing {package} ...", flush=True)
        if not apt_install(package) or not _has_venv(python):
            sys.exit(f"Please install {package} first: sudo apt-get install {package}")
    _run([python, "-m", "venv", "--clear", str(VENV)])


def _has_venv(python: str) -> bool:
    # Debian keeps ensurepip in a package of its own, and venv does not work without it.
    return subprocess.run([python, "-c", "import ensurepip, venv"], check=False, capture_output=True).returncode == 0


def _venv_package(python: str) -> str:
    name = "import sys; print('python%d.%d-venv' % sys.version_info[:2])"
    return subprocess.run([python, "-c", name], check=True, capture_output=True, text=True).stdout.strip()


def _run(command: list[str]) -> None:
    failed = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
    if failed:
        sys.exit(f"This failed: {' '.join(command)}")


if __name__ == "__main__":
    main(sys.argv[1])
