"""Runs Tertulia and its peers in turn, and prints what a move costs each.

    python -m benchmarks.peers --mode rate --rooms 100 --rounds 3
    python -m benchmarks.peers --only tertulia,raw --mode sat --tree before=../other-checkout

`--tree NAME=PATH` adds Tertulia out of another checkout. The servers take turns within each round, so that what
else the machine does falls on all alike, and ratios are those of a round.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.load.figures import machine_in_words
from benchmarks.load.servers import ROOT
from benchmarks.peers.contenders import ACK_BYTES, CONTENDERS, STATE_BYTES, Contender, served, tertulia
from benchmarks.peers.orders import Order, Report
from benchmarks.peers.table import table

RUN_WITHIN_S: Final = 300.0
RATE: Final = 400.0


def main(arguments: Sequence[str]) -> None:
    """Prints a line for each run, and a table of the medians."""
    asked = _parser().parse_args(arguments)
    rate = RATE if asked.mode == "rate" else 0.0
    contenders = [each for each in [*asked.only, *asked.tree] if rate or each.saturates]
    sizes = _sizes()
    print(f"{asked.mode}, {asked.rooms} rooms; {machine_in_words()}; raw frames and acks as Tertulia's: {sizes}")
    reports: dict[str, list[Report]] = {each.name: [] for each in contenders}
    for _ in range(asked.rounds):
        for each in contenders:
            report = measure(each, sizes, asked.rooms, rate, asked.seconds)
            reports[each.name].append(report)
            print(f"{each.name:>12} {report.cpu_ms:.3f} ms, driver {report.driver_cpu:.2f}", file=sys.stderr)
    print(table(reports))


def measure(contender: Contender, sizes: dict[str, str], rooms: int, rate: float, seconds: float) -> Report:
    """One run of this contender. Raises SystemExit when anything in it went wrong."""
    with served(contender, **sizes) as server:
        order = Order(wire=contender.wire, port=server.port, pids=server.pids, rooms=rooms, rate=rate, seconds=seconds)
        command = [sys.executable, "-m", "benchmarks.peers.driver", msgspec.json.encode(order).decode()]
        ran = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, timeout=RUN_WITHIN_S)
    if ran.returncode:
        raise SystemExit(f"the driver failed with {contender.name}")
    report = msgspec.json.decode(ran.stdout, type=Report)
    if report.faults:
        raise SystemExit(f"{contender.name}: {report.faults}")
    return report


def _sizes() -> dict[str, str]:
    """Of the raw servers' messages: the means of Tertulia's frames and acknowledgements."""
    report = measure(tertulia(), {}, rooms=10, rate=0.0, seconds=1.0)
    return {STATE_BYTES: str(round(report.state_bytes)), ACK_BYTES: str(round(report.ack_bytes))}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--only", default=[*CONTENDERS.values()], type=_named, help="some of " + ",".join(CONTENDERS))
    parser.add_argument("--tree", action="append", default=[], type=_tree, metavar="NAME=PATH")
    parser.add_argument("--mode", choices=("sat", "rate"), default="sat", help="as fast as can be, or 400 moves/s")
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0, help="measured in each run")
    return parser


def _named(given: str) -> list[Contender]:
    return [CONTENDERS[name] for name in given.split(",")]


def _tree(given: str) -> Contender:
    name, _, path = given.partition("=")
    return tertulia(name, Path(path).resolve())


if __name__ == "__main__":
    main(sys.argv[1:])
