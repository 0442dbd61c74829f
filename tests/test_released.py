"""Every database that a release has made is opened by this one, and its games go on."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from app.admin.verifying import verify_log
from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.store import Store
from games import GAMES
from tests.finished import one_move, play_to_the_end
from tests.released import DATABASES, Kept
from tools.dev.release import digest_of_state

RELEASES = sorted(path.name.removesuffix(".json") for path in DATABASES.glob("*.json"))


def left(release: str) -> dict[str, Kept]:
    return msgspec.json.decode((DATABASES / f"{release}.json").read_bytes(), type=dict[str, Kept])


def test_there_is_a_database_of_a_release() -> None:
    assert RELEASES


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_left_a_room_of_every_game_it_had(release: str) -> None:
    assert {room.game for room in left(release).values()} <= set(GAMES)
    assert len(left(release)) >= 5


@pytest.mark.parametrize("release", RELEASES)
async def test_its_games_are_as_they_were_left_and_go_on(release: str, tmp_path: Path) -> None:
    file = tmp_path / "tertulia.sqlite3"
    file.write_bytes(gzip.decompress((DATABASES / f"{release}.sqlite3.gz").read_bytes()))
    store = Store(f"sqlite:///{file}")
    await store.start()
    rooms = Rooms(store, Settings())
    for code, was in left(release).items():
        room = await rooms.find(code)
        assert room is not None
        assert room.table.playing is not None
        now = Kept(room.table.game.key, room.table.seq, digest_of_state(room.table.playing.state))
        assert now == was
        assert len(room.table.past) == 1
        assert await one_move(room) == was.seq + 1
        await play_to_the_end(room, most=400)
        assert len(room.table.past) == 2
        log = await store.load(code)
        assert [event.seal is None for event in log] == [event.seq <= was.seq for event in log]
    await store.close()


@pytest.mark.parametrize("release", RELEASES)
def test_its_logs_are_verified_before_this_version_has_changed_its_tables(
    release: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tertulia.sqlite3"
    file.write_bytes(gzip.decompress((DATABASES / f"{release}.sqlite3.gz").read_bytes()))
    before = file.read_bytes()
    assert verify_log(f"sqlite:///{file}", None) == 0
    assert f"{len(left(release))} rooms, " in capsys.readouterr().out
    assert file.read_bytes() == before
