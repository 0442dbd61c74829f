"""Rules that no game begins with any more, each as it was released: games begun with them go on by them, and the logs
of those that are over play out as they were. There are none yet.

A package here is a copy of a game's own modules, made before the rules were changed: `tcnccc_1` of games/tcnccc as it
was in version 1. What all games share is not copied. Nothing in it is ever changed but what tests/games/released holds
to be the same; no other module may import from it. RULES.md, the board and the words of other languages are the newest
ones: these have to go on understanding what a retired view and a retired sight hold.
"""

from typing import Final

from games.engine import Game

RETIRED: Final[dict[str, Game]] = {}
"""By what a log calls them: "tcnccc@1"."""
