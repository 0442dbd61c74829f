"""What bots of TCNCCC forget and mix up: much as people do, the oldest first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from games.dealer import Line
from games.engine import Seat
from games.strategy import Lot
from games.tcnccc.pieces import Lifted, Placed
from games.tcnccc.rules import CYLINDERS


class Memory(NamedTuple):
    """How well a level remembers."""

    sights: int
    """How many of the pieces placed and the cylinders lifted, the latest of both together."""
    mixed_up: int
    """Of a hundred pieces, so many are remembered in the cylinder next to theirs."""
    overlooked: int
    """Of a hundred lifts by others, so many go unnoticed: what stood there seems to stand there still."""


MEMORIES: Final = {"easy": Memory(27, 3, 1), "medium": Memory(38, 2, 0), "good": Memory(46, 1, 0)}
"""By level; the others remember everything."""


def recalled(level: str, seat: Seat, heard: Sequence[Line], lot: Lot) -> Sequence[Line]:
    """The lines as a bot of this level remembers them. Once mixed up or overlooked, things stay so."""
    if level not in MEMORIES:
        return heard
    memory = MEMORIES[level]
    return [*_with_lapses(memory, seat, _without_the_oldest(heard, memory.sights), lot)]


def _without_the_oldest(heard: Sequence[Line], sights: int) -> Iterator[Line]:
    """All lines but those that showed something longer ago than so many of these."""
    forgotten = sum(isinstance(line.sight, Placed | Lifted) for line in heard) - sights
    for line in heard:
        forgotten -= isinstance(line.sight, Placed | Lifted)
        if forgotten < 0 or not isinstance(line.sight, Placed | Lifted):
            yield line


def _with_lapses(memory: Memory, seat: Seat, lines: Iterable[Line], lot: Lot) -> Iterator[Line]:
    for line in lines:
        match line.sight:
            case Placed(cylinder, piece) if lot(line, "mixed up") < memory.mixed_up:
                yield replace(line, sight=Placed(_next_to(cylinder, lot(line, "left or right")), piece))
            case Lifted() if line.seat != seat and lot(line, "overlooked") < memory.overlooked:
                pass
            case _:
                yield line


def _next_to(cylinder: int, lot: int) -> int:
    neighbours = [each for each in (cylinder - 1, cylinder + 1) if 0 <= each < CYLINDERS]
    return neighbours[lot % len(neighbours)]
