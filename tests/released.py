"""Databases made by releases: each has a room of every game, with a finished game and one in mid-play.

    python -m tests.released 1.0

makes the one of this release. Later releases have to open it and play on; it is never made again.
"""

import asyncio
import gzip
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import msgspec

from app.rooms.registry import Rooms
from app.settings import Settings
from games import GAMES
from tests.conftest import open_store
from tests.finished import begin, begun, one_move, play_to_the_end
from tools.dev.release import digest_of_state

DATABASES = Path(__file__).resolve().parent / "databases"
SHORT = {"color_gin": {"target": 25}}


class Kept(msgspec.Struct):
    """A room as it was left: its game, its last event, and the digest of its state."""

    game: str
    seq: int
    digest: str


async def make(url: str) -> dict[str, Kept]:
    """Rooms of all games; each one's record, by code."""
    left = {}
    async with open_store(url) as store:
        rooms = Rooms(store, Settings())
        for key, game in GAMES.items():
            room = await begun(rooms, key, game.seats[0], **SHORT.get(key, {}))
            await play_to_the_end(room, most=400)
            await begin(room)
            for _ in range(25):
                await one_move(room)
            left[room.table.room] = Kept(key, room.table.seq, digest_of_state(room.table.playing.state))
    return left


def keep(release: str) -> None:
    """Write this release's database, and the record of its rooms."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tertulia.sqlite3"
        left = asyncio.run(make(f"sqlite:///{file}"))
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        DATABASES.mkdir(exist_ok=True)
        (DATABASES / f"{release}.sqlite3.gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
        (DATABASES / f"{release}.json").write_bytes(msgspec.json.format(msgspec.json.encode(left)) + b"\n")


if __name__ == "__main__":
    keep(sys.argv[1])
