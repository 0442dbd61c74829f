"""Measures the databases alone for cost.py: a commit, a stored event, a notice. Run by itself, prints the storage for
whole games.

    python benchmarks/cost_of_storage.py
"""

import asyncio
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec
import psycopg
from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy import create_engine, text

from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Settings
from app.storage.guests import Guest
from app.storage.store import Store
from app.table import gathering, moves
from app.table.decide import Entry
from app.table.event_ids import SERVER, new_id
from app.table.events import Moved
from app.table.host import seat_bot
from app.table.seals import SEAL_BYTES
from games import GAMES
from tools.postgres import PassingPostgres

COMMITS: Final = 100
MOVES: Final = 20_000
AT_ONCE: Final = 200
GAMES_OF_EACH: Final = 10
SECONDS: Final = 2.0
TELLERS: Final = 4
LISTENERS: Final = 8
LOOKS: Final = 20
MOVE: Final = Moved(0, 17, msgspec.Raw(b'{"do":"lift","cylinder":2}'), ["red"])
ANN: Final = Guest("a" * 32, b"", "Ann")


class Left(Struct, frozen=True):
    """The log of one game: the number of events, and their bytes without other columns."""

    events: int
    bytes: int


# --- What is written ----------------------------------------------------------------------------------------


async def of_writing(url: str) -> dict[str, float]:
    """The cost of a commit, and the size of a stored event."""
    return {"commit_ms": await commit_ms(url), "kept_bytes": await kept_bytes(url)}


async def commit_ms(url: str) -> float:
    """The median time of one commit while nobody else writes."""
    store = Store(url)
    await store.start()
    took = []
    for room in range(COMMITS):
        began = time.perf_counter()
        await store.append(_entry(f"room{room}", 1, ""))
        took.append(time.perf_counter() - began)
    await store.close()
    return 1000 * statistics.median(took)


async def kept_bytes(url: str) -> float:
    """The growth of the database per event, with its part of every index."""
    store = Store(url)
    await store.start()
    before = await asyncio.to_thread(_size, url)
    await asyncio.gather(*(_fill(store, f"{token_hex(8)}") for _ in range(AT_ONCE)))
    await store.close()
    return (await asyncio.to_thread(_size, url) - before) / MOVES


async def _fill(store: Store, room: str) -> None:
    before = ""
    for seq in range(1, MOVES // AT_ONCE + 1):
        entry = _entry(room, seq, before)
        await store.append(entry)
        before = entry.id


def _entry(room: str, seq: int, before: str) -> Entry:
    return Entry(room, seq, new_id(), before, ANN.id, MOVE, seal=bytes(SEAL_BYTES))


def _size(url: str) -> int:
    """The size in used pages, according to the database."""
    sqlite = url.startswith("sqlite")
    engine = create_engine(url if sqlite else url.replace("postgresql:", "postgresql+psycopg:", 1))
    pages = "SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size())"
    with engine.connect() as connection:
        size = connection.scalar(text(pages if sqlite else "SELECT pg_total_relation_size('events')"))
    engine.dispose()
    return int(size or 0)


# --- Notices --------------------------------------------------------------------------------------------------


def of_notices(server: PassingPostgres, cpu_ms: Callable[[], float]) -> dict[str, float]:
    """The cost of notifications for PostgreSQL without listeners and with several, and of reading many heads."""
    alone, rate = _notified(server, 0, cpu_ms)
    heard, _ = _notified(server, LISTENERS, cpu_ms)
    return {
        "notify_ms": alone,
        "wake_ms": max(0.0, heard - alone) / LISTENERS,
        "notified_per_s": rate,
        "head_ms": asyncio.run(_head_ms(server.url(), cpu_ms)),
    }


def _notified(server: PassingPostgres, listeners: int, cpu_ms: Callable[[], float]) -> tuple[float, float]:
    """PostgreSQL's processor time for one, and how many per second there were."""
    stop = threading.Event()
    threads = [threading.Thread(target=_hear, args=(server.url(), stop)) for _ in range(listeners)]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    end, before, said = time.monotonic() + SECONDS, cpu_ms(), SimpleQueue[int]()
    tellers = [threading.Thread(target=_tell, args=(server.url(), end, said, stop)) for _ in range(TELLERS)]
    for thread in tellers:
        thread.start()
    told = sum(said.get() for _ in tellers)
    spent = cpu_ms() - before  # before anybody disconnects: ended processes are not counted anywhere
    stop.set()
    for thread in (*tellers, *threads):
        thread.join()
    return spent / told, told / SECONDS


def _tell(url: str, end: float, said: SimpleQueue[int], stop: threading.Event) -> None:
    count = 0
    with psycopg.connect(url, autocommit=True) as connection:
        while time.monotonic() < end:
            connection.execute("SELECT pg_notify('cost', %s)", ("x" * 200,))
            count += 1
        said.put(count)
        stop.wait()


def _hear(url: str, stop: threading.Event) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("LISTEN cost")
        while not stop.is_set():
            for _ in connection.notifies(timeout=0.2):
                pass


async def _head_ms(url: str, cpu_ms: Callable[[], float]) -> float:
    """The cost of reading the heads of 1,000 logs."""
    store = Store(url)
    await store.start()
    codes = [token_hex(8) for _ in range(1000)]
    await asyncio.gather(*(store.append(_entry(code, 1, "")) for code in codes))
    before = cpu_ms()
    for _ in range(LOOKS):
        assert len(await store.heads(codes)) == len(codes)
    spent = (cpu_ms() - before) / LOOKS
    await store.close()
    return spent


# --- Whole games --------------------------------------------------------------------------------------------


async def left_by(rooms: Rooms, key: str) -> Left:
    """Play one game among bots, from the opening of its room to its end."""
    seats = GAMES[key].seats[min(1, len(GAMES[key].seats) - 1)]
    room = await rooms.find(await rooms.open(key, seats, {}, ANN, "Ann"))
    assert room is not None
    for seat in range(1, seats):
        await room.do(ANN.id, new_id(), partial(seat_bot, guest=ANN.id, number=seat, level="medium", here=()))
    await room.do(ANN.id, new_id(), partial(gathering.start, guest=ANN.id))
    while room.table.phase == "playing":
        await _answer(room)
    log = await rooms.store.load(room.table.room)
    return Left(len(log), sum(len(msgspec.json.encode(event.body)) for event in log))


async def _answer(room: Room) -> None:
    seat = moves.asked_seats(room.table)[0]
    assert room.table.playing is not None
    question = room.table.playing.state.question.number
    await room.do(SERVER, new_id(), partial(moves.bots_answer, seat=seat, question=question))


async def of_games(url: str) -> dict[str, list[Left]]:
    """The logs of several games, by game."""
    store = Store(url)
    await store.start()
    rooms = Rooms(store, Settings())
    left = {key: [await left_by(rooms, key) for _ in range(GAMES_OF_EACH)] for key in GAMES}
    await store.close()
    return left


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        left = await of_games(f"sqlite:///{folder}/games.sqlite3")
    for key, games in left.items():
        events, size = (statistics.fmean(each) for each in zip(*map(astuple, games), strict=True))
        print(f"{GAMES[key].title:12} {events:6.0f} events a game, {size / events:6.0f} bytes each in the log")


if __name__ == "__main__":
    asyncio.run(main())
