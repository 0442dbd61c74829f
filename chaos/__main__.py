"""The full run, or parts of it, with a table at the end; the exit status is 1 when a promise was broken.

python -m chaos                             # all parts, as make chaos does
python -m chaos kill --times 200 --seed 7   # one of them
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

from msgspec import Struct

from chaos import machine
from chaos.faults import Injector
from chaos.measures import percentile
from chaos.parts import OF_THE_MACHINE
from chaos.run import Injection, Report, run
from chaos.servers import Servers, cluster, single

PACE_S: Final = (0.05, 0.6)
SPOKEN_OF_S: Final = 10.0
"""Interval of progress lines, in seconds."""


class Part(Struct, frozen=True, kw_only=True):
    """One kind of fault, repeated `times` times; `times` are seconds where the part only waits."""

    about: str
    times: int
    alone: bool = False
    notices: bool = True


PARTS: Final[Mapping[str, Part | machine.Part]] = {
    "healthy": Part(about="no faults; times in seconds", times=60),
    "kill": Part(about="kill -9 of any of three nodes", times=200),
    "kill-one": Part(about="kill -9 of the one process on SQLite", times=200, alone=True),
    "database": Part(about="PostgreSQL killed and down for 1 to 10 s", times=20),
    "pause": Part(about="a node is suspended for 1 to 20 s", times=50),
    "no-notices": Part(about="no notices between the nodes; times in seconds", times=600, notices=False),
    "mixed": Part(about="kills, pauses and database crashes, in any order", times=60),
    **OF_THE_MACHINE,
}


def injection_of(name: str, times: int) -> Injection:
    """The fault that this part injects."""

    async def do(injector: Injector) -> None:
        match name:
            case "kill":
                await injector.kill_nodes(times)
            case "kill-one":
                await injector.kill_the_only_one(times)
            case "database":
                await injector.stop_the_database(times)
            case "pause":
                await injector.pause_nodes(times)
            case "mixed":
                await injector.everything(times)
            case _:
                await injector.wait(times)

    return do


def servers_of(part: Part, folder: Path) -> AbstractAsyncContextManager[Servers]:
    """The servers that this part needs, in this folder."""
    if part.alone:
        return single(folder)
    return cluster(folder, changed=() if part.notices else ("no-notices",))


class Progress:
    """Prints progress now and then."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._spoken_at = time.monotonic()

    def __call__(self, line: str) -> None:
        """Print the line if it is time."""
        if time.monotonic() - self._spoken_at > SPOKEN_OF_S:
            self._spoken_at = time.monotonic()
            print(f"{self._name}: {line}", flush=True)


async def go_through(names: Sequence[str], times: int | None, seed: str, folder: Path) -> dict[str, Report]:
    """Run these parts, one after the other."""
    reports = {}
    for name in names:
        part = PARTS[name]
        here = folder / name
        here.mkdir(parents=True)
        wanted = times or part.times
        print(f"{name}: {part.about}; {wanted} times (or seconds), --seed {seed}", flush=True)
        given = {"seed": seed, "pace_s": PACE_S, "progress": Progress(name)}
        if isinstance(part, machine.Part):
            report = await machine.play(part, here, wanted, **given)  # type: ignore[arg-type]
        else:
            report = await run(servers_of(part, here), here, injection_of(name, wanted), **given)  # type: ignore[arg-type]
        reports[name] = report
        tell(name, report)
    return reports


def tell(name: str, report: Report) -> None:
    """Print every broken promise and the path of the history."""
    for violation in report.violations:
        print(f"{name}: {violation}", flush=True)
    told = report.measures
    print(
        f"{name}: {report.took_s:.0f} s, {report.events} events, {len(report.violations)} violations; refused "
        f"{dict(sorted(told.refused.items()))}, unknown {dict(sorted(told.unknown.items()))}; {report.history}",
        flush=True,
    )


# --- The table ------------------------------------------------------------------------------------------------


def table(reports: dict[str, Report]) -> str:
    """The results as a Markdown table; times beyond their bar are marked."""
    head = (
        "part",
        "faults",
        "acked",
        "refused",
        "unknown",
        "lost",
        "doubled",
        "gaps",
        "other violations",
        "ack p50 / p99",
        "back p50 / p99 / most",
        "first ack p99 / most",
        "to another node p50 / p99",
    )
    rows = [head, ("---",) * len(head), *(_row(name, report) for name, report in reports.items())]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _row(name: str, report: Report) -> tuple[str, ...]:
    told = report.measures
    kinds = Counter(violation.kind for violation in report.violations)
    lost, doubled, gaps = (
        kinds["lost"] + kinds["moved"],
        kinds["doubled"] + kinds["answered twice"],
        kinds["gap"] + kinds["skipped"] + kinds["unheard"],
    )
    return (
        name,
        ", ".join(f"{number} × {kind}" for kind, number in sorted(told.faults.items())) or "none",
        str(told.acked),
        str(sum(told.refused.values())),
        str(sum(told.unknown.values())),
        str(lost),
        str(doubled),
        str(gaps),
        str(sum(kinds.values()) - lost - doubled - gaps),
        _times(told.acks, 50, 99),
        _times(told.back, 50, 99, 100, bar=2.0 if name == "kill" else None),
        _times(told.resumed, 99, 100, bar=5.0),
        _times(told.delivered, 50, 99, bar=_delivery_bar(name)),
    )


def _delivery_bar(name: str) -> float | None:
    return {"healthy": 0.1, "no-notices": 1.5}.get(name)


def _times(times: Sequence[float], *hundredths: int, bar: float | None = None) -> str:
    """`bar`: the limit of the 99th percentile."""
    if not times:
        return "–"
    told = [max(times) if hundredth == 100 else percentile(times, hundredth) for hundredth in hundredths]
    written = " / ".join(f"{time * 1000:,.0f}" for time in told) + " ms"
    missed = bar is not None and percentile(times, 99) > bar
    return f"**{written}** (bar {bar:g} s)" if missed else written


def main(arguments: Sequence[str]) -> int:
    """Returns the exit code."""
    parser = argparse.ArgumentParser("python -m chaos", description="Injects faults and checks what robots saw.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; default: all")
    parser.add_argument("--times", type=int, help="number of faults, or seconds")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="of an earlier run, to repeat its schedule")
    parser.add_argument("--folder", type=Path, help="for histories and databases")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.parts) - PARTS.keys():
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="tertulia-chaos-"))
    reports = asyncio.run(go_through(asked.parts or list(PARTS), asked.times, asked.seed, folder))
    print(table(reports))
    return 1 if any(report.violations for report in reports.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
