"""L8: rooms with five thousand events, two thousand of them chat, load within 50 ms, and a move is as fast as in a new
room.

The length of a game depends on its rules: a match of Color Gin to 500 points has over two thousand moves, and coins in
Sin Color may be turned over at any time. The third room has one game of TCNCCC after another. Only the server's own
work in this process is timed: reading, folding, deciding, writing with synchronous=FULL, showing.
"""

import asyncio
import gc
import gzip
import sqlite3
import statistics
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.protocol.commands import Play
from app.protocol.room_codes import LENGTH
from app.rooms.outbox import Viewer
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.services.snapshotter import Snapshotter
from app.settings import Settings
from app.storage.guests import Guest
from app.storage.store import Store
from app.table import gathering, proposals, snapshots
from app.table import moves as judging
from app.table.decide import seal_next
from app.table.event_ids import SERVER, new_id
from app.table.events import Body, Event, encode_body, kind_of, move_in
from app.table.seals import dated
from app.table.state import Table
from benchmarks.load.figures import Figure, at_most, percentile, told
from games.engine import free

EVENTS: Final = 5000
TALK: Final = 2000
LOADS: Final = 200
MOVES: Final = 100
BAR_MS: Final = 50.0
BAR_RATIO: Final = 1.2
BAR_KB: Final = 8.0
COLUMNS: Final = "room, seq, id, prev, actor, kind, body, at, seal"
ANN: Final = Guest("ann", b"ann", "Ann")
LONG: Final = "L" * LENGTH
NEW: Final = "N" * LENGTH


class Kind(Struct, frozen=True):
    """The game of a long room."""

    name: str
    game: str
    seats: int
    options: dict[str, Any] = {}


KINDS: Final = (
    Kind("a match of Color Gin to 500", "color_gin", 2, {"target": 500}),
    Kind("Sin Color with many coins turned over", "sin_color", 4),
    Kind("one game of TCNCCC after the other", "tcnccc", 6),
    Kind("one game of Color Dice after the other", "color_dice", 6),
    Kind("one game of Desfases after the other", "desfases", 4),
)


# --- A room with a long log, made without a server -------------------------------------------------------------


