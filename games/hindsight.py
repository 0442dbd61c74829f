"""What can be told of a game once it is over: what lay hidden, where it turned, and what was remarkable about it.

Nothing here is for a game that is still played: app/replay/ alone asks for it. All of it is told by what everybody at
the table has heard, and by the states that a replay shows to anybody.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.dealer import Line
from games.text import Chair, Seat, Text, say


def _nothing(*_: Any) -> list[Text]:
    return []


@dataclass(frozen=True)
class Hindsight:
    """What one game tells afterwards. States of its retired rules are told of, too."""

    beneath: Callable[[Any], Any] = lambda g: None
    """(state): everything that somebody could not see then, as the board of a replay draws it; None: nothing is ever
    hidden."""
    turning: Callable[[Any, Any, Sequence[Line]], list[Text]] = _nothing
    """(state before a move, after it, lines): why the game took a turn there. Nothing that was hidden then."""
    facts: Callable[[Any, Sequence[Line]], list[Text]] = _nothing
    """(last state, all lines that stood): what was remarkable, the best first."""


# --- What games tell it by --------------------------------------------------------------------------------------


def those(lines: Iterable[Line], *templates: str) -> list[Line]:
    """Those of the lines that are one of these sentences."""
    return [line for line in lines if line.text.text in templates]


def heard_once(lines: Iterable[Line]) -> list[Line]:
    """Without the lines of an aided log that say again what was shown for a moment."""
    shown: list[tuple[int, Text]] = []
    kept: list[Line] = []
    for line in lines:
        if line.fades:
            shown = [(seq, text) for seq, text in shown if seq == line.seq] + [(line.seq, line.text)]
        if line.fades or (line.seq, line.text) not in shown:
            kept.append(line)
    return kept


def by_seat(lines: Iterable[Line], *templates: str) -> Counter[Seat]:
    """How often each seat did what one of these sentences tells."""
    return Counter(line.seat for line in those(lines, *templates) if line.seat is not None)


def only_first(counted: Counter[Seat], least: int = 1) -> tuple[Seat, int] | None:
    """The one seat that has more than any other, and at least so much; None where several are level."""
    best = counted.most_common(2)
    if not best or best[0][1] < least or (len(best) > 1 and best[0][1] == best[1][1]):
        return None
    return best[0]


def new_leader(before: Sequence[int], after: Sequence[int]) -> list[Text]:
    """Whether somebody alone has more than everybody else, who had not before the move."""
    leader = _leader(after)
    if leader is None or leader == _leader(before):
        return []
    return [say("{seat} takes the lead.", seat=Chair(leader))]


def _leader(standing: Sequence[int]) -> Seat | None:
    most = max(standing)
    return standing.index(most) if standing.count(most) == 1 else None
