"""Bots answer for their seats, once, while anybody is present or to be called, and at their level."""

import asyncio
from copy import deepcopy
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from fastapi import FastAPI

from app.protocol import commands
from app.rooms.room import Room
from app.services.bots import AGAIN, FAST, GOES_ON, NEEDS_S, SEEN_S, SILENT, Bots, _share
from app.table import events, moves
from app.table.events import Finished
from app.table.moves import lapses_of, to_think_about
from app.workers.pool import Workers
from games import GAMES
from games.bot import LEVELS, SEARCHING, Level, recalled
from games.dealer import Line
from games.engine import Move, say
from games.strategy import Strategy
from games.tcnccc.pieces import Lifted, Placed
from tests.client import Friend
from tests.support.beads import BEADS, Put, Say
from tests.support.clocks import moves_in
from tests.support.decisions import Tables
from tests.support.inline_workers import Here
from tests.support.tables import ANN, BEN, EVE, Company, Page, gone, put, question_of, until


@pytest.fixture
async def bots(party: Company) -> Bots:
    return party.employs(Bots(pause=0))


@pytest.fixture
async def table(party: Company, bots: Bots) -> Room:
    """A room with bots on all seats. Nobody has opened a page."""
    room = await party.table(3, "tcnccc")
    ann = party.page(room, ANN)
    await ann.asks(commands.Stand(), *(commands.SeatBot(seat, "medium") for seat in range(3)))
    ann.leaves()
    await ann.asks(commands.Start())
    return room


async def test_bots_play_a_game_to_its_end_when_somebody_watches(party: Company, table: Room, bots: Bots) -> None:
    assert bots._busy == {}
    assert await moves_in(party, table) == []
    party.page(table, EVE)
    await until(lambda: table.table.phase == "over")
    assert {move.bot for move in await moves_in(party, table)} == {True}


async def test_two_nodes_that_run_the_same_bot_make_one_move(party: Company, table: Room) -> None:
    other = await party.other_node()
    other.employs(Bots(pause=0))
    pages = party.page(table, EVE), other.page(await other.finds(table), EVE)
    await until(lambda: table.table.phase == "over")
    pages[1].writer.cancel()
    questions = [move.question for move in await moves_in(party, table)]
    assert len(questions) == len(set(questions))


async def test_who_comes_back_in_the_moment_when_a_bot_sees_nobody_is_answered(party: Company, bots: Bots) -> None:
    room, (ann,) = await party.playing(ANN, seats=2)
    bots._pause = 0.01
    await ann.plays("put", bead=1)
    ann.leaves()
    waits = bots._busy[room]
    while not waits.done():  # noqa: ASYNC110  (in that very turn of the loop)
        await asyncio.sleep(0)
    party.page(room, ANN)
    await until(lambda: question_of(room) > 2)


async def test_whoever_comes_after_a_bot_is_asked_although_everybody_has_left(party: Company, bots: Bots) -> None:
    bots._pause = 0.01
    for guests, rests in (((ANN, BEN), False), ((ANN,), True)):
        room, pages = await party.playing(*guests, seats=3)
        await put(*pages)
        await gone(*pages)
        await until(lambda: not bots._busy)
        assert (question_of(room) == len(guests) + 1) == rests


async def test_a_room_whose_bot_is_about_to_answer_is_not_evicted_before(party: Company, bots: Bots) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, seats=3)
    await ann.plays("put", bead=1)
    bots._pause = 0.01
    await ben.plays("put", bead=1)
    await gone(ann, ben)
    party.rooms.forget(room)
    assert party.rooms.is_live(room)
    await until(lambda: not bots._busy)
    party.rooms.forget(room)
    assert not party.rooms.is_live(room)


@pytest.mark.parametrize("ended", ["closed", "deleted"])
async def test_no_bot_thinks_in_a_room_that_is_closed_or_deleted(party: Company, bots: Bots, ended: str) -> None:
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(
        commands.ChangeSettings(clock=commands.Clock("question", 600)), commands.SeatBot(1), commands.Start()
    )
    bots._pause = 0.01
    await ann.plays("put", bead=1)
    if ended == "closed":
        await ann.asks(commands.CloseRoom())
    else:
        party.clock.advance(1)
        await party.store.delete_room(room.table.room)
        party.rooms.drop(room)
        party.pages.remove(ann)  # there is no log to compare it with
    await until(lambda: not bots._busy)


