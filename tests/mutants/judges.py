"""Scratch copies that test mutants in parallel, and the score."""

import queue
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from tests.mutants.catalogue import ROOT, Mutant
from tests.mutants.scratch import Scratch, Verdict

TAIL: Final = 20
"""Lines of output shown if tests could not run."""

Scratches = queue.SimpleQueue[Scratch]


@contextmanager
def scratches(jobs: int, root: Path = ROOT) -> Iterator[Scratches]:
    """Copies of the project that are free."""
    free: Scratches = queue.SimpleQueue()
    with ExitStack() as stack:
        for _ in range(jobs):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tertulia-mutants-"))
            free.put(Scratch(Path(folder), root))
        yield free


def tests_pass(free: Scratches, mutants: Sequence[Mutant]) -> bool:
    """Whether all the tests pass on the unchanged program: only then do failures mean anything."""
    scratch = free.get()
    verdict, printed = scratch.run(sorted({test for mutant in mutants for test in mutant.tests}))
    free.put(scratch)
    if verdict != "survived":
        print("The tests fail without any mutant:", *printed.splitlines()[-TAIL:], sep="\n")
    return verdict == "survived"


def judged(free: Scratches, mutants: Sequence[Mutant], jobs: int) -> Iterator[tuple[Mutant, Verdict]]:
    """The verdict on each, as soon as it is known."""

    def judge(mutant: Mutant) -> tuple[Verdict, str]:
        scratch = free.get()
        try:
            return scratch.judge(mutant)
        finally:
            free.put(scratch)

    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(judge, mutant): mutant for mutant in mutants}
        for done in as_completed(waiting):
            mutant, (verdict, printed) = waiting[done], done.result()
            print(f"{verdict:8}  {mutant.area:12} {mutant.breaks}", flush=True)
            if verdict == "broken":
                print(*printed.splitlines()[-TAIL:], sep="\n")
            yield mutant, verdict


def score(verdicts: Sequence[tuple[Mutant, Verdict]]) -> str:
    """The score by area, and in total."""
    lines = ["| area | mutants | killed | survived | tests could not run |", "|---|---|---|---|---|"]
    for area in [*sorted({mutant.area for mutant, _ in verdicts}), ""]:
        count = Counter(verdict for mutant, verdict in verdicts if area in ("", mutant.area))
        row = (area or "all", count.total(), count["killed"], count["survived"], count["broken"])
        lines.append(f"| {' | '.join(map(str, row))} |")
    return "\n".join(lines)
