"""Several people on one device, one person with two: whose view a page has, whose seat a link gives."""

from collections.abc import Callable

import pytest

from app.protocol import commands
from app.rooms.room import Room
from app.table import events
from tests.support.decisions import Given, Tables
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page


@pytest.fixture
def beside(given: Tables) -> Given:
    """A game in which Ann and Bea share a device; Cleo has her own."""
    table = given(ANN, seats=3)
    table.when(ANN, commands.Sit(1, also="Bea"))
    table.when(CLEO, commands.Sit(2))
    return table.begun()


async def beside_each_other(party: Company) -> tuple[Room, Page, Page]:
    """The same with pages."""
    room, (ann,) = await party.seated(ANN, seats=3)
    cleo = party.page(room, CLEO)
    await ann.asks(commands.Sit(1, also="Bea"))
    await cleo.asks(commands.Sit(2))
    await ann.asks(commands.Start())
    return room, ann, cleo


async def test_with_several_seats_the_curtain_is_down_until_somebody_looks(party: Company) -> None:
    room, ann, cleo = await beside_each_other(party)
    frame = await ann.sees("frame")
    assert (frame["you"], frame["choices"], frame["undo"]) == (None, [], None)
    assert (await ann.sees("table"))["you"]["seats"] == [0, 1]
    await ann.plays("draw", seat=0)
    for seat, mine, told in ((1, [], []), (None, [], []), (0, room.table.playing.state.drawn[0], [True])):
        await ann.asks(commands.ChooseViewpoint(seat))
        frame = await ann.sees("frame")
        assert (frame["you"], (await ann.sees("table"))["you"]["seat"]) == (seat, seat)
        assert frame["view"]["mine"] == mine
        assert [line["yours"] for line in frame["lines"] if line["text"]["text"] == "You drew {bead}."] == told
    assert (await cleo.sees("frame"))["view"]["mine"] == []


async def test_each_page_of_a_device_looks_through_eyes_of_its_own_and_nobody_through_anothers(party: Company) -> None:
    room, ann, cleo = await beside_each_other(party)
    other = party.page(room, ANN)
    await ann.asks(commands.ChooseViewpoint(0))
    await other.asks(commands.ChooseViewpoint(1))
    assert [(await page.sees("frame"))["you"] for page in (ann, other)] == [0, 1]
    for page, seat in ((ann, 2), (cleo, 0)):
        assert "This seat is not played here" in await page.refused(commands.ChooseViewpoint(seat))


def test_a_move_and_a_link_say_for_which_seat_they_are(beside: Given) -> None:
    for wish in (beside.answer("put", bead=1), commands.MakeLink(), commands.Propose("end")):
        assert "Choose one of your seats: 1 and 2" in beside.refuses(ANN, wish)
    assert "not_your_seat" in beside.refuses(ANN, beside.answer("put", seat=2, bead=1))
    beside.plays(ANN, "put", seat=0, bead=1)
    assert "not_asked" in beside.refuses(ANN, beside.answer("put", seat=0, bead=1))
    beside.plays(ANN, "put", seat=1, bead=1)
    beside.puts(CLEO)


def test_who_talks_or_proposes_does_so_as_the_seat_they_say_and_who_sits_beside_is_not_asked(beside: Given) -> None:
    assert beside.when(ANN, commands.Speak("my turn", seat=1)) == events.Said(1, "Bea", "my turn", apart=True)
    beside.when(ANN, commands.Propose("end", seat=0))
    assert beside.waiting == [2]
    assert isinstance(beside.when(CLEO, commands.Agree(True)), events.Stopped)


def test_a_friend_beside_you_needs_a_name_of_their_own_and_asks_where_people_ask(given: Tables) -> None:
    table = given(ANN, BEN, seats=4)
    table.when(ANN, commands.ChangeSettings(sitting="asked"))
    table.when(CLEO, commands.Sit(3))
    for name in ("Ann", "BEN", "Cleo"):
        assert "name_taken" in table.refuses(ANN, commands.Sit(2, also=name))
    assert "Let your friend ask for a seat" in table.refuses(BEN, commands.Sit(2, also="Bob"))