def test_a_bot_sees_a_scramble_and_what_its_seat_has_heard_and_has_a_chance_of_its_own(given: Tables) -> None:
    table = deepcopy(given(ANN, BEN, game="tcnccc").begun())
    playing, seat, listening = table.table.playing, table.asked[0], Mock(side_effect=table.table.game.careful)
    table.table.game = replace(table.table.game, careful=listening)
    table.table.lines += [Line("said", say("yours"), only_for=seat), Line("said", say("theirs"), only_for=1 - seat)]
    for key in (b"1" * 32, b"1" * 32, b"2" * 32):
        playing.key = key
        table.bot_would_answer()
    handed = [each.args for each in listening.call_args_list]
    assert all(g is not playing.state for g, *_ in handed)
    assert {tuple(line.text.text for line in lines) for _, _, lines, _ in handed} == {("First turn: {seat}.", "yours")}
    once, again, otherwise = [chance.below(2**32, "bag") for *_, chance in handed]
    assert once == again != otherwise


# --- Levels -------------------------------------------------------------------------------------------------


def test_the_host_gives_each_bot_its_level_and_may_change_it_until_the_game_begins(given: Tables) -> None:
    table = given(ANN, seats=3)
    table.when(ANN, commands.SeatBot(1), commands.SeatBot(2, "strong"), commands.SeatBot(1, "easy"))
    assert [seat.bot for seat in table.table.seats] == [None, "easy", "strong"]
    assert "taken" in table.refuses(ANN, commands.SeatBot(1, "easy"))
    table.begun()
    assert "taken" in table.refuses(ANN, commands.SeatBot(1, "strong"))


def test_a_bot_for_an_absent_player_neither_throws_nor_wins_and_is_not_in_results(given: Tables) -> None:
    table = given(ANN, BEN, seats=3, length=3)
    table.when(ANN, commands.SeatBot(2, "strong"))
    table.begun()
    table.leaves(BEN)
    assert table.when(ANN, commands.SeatBot(1, "strong")) == events.BotSeated(1, "medium")
    table.puts(ANN)
    table.bot_answers()
    end = table.bot_answers()
    assert isinstance(end, Finished)
    assert end.result.bots() == [None, None, "strong"]


async def test_a_table_for_practice_is_opened_with_bots_of_a_level_which_every_page_reads(app: FastAPI) -> None:
    ann = Friend(app, "Ann")
    wish = {"game": "tcnccc", "seats": 3, "name": "Ann", "bots": True, "level": "strong"}
    page = await ann.enter((await ann.http.post("/api/rooms", json=wish)).json()["room"])
    for seats in ((await page.see("table"))["seats"], (await ann.get(f"/api/rooms/{page.room}")).json()["seats"]):
        assert [seat["bot"] for seat in seats] == [None, "strong", "strong"]


# --- Strong bots --------------------------------------------------------------------------------------------

PLAYS_AHEAD = Strategy(candidates=lambda *_: [Put(0), Put(1)], world=lambda *_: pytest.fail("not here"), rollouts=0)


@pytest.fixture(autouse=True)
def beads_is_played_ahead(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "beads", replace(BEADS, strategy=PLAYS_AHEAD))


async def against(party: Company, level: Level, workers: Workers) -> tuple[Room, Page, Bots]:
    """Ann plays against one bot."""
    bots = party.employs(Bots(0, workers))
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(commands.SeatBot(1, level), commands.Start())
    return room, ann, bots


async def answers_of_the_bot(party: Company, room: Room) -> list[str]:
    return [bytes(move.move).decode() for move in await moves_in(party, room) if move.bot]


@pytest.mark.parametrize(("level", "thought", "bead"), [
    ("strong", Put(0), 0), ("good", Put(0), 0), ("strong", None, 1), ("strong", Say(1), 1), ("medium", Put(0), 1),
], ids=[
    "what was thought", "by a good one", "nothing came", "it may not be played", "medium bots do not think ahead",
])  # fmt: skip
async def test_a_bot_that_searches_plays_a_workers_move(
    party: Company, level: Level, thought: Move | None, bead: int
) -> None:
    room, ann, bots = await against(party, level, Here(lambda _: thought))
    await ann.plays("put", bead=1)
    await until(lambda: not bots._busy)
    assert await answers_of_the_bot(party, room) == [f'{{"do":"put","bead":{bead}}}']


