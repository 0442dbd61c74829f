"""What a game tells the search: which answers are sensible, and how things may stand.

Every function here is given a scramble and what the seat has heard, never the real state; except `exact`, which is for
analysing finished games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self, TypeAlias

from games.dealer import Chance, Line
from games.questions import Move
from games.text import Seat, Text


class World(Protocol):
    """One way things may stand, as far as a seat knows: light and fast, since it is played out hundreds of times."""

    def clone(self) -> Self:
        """A world that shares nothing with this one."""

    def play(self, seat: Seat, move: Any, chance: Chance) -> None:
        """Carries out a move of the rules, in place."""

    def playout(self, chance: Chance) -> Sequence[float]:
        """Plays on as sensible players do, to the end or as far as is worth while; returns each seat's share of the
        win, 0 to 1, the same for all members of a team."""


Lot: TypeAlias = Callable[[Line, str], int]
"""(line, purpose): a lot from 0 to 99 that is drawn once in a game for this line and purpose."""

HASTE: Final = 25
GLIMPSE: Final = 0.1
COSTS_S: Final = 0.06
"""Used unless a game says otherwise."""


def _no_reason(*_: Any) -> None:
    return None


def _nothing(*_: Any) -> list[str]:
    return []


def _never(_: Any) -> bool:
    return False


@dataclass(frozen=True)
class Strategy:
    """What one game contributes to the search. All but the last two are called with (scramble, seat, lines, …)."""

    candidates: Callable[[Any, Seat, Sequence[Line], Chance], Sequence[Move]]
    """The sensible answers, a dozen at most; the policy's need not be among them."""
    world: Callable[[Any, Seat, Sequence[Line], Chance], World]
    """One way things may stand, about as often as it is likely."""
    rollouts: int
    """Playouts for one decision, all candidates together."""
    glimpse: float = GLIMPSE
    """The share of them with which a good bot looks a little ahead."""
    policy: Callable[[Any, Seat, Sequence[Line], Chance], Move] | None = None
    """What a bot that looks ahead does unless it finds better; None: what a careful one does."""
    costs_s: float = COSTS_S
    """The processor time that the playouts of one decision take at most on a common machine, in seconds for each
    seat. A strong bot that has less time plays out a smaller share of them."""
    haste: int = HASTE
    """Percentage of an easy bot's answers that are the first that come to mind."""
    recalled: Callable[[str, Seat, Sequence[Line], Lot], Sequence[Line]] | None = None
    """(level, seat, lines, lot): the lines as a bot of this level remembers them; None: easy bots forget a part of what
    is old, the others nothing."""
    looks: int = 0
    """In an analysis, the least number of worlds in which a better answer is searched, among all sensible ones however
    long the game was. For games in which an answer's worth shows in few worlds, or whose policy leaves much to luck;
    0: for all others."""
    worth_telling: float = 0.0
    """In an analysis, the least gain of a better answer that is worth a word, as a part of a win."""
    for_chances: float = 1.0
    """In an analysis, the share of the usual rollouts that are played for the chances after a step. Fewer are enough if
    a playout ends with chances and not with a winner."""
    reason: Callable[[Any, Seat, Sequence[Line], Move], Text | None] = _no_reason
    """Why a move is good, in a sentence, from what the policy considers."""
    lacks: Callable[[Any, Seat, Sequence[Line], Move, Move], Text | None] = _no_reason
    """(…, best, other): what another move lacks that the best one has, in a sentence."""
    about: Callable[[Any, Seat, Text], list[str]] = _nothing
    """(scramble, seat, sentence): the pieces and places that the sentence names, as pages call them."""
    exact: Callable[[Any, Chance], World] | None = None
    """(state, chance): the real world, except for the order of what is yet to be drawn. Only for analysing a finished
    game; None: the game cannot tell."""
    is_certain: Callable[[Any], bool] = _never
    """(scramble): whether there is only one way things may stand, whatever the chance."""
