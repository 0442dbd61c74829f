"""Runs the server's tests with the newest packages that pyproject.toml allows: make newest.

python -m tools.newest [TEST ...]

They are installed into a passing environment; what is newer than the locks is printed first. Whoever has the same
result may write new locks: make lock UPGRADE=--upgrade.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TESTS: Final = (
    "tests/project/test_libraries.py",
    "tests/server/test_server.py",
    "tests/server/test_connections.py",
    "tests/protocol/test_sockets.py",
    "tests/server/test_incoming.py",
    "tests/server/test_keepalive.py",
    "tests/telemetry/test_metrics.py",
    "tests/storage/test_store.py",
    "tests/table/test_life_of_a_table.py",
)
"""They start the server, play on it, and try every limit."""


def main(tests: Sequence[str]) -> int:
    """The exit code of mypy or, after it, of the tests."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        _uv("venv", "--python", sys.executable, folder)
        _uv("pip", "install", "--python", python, "--requirements", "pyproject.toml", "--all-extras", "--group", "dev")
        _print_newer(python)
        checked = _run(python, "-m", "mypy", "--cache-dir", f"{folder}/mypy")
        return checked or _run(python, "-m", "pytest", "-p", "no:cacheprovider", *(tests or TESTS))


def _print_newer(python: Path) -> None:
    locked = {*(line for line in (ROOT / "requirements/dev.lock").read_text().split() if "==" in line)}
    for line in _uv("pip", "freeze", "--python", python).splitlines():
        if line not in locked:
            print(f"{line} is not what is locked")


def _uv(*command: str | Path) -> str:
    uv = Path(sys.executable).with_name("uv")
    ran = subprocess.run([uv, "--quiet", *command], cwd=ROOT, check=False, stdout=subprocess.PIPE, text=True)
    if ran.returncode:
        sys.exit(f"This failed: uv {' '.join(map(str, command))}")
    return ran.stdout


def _run(*command: str | Path) -> int:
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
