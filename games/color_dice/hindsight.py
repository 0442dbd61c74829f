"""Color Dice in hindsight: who led, what was locked, and who attacked."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.color_dice.rules import State
from games.dealer import Line
from games.draws import Draws, of_the_turn
from games.engine import Chair, Text, say
from games.hindsight import by_seat, new_leader, only_first, those

FEWEST = 2
FACES: Final = range(1, 7)
DRAWS: Final = Draws("die", [say("{face}", face=face) for face in FACES], FACES.index, of_the_turn)
"""What each seat threw, also the dice that it threw again."""


def turning(before: State, after: State, lines: Sequence[Line]) -> list[Text]:
    """Somebody takes the sole lead in pawns in one foreign area, or pawns are locked."""
    lead = new_leader(*([max(g.board.abroad(seat)) for seat in range(g.board.players)] for g in (before, after)))
    return [*lead, *(line.text for line in those(lines, "locked"))]


def facts(g: State, lines: Sequence[Line]) -> list[Text]:
    """Who attacked most, how often others struck back, and how often dice were thrown again."""
    return [*_attackers(lines), *_counted(lines)]


def _attackers(lines: Sequence[Line]) -> Iterator[Text]:
    if (found := only_first(by_seat(lines, "attack"), FEWEST)) is not None:
        yield say("{seat} attacked most often: {times} times.", seat=Chair(found[0]), times=found[1])


def _counted(lines: Sequence[Line]) -> Iterator[Text]:
    if counters := len(those(lines, "counter")):
        yield say("Counterattacks: {count}.", count=counters)
    if again := len(those(lines, "threw_again")):
        yield say("Extra throws: {times}.", times=again)