class Past:
    """A room's log, as its table writes it."""

    def __init__(self, kind: Kind, code: str) -> None:
        self.table = Table(code)
        self.log: list[Event] = []
        self._chance = Random(kind.name)
        self._take(ANN.id, gathering.open_room(kind.game, kind.seats, kind.options, "Ann"))
        for seat in range(1, kind.seats):
            self._take(f"guest{seat}", gathering.sit(self.table, f"guest{seat}", f"Guest {seat}", seat))
        self._take(ANN.id, gathering.start(self.table, ANN.id))

    def go_on(self, events: int, talk: int) -> None:
        """Play until this many events have happened, with chat spread over them."""
        said = 0
        while self.table.seq < events:
            if said < talk and said / talk <= self.table.seq / events:
                said += 1
                words = f"This is what I have to say, number {said}."
                self._take(ANN.id, gathering.speak(self.table, ANN.id, "Ann", words, None))
            elif self.table.phase != "playing":
                self._take(ANN.id, gathering.rematch(self.table, ANN.id))
            else:
                self._move()

    def end_by_agreement(self) -> None:
        """End the running game by agreement."""
        first, *others = [seat.guest or "" for seat in self.table.seats]
        self._take(first, proposals.propose(self.table, first, "end", None))
        for guest in others:
            self._take(guest, proposals.agree(self.table, guest, True, None))

    def _move(self) -> None:
        playing = self.table.playing
        assert playing is not None
        number, seat = playing.state.question.number, playing.state.question.seats[0]
        anytime = list(free(self.table.game, playing.state, seat))
        if anytime and self._chance.random() < 0.9:
            wish = Play(new_id(), None, msgspec.Raw(msgspec.json.encode(self._chance.choice(anytime))))
            guest = self.table.seats[seat].guest or ""
            self._take(guest, judging.answer(self.table, guest, wish).body)
        else:
            self._take(SERVER, judging.bots_answer(self.table, seat, number).body)

    def _take(self, actor: str, body: Body) -> None:
        table, at = self.table, 1_800_000_000_000 + self.table.seq
        event = Event(table.room, table.seq + 1, new_id(), table.head, actor, body, at, encode_body(body))
        event = replace(event, seal=dated(seal_next(table, event), at))
        table.apply(event)
        self.log.append(event)

    def write(self, file: Path) -> None:
        """Write the log into a database that nobody else uses."""
        rows = [(e.room, e.seq, e.id, e.prev, e.actor, kind_of(e.body), e.stored, e.at, e.seal) for e in self.log]
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.executemany(f"INSERT INTO events ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


# --- The server's own parts ------------------------------------------------------------------------------------


@asynccontextmanager
async def rooms_in(file: Path) -> AsyncIterator[Rooms]:
    """The live rooms of a server with this database."""
    store = Store(f"sqlite:///{file}")
    await store.start()
    remembering = Snapshotter(store)
    rooms = Rooms(store, Settings())
    rooms.watchers.append(remembering.watch)
    try:
        yield rooms
    finally:
        await remembering.close()
        await store.close()


async def come_back(rooms: Rooms, code: str, clock: Callable[[], float] = time.perf_counter) -> tuple[Room, float]:
    """The room, and the milliseconds it took to load."""
    if (live := rooms.live_room(code)) is not None:
        rooms.forget(live)
    began = clock()
    room = await rooms.find(code)
    took = (clock() - began) * 1000
    assert room is not None
    return room, took


async def move(room: Room) -> float:
    """Make a move for whoever is asked; its milliseconds, without choosing it."""
    if room.table.phase != "playing":
        await room.do(ANN.id, new_id(), lambda table: gathering.rematch(table, ANN.id))
    assert room.table.playing is not None
    question = room.table.playing.state.question
    seat = question.seats[0]
    moved = move_in(judging.bots_answer(room.table, seat, question.number).body)
    assert moved is not None
    wish = Play(new_id(), question.number, moved.move)
    guest = room.table.seats[seat].guest or ""
    began = time.perf_counter()
    await room.do(guest, wish.id, lambda table: judging.answer(table, guest, wish))
    return (time.perf_counter() - began) * 1000


def bytes_of(room: Room) -> tuple[int, int]:
    """The bytes sent to a newly arrived player: plain, and compressed."""
    sent = b"".join(message.encoded for message in room.snapshot(Viewer(room, ANN, 0), 0))
    return len(sent), len(gzip.compress(sent))


# --- The measurement -------------------------------------------------------------------------------------------


async def measure(folder: Path, quick: bool) -> list[Figure]:
    gc.collect()
    gc.freeze()
    gc.disable()  # as in the server during play
    events, talk, times = (300, 100, 3) if quick else (EVENTS, TALK, LOADS)
    figures: list[Figure] = []
    for kind in KINDS:
        file = folder / f"{kind.game}.sqlite3"
        long, new = Past(kind, LONG), Past(kind, NEW)
        long.go_on(events, talk)
        async with rooms_in(file):
            pass  # this creates the tables
        long.write(file)
        new.write(file)
        del long, new
        async with rooms_in(file) as rooms:
            figures += await lines_about(kind, rooms, times, events)
    return figures


async def lines_about(kind: Kind, rooms: Rooms, times: int, events: int) -> list[Figure]:
    what = f"long, {kind.name}, {events} events"
    room, from_log = await come_back(rooms, LONG)
    await copied(room)
    room, _ = await come_back(rooms, LONG)
    at, (length, zipped) = room.table.seq, bytes_of(room)
    # Exclude present objects from collection: only what these rooms leave behind counts.
    gc.collect()
    gc.freeze()
    loads = [((await come_back(rooms, LONG))[1], (await come_back(rooms, NEW))[1]) for _ in range(times)]
    of_long, of_new = zip(*loads, strict=True)
    worked = [(await come_back(rooms, LONG, time.process_time))[1] for _ in range(times)]
    again, _ = await come_back(rooms, LONG)
    assert again.table.seq == at, "the room loaded is not the one in the snapshot"
    moves = await alternately(rooms, 10 if times < LOADS else MOVES)
    return [
        told(f"{what}: first time, from its log", from_log, "ms", percentile(of_new, 50)),
        at_most(f"{what}: comes back, p50", percentile(of_long, 50), BAR_MS, "ms", percentile(of_new, 50)),
        at_most(f"{what}: comes back, p99", percentile(of_long, 99), BAR_MS, "ms", percentile(of_new, 99)),
        at_most(f"{what}: comes back, processor, p99", percentile(worked, 99), BAR_MS, "ms"),
        at_most(f"{what}: a move, against one in a new room", moves, BAR_RATIO, "times"),
        at_most(f"{what}: what a player is sent, zipped", zipped / 1024, BAR_KB, "KB"),
        told(f"{what}: what a player is sent, as it is", length / 1024, "KB"),
    ]


async def copied(room: Room) -> None:
    """Take a snapshot as long ago as it ever is."""
    while room.snapshot_seq == 0 or room.table.seq < room.snapshot_seq + snapshots.EVERY - 10:
        await move(room)
    await asyncio.sleep(0.2)  # the snapshot is written meanwhile


async def alternately(rooms: Rooms, times: int) -> float:
    """Move in turn in the long room and the new one; the ratio of the medians."""
    rooms_of = [(await come_back(rooms, code))[0] for code in (LONG, NEW)]
    took: list[list[float]] = [[], []]
    for _ in range(times):
        for room, waits in zip(rooms_of, took, strict=True):
            waits.append(await move(room))
    long, new = map(statistics.median, took)
    return long / new
