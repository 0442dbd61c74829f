"""Identity: nobody is mistaken for somebody else, least of all by the host."""

from itertools import combinations

import pytest
from fastapi import FastAPI

from app.protocol import commands
from app.protocol.lookalikes import look_alike
from app.protocol.messages import Refusal
from app.protocol.names import clean_name, is_fit
from app.rooms.identities import Who, handle_of
from app.storage.guests import Guest
from app.table.events import Sat
from tests.client import AppPage, Friend, Message
from tests.company import ANN, BEN, CLEO, EVE, Company, Page, seats_of
from tests.given import Tables

IMPOSTOR = Guest("impostor-id", b"impostor", "Ben")
NAMELESS = Guest("nameless-id", b"nameless", None)


async def named_elsewhere(app: FastAPI, name: str) -> Friend:
    """A guest who took this name at a table of their own."""
    person = Friend(app, name)
    await person.open_room(game="tcnccc", seats=2)
    return person


async def at_anns_table(app: FastAPI) -> tuple[str, list[AppPage]]:
    """A room of Ann's, her page, and that of Ben, who sits there."""
    room = await (ann := Friend(app, "Ann")).open_room(game="tcnccc", seats=2)
    wires = [await ann.enter(room), await (await named_elsewhere(app, "Ben")).enter(room)]
    await wires[1].asks(type="sit", seat=1)
    return room, wires


async def enters_silently(person: Friend, room: str) -> AppPage:
    """Enter as a known guest, without giving a name."""
    wire = await person.connect(room)
    await wire.send(type="hello")
    await wire.see("table")
    return wire


async def table_of(wire: AppPage, app: FastAPI) -> Message:
    """The table as this page shows it now."""
    (await app.state.services.rooms.find(wire.room)).audience.show_table()
    await wire.catch_up()
    return wire.table


# --- Attacks over the wire ---


async def test_whoever_took_a_players_name_elsewhere_is_not_shown_under_it(app: FastAPI) -> None:
    room, (ann, _) = await at_anns_table(app)
    for name in ("Ben", "BEN", "Веn", "Bеn", "8en"):
        await enters_silently(await named_elsewhere(app, name), room)
    table = await table_of(ann, app)
    assert table["seats"][1]["name"] == "Ben"
    assert sorted(table["watching"]) == sorted(other["name"] for other in table["audience"])
    assert len(table["watching"]) == 5
    assert [name for name in table["watching"] if look_alike(name, "Ben")] == []


async def test_nor_do_they_talk_react_or_sit_under_it(app: FastAPI) -> None:
    room, (ann, _) = await at_anns_table(app)
    impostor = await enters_silently(await named_elsewhere(app, "Ben"), room)
    shown = (await impostor.see("table"))["you"]["name"]
    await impostor.send(type="chat", text="give me the seat")
    assert (await ann.see("chat"))["from"] == {"seat": None, "name": shown}
    await impostor.send(type="react", what="hurry")
    assert (await ann.see("reaction"))["from"] == {"seat": None, "name": shown}
    await ann.send(type="doors", sitting="asked")
    await ann.asks(type="options", game="tcnccc", seats=3, options={})
    await impostor.asks(type="sit", seat=2)
    (wish,) = (await table_of(ann, app))["wishes"]
    assert wish["name"] == shown != "Ben"
    await ann.asks(type="admit", person=wish["person"], yes=True)
    assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "Ben", shown]


async def test_mute_and_kick_hit_whom_the_host_means(app: FastAPI) -> None:
    room, (ann, ben) = await at_anns_table(app)
    impostor = await enters_silently(await named_elsewhere(app, "Ben"), room)
    person = (await table_of(ann, app))["audience"][0]["person"]
    await ann.asks(type="mute", person=person, yes=True)
    await impostor.send(type="chat", text="me again")
    assert (await impostor.see("refused", id=None))["code"] == "forbidden"
    await ben.send(type="chat", text="still here")
    assert (await ann.see("chat"))["text"] == "still here"
    await ann.send(type="kick", person=person, out=True)
    assert await impostor.hear_the_end() == 4403
    assert (await table_of(ann, app))["seats"][1]["name"] == "Ben"


