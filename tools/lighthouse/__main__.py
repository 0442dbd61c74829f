"""Measures the pages as a phone on a slow line sees them, three times each, and compares the medians with the bars.

    python -m tools.lighthouse                     every page
    python -m tools.lighthouse / /rules/tcnccc     only these; a room by its game's key: sin_color

Runs a server of its own, with a game among bots on each table. The exit code is 1 when a bar is missed. Speed scores
mean little on a busy machine.
"""

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import sync_playwright

from games import GAMES
from tools import chromium

HERE: Final = Path(__file__).resolve().parent
LIGHTHOUSE: Final = HERE / "node_modules" / ".bin" / "lighthouse"
RUNS: Final = 3
# On a busy machine the browser sometimes loses the beginning of its recording.
TRIES: Final = 4
PAGES: Final = ("/", "/rules/tcnccc", *GAMES)

# Out of a hundred.
LEAST_SCORES: Final = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
# Milliseconds, and the share of the viewport that moves.
MOST: Final = {"largest-contentful-paint": 2000, "total-blocking-time": 150, "cumulative-layout-shift": 0}


def main(*wanted: str) -> int:
    missed = 0
    with tempfile.TemporaryDirectory() as folder, tertulia(Path(folder)) as server:
        for name in wanted or PAGES:
            path = open_table(server, name) if name in GAMES else name
            measured = medians([report(server + path, Path(folder)) for _ in range(RUNS)])
            print(name, told(measured, is_room=name in GAMES), sep="\n", flush=True)
            missed += len(below_the_bar(measured, is_room=name in GAMES))
    print("Every bar is met." if not missed else f"{missed} bars are missed.")
    return int(missed > 0)


# --- Measuring ----------------------------------------------------------------------------------------------


@contextmanager
def tertulia(folder: Path) -> Iterator[str]:
    """The URL of a server whose bots answer at once."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = "{}:{}".format(*probe.getsockname())
    settings = {
        "TERTULIA_BIND": address,
        "TERTULIA_DATABASE_URL": f"sqlite:///{folder}/lighthouse.sqlite3",
        "TERTULIA_BOT_DELAY_MS": "0",
        "TERTULIA_LOG_LEVEL": "error",
    }
    server = subprocess.Popen([sys.executable, "-m", "app"], env=os.environ | settings, stdout=subprocess.DEVNULL)
    try:
        wait_for(f"http://{address}/livez")
        yield f"http://{address}"
    finally:
        server.terminate()
        server.wait(20)


def wait_for(url: str) -> None:
    for _ in range(100):
        try:
            httpx.get(url).raise_for_status()
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")


def open_table(server: str, game: str) -> str:
    """The page of a room in which this game waits for somebody who never answers."""
    wish = {"game": game, "seats": GAMES[game].seats[0], "options": {}, "name": "Ann", "bots": True}
    answer = httpx.post(f"{server}/api/rooms", json=wish, headers={"origin": server}).raise_for_status()
    return f"/t/{answer.json()['room']}"


def report(url: str, folder: Path) -> dict[str, Any]:
    """Lighthouse's report on a page that the browser has not cached."""
    path = folder / "report.json"
    command = [
        str(LIGHTHOUSE),
        url,
        "--quiet",
        "--output=json",
        f"--output-path={path}",
        f"--only-categories={','.join(LEAST_SCORES)}",
        "--chrome-flags=--headless=new --no-sandbox",
    ]
    for _ in range(TRIES):
        subprocess.run(command, env=os.environ | {"CHROME_PATH": browser()}, check=False, stderr=subprocess.DEVNULL)
        found: dict[str, Any] = json.loads(path.read_text())
        if "runtimeError" not in found:
            return found
    raise SystemExit(found["runtimeError"]["message"])


def browser() -> str:
    if found := chromium.find_whole() or chromium.find():
        return found
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


# --- Evaluation ---------------------------------------------------------------------------------------------


def medians(reports: list[dict[str, Any]]) -> dict[str, float]:
    """The medians of scores and measures; failed audits count 0."""
    scores = {name: [100 * report["categories"][name]["score"] for report in reports] for name in LEAST_SCORES}
    values = {name: [report["audits"][name]["numericValue"] for report in reports] for name in MOST}
    found: dict[str, float] = {name: statistics.median(each) for name, each in (scores | values).items()}
    return found | dict.fromkeys(complaints(reports[-1]), 0.0)


def complaints(report: Mapping[str, Any]) -> list[str]:
    """Failed audits that carry weight."""
    refs = [ref for category in report["categories"].values() for ref in category["auditRefs"] if ref["weight"]]
    audits = {ref["id"]: report["audits"][ref["id"]] for ref in refs}
    return [f"found: {name}: {audit['title']}" for name, audit in audits.items() if audit["score"] == 0]


def below_the_bar(measured: Mapping[str, float], *, is_room: bool) -> list[str]:
    """Bars that are missed. Rooms, which search engines must not index, have none for SEO."""
    least = {name: bar for name, bar in LEAST_SCORES.items() if not (is_room and name == "seo")}
    low = [name for name, bar in least.items() if round(measured[name]) < bar]
    return low + [name for name, bar in MOST.items() if round(measured[name], 3) > bar]


def told(measured: Mapping[str, float], *, is_room: bool) -> str:
    below = below_the_bar(measured, is_room=is_room)
    bars = {name: f"at least {bar}" for name, bar in LEAST_SCORES.items()}
    bars |= {name: f"at most {bar}" for name, bar in MOST.items()}
    lines = [
        f"  {name:26}{measured[name]:8.3g}   {'no bar' if is_room and name == 'seo' else bar}"
        + ("   MISSED" if name in below else "")
        for name, bar in bars.items()
    ]
    return "\n".join([*lines, *(f"  {name}" for name in measured if name.startswith("found:"))])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
