"""Builds the Debian package from a wheelhouse, with nfpm.

Dependencies are bundled in /usr/lib/tertulia, since a Debian release has other versions than those that are locked and
tested.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from app.build import VERSION
from tools.locales import cut_locales

ROOT: Final = Path(__file__).resolve().parents[2]
CONFIG: Final = Path(__file__).resolve().parent / "nfpm.yaml"
LICENCES: Final = (ROOT / "LICENSE", ROOT / "THIRD-PARTY-NOTICES.txt")
UNIT: Final = ROOT / "docs" / "tertulia.service"
PYTHON: Final = "/usr/bin/python3"
"""Debian's own, for whose version the library is built."""
IN_THE_REPOSITORY: Final = "/opt/tertulia/.venv/bin/python -m app"


def python_version() -> str:
    """The version of Debian's Python: "3.11"."""
    asked = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.run([PYTHON, "-c", asked], check=True, capture_output=True, text=True).stdout.strip()


def make_library(folder: Path, wheelhouse: Path) -> None:
    """Install and compile the wheelhouse, so that nothing is written where the package is installed."""
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    given = ["--python-version", python_version(), "--only-binary=:all:", "--no-index", "--no-compile"]
    wanted: list[str | Path] = ["--find-links", wheelhouse, "--target", folder, "tertulia[postgres,push]"]
    subprocess.run([*pip, "install", *given, *wanted], check=True)
    shutil.rmtree(folder / "bin", ignore_errors=True)  # commands of other packages
    cut_locales(folder)
    # Hash-based, because packaging may change file times.
    command = [PYTHON, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"]
    subprocess.run([*command, "-s", str(folder), "-p", "/usr/lib/tertulia", str(folder)], check=True)


def build_deb(folder: Path, library: Path) -> Path:
    """Build the package with this library; returns its path."""
    architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    made = folder / f"tertulia_{VERSION}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as made_for_it:
        stage = Path(made_for_it)
        (stage / "tertulia.service").write_text(unit())
        (stage / "copyright").write_text("\n".join(path.read_text() for path in LICENCES))
        (stage / "nfpm.yaml").write_text(_filled_in(ARCH=architecture, STAGE=str(stage), LIBRARY=str(library)))
        nfpm = str(Path(sys.executable).with_name("nfpm"))
        command = [nfpm, "package", "--packager", "deb"]
        subprocess.run(
            [*command, "--config", str(stage / "nfpm.yaml"), "--target", str(made)],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
        )
    return made


def _filled_in(**words: str) -> str:
    major, minor = python_version().split(".")
    words |= {"VERSION": VERSION, "PYTHON": f"{major}.{minor}", "NEXT_PYTHON": f"{major}.{int(minor) + 1}~"}
    return re.sub(r"\$\{(\w+)\}", lambda found: words.get(found[1], found[0]), CONFIG.read_text())


def unit() -> str:
    """The systemd unit of docs/, adapted to the installed package."""
    _, _, settings = UNIT.read_text().partition("\n[Unit]\n")
    settings = settings.replace(IN_THE_REPOSITORY, "/usr/bin/tertulia")
    return "[Unit]\n" + settings.replace("WorkingDirectory=/opt/tertulia", "WorkingDirectory=/var/lib/tertulia")