def test_who_is_renamed_or_stands_up_leaves_neighbours_alone_but_all_go_together(given: Tables) -> None:
    table = given(ANN, BEN, seats=4)
    table.when(BEN, commands.Sit(2, also="Bob"), commands.Sit(3, also="Bea"))
    assert "name_taken" in table.refuses(BEN, commands.Hello("Bob"))
    table.when(BEN, commands.Hello("Benedict"), commands.Stand(3))
    assert "You have that name already." in table.refuses(BEN, commands.Hello("Benedict"))
    assert table.seats == ["Ann", "Benedict", "Bob", None]
    assert "not_your_seat" in table.refuses(BEN, commands.Stand(3))
    table.when(ANN, commands.Kick(person="Bob"))
    assert table.seats == ["Ann", None, None, None]


async def test_a_link_takes_its_makers_seat_to_another_device(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ben.asks(commands.MakeLink())
    made = await ben.sees("link")
    assert made["url"] == f"http://tertulia.test/t/{room.table.room}#seat={made['link']}"
    assert (made["seat"], made["qr"][:3], len(made["link"]) >= 32) == (1, "M0 ", True)
    assert made["link"] not in str(await ann.hears())
    assert made["link"] not in str(await party.bodies(room, events.Linked))
    telephone = party.page(room, EVE)
    await telephone.asks(commands.TakeSeat(made["link"]))
    assert [(await page.sees("frame"))["you"] for page in (telephone, ben)] == [1, None]
    assert [(await page.sees("table"))["you"]["seats"] for page in (ann, telephone, ben)] == [[0], [1], []]


USED = "This link has been used, or a newer one was made"


@pytest.fixture
def linked(given: Tables) -> Given:
    """Ann and Ben play, and Ben has made a link. Eve watches."""
    table = given(ANN, BEN).begun()
    table.when(BEN, commands.MakeLink())
    table.enters(EVE)
    return table


ENDS: dict[str, Callable[[Given], object]] = {
    "it was used": lambda table: table.when(EVE, commands.TakeSeat(table.link)),
    "a newer one was made": lambda table: table.when(BEN, commands.MakeLink()),
    "its maker was asked to watch": lambda table: table.when(ANN, commands.Kick(person="Ben")),
    "its maker was shown the door": lambda table: table.when(ANN, commands.Kick(person="Ben", out=True)),
    "the seat was given to somebody else": lambda table: given_to_eve(table),
}


def given_to_eve(table: Given) -> None:
    """Ben stays away, and the host gives his seat to Eve, who has it after the game."""
    table.leaves(BEN, ago=3600)
    table.when(ANN, commands.GiveSeat(seat=1, person="Eve"))
    table.when(ANN, commands.Propose("end"))
    assert table.table.people.seats_of(EVE.id) == [1]


@pytest.mark.parametrize("happens", ENDS.values(), ids=ENDS)
def test_a_link_leads_nowhere_any_more_when(linked: Given, happens: Callable[[Given], object]) -> None:
    link = linked.link
    happens(linked)
    assert USED in linked.refuses(CLEO, commands.TakeSeat(link))


def test_the_newest_link_works_but_not_for_who_sits_already_and_no_other(linked: Given) -> None:
    linked.when(BEN, commands.MakeLink())
    assert "This device has a seat already" in linked.refuses(ANN, commands.TakeSeat(linked.link))
    for nobodys in ("", "x" * 32):
        assert USED in linked.refuses(EVE, commands.TakeSeat(nobodys))
    linked.when(EVE, commands.TakeSeat(linked.link))
    assert linked.table.people.seats_of(EVE.id) == [1]


def test_a_link_dies_when_its_maker_stands_up_but_not_while_a_bot_plays(given: Tables, linked: Given) -> None:
    table = given(ANN, BEN)
    table.when(BEN, commands.MakeLink(), commands.Stand())
    table.when(CLEO, commands.Sit(1))
    assert USED in table.refuses(BEN, commands.TakeSeat(table.link))
    linked.leaves(BEN)
    linked.when(ANN, commands.SeatBot(1, "medium"))
    linked.when(EVE, commands.TakeSeat(linked.link))
    seat = linked.table.seats[1]
    assert (seat.guest, seat.name, seat.bot) == (EVE.id, "Ben", None)
