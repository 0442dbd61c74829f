"""Runs an image's root like a hardened container.

The command is the first process and belongs to the image's user, without capabilities, on a root that is read-only
except for /data and /tmp.
"""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from tools.dockerfile import Stage
from tools.image.build import USUAL_PATH

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
    given = [f"{name}={value}" for name, value in {**stage.environment(USUAL_PATH), **settings}.items()]
    run = ["env", "--chdir", stage.all("WORKDIR")[-1], *command]
    process = subprocess.Popen(
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", _CONTAINER, "sh", *given, *run],
        env={"PATH": os.environ["PATH"], "ROOT": str(root), "ID": user},
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        # The first process ends its namespace. Having changed its user, it is not killed with its parent.
        for inside in _children(process):
            os.kill(inside, signal.SIGKILL)
        process.kill()
        process.wait()


def _children(process: subprocess.Popen[bytes]) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    except OSError:
        return []  # it has ended


@contextmanager
def serving(root: Path, stage: Stage, **settings: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run the image's own command on a free port: its address once it is ready, and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        bind = f"127.0.0.1:{probe.getsockname()[1]}"
    with container(root, stage, stage.command(), **{**settings, "TERTULIA_BIND": bind}) as process:
        while not _is_ready(f"http://{bind}"):
            if process.poll() is not None:
                raise ChildProcessError(f"the server ended with {process.returncode}")
            time.sleep(0.02)
        yield f"http://{bind}", process


def _is_ready(address: str) -> bool:
    try:
        return httpx.get(f"{address}/readyz").status_code == 200
    except httpx.TransportError:
        return False


def first_process(process: subprocess.Popen[bytes]) -> int:
    """The id that the first process of a container has outside."""
    (first,) = _children(process)
    return first


def enter(served: int, stage: Stage, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command beside the first process of a container, as its user."""
    user, _, group = stage.all("USER")[-1].partition(":")
    environment = Path(f"/proc/{served}/environ").read_text().rstrip("\0").split("\0")
    inside = ["nsenter", "--target", str(served), "--mount", "--pid", "--root", "--wd", "-S", user, "-G", group]
    return subprocess.run([*inside, "env", "-i", *environment, *command], capture_output=True, text=True, check=False)
