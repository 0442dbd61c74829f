"""Again with this deal: the game that is over is played once more from the same secret, and counts nowhere."""

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest

from app.duplicates.again import deal_again, whence
from app.protocol import commands
from app.protocol.messages import Refusal
from app.replay.endings import ending_of
from app.replay.onward import beginning_of
from app.replay.room_log import logged
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.table import host
from app.table.deal import SameDeal
from app.table.event_ids import new_id
from app.table.events import Began, move_in
from games import GAMES, LESSONS
from games.bot import Seeded, answer, anything
from tests.support.decisions import Given, Tables
from tests.support.played_games import begin_with_words, guest_called, next_game, play_to_the_end, seated
from tests.support.room_fixtures import database_url as database_url
from tests.support.room_fixtures import rooms as rooms
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, until
from tests.table.test_results import best_at, games_of, reached, standings_of, won_by

AGAIN: Final = commands.Rematch(again=True)
SHORT: Final = {"color_gin": {"target": 25}}
MOST_MOVES: Final = 150
Played = list[tuple[int, msgspec.Raw]]


def dealt(given: Tables, key: str) -> Given:
    """A table at which the first game of this kind has begun."""
    return given(*[ANN, BEN, CLEO, EVE][: GAMES[key].seats[0]], game=key, **SHORT.get(key, {})).begun()


def answers(table: Given, seat: int, move: msgspec.Raw) -> None:
    guest = next(guest for guest in table.here.values() if guest.id == table.table.seats[seat].guest)
    table.when(guest, commands.Play(new_id(), table.question, move, seat))


def plays(table: Given, seed: str) -> Played:
    """Answer to the end or for a while, three times of four with care; what was answered."""
    chance, played = Seeded(seed), Played()
    while table.table.phase == "playing" and len(played) < MOST_MOVES:
        game, g, seat = table.table.game, table.table.playing.state, table.asked[0]
        wild = chance.below(4, "wild") == 0
        move = anything(game, g, seat, chance) if wild else answer(game, g, seat, table.table.lines, chance)
        played.append((seat, msgspec.Raw(msgspec.json.encode(move))))
        answers(table, *played[-1])
    return played


def ends(table: Given) -> None:
    """Let all agree to the end, if it has not come."""
    if table.table.phase == "playing":
        table.when(ANN, commands.Propose("end"))
    for guest in table.here.values():
        if table.table.phase == "playing" and guest is not ANN:
            table.when(guest, commands.Agree(True))


def drawn_in(table: Given) -> list[Any]:
    """Everything that has been drawn in the game on the table."""
    events = table.log[table.table.began :]
    began = table.log[table.table.began - 1].body
    return [began.drawn, *(moved.drawn for event in events if (moved := move_in(event.body)) is not None)]


def stands(table: Given) -> str:
    """The whole position."""
    return str(table.table.game.notation.written(table.table.playing.state))


def games_begun(table: Given) -> Iterator[Began]:
    return (event.body for event in table.log if isinstance(event.body, Began))


# --- The same game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_same_moves_give_the_same_game(given: Tables, key: str) -> None:
    table = dealt(given, key)
    first = stands(table)
    played = plays(table, f"again/{key}")
    last, drawn = stands(table), drawn_in(table)
    ends(table)
    table.when(BEN, AGAIN)
    assert (table.table.number, stands(table)) == (2, first)
    for seat, move in played:
        answers(table, seat, move)
    assert (stands(table), drawn_in(table)) == (last, drawn)


def test_other_moves_are_played_with_what_the_same_secret_gives(given: Tables) -> None:
    table = dealt(given, "tcnccc")
    plays(table, "one way")
    drawn = drawn_in(table)
    ends(table)
    table.when(ANN, AGAIN)
    plays(table, "another way")
    assert drawn_in(table)[:2] == drawn[:2]
    assert drawn_in(table) != drawn


