"""Guests are deleted when nobody would miss them, and not before: not while a room knows them, nor while their cookie
is valid."""

import asyncio
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from alembic import command
from sqlalchemy import create_engine, select, text

from app.protocol import commands
from app.rooms.room import Room
from app.services.housekeeping import Housekeeping
from app.storage.commit import OutcomeUnknown
from app.storage.database import _migrations
from app.storage.guests import GONE_AFTER_DAYS, PASSED_BY_AFTER_DAYS, Guest
from app.storage.schema import guests, guests_of_rooms
from app.storage.subscriptions import Call
from tests.conftest import open_store
from tests.support.tables import Company, Page, gone

DAY = 24 * 3600


async def guest(party: Company, name: str | None = None) -> Guest:
    """A guest who was here today."""
    new = Guest(secrets.token_hex(16), secrets.token_bytes(32), None)
    await party.store.guests.add(new)
    if name is not None:
        await party.store.guests.rename(new.id, name)
    return Guest(new.id, new.token_hash, name)


async def comes_by(party: Company, guest: Guest) -> bool:
    """Whether a browser with this cookie is known."""
    known = await party.store.guests.by_token(guest.token_hash) is not None
    await noted(party)
    return known


async def noted(party: Company) -> None:
    """Write down who was here."""
    await party.store.guests._tasks.finish()


async def is_kept(party: Company, guest: Guest) -> bool:
    """Whether the guest is still stored, without a visit."""
    wanted = select(guests.c.id).where(guests.c.id == guest.id)
    return await party.store.read(lambda connection: connection.execute(wanted).one_or_none()) is not None


async def tidies_up_after(party: Company, days: int) -> None:
    """Let this many days pass, and clean up."""
    party.clock.advance(days * DAY)
    await Housekeeping(party.rooms, party.settings).tidy()


async def test_a_passer_by_is_forgotten_after_a_month_and_who_has_a_name_much_later(shared_party: Company) -> None:
    passer_by, named, again = [await guest(shared_party, name) for name in (None, "Ann", "Ben")]
    await tidies_up_after(shared_party, PASSED_BY_AFTER_DAYS)
    assert await is_kept(shared_party, passer_by)
    await tidies_up_after(shared_party, 1)
    assert [await is_kept(shared_party, each) for each in (passer_by, named)] == [False, True]
    await tidies_up_after(shared_party, GONE_AFTER_DAYS - PASSED_BY_AFTER_DAYS - 1)
    assert await comes_by(shared_party, again), "a visit counts from then on"
    assert await is_kept(shared_party, named)
    await tidies_up_after(shared_party, 1)
    assert not await comes_by(shared_party, named)
    await tidies_up_after(shared_party, GONE_AFTER_DAYS - 1)
    assert await comes_by(shared_party, again)


async def test_several_hundred_are_forgotten_at_once(party: Company) -> None:
    for _ in range(450):
        await guest(party)
    await tidies_up_after(party, PASSED_BY_AFTER_DAYS + 1)
    assert await party.store.read(lambda connection: connection.scalar(text("SELECT count(*) FROM guests"))) == 0


