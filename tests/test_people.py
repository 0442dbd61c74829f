"""Who sits, who may sit, who has to leave, and who is host."""

import pytest

from app.protocol import commands
from app.rooms.identities import handle_of
from app.storage.guests import Guest
from app.table import events
from tests.company import ANN, BEN, CLEO, EVE, Company, gone
from tests.given import Given, Tables

NAMELESS = Guest("nameless-id", b"nameless", None)
KICK, KICK_OUT = commands.Kick(name="Ben"), commands.Kick(name="Ben", out=True)


def test_who_sits_down_elsewhere_leaves_the_first_seat_and_a_bots_is_free_before_the_game(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    table.when(ANN, commands.SeatBot(2, "medium"))
    table.when(BEN, commands.Sit(2))
    assert [(seat.name, seat.bot) for seat in table.table.seats] == [("Ann", None), (None, None), ("Ben", None)]


def test_a_game_begins_when_every_seat_is_taken(given: Tables) -> None:
    table = given(ANN, seats=3)
    words = "Free seats: 2 and 3. Wait for your friends, or fill the seats with bots."
    assert table.refuses(ANN, commands.Start()) == f"not_now: {words}"


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
    table.when(ANN, commands.Doors(sitting="asked"))
    table.when(BEN, commands.Sit(2))
    return table


def test_where_people_are_asked_who_wants_to_sit_waits_for_the_hosts_word(waiting: Given) -> None:
    assert waiting.seats == ["Ann", "Cleo", None]
    assert waiting.when(ANN, commands.Admit(name="Ben", yes=True)) == events.Admitted(BEN.id)
    assert (waiting.seats, waiting.table.people.wishes) == (["Ann", "Cleo", "Ben"], {})


def test_who_asked_may_think_better_of_it_but_admits_nobody(waiting: Given) -> None:
    assert "not_host" in waiting.refuses(BEN, commands.Admit(name="Ben", yes=True))
    assert waiting.judged(BEN, commands.Stand()) == events.Declined(BEN.id)
    assert waiting.when(BEN, commands.Admit(name="Ben", yes=False)) == events.Declined(BEN.id)
    assert (waiting.seats, waiting.table.people.wishes) == (["Ann", "Cleo", None], {})


def test_who_asks_again_asks_once_for_another_seat_or_under_another_name(waiting: Given) -> None:
    waiting.when(CLEO, commands.Stand())
    waiting.when(BEN, commands.Sit(1), commands.Hello("Benedict"))
    assert [(wish.name, wish.seat) for wish in waiting.table.people.wishes.values()] == [("Benedict", 1)]


def test_who_sits_changes_seats_without_asking_and_whoever_waited_for_it_waits_no_more(waiting: Given) -> None:
    waiting.when(CLEO, commands.Sit(2))
    assert waiting.seats == ["Ann", None, "Cleo"]
    assert "No one with that name is waiting" in waiting.refuses(ANN, commands.Admit(name="Ben", yes=True))


async def test_whoever_says_another_name_as_the_game_begins_elsewhere_plays_it_under_theirs(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    other = await party.other_node()
    ben = other.page(await other.finds(room), BEN)
    await ann.asks(commands.Start())
    await ben.asks(commands.Hello("Benedict"))
    assert isinstance((await party.log(room))[-1].body, events.Began)
    assert [seat.name for seat in ben.room.table.seats] == ["Ann", "Ben"]


async def test_the_host_is_shown_who_waits(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(commands.Doors(sitting="asked"))
    await party.page(room, BEN).asks(commands.Sit(1))
    assert (await ann.sees("table"))["wishes"] == [{"name": "Ben", "seat": 1, "person": handle_of(room.table, BEN.id)}]


def test_in_a_game_a_bot_goes_on_for_who_is_asked_to_watch(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    table.puts(ANN)
    table.when(ANN, KICK)
    seat = table.table.seats[1]
    assert (seat.guest, seat.name, seat.bot) == (None, "Bot 2", "medium")
    assert "not_seated" in table.refuses(BEN, table.answer("put", bead=1))
    table.bot_answers()
    assert table.string == [(0, 1), (1, 1)]


def test_an_onlooker_can_be_shown_the_door_but_not_asked_to_watch(given: Tables) -> None:
    table = given(ANN, BEN)
    table.enters(EVE)
    assert "Only seated players" in table.refuses(ANN, commands.Kick(name="Eve"))
    table.when(ANN, commands.Kick(name="Eve", out=True))
    assert table.table.people.banned == {EVE.id}


async def test_farewell_is_the_last_word_to_who_is_shown_the_door_and_nobody_sees_them(party: Company) -> None:
    _, (ann, ben) = await party.playing(ANN, BEN)
    await ben.forgets()
    await ann.asks(KICK_OUT)
    assert [message["type"] for message in await ben.hears()] == ["farewell"]
    assert await ben.writer == 4403
    table = await ann.sees("table")
    assert (table["watching"], table["seats"][1]["name"], table["seats"][1]["here"]) == ([], "Bot 2", False)


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