def test_a_deal_that_is_played_once_more_is_still_that_of_its_first_game(given: Tables) -> None:
    table = given(ANN, BEN, length=2).begun()
    for wish in (commands.Rematch(), AGAIN, AGAIN, commands.Rematch()):
        table.puts(*[[ANN, BEN][seat] for seat in (table.asked[0], 1 - table.asked[0])])
        table.when(ANN, wish)
    _, second, third, fourth, fifth = games_begun(table)
    assert [second.same, fifth.same] == [msgspec.UNSET, msgspec.UNSET]
    assert third.same == SameDeal(table.table.room, 2, again=2)
    assert fourth.same == SameDeal(table.table.room, 2, again=3)
    assert {(game.secret, game.key, game.commitment) for game in (second, third, fourth)} == {
        (second.secret, second.key, second.commitment)
    }
    assert fifth.secret != second.secret


def test_who_starts_stays_the_same_and_only_a_rematch_passes_it_on(given: Tables) -> None:
    table, starts = dealt(given, "tcnccc"), list[int | None]()
    for wish in (AGAIN, commands.Rematch(), AGAIN, None):
        starts.append(table.table.playing.starts)
        ends(table)
        if wish is not None:
            table.when(ANN, wish)
    assert starts == [starts[0], starts[0], 1 - starts[0], 1 - starts[0]]


def test_no_question_has_the_number_of_one_before(given: Tables) -> None:
    table = given(ANN, BEN, length=2).begun()
    table.puts(*[[ANN, BEN][seat] for seat in (table.asked[0], 1 - table.asked[0])])
    before = table.table.playing.state.asked_so_far
    table.when(ANN, AGAIN)
    assert table.question == before + 1


def test_moves_can_be_taken_back_in_it_and_it_stays_the_deal_of_the_other_one(given: Tables) -> None:
    """So does what is read from a snapshot: that is compared of every table at its end."""
    table = given(ANN, BEN, length=9).begun()
    ends(table)
    table.when(ANN, AGAIN)
    mover = [ANN, BEN][table.asked[0]]
    table.puts(mover)
    table.when(mover, commands.Propose("undo"))
    assert table.string == []
    table.puts(mover)
    assert table.table.playing.same == SameDeal(table.table.room, 1, again=1)


# --- Words --------------------------------------------------------------------------------------------------


async def again(rooms: Rooms, room: Room) -> Began:
    (event,) = await rooms.store.load(room.table.room, room.table.began - 1, room.table.began)
    guest = room.table.host
    await room.do(guest, new_id(), lambda table: deal_again(table, guest, event.body))
    (event,) = await rooms.store.load(room.table.room, room.table.began - 1, room.table.began)
    assert isinstance(event.body, Began)
    return event.body


