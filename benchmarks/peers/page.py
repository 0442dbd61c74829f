"""docs/performance.md: everything is measured, and written between the page's marks."""

import json
import platform
import subprocess
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

import psutil
from msgspec.structs import replace

from benchmarks.peers import runs, tables
from benchmarks.peers.contenders import NODE, Contender, node
from benchmarks.peers.orders import Played

BEGINS, ENDS = "<!-- measured by make bench-peers -->\n", "<!-- end -->\n"
PYTHON_PACKAGES: Final = ("uvicorn", "websockets", "uvloop", "httptools", "picows")
NODE_PACKAGES: Final = ("@colyseus/core", "boardgame.io")
MANY_ROOMS: Final = 1000


def write(page: Path, contenders: Sequence[Contender], rounds: int, rate: float) -> None:
    """Measure everything. Raises ValueError if the page has no marks."""
    before, _, rest = page.read_text().partition(BEGINS)
    _, _, after = rest.partition(ENDS)
    if not after:
        raise ValueError(f"{page} has no marks")
    measured = []
    for section in sections(contenders, rounds, rate):
        print(section, flush=True)
        measured.append(section)
    page.write_text("\n\n".join([before + BEGINS.strip(), *measured, ENDS + after]))


def sections(contenders: Sequence[Contender], rounds: int, rate: float) -> Iterator[str]:
    """The paragraphs and tables, as they are measured. The first contender is Tertulia."""
    sizes = runs.measured_sizes()
    ours, fast = contenders[0], [each for each in contenders if each.saturates]

    def moves(contenders: Sequence[Contender], rooms: int, rate: float) -> str:
        return tables.moves(runs.in_turn(contenders, rounds, lambda each: runs.play(each, sizes, rooms, rate)))

    yield machine()
    yield "### As fast as they can, 100 rooms"
    yield moves(fast, 100, 0.0)
    yield f"### {rate:.0f} moves a second, 100 rooms"
    yield moves(contenders, 100, rate)
    yield f"### {rate:.0f} moves a second, {MANY_ROOMS:,} rooms"
    yield moves(fast, MANY_ROOMS, rate)
    yield "### Connections"
    yield tables.sockets(runs.in_turn(fast, rounds, lambda each: runs.come(each, sizes)))
    yield "### Long games"
    yield tables.growth({game: runs.grow(ours, game) for game in runs.GAMES})
    yield "### Many rooms, as fast as they can"
    yield in_more_rooms(ours, rounds, 0.0)
    yield f"### Many rooms, {rate:.0f} moves a second"
    yield in_more_rooms(ours, rounds, rate)
    yield "### Bots"
    yield tables.bots({"100 rooms": [runs.watch(ours)]})
    yield "### PostgreSQL"
    yield on_postgres(ours, rounds, rate)


def on_postgres(ours: Contender, rounds: int, rate: float) -> str:
    """Three nodes compared with one on SQLite, in turn."""
    alone, together = (replace(ours, name=name) for name in ("SQLite, one node", "PostgreSQL, three nodes"))

    def play(which: Contender) -> Played:
        return runs.play(ours, {}, rate=rate) if which is alone else runs.play_on_nodes(ours, rate)

    return tables.beside_first(runs.in_turn([alone, together], rounds, play))


def in_more_rooms(ours: Contender, rounds: int, rate: float) -> str:
    """Many rooms compared with few, in turn."""
    counts = {f"{count:,} rooms": count for count in (100, MANY_ROOMS)}
    named = [replace(ours, name=name) for name in counts]
    return tables.beside_first(runs.in_turn(named, rounds, lambda each: runs.play(each, {}, counts[each.name], rate)))


def machine() -> str:
    """The machine, and the versions of the software."""
    packages = [f"{name} {version(name)}" for name in PYTHON_PACKAGES]
    packages += [f"{name} {_node_version(name)}" for name in NODE_PACKAGES]
    memory = psutil.virtual_memory().total / 2**30
    busy = ", ".join(f"{each:.1f}" for each in psutil.getloadavg())
    return (
        f"{_processor()}, {psutil.cpu_count()} cores, {memory:.0f} GB; Linux {platform.release()}; Python "
        f"{platform.python_version()}, Node {_said_by(node(), '--version').removeprefix('v')}; {', '.join(packages)}. "
        f"Load before: {busy}."
    )


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def _node_version(package: str) -> str:
    return str(json.loads((NODE / "node_modules" / package / "package.json").read_text())["version"])


def _said_by(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
