"""Rooms: commands are decided by the log, written to the log, then shown. The decisions are listed in
tests/table/test_who_may_what.py."""

import asyncio
from itertools import product
from typing import Any
from unittest.mock import AsyncMock, Mock

import msgspec
import pytest

from app.i18n import LANGUAGES, Speaker
from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.frame_order import Frames
from app.rooms.replica import read_table
from app.rooms.room import Room
from app.rooms.views import Showing
from app.storage.commit import OutcomeUnknown
from app.table.decide import Entry
from app.table.event_ids import new_id
from app.table.events import Event, Moved, Said, kind_of
from app.table.seals import Fault
from app.table.state import Table
from games import GAMES
from tests.conftest import ROOT
from tests.support.decisions import Tables
from tests.support.played_games import begin, one_move, play_to_the_end, seated
from tests.support.tables import ANN, BEN, CLEO, EVE, AtPlay, Company, gone, held_up, question_of, until


def put(room: Room) -> commands.Play:
    """An answer that can be sent again."""
    return commands.Play(new_id(), question_of(room), msgspec.Raw(b'{"do":"put","bead":1}'))


async def test_a_room_that_was_opened_is_shown_and_one_that_nobody_opened_is_not_found(party: Company) -> None:
    table = await party.page(await party.table(), ANN).sees("table")
    you, (own, free) = table["you"], table["seats"]
    assert (you["seat"], you["name"], you["host"], you["seats"]) == (0, "Ann", True, [0])
    assert (own["name"], own["here"], own["person"]) == ("Ann", True, you["person"])
    assert (free["name"], free["here"], free["bot"]) == (None, False, None)
    assert (table["state"], table["host"], table["options"]["length"]) == ("gathering", 0, 12)
    for code in ("k7Qm2xZ9vB3nR5wT", "no code at all"):
        assert await party.rooms.find(code) is None


