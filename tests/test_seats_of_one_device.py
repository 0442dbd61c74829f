"""Several people round one device, one person with two: through whose eyes a page looks, whose seat a link gives."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.room import Room
from app.table import events
from tests.company import ANN, BEN, CLEO, EVE, Company, Page
from tests.given import Given, Tables

# --- Several seats on one device ---


@pytest.fixture
def beside(given: Tables) -> Given:
    """Ann and Bea share a device; Cleo has her own. They play."""
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
    _, ann, _ = await beside_each_other(party)
    frame = await ann.sees("frame")
    assert (frame["you"], frame["choices"], frame["undo"]) == (None, [], None)
    assert (await ann.sees("table"))["you"]["seats"] == [0, 1]
    await ann.asks(commands.Look(1))
    assert (await ann.sees("frame"))["you"] == 1
    assert (await ann.sees("table"))["you"]["seat"] == 1
    await ann.asks(commands.Look(None))
    assert (await ann.sees("frame"))["you"] is None


async def test_each_eye_sees_its_own_secret_alone(party: Company) -> None:
    room, ann, cleo = await beside_each_other(party)
    await ann.plays("draw", seat=0)
    assert room.table.playing is not None
    await ann.asks(commands.Look(1))
    assert (await ann.sees("frame"))["view"]["mine"] == []
    assert all("You drew" not in line["text"]["text"] for line in (await ann.sees("frame"))["lines"])
    await ann.asks(commands.Look(0))
    frame = await ann.sees("frame")
    assert frame["view"]["mine"] == room.table.playing.state.drawn[0]
    assert [line["yours"] for line in frame["lines"] if line["text"]["text"] == "You drew {bead}."] == [True]
    assert (await cleo.sees("frame"))["view"]["mine"] == []


async def test_nobody_looks_through_a_seat_that_is_not_played_here(party: Company) -> None:
    _, ann, cleo = await beside_each_other(party)
    for page, seat in ((ann, 2), (cleo, 0)):
        with pytest.raises(Refusal, match="This seat is not played here"):
            await page.asks(commands.Look(seat))


async def test_two_pages_of_one_device_may_look_through_different_eyes(party: Company) -> None:
    room, ann, _ = await beside_each_other(party)
    other = party.page(room, ANN)
    await ann.asks(commands.Look(0))
    await other.asks(commands.Look(1))
    assert [(await page.sees("frame"))["you"] for page in (ann, other)] == [0, 1]


def test_a_move_and_a_link_say_for_which_seat_they_are(beside: Given) -> None:
    for wish in (beside.answer("put", bead=1), commands.MakeLink(), commands.Propose("end")):
        assert "Choose one of your seats: 1 and 2" in beside.refuses(ANN, wish)
    assert "not_your_seat" in beside.refuses(ANN, beside.answer("put", seat=2, bead=1))
    beside.plays(ANN, "put", seat=0, bead=1)
    assert "not_asked" in beside.refuses(ANN, beside.answer("put", seat=0, bead=1))
    beside.plays(ANN, "put", seat=1, bead=1)
    beside.puts(CLEO)


def test_who_talks_talks_as_the_seat_they_say(beside: Given) -> None:
    assert beside.when(ANN, commands.Speak("my turn", seat=1)) == events.Said(1, "Bea", "my turn", apart=True)


@pytest.mark.parametrize("name", ["Ann", "BEN", "Cleo"])
def test_a_friend_beside_you_needs_a_name_nobody_who_sits_or_waits_has(given: Tables, name: str) -> None:
    table = given(ANN, BEN, seats=4)
    table.when(ANN, commands.Doors(sitting="asked"))
    table.when(CLEO, commands.Sit(3))
    assert "name_taken" in table.refuses(ANN, commands.Sit(2, also=name))


def test_who_takes_another_name_leaves_the_neighbours_alone(given: Tables) -> None:
    table = given(ANN, seats=2)
    table.when(ANN, commands.Sit(1, also="Bea"))
    assert "name_taken" in table.refuses(ANN, commands.Hello("Bea"))
    table.when(ANN, commands.Hello("Anna"))
    assert table.seats == ["Anna", "Bea"]


def test_where_people_are_asked_a_friend_asks_too(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    table.when(ANN, commands.Doors(sitting="asked"))
    assert "Let your friend ask for a seat" in table.refuses(BEN, commands.Sit(2, also="Bob"))


def test_one_of_them_stands_up_alone(given: Tables) -> None:
    table = given(ANN, seats=2)
    table.when(ANN, commands.Sit(1, also="Bea"), commands.Stand(1))
    assert table.seats == ["Ann", None]
    assert "not_your_seat" in table.refuses(ANN, commands.Stand(1))


def test_all_of_them_have_to_go_together(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    table.when(BEN, commands.Sit(2, also="Bob"))
    table.when(ANN, commands.Kick(name="Bob"))
    assert table.seats == ["Ann", None, None]


def test_who_sits_beside_the_proposer_is_not_asked(beside: Given) -> None:
    beside.when(ANN, commands.Propose("end", seat=0))
    assert beside.waiting == [2]
    assert isinstance(beside.when(CLEO, commands.Agree(True)), events.Stopped)


# --- One seat on another device ---


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
    """Ann and Ben play, and Ben has made a link. Eve looks on."""
    table = given(ANN, BEN).begun()
    table.when(BEN, commands.MakeLink())
    table.enters(EVE)
    return table


ENDS: dict[str, Callable[[Given], object]] = {
    "it was used": lambda table: table.when(EVE, commands.TakeSeat(table.link)),
    "a newer one was made": lambda table: table.when(BEN, commands.MakeLink()),
    "its maker was asked to watch": lambda table: table.when(ANN, commands.Kick(name="Ben")),
    "its maker was shown the door": lambda table: table.when(ANN, commands.Kick(name="Ben", out=True)),
    "the host gave the seat to somebody": lambda table: [
        table.leaves(BEN),
        table.when(ANN, commands.GiveSeat(seat=1, name="Eve")),
    ],
}


@pytest.mark.parametrize("happens", ENDS.values(), ids=ENDS)
def test_a_link_leads_nowhere_any_more_when(linked: Given, happens: Callable[[Given], object]) -> None:
    link = linked.link
    happens(linked)
    assert USED in linked.refuses(CLEO, commands.TakeSeat(link))


def test_the_newest_link_works(linked: Given) -> None:
    linked.when(BEN, commands.MakeLink())
    linked.when(EVE, commands.TakeSeat(linked.link))
    assert linked.table.people.seats_of(EVE.id) == [1]


def test_who_sits_already_cannot_use_a_link_and_it_stays_good(linked: Given) -> None:
    assert "This device has a seat already" in linked.refuses(ANN, commands.TakeSeat(linked.link))
    linked.when(EVE, commands.TakeSeat(linked.link))


@pytest.mark.parametrize("link", ["", "x" * 32])
def test_a_link_nobody_made_opens_nothing(linked: Given, link: str) -> None:
    assert USED in linked.refuses(EVE, commands.TakeSeat(link))


def test_a_link_dies_when_its_maker_stands_up(given: Tables) -> None:
    table = given(ANN, BEN)
    table.when(BEN, commands.MakeLink(), commands.Stand())
    table.when(CLEO, commands.Sit(1))
    assert USED in table.refuses(BEN, commands.TakeSeat(table.link))


def test_a_link_lives_while_a_bot_plays_for_its_maker(linked: Given) -> None:
    linked.leaves(BEN)
    linked.when(ANN, commands.SeatBot(1, "medium"))
    linked.when(EVE, commands.TakeSeat(linked.link))
    seat = linked.table.seats[1]
    assert (seat.guest, seat.name, seat.bot) == (EVE.id, "Ben", None)
