"""Breaks the program one line at a time and says which faults the tests do not notice.

python -m tests.mutants                    every mutant, two at a time
python -m tests.mutants tcnccc storage     those of some areas
python -m tests.mutants --jobs 1 --only pair    those whose description has this word

The exit code is 1 when one survives or its tests cannot run.
"""

from __future__ import annotations

import argparse
import queue
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from tests.mutants.catalogue import Mutant, areas, mutants_of
from tests.mutants.scratch import Scratch, Verdict

TAIL: Final = 20
"""So many lines of what tests printed are shown when they could not run."""


def main(arguments: Sequence[str]) -> int:
    """The exit code."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if unknown := set(asked.areas) - set(areas()):
        parser.error(f"there is no area {', '.join(sorted(unknown))}; there are: {', '.join(areas())}")
    mutants = [mutant for mutant in mutants_of(asked.areas or areas()) if asked.only.lower() in mutant.breaks.lower()]
    with _scratches(asked.jobs) as scratches:
        if not _tests_pass(scratches, mutants):
            return 1
        verdicts = list(_judge_all(scratches, mutants, asked.jobs))
    _print_score(verdicts)
    return any(verdict != "killed" for _, verdict in verdicts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tests.mutants", description="Do the tests notice one-line faults?")
    parser.add_argument("areas", nargs="*", help=f"of which areas (default: all): {', '.join(areas())}")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--only", default="", metavar="WORDS", help="those whose description has these words")
    return parser


Scratches = queue.SimpleQueue[Scratch]


@contextmanager
def _scratches(jobs: int) -> Iterator[Scratches]:
    """Copies of the project that nobody uses right now."""
    free: Scratches = queue.SimpleQueue()
    with ExitStack() as stack:
        for _ in range(jobs):
            free.put(Scratch(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tertulia-mutants-")))))
        yield free


def _tests_pass(scratches: Scratches, mutants: Sequence[Mutant]) -> bool:
    """Whether all the tests pass while nothing is broken: only then their failing says anything."""
    scratch = scratches.get()
    verdict, printed = scratch.run(sorted({test for mutant in mutants for test in mutant.tests}))
    scratches.put(scratch)
    if verdict != "survived":
        print("The tests fail without any mutant:", *printed.splitlines()[-TAIL:], sep="\n")
    return verdict == "survived"


def _judge_all(scratches: Scratches, mutants: Sequence[Mutant], jobs: int) -> Iterator[tuple[Mutant, Verdict]]:
    def judge(mutant: Mutant) -> tuple[Verdict, str]:
        scratch = scratches.get()
        try:
            return scratch.judge(mutant)
        finally:
            scratches.put(scratch)

    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(judge, mutant): mutant for mutant in mutants}
        for done in as_completed(waiting):
            mutant, (verdict, printed) = waiting[done], done.result()
            print(f"{verdict:8}  {mutant.area:12} {mutant.breaks}", flush=True)
            if verdict == "broken":
                print(*printed.splitlines()[-TAIL:], sep="\n")
            yield mutant, verdict


def _print_score(verdicts: Sequence[tuple[Mutant, Verdict]]) -> None:
    print("\n| area | mutants | killed | survived | tests could not run |", "|---|---|---|---|---|", sep="\n")
    for area in [*sorted({mutant.area for mutant, _ in verdicts}), ""]:
        count = Counter(verdict for mutant, verdict in verdicts if area in ("", mutant.area))
        row = (area or "all", count.total(), count["killed"], count["survived"], count["broken"])
        print("|", " | ".join(map(str, row)), "|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
