"""Retired rules: a game goes on by the rules it was begun with, beside the newest ones, which the rematch has."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from app.protocol.commands import Play
from app.protocol.messages import Refusal
from app.replay.analyses import Analyses
from app.replay.onward import beginning_at
from app.replay.replays import Replay, replay_of
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.table import moves, snapshots
from app.table.event_ids import SERVER, new_id
from app.workers.pool import Workers
from games import GAMES, RETIRED
from games.strategy import Strategy
from tests.support.beads import BEADS
from tests.support.played_games import begin, begun, guest_called, one_move, play_to_the_end, reopened
from tests.support.retired_beads import OLDER_BEADS
from tests.support.tables import Company, told

KEY = "old_beads"
OLD = replace(OLDER_BEADS, key=KEY)
NEWEST = replace(BEADS, key=KEY, version=2, strategy=Strategy(lambda *_: [], lambda *_: None, 1))
MOVES = 20


@pytest.fixture
def retired() -> Iterator[None]:
    """Version 1 of a made-up game is retired, and version 2 is the newest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, KEY, NEWEST)
        patch.setitem(RETIRED, OLD.rules, OLD)
        yield


@pytest.fixture
def rooms(retired: None, party: Company) -> Rooms:
    return party.rooms


@pytest.fixture
async def room(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A room in which a game was begun while version 1 was the newest, which it no longer is."""
    with monkeypatch.context() as then:
        then.setitem(GAMES, KEY, OLD)
        room = await begun(rooms, KEY, 3, length=40)
    for _ in range(MOVES):
        await one_move(room)
    return room


async def test_a_game_goes_on_by_its_rules_and_the_rematch_has_the_newest(rooms: Rooms, room: Room) -> None:
    before = told(room.table)
    room = await reopened(rooms, room)
    copy = snapshots.unpacked(room.table.room, snapshots.compressed(snapshots.packed(room.table)))
    assert room.table.game is copy.game is OLD
    assert told(room.table) == told(copy) == before
    question = room.table.playing.state.question
    await room.do(SERVER, new_id(), lambda table: moves.lapse(table, question.seats[0], question.number))
    await play_to_the_end(room)
    assert room.table.game is OLD
    assert room.table.playing.outcome == OLD.outcome(room.table.playing.state)
    await begin(room)
    assert room.table.game is NEWEST
    await play_to_the_end(room)
    analyses = Analyses(rooms.store, Workers(1))
    assert [analyses.may_be_had(past) for past in room.table.past] == [False, True]
    assert (await reopened(rooms, room)).table.game is NEWEST


async def test_players_answer_by_its_rules_and_it_is_told_and_played_on_so(rooms: Rooms, room: Room) -> None:
    question = room.table.playing.state.question
    guest, seq = room.table.seats[question.seat].guest or "", room.table.seq
    wish = Play(new_id(), question.number, msgspec.Raw(b'{"do":"pass"}'))
    assert await room.do(guest, new_id(), lambda table: moves.answer(table, guest, wish)) == seq + 1
    with pytest.raises(Refusal, match="no such move"):
        moves.answer(room.table, guest, Play(new_id(), None, msgspec.Raw(b'{"do":"draw"}')))

    await play_to_the_end(room)
    (past,) = room.table.past
    assert past.result.winners == [0, 2]
    start = await beginning_at(rooms.store, room.table.room, past, past.began + 7, 1)
    new = await rooms.find(await rooms.open_onward(*start, guest_called("Zoe"), "Zoe", "medium"))
    assert new.table.game is OLD
    await play_to_the_end(new)
    assert new.table.phase == "over"

    await begin(room)
    log = await rooms.store.load_game(room.table.room, past.began, past.ended)
    for eyes in ("all", None, 0):
        assert len(msgspec.json.decode(b"".join(replay_of(log, past, eyes)), type=Replay).steps) > 5
