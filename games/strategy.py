"""What a game tells the search of itself: which answers are sensible, and how things may stand.

Every function here is handed a scramble and what the seat has heard, never the state that is played; but for one, by
which a game that is over is looked back at.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self

from games.dealer import Chance, Line
from games.questions import Move
from games.text import Seat, Text


class World(Protocol):
    """One way things may stand, as far as a seat knows: light and quick, for it is played on hundreds of times."""

    def clone(self) -> Self:
        """A world that shares nothing with this one."""

    def play(self, seat: Seat, move: Any, chance: Chance) -> None:
        """Carries out a move of the rules, in place."""

    def playout(self, chance: Chance) -> Sequence[float]:
        """Plays on as sensible players do, to the end or as far as is worth while: each seat's share of the win, 0 to
        1; of a team's, everybody's is the same."""


HASTE: Final = 25
"""Where a game does not say otherwise."""


def _no_reason(*_: Any) -> None:
    return None


def _never(_: Any) -> bool:
    return False


@dataclass(frozen=True)
class Strategy:
    """What one game brings to the search. All but the last two are handed (scramble, seat, lines heard, …)."""

    candidates: Callable[[Any, Seat, Sequence[Line], Chance], Sequence[Move]]
    """The sensible answers, a dozen at most; the policy's need not be among them."""
    world: Callable[[Any, Seat, Sequence[Line], Chance], World]
    """One way things may stand, each about as often as it is likely."""
    rollouts: int
    """How often worlds are played out for one decision, all candidates together."""
    policy: Callable[[Any, Seat, Sequence[Line], Chance], Move] | None = None
    """What a strong bot does unless it finds better; None: what a careful one does."""
    haste: int = HASTE
    """Of a hundred answers of an easy bot, so many are the first that come to mind."""
    looks: int = 0
    """When a finished game is looked back at, a better answer is looked for in so many worlds at least, and among all
    that are sensible however long the game was. For a game in which it shows in few worlds only what an answer was
    worth, or whose policy leaves much to luck; 0: for no other."""
    reason: Callable[[Any, Seat, Sequence[Line], Move], Text | None] = _no_reason
    """Why a move is good, in a sentence from what the policy looks at."""
    exact: Callable[[Any, Chance], World] | None = None
    """(state, chance): how things stand, all but the order of what is still to be drawn. Only for a game that is over,
    when it is looked back at; None: the game cannot tell."""
    is_certain: Callable[[Any], bool] = _never
    """(scramble): whether there is but one way things may stand, whatever chance says."""
