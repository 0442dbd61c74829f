"""Builds the image of the Dockerfile without Docker, packs and unpacks it, and checks that it serves.

    python -m tools.image FOLDER

Needs root on a Debian machine with mmdebstrap, and some minutes. Measurements are printed; a failed check ends with 1.
"""

import argparse
import os
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import Final

import httpx

from tools.dockerfile import Stage
from tools.image.archive import pack, unpack
from tools.image.build import build, missing
from tools.image.container import enter, first_process, serving

START_WITHIN_S: Final = 2.0
MOST_RSS_MB: Final = 90
MOST_UNPACKED_MB: Final = 180


def check(root: Path, stage: Stage) -> list[str]:
    """Serve and measure; returns failed checks."""
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
    with serving(root, stage) as (address, process):
        took = time.monotonic() - began
        served = first_process(process)
        busy = sum(map(int, Path(f"/proc/{served}/stat").read_text().split()[13:15])) / os.sysconf("SC_CLK_TCK")
        hold(
            f"ready after {took:.2f} s, {busy:.2f} s of them at work, at most {START_WITHIN_S}", took <= START_WITHIN_S
        )
        hold("it is nobody but its user, and has no capability", _is_humble(_status(served), stage))
        with httpx.Client(base_url=address, headers={"origin": address}) as client:
            client.get("/").raise_for_status()
            opened = client.post("/api/rooms", json={"game": "tcnccc", "seats": 2, "name": "Ann"})
            hold("a room opens", opened.status_code == 201)
            hold("its page is shown", client.get(f"/t/{opened.json()['room']}").status_code == 200)
        check, _ = stage.health_check()
        hold("the health check passes", enter(served, stage, *check).returncode == 0)
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


def _status(process: int) -> dict[str, str]:
    return dict(line.split(":\t", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())


def _is_humble(said: dict[str, str], stage: Stage) -> bool:
    user, _, group = stage.all("USER")[-1].partition(":")
    nobody_else = set(said["Uid"].split()) == {user} and set(said["Gid"].split()) == {group}
    powers = [said[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")]
    return nobody_else and user != "0" and said["NoNewPrivs"] == "1" and not any(int(power, 16) for power in powers)


def _writes(served: int, stage: Stage) -> list[str]:
    places = ("/", "/data", "/etc", "/home", "/tmp", "/usr", "/var/tmp", "/venv")
    return [place for place in places if enter(served, stage, "touch", f"{place}/tried").returncode == 0]


def main(folder: Path) -> int:
    """Returns 0 when every check holds."""
    if why := missing():
        sys.exit(why)
    folder.mkdir(parents=True, exist_ok=True)
    built, stage = build(folder.resolve())
    archive, root = folder / "image.tar", folder.resolve() / "unpacked"
    pack(built, stage, archive)
    shutil.rmtree(root, ignore_errors=True)
    unpack(archive, root)
    return 1 if check(root, stage) else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    sys.exit(main(parser.parse_args().folder))
