"""A first lesson begins as its guide requires, by a deal as fixed and verifiable as any other."""

import asyncio
import json
import threading
import time
from pathlib import Path

import msgspec
import pytest

from app.__main__ import main
from app.admin.checking import verify_deal
from app.admin.verifying import verify_log
from app.protocol.commands import Play
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.services.bots import LESSON_S, Bots
from app.services.lessons import CROWD, MOST_OF_ONE, MOST_WAITING, open_lesson
from app.table import gathering
from app.table.event_ids import new_id
from app.table.events import Began, Moved
from app.table.moves import answer
from games import GAMES, LESSONS
from games.color_gin.sheet import Row
from games.lesson import PUPIL
from tests.company import until
from tests.finished import deal_of, guest_called, one_move, play_to_the_end
from tests.games.color_gin_tables import shedding, table
from tests.rooms_alone import database_url as database_url
from tests.rooms_alone import rooms as rooms
from tests.test_dealt import played, shown_to

PUPIL_ID = "ann"


async def lesson_in(rooms: Rooms, game: str, address: str = "192.0.2.7") -> Room:
    return await rooms.find(await open_lesson(rooms, game, guest_called(PUPIL_ID), "Ann", address))


@pytest.mark.parametrize("game", GAMES)
async def test_a_pupil_who_does_as_the_guide_says_scores_where_it_was_foreseen(rooms: Rooms, game: str) -> None:
    # A wrong forecast may come true by chance, but hardly one of almost a whole game.
    for _ in range(1 if game == "sin_color" else 3):
        room, lesson = await lesson_in(rooms, game), LESSONS[game]
        playing = room.table.playing
        assert playing is not None and PUPIL in playing.state.question.seats and playing.teaches
        while not lesson.has_scored(playing.state):
            assert playing.teaches
            await (take_advice(room) if PUPIL in playing.state.question.seats else one_move(room))
        assert not playing.teaches


@pytest.mark.parametrize(("out", "teaches"), [(PUPIL, True), (1, False)])
def test_color_gin_is_not_learnt_from_a_round_that_the_bot_ends_though_the_pupil_scores(
    out: int, teaches: bool
) -> None:
    g = table()
    g.sheet = (Row(round=1, dealer=1, out=out, how="knock", winner=PUPIL, points=30, suits=("S",)),)
    assert LESSONS["color_gin"].has_scored(g) == teaches


@pytest.mark.parametrize(("last", "points"), [("6D", None), ("AS", 1)])
def test_color_gin_is_learnt_by_a_knock_as_the_guide_says_and_not_by_gin(last: str, points: int | None) -> None:
    way = LESSONS["color_gin"].advice(shedding(f"QS QH QC TD JD QD 3D 4D 5D {last} KS"))
    assert (way and way.points) == points


