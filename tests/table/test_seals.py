"""The log is tamper-evident: every event is sealed, and mismatches are found. Snapshots of long rooms save reading it,
and it alone is trusted."""

from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.admin.verify_log import verify_log
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.services.snapshotter import Snapshotter
from app.settings import Settings
from app.storage.log_queries import DamagedEvent
from app.storage.store import Store
from app.table import proposals, seals, snapshots
from app.table.decide import seal_next
from app.table.event_ids import new_id
from app.table.events import Event
from app.table.seals import SEAL_BYTES, FoldMismatch, digest_of_state
from app.table.snapshots import fold_in_pieces
from app.table.state import Table
from games import GAMES
from games.bot import Seeded
from games.playthrough import Playthrough
from tests.support.effort import amount
from tests.support.played_games import begin, begun, finished_room, one_move, reopened
from tests.support.room_fixtures import database_url as database_url
from tests.support.room_fixtures import tamper
from tests.support.tables import folded, told


@pytest.fixture
async def played(store: Store) -> Room:
    """A room with a finished game, and another one in mid-play."""
    room = await finished_room(Rooms(store, Settings()), "tcnccc", 2, most=6)
    await begin(room)
    for _ in range(6):
        await one_move(room)
    return room


@pytest.fixture
async def log(store: Store, played: Room) -> list[Event]:
    """The room's events."""
    return await store.load(played.table.room)


@pytest.mark.parametrize("game", GAMES)
async def test_every_event_of_every_game_is_sealed_and_folds_to_its_seal(game: str, store: Store) -> None:
    room = await finished_room(Rooms(store, Settings()), game, GAMES[game].seats[0], games=2, most=amount(60, 200))
    log = await store.load(room.table.room)
    table = Table(room.table.room)
    for event in log:
        table.apply(event)


async def test_a_state_that_is_not_what_was_sealed_is_noticed(played: Room, log: list[Event]) -> None:
    table = folded(played.table.room, log[:-1])
    table.playing.state.asked_so_far += 1
    with pytest.raises(FoldMismatch):
        table.apply(log[-1])


def flipped(value: Any) -> Any:
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1])
    return value + ("0" if isinstance(value, str) else 1)


async def test_a_row_of_which_anything_was_changed_is_noticed(played: Room, log: list[Event]) -> None:
    *before, last = log
    for field in ("seal", "stored", "actor", "id", "at"):
        with pytest.raises(FoldMismatch):
            folded(played.table.room, before).apply(replace(last, **{field: flipped(getattr(last, field))}))
    for seal in (b"", bytes(15), bytes(17), b"\3" + bytes(16), bytes(40)):
        with pytest.raises(FoldMismatch, match="of an unknown kind"):
            folded(played.table.room, [*before, replace(last, seal=seal)])


@pytest.mark.parametrize("place", [0, 1, 5, -1])
async def test_an_event_without_a_dated_seal_is_damage_even_in_a_finished_game(
    played: Room, log: list[Event], place: int
) -> None:
    table = folded(played.table.room, log[:place])
    undated = seal_next(table, log[place])
    for seal, why in ((None, "its seal is missing"), (undated, "its seal is of an unknown kind")):
        changed = [*log]
        changed[place] = replace(log[place], seal=seal)
        *_, (table, fault) = fold_in_pieces(played.table.room, changed)
        assert isinstance(fault, FoldMismatch)
        assert str(fault) == why
        assert table.seq == log[place].seq - 1


async def test_time_in_a_log_never_goes_back(played: Room, store: Store) -> None:
    store._clock.given = lambda: played.table.at - 60_000
    await one_move(played)
    log = await store.load(played.table.room)
    assert log[-1].at == log[-2].at == played.table.at
    assert folded(played.table.room, log).digest == played.table.digest


async def test_a_seal_tells_nothing_to_who_does_not_know_the_key_of_the_game(played: Room, log: list[Event]) -> None:
    """With another key the same row has another seal: states cannot be guessed."""
    seals.compare(log[-1], played.table.key, played.table.digest)
    played.table.playing.key = bytes(32)
    with pytest.raises(FoldMismatch):
        seals.compare(log[-1], played.table.key, played.table.digest)


