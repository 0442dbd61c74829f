"""From a command to the entry that storage appends: its contents, and its limits. Whatever the rules leave unlimited
has a limit all the same, for everybody, and nobody acts so fast that others wait; no game ends because of one."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.access.rate_limits import Limits
from app.protocol import commands
from app.protocol.commands import ActionId
from app.protocol.messages import Refusal
from app.rooms.page_limits import Pace
from app.settings import Rate, Settings
from app.storage.guests import Guest
from app.table import events, moves
from app.table.decide import Entry, IndexRow, decide
from app.table.event_ids import SERVER, id_of, new_id
from tests.support.decisions import Given, Tables
from tests.support.played_games import one_move
from tests.support.tables import ANN, BEN, EVE, Company, company, told, until

IDLE = 12
UNDO, END, YES = commands.Propose("undo"), commands.Propose("end"), commands.Agree(True)
TIRED = "You have done this too often in this game. Now you can only make your moves."


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.table.decide.MOST_IDLE_OF_A_SEAT", IDLE)
    monkeypatch.setattr("app.table.decide.MOST_GAMES", 3)


@pytest.fixture
def coins(given: Tables) -> Given:
    """Ann, Ben and a bot play Sin Color."""
    return until_coins_turn(given(ANN, BEN, seats=3, game="sin_color").begun())


def until_coins_turn(table: Given) -> Given:
    while table.table.playing and table.table.playing.state.turn is None:
        table.bot_answers()
    return table


def turn_over() -> commands.Play:
    """Turning over a coin: a free move."""
    return commands.Play(new_id(), None, msgspec.Raw(b'{"do":"turn_over","coin":0}'))


# --- The entry ----------------------------------------------------------------------------------------------


def a_move(table: Given, index_moves: bool = True) -> Entry:
    seat, question = table.asked[0], table.question
    return decide(
        table.table, SERVER, new_id(), lambda t: moves.bots_answer(t, seat, question), index_moves=index_moves
    )


def test_deciding_changes_nothing_at_the_table_and_the_entry_follows_its_last_event(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    before, last = told(table.table), table.log[-1]
    entry = a_move(table)
    table.judged(ANN, commands.Speak("hello"))
    assert told(table.table) == before
    assert (entry.seq, entry.prev, entry.after) == (last.seq + 1, last.id, last.at)


def test_a_move_says_what_the_index_holds_of_the_room_when_asked_and_where_a_clock_runs(given: Tables) -> None:
    table, clocked = given(ANN, BEN).begun(), given(ANN, BEN).begun(clock=commands.Clock("question", 60))
    assert (a_move(table).index_row, a_move(table, index_moves=False).index_row) == (IndexRow("playing", False), None)
    assert a_move(clocked, index_moves=False).index_row == IndexRow("playing", True)


DEEDS = ["lapse/k7Qm2xZ9vB3nR5wT/7/1/1800000000000", "bot/k7Qm2xZ9vB3nR5wT/7/1/1800000000000"]


def test_an_id_of_the_house_is_the_same_everywhere_and_no_client_may_use_it() -> None:
    """Whoever could write an event under one would stop a clock or a bot for good."""
    assert len({id_of(deed) for deed in DEEDS * 2}) == len(DEEDS)
    for deed in DEEDS:
        assert len(id_of(deed)) == 32, "it has to fit the column"
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(id_of(deed), ActionId)
    assert re.fullmatch("[0-9a-f]{32}", new_id()), "random ids look like those of clients"


# --- How often ----------------------------------------------------------------------------------------------


def test_who_has_turned_coins_over_and_over_can_only_answer_until_the_next_game(coins: Given) -> None:
    coins.when(ANN, *[turn_over() for _ in range(IDLE)])
    assert TIRED in coins.refuses(ANN, turn_over())
    coins.when(BEN, turn_over())
    before = coins.question
    coins.bot_answers()
    assert coins.question != before
    coins.when(ANN, END)
    coins.when(BEN, YES)
    coins.when(ANN, commands.Rematch())
    until_coins_turn(coins).when(ANN, turn_over())


def test_turning_coins_is_counted_also_where_it_names_the_question_as_pages_do(coins: Given) -> None:
    for _ in range(IDLE):
        coins.plays(ANN, "turn_over", coin=0)
    assert TIRED in coins.refuses(ANN, coins.answer("turn_over", coin=0))
    assert "stale" in coins.refuses(BEN, coins.answer("turn_over", question=coins.question - 1, coin=0))


def test_who_turns_a_coin_over_just_as_somebody_moves_is_not_told_of_an_answer(coins: Given) -> None:
    refused = coins.refuses(BEN, coins.answer("turn_over", question=coins.question - 1, coin=0))
    assert "The table has just changed." in refused
    for late in (coins.answer("no_trade", question=coins.question - 1), coins.answer("lift", question=1, cylinder=0)):
        assert "answered already" in coins.refuses(BEN, late)


def test_taking_moves_back_is_counted_and_others_may_still_do_so(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    for number in range(IDLE + 1):
        table.puts(ANN)
        if number < IDLE:
            table.when(ANN, UNDO)
    assert TIRED in table.refuses(ANN, UNDO)
    table.puts(BEN)
    table.when(BEN, UNDO)
    table.when(ANN, END)
    table.when(BEN, YES)
    assert table.table.phase == "over"


def test_what_was_proposed_in_time_is_taken_back(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    for _ in range(IDLE - 1):
        table.puts(ANN)
        table.when(ANN, UNDO)
    table.puts(ANN, BEN)
    table.when(ANN, UNDO)
    table.when(BEN, YES)
    assert table.string == []


def test_talk_and_comings_and_goings_use_up_nothing_that_a_game_needs(coins: Given) -> None:
    for _ in range(3 * IDLE):
        coins.when(BEN, commands.Speak("la la la"), END)
        coins.when(ANN, commands.Agree(False))
    coins.when(ANN, turn_over())
    while coins.table.phase == "playing":
        coins.bot_answers()
    coins.when(ANN, commands.Rematch())
    assert coins.table.number == 2


def test_after_very_many_games_no_other_begins_and_all_else_goes_on(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    for again in (True, True, False):
        table.when(ANN, END)
        table.when(BEN, YES, *[commands.Rematch()] * again)
    assert "Open a new one" in table.refuses(ANN, commands.Rematch())
    table.when(BEN, commands.Stand())
    table.when(EVE, commands.Sit(1), commands.Speak("and now?"))
    table.when(ANN, commands.CloseRoom())
    assert table.table.closed


def test_only_so_many_wait_for_a_seat_until_one_is_answered(given: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.table.decide.MOST_WISHES", 3)
    table = given(ANN, seats=3)
    table.when(ANN, commands.ChangeSettings(sitting="asked"))
    others = [Guest(f"guest-{number}", b"", f"Guest of Ann {letter}") for number, letter in enumerate("abcd")]
    for other in others[:3]:
        table.when(other, commands.Sit(1))
    assert "Too many people are waiting" in table.refuses(others[3], commands.Sit(1))
    table.when(others[0], commands.Hello("Another name"))
    table.when(ANN, commands.Admit(person="Another name", yes=False))
    table.when(others[3], commands.Sit(1))


@pytest.mark.usefixtures("gone_at_once")
async def test_one_address_has_a_share_of_the_requests_and_keeps_nobody_from_asking_for_their_own_seat(
    party: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.page_limits.MOST_OF_ONE", 2)
    room, (ann, ben) = await party.seated(ANN, BEN, seats=4)
    await ann.asks(commands.ChangeSettings(sitting="asked"))
    crowd = [Guest(f"guest-{number}", b"", f"Friend {letter}") for number, letter in enumerate("abcdefghijk")]
    pages = [party.page(room, guest, address="192.0.2.66") for guest in crowd[:3]]
    for page in pages[:2]:
        await page.asks(commands.Sit(2))
    assert "Too many people are waiting" in await pages[2].refused(commands.Sit(2))
    await pages[0].asks(commands.Sit(3))
    await party.page(room, crowd[3], address="192.0.2.67").asks(commands.Sit(2))
    ben.leaves()
    await until(lambda: BEN.id not in room.audience.here)
    await pages[2].asks(commands.Sit(1, back=True))
    networks = [f"2001:db8:0:{number:x}::1" for number in (1, 1, 2, 2, 3, 3, 4, 4, 5)]
    others = [Guest(f"other-{number}", b"", f"Pal {letter}") for number, letter in enumerate("abcdefghi")]
    *eight, ninth = [party.page(room, guest, address=at) for guest, at in zip(others, networks, strict=True)]
    for page in eight:
        await page.asks(commands.Sit(2))
    assert "Too many people are waiting" in await ninth.refused(commands.Sit(2))


# --- How fast -----------------------------------------------------------------------------------------------

FEW, MORE = Rate(5, 600), Rate(12, 600)
AWAY = "198.51.100.1"
STANDS, TURNS = events.Stood(), events.Moved(0, None, msgspec.Raw(b"{}"), [])
NEVER_TOO_MUCH = [events.Moved(0, 7, msgspec.Raw(b"{}"), []), events.Stopped(events.Result("beads", [], [], [], []))]
NEVER_TOO_MUCH += [events.Returned(), events.Closed(), events.Kicked("ben-id", True), events.Muted("ben-id", True)]


def paces(**limits: Any) -> Callable[..., bool]:
    """Whether a guest at an address may write this now; each call is from another page."""
    counted = Limits(Settings(**limits), lambda: 0.0)

    def may(body: events.Body, guest: str = "eve", address: str = "192.0.2.7", room: str = "room") -> bool:
        try:
            Pace(counted, guest, address, room).refuse_haste(body)
        except Refusal as busy:
            assert busy.code == "busy"
            return False
        return True

    return may


def test_a_stranger_is_told_to_wait_on_whatever_page_and_the_others_are_not() -> None:
    may = paces(limits_commands=FEW)
    assert [may(STANDS) for _ in range(6)] == [True] * 5 + [False]
    assert may(STANDS, guest="ben") and may(STANDS, room="elsewhere")


def test_many_guests_of_one_address_have_a_measure_together() -> None:
    may = paces(limits_commands_per_address=MORE)
    assert [may(STANDS, guest=f"stranger {number}") for number in range(13)] == [True] * 12 + [False]
    assert may(STANDS, guest="ann", address=AWAY)


def test_free_moves_have_a_measure_of_their_own() -> None:
    may = paces(limits_free_moves=FEW, limits_commands=FEW)
    assert [may(TURNS) for _ in range(6)] == [True] * 5 + [False]
    assert may(TURNS, guest="ben") and may(STANDS)


@pytest.mark.parametrize("body", NEVER_TOO_MUCH, ids=events.kind_of)
def test_what_a_game_or_a_host_needs_is_never_too_much(body: events.Body) -> None:
    may = paces(limits_commands=Rate(1, 600), limits_commands_per_address=Rate(1, 600), limits_free_moves=Rate(1, 600))
    assert [may(STANDS), may(STANDS)] == [True, False]
    assert all(may(body) for _ in range(1000))


async def test_many_guests_of_one_address_do_not_flood_a_table_with_reactions(tmp_path: Path) -> None:
    async with company(tmp_path, limits_commands_per_address=FEW) as them:
        room, (ann, _) = await them.seated(ANN, BEN)
        crowd = [them.page(room, Guest(f"guest-{letter}", b"", f"Guest {letter}"), address=AWAY) for letter in "abcdef"]
        for guest in crowd[:5]:
            await guest.asks(commands.React("laugh"))
        assert "busy" in await crowd[5].refused(commands.React("laugh"))
        await ann.asks(commands.React("bravo"))
        assert len(await ann.hears("reaction")) == 6


async def test_a_host_mutes_everybody_at_once_and_nobody_over_and_over(tmp_path: Path) -> None:
    async with company(tmp_path, limits_commands=Rate(6, 600)) as party:
        room, (ann, _) = await party.seated(ANN, BEN)
        for guest in [Guest(f"guest-{letter}", b"", f"Guest {letter}") for letter in "abcdefghi"]:
            party.page(room, guest)
            await ann.asks(commands.Mute(person=guest.name, yes=True))
        assert "This person is muted already" in await ann.refused(commands.Mute(person="Guest a", yes=True))
        with pytest.raises(Refusal, match="Too much at once"):
            for _ in range(9):
                for yes in (False, True):
                    await ann.asks(commands.Mute(person="Guest a", yes=yes))


async def test_what_is_refused_or_changes_nothing_costs_nothing_and_haste_is_not_written(tmp_path: Path) -> None:
    async with company(tmp_path, limits_commands=FEW) as them:
        room, (_, ben) = await them.seated(ANN, BEN)
        eve = them.page(room, EVE)
        for _ in range(10):
            assert "sits there" in await eve.refused(commands.Sit(1))
        await ben.asks(commands.Stand())
        await eve.asks(commands.Sit(1), commands.Stand(), commands.Sit(1), commands.Stand(), commands.Hello("Eva"))
        before = room.table.seq
        for wish in (commands.Sit(1), commands.Hello("Evi")):
            assert "busy" in await eve.refused(wish)
        await eve.asks(commands.Hello("Eva"))
        assert room.table.seq == before


async def test_a_move_that_was_written_is_acknowledged_however_fast_it_comes_again(tmp_path: Path) -> None:
    async with company(tmp_path, limits_free_moves=Rate(1, 600)) as them:
        room, (ann, _) = await them.playing(ANN, BEN, seats=3, game="sin_color")
        while room.table.playing and room.table.playing.state.turn is None:
            await one_move(room)
        once = turn_over()
        for _ in range(4):
            await ann.asks(once)
        assert [ack["seq"] for ack in await ann.hears("ack")] == [room.table.seq] * 4
        assert "busy" in await ann.refused(turn_over())
