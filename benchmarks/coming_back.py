"""Measures the first visitor's wait when a room is loaded from its log.

    python benchmarks/coming_back.py [games] [times]

A room in which so many games of TCNCCC were played (50) and one more goes on, against a room that was only opened. Each
is forgotten and found again so many times (25), in turns; printed are the medians and their ratio.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Settings
from app.storage.guests import Guest
from app.storage.store import Store
from app.table import gathering, host, moves
from app.table.event_ids import SERVER, new_id
from app.table.state import Table

ANN = Guest("ann", b"ann", "Ann")


async def opened(rooms: Rooms) -> Room:
    """A room with two bots in it beside the host, before its first game."""
    room = await rooms.find(await rooms.open("tcnccc", 3, {}, ANN, "Ann"))
    assert room is not None
    for seat in (1, 2):
        await room.do(ANN.id, new_id(), partial(host.seat_bot, guest=ANN.id, number=seat, level="careful", here=()))
    return room


async def lived_in(rooms: Rooms, games: int) -> Room:
    """So many games were played in it, and one more goes on."""
    room = await opened(rooms)
    begin = gathering.start
    for _ in range(games):
        await room.do(ANN.id, new_id(), partial(begin, guest=ANN.id))
        while room.table.phase == "playing":
            await answer(room)
        begin = gathering.rematch
    await room.do(ANN.id, new_id(), partial(begin, guest=ANN.id))
    for _ in range(20):
        await answer(room)
    return room


async def answer(room: Room) -> None:
    """Whoever is asked answers as a bot would."""
    assert room.table.playing is not None
    question = room.table.playing.state.question

    def decide(table: Table) -> moves.Moved | moves.Finished:
        return moves.bots_answer(table, question.seats[0], question.number)

    await room.do(SERVER, new_id(), decide)


async def coming_back(rooms: Rooms, room: Room) -> float:
    """Milliseconds until it is in memory again."""
    live = await rooms.find(room.table.room)
    assert live is not None
    rooms.forget(live)
    began = time.perf_counter()
    again = await rooms.find(room.table.room)
    took = (time.perf_counter() - began) * 1000
    assert again is not None
    assert (again.table.seq, len(again.table.past)) == (room.table.seq, len(room.table.past))
    return took


async def main(games: str = "50", times: str = "25") -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/log.sqlite3")
        await store.start()
        rooms = Rooms(store, Settings())
        empty, full = await opened(rooms), await lived_in(rooms, int(games))
        for room in (empty, full):
            await coming_back(rooms, room)
        waits = [(await coming_back(rooms, empty), await coming_back(rooms, full)) for _ in range(int(times))]
        of_empty, of_full = (statistics.median(each) for each in zip(*waits, strict=True))
        print(f"an empty room, {empty.table.seq} events: {of_empty:.2f} ms")
        print(f"{games} games and a running one, {full.table.seq} events: {of_full:.2f} ms")
        print(f"ratio: {of_full / of_empty:.1f}")
        await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
