"""Tables that look the same to one viewer and differ in what is hidden, and how long this viewer waits for answers.

A table of the whole application is played to some moments, and put back to each before every trial, with another hidden
state. Nothing is written to the disk, whose times would hide any difference. Caches of the rules are cleared before: a
hand is new at a real table.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

import msgspec
import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.rooms.audience import Audience  # noqa: E402
from app.rooms.session import Session  # noqa: E402
from app.services.bots import Bots  # noqa: E402
from app.table.decide import Entry  # noqa: E402
from app.table.events import Event  # noqa: E402
from app.table.game import newest_lines  # noqa: E402
from app.table.seals import dated  # noqa: E402
from app.table.state import Table  # noqa: E402
from games import GAMES, engine  # noqa: E402
from games.bot import Seeded, careful  # noqa: E402
from games.engine import State  # noqa: E402
from games.thinking import quick_hint  # noqa: E402
from tests.blindfold.scripts import NAMES  # noqa: E402
from tests.blindfold.worlds import Tab, World, world  # noqa: E402

Viewer = int | None
Act = Callable[[World], Awaitable[None]]
NOT_COUNTED: Final = (
    "asyncio",
    "selectors",
    "threading",
    "concurrent",
    "_weakrefset",
    "site-packages",
    "/tests/",
    "same_looks",
    "waits.py",
)
"""What runs differently often in every trial, such as the event loop, and what measures."""


class Heard(NamedTuple):
    """Something that somebody was sent in a trial."""

    to: str
    """The page or browser."""
    kind: str
    content: bytes
    lines: int
    """How many lines of Python the program had run by then."""
    us: float
    """How long that had taken, in microseconds."""
    since: int
    """From when on both were taken: the trial's beginning, a page that is let in, the end of a bot's pause."""


class Watch:
    """Notes when something is sent, from the beginning of a trial on, and counts lines, if that is asked for."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []
        self.lines = self._since = 0
        self._began = 0.0
        self._counted: dict[CodeType, bool] = {}

    def begin(self, counts: bool) -> None:
        self.heard = []
        self.again()
        if counts:
            sys.settrace(self._trace)

    def again(self) -> None:
        """From now on."""
        self.lines, self._since, self._began = 0, self._since + 1, time.perf_counter()

    def end(self) -> None:
        sys.settrace(None)

    def note(self, to: Any, kind: str, content: bytes) -> None:
        us = (time.perf_counter() - self._began) * 1e6
        self.heard.append((to, kind, content, self.lines, us, self._since))

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if code not in self._counted:
            self._counted[code] = not any(part in code.co_filename for part in NOT_COUNTED)
        return self._line if self._counted[code] else None

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        self.lines += event == "line"
        return self._line


WATCH: Final = Watch()


class Scene(NamedTuple):
    """A table at some moment, and the next move."""

    table: Table
    mover: int
    move: Any
    number: int

    @property
    def state(self) -> State:
        assert self.table.playing is not None
        return self.table.playing.state


# --- The table ----------------------------------------------------------------------------------------------


@asynccontextmanager
async def table_of(folder: Path, game: str, seats: int, with_bots: bool) -> AsyncIterator[World]:
    """A copy of the application with a game that has begun, people or bots on all seats, and an onlooker."""
    async with world(folder, f"timing/{game}/{with_bots}") as it:
        players = NAMES[: 1 if with_bots else seats]
        for name in (*players, "eve"):
            await it.carry_out(("come", name))
        await it.carry_out(("room", "ann", {"game": game, "seats": seats, "options": {}, "name": "Ann"}))
        for seat, name in enumerate(players):
            await opens(it, name)
            await says(it, name, type="sit", id=f"{seat:032}", seat=seat)
        for seat in range(len(players), seats):
            await says(it, "ann", type="seat_bot", id=f"1{seat:031}", seat=seat, level="medium")
        await opens(it, "eve")
        await says(it, "ann", type="doors", id=f"{7:032}", hints=True)
        await says(it, "ann", type="start", id=f"{9:032}")
        assert it.room.table.phase == "playing"
        services = it.app.state.services
        for service in (services.follower, services.snapshotter, services.housekeeping):  # which look at the log
            await service.close()
        services.store.append = partial(at_once, it)
        services.workers.instead = partial(quick_hint, GAMES[game])
        yield it


async def opens(it: World, tab: str) -> None:
    hello = {"type": "hello", "seen": 0, "name": tab.title()}
    await it.carry_out(("open", tab, "", json.dumps(hello)))


async def says(it: World, tab: str, **message: Any) -> None:
    await it.carry_out(("say", tab, json.dumps(message)))