async def test_a_long_log_is_folded_in_pieces(party: Company, table: AtPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    room, ann, _ = table
    for _ in range(10):
        await ann.asks(commands.Pause(), commands.Resume())
    log = await party.store.load_newest(room.table.room)
    monkeypatch.setattr(party.store, "load_newest", AsyncMock(return_value=log))
    monkeypatch.setattr("app.table.snapshots.PIECE", 4)
    reading, turns = asyncio.create_task(read_table(party.store, room.table.room)), 0
    while not reading.done():
        await asyncio.sleep(0)
        turns += 1
    assert reading.result()[0].seq == room.table.seq == len(log)
    assert turns > len(log) // 4


async def test_of_games_that_are_over_only_the_results_are_read(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, seats=2)
    await ann.plays("put", bead=1)
    await ann.asks(commands.Propose("undo"), commands.Pause(), commands.Resume(), commands.Propose("end"))
    await ben.asks(commands.Agree(False))
    await ann.asks(commands.Propose("end"))
    await ben.asks(commands.Agree(True))
    await ann.asks(commands.Rematch(), commands.Pause())
    log = await party.store.load_newest(room.table.room)
    assert [kind_of(event.body) for event in log[-4:]] == ["began", "stopped", "began", "paused"]
    table, fault = await read_table(party.store, room.table.room)
    assert (fault, table.seq, table.digest) == (None, room.table.seq, room.table.digest)


def test_a_table_knows_the_newest_ids_however_long_it_lasts(given: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.table.state.IDS_KNOWN", 8)
    played = given(ANN, BEN).begun()
    for _ in range(20):
        played.when(ANN, commands.Pause(), commands.Resume())
        known = [event for event in played.log if played.table.done(event.id) is not None]
        assert 4 <= len(known) <= 8
        assert known == played.log[-len(known) :]
    assert not played.table.knows_all_ids


# --- Playing ---


async def test_a_move_is_shown_to_everybody_and_only_who_is_asked_gets_choices(party: Company, table: AtPlay) -> None:
    room, ann, ben = table
    pages = [ann, ben, party.page(room, EVE)]
    await ann.plays("put", bead=1)
    frames = [await page.sees("frame") for page in pages]
    assert [frame["seq"] for frame in frames] == [room.table.seq] * 3
    assert [frame["lines"][0]["text"]["text"] for frame in frames] == ["{seat} puts {bead}."] * 3
    assert [(frame["you"], bool(frame["choices"])) for frame in frames] == [(0, False), (1, True), (None, False)]


async def test_the_same_id_again_is_the_same_event_and_nobody_elses(party: Company, table: AtPlay) -> None:
    room, ann, ben = table
    wish, nobody_elses = put(room), "forbidden: This id belongs to someone else’s action"
    await asyncio.gather(*(ann.asks(wish) for _ in range(20)))
    assert {ack["seq"] for ack in await ann.hears("ack")} == {room.table.seq}
    assert len(await party.bodies(room, Moved)) == 1
    assert nobody_elses in await ben.refused(wish)
    id, said = new_id(), lambda table: Said(0, "Ann", "once")
    seq = await room.do(ANN.id, id, said)
    del room.table._done[id]  # as in a room loaded from a snapshot many events later
    assert await room.do(ANN.id, id, said) == seq == room.table.seq
    with pytest.raises(Refusal, match=nobody_elses):
        await room.do(BEN.id, id, said)


async def test_a_move_of_a_game_that_is_over_is_acknowledged_again_after_a_restart(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=2)
    move = commands.Play(new_id(), question_of(room), msgspec.Raw(b'{"do":"put","bead":1}'))
    await pages[0].asks(move)
    (ack,) = await pages[0].hears("ack")
    await pages[1].plays("put", bead=1)
    await pages[0].asks(commands.Rematch())
    restarted = await party.other_node()
    ann = restarted.page(await restarted.finds(room), ANN)
    await ann.asks(move)
    assert await ann.hears("ack") == [ack]
    assert "stale" in await ann.refused(msgspec.structs.replace(move, id=new_id()))


async def test_a_page_that_comes_back_is_told_what_lasts_of_what_it_has_not_seen(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN, game="tcnccc")
    await ann.asks(commands.Start())
    seen, player = room.table.seq, (ann, ben)[room.table.playing.state.question.seat]
    await player.plays("draw")
    await player.plays("place", cylinder=1)
    for known, told in ((0, ["First turn: {seat}.", "{seat} placed a piece."]), (seen, ["{seat} placed a piece."])):
        lines = (await party.page(room, EVE, known).sees("frame"))["lines"]
        assert [line["text"]["text"] for line in lines] == told
        assert not any(line["fades"] for line in lines)


def test_what_does_not_follow_is_not_taken_in(given: Tables) -> None:
    table = given(ANN, BEN)
    *_, first, second = table.log
    body = table.judged(ANN, commands.Speak("well"))
    for seq, prev in ((second.seq + 2, second.id), (second.seq + 1, first.id), (second.seq, second.id)):
        with pytest.raises(Fault, match=f"got {seq}"):
            table.table.apply(Event(second.room, seq, new_id(), prev, ANN.id, body))


def test_a_crash_or_a_race_draws_the_same_again_and_then_the_next_draw_follows(given: Tables) -> None:
    table = given(ANN, BEN, length=40).begun()
    drawn = []
    for guest in (ANN, BEN) * 10:
        wish = table.answer("draw")
        once, twice = table.judged(guest, wish), table.judged(guest, wish)
        assert once == twice
        drawn.append(table.writes(guest.id, once).drawn)
    assert len({tuple(values) for values in drawn}) > 4


def fails_once(party: Company, *, written: bool) -> None:
    """Let the next append fail, before or after it was written."""
    append = party.store.append

    async def failing(entry: Entry) -> Any:
        party.store.append = append
        if written:
            await append(entry)
        raise OutcomeUnknown

    party.store.append = lambda entry: asyncio.ensure_future(failing(entry))


@pytest.mark.parametrize("written", [False, True])
async def test_a_move_whose_outcome_is_unknown_happens_once(party: Company, table: AtPlay, written: bool) -> None:
    room, ann, ben = table
    before, wish, asked_next = (await ben.sees("frame"))["seq"], put(room), question_of(room) + 1
    fails_once(party, written=written)
    with pytest.raises(OutcomeUnknown):
        await ann.asks(wish)
    assert (await ben.sees("frame"))["seq"] == before
    if written:  # the log is read before the next decision
        await ben.plays("put", question=asked_next, bead=0)
        assert room.table.playing.state.string == [(0, 1), (1, 0)]
    await ann.asks(wish)
    assert (await ann.sees("ack"))["seq"] == before + 1
    assert (await ben.sees("frame"))["seq"] == before + 1 + written


async def test_nothing_is_shown_until_written(party: Company, table: AtPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    room, ann, ben = table
    before, (_, commit) = (await ben.sees("frame"))["seq"], held_up(monkeypatch, party.store, "append")
    move = asyncio.create_task(ann.asks(put(room)))
    assert (await ben.sees("frame"))["seq"] == before
    commit.set()
    await move
    assert (await ben.sees("frame"))["seq"] == before + 1


async def test_a_service_that_fails_stops_neither_the_game_nor_other_services(
    party: Company, table: AtPlay, caplog: pytest.LogCaptureFixture
) -> None:
    room, ann, ben = table
    told = Mock()
    party.rooms.watchers += [Mock(side_effect=ZeroDivisionError), told]
    before = (await ben.sees("frame"))["seq"]
    await ann.asks(put(room))
    assert (await ben.sees("frame"))["seq"] == before + 1
    assert not room.is_broken
    told.assert_called_with(room)
    assert "a service failed at a room" in caplog.text


async def test_who_closes_the_last_page_is_away_after_a_moment_and_who_reloads_never(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)

    async def here() -> list[bool]:
        room.audience.show_table()
        return [seat["here"] for seat in (await ann.sees("table"))["seats"]]

    await gone(ben)
    assert await here() == [True, True]
    again = party.page(room, BEN)
    assert await here() == [True, True]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.rooms.room.GONE_AFTER_S", 0.0)
        again.leaves()
        await until(lambda: BEN.id not in room.audience.here)
    assert await here() == [True, False]
    assert (await ann.sees("table"))["away"] == [1]


async def test_a_house_that_closes_finds_no_room_any_more(party: Company) -> None:
    room = await party.table()
    party.rooms.drop(room)
    party.rooms.closing = True
    assert await party.rooms.find(room.table.room) is None


MOVES_UNTIL_IT_IS_KNOWN = 10
"""In Sin Color everybody has to arrange first."""


@pytest.mark.parametrize("game", GAMES)
async def test_in_a_rematch_whoever_sits_to_the_left_of_who_started_starts(party: Company, game: str) -> None:
    seats = GAMES[game].seats[-1]
    room = await seated(party.rooms, game, seats)
    started: list[int | None] = []
    for _ in range(seats + 1):
        await begin(room)
        for _ in range(MOVES_UNTIL_IT_IS_KNOWN):
            if room.table.phase == "playing":
                await one_move(room)
        started.append(room.table.playing.starts)
        await play_to_the_end(room, most=0)
    assert started == [((started[0] or 0) + further) % seats for further in range(seats + 1)]


def test_the_rules_tell_who_starts_a_rematch() -> None:
    for game, language in product(GAMES, LANGUAGES):
        file = ROOT / "games" / game / ("RULES.md" if language == "en" else f"RULES.{language}.md")
        rematch = Speaker(language, ("core",))("Rematch").casefold()
        assert rematch in file.read_text("utf-8").casefold(), (game, language)


NOBODY = "0 wait, 0 muted, 0 banned"


async def test_a_room_and_its_parts_say_where_they_stand_and_tell_nothing_else(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN, seats=3, game="sin_color")
    assert repr(room.table.people) == f"<People: host on 0, on [0, 1], bots [], free [2], {NOBODY}>"
    await ann.asks(commands.SeatBot(2, "medium"), commands.Start())
    eve = party.page(room, EVE)
    await eve.hears()
    table, playing = room.table, room.table.playing
    asked = sorted(playing.state.question.seats)
    people = f"<People: host on 0, on [0, 1], bots [2], free [], {NOBODY}>"
    stands = f"<Table: event {table.seq}, sin_color 1, playing, question 1 to {asked}, {people}>"
    assert repr(table) == stands
    assert repr(room) == f"<Room: pages with the viewpoints ['0', '1', 'None'], {stands}>"
    assert repr(ben.viewer) == f"<Viewer: viewpoint None, <Outbox: sent up to event {table.seq}, 0 wait>>"
    frames = Frames(Showing(table, [], 0), table.seq)
    frames.send([(eve.viewer, None), (ben.viewer, 1)], ANN.id)
    assert repr(frames) == f"<Frames: of event {table.seq}, made for ['None'], later for ['1']>"
    printed = repr([room, playing, *room.audience.everything_for(ben.viewer, 0)])
    assert repr(Table("k7Qm2xZ9vB3nR5wT")) == "<Table: nothing has happened>"
    secrets = [table.room, table.origin, str(playing.key), *(str(guest.id) for guest in (ANN, BEN, CLEO, EVE))]
    assert [secret for secret in [*secrets, "Ann", "Ben", " of hearts", "hand"] if secret in printed] == []
