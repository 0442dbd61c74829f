"""Builds the image of the Dockerfile without Docker, and checks that it serves.

    python -m tools.image FOLDER

Needs root on a Debian machine with debootstrap, and some minutes. A fresh Debian with its own python3 stands in for the
base image. Packages are downloaded by this machine's pip and installed inside, by a pip unpacked into the root of the
first stage. Everything else follows the Dockerfile.

Then the image serves like a hardened container: as its user without capabilities, as the first process, on a root that
is read-only except for /data and /tmp. Measurements are printed; a failed check ends with 1.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from tools.dockerfile import ROOT, Stage, let_through, stages

SUITE: Final = "bookworm"
START_WITHIN_S: Final = 2.0
MOST_RSS_MB: Final = 90
MOST_UNPACKED_MB: Final = 180
WHEELS: Final = "/opt/wheels"
PIP: Final = "/opt/pip"


# --- Building -----------------------------------------------------------------------------------------------


def build(folder: Path) -> tuple[Path, Stage]:
    """Execute every stage; returns the root of the last, and its stage."""
    base = folder / "base"
    if not (base / "usr/bin/python").exists():
        _run("debootstrap", "--variant=minbase", "--include=python3,python-is-python3", SUITE, str(base))
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


def _provide_pip(root: Path) -> None:
    """Provide pip, which the base image would contain."""
    asked = "import sys; print('%d.%d' % sys.version_info[:2])"
    version = subprocess.check_output(["chroot", root, "python", "-c", asked], text=True).strip()
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    for lock in ("requirements-push.lock", "requirements-postgres.lock", "requirements-build.lock"):
        given = ["--python-version", version, "--only-binary=:all:", "--require-hashes"]
        _run(*pip, "download", *given, "--requirement", str(ROOT / lock), "--dest", f"{root}{WHEELS}")
    _run(*pip, "install", "--target", f"{root}{PIP}", "pip")
    shim = root / "usr/local/bin/pip"
    shim.write_text(f'#!/bin/sh\nexec python {PIP}/pip "$@"\n')
    shim.chmod(0o755)


def _carry_out(stage: Stage, root: Path, roots: dict[str, Path]) -> None:
    folder, environment = "/", _path({})
    for name, arguments in stage.steps:
        match name:
            case "WORKDIR":
                folder = arguments
                (root / folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "ENV":
                environment = _path(stage.environment())
            case "COPY":
                _copy(arguments, root, folder, roots)
            case "RUN":
                _in(root, folder, environment, arguments)
            case "USER" | "VOLUME" | "EXPOSE" | "HEALTHCHECK" | "CMD":
                pass  # they describe how it is run
            case _:
                sys.exit(f"{name} is not understood here")


def _path(environment: dict[str, str]) -> dict[str, str]:
    usual = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    return {**environment, "PATH": environment.get("PATH", "$PATH").replace("$PATH", usual)}


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
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": WHEELS}
    given = [f"{name}={value}" for name, value in {**environment, **offline}.items()]
    _run("chroot", str(root), "env", "-i", *given, "sh", "-c", f"cd {folder} && {command}")


def _run(*command: str) -> None:
    print("+", *(part if len(part) < 200 else part[:200] + " …" for part in command), flush=True)
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode:
        sys.exit("This failed.")


# --- Serving ------------------------------------------------------------------------------------------------

# The first process of a container: mounts, drops all privileges, and executes the command.
_CONTAINER: Final = """
set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs tmpfs "$ROOT/tmp"
mount --bind /dev "$ROOT/dev"
mount --bind "$ROOT/data" "$ROOT/data"
mount -o remount,bind,ro "$ROOT"
exec chroot "$ROOT" setpriv --reuid "$ID" --regid "$ID" --clear-groups --no-new-privs --inh-caps=-all \
    --bounding-set=-all env -i "$@"