async def test_a_log_is_folded_and_read_as_far_as_it_is_sound(played: Room, store: Store, log: list[Event]) -> None:
    wrong = [*log[:-2], replace(log[-2], seal=bytes(SEAL_BYTES)), log[-1]]
    *_, (table, fault) = fold_in_pieces(played.table.room, wrong)
    assert isinstance(fault, FoldMismatch)
    assert (table.seq, table.digest) == (log[-3].seq, folded(played.table.room, log[:-2]).digest)
    await tamper(store, "UPDATE events SET body = x'7b'", seq=played.table.seq)
    with pytest.raises(DamagedEvent) as damaged:
        await store.load_newest(played.table.room)
    assert (damaged.value.seq, damaged.value.sound[-1].seq) == (played.table.seq, played.table.seq - 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_digest_is_that_by_which_released_games_are_held(game: str) -> None:
    playthrough = Playthrough(GAMES[game], GAMES[game].seats[0], GAMES[game].Options(), Seeded("digest"))
    for step, _ in zip(playthrough.to_the_end(), range(20), strict=False):
        plain = msgspec.json.decode(msgspec.json.encode(step.after))
        assert digest_of_state(step.after) == sha256(msgspec.json.encode(plain, order="sorted")).digest()


def test_a_state_with_words_for_keys_is_digested_without_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a long sheet would be copied with every move."""
    state = Playthrough(GAMES["color_gin"], 2, GAMES["color_gin"].Options(), Seeded("digest")).state
    monkeypatch.setattr(msgspec, "to_builtins", None)
    assert len(digest_of_state(state)) == 32


async def test_verify_log_finds_that_all_seals_of_a_room_are_gone(
    played: Room, store: Store, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await tamper(store, "UPDATE events SET seal = NULL")
    assert verify_log(database_url, None) == 1
    words = f"{played.table.room}: event 1: FoldMismatch: its seal is missing\n"
    assert capsys.readouterr().out.startswith(words)


@pytest.mark.parametrize("place", [2, 12, -1])
@pytest.mark.parametrize("changed", ["seal = zeroblob(17)", "seal = NULL", "at = at - 1"])
async def test_verify_log_names_the_room_and_the_event_that_does_not_fit_its_seal(
    played: Room, store: Store, database_url: str, capsys: pytest.CaptureFixture[str], changed: str, place: int
) -> None:
    """Also an event of a finished game."""
    room, seq = played.table.room, place % (played.table.seq + 1)
    await tamper(store, f"UPDATE events SET {changed}", seq=seq)
    assert verify_log(database_url, None) == 1
    assert capsys.readouterr().out.startswith(f"{room}: event {seq}: FoldMismatch: ")


# --- Snapshots ---


@pytest.fixture
async def remembering(store: Store) -> AsyncIterator[Snapshotter]:
    remembering = Snapshotter(store)
    yield remembering
    await remembering.close()


@pytest.fixture
async def rooms(store: Store, remembering: Snapshotter, monkeypatch: pytest.MonkeyPatch) -> Rooms:
    """Rooms with a snapshot every 20 events."""
    monkeypatch.setattr("app.table.snapshots.EVERY", 20)
    rooms = Rooms(store, Settings())
    rooms.watchers.append(remembering.watch)
    return rooms


def again(table: Table) -> Table:
    return snapshots.unpacked(table.room, snapshots.compressed(snapshots.packed(table)))


async def copied(room: Room, remembering: Snapshotter) -> int:
    """Play until there is a snapshot and a few more events; the snapshot's last event."""
    while room.snapshot_seq == 0 or room.table.seq < room.snapshot_seq + 3:
        await one_move(room)
    await remembering.close()
    return room.snapshot_seq


def described(table: Table) -> dict[str, tuple[type, Any]]:
    return {name: (type(value), value) for name, value in vars(table).items() if name != "_digest"}


@pytest.mark.parametrize("game", GAMES)
async def test_whatever_a_table_has_is_in_its_copy(rooms: Rooms, game: str) -> None:
    room = await finished_room(rooms, game, GAMES[game].seats[-1], most=5)
    assert described(again(room.table)) == described(room.table)
    await begin(room)
    for _ in range(60):
        if room.table.phase == "playing":
            await one_move(room)
        assert described(again(room.table)) == described(room.table)


async def test_a_room_with_a_copy_reads_only_what_came_after_it_plays_on_and_takes_back(
    rooms: Rooms, remembering: Snapshotter, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await begun(rooms, "color_gin", 2)
    at = await copied(room, remembering)
    monkeypatch.setattr(rooms.store, "load_newest", None)
    back = await reopened(rooms, room)
    assert told(back.table) == told(room.table)
    assert (back.snapshot_seq, back.table.seq) == (at, room.table.seq)
    await one_move(back)
    host = back.table.host
    await back.do(host, new_id(), lambda table: proposals.propose(table, host, "end", None))
    whole = Table(room.table.room)
    for event in await rooms.store.load(room.table.room):
        whole.apply(event)
    assert told(whole) == told(back.table)


SPOILT = {"of another log": "head = 'another'", "of other code": "code = 'another'", "damaged": "body = x''"}


@pytest.mark.parametrize("spoilt", SPOILT)
async def test_a_copy_is_not_read_that_is(
    rooms: Rooms, remembering: Snapshotter, store: Store, caplog: pytest.LogCaptureFixture, spoilt: str
) -> None:
    room = await begun(rooms, "color_gin", 2)
    assert await copied(room, remembering) > 0
    await store.write(lambda cursor, now: cursor.execute(f"UPDATE snapshots SET {SPOILT[spoilt]}"))
    back = await reopened(rooms, room)
    assert (back.snapshot_seq, told(back.table)) == (0, told(room.table))
    said = ["a snapshot cannot be used: the log is read instead"] if spoilt == "damaged" else []
    assert [record.message for record in caplog.records] == said
