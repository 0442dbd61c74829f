"""Runs nginx as any user in one folder, for `make cluster` and the tests of the sample configuration."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SAMPLE: Final = ROOT / "docs" / "nginx.conf"
# Where Debian installs it, outside a normal user's PATH.
ELSEWHERE: Final = "/usr/sbin:/usr/local/sbin"

PID: Final = "nginx.pid"

_TEMPORARY: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def find_nginx() -> str | None:
    """The path of nginx, if installed."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:{ELSEWHERE}")


def command(program: str, conf: Path) -> list[str]:
    """The command that runs nginx in the foreground, with errors on standard error."""
    return [program, "-c", str(conf), "-p", str(conf.parent), "-e", "stderr"]


def for_nodes(sample: str, listen: str, ports: Sequence[int]) -> str:
    """The sample configuration with these local nodes and this address."""
    for number, port in enumerate(ports, 1):
        sample = sample.replace(f"server node-{number}:8000", f"server 127.0.0.1:{port}")
    return sample.replace("listen 80;", f"listen {listen};", 1)


def write_conf(http: str, folder: Path) -> Path:
    """Write an nginx.conf around this http block; nginx will write into this folder only."""
    folder = folder.resolve()
    kept = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in _TEMPORARY)
    conf = folder / "nginx.conf"
    head = f"daemon off;\npid {folder}/{PID};\nevents {{\nworker_connections 8192;\n}}\n"
    conf.write_text(f"{head}http {{\naccess_log off;\n{kept}{http}}}\n")
    return conf