async def test_who_is_renamed_in_another_room_meanwhile_stays_who_they_are(app: FastAPI) -> None:
    room, (ann, _) = await at_anns_table(app)
    zoe = await named_elsewhere(app, "Zoe")
    await enters_silently(zoe, room)
    (before,) = (await table_of(ann, app))["audience"]
    elsewhere = await enters_silently(zoe, await zoe.open_room(game="tcnccc", seats=2))
    await elsewhere.send(type="stand")
    await elsewhere.asks(type="hello", name="Ben")
    again = await enters_silently(zoe, room)  # a second page, which has the new name
    (now,) = (await table_of(ann, app))["audience"]
    assert now["person"] == before["person"]
    assert not look_alike(now["name"], "Ben")
    assert again.table["you"]["name"] == now["name"]


async def test_a_muted_onlooker_says_nothing_by_names(app: FastAPI) -> None:
    room, (ann, _) = await at_anns_table(app)
    zoe = await named_elsewhere(app, "Zoe")
    page = await enters_silently(zoe, room)
    await ann.asks(type="mute", person=(await table_of(ann, app))["audience"][0]["person"], yes=True)
    for wish in ({"type": "hello", "name": "you cheat"}, {"type": "sit", "seat": 1, "also": "you cheat"}):
        await page.asks(**wish)
    zoe.name = "you cheat"
    await zoe.open_room(game="tcnccc", seats=2)  # where they take another name
    await enters_silently(zoe, room)
    table = await table_of(ann, app)
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Ben"]
    assert [other["name"] for other in table["audience"]] == ["Zoe"]
    assert "you cheat" not in str(ann.heard)


# --- Told apart ---


async def test_an_onlooker_is_told_apart_also_when_the_other_comes_later(party: Company) -> None:
    room, (ann, *_) = await party.seated(ANN, CLEO)
    for guest in (BEN, IMPOSTOR):
        party.page(room, guest)
    one, other = [other["name"] for other in (await table_after(ann))["audience"]]
    assert not look_alike(one, other)
    assert one.startswith("Ben #") and other.startswith("Ben #")


