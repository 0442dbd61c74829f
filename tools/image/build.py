"""Executes the Dockerfile in folders.

A fresh Debian with its own python3 stands in for the base image: the same release, with the same version of Python.
Packages are downloaded by this machine's pip and installed inside, by a pip unpacked into the root of the first stage.
Everything else follows the Dockerfile. Two builds from the same packages differ only in file times.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.dockerfile import ROOT, Stage, let_through, stages

SUITE: Final = "trixie"
WHEELS: Final = "/opt/wheels"
PIP: Final = "/opt/pip"
TOOL: Final = "mmdebstrap"
USUAL_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NOT_NEEDED: Final = ("locale/*", "man/*", "doc/*")
"""Of /usr/share; licences stay."""


def missing() -> str | None:
    """A sentence that says what a build needs and is missing; None if nothing is."""
    if os.geteuid() != 0 or not shutil.which(TOOL):
        return f"An image needs root, and {TOOL}: apt-get install {TOOL}"
    return None


def source_date() -> int:
    """The file time of everything built: that of the last commit, unless SOURCE_DATE_EPOCH is set."""
    asked = ["git", "log", "-1", "--format=%ct"]
    return int(os.environ.get("SOURCE_DATE_EPOCH") or subprocess.check_output(asked, cwd=ROOT))


def build(folder: Path) -> tuple[Path, Stage]:
    """Execute every stage; returns the root of the last, and its stage."""
    base = folder / "base"
    if not (base / "usr/bin/python").exists():
        _make_base(base)
    roots: dict[str, Path] = {}
    wanted = stages((ROOT / "Dockerfile").read_text())
    for stage in wanted:
        root = roots[stage.name] = folder / f"stage-{stage.name}"
        shutil.rmtree(root, ignore_errors=True)
        _run("cp", "--archive", str(base), str(root))
        if stage is not wanted[-1]:
            _provide_pip(root)
        _carry_out(stage, root, roots)
    return roots[wanted[-1].name], wanted[-1]


def _make_base(base: Path) -> None:
    left_out = [f"--dpkgopt=path-exclude=/usr/share/{files}" for files in NOT_NEEDED]
    given = ["--quiet", "--variant=minbase", "--include=python3,python-is-python3", *left_out]
    _run(TOOL, *given, "--dpkgopt=path-include=/usr/share/doc/*/copyright", SUITE, str(base))


def _provide_pip(root: Path) -> None:
    """Provide pip, which the base image would contain."""
    asked = "import sys; print('%d.%d' % sys.version_info[:2])"
    version = subprocess.check_output(["chroot", root, "python", "-c", asked], text=True).strip()
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    for lock in ("requirements/push.lock", "requirements/postgres.lock", "requirements/build.lock"):
        given = ["--python-version", version, "--only-binary=:all:", "--require-hashes"]
        _run(*pip, "download", *given, "--requirement", str(ROOT / lock), "--dest", f"{root}{WHEELS}")
    _run(*pip, "install", "--target", f"{root}{PIP}", "pip")
    shim = root / "usr/local/bin/pip"
    shim.write_text(f'#!/bin/sh\nexec python {PIP}/pip "$@"\n')
    shim.chmod(0o755)


def _carry_out(stage: Stage, root: Path, roots: dict[str, Path]) -> None:
    folder, environment = "/", {"PATH": USUAL_PATH}
    for name, arguments in stage.steps:
        match name:
            case "WORKDIR":
                folder = arguments
                (root / folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "ENV":
                environment = stage.environment(USUAL_PATH)
            case "COPY":
                _copy(arguments, root, folder, roots)
            case "RUN":
                _in(root, folder, environment, arguments)
            case "USER" | "VOLUME" | "EXPOSE" | "HEALTHCHECK" | "CMD":
                pass  # they describe how it is run
            case _:
                sys.exit(f"{name} is not understood here")


def _copy(arguments: str, root: Path, folder: str, roots: dict[str, Path]) -> None:
    words = shlex.split(arguments)
    given = dict(word.removeprefix("--").split("=", 1) for word in words if word.startswith("--"))
    source, target = [word for word in words if not word.startswith("--")]
    origin = roots[given["from"]] if "from" in given else ROOT
    found, place = origin / source.lstrip("/"), root / os.path.join(folder, target).lstrip("/")
    if (origin, source) == (ROOT, "."):
        _copy_what_is_let_through(place)
        return
    if not found.is_dir():
        shutil.copy2(found, place / source if place.is_dir() else place)
        return
    shutil.copytree(found, place, symlinks=True, dirs_exist_ok=True)


def _copy_what_is_let_through(place: Path) -> None:
    for found in let_through():
        target = place / found.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        if found.is_dir():
            shutil.copytree(found, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(found, target)


def _in(root: Path, folder: str, environment: dict[str, str], command: str) -> None:
    # With the date set, compiled files are compared with their sources by content, as file times are going to change.
    ours = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": WHEELS, "SOURCE_DATE_EPOCH": str(source_date())}
    given = [f"{name}={value}" for name, value in {**environment, **ours}.items()]
    _run("chroot", str(root), "env", "-i", *given, "sh", "-c", f"cd {folder} && {command}")


def _run(*command: str) -> None:
    print("+", *(part if len(part) < 200 else part[:200] + " …" for part in command), flush=True)
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode:
        sys.exit("This failed.")
