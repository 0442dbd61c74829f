"""How a finished game is played on from one of its moments: what a seat knew then stays, all else is dealt anew.

A seat knows what it has seen and heard, and remembers all of it. The true table is looked at only as far as that goes.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from games.dealer import Chance
from games.engine import AskAll, Game, Seat, State
from games.record import Moment


def dealt_anew(game: Game, past: Sequence[Moment], seat: Seat, chance: Chance) -> State:
    """The table after the last of these moments, as it may have been for all that this seat could know. `past`: every
    moment of the game up to there."""
    g: State = past[-1].state.copy() if game.anew is None else game.anew(past, seat, chance)
    _ask_others_again(g, seat)
    return g


def _ask_others_again(g: State, seat: Seat) -> None:
    """An answer that nobody has seen was given by somebody who is not at this table."""
    question = g.question
    if isinstance(question, AskAll):
        g.agenda[0] = replace(question, answers={who: move for who, move in question.answers.items() if who == seat})
