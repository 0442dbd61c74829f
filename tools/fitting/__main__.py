"""Fits the parameters with which bots evaluate positions to the outcomes of such positions among medium bots.

    python -m tools.fitting color_dice                  those of games/color_dice/worth.py: six minutes
    python -m tools.fitting desfases --games 100        those of games/desfases/model.py
    python -m tools.fitting tcnccc --games 8000         those of games/tcnccc/worth.py: a minute

Prints them, to be copied into the module, and their loss (lower is better), on the games they were fitted to and on
others.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from tools.fitting import color_dice, desfases, tcnccc

FITTED: Final = {"color_dice": color_dice.fitted, "desfases": desfases.fitted, "tcnccc": tcnccc.fitted}


def main(arguments: Sequence[str]) -> int:
    """Print the parameters for one game."""
    parser = argparse.ArgumentParser("python -m tools.fitting", description=__doc__.split("\n\n")[0])
    parser.add_argument("game", choices=FITTED)
    parser.add_argument("--games", type=int, default=1600, help="of each size that is looked at")
    asked = parser.parse_args(arguments)
    print(*FITTED[asked.game](asked.games), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
