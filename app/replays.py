"""Finished games told again, step by step: to somebody who may see everything, or as a seat or an onlooker saw them.

What a game may show of itself still leaves through games.frame alone. Beside it, only here and only of a game that is
over, go its secrets.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from app.events import Began, Body, Event, Finished, Moved, Stopped, Undone, move_in
from app.playing import Past
from app.store import Store
from app.table import Table, decode_move
from app.wire import Refusal
from games import GAMES
from games.dealer import Line
from games.frame import Frame, Moment
from games.text import Seat, Text, say

MOST_KEPT: Final = 64
"""Replays in memory: some 50 KB each."""
MOST_WAITING: Final = 16

Eyes: TypeAlias = "Seat | Literal['all'] | None"
"""A seat's, an onlooker's (None), or those of somebody who may see everything."""


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """What an event changed or said. `frame`: what these eyes saw then, as games.frame makes it; what happened before
    is not in it. `label`: the words on the move's button, known to its author and to whoever may see everything."""

    seq: int
    seat: Seat | None
    frame: Frame
    label: Text | None = None
    secrets: list[Text] = []
    """For whoever may see everything: what was hidden from somebody."""


class Replay(Struct, frozen=True):
    """A finished game of a room, as seen by these eyes. Names are by seat, as they were at its end."""

    game: str
    title: str
    number: int
    names: list[str]
    seats: int
    eyes: Seat | Literal["all"] | None
    steps: list[ReplayStep]


class Key(NamedTuple):
    """Which replay: the last event of a game never changes."""

    room: str
    ended: int
    eyes: Eyes


# --- Which game, through whose eyes -------------------------------------------------------------------------


def chosen_game(table: Table, number: str | None) -> Past | None:
    """The finished game of this number, or the newest one; None when there is none."""
    if number is None:
        return table.past[-1] if table.past else None
    return next((past for past in table.past if str(past.number) == number), None)


def chosen_eyes(past: Past, seat: str | None) -> Eyes:
    """Raises ValueError when nobody sat there."""
    if seat is None or seat == "all":
        return "all" if seat else None
    return [str(number) for number in range(len(past.result.names))].index(seat)


# --- Telling ------------------------------------------------------------------------------------------------


def told_again(log: Iterable[Event], past: Past, eyes: Eyes) -> bytes:
    """The Replay as JSON, from the log that Store.load_game gives."""
    names = past.result.names
    title = GAMES[past.result.game].title
    whole = _encoder.encode(Replay(past.result.game, title, past.number, names, len(names), eyes, steps=[]))
    # Each step becomes bytes at once: thousands of frames in memory would cost everybody the time to look through them.
    steps = [_encoder.encode(step) for step in _steps(log, past, eyes)]
    return whole.removesuffix(b"]}") + b",".join(steps) + b"]}"


_encoder = msgspec.json.Encoder()


def _steps(log: Iterable[Event], past: Past, eyes: Eyes) -> Iterator[ReplayStep]:
    table: Table | None = None
    for event in log:
        table = table or Table(event.room, bygone=past.began)
        if event.seq != table.seq + 1:
            table.skip_to(event)
        lines = table.apply(event)
        if event.seq >= past.began and (lines or isinstance(event.body, Began | Moved | Finished | Stopped | Undone)):
            yield _step(table, event.body, lines, eyes)


def _step(table: Table, body: Body, lines: Sequence[Line], eyes: Eyes) -> ReplayStep:
    assert table.playing is not None
    game, playing = table.game, table.playing
    moment = Moment(game, playing.state, table.seq, lines, playing.outcome)
    moved = move_in(body)
    return ReplayStep(
        seq=table.seq,
        seat=moved.seat if moved is not None else next((line.seat for line in lines), None),
        frame=moment.frame(None if eyes == "all" else eyes),
        # What others did is said by the lines that reached these eyes; an answer given in secret is said by none.
        label=_label(table, moved) if moved is not None and eyes in ("all", moved.seat) else None,
        secrets=list(game.secrets(playing.state)) if eyes == "all" else [],
    )


def _label(table: Table, moved: Moved) -> Text:
    return decode_move(table.game, moved.move).label()


# --- Keeping ------------------------------------------------------------------------------------------------


class Replays:
    """Tells finished games, one at a time in a thread of its own, and keeps those last asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[Key, asyncio.Task[bytes]] = OrderedDict()
        self._teller = ThreadPoolExecutor(1, "replays")

    async def zipped(self, room: str, past: Past, eyes: Eyes) -> bytes:
        """The Replay as gzipped JSON. Raises busy when too many others are waiting for theirs."""
        key = Key(room, past.ended, eyes)
        if key not in self._kept:
            self._refuse_crowds()
            self._kept[key] = asyncio.create_task(self._tell(key, past))
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:
            self._kept.pop(key, None)
            raise

    def _refuse_crowds(self) -> None:
        if sum(not telling.done() for telling in self._kept.values()) >= MOST_WAITING:
            raise Refusal("busy", say("Many replays are asked for just now. Try again in a moment."))

    async def _tell(self, key: Key, past: Past) -> bytes:
        log = await self._store.load_game(key.room, past.began, past.ended)
        return await asyncio.get_running_loop().run_in_executor(self._teller, _zipped, log, past, key.eyes)

    async def close(self) -> None:
        """Tell no more."""
        for telling in self._kept.values():
            telling.cancel()
        await asyncio.gather(*self._kept.values(), return_exceptions=True)
        self._teller.shutdown()


def _zipped(log: Sequence[Event], past: Past, eyes: Eyes) -> bytes:
    return gzip.compress(told_again(log, past, eyes), 6, mtime=0)