async def test_the_words_of_its_players_stay_in_the_deal_and_nobody_is_asked_for_others(rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    await begin_with_words(room)
    (event,) = await rooms.store.load(room.table.room, room.table.began - 1, room.table.began)
    await play_to_the_end(room)
    began = await again(rooms, room)
    assert room.table.phase == "playing"
    assert (began.words, began.seals, began.key) == (event.body.words, event.body.seals, event.body.key)
    assert all(began.words)


# --- It is said ---------------------------------------------------------------------------------------------

SAID: Final = "This is the deal of game {number} again: some may know what comes. It counts in no standings."


def test_the_first_line_and_the_table_say_whose_deal_it_is(given: Tables) -> None:
    table = dealt(given, "tcnccc")
    assert whence(table.table) is None
    ends(table)
    table.when(ANN, AGAIN)
    line = table.table.lines[0]
    assert (line.kind, line.text.text, line.text.with_) == ("same_deal", SAID, {"number": 1})
    assert whence(table.table) == line.text
    ends(table)
    table.when(ANN, commands.Rematch())
    assert whence(table.table) is None


async def test_its_replay_and_its_end_are_those_of_a_whole_game(rooms: Rooms) -> None:
    room = await seated(rooms, "color_dice", 2)
    await next_game(room)
    await again(rooms, room)
    await play_to_the_end(room)
    first, second = room.table.past
    store, code = rooms.store, room.table.room
    told = [ending_of(await store.load_game(code, past.began, past.ended), past) for past in (first, second)]
    assert second.result.onward
    assert told[1].facts and len(told[1].facts) == len(told[0].facts)
    log = json.loads(b"".join([each async for part in logged(store, code, second.ended) for each in part]))
    (began,) = [event["body"]["same"] for event in log if "same" in event["body"]]
    assert began == {"room": code, "game": 1, "again": 1}


async def test_an_exported_log_names_no_other_room_or_evening(rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    await next_game(room)
    (event,) = await rooms.store.load(room.table.room, room.table.began - 1, room.table.began)
    same = SameDeal("Zz0Yy1Xx2Ww3Vv4U", 1)
    elsewhere = msgspec.structs.replace(event.body, same=same, last_question=room.table.playing.state.asked_so_far)
    await room.do("ann", new_id(), lambda table: elsewhere)
    log = b"".join([each async for part in logged(rooms.store, room.table.room, room.table.seq) for each in part])
    assert b'"same":{"room":"","game":1}' in log
    assert b"Zz0Yy1Xx2Ww3Vv4U" not in log


# --- It counts nowhere --------------------------------------------------------------------------------------


async def test_it_is_listed_and_counts_in_no_standings(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=2)
    await won_by(room, pages, 1)
    standings = await standings_of(pages[0])
    await pages[0].asks(AGAIN)
    await won_by(room, pages, 1)
    await until(lambda: len(room.table.past) == 2)
    assert await standings_of(pages[0]) == standings == [("Ben", 1, 1), ("Ann", 1, 0)]
    assert [game["streak"] for game in await games_of(pages[0])] == [0, 1]


async def test_a_team_reaches_no_best_score_with_it(party: Company) -> None:
    _, pages = await party.playing(ANN, BEN, length=2, team=True)
    await reached(pages, 1)
    await pages[1].asks(AGAIN)
    await reached(pages, 2)
    assert await best_at(pages[0]) == [(1, True)]
    assert await best_at(party.page(await party.table(length=2, team=True), CLEO)) == [(1, False)]


# --- Refused ------------------------------------------------------------------------------------------------


def over(given: Tables) -> Given:
    table = given(ANN, BEN, length=2).begun()
    ends(table)
    return table


def test_it_is_for_players_alone_and_only_when_a_game_is_over(given: Tables) -> None:
    table = given(ANN, BEN, length=2)
    assert "when its game is over" in table.refuses(ANN, AGAIN)
    table.begun()
    assert "when its game is over" in table.refuses(ANN, AGAIN)
    ends(table)
    assert "Only players" in table.refuses(EVE, AGAIN)
    table.when(BEN, AGAIN)
    assert "when its game is over" in table.refuses(ANN, AGAIN)


def test_it_waits_until_every_seat_is_taken(given: Tables) -> None:
    table = over(given)
    table.when(BEN, commands.Stand())
    assert "Free seats" in table.refuses(ANN, AGAIN)
    table.when(EVE, commands.Sit(1))
    table.when(EVE, AGAIN)
    assert table.table.number == 2


def test_not_while_another_game_is_starting(given: Tables) -> None:
    table = over(given)
    table.when(ANN, commands.SealWord("5e" * 32), commands.Rematch())
    assert table.table.starting is not None
    assert "The game is starting" in table.refuses(BEN, AGAIN)


async def test_a_lesson_is_not_dealt_again(rooms: Rooms) -> None:
    ann = guest_called("Ann")
    room = await rooms.find(await rooms.open_onward(*beginning_of(LESSONS["tcnccc"]), ann, "Ann", "medium"))
    await play_to_the_end(room)
    with pytest.raises(Refusal, match="it began with a position"):
        await again(rooms, room)


async def test_what_was_looked_up_has_to_be_the_game_that_is_over(rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    await next_game(room)
    (event,) = await rooms.store.load(room.table.room, room.table.began - 1, room.table.began)
    other = msgspec.structs.replace(event.body, commitment="00" * 32)
    for dealt_before in (other, None):
        with pytest.raises(Refusal, match="when its game is over"):
            deal_again(room.table, room.table.host, dealt_before)


async def test_it_is_offered_only_where_there_is_a_deal_to_play_again(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=2)
    assert "again" not in await pages[0].sees("table")
    await won_by(room, pages, 1)
    assert (await pages[0].sees("table"))["again"] is True
    await room.do(ANN.id, new_id(), lambda table: host.change_game(table, ANN.id, "beads", 2, {"length": 2}))
    assert "again" not in await pages[0].sees("table")
