"""Several people round one device, one person with two: through whose eyes a page looks, whose seat a link gives."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app import events, wishes
from app.room import Room
from app.wire import Refusal
from tests.company import ANN, BEN, CLEO, EVE, Company, Page, company, seats_of


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Company]:
    async with company(tmp_path) as it:
        yield it


async def beside_each_other(party: Company) -> tuple[Room, Page, Page]:
    """Ann and Bea share a device; Cleo has her own. They play."""
    room, (ann,) = await party.seated(ANN, seats=3)
    cleo = party.page(room, CLEO)
    await ann.asks(wishes.Sit(1, also="Bea"))
    await cleo.asks(wishes.Sit(2))
    await ann.asks(wishes.Start())
    return room, ann, cleo


# --- Several seats on one device ---


async def test_another_seat_on_this_device_has_a_name_of_its_own(party: Company) -> None:
    room, ann, _ = await beside_each_other(party)
    assert seats_of(room) == ["Ann", "Bea", "Cleo"]
    assert (await ann.sees("table"))["you"]["seats"] == [0, 1]


async def test_with_several_seats_the_curtain_is_down_until_somebody_looks(party: Company) -> None:
    _, ann, _ = await beside_each_other(party)
    frame = await ann.sees("frame")
    assert (frame["you"], frame["choices"], frame["undo"]) == (None, [], None)
    await ann.asks(wishes.Look(1))
    assert (await ann.sees("frame"))["you"] == 1
    assert (await ann.sees("table"))["you"]["seat"] == 1
    await ann.asks(wishes.Look(None))
    assert (await ann.sees("frame"))["you"] is None


async def test_each_eye_sees_its_own_secret_alone(party: Company) -> None:
    room, ann, cleo = await beside_each_other(party)
    await ann.plays("draw", seat=0)
    assert room.table.playing is not None
    await ann.asks(wishes.Look(1))
    assert (await ann.sees("frame"))["view"]["mine"] == []
    assert all("You drew" not in line["text"]["text"] for line in (await ann.sees("frame"))["lines"])
    await ann.asks(wishes.Look(0))
    frame = await ann.sees("frame")
    assert frame["view"]["mine"] == room.table.playing.state.drawn[0]
    assert [line["yours"] for line in frame["lines"] if line["text"]["text"] == "You drew {bead}."] == [True]
    assert (await cleo.sees("frame"))["view"]["mine"] == []


async def test_nobody_looks_through_a_seat_that_is_not_played_here(party: Company) -> None:
    _, ann, cleo = await beside_each_other(party)
    for page, seat in ((ann, 2), (cleo, 0)):
        with pytest.raises(Refusal, match="This seat is not played here"):
            await page.asks(wishes.Look(seat))


async def test_two_pages_of_one_device_may_look_through_different_eyes(party: Company) -> None:
    room, ann, _ = await beside_each_other(party)
    other = party.page(room, ANN)
    await ann.asks(wishes.Look(0))
    await other.asks(wishes.Look(1))
    assert [(await page.sees("frame"))["you"] for page in (ann, other)] == [0, 1]


async def test_a_move_says_for_which_seat_it_is(party: Company) -> None:
    _, ann, cleo = await beside_each_other(party)
    with pytest.raises(Refusal, match="Say for which of your seats: 1 and 2"):
        await ann.plays("put", bead=1)
    with pytest.raises(Refusal, match="not_your_seat"):
        await ann.plays("put", seat=2, bead=1)
    await ann.plays("put", seat=0, bead=1)
    with pytest.raises(Refusal, match="not_asked"):
        await ann.plays("put", seat=0, bead=1)
    await ann.plays("put", seat=1, bead=1)
    await cleo.plays("put", bead=1)


async def test_who_talks_talks_as_the_seat_he_says(party: Company) -> None:
    _, ann, cleo = await beside_each_other(party)
    await ann.asks(wishes.Speak("my turn", seat=1))
    assert (await cleo.sees("chat"))["from"] == {"seat": 1, "name": "Bea"}


async def test_a_friend_beside_you_needs_a_name_nobody_at_the_table_has(party: Company) -> None:
    _, (ann, _) = await party.seated(ANN, BEN, seats=3)
    for name in ("Ann", "BEN"):
        with pytest.raises(Refusal, match="name_taken"):
            await ann.asks(wishes.Sit(2, also=name))


async def test_one_who_renames_himself_leaves_his_neighbours_name_alone(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(wishes.Sit(1, also="Bea"))
    with pytest.raises(Refusal, match="name_taken"):
        await ann.asks(wishes.Hello("Bea"))
    assert seats_of(room) == ["Ann", "Bea"]


async def test_who_does_not_sit_seats_nobody_beside_him(party: Company) -> None:
    room, _ = await party.seated(ANN, seats=2)
    with pytest.raises(Refusal, match="not_seated"):
        await party.page(room, EVE).asks(wishes.Sit(1, also="Zoe"))


async def test_where_people_are_asked_a_friend_asks_for_himself(party: Company) -> None:
    _, (ann, ben) = await party.seated(ANN, BEN, seats=3)
    await ann.asks(wishes.Doors(sitting="asked"))
    with pytest.raises(Refusal, match="Let your friend ask for a seat"):
        await ben.asks(wishes.Sit(2, also="Bob"))


async def test_one_of_them_stands_up_alone(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(wishes.Sit(1, also="Bea"))
    await ann.asks(wishes.Stand(1))
    assert seats_of(room) == ["Ann", None]
    with pytest.raises(Refusal, match="not_your_seat"):
        await ann.asks(wishes.Stand(1))


async def test_all_of_them_have_to_go_together(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN, seats=3)
    await ben.asks(wishes.Sit(2, also="Bob"))
    await ann.asks(wishes.Kick(name="Bob"))
    assert seats_of(room) == ["Ann", None, None]


async def test_who_sits_beside_the_proposer_is_not_asked(party: Company) -> None:
    room, ann, cleo = await beside_each_other(party)
    await ann.asks(wishes.Propose("end", seat=0))
    assert (await cleo.sees("table"))["proposal"]["waiting"] == [2]
    await cleo.asks(wishes.Agree(True))
    assert room.table.phase == "over"


async def test_those_who_share_a_device_answer_each_for_himself(party: Company) -> None:
    room, ann, cleo = await beside_each_other(party)
    await cleo.asks(wishes.Propose("end"))
    await ann.asks(wishes.Agree(True, seat=0))
    assert (await cleo.sees("table"))["proposal"]["waiting"] == [1]
    await ann.asks(wishes.Agree(True, seat=1))
    assert room.table.phase == "over"


# --- One seat on another device ---


async def link_of(page: Page, seat: int | None = None) -> str:
    await page.asks(wishes.MakeLink(seat))
    link: str = (await page.sees("link"))["link"]
    return link


async def test_a_link_takes_its_makers_seat_to_another_device(party: Company) -> None:
    room, (_, ben) = await party.playing(ANN, BEN)
    link = await link_of(ben)
    telephone = party.page(room, EVE)
    await telephone.asks(wishes.TakeSeat(link))
    assert (await telephone.sees("frame"))["you"] == 1
    assert (await ben.sees("frame"))["you"] is None
    assert seats_of(room) == ["Ann", "Ben"]


async def test_the_link_names_its_seat_and_address_and_comes_as_a_qr_code(party: Company) -> None:
    room, (_, ben) = await party.playing(ANN, BEN)
    await ben.asks(wishes.MakeLink())
    link = await ben.sees("link")
    assert link["url"] == f"http://tertulia.test/t/{room.table.room}#seat={link['link']}"
    assert (link["seat"], link["qr"][:3]) == (1, "M0 ")
    assert len(link["link"]) >= 32


async def test_nobody_else_hears_of_a_link(party: Company) -> None:
    _, (ann, ben) = await party.playing(ANN, BEN)
    link = await link_of(ben)
    assert link not in str(await ann.hears())
    made = (await party.bodies(ben.room, events.Linked))[0]
    assert link not in str(made)


async def test_a_link_works_once(party: Company) -> None:
    room, (_, ben) = await party.playing(ANN, BEN)
    link = await link_of(ben)
    await party.page(room, EVE).asks(wishes.TakeSeat(link))
    with pytest.raises(Refusal, match="This link has been used"):
        await ben.asks(wishes.TakeSeat(link))


async def test_a_newer_link_takes_the_place_of_the_older_one(party: Company) -> None:
    room, (_, ben) = await party.playing(ANN, BEN)
    older, newer = await link_of(ben), await link_of(ben)
    telephone = party.page(room, EVE)
    with pytest.raises(Refusal, match="a newer one was made"):
        await telephone.asks(wishes.TakeSeat(older))
    await telephone.asks(wishes.TakeSeat(newer))


async def test_who_sits_already_cannot_use_a_link_and_it_stays_good(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    link = await link_of(ben)
    with pytest.raises(Refusal, match="This device has a seat already"):
        await ann.asks(wishes.TakeSeat(link))
    await party.page(room, EVE).asks(wishes.TakeSeat(link))


async def test_a_link_nobody_made_opens_nothing(party: Company) -> None:
    room, _ = await party.playing(ANN, BEN)
    for link in ("", "x" * 32):
        with pytest.raises(Refusal, match="not_now"):
            await party.page(room, EVE).asks(wishes.TakeSeat(link))


async def test_who_watches_makes_no_link(party: Company) -> None:
    room, _ = await party.playing(ANN, BEN)
    with pytest.raises(Refusal, match="not_seated"):
        await party.page(room, EVE).asks(wishes.MakeLink())


async def test_with_several_seats_a_link_is_for_one_of_them(party: Company) -> None:
    room, ann, _ = await beside_each_other(party)
    with pytest.raises(Refusal, match="Say for which"):
        await ann.asks(wishes.MakeLink())
    link = await link_of(ann, 1)
    telephone = party.page(room, EVE)
    await telephone.asks(wishes.TakeSeat(link))
    assert (await telephone.sees("table"))["you"]["seats"] == [1]
    assert (await ann.sees("table"))["you"]["seats"] == [0]


async def test_a_link_dies_when_its_maker_stands_up(party: Company) -> None:
    room, (_ann, ben) = await party.seated(ANN, BEN)
    link = await link_of(ben)
    await ben.asks(wishes.Stand())
    await party.page(room, CLEO).asks(wishes.Sit(1))
    with pytest.raises(Refusal, match="This link has been used"):
        await ben.asks(wishes.TakeSeat(link))
    assert seats_of(room) == ["Ann", "Cleo"]


@pytest.mark.parametrize("out", [False, True])
async def test_a_link_brings_nobody_back_who_was_asked_to_go(party: Company, out: bool) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    link = await link_of(ben)
    await ann.asks(wishes.Kick(name="Ben", out=out))
    with pytest.raises(Refusal, match="This link has been used"):
        await party.page(room, EVE).asks(wishes.TakeSeat(link))


async def test_a_link_dies_when_the_host_gives_the_seat_to_somebody(
    party: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0)
    monkeypatch.setattr("app.hosting.GRACE_S", 0)
    room, (ann, ben) = await party.playing(ANN, BEN)
    link = await link_of(ben)
    ben.leaves()
    party.page(room, EVE)
    await ann.sees("table")
    await ann.asks(wishes.GiveSeat(seat=1, name="Eve"))
    with pytest.raises(Refusal, match="This link has been used"):
        await party.page(room, CLEO).asks(wishes.TakeSeat(link))


async def test_a_link_lives_while_a_bot_plays_for_its_maker(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0)
    room, (ann, ben) = await party.playing(ANN, BEN)
    link = await link_of(ben)
    ben.leaves()
    await ann.sees("table")
    await ann.asks(wishes.SeatBot(1, "careful"))
    telephone = party.page(room, EVE)
    await telephone.asks(wishes.TakeSeat(link))
    seat = (await telephone.sees("table"))["seats"][1]
    assert (seat["name"], seat["here"], seat["bot"]) == ("Ben", True, None)
