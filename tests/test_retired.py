"""What older rules and releases have left: games go on by the rules they were begun with, and databases are taken
over."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.admin.verifying import verify_log
from app.protocol.commands import Play
from app.protocol.messages import Refusal
from app.replay.onward import beginning_at
from app.replay.replays import Replay, replay_of
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.services.playing_on import open_onward
from app.settings import Settings
from app.storage.store import Store
from app.table import moves, snapshots
from app.table.event_ids import SERVER, new_id
from games import GAMES, RETIRED
from games.engine import Game
from tests.company import Company, told
from tests.finished import begin, begun, guest_called, next_game, one_move, play_to_the_end
from tests.released import DATABASES, Kept
from tools.dev.release import digest_of_state

MOVES = 20
retired = pytest.mark.parametrize("old", RETIRED.values(), ids=RETIRED)


@pytest.fixture
def rooms(party: Company) -> Rooms:
    return party.rooms


async def begun_by(rooms: Rooms, old: Game, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A room in which a game was begun while these rules were the newest; now they are not."""
    with monkeypatch.context() as then:
        then.setitem(GAMES, old.key, old)
        room = await begun(rooms, old.key, old.seats[-1])
    for _ in range(MOVES):
        await one_move(room)
    return room


async def reopened(rooms: Rooms, room: Room) -> Room:
    rooms.forget(room)
    found = await rooms.find(room.table.room)
    assert found is not None
    return found


@retired
async def test_a_game_goes_on_by_the_rules_it_was_begun_with_and_the_rematch_has_the_newest(
    rooms: Rooms, old: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await begun_by(rooms, old, monkeypatch)
    before = told(room.table)
    room = await reopened(rooms, room)
    copy = snapshots.unpacked(room.table.room, snapshots.compressed(snapshots.packed(room.table)))
    assert room.table.game is copy.game is old
    assert told(room.table) == told(copy) == before
    await lapses(room)
    await play_to_the_end(room)
    assert room.table.game is old
    assert room.table.playing is not None
    assert room.table.playing.outcome == old.outcome(room.table.playing.state)
    await begin(room)
    assert room.table.game is GAMES[old.key]
    assert (await reopened(rooms, room)).table.game is GAMES[old.key]


async def lapses(room: Room) -> None:
    """The time of whoever is asked has run out."""
    assert room.table.playing is not None
    question = room.table.playing.state.question
    seat, number = question.seats[0], question.number
    await room.do(SERVER, new_id(), lambda table: moves.lapse(table, seat, number))


@retired
async def test_a_player_answers_by_its_rules(rooms: Rooms, old: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await begun_by(rooms, old, monkeypatch)
    assert room.table.playing is not None
    question = room.table.playing.state.question
    move = msgspec.json.encode(question.moves(room.table.playing.state, question.seat)[0])
    guest = room.table.seats[question.seat].guest or ""
    wish = Play(new_id(), question.number, msgspec.Raw(move))
    seq = room.table.seq
    assert await room.do(guest, new_id(), lambda table: moves.answer(table, guest, wish)) == seq + 1
    with pytest.raises(Refusal, match="not understood"):
        moves.answer(room.table, guest, Play(new_id(), None, msgspec.Raw(b'{"do":"fly"}')))


@retired
async def test_its_log_is_told_again_through_everybodys_eyes(
    rooms: Rooms, old: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await begun_by(rooms, old, monkeypatch)
    await play_to_the_end(room)
    await begin(room)
    (past,) = room.table.past
    log = await rooms.store.load_game(room.table.room, past.began, past.ended)
    for eyes in ("all", None, 0):
        assert len(replay(log, past, eyes).steps) > 5  # type: ignore[arg-type]


@retired
async def test_it_is_played_on_by_its_rules(rooms: Rooms, old: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await begun_by(rooms, old, monkeypatch)
    await play_to_the_end(room)
    (past,) = room.table.past
    start = await beginning_at(rooms.store, room.table.room, past, past.began + 7, 1)
    new = await rooms.find(await open_onward(rooms, start, guest_called("Zoe"), "Zoe", "medium"))
    assert new is not None
    assert new.table.game is old
    await play_to_the_end(new)
    assert new.table.phase == "over"


def replay(log: Any, past: Any, eyes: Any) -> Replay:
    return msgspec.json.decode(b"".join(replay_of(log, past, eyes)), type=Replay)


# --- Desfases: what others heard, and hear ------------------------------------------------------------------


def heard_in(told: Replay) -> set[str]:
    """The sentences that were heard before the game was over."""
    return {line.text.text for step in told.steps[:-1] for line in step.frame.lines}


TOLD_TO_ALL = "{seat} scored the {tile} on {square} with the {coin}. Points: {points}."
TOLD_TO_ONE = "Your coin was the {coin}. Points: {points}."


async def test_a_replay_of_desfases_tells_these_eyes_what_they_were_told_then(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await begun_by(rooms, RETIRED["desfases@1"], monkeypatch)
    await play_to_the_end(room)
    await next_game(room)
    first, second = room.table.past
    for eyes in (None, 0, 3, "all"):
        log = await rooms.store.load_game(room.table.room, first.began, first.ended)
        assert TOLD_TO_ALL in heard_in(replay(log, first, eyes))
        log = await rooms.store.load_game(room.table.room, second.began, second.ended)
        heard = heard_in(replay(log, second, eyes))
        assert TOLD_TO_ALL not in heard
        assert (TOLD_TO_ONE in heard) == (eyes in (0, 3))
        # Others' coins are in no sight either.
        sights = [line.sight for step in replay(log, second, eyes).steps for line in step.frame.lines if line.sight]
        assert {sight.get("coin") for sight in sights if sight["shows"] in ("scored", "thrown_away")} == {None}


# --- What a release has left --------------------------------------------------------------------------------

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
