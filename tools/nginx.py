"""nginx as any user and in one folder: for `make cluster` and for the tests of the samples."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SAMPLE: Final = ROOT / "docs" / "nginx.conf"
# Where Debian puts it, and where only root looks.
ELSEWHERE: Final = "/usr/sbin:/usr/local/sbin"

PID: Final = "nginx.pid"

_TEMPORARY: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def find_nginx() -> str | None:
    """The program, if it is installed."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:{ELSEWHERE}")


def command(program: str, conf: Path) -> list[str]:
    """What runs it in the foreground, with its errors on standard error."""
    return [program, "-c", str(conf), "-p", str(conf.parent), "-e", "stderr"]


def for_nodes(sample: str, listen: str, ports: Sequence[int]) -> str:
    """The sample, with these nodes of this machine, listening there."""
    for number, port in enumerate(ports, 1):
        sample = sample.replace(f"server node-{number}:8000", f"server 127.0.0.1:{port}")
    return sample.replace("listen 80;", f"listen {listen};")


def write_conf(http: str, folder: Path) -> Path:
    """The file for an nginx whose http block holds this, and that writes into this folder only."""
    folder = folder.resolve()
    kept = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in _TEMPORARY)
    conf = folder / "nginx.conf"
    head = f"daemon off;\npid {folder}/{PID};\nevents {{\nworker_connections 8192;\n}}\n"
    conf.write_text(f"{head}http {{\naccess_log off;\n{kept}{http}}}\n")
    return conf
