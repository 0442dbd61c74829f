"""Older rules and releases: games go on by the rules they were begun with, and databases are migrated."""

import gzip
from pathlib import Path

import msgspec
import pytest

from app.admin.verifying import verify_log
from app.protocol.commands import Play
from app.protocol.messages import Refusal
from app.replay.analyses import Analyses
from app.replay.onward import beginning_at
from app.replay.replays import Replay, replay_of
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Settings
from app.table import moves, snapshots
from app.table.event_ids import SERVER, new_id
from app.workers.pool import Workers
from games import GAMES, RETIRED
from games.engine import Game
from tests.amounts import amount
from tests.company import Company, told
from tests.conftest import open_store
from tests.finished import begin, begun, guest_called, one_move, play_to_the_end, reopened
from tests.released import DATABASES, Kept
from tools.dev.release import digest_of_state

MOVES = 20


@pytest.fixture
def rooms(party: Company) -> Rooms:
    return party.rooms


@pytest.fixture(params=RETIRED.values(), ids=RETIRED)
def old(request: pytest.FixtureRequest) -> Game:
    return request.param


@pytest.fixture
async def room(rooms: Rooms, old: Game, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A room in which a game was begun while these rules were the newest, which they no longer are."""
    with monkeypatch.context() as then:
        then.setitem(GAMES, old.key, old)
        room = await begun(rooms, old.key, old.seats[-1])
    for _ in range(MOVES):
        await one_move(room)
    return room


async def test_a_game_goes_on_by_its_rules_and_the_rematch_has_the_newest(rooms: Rooms, old: Game, room: Room) -> None:
    before = told(room.table)
    room = await reopened(rooms, room)
    copy = snapshots.unpacked(room.table.room, snapshots.compressed(snapshots.packed(room.table)))
    assert room.table.game is copy.game is old
    assert told(room.table) == told(copy) == before
    question = room.table.playing.state.question
    await room.do(SERVER, new_id(), lambda table: moves.lapse(table, question.seats[0], question.number))
    await play_to_the_end(room)
    assert room.table.game is old
    assert room.table.playing.outcome == old.outcome(room.table.playing.state)
    await begin(room)
    assert room.table.game is GAMES[old.key]
    await play_to_the_end(room)
    analyses = Analyses(rooms.store, Workers(1))
    told_of = [analyses.may_be_had(past) for past in room.table.past]
    assert told_of == [game.strategy is not None for game in (old, GAMES[old.key])]
    assert (await reopened(rooms, room)).table.game is GAMES[old.key]


async def test_players_answer_by_its_rules_and_it_is_told_and_played_on_so(rooms: Rooms, old: Game, room: Room) -> None:
    question = room.table.playing.state.question
    move = msgspec.json.encode(question.moves(room.table.playing.state, question.seat)[0])
    guest, seq = room.table.seats[question.seat].guest or "", room.table.seq
    wish = Play(new_id(), question.number, msgspec.Raw(move))
    assert await room.do(guest, new_id(), lambda table: moves.answer(table, guest, wish)) == seq + 1
    with pytest.raises(Refusal, match="no such move"):
        moves.answer(room.table, guest, Play(new_id(), None, msgspec.Raw(b'{"do":"fly"}')))

    await play_to_the_end(room)
    (past,) = room.table.past
    start = await beginning_at(rooms.store, room.table.room, past, past.began + 7, 1)
    new = await rooms.find(await rooms.open_onward(*start, guest_called("Zoe"), "Zoe", "medium"))
    assert new.table.game is old
    await play_to_the_end(new)
    assert new.table.phase == "over"

    await begin(room)
    log = await rooms.store.load_game(room.table.room, past.began, past.ended)
    for eyes in ("all", None, 0):
        assert len(msgspec.json.decode(b"".join(replay_of(log, past, eyes)), type=Replay).steps) > 5


RELEASES = sorted(path.name.removesuffix(".json") for path in DATABASES.glob("*.json"))


def left(release: str) -> dict[str, Kept]:
    return msgspec.json.decode((DATABASES / f"{release}.json").read_bytes(), type=dict[str, Kept])


def taken_over(release: str, folder: Path) -> Path:
    """A release's database, for this version to open."""
    file = folder / "tertulia.sqlite3"
    file.write_bytes(gzip.decompress((DATABASES / f"{release}.sqlite3.gz").read_bytes()))
    return file


@pytest.mark.parametrize("release", RELEASES)
async def test_its_games_are_as_they_were_left_and_go_on(release: str, tmp_path: Path) -> None:
    async with open_store(f"sqlite:///{taken_over(release, tmp_path)}") as store:
        rooms = Rooms(store, Settings())
        for code, was in left(release).items():
            room = await rooms.find(code)
            now = Kept(room.table.game.key, room.table.seq, digest_of_state(room.table.playing.state))
            assert now == was
            assert len(room.table.past) == 1
            assert await one_move(room) == was.seq + 1
            await play_to_the_end(room, most=amount(40, 400))
            assert len(room.table.past) == 2
            log = await store.load(code)
            assert [event.seal is None for event in log] == [event.seq <= was.seq for event in log]


@pytest.mark.parametrize("release", RELEASES)
def test_its_logs_are_verified_as_they_are(release: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = taken_over(release, tmp_path)
    before = file.read_bytes()
    assert verify_log(f"sqlite:///{file}", None) == 0
    assert f"{len(left(release))} rooms, " in capsys.readouterr().out
    assert file.read_bytes() == before
