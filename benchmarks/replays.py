"""Measures the first replay of an old game, and how long it delays everybody else.

    python benchmarks/replays.py [game] [games]

Bots play this many games (50) in a room; then the middle one is replayed, from every viewpoint, while the event-loop
lag is measured. The figures are per replay.
"""

import argparse
import asyncio
import gzip
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.replay.downloads import Downloads, Key
from app.replay.replays import Viewpoint, replayed
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Settings
from app.storage.guests import Guest
from app.storage.store import Store
from app.table import gathering, host, moves
from app.table.event_ids import SERVER, new_id
from games import GAMES

ANN = Guest("ann", b"ann", "Ann")


async def room_with(rooms: Rooms, key: str, games: int) -> Room:
    """A room in which bots have played this many games."""
    seats = GAMES[key].seats[-1]
    room = await rooms.find(await rooms.open(key, seats, {}, ANN, "Ann"))
    assert room is not None
    for seat in range(1, seats):
        await room.do(ANN.id, new_id(), lambda table, seat=seat: host.seat_bot(table, ANN.id, seat, "medium", ()))
    begin = gathering.start
    for _ in range(games):
        await room.do(ANN.id, new_id(), lambda table, begin=begin: begin(table, ANN.id))
        while (playing := room.table.playing) and (question := playing.state.question):
            seat, number = question.seats[0], question.number
            await room.do(SERVER, new_id(), lambda table, s=seat, n=number: moves.bots_answer(table, s, n))
        begin = gathering.rematch
    return room


async def watched(gaps: list[float]) -> None:
    """Records event-loop lag, in milliseconds."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(0.001)
        gaps.append((time.perf_counter() - before) * 1000 - 1)


async def measure(store: Store, downloads: Downloads, room: Room, viewpoint: Viewpoint) -> None:
    past, gaps = room.table.past[len(room.table.past) // 2], list[float]()
    watching = asyncio.create_task(watched(gaps))
    await asyncio.sleep(0.05)
    began = time.perf_counter()
    key = Key("replay", room.table.room, past.ended, str(viewpoint))
    zipped = await downloads.zipped(key, replayed(store, room.table.room, past, viewpoint), "")
    took = (time.perf_counter() - began) * 1000
    watching.cancel()
    kilobytes = f"{len(gzip.decompress(zipped)) / 1024:7.1f} KB, {len(zipped) / 1024:6.1f} KB zipped"
    events = past.ended - past.began + 1
    print(f"{viewpoint!s:>5}: events {events:5}   cold {took:7.1f} ms   longest wait {max(gaps):5.1f} ms   {kilobytes}")


async def main(key: str, games: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/log.sqlite3")
        await store.start()
        room = await room_with(Rooms(store, Settings()), key, games)
        downloads = Downloads()
        print(f"{key}: {room.table.seq} events in the room")
        for viewpoint in ("all", None, *range(len(room.table.seats))):
            await measure(store, downloads, room, viewpoint)
        await downloads.close()
        await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=GAMES, default="tcnccc")
    parser.add_argument("games", nargs="?", type=int, default=50)
    asked = parser.parse_args()
    asyncio.run(main(asked.game, asked.games))