async def test_a_strong_bot_that_cannot_be_shown_its_decision_answers_at_sight_and_the_room_goes_on(
    party: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.services.bots.to_think_about", lambda table, seat, within_s: {}["no such world"])
    room, ann, bots = await against(party, "strong", Here(lambda _: Put(0)))
    await ann.plays("put", bead=1)
    await until(lambda: not bots._busy)
    assert await answers_of_the_bot(party, room) == ['{"do":"put","bead":1}']
    assert not room.is_broken
    assert [record.getMessage() for record in caplog.records if record.exc_info] == ["a bot could not think"]


async def test_what_was_thought_of_a_question_that_is_gone_answers_no_other(party: Company) -> None:
    workers = Here(lambda _: Put(0), waits=True)
    room, ann, bots = await against(party, "strong", workers)
    await ann.plays("put", bead=1)
    await workers.begun.wait()
    await ann.asks(commands.Propose("undo"))
    workers.may.set()
    workers.instead = lambda _: Put(1)
    await until(lambda: not bots._busy)
    assert await answers_of_the_bot(party, room) == []
    await ann.plays("put", bead=0)
    await until(lambda: not bots._busy)
    assert await answers_of_the_bot(party, room) == ['{"do":"put","bead":1}']


async def test_a_strong_bot_that_has_not_decided_in_its_pause_answers_at_sight(party: Company) -> None:
    """Its time would tell how much there was to weigh."""
    room, ann, bots = await against(party, "strong", Here(lambda _: Put(0), waits=True))
    bots._pause = 0.01
    await ann.plays("put", bead=1)
    await until(lambda: not bots._busy)
    assert await answers_of_the_bot(party, room) == ['{"do":"put","bead":1}']


def test_a_strong_bot_thinks_as_much_as_fits_into_its_pause(given: Tables) -> None:
    """It depends on nothing that has happened in the game."""
    few, many = (given(ANN, BEN, seats=seats, game="color_dice").begun() for seats in (2, 6))
    shares = []
    for table, within_s in ((few, None), (few, 0.5), (few, 0.1), (many, 0.5)):
        thought = to_think_about(table.table, table.asked[0], within_s)
        assert thought is not None
        shares.append(thought.share)
    assert shares == [1.0, 1.0, pytest.approx(1 / 2), pytest.approx(5 / 6)]


def test_a_worker_is_shown_what_the_bot_remembers_and_plays_as_far_ahead_as_its_level(given: Tables) -> None:
    table = given(ANN, seats=2, game="tcnccc")
    table.when(ANN, commands.SeatBot(1, "good"))
    shown = deepcopy(table.begun()).table
    shown.lines += [Line("placed", say("…"), seq=number, sight=Placed(number % 4, "red")) for number in range(200)]
    thoughts = []
    for level in SEARCHING:
        shown.seats[1].bot = level
        thoughts.append(to_think_about(shown, 1))
    good, strong = thoughts
    assert good is not None and strong is not None and shown.playing is not None
    lines = shown.lines_reaching(1)
    assert good.heard == [*recalled(shown.game, "good", 1, lines, lapses_of(shown.playing.key, 1))] != lines
    assert strong.heard == lines
    assert good.share < strong.share == 1.0


# --- Pace ---------------------------------------------------------------------------------------------------


async def test_bots_are_quick_where_the_host_wants_it(party: Company) -> None:
    bots = Bots(pause=100)
    room, (ann,) = await party.playing(ANN, seats=2)
    assert 75 <= bots._pause_for(room.table, 1.0) <= 125
    await ann.asks(commands.ChangeSettings(fast_bots=True))
    assert 75 * FAST <= bots._pause_for(room.table, 1.0) <= 125 * FAST < 75


@pytest.mark.parametrize("level", LEVELS)
async def test_no_bots_level_changes_its_pause(party: Company, level: Level) -> None:
    room, ann, bots = await against(party, level, Here(lambda _: Put(0)))
    await ann.asks(commands.ChangeSettings(fast_bots=True))
    bots._pause = 0.5
    await ann.plays("put", bead=1)
    assert bots._pause_for(room.table, SILENT) == NEEDS_S


async def test_a_bot_decides_within_its_pause(
    party: Company, table: Room, bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it does after that takes longer with some hands than with others, and would tell of them."""
    order, decide = list[str](), moves.bots_move

    async def rest(*_: Any) -> None:
        order.append("the pause begins")
        for _ in range(5):  # turns of the event loop
            await asyncio.sleep(0)
        order.append("the pause is over")

    monkeypatch.setattr(Bots, "_rest", rest)
    monkeypatch.setattr(moves, "bots_move", lambda *given: order.append("decided") or decide(*given))
    party.page(table, EVE)
    await until(lambda: table.table.phase == "over")
    assert order == ["the pause begins", "decided", "the pause is over"] * (len(order) // 3)


@pytest.mark.parametrize(
    ("said", "before", "share"),
    [
        ("", None, SILENT),
        ("theirs", None, SILENT),
        ("all", None, 1.0),
        ("all", (0, Put), 1.0),
        ("all", (1, Line), GOES_ON),
        ("all", (1, Put), AGAIN),
        ("shown", (1, Put), 0.0),
    ],
    ids=["nothing to see", "only for one seat", "somebody else's", "another bot", "goes on", "the same again", "shown"],
)
def test_a_pause_is_for_looking_at_what_everybody_has_heard(
    given: Tables, said: str, before: Any, share: float
) -> None:
    table = deepcopy(given(ANN, BEN, game="tcnccc").begun().table)
    line = Line("said", say("something"), seq=table.seq)
    lines = {
        "all": [line],
        "theirs": [msgspec.structs.replace(line, only_for=1)],
        "shown": [msgspec.structs.replace(line, sight=Lifted(1, []), fades=True)],
    }
    table.lines.clear()
    table.lines += [msgspec.structs.replace(line, seq=table.seq - 1), *lines.get(said, [])]
    assert _share(table, (1, Put), before) == share


def test_what_nobody_can_look_up_is_shown_long_enough_at_every_pace(given: Tables) -> None:
    table = deepcopy(given(ANN, BEN, game="tcnccc").begun().table)
    bots = Bots(pause=0.9)
    for sight, seconds in ((Lifted(1, ["red"]), Lifted.look_s), (Placed(1, "red"), Placed.look_s)):
        table.lines.append(Line("said", say("something"), seq=table.seq, sight=sight, fades=True))
        assert bots._pause_for(table, 0.0) >= seconds >= 1.5
        table.lines.pop()
    table.lines.append(Line("said", say("something"), seq=table.seq, sight=Placed(1, "red"), fades=True))
    table.settings = msgspec.structs.replace(table.settings, fast_bots=True)
    assert bots._pause_for(table, 0.0) == SEEN_S


@pytest.mark.parametrize("is_skipped", [False, True])
async def test_bots_hurry_to_the_next_person_when_their_moves_are_skipped(party: Company, is_skipped: bool) -> None:
    """Also in the pause that has begun. Afterwards they are as patient as before."""
    bots = party.employs(Bots(pause=0.4))
    room, (ann,) = await party.seated(ANN, seats=3)
    await ann.asks(commands.SeatBot(1), commands.SeatBot(2), commands.Start())
    await ann.plays("put", bead=1)
    began = asyncio.get_running_loop().time()
    if is_skipped:
        await ann.asks(commands.Skip())
    await until(lambda: not bots._busy)
    assert (asyncio.get_running_loop().time() - began < 0.6) == is_skipped
    assert not room.is_skipped.is_set()


async def test_only_who_plays_against_nobody_but_bots_can_skip(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN, seats=3)
    assert "forbidden" in await ann.refused(commands.Skip())
    assert "not_seated" in await party.page(room, EVE).refused(commands.Skip())
    alone, (ann,) = await party.playing(ANN, seats=2)
    await ann.asks(commands.Skip())
    assert not alone.is_skipped.is_set(), "no bot is asked"
