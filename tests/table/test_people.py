"""Who sits, who may sit, who has to leave, and who is host; and what the host controls: access to the room, its game,
its order, its pauses, and its end."""

import pytest
from msgspec import Raw

from app.access import passwords
from app.protocol import commands
from app.rooms.views import lines_for
from app.storage.guests import Guest
from app.table import events
from app.table.deal import Onward
from app.table.events import Began, Body, RoomSettings, SeatRequested, SettingsChanged, decode_body, encode_body
from app.web.rooms_lookup import summary
from tests.support.decisions import Given, Tables
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, gone, put

NAMELESS = Guest("nameless-id", b"nameless", None)
KICK, KICK_OUT = commands.Kick(person="Ben"), commands.Kick(person="Ben", out=True)


def test_who_sits_down_elsewhere_leaves_the_first_seat_and_a_bots_is_free_before_the_game(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    table.when(ANN, commands.SeatBot(2, "medium"))
    table.when(BEN, commands.Sit(2))
    assert [(seat.name, seat.bot) for seat in table.table.seats] == [("Ann", None), (None, None), ("Ben", None)]


def test_who_sits_says_a_name_first_and_takes_nobodys_seat(given: Tables) -> None:
    assert given(ANN, BEN).refuses(EVE, commands.Sit(1)) == "taken: Ben sits there. Choose another seat."
    for wish, words in ((commands.Sit(1), "before you sit down"), (commands.Speak("hello"), "before you chat")):
        assert given(ANN, seats=2).refuses(NAMELESS, wish) == f"bad_name: Enter your name {words}."


def test_a_figure_goes_with_its_player_to_another_seat_or_device_and_is_left_with_it(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    assert table.when(BEN, commands.ChooseFigure("owl")) == events.Sat(1, "Ben", also=True, figure="owl")
    table.when(BEN, commands.Sit(2), commands.MakeLink())
    table.when(EVE, commands.TakeSeat(table.link))
    assert [seat.figure for seat in table.table.seats] == [None, None, "owl"]
    table.when(EVE, commands.Stand())
    table.when(BEN, commands.Sit(2))
    assert [seat.figure for seat in table.table.seats] == [None, None, None]


def test_two_at_one_device_choose_each_for_their_own_seat_and_onlookers_none(given: Tables) -> None:
    table = given(ANN, seats=2)
    table.when(ANN, commands.Sit(1, also="Ben"))
    table.begun()
    assert table.refuses(ANN, commands.ChooseFigure("owl")).startswith("not_your_seat")
    assert table.refuses(EVE, commands.ChooseFigure("owl")).startswith("not_seated")
    table.when(ANN, commands.ChooseFigure("owl", seat=1), commands.ChooseFigure("owl", seat=0))
    assert [seat.figure for seat in table.table.seats] == ["owl", "owl"]


@pytest.fixture
def waiting(given: Tables) -> Given:
    """Ann is asked whether Ben may sit beside her and Cleo."""
    table = given(ANN, CLEO, seats=3)
    table.when(ANN, commands.ChangeSettings(sitting="asked"))
    table.when(BEN, commands.Sit(2))
    return table


def test_where_people_are_asked_who_wants_to_sit_waits_for_the_hosts_word(waiting: Given) -> None:
    assert waiting.seats == ["Ann", "Cleo", None]
    assert waiting.when(ANN, commands.Admit(person="Ben", yes=True)) == events.Admitted(BEN.id)
    assert (waiting.seats, waiting.table.people.seat_requests) == (["Ann", "Cleo", "Ben"], {})


def test_who_asked_may_think_better_of_it_but_admits_nobody(waiting: Given) -> None:
    assert "not_host" in waiting.refuses(BEN, commands.Admit(person="Ben", yes=True))
    assert waiting.judged(BEN, commands.Stand()) == events.Declined(BEN.id)
    assert waiting.when(BEN, commands.Admit(person="Ben", yes=False)) == events.Declined(BEN.id)
    assert (waiting.seats, waiting.table.people.seat_requests) == (["Ann", "Cleo", None], {})


def test_who_asks_again_asks_once_for_another_seat_or_under_another_name(waiting: Given) -> None:
    waiting.when(CLEO, commands.Stand())
    waiting.when(BEN, commands.Sit(1), commands.Hello("Benedict"))
    assert [(wish.name, wish.seat) for wish in waiting.table.people.seat_requests.values()] == [("Benedict", 1)]


def test_who_sits_changes_seats_without_asking_and_whoever_waited_for_it_waits_no_more(waiting: Given) -> None:
    waiting.when(CLEO, commands.Sit(2))
    assert waiting.seats == ["Ann", None, "Cleo"]
    assert "No one with that name is waiting" in waiting.refuses(ANN, commands.Admit(person="Ben", yes=True))


async def test_whoever_says_another_name_as_the_game_begins_elsewhere_plays_it_under_theirs(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    other = await party.other_node()
    ben = other.page(await other.finds(room), BEN)
    await ann.asks(commands.Start())
    await ben.asks(commands.Hello("Benedict"))
    assert isinstance((await party.log(room))[-1].body, events.Began)
    assert [seat.name for seat in ben.room.table.seats] == ["Ann", "Ben"]


def test_in_a_game_a_bot_goes_on_for_who_is_asked_to_watch(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    table.puts(ANN)
    table.when(ANN, KICK)
    seat = table.table.seats[1]
    assert (seat.guest, seat.name, seat.bot) == (None, "Doña Remedios", "medium")
    assert "not_seated" in table.refuses(BEN, table.answer("put", bead=1))
    table.bot_answers()
    assert table.string == [(0, 1), (1, 1)]


async def test_farewell_is_the_last_word_to_who_is_shown_the_door_and_nobody_sees_them(party: Company) -> None:
    _, (ann, ben) = await party.playing(ANN, BEN)
    await ben.forgets()
    await ann.asks(KICK_OUT)
    assert [message["type"] for message in await ben.hears()] == ["farewell"]
    assert await ben.writer == 4403
    table = await ann.sees("table")
    bot = table["seats"][1]
    assert (table["watching"], bot["name"], bot["figure"], bot["here"]) == ([], "Doña Remedios", "hedgehog", False)


async def test_what_was_under_way_when_its_author_was_shown_the_door_does_not_happen(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    await ann.asks(KICK_OUT)
    before = room.table.seq
    await ann.forgets()
    for wish in (commands.Sit(1), commands.Speak("I am still here"), commands.React("hurry"), commands.MakeLink()):
        await ben.refused(wish)
    assert room.table.seq == before
    assert await ann.hears("reaction") == []


@pytest.mark.usefixtures("gone_at_once")
async def test_who_closes_one_of_two_pages_is_still_here(party: Company) -> None:
    room, (_, ben) = await party.seated(ANN, BEN)
    party.page(room, BEN)
    await gone(ben)
    assert BEN.id in room.audience.here
    assert room.audience.away_s(BEN.id) == 0.0


# --- What the host controls ---

NO_ONLOOKERS = commands.ChangeSettings(onlookers=False)


async def test_a_password_is_kept_as_salt_and_hash_differently_each_time_and_told_to_nobody(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    kept = []
    for _ in range(2):
        await ann.asks(commands.ChangeSettings(password="swordfish"))
        kept.append(room.table.settings.password or "")
    assert [passwords.is_password("swordfish", each) for each in kept] == [True, True]
    assert kept[0] != kept[1] and "swordfish" not in kept[0]
    assert not passwords.is_password("Swordfish", kept[0])
    assert (await ann.sees("table"))["password"] is True
    await ann.asks(commands.ChangeSettings(password=""))
    assert room.table.settings.password is None


def test_what_is_left_out_stays_as_it_is(given: Tables) -> None:
    table, clock = given(ANN, BEN), commands.Clock("game", 600)
    table.when(ANN, commands.ChangeSettings(sitting="asked", password="swordfish", clock=clock), NO_ONLOOKERS)
    assert table.table.settings == RoomSettings("asked", False, "hash of swordfish", clock)
    table.when(ANN, commands.ChangeSettings(clock=None))
    assert table.table.settings.clock is None


@pytest.mark.parametrize(("body", "stored"), [
    (SettingsChanged(RoomSettings(onlookers=False)), b'{"kind":"kept","manners":{"onlookers":false}}'),
    (Began("a@1", "00", [], last_question=7, onward=Onward(Raw(b"{}"), Raw(b"[]"))),
     b'{"kind":"began","rules":"a@1","key":"00","drawn":[],"asked":7,"starts":null,"secret":"","commitment":"",'
     b'"onward":{"state":{},"heard":[]}}'),
    (SeatRequested(1, "Eve", back=True), b'{"kind":"wished","seat":1,"name":"Eve","back":true}'),
])  # fmt: skip
def test_logs_of_earlier_releases_hold_the_same_event_under_another_name(body: Body, stored: bytes) -> None:
    assert encode_body(body) == stored
    assert decode_body(stored) == body


async def test_who_sits_and_the_host_need_no_password_and_others_read_no_name(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    await ann.asks(commands.ChangeSettings(password="swordfish"), commands.Stand())
    assert [room.is_locked_for(guest) for guest in (ANN, BEN, EVE, None)] == [False, False, True, True]
    assert [seat.name for seat in summary(room, EVE).seats] == [None, None]
    assert [seat.name for seat in summary(room, BEN).seats] == [None, "Ben"]


async def test_where_nobody_may_watch_an_onlooker_sees_no_game_from_then_on(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    eve = party.page(room, EVE)
    assert await eve.hears("frame")
    await ann.asks(NO_ONLOOKERS)
    await eve.forgets()
    late = party.page(room, CLEO)
    await ann.plays("put", bead=1)
    assert await eve.hears("frame") == await late.hears("frame") == []
    assert (await late.sees("table"))["onlookers"] is False
    assert (await ben.sees("frame"))["view"]["string"] == [[0, 1]]
    await ann.asks(commands.ChangeSettings(onlookers=True))
    assert (await eve.sees("frame"))["you"] is None


async def test_nor_does_who_sits_down_when_it_is_over_see_how_it_ended(party: Company) -> None:
    room, (ann, ben, cleo) = await party.playing(ANN, BEN, CLEO, length=3)
    await ann.asks(NO_ONLOOKERS)
    await put(ann, ben, cleo)
    for page, wish in ((ben, commands.Stand()), (cleo, commands.Sit(1))):
        await page.asks(wish)
    eve = party.page(room, EVE)
    await eve.asks(commands.Sit(2))
    assert await eve.hears("frame") == lines_for(room.table, EVE.id, 2) == []
    assert [(await page.sees("frame"))["you"] for page in (ann, cleo)] == [0, 1]
    await ann.asks(commands.Rematch())
    assert (await eve.sees("frame"))["you"] == 2


async def test_who_has_played_there_is_told_which_games_whose_replays_are_theirs(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, length=2)
    await put(ann, ben)
    await ann.asks(NO_ONLOOKERS, commands.Rematch())
    eve = party.page(room, EVE)
    assert [(await page.sees("table"))["you"].get("played") for page in (ann, ben, eve)] == [[1], [1], None]
    await ann.asks(commands.ChangeSettings(onlookers=True))
    assert "played" not in (await ben.sees("table"))["you"]


def test_people_and_bots_keep_their_seats_through_a_change_of_game(given: Tables) -> None:
    table = given(ANN, seats=3)
    table.when(ANN, commands.SeatBot(2, "medium"), commands.Order([2, 1, 0]))
    table.when(ANN, commands.ChangeGame("tcnccc", 4, {"capacity": 5}))
    assert table.seats == ["Herr Lindner", None, "Ann", None]
    assert (table.table.game.key, table.table.options.capacity) == ("tcnccc", 5)


def test_with_fewer_seats_the_last_ones_move_to_free_ones_or_to_bots(given: Tables) -> None:
    table = given(ANN, BEN, CLEO, seats=4)
    table.when(CLEO, commands.Sit(3))
    table.when(BEN, commands.Sit(2))
    table.when(ANN, commands.SeatBot(1, "medium"), commands.ChangeGame("beads", 3, {}))
    assert table.seats == ["Ann", "Cleo", "Ben"]


@pytest.mark.parametrize(("wish", "words"), [
    (commands.ChangeGame("tcnccc", 7, {}), "bad_option: TCNCCC is for 2, 3, 4, 5 or 6 players, not 7."),
    (commands.ChangeGame("beads", 2, {}), "There are 3 players here, but Beads has only 2 seats"),
    *((commands.Order(order), "An order names every seat once") for order in ([0, 1], [0, 0, 1], [0, 1, 3])),
])  # fmt: skip
def test_what_a_table_cannot_be_is_refused_in_words(given: Tables, wish: commands.FromBrowser, words: str) -> None:
    assert words in given(ANN, BEN, CLEO).refuses(ANN, wish)


def test_questions_are_numbered_on_through_a_change_of_game(given: Tables) -> None:
    table = given(ANN, BEN, length=2).begun()
    table.puts(ANN)
    last = table.question
    table.puts(BEN)
    table.when(ANN, commands.ChangeGame("beads", 2, {"length": 3}))
    assert table.table.phase == "gathering"
    assert table.begun().question == last + 1


def test_an_order_says_whose_seat_becomes_which_or_is_drawn_once_and_kept(given: Tables) -> None:
    table, orders = given(ANN, BEN, CLEO), set()
    table.when(ANN, commands.Order([2, 0, 1]))
    assert (table.seats, table.table.people.seat_of(table.table.host)) == (["Cleo", "Ann", "Ben"], 1)
    for _ in range(100):
        table.when(ANN, commands.Order(None))
        orders.add(tuple(table.seats))
    assert len(orders) == 6


async def test_a_room_that_is_closed_says_farewell_and_nothing_happens_in_it_any_more(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ben.forgets()
    await ann.asks(commands.CloseRoom())
    assert [message["type"] for message in await ben.hears()] == ["farewell"]
    assert [await page.writer for page in (ann, ben)] == [4404, 4404]
    assert "The host has closed this table" in await ben.refused(commands.Speak("hello?"))
    assert isinstance((await party.log(room))[-1].body, events.Closed)
    assert await party.rooms.find(room.table.room) is None
    assert await (await party.other_node()).rooms.find(room.table.room) is None