def at_once(it: World, entry: Entry) -> asyncio.Future[Event]:
    """Acts as if it had been written."""
    place = entry.room, entry.seq, entry.id, entry.prev, entry.actor
    assert entry.seal is not None
    appended: asyncio.Future[Event] = asyncio.get_running_loop().create_future()
    appended.set_result(Event(*place, entry.body, it.clock(), entry.stored, dated(entry.seal, it.clock())))
    return appended


def copied(table: Table, state: State | None = None) -> Table:
    """The same table, or with another hidden state."""
    other = table.copy_for_trial()
    assert other.playing is not None
    other.playing.state = (state or other.playing.state).copy()
    other.lines, other.chats, other._done = newest_lines(table.lines), table.chats.copy(), dict(table._done)
    other._digest = None
    assert other.digest
    return other


async def scenes(it: World, most: int, apart: int) -> AsyncIterator[Scene]:
    """So many moments of a game, so many moves apart."""
    chance, played = Seeded("scenes"), 0
    while it.room.table.phase == "playing" and played < most * apart:
        table = it.room.table
        assert table.playing is not None
        game, g = table.game, table.playing.state
        seat = g.question.seats[0]
        move = careful(game, g, seat, table.lines_reaching(seat), chance)
        if played % apart == 0:
            kept = copied(table)
            yield Scene(kept, seat, msgspec.to_builtins(move), played)
            put_back(it, copied(kept))
        play = {"type": "play", "question": g.question.number, "move": msgspec.to_builtins(move)}
        await says(it, NAMES[seat], id=f"2{played:031}", seat=seat, **play)
        played += 1


def put_back(it: World, table: Table) -> None:
    room, services = it.room, it.app.state.services
    room.table = room.audience.table = table
    room.audience._pages = room.audience._frames = None
    services.adviser._requests.clear()


# --- Other hidden states ------------------------------------------------------------------------------------


def variants(scene: Scene, viewer: Viewer, most: int) -> Iterator[State]:
    """States that this viewer cannot tell from the real one, in which the next move is possible."""
    game, g = scene.table.game, scene.state
    move, question = msgspec.convert(scene.move, game.Move), g.question
    extremes = [*game.extremes(g, viewer)]
    others = (game.scramble(g, viewer, Seeded(f"{scene.number}/{viewer}/{nth}")) for nth in range(4 * most))
    found = 0
    for other in (g, *extremes[: most // 3], *others):
        if found < most and other.question.number == question.number and can(game, other, scene.mover, move):
            found += 1
            yield other.copy()


def can(game: engine.Game, g: State, seat: int, move: Any) -> bool:
    return engine.is_answer(game, g, seat, move)


# --- Trials -------------------------------------------------------------------------------------------------


def caches() -> list[Any]:
    """Those of the rules that forget."""
    wrappers = [each for each in gc.get_objects() if type(each).__name__ == "_lru_cache_wrapper"]
    return [
        each
        for each in wrappers
        if each.__module__.startswith("games.") and each.cache_parameters()["maxsize"] is not None
    ]


class Trials:
    """At one table."""

    def __init__(self, it: World, patch: pytest.MonkeyPatch) -> None:
        self._it, self._caches = it, caches()
        arrive, stay, rest = Tab._arrive, Session._stay, Bots._rest

        def arrived(tab: Tab, text: str) -> None:
            WATCH.note(tab, json.loads(text)["type"], text.encode())
            arrive(tab, text)

        async def let_in(*given: Any) -> None:
            self._forget()
            WATCH.again()
            await stay(*given)

        async def rested(*given: Any) -> None:
            await rest(*given)
            WATCH.again()

        patch.setattr(Audience, "show_table_soon", lambda _: None)  # who is here is shown to all, sooner or later
        patch.setattr(Bots, "_rest", rested)
        patch.setattr(Tab, "_arrive", arrived)
        patch.setattr(Session, "_stay", let_in)

    def _forget(self) -> None:
        for cached in self._caches:
            cached.cache_clear()

    async def of(self, scene: Scene, state: State, act: Act, counts: bool) -> list[Heard]:
        """What was sent to whom, when this was done with this hidden state."""
        it = self._it
        put_back(it, copied(scene.table, state))
        self._forget()
        WATCH.begin(counts)
        try:
            await act(it)
            await it.settles()
        finally:
            WATCH.end()
        names = {id(tab): name for name, tab in it.tabs.items()}
        heard = [Heard(names.get(id(to), to), *rest) for to, *rest in WATCH.heard]
        for name in [name for name in it.tabs if name.endswith(".again")]:
            await it._close(name)
            await it.settles()
        return heard