"""


@contextmanager
def container(root: Path, stage: Stage, command: list[str], **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command in it as the image says."""
    user, _, _ = stage.all("USER")[-1].partition(":")
    given = [f"{name}={value}" for name, value in {**_path(stage.environment()), **settings}.items()]
    folder = stage.all("WORKDIR")[-1]
    run = ["env", "--chdir", folder, *command]
    process = subprocess.Popen(
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", _CONTAINER, "sh", *given, *run],
        env={"PATH": os.environ["PATH"], "ROOT": str(root), "ID": user},
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def look(root: Path, stage: Stage) -> list[str]:
    """Serve and measure; returns failed checks."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        bind = f"127.0.0.1:{probe.getsockname()[1]}"
    wrong: list[str] = []

    def hold(what: str, holds: bool) -> None:
        print(f"{'yes' if holds else 'NO '}  {what}", flush=True)
        if not holds:
            wrong.append(what)

    size = _size(root / "venv") / 1e6
    hold(f"/venv: {size:.0f} MB unpacked, at most {MOST_UNPACKED_MB}", size <= MOST_UNPACKED_MB)
    tools = [f"{place}/{tool}" for place in ("usr/bin", "venv/bin") for tool in ("cc", "gcc", "pip", "pip3")]
    hold("no compiler in it, and no pip", not any((root / tool).exists() for tool in tools))
    began = time.monotonic()
    with container(root, stage, stage.command(), TERTULIA_BIND=bind) as process:
        while not _is_ready(bind) and process.poll() is None:
            time.sleep(0.02)
        took = time.monotonic() - began
        served = int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text())
        busy = sum(map(int, Path(f"/proc/{served}/stat").read_text().split()[13:15])) / os.sysconf("SC_CLK_TCK")
        hold(
            f"ready after {took:.2f} s, {busy:.2f} s of them at work, at most {START_WITHIN_S}", took <= START_WITHIN_S
        )
        hold("it is nobody but its user, and has no capability", _is_humble(_status(served), stage))
        with httpx.Client(base_url=f"http://{bind}", headers={"origin": f"http://{bind}"}) as client:
            client.get("/").raise_for_status()
            opened = client.post("/api/rooms", json={"game": "tcnccc", "seats": 2, "name": "Ann"})
            hold("a room opens", opened.status_code == 201)
            hold("its page is shown", client.get(f"/t/{opened.json()['room']}").status_code == 200)
        checked = _checked_inside(served, stage)
        hold("the health check passes", checked == 0)
        time.sleep(3)
        rss = int(_status(served)["VmRSS"].split()[0]) * 1024 / 1e6
        hold(f"idle: {rss:.0f} MB resident, at most {MOST_RSS_MB}", rss <= MOST_RSS_MB)
        hold("nothing but /data and /tmp can be written", _writes(served, stage) == ["/data", "/tmp"])
        os.kill(served, signal.SIGTERM)
        began = time.monotonic()
        code = process.wait(20)
        hold(f"SIGTERM ends the first process with 0, after {time.monotonic() - began:.2f} s", code == 0)
    return wrong


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_symlink())


def _is_ready(bind: str) -> bool:
    try:
        return httpx.get(f"http://{bind}/readyz").status_code == 200
    except httpx.TransportError:
        return False


def _status(process: int) -> dict[str, str]:
    return dict(line.split(":\t", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())


def _is_humble(said: dict[str, str], stage: Stage) -> bool:
    user, _, group = stage.all("USER")[-1].partition(":")
    nobody_else = set(said["Uid"].split()) == {user} and set(said["Gid"].split()) == {group}
    powers = [said[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")]
    return nobody_else and user != "0" and said["NoNewPrivs"] == "1" and not any(int(power, 16) for power in powers)


def _enter(served: int, stage: Stage, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the same container."""
    user, _, group = stage.all("USER")[-1].partition(":")
    environment = Path(f"/proc/{served}/environ").read_text().rstrip("\0").split("\0")
    inside = ["nsenter", "--target", str(served), "--mount", "--pid", "--root", "--wd", "-S", user, "-G", group]
    return subprocess.run([*inside, "env", "-i", *environment, *command], capture_output=True, text=True, check=False)


def _checked_inside(served: int, stage: Stage) -> int:
    command = re.search(r"CMD (\[.*\])", stage.all("HEALTHCHECK")[-1])
    assert command is not None
    return _enter(served, stage, *shlex.split(command[1].strip("[]").replace(",", " "))).returncode


def _writes(served: int, stage: Stage) -> list[str]:
    places = ("/", "/data", "/etc", "/home", "/tmp", "/usr", "/var/tmp", "/venv")
    return [place for place in places if _enter(served, stage, "touch", f"{place}/tried").returncode == 0]


def main(folder: Path) -> int:
    """Returns 0 when every check holds."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("This needs root, and debootstrap: apt-get install debootstrap")
    folder.mkdir(parents=True, exist_ok=True)
    return 1 if look(*build(folder.resolve())) else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