async def test_of_many_to_begin_one_is_looked_for_at_a_time(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = threading.Lock()

    def looked_for(*_: object) -> None:
        assert alone.acquire(blocking=False)
        time.sleep(0.01)
        alone.release()

    monkeypatch.setattr("app.services.lessons.opening_of", looked_for)
    await asyncio.gather(*(lesson_in(rooms, "tcnccc", f"192.0.2.{number}") for number in range(4)))


async def test_of_one_address_and_of_all_only_so_many_wait_and_the_others_are_told_to_try_again(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr("app.services.lessons.opening_of", lambda *_: go_on.wait(20) and None)
    addresses = ["crowd"] * (MOST_OF_ONE + 2) + [str(number) for number in range(MOST_WAITING)]
    asking = [asyncio.create_task(lesson_in(rooms, "tcnccc", address)) for address in addresses]
    await until(lambda: sum(task.done() for task in asking) == 2 + MOST_OF_ONE)
    refused = [address for address, task in zip(addresses, asking, strict=True) if task.done()]
    assert refused == ["crowd"] * 2 + [str(number) for number in range(MOST_WAITING - MOST_OF_ONE, MOST_WAITING)]
    assert {str(task.exception().text) for task in asking if task.done()} == {str(CROWD)}
    go_on.set()
    opened = [room for room in await asyncio.gather(*asking, return_exceptions=True) if isinstance(room, Room)]
    assert len(opened) == MOST_WAITING
    assert await lesson_in(rooms, "tcnccc", "crowd")


async def take_advice(room: Room) -> None:
    playing = room.table.playing
    move = msgspec.Raw(msgspec.json.encode(LESSONS[room.table.game.key].advice(playing.state)))
    play = Play(new_id(), playing.state.question.number, move)
    await room.do(PUPIL_ID, play.id, lambda table: answer(table, PUPIL_ID, play))


async def test_it_begins_as_the_guide_of_its_game_needs_it(rooms: Rooms) -> None:
    opened = {game: await lesson_in(rooms, game) for game in ("sin_color", "desfases", "color_dice")}
    coins, suits, dice = [room.table.playing.state for room in opened.values() if room.table.playing is not None]
    # The bots leave three coins, one of which can be paid.
    tops = [tiles[0] for tiles in coins.stacks]
    assert len(coins.rows[PUPIL]) == 3
    assert sum(coin.face in tops for coin in coins.rows[PUPIL]) == 1
    log = await rooms.store.load(opened["sin_color"].table.room)
    assert all(event.body.bot for event in log if isinstance(event.body, Moved))
    # The suits are random, and the first timer shows the ace.
    assert (suits.players[suits.suit], suits.pieces[suits.suit].die) == (PUPIL, 1)
    # One group has one possible move.
    mine, *others = [die.value for die in dice.dice]
    assert mine == max(mine, *others)


async def test_the_table_says_that_its_deal_was_chosen_and_the_rematch_is_dealt_as_always(rooms: Rooms) -> None:
    room = await lesson_in(rooms, "color_dice")
    assert shown_to(room, "x")["lesson"] is True
    await play_to_the_end(room, most=30)
    await room.do(PUPIL_ID, new_id(), lambda table: gathering.rematch(table, PUPIL_ID))
    assert shown_to(room, "x")["lesson"] is False
    log = await rooms.store.load(room.table.room)
    assert [event.body.lesson for event in log if isinstance(event.body, Began)] == [3, 0]


async def test_every_other_game_has_the_first_secret_that_is_drawn_and_so_has_one_without_an_opening_that_teaches(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[bytes]()
    monkeypatch.setattr(gathering, "new_secret", lambda: drawn.append(bytes([len(drawn)] * 32)) or drawn[-1])
    code = await rooms.open_with_bots("color_gin", 2, {}, guest_called(PUPIL_ID), "Ann", "medium")
    (began,) = [event.body for event in await rooms.store.load(code) if isinstance(event.body, Began)]
    assert ([secret.hex() for secret in drawn], began.lesson) == ([began.secret], 0)
    monkeypatch.setattr("app.services.lessons.MOST_TRIES", 0)
    room = await lesson_in(rooms, "color_dice")
    assert (room.table.phase, shown_to(room, "x")["lesson"]) == ("playing", False)


@pytest.mark.parametrize("game", ["sin_color", "tcnccc"])
async def test_its_deal_and_its_log_are_verified_like_any_other(
    rooms: Rooms, database_url: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = await lesson_in(rooms, game)
    await play_to_the_end(room)
    file = tmp_path / "deal.json"
    file.write_bytes(await deal_of(rooms.store, room))
    assert main(["verify-deal", str(file)]) == 0
    assert "A first lesson: its secret was chosen among many" in capsys.readouterr().out
    assert verify_log(database_url, room.table.room) == 0


async def test_the_file_of_a_lesson_without_its_mark_does_not_hold_nor_that_of_another_game_with_it(
    rooms: Rooms, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson, other = await lesson_in(rooms, "color_dice"), await played(rooms, "color_dice", 3)
    await play_to_the_end(lesson)
    for room, is_lesson in ((lesson, False), (other, True)):
        deal = {**json.loads(await deal_of(rooms.store, room)), "lesson": is_lesson}
        (tmp_path / "deal.json").write_text(json.dumps(deal))
        assert verify_deal(tmp_path / "deal.json") == 1
        said = capsys.readouterr().out
        assert "The fingerprint does NOT hold" in said
        assert "The game holds" in said


async def test_bots_do_not_keep_a_pupil_waiting(rooms: Rooms) -> None:
    room, bots = await lesson_in(rooms, "color_gin"), Bots(pause=60)
    assert bots._pause_for(room.table, 1.0) == LESSON_S
    while room.table.playing is not None and room.table.playing.teaches:
        await one_move(room)
    assert 45 <= bots._pause_for(room.table, 1.0) <= 75