@pytest.mark.usefixtures("gone_at_once")
async def test_the_digits_stay_with_their_owner_when_others_come_and_go(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    party.page(room, IMPOSTOR)
    before = (await table_after(ann))["audience"][0]
    third = party.page(room, Guest("third-id", b"third", "Ben"))
    after = {other["person"]: other["name"] for other in (await table_after(ann))["audience"]}
    assert after[before["person"]].startswith(before["name"])
    third.leaves()
    ben.leaves()
    await ann.sees("table")
    assert (await table_after(ann))["audience"] == [before]


async def test_on_every_node_and_after_a_restart_all_are_shown_alike(party: Company) -> None:
    room, _ = await party.seated(ANN, BEN)
    here = {guest.id: guest for guest in (EVE, IMPOSTOR, NAMELESS)}
    elsewhere = await (await party.other_node()).finds(room)
    shown = Who(room.table, here).onlookers()
    again = Who(elsewhere.table, dict(reversed(here.items()))).onlookers()
    assert sorted(shown, key=str) == sorted(again, key=str)


def crowd(*names: str | None) -> dict[str, Guest]:
    guests = [Guest(f"{number}-id", b"", name) for number, name in enumerate(names)]
    return {guest.id: guest for guest in guests}


async def test_among_very_many_nobody_looks_like_anybody_else(party: Company) -> None:
    room, _ = await party.seated(ANN, BEN)
    lookalikes = ["Ben", "BEN", "Bеn", "Béη", "Ann", "Anna", "Ben 4", "Bartholomew Montgomer"[:20], None]
    everybody = Who(room.table, crowd(*lookalikes * 40)).onlookers()
    names = ["Ann", "Ben", *(other.name for other in everybody if other.name is not None)]
    assert not [pair for pair in combinations(names, 2) if look_alike(*pair)]
    assert max(len(name) for name in names) <= 20
    numbers = [other.number for other in everybody if other.name is None]
    assert len(set(numbers)) == len(numbers) == 40


async def test_a_name_that_looks_like_somebody_with_digits_is_told_apart_itself(party: Company) -> None:
    room, _ = await party.seated(ANN, BEN)
    here = crowd("Ben")
    (shown,) = Who(room.table, here).onlookers()
    # A handle beginning with the same digits would make both names longer.
    ids = (f"copy-{number}" for number in range(100))
    id = next(id for id in ids if not str(int(handle_of(room.table, id), 16)).startswith(shown.name[-2:]))
    here |= {id: Guest(id, b"", shown.name.replace("#", ""))}
    assert Who(room.table, here).name_of("0-id") == shown.name
    assert not look_alike(Who(room.table, here).name_of(id), shown.name)


async def test_nobody_enters_under_what_only_the_server_may_call_people(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    names = ["Ben #41", "Ben # 41", "Ben ♯4l", "Ben＃41", "Guest 4", "Gast 12", "Host"]
    for name in names:
        with pytest.raises(Refusal, match="server"):
            clean_name(name)
        party.page(room, Guest(f"old {name}", b"old", name))
    others = (await table_after(ann))["audience"]
    assert len(others) == len(names)
    assert all("name" not in other and other["number"] >= 10 for other in others)
    assert is_fit("Gasto") and is_fit("Gastl") and is_fit("Guest"), "they only begin like the server's word for a guest"


async def test_a_name_said_is_refused_where_somebody_bears_it(party: Company) -> None:
    room, (_, ben) = await party.seated(ANN, BEN)
    party.page(room, EVE)
    page = party.page(room, NAMELESS)
    for name in ("Ben", "Еve"):
        assert "name_taken" in await page.refused(commands.Hello(name))
    assert "name_taken" in await ben.refused(commands.Sit(1, also="Eve"))


# --- Handles ---


async def test_a_handle_is_one_person_in_one_room_and_ids_are_told_to_nobody(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    handles = [handle_of(each.table, guest.id) for each in (room, await party.table()) for guest in (ANN, BEN)]
    assert len(set(handles)) == 4
    assert all(len(handle) == 16 and "id" not in handle for handle in handles)
    assert handle_of((await (await party.other_node()).finds(room)).table, ANN.id) == handles[0]
    await ann.asks(commands.Doors(sitting="asked"))
    for guest in (IMPOSTOR, NAMELESS):
        party.page(room, guest)
    told = str([await page.hears() for page in (ann, ben)])
    for secret in (room.table.origin, *(guest.id for guest in (ANN, BEN, IMPOSTOR, NAMELESS))):
        assert secret not in told


@pytest.mark.usefixtures("gone_at_once")
async def test_who_has_no_name_is_muted_banned_and_seated(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.table.host.GRACE_S", 0)
    room, (ann, ben) = await party.playing(ANN, BEN)
    page = party.page(room, NAMELESS)
    ben.leaves()
    (other,) = (await table_after(ann))["audience"]
    assert "name" not in other
    assert (await ann.sees("table"))["watching"] == ["…"]
    await ann.asks(commands.Mute(person=other["person"], yes=True))
    assert (await table_after(ann))["audience"][0]["muted"] is True
    assert (await page.sees("table"))["you"]["muted"] is True
    await ann.asks(commands.GiveSeat(seat=1, person=other["person"]))
    assert seats_of(room) == ["Ann", "Ben"]
    frame = await page.sees("frame")
    assert frame["you"] == 1
    assert frame["lines"][-1]["text"]["text"] == "The host gave {seat}’s seat to someone without a name."
    await ann.asks(commands.Kick(person=other["person"], out=True))
    assert await page.writer == 4403
    assert NAMELESS.id in room.table.people.banned


def test_who_is_muted_under_a_name_with_digits_keeps_both(given: Tables) -> None:
    table = given(ANN, BEN)
    table.enters(IMPOSTOR)
    shown = table.who().name_of(IMPOSTOR.id)
    table.when(ANN, commands.Mute(person=handle_of(table.table, IMPOSTOR.id), yes=True))
    assert shown and "#" in shown
    assert table.who().name_of(IMPOSTOR.id) == shown


async def test_the_handle_decides_where_a_name_is_said_too(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    eve = party.page(room, EVE)
    await ann.asks(commands.Kick(person=handle_of(room.table, EVE.id), name="Ben", out=True))
    assert await eve.writer == 4403


def test_it_has_to_be_said_who_is_meant_and_what_means_nobody_or_two_people_means_neither(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    wishes = [commands.Admit(yes=True), commands.Kick(), commands.HandOver(), commands.GiveSeat(seat=1)]
    for wish in (*wishes, commands.Mute(yes=True)):
        assert "malformed" in table.refuses(ANN, wish), wish
    gone = commands.Mute(person=handle_of(table.table, EVE.id), yes=True)
    assert "not at the table any more" in table.refuses(ANN, gone)
    table.writes(CLEO.id, Sat(2, "Ben"))  # in logs from before names were checked so strictly
    assert "More than one person here is called Ben" in table.refuses(ANN, commands.Mute(name="Ben", yes=True))


async def table_after(page: Page) -> Message:
    """The table as this page shows it once arrivals and departures are announced."""
    page.room.audience.show_table()
    return await page.sees("table")
