"""What a game can tell once it is over: what lay hidden, where it turned, and what was remarkable about it.

Nothing here is for a game in progress: only app/replay/ uses it. It is all derived from what everybody at the table has
heard, and from states that a replay shows to anybody.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.dealer import Line
from games.draws import Draws
from games.knowledge import Knowledge
from games.text import Chair, Seat, Text, say


def _nothing(*_: Any) -> list[Text]:
    return []


@dataclass(frozen=True)
class Hindsight:
    """What one game tells afterwards, also for states of its retired rules."""

    beneath: Callable[[Any], Any] = lambda g: None
    """(state): everything hidden from somebody at the time, as the board of a replay draws it; None: nothing is ever
    hidden."""
    turning: Callable[[Any, Any, Sequence[Line]], list[Text]] = _nothing
    """(state before a move, after it, its lines heard once): why the game turned there; nothing that was hidden at the
    time."""
    facts: Callable[[Any, Sequence[Line]], list[Text]] = _nothing
    """(last state, all lines heard once and not taken back): what was remarkable, the best first."""
    draws: Draws | None = None
    """What chance gave that is worth counting; None: nothing is drawn while the game is played."""
    knowledge: Knowledge | None = None
    """What somebody with a perfect memory could know at the time; None: nothing is ever hidden."""


# --- For games to build on --------------------------------------------------------------------------------------


def those(lines: Iterable[Line], *kinds: str) -> list[Line]:
    """The lines of these kinds."""
    return [line for line in lines if line.kind in kinds]


def heard_once(lines: Iterable[Line]) -> list[Line]:
    """The lines without those that write down what was shown for a moment: of each thing that happened one line, and
    the one that tells most."""
    heard = list(lines)
    shown = {_what_happened(line) for line in heard if line.fades}
    return [line for line in heard if line.fades or _what_happened(line) not in shown]


def _what_happened(line: Line) -> tuple[int, str, Seat | None, Seat | None]:
    return line.seq, line.kind, line.seat, line.only_for


def by_seat(lines: Iterable[Line], *kinds: str) -> Counter[Seat]:
    """How often each seat did what lines of these kinds tell of."""
    return Counter(line.seat for line in those(lines, *kinds) if line.seat is not None)


def only_first(counted: Counter[Seat], least: int = 1) -> tuple[Seat, int] | None:
    """The one seat with more than any other, and at least `least`; None if several are level."""
    best = counted.most_common(2)
    if not best or best[0][1] < least or (len(best) > 1 and best[0][1] == best[1][1]):
        return None
    return best[0]


def new_leader(before: Sequence[int], after: Sequence[int]) -> list[Text]:
    """A sentence if somebody has taken the sole lead with this move."""
    leader = _leader(after)
    if leader is None or leader == _leader(before):
        return []
    return [say("{seat} takes the lead.", seat=Chair(leader))]


def _leader(standing: Sequence[int]) -> Seat | None:
    most = max(standing)
    return standing.index(most) if standing.count(most) == 1 else None
