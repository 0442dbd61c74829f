"""Measures what a start costs: the processor time from the call of the program to the first 200 of /readyz, and what
its first page adds.

    python benchmarks/start.py [rounds]

Each round starts the server three times: with a database from before, with none, and, in the end, as right after an
installation, when no Python module has been compiled yet. Beside it an interpreter imports the libraries of the server
and nothing else; ratios are to that, within the round. The figures are medians, in milliseconds of user and system
time. The bar is 1,200 for a start with one.
"""

import argparse
import asyncio
import resource
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.load.pages import ask
from benchmarks.load.servers import Server, tertulia

BAR_MS: Final = 1200
LIBRARIES: Final = "fastapi, httptools, jinja2, prometheus_client, pydantic_settings, sqlalchemy, uvicorn, websockets"
BARE: Final = "libraries alone"
AGAIN: Final = "start"
FIRST_PAGE: Final = "and its first page"
NEW: Final = "start without a database"
COLD: Final = "start, nothing compiled"
KINDS: Final = (BARE, AGAIN, FIRST_PAGE, NEW, COLD)

MEMORY: Final = "resident memory"

Costs = dict[str, float]
"""Processor time in milliseconds by kind, and memory in MB."""


async def one_round(folder: Path) -> Costs:
    costs = {BARE: bare_ms()}
    async with ready(folder) as server:
        costs[NEW] = cpu_ms(server)
    async with ready(folder) as server:
        costs[AGAIN] = cpu_ms(server)
        await ask(server, "GET", "/")
        costs[FIRST_PAGE] = cpu_ms(server) - costs[AGAIN]
        costs[MEMORY] = server.megabytes()
    async with ready(folder, PYTHONPYCACHEPREFIX=str(folder / "cold")) as server:
        costs[COLD] = cpu_ms(server)
    return costs


@asynccontextmanager
async def ready(folder: Path, **environment: str) -> AsyncIterator[Server]:
    """The server, as soon as it is ready."""
    async with tertulia(folder, {"PYTHONDONTWRITEBYTECODE": "", **environment}) as server:
        status, _, answer = await ask(server, "GET", "/readyz")
        if status != 200:
            raise SystemExit(f"it is not ready: {answer.decode()}")
        yield server


def cpu_ms(server: Server) -> float:
    return server.cpu_seconds() * 1000


def bare_ms() -> float:
    """What the libraries of the server cost alone."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", f"import {LIBRARIES}"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


async def main(rounds: int) -> None:
    measured = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            measured.append(await one_round(Path(folder)))
    for kind in KINDS:
        ms = median(costs[kind] for costs in measured)
        ratio = median(costs[kind] / costs[BARE] for costs in measured)
        print(f"{kind:26} {ms:6.0f} ms  {ratio:5.2f} × libraries alone")
    print(f"{MEMORY:26} {median(costs[MEMORY] for costs in measured):6.0f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=7)
    asyncio.run(main(parser.parse_args().rounds))
