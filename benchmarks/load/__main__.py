"""Measures the load one server carries, end to end on one machine: sockets, rules, log, disk.

    python -m benchmarks.load [MEASUREMENT …] [--quick]

Without names all are run, one after the other. --quick only checks that they work: few sockets, few seconds, and
meaningless figures. Each measurement is a module of this package; it prints rows of a table.
"""

import argparse
import asyncio
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Final

from benchmarks.load.figures import HEAD, allow_many_sockets, machine_in_words
from benchmarks.load.servers import ROOT

MEASUREMENTS: Final = (
    *("idle", "steady", "onlookers", "cut"),
    *("stalled", "slow_readers", "headers", "flooder", "reloads", "long", "many_rooms", "malformed"),
)


def main(arguments: list[str]) -> int:
    """The exit code: 0 if every bar is met."""
    parser = argparse.ArgumentParser("python -m benchmarks.load", description=__doc__.partition("\n")[0])
    parser.add_argument("measurements", nargs="*", choices=[*MEASUREMENTS, []], metavar="MEASUREMENT")
    parser.add_argument("--quick", action="store_true", help="only check that it works")
    asked = parser.parse_args(arguments)
    allow_many_sockets()
    print(f"{machine_in_words()}\n\n{HEAD}", flush=True)
    met = [measured(name, asked.quick) for name in asked.measurements or MEASUREMENTS]
    return 0 if all(met) or asked.quick else 1


def measured(name: str, quick: bool) -> bool:
    """Run this measurement; whether all its bars are met."""
    measure = import_module(f"benchmarks.load.{name}").measure
    # On the checkout's disk, not in a memory file system: syncing is part of what is measured.
    with tempfile.TemporaryDirectory(dir=ROOT / "benchmarks") as folder:
        figures = asyncio.run(measure(Path(folder), quick))
    for figure in figures:
        print(figure, flush=True)
    return all(figure.met is not False for figure in figures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
