"""Breaks the program one line at a time and says which faults the tests do not notice.

python -m tests.mutants                    every mutant, two at a time
python -m tests.mutants tcnccc storage     those of some areas
python -m tests.mutants --jobs 1 --only pair    those whose description has this word

The exit code is 1 when one survives or its tests cannot run.
"""

import argparse
import sys
from collections.abc import Sequence

from tests.mutants.catalogue import areas, mutants_of
from tests.mutants.judges import judged, score, scratches, tests_pass


def main(arguments: Sequence[str]) -> int:
    """The exit code."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if unknown := set(asked.areas) - set(areas()):
        parser.error(f"there is no area {', '.join(sorted(unknown))}; there are: {', '.join(areas())}")
    mutants = [mutant for mutant in mutants_of(asked.areas or areas()) if asked.only.lower() in mutant.breaks.lower()]
    with scratches(asked.jobs) as free:
        if not tests_pass(free, mutants):
            return 1
        verdicts = list(judged(free, mutants, asked.jobs))
    print("", score(verdicts), sep="\n")
    return any(verdict != "killed" for _, verdict in verdicts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tests.mutants", description="Do the tests notice one-line faults?")
    parser.add_argument("areas", nargs="*", help=f"of which areas (default: all): {', '.join(areas())}")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--only", default="", metavar="WORDS", help="those whose description has these words")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
