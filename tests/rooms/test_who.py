"""Identity: nobody is mistaken for somebody else, least of all by the host."""

from itertools import combinations

import pytest

from app.protocol import commands
from app.protocol.lookalikes import look_alike
from app.protocol.messages import Refusal
from app.protocol.names import clean_name, is_fit
from app.rooms.identities import Who, handle_of
from app.storage.guests import Guest
from tests.client import Message
from tests.support.decisions import Tables
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page, seats_of

IMPOSTOR = Guest("impostor-id", b"impostor", "Ben")
NAMELESS = Guest("nameless-id", b"nameless", None)


async def test_who_bears_a_players_name_elsewhere_does_not_talk_react_or_sit_under_it(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN, seats=3)
    impostor = party.page(room, IMPOSTOR)
    shown = {"seat": None, "name": (await impostor.sees("table"))["you"]["name"]}
    await impostor.asks(commands.Speak("give me the seat"), commands.React("hurry"))
    assert [(await ann.sees(type))["from"] for type in ("chat", "reaction")] == [shown, shown]
    await ann.asks(commands.ChangeSettings(sitting="asked"))
    await impostor.asks(commands.Sit(2))
    (wish,) = (await table_after(ann))["wishes"]
    assert wish["name"] == shown["name"] != "Ben"
    await ann.asks(commands.Admit(person=wish["person"], yes=True))
    assert seats_of(room) == ["Ann", "Ben", shown["name"]]


async def test_who_is_renamed_in_another_room_meanwhile_stays_who_they_are(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    party.page(room, EVE)
    (before,) = (await table_after(ann))["audience"]
    await party.page(await party.table(), EVE).asks(commands.Hello("Ben"))
    again = party.page(room, Guest(EVE.id, EVE.token_hash, "Ben"))  # a second page, which has the new name
    (now,) = (await table_after(ann))["audience"]
    assert now["person"] == before["person"]
    assert not look_alike(now["name"], "Ben")
    assert (await table_after(again))["you"]["name"] == now["name"]


# --- Told apart ---


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
    await ann.asks(commands.ChangeSettings(sitting="asked"))
    for guest in (IMPOSTOR, NAMELESS):
        party.page(room, guest)
    told = str([await page.hears() for page in (ann, ben)])
    for secret in (room.table.origin, *(guest.id for guest in (ANN, BEN, IMPOSTOR, NAMELESS))):
        assert secret not in told


@pytest.mark.usefixtures("gone_at_once")
async def test_who_has_no_name_is_muted_banned_and_seated(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.table.clock.GRACE_S", 0)
    room, (ann, ben, cleo) = await party.playing(ANN, BEN, CLEO)
    page = party.page(room, NAMELESS)
    ben.leaves()
    (other,) = (await table_after(ann))["audience"]
    assert "name" not in other
    assert (await ann.sees("table"))["watching"] == ["…"]
    await ann.asks(commands.Mute(person=other["person"], yes=True))
    assert (await table_after(ann))["audience"][0]["muted"] is True
    assert (await page.sees("table"))["you"]["muted"] is True
    await ann.asks(commands.GiveSeat(seat=1, person=other["person"]))
    await cleo.asks(commands.Admit(person=other["person"], yes=True))
    assert seats_of(room) == ["Ann", "Ben", "Cleo"]
    frame = await page.sees("frame")
    assert frame["you"] == 1
    assert frame["lines"][-1]["text"]["text"] == "Someone else has {seat}’s seat now."
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


def test_a_handle_that_nobody_has_means_nobody(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    gone = handle_of(table.table, EVE.id)
    wishes = [commands.Admit(person=gone, yes=True), commands.Kick(person=gone), commands.HandOver(person=gone)]
    for wish in (*wishes, commands.GiveSeat(person=gone, seat=1), commands.Mute(person=gone, yes=True)):
        assert "not at the table any more" in table.refuses(ANN, wish), wish


async def table_after(page: Page) -> Message:
    """The table as this page shows it once arrivals and departures are announced."""
    page.room.audience.show_table()
    return await page.sees("table")
