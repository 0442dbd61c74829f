"""How the host keeps the room: its doors, its game, its order, its pauses, its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app import events, passwords, wishes
from app.wire import Refusal
from tests.company import ANN, BEN, CLEO, EVE, Company, company, question_of, seats_of


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Company]:
    async with company(tmp_path) as it:
        yield it


HOSTS: dict[str, wishes.FromBrowser] = {
    "the doors": wishes.Doors(onlookers=False),
    "the password": wishes.Doors(password="abc"),
    "the game": wishes.ChangeGame("tcnccc", 2, {}),
    "the order": wishes.Order(None),
    "a pause": wishes.Pause(),
    "its end": wishes.Resume(),
    "the end of the room": wishes.CloseRoom(),
}


@pytest.mark.parametrize("wish", HOSTS.values(), ids=HOSTS)
async def test_only_the_host_decides_about_the_room(party: Company, wish: wishes.FromBrowser) -> None:
    room, (_, ben) = await party.seated(ANN, BEN)
    before = room.table.seq
    with pytest.raises(Refusal, match="not_host"):
        await ben.asks(wish)
    assert room.table.seq == before


# --- The password ---


async def test_a_password_is_kept_as_salt_and_hash_and_told_to_nobody(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    await ann.asks(wishes.Doors(password="swordfish"))
    kept = room.table.manners.password
    assert kept is not None
    assert "swordfish" not in kept
    assert passwords.is_password("swordfish", kept)
    assert not passwords.is_password("Swordfish", kept)
    assert (await ann.sees("table"))["password"] is True


async def test_two_rooms_with_one_password_keep_different_hashes() -> None:
    making = passwords.Passwords()
    once, twice = await asyncio.gather(making.hashed("swordfish"), making.hashed("swordfish"))
    assert once != twice


async def test_an_empty_password_is_none(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    await ann.asks(wishes.Doors(password="swordfish"))
    await ann.asks(wishes.Doors(password=""))
    assert room.table.manners.password is None


async def test_what_is_left_out_stays_as_it_is(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    await ann.asks(wishes.Doors(sitting="asked", password="swordfish", clock=wishes.Clock("game", 600)))
    before = room.table.manners
    await ann.asks(wishes.Doors(onlookers=False))
    assert room.table.manners == events.Manners("asked", False, before.password, before.clock)
    await ann.asks(wishes.Doors(clock=None))
    assert room.table.manners.clock is None


async def test_the_password_is_no_question_for_who_sits_and_for_the_host(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    await ann.asks(wishes.Doors(password="swordfish"))
    await ann.asks(wishes.Stand())
    assert [room.is_locked_for(guest) for guest in (ANN, BEN, EVE, None)] == [False, False, True, True]


async def test_names_are_hidden_from_whom_the_password_is_a_question(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    await ann.asks(wishes.Doors(password="swordfish"))
    assert [seat["name"] for seat in room.summary(EVE)["seats"]] == [None, None]
    assert [seat["name"] for seat in room.summary(BEN)["seats"]] == ["Ann", "Ben"]


# --- Onlookers ---


async def test_an_onlooker_sees_no_game_where_nobody_may_watch(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Doors(onlookers=False))
    eve = party.page(room, EVE)
    await ann.plays("put", bead=1)
    assert await eve.hears("frame") == []
    assert (await eve.sees("table"))["onlookers"] is False


async def test_it_holds_at_once_for_a_page_that_is_open(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    eve = party.page(room, EVE)
    assert await eve.hears("frame")
    await ann.asks(wishes.Doors(onlookers=False))
    await eve.forgets()
    await ann.plays("put", bead=1)
    assert await eve.hears("frame") == []
    assert (await ben.sees("frame"))["view"]["string"] == [[0, 1]]


async def test_and_ends_at_once_when_they_may_watch_again(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Doors(onlookers=False))
    eve = party.page(room, EVE)
    await ann.asks(wishes.Doors(onlookers=True))
    assert (await eve.sees("frame"))["you"] is None


async def test_who_is_asked_to_watch_where_nobody_may_sees_the_game_no_more(party: Company) -> None:
    _, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Doors(onlookers=False))
    await ben.forgets()
    await ann.asks(wishes.Kick(name="Ben"))
    await ann.plays("put", bead=1)
    assert await ben.hears("frame") == []


# --- Another game ---


async def test_people_keep_their_seats_through_a_change_of_game(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    await ann.asks(wishes.ChangeGame("tcnccc", 4, {"capacity": 5}))
    assert seats_of(room) == ["Ann", "Ben", None, None]
    table = await ben.sees("table")
    assert (table["game"], table["options"]["capacity"]) == ("tcnccc", 5)


async def test_with_fewer_seats_the_last_ones_move_to_free_ones_or_to_bots(party: Company) -> None:
    room, (ann, ben, cleo) = await party.seated(ANN, BEN, CLEO, seats=4)
    await cleo.asks(wishes.Sit(3))
    await ben.asks(wishes.Sit(2))
    await ann.asks(wishes.SeatBot(1, "careful"))
    await ann.asks(wishes.ChangeGame("beads", 3, {}))
    assert seats_of(room) == ["Ann", "Cleo", "Ben"]


async def test_with_fewer_seats_than_people_nothing_changes(party: Company) -> None:
    room, (ann, _, _) = await party.seated(ANN, BEN, CLEO)
    with pytest.raises(Refusal, match="3 people sit here"):
        await ann.asks(wishes.ChangeGame("beads", 2, {}))
    assert len(room.table.seats) == 3


async def test_bots_keep_their_seats_too_and_are_called_by_them(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=3)
    await ann.asks(wishes.SeatBot(2, "careful"))
    await ann.asks(wishes.Order([2, 1, 0]))
    await ann.asks(wishes.ChangeGame("tcnccc", 4, {}))
    assert seats_of(room) == ["Bot 1", None, "Ann", None]


async def test_nothing_is_changed_while_a_game_is_played(party: Company) -> None:
    _, (ann, _) = await party.playing(ANN, BEN)
    for wish in (wishes.ChangeGame("tcnccc", 2, {}), wishes.Order(None)):
        with pytest.raises(Refusal, match="A game is being played"):
            await ann.asks(wish)


WRONG: dict[str, wishes.ChangeGame] = {
    "no such game": wishes.ChangeGame("chess", 2, {}),
    "too many seats": wishes.ChangeGame("beads", 9, {}),
    "no such option": wishes.ChangeGame("beads", 2, {"colour": "red"}),
}


@pytest.mark.parametrize("wish", WRONG.values(), ids=WRONG)
async def test_a_table_that_cannot_be_set_stays_as_it_is(party: Company, wish: wishes.ChangeGame) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    with pytest.raises(Refusal, match="bad_option"):
        await ann.asks(wish)
    assert room.table.game.key == "beads"


async def test_questions_are_numbered_on_through_a_change_of_game(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, length=2)
    await ann.plays("put", bead=1)
    last = question_of(room)
    await ben.plays("put", bead=0)
    await ann.asks(wishes.ChangeGame("beads", 2, {"length": 3}))
    assert (await ben.sees("table"))["state"] == "gathering"
    await ann.asks(wishes.Start())
    assert question_of(room) == last + 1


# --- The order ---


async def test_an_order_says_whose_seat_becomes_which(party: Company) -> None:
    room, (ann, _, _) = await party.seated(ANN, BEN, CLEO)
    await ann.asks(wishes.Order([2, 0, 1]))
    assert seats_of(room) == ["Cleo", "Ann", "Ben"]
    assert (await ann.sees("table"))["host"] == 1


async def test_an_order_by_lot_is_drawn_once_and_kept(party: Company) -> None:
    room, (ann, _, _) = await party.seated(ANN, BEN, CLEO)
    orders = set()
    for _ in range(40):
        await ann.asks(wishes.Order(None))
        orders.add(tuple(seats_of(room)))
        assert sorted(orders.copy().pop()) == ["Ann", "Ben", "Cleo"]
    assert len(orders) == 6


@pytest.mark.parametrize("order", [[0, 1], [0, 0, 1], [0, 1, 3]])
async def test_an_order_names_every_seat_once(party: Company, order: list[int]) -> None:
    _, (ann, _, _) = await party.seated(ANN, BEN, CLEO)
    with pytest.raises(Refusal, match="An order names every seat once"):
        await ann.asks(wishes.Order(order))


# --- Pauses ---


async def test_nobody_moves_while_the_host_has_paused_the_game(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Pause())
    assert (await ben.sees("table"))["paused"] is True
    with pytest.raises(Refusal, match="The host has paused the game"):
        await ann.plays("put", bead=1)
    await ann.asks(wishes.Resume())
    await ann.plays("put", bead=1)
    assert (await ben.sees("table"))["paused"] is False
    assert room.table.playing is not None


@pytest.mark.parametrize("wishes", [[wishes.Resume()], [wishes.Pause(), wishes.Pause()]])
async def test_only_what_goes_on_is_paused_and_only_what_is_paused_goes_on(
    party: Company, wishes: list[wishes.FromBrowser]
) -> None:
    _, (ann, _) = await party.playing(ANN, BEN)
    *before, last = wishes
    for wish in before:
        await ann.asks(wish)
    with pytest.raises(Refusal, match="not_now"):
        await ann.asks(last)


async def test_a_game_that_ends_in_a_pause_is_not_paused_any_more(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Pause())
    await ann.asks(wishes.Propose("end"))
    await ben.asks(wishes.Agree(True))
    assert room.table.phase == "over"
    assert (await ann.sees("table"))["paused"] is False


# --- The end of the room ---


async def test_a_room_that_is_closed_says_farewell_and_is_never_found_again(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    party.rooms.watchers.append(lambda room: None)
    await ben.forgets()
    await ann.asks(wishes.CloseRoom())
    assert [message["type"] for message in await ben.hears()] == ["farewell"]
    assert [await page.writer for page in (ann, ben)] == [4404, 4404]
    assert await party.rooms.find(room.table.room) is None
    assert await (await party.other_node()).rooms.find(room.table.room) is None


async def test_nothing_happens_in_a_room_that_is_closed(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(wishes.CloseRoom())
    with pytest.raises(Refusal, match="The host has closed this table"):
        await ben.asks(wishes.Speak("hello?"))
    assert isinstance((await party.log(room))[-1].body, events.Closed)


# --- The log ---


async def test_every_wish_about_the_room_is_in_the_log(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    asked: dict[wishes.FromBrowser, Any] = {
        wishes.Doors(onlookers=False): events.Kept,
        wishes.Order((1, 0)): events.Reordered,  # type: ignore[arg-type]
        wishes.Start(): events.Began,
        wishes.Pause(): events.Paused,
        wishes.Resume(): events.Resumed,
        wishes.CloseRoom(): events.Closed,
    }
    for wish, kind in asked.items():
        await ann.asks(wish)
        assert isinstance((await party.log(room))[-1].body, kind)