async def test_who_comes_by_while_being_forgotten_is_kept(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await guest(party, "Ann")
    party.clock.advance((GONE_AFTER_DAYS + 1) * DAY)
    with monkeypatch.context() as later:
        later.setattr(party.store.guests, "note_seen", lambda here: None)
        assert await comes_by(party, ann)
    await tidies_up_after(party, 0)
    party.store.guests.note_seen([ann])
    await noted(party)
    assert await comes_by(party, ann)


async def test_however_many_are_here_all_are_noted_in_portions(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    everybody = [await guest(party) for _ in range(450)]
    party.clock.advance(DAY)
    write = AsyncMock(side_effect=party.store.write)
    monkeypatch.setattr(party.store, "write", write)
    party.store.guests.note_seen(everybody)
    await noted(party)
    assert [len(each.args[0].args[0]) for each in write.await_args_list] == [200, 200, 50]
    seen = select(guests.c.seen).distinct()
    days = await party.store.read(lambda connection: connection.execute(seen).scalars().all())
    assert days == [party.clock() // (DAY * 1000)]


async def table_with(party: Company, *names: str) -> tuple[Room, list[Page]]:
    """A room with players of these names; the last one, a spectator, is nameless."""
    people = [await guest(party, name) for name in names]
    room, pages = await party.seated(*people, seats=len(people) + 1)
    return room, [*pages, party.page(room, await guest(party))]


async def are_kept_as_long_as_the_room(party: Company, room: Room, *people: Guest) -> None:
    """They do not return; the room is used by others until it is deleted."""
    await gone(*party.pages)
    for _ in range(3):
        party.clock.advance(300 * DAY)
        await party.store.touch_rooms([room.table.room])
        await tidies_up_after(party, 0)
    assert [await is_kept(party, each) for each in people] == [True for _ in people]
    party.rooms.forget(room)
    await tidies_up_after(party, 400)
    assert [await is_kept(party, each) for each in people] == [False for _ in people]
    for page in party.pages:
        page.writer.cancel()
    party.pages.clear()  # their room has no log left to compare with


@pytest.mark.usefixtures("gone_at_once")
async def test_who_has_a_seat_in_a_room_that_is_kept_or_waits_for_one_never_loses_it(party: Company) -> None:
    room, (ann, ben, nameless) = await table_with(party, "Ann", "Ben")
    await ben.asks(commands.MakeLink())
    await nameless.asks(commands.TakeSeat((await ben.sees("link"))["link"]))
    assert room.table.people.seats_of(nameless.guest.id) == [1]
    await ann.asks(commands.ChangeSettings(sitting="asked"))
    waiting = party.page(room, await guest(party, "Cleo"))
    await waiting.asks(commands.Sit(2))
    await are_kept_as_long_as_the_room(party, room, ann.guest, nameless.guest, waiting.guest)


@pytest.mark.parametrize("wish", [commands.Mute, commands.Kick, commands.HandOver], ids=["muted", "banned", "host"])
async def test_nor_is_forgotten_who_was_muted_or_shown_the_door_or_made_host(party: Company, wish: Any) -> None:
    room, (ann, _, nameless) = await table_with(party, "Ann", "Ben")
    room.audience.show_table()
    (person,) = [other["person"] for other in (await ann.sees("table"))["audience"]]
    more = {commands.Mute: {"yes": True}, commands.Kick: {"out": True}}.get(wish, {})
    await ann.asks(wish(person=person, **more))
    await are_kept_as_long_as_the_room(party, room, nameless.guest)


async def test_whoever_keeps_a_page_open_for_ever_is_here(party: Company) -> None:
    _, pages = await table_with(party, "Ann")
    house = Housekeeping(party.rooms, party.settings)
    for _ in range(3):
        party.clock.advance((PASSED_BY_AFTER_DAYS - 1) * DAY)
        house.note_who_is_here()
        await noted(party)
        await house.tidy()
    assert await is_kept(party, pages[-1].guest)


async def test_it_is_written_once_a_day_at_most(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await guest(party, "Ann")
    write = AsyncMock(side_effect=party.store.write)
    monkeypatch.setattr(party.store, "write", write)
    for expected in (0, 1, 2):
        for _ in range(50):
            await comes_by(party, ann)
        assert write.await_count == expected
        party.clock.advance(DAY)


async def test_an_unwritten_visit_keeps_none_out_and_is_noted(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = await guest(party, "Ann"), await guest(party, "Ben")
    party.clock.advance((GONE_AFTER_DAYS + 1) * DAY)

    with monkeypatch.context() as broken:
        broken.setattr(party.store, "write", AsyncMock(side_effect=OutcomeUnknown))
        assert await comes_by(party, ann)
    assert await comes_by(party, ben)
    await tidies_up_after(party, 0)
    assert await asyncio.gather(*(is_kept(party, each) for each in (ann, ben))) == [True, True]


def migrated_to(revision: str, file: Path) -> None:
    """A new database with the tables of this migration."""
    engine, config = create_engine(f"sqlite:///{file}"), _migrations()
    with engine.connect() as config.attributes["connection"]:
        command.upgrade(config, revision)
    engine.dispose()


async def test_a_database_of_before_knows_its_guests_at_once(tmp_path: Path) -> None:
    """Guests who did something, and those to whom others did something."""
    file = tmp_path / "log.sqlite3"
    migrated_to("0007", file)
    did = ["opened", "sat", "said", "wished", "let_in"]
    rows = [("room", seq, f"id-{seq}", "", f"{kind}-by", kind, b"{}", 0) for seq, kind in enumerate(did, 1)]
    rows.append(("room", 9, "id-9", "", "opened-by", "gave", b'{"kind":"gave","seat":1,"guest":"eve"}', 0))
    with closing(sqlite3.connect(file)) as database, database:
        write = "INSERT INTO events (room, seq, id, prev, actor, kind, body, at) VALUES (?,?,?,?,?,?,?,?)"
        database.executemany(write, rows)
    wanted = select(guests_of_rooms.c.guest, guests_of_rooms.c.room)
    async with open_store(f"sqlite:///{file}") as store:
        known = {*map(tuple, await store.read(lambda connection: connection.execute(wanted).all()))}
        assert await store.guests.forget() == 0
    assert known == {(guest, "room") for guest in ("opened-by", "sat-by", "wished-by", "let_in-by", "eve")}


async def test_who_was_called_by_the_version_before_is_not_called_again(tmp_path: Path) -> None:
    file = tmp_path / "log.sqlite3"
    migrated_to("0014", file)
    columns = "room, guest, device, endpoint_hash, endpoint, p256dh, auth, page, language, at, called, warned"
    row = ("room", "ann", "phone", b"hash", "https://push.example/a", "key", "auth", "page", "en", 0, 7, 4)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(f"INSERT INTO push_subscriptions ({columns}) VALUES ({', '.join('?' * len(row))})", row)
    async with open_store(f"sqlite:///{file}") as store:
        last = [await store.calls.last(Call("room", "ann", about, 1)) for about in ("question", "seat", "host")]
        assert [kept.device for kept in await store.subscriptions.of("room", "ann")] == ["phone"]
    assert last == [{"phone": 7}, {"phone": 4}, {"phone": 4}]
