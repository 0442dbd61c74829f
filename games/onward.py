"""Playing on from a moment of a finished game: what a seat knew at the time stays, everything else is dealt anew.

A seat knows what it has seen and heard, and is taken to remember all of it. No more than that is used of the real
table.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from games.dealer import Chance
from games.engine import AskAll, Game, Seat, State
from games.record import Moment


def dealt_anew(game: Game, past: Sequence[Moment], seat: Seat, chance: Chance) -> State:
    """The table after the last of these moments, as it may have been as far as this seat could know. `past`: all
    moments of the game so far."""
    g: State = past[-1].state.copy() if game.anew is None else game.anew(past, seat, chance)
    _ask_others_again(g, seat)
    return g


def _ask_others_again(g: State, seat: Seat) -> None:
    """Withdraw the others' answers that nobody has seen: those who gave them are not at this table."""
    question = g.question
    if isinstance(question, AskAll):
        g.agenda[0] = replace(question, answers={who: move for who, move in question.answers.items() if who == seat})
