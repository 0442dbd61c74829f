"""Who sits, who may sit, who has to go, and who has the say."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app import events, wishes
from app.who import handle_of
from app.wire import Refusal
from tests.company import ANN, BEN, CLEO, EVE, Company, company, question_of, seats_of


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Company]:
    async with company(tmp_path) as it:
        yield it


# --- Asking for a seat ---


async def test_where_people_are_asked_who_wants_to_sit_waits_for_the_hosts_word(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(wishes.Doors(sitting="asked"))
    ben = party.page(room, BEN)
    await ben.asks(wishes.Sit(1))
    assert seats_of(room) == ["Ann", None]
    assert (await ann.sees("table"))["wishes"] == [{"name": "Ben", "seat": 1, "person": handle_of(room.table, BEN.id)}]


async def waiting(party: Company) -> tuple[Any, Any, Any]:
    """Ann is asked whether Ben may sit."""
    room, (ann,) = await party.seated(ANN, seats=2)
    ben = party.page(room, BEN)
    await ann.asks(wishes.Doors(sitting="asked"))
    await ben.asks(wishes.Sit(1))
    return room, ann, ben


async def test_a_yes_of_the_host_seats_him(party: Company) -> None:
    room, ann, ben = await waiting(party)
    await ann.asks(wishes.Admit(name="Ben", yes=True))
    assert seats_of(room) == ["Ann", "Ben"]
    assert (await ben.sees("table"))["wishes"] == []


async def test_a_no_of_the_host_leaves_him_watching(party: Company) -> None:
    room, ann, _ = await waiting(party)
    await ann.asks(wishes.Admit(name="Ben", yes=False))
    assert (seats_of(room), room.table.people.wishes) == (["Ann", None], {})


@pytest.mark.parametrize("wish", [wishes.Admit(name="Ben", yes=False), wishes.Stand()], ids=["declines", "stands"])
async def test_who_asked_may_think_better_of_it(party: Company, wish: wishes.FromBrowser) -> None:
    room, _, ben = await waiting(party)
    await ben.asks(wish)
    assert room.table.people.wishes == {}


async def test_nobody_admits_himself(party: Company) -> None:
    _, _, ben = await waiting(party)
    with pytest.raises(Refusal, match="not_host"):
        await ben.asks(wishes.Admit(name="Ben", yes=True))


async def test_who_asks_again_for_another_seat_asks_once(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=3)
    await ann.asks(wishes.Doors(sitting="asked"))
    ben = party.page(room, BEN)
    for seat in (1, 2):
        await ben.asks(wishes.Sit(seat))
    assert (await ann.sees("table"))["wishes"] == [{"name": "Ben", "seat": 2, "person": handle_of(room.table, BEN.id)}]


async def test_a_seat_that_is_taken_meanwhile_cannot_be_given_any_more(party: Company) -> None:
    room, (ann, cleo) = await party.seated(ANN, CLEO, seats=3)
    await ann.asks(wishes.Doors(sitting="asked"))
    ben = party.page(room, BEN)
    await ben.asks(wishes.Sit(2))
    await cleo.asks(wishes.Sit(2))
    with pytest.raises(Refusal, match="Nobody of this name waits"):
        await ann.asks(wishes.Admit(name="Ben", yes=True))


async def test_who_sits_already_changes_seats_without_asking(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN, seats=3)
    await ann.asks(wishes.Doors(sitting="asked"))
    await ben.asks(wishes.Sit(2))
    assert seats_of(room) == ["Ann", None, "Ben"]


# --- Shown the door ---


async def test_who_is_asked_to_watch_keeps_his_page_and_loses_his_seat(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    await ann.asks(wishes.Kick(name="Ben"))
    assert seats_of(room) == ["Ann", None]
    assert (await ben.sees("table"))["you"]["seats"] == []
    await ben.asks(wishes.Sit(1))
    assert seats_of(room) == ["Ann", "Ben"]


async def test_a_bot_goes_on_for_who_is_asked_to_watch_in_a_game(party: Company) -> None:
    _room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Kick(name="Ben"))
    assert {"name": "Bot 2", "here": False, "bot": "careful"}.items() <= (await ann.sees("table"))["seats"][1].items()
    assert (await ben.sees("frame"))["you"] is None


async def test_farewell_is_the_last_word_to_who_is_shown_the_door(party: Company) -> None:
    _, (ann, ben) = await party.playing(ANN, BEN)
    await ben.forgets()
    await ann.asks(wishes.Kick(name="Ben", out=True))
    assert [message["type"] for message in await ben.hears()] == ["farewell"]
    assert await ben.writer == 4403


async def test_who_was_shown_the_door_is_at_once_seen_nowhere(party: Company) -> None:
    _, (ann, _) = await party.seated(ANN, BEN)
    await ann.asks(wishes.Kick(name="Ben", out=True))
    table = await ann.sees("table")
    assert (table["watching"], table["seats"][1]["name"]) == ([], None)


BY_THE_BANNED: dict[str, wishes.FromBrowser] = {
    "sits": wishes.Sit(1),
    "talks": wishes.Speak("I am still here"),
    "reacts": wishes.React("hurry"),
    "asks for a link": wishes.MakeLink(),
}


@pytest.mark.parametrize("wish", BY_THE_BANNED.values(), ids=BY_THE_BANNED)
async def test_what_was_under_way_when_its_author_was_shown_the_door_does_not_happen(
    party: Company, wish: wishes.FromBrowser
) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    await ann.asks(wishes.Kick(name="Ben", out=True))
    before = room.table.seq
    await ann.forgets()
    with pytest.raises(Refusal):
        await ben.asks(wish)
    assert room.table.seq == before
    assert await ann.hears("reaction") == []


async def test_an_onlooker_can_be_shown_the_door_but_not_asked_to_watch(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    eve = party.page(room, EVE)
    with pytest.raises(Refusal, match="Only people who sit"):
        await ann.asks(wishes.Kick(name="Eve"))
    await ann.asks(wishes.Kick(name="Eve", out=True))
    assert await eve.writer == 4403


ABOUT_PEOPLE: dict[str, wishes.FromBrowser] = {
    "kick": wishes.Kick(name="Ann"),
    "hand over": wishes.HandOver(name="Ben"),
    "mute": wishes.Mute(name="Ann", yes=True),
    "give a seat": wishes.GiveSeat(seat=0, name="Eve"),
    "a bot": wishes.SeatBot(2, "careful"),
}


@pytest.mark.parametrize("wish", ABOUT_PEOPLE.values(), ids=ABOUT_PEOPLE)
async def test_only_the_host_decides_about_people(party: Company, wish: wishes.FromBrowser) -> None:
    room, (_, ben) = await party.seated(ANN, BEN, seats=3)
    party.page(room, EVE)
    before = room.table.seq
    with pytest.raises(Refusal, match="not_host"):
        await ben.asks(wish)
    assert room.table.seq == before


@pytest.mark.parametrize(
    "wish", [wishes.Kick(name="Ann", out=True), wishes.HandOver(name="Ann"), wishes.Mute(name="Ann", yes=True)]
)
async def test_a_host_does_none_of_this_to_himself(party: Company, wish: wishes.FromBrowser) -> None:
    _, (ann, _) = await party.seated(ANN, BEN)
    with pytest.raises(Refusal, match="That is yourself"):
        await ann.asks(wish)


async def test_a_name_that_nobody_has_is_refused_in_words(party: Company) -> None:
    _, (ann, _) = await party.seated(ANN, BEN)
    with pytest.raises(Refusal, match="Nobody of this name is at the table"):
        await ann.asks(wishes.Kick(name="Zoe"))


# --- The host's chair ---


async def test_the_hosts_chair_is_handed_over(party: Company) -> None:
    _, (ann, ben) = await party.seated(ANN, BEN)
    await ann.asks(wishes.HandOver(name="Ben"))
    table = await ben.sees("table")
    assert (table["host"], table["you"]["host"]) == (1, True)
    with pytest.raises(Refusal, match="not_host"):
        await ann.asks(wishes.Kick(name="Ben"))


async def test_a_new_host_may_show_the_old_one_the_door(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    await ann.asks(wishes.HandOver(name="Ben"))
    await ben.asks(wishes.Kick(name="Ann", out=True))
    assert await ann.writer == 4403
    assert seats_of(room) == [None, "Ben"]


# --- A lost seat ---


async def test_a_lost_seat_goes_to_an_onlooker_who_plays_on_in_it(party: Company, monkeypatch: Any) -> None:
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0)
    monkeypatch.setattr("app.hosting.GRACE_S", 0)
    room, (ann, ben) = await party.playing(ANN, BEN)
    eve = party.page(room, EVE)
    ben.leaves()
    await ann.plays("put", bead=1)
    await ann.asks(wishes.GiveSeat(seat=1, name="Eve"))
    assert (await eve.sees("frame"))["you"] == 1
    await eve.plays("put", bead=1)
    assert seats_of(room) == ["Ann", "Ben"]


async def test_who_lost_his_seat_to_another_device_watches_when_he_comes_back(
    party: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0)
    monkeypatch.setattr("app.hosting.GRACE_S", 0)
    room, (ann, ben) = await party.playing(ANN, BEN)
    party.page(room, EVE)
    ben.leaves()
    await ann.sees("table")
    await ann.asks(wishes.GiveSeat(seat=1, name="Eve"))
    again = party.page(room, BEN)
    assert (await again.sees("frame"))["you"] is None


NOT_GIVEN: dict[str, tuple[wishes.GiveSeat, str]] = {
    "its player is here": (wishes.GiveSeat(seat=1, name="Eve"), "Ben is here and plays"),
    "he has a seat": (wishes.GiveSeat(seat=1, name="Ann"), "Only an onlooker"),
    "a bot has it": (wishes.GiveSeat(seat=2, name="Eve"), "Nobody has lost this seat"),
    "there is none": (wishes.GiveSeat(seat=9, name="Eve"), "There is no seat 10"),
    "nobody is called so": (wishes.GiveSeat(seat=1, name="Zoe"), "Only an onlooker"),
}


@pytest.mark.parametrize(("wish", "words"), NOT_GIVEN.values(), ids=NOT_GIVEN)
async def test_a_seat_that_nobody_lost_is_not_given_away(party: Company, wish: wishes.GiveSeat, words: str) -> None:
    room, (ann, _) = await party.playing(ANN, BEN, seats=3)
    party.page(room, EVE)
    with pytest.raises(Refusal, match=words):
        await ann.asks(wish)


async def test_a_question_the_kicked_player_was_asked_is_the_bots_now(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    number = question_of(room)
    await ann.asks(wishes.Kick(name="Ben"))
    with pytest.raises(Refusal, match="not_seated"):
        await ben.plays("put", question=number, bead=1)


async def test_every_wish_about_people_is_in_the_log(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN, seats=3)
    party.page(room, EVE)
    await ann.asks(wishes.Mute(name="Ben", yes=True))
    await ann.asks(wishes.HandOver(name="Ben"))
    await ben.asks(wishes.Kick(name="Ann"))
    await ben.asks(wishes.Kick(name="Eve", out=True))
    kinds = [type(event.body) for event in (await party.log(room))[-4:]]
    assert kinds == [events.Muted, events.Handed, events.Kicked, events.Kicked]
