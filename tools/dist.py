"""Builds what people install, into dist/: make dist.

python -m tools.dist [FOLDER]

tertulia-….whl and .tar.gz are the distribution and its source. wheelhouse/ has that wheel and all the wheels that it
needs on machines like this one, in the locked versions, so that it can be installed without a network:

    pip install --no-index --find-links wheelhouse 'tertulia[postgres,push]'

tertulia_….deb is the package for the release of Debian that this runs on. tertulia-….oci.tar is the image of the
Dockerfile, on Debian's own Python; `docker load` and `podman load` take it.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.build import VERSION
from tools.deb.package import build_deb, make_library, python_version
from tools.image.archive import pack
from tools.image.build import build as build_root
from tools.image.build import missing

ROOT: Final = Path(__file__).resolve().parent.parent
LOCKS: Final = ("requirements/push.lock", "requirements/postgres.lock")
"""Together they contain every optional dependency."""


def build(folder: Path) -> None:
    """Build everything in a fresh folder."""
    if folder != ROOT / "dist" and folder.exists() and any(folder.iterdir()):
        sys.exit(f"{folder} is not empty, and what is in it would be deleted.")
    shutil.rmtree(folder, ignore_errors=True)
    _build("--sdist", folder)
    wheel = build_wheel(folder)
    build_wheelhouse(folder / "wheelhouse", wheel)
    if shutil.which("dpkg"):
        build_package(folder, wheel)
    else:
        print("There is no dpkg here, so no package for Debian is built.")
    if why := missing():
        print(f"{why}. None is built.")
    else:
        build_image(folder)
    for path in sorted(folder.iterdir()):
        print(path)


def build_image(folder: Path) -> Path:
    """The archive of the image."""
    archive = folder / f"tertulia-{VERSION}.oci.tar"
    with tempfile.TemporaryDirectory() as stage:
        pack(*build_root(Path(stage)), archive)
    return archive


def build_package(folder: Path, wheel: Path) -> Path:
    """The Debian package, with dependencies for Debian's Python."""
    with tempfile.TemporaryDirectory() as stage:
        build_wheelhouse(Path(stage) / "wheelhouse", wheel, python_version())
        make_library(Path(stage) / "library", Path(stage) / "wheelhouse")
        return build_deb(folder, Path(stage) / "library")


def build_wheel(folder: Path) -> Path:
    """The wheel, built offline with the tools of requirements/build.lock."""
    _build("--wheel", folder)
    (wheel,) = folder.glob("tertulia-*.whl")
    return wheel


def _build(what: str, folder: Path) -> None:
    tool = str(Path(sys.executable).with_name("uv"))
    _run(tool, "build", "--quiet", "--offline", "--no-build-isolation", "--python", sys.executable, what, "-o", folder)


def build_wheelhouse(folder: Path, wheel: Path, python: str = "", locks: Sequence[str] = LOCKS) -> None:
    """The wheel and its dependencies in the locked versions and hashes. `python`: their target version, such as 3.13;
    default: this one's."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy2(wheel, folder)
    given = ["--only-binary=:all:", "--require-hashes", *(["--python-version", python] if python else [])]
    for lock in locks:
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        _run(*pip, "download", *given, "--requirement", ROOT / lock, "--dest", folder)


def _run(*command: str | Path) -> None:
    if subprocess.run([str(part) for part in command], cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode:
        sys.exit(f"This failed: {' '.join(str(part) for part in command)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tools.dist", description="Builds what people install.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist", metavar="FOLDER")
    build(parser.parse_args().folder.resolve())
