"""What a table shows when a game is over: what lay hidden at the end, and what was remarkable about the game."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from app.replay.downloads import Parts
from app.storage.store import Store
from app.table.evening import HandsShown
from app.table.events import (
    Agreed,
    Began,
    Event,
    Finished,
    Hinted,
    Moved,
    Objected,
    Proposed,
    Result,
    Said,
    Stopped,
    Undone,
)
from app.table.seating import Past
from app.table.snapshots import apply_next
from app.table.state import Table
from games import hindsight_of
from games.dealer import Line
from games.engine import Chair, Text, say
from games.hindsight import heard_once
from games.record import undone_since

MOST_FACTS: Final = 3
LONG_S: Final = range(20, 301)
"""How many seconds of thought are worth mentioning; after more, somebody was probably away."""
FEW_MINUTES: Final = 180  # a game that took longer was not played in one sitting
MINUTE_MS: Final = 60_000


class Ending(Struct, frozen=True):
    """The end of a room's game of this number. `facts`: at most three, the best first. `beneath`: what lay hidden, as
    the game's board draws it; null where nothing did."""

    number: int
    """The game's number in its room, from 1."""
    facts: list[Text]
    """What was remarkable about the game: at most three sentences."""
    beneath: Any
    """What lay hidden at its end, for drawing; its shape depends on the game, null where nothing did."""
    bots: list[Text]
    """Which good and strong bots made some of their decisions like medium ones."""


async def ending(store: Store, room: str, past: Past) -> Parts:
    """The Ending as JSON. Raises DamagedEvent, RoomGone."""
    yield _encoded(await store.load_game(room, past.began, past.ended), past)


def _encoded(log: Iterable[Event], past: Past) -> Iterator[bytes]:
    yield msgspec.json.encode(ending_of(log, past))


def ending_of(log: Iterable[Event], past: Past) -> Ending:
    """The same, from the events of Store.load_game."""
    table, all_lines, summary = None, list[Line](), GameSummary()
    for event in log:
        table = table or Table(event.room, bygone=past.began)
        lines = apply_next(table, event)
        if event.seq >= past.began:
            all_lines += lines
            summary.take(event)
    assert table is not None and table.playing is not None
    hindsight, state = hindsight_of(table.game), table.playing.state
    stood = [line for line in heard_once(all_lines) if line.seq not in summary.undone and line.only_for is None]
    whole = hindsight.facts(state, stood) if table.playing.was_dealt else []
    facts = [] if past.stopped else [*whole, *summary.facts()]
    return Ending(past.number, facts[:MOST_FACTS], hindsight.beneath(state), [*_weaker_bots(past.result)])


def _weaker_bots(result: Result) -> Iterator[Text]:
    for seat, (count, of_all) in result.at_medium.items():
        sentence, level = "{name} ({level}; {count} of {all} decisions at medium)", Text(result.levels[seat] or "")
        yield say(sentence, name=Chair(seat), level=level, count=count, all=of_all)


def undone_in(game: Iterable[Event]) -> set[int]:
    """Which of these events of a game are moves that were taken back."""
    summary = GameSummary()
    for event in game:
        summary.take(event)
    return summary.undone


class GameSummary:
    """What the log shows of any game: how long it took, who thought longest, and which moves were taken back."""

    def __init__(self) -> None:
        self.undone: set[int] = set()
        self._stand: list[int] = []
        """The events of moves that may still be taken back, oldest first."""
        self._began = self._ended = 0
        self._answered: dict[int, int] = {}
        """Seat -> the event of its last answer."""
        self._question: int | None = None
        self._asked_at: int | None = None
        """When that question was asked; None if it is unknown whether anybody was there to think about it."""
        self._quiet_since: int | None = None
        """The time since which nothing but moves has happened."""
        self._thoughts: list[tuple[int, int]] = []

    def take(self, event: Event) -> None:
        """The next event of the game."""
        match event.body:
            case Began():
                self._began = self._ended = self._quiet_since = event.at
            case (Moved() as moved) | Finished(moved):
                self._take_move(moved, event)
            case Undone(seat, 0):
                if seat in self._answered:  # otherwise it was given earlier, in the game that this one continues
                    self.undone.add(self._answered[seat])
            case Undone(_, since):
                self.undone.update(undone_since(self._stand, since))
            case Said() | Proposed() | Agreed() | Objected() | Stopped() | Hinted() | HandsShown():
                pass
            case _:
                self._asked_at = self._quiet_since = None

    def _take_move(self, moved: Moved, event: Event) -> None:
        if moved.question is not None:
            self._answered[moved.seat] = event.seq
            if moved.question != self._question:
                self._question, self._asked_at = moved.question, self._quiet_since
            if self._asked_at is not None and not moved.bot and not moved.lapsed:
                self._thoughts.append((event.at - self._asked_at, moved.seat))
        self._stand.append(event.seq)
        self._ended = self._quiet_since = event.at

    def facts(self) -> Iterator[Text]:
        """Facts about any game that was played to its end: the longest thought, and how long it took."""
        longest, seat = max(self._thoughts, default=(0, 0))
        if (seconds := round(longest / 1000)) in LONG_S:
            yield say("{seat} thought longest: {seconds} seconds.", seat=Chair(seat), seconds=seconds)
        minutes, moves = round((self._ended - self._began) / MINUTE_MS), len({*self._stand} - self.undone)
        if 2 <= minutes <= FEW_MINUTES:
            yield say("{moves} moves in {minutes} min.", moves=moves, minutes=minutes)
        elif moves > 1:
            yield say("{moves} moves were played.", moves=moves)
