"""The log: what is acknowledged is there, once, after the event it names. At the end: specifics of SQLite."""

import asyncio
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy import TableClause, inspect

from app.quiet_hours import QuietHours
from app.storage import schema
from app.storage.commit import Conflict, OutcomeUnknown, Repeated, TooEarly
from app.storage.database import MIGRATIONS
from app.storage.entries import Snapshot
from app.storage.guests import Guest
from app.storage.store import Store
from app.storage.subscriptions import Call, Subscription, Webhook
from app.table.decide import Entry, IndexRow
from app.table.events import Closed, Finished, Kicked, Moved, Result, Said, Stopped
from app.table.seals import SEAL_BYTES
from tests.conftest import open_store
from tests.support.metrics import Rise


def entry(seq: int, prev: str = "", *, id: str | None = None, room: str = "room", text: str = "") -> Entry:
    return Entry(room, seq, id or f"{room}-{seq}", prev, "ann", Said(0, "Ann", text), seal=bytes(SEAL_BYTES))


async def texts(store: Store, room: str = "room") -> list[str]:
    return [event.body.text for event in await store.load(room) if isinstance(event.body, Said)]


async def test_events_are_read_back_as_they_were_written_in_their_order_and_after_a_given_one(store: Store) -> None:
    written = [await store.append(entry(seq, f"room-{seq - 1}", text=str(seq))) for seq in (1, 2, 3)]
    assert (await store.load("room"), await store.load("room", after=1)) == (written, written[1:])
    assert written[0].at > 1_700_000_000_000


async def test_what_does_not_follow_is_not_written_but_an_id_of_another_room_is_another_action(store: Store) -> None:
    await store.append(entry(1, text="first"))
    for seq, prev, id, why in (
        (1, "", "other", Conflict),  # its number is taken
        (2, "another", "new", Conflict),  # after another event than the one it names
        (3, "room-1", "new", Conflict),  # leaves a gap
        (2, "room-1", "room-1", Repeated),
    ):
        with pytest.raises(why):
            await store.append(entry(seq, prev, id=id))
    assert await texts(store) == ["first"]
    await store.append(entry(1, id="room-1", room="other"))
    assert len(await store.load("other")) == 1


async def test_of_many_at_once_for_one_place_exactly_one_is_written(store: Store) -> None:
    wishes = [store.append(entry(1, id=f"wish-{n}")) for n in range(50)]
    answers = await asyncio.gather(*wishes, return_exceptions=True)
    assert sum(not isinstance(answer, Exception) for answer in answers) == 1
    assert sum(isinstance(answer, Conflict) for answer in answers) == 49


async def test_what_conflicts_or_is_refused_harms_no_neighbour_of_its_batch_nor_what_comes_later(store: Store) -> None:
    async def broken() -> None:
        await store.write(lambda cursor, now: cursor.execute("INSERT INTO guests (id) VALUES (NULL)"))

    await store.append(entry(1, room="taken"))
    wishes = [store.append(entry(1, room=f"room{n}")) for n in range(20)]
    late = store.append(entry(1, room="taken", id="late"))
    answers = await asyncio.gather(*wishes, late, broken(), return_exceptions=True)
    assert [type(answer).__name__ for answer in answers] == ["Event"] * 20 + ["Conflict", "OutcomeUnknown"]
    await store.append(entry(2, "taken-1", room="taken"))


async def test_what_waits_is_written_together_but_not_too_much(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.storage.writer.MAX_BATCH", 8)
    begin, begun, waits, go_on = store._database.begin, [], threading.Event(), threading.Event()

    def wait(cursor: Any, now: int) -> None:
        waits.set()
        go_on.wait(10)

    first = asyncio.create_task(store.write(wait))
    assert await asyncio.to_thread(waits.wait, 10)

    def counted(cursor: Any) -> Any:
        now = begin(cursor)  # not in the loop's thread, while the writer writes
        begun.append(cursor)
        return now

    monkeypatch.setattr(store._database, "begin", counted)
    wishes = [store.append(entry(1, room=f"room{number}")) for number in range(20)]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(first, *wishes)
    assert len(begun) == 3


async def test_what_was_handed_in_before_closing_is_written_and_survives_a_new_start(database_url: str) -> None:
    async with open_store(database_url) as store:
        wishes = [store.append(entry(1, room=f"room{n}")) for n in range(30)]
        await asyncio.sleep(0)
    assert {(await wish).seq for wish in wishes} == {1}
    async with open_store(database_url) as store:
        assert set((await store.heads([f"room{n}" for n in range(30)])).values()) == {1}


async def test_a_caller_that_goes_away_does_not_undo_its_event(store: Store) -> None:
    wish = store.append(entry(1))
    await asyncio.sleep(0)
    wish.cancel()
    await store.append(entry(1, room="other"))
    assert len(await store.load("room")) == 1


async def test_a_guest_is_found_by_the_hash_of_the_cookie_only_with_a_name_of_any_length(store: Store) -> None:
    ann, ben = Guest("ann", b"\x01" * 32, None), Guest("ben", b"\x02" * 32, "Á" * 300)
    for guest in (ann, ben):
        await store.guests.add(guest)
        assert await store.guests.by_token(guest.token_hash) == guest
    assert await store.guests.by_token(b"\x03" * 32) is None


def test_another_kind_of_database_is_refused_in_words() -> None:
    no_file = dict.fromkeys(("sqlite://", "sqlite:///", "sqlite:///:memory:"), "one that names no file")
    others = {"mysql://a:secret@b/c": "mysql://…", "data/tertulia.sqlite3": "something else"}
    unlike = dict.fromkeys(("sqlite:///file:t.sqlite3?uri=true", "sqlite://a/b"), "one that is not just a file")
    for address, got in (no_file | others | unlike).items():
        with pytest.raises(ValueError, match=rf"expected sqlite:///path/to/file or postgresql://.*, got {got}"):
            Store(address)


async def test_the_newest_event_of_many_rooms_is_found_at_once(store: Store) -> None:
    for seq in (1, 2, 3):
        await store.append(entry(seq, f"room-{seq - 1}"))
    await store.append(entry(1, room="other"))
    assert await store.heads(["room", "other", "nowhere"]) == {"room": 3, "other": 1}
    assert await store.heads([]) == {}


async def test_nothing_is_written_before_its_time(store: Store) -> None:
    with pytest.raises(TooEarly):
        await store.append(replace(entry(1), not_before=store.now() + 60_000))
    await store.append(replace(entry(1), not_before=store.now() - 60_000))
    assert len(await store.load("room")) == 1


async def test_of_several_who_claim_a_room_that_is_due_one_gets_it(store: Store) -> None:
    await store.append(replace(entry(1), index_row=IndexRow("playing", watched=True)))
    due = await store.due_rooms()
    assert list(due) == ["room"]
    claims = await asyncio.gather(*(store.claim("room", due["room"], store.now() + 60_000) for _ in range(5)))
    assert sorted(claims) == [False] * 4 + [True]
    assert await store.due_rooms() == {}


async def test_a_chore_is_done_by_who_claims_it_first_and_again_when_it_is_due(store: Store) -> None:
    claims = await asyncio.gather(*(store.claim_chore("tidy", 60_000) for _ in range(5)))
    assert sorted(claims) == [False] * 4 + [True]
    store._clock.given = lambda: round(time.time() * 1000) + 60_001
    assert await store.claim_chore("tidy", 60_000)
    assert not await store.claim_chore("tidy", 60_000)


async def test_periodic_work_does_not_wait_for_a_clock_that_was_ahead(store: Store) -> None:
    true = store.now()
    for ahead, is_claimed in ((24 * 3_600_000, True), (0, True), (0, False)):
        store._clock.given = lambda ahead=ahead: true + ahead
        assert await store.claim_chore("tidy", 60_000) is is_claimed


async def test_no_event_of_a_room_that_is_kept_is_changed_or_deleted_until_the_room_is_put_away(store: Store) -> None:
    written = await store.append(replace(entry(1), index_row=IndexRow("over", watched=False)))
    for change in ("UPDATE events SET body = body", "DELETE FROM events"):
        with pytest.raises(Exception, match="never"):
            await store.write(lambda cursor, now, sql=change: cursor.execute(sql))
    assert await store.load("room") == [written]
    assert await store.forget_rooms({"over": -1}, lambda code: False) == 1
    assert await store.load("room") == []


async def test_a_room_is_deleted_at_once_though_the_clock_was_set_back_since_its_last_event(store: Store) -> None:
    await store.append(replace(entry(1), index_row=IndexRow("over", watched=False), after=store.now() + 3_600_000))
    assert await store.delete_room("room")
    assert await store.load("room") == []
    assert not await store.delete_room("room")


async def test_a_copy_is_replaced_by_newer_ones_only_and_goes_with_its_room(store: Store) -> None:
    for seq in (1, 2, 3):
        await store.append(replace(entry(seq, f"room-{seq - 1}"), index_row=IndexRow("playing", watched=False)))
    copies = [Snapshot("room", seq, f"room-{seq}", "code", b"copy") for seq in (2, 3)]
    for copy in (*copies, copies[0]):
        await store.keep_snapshot(copy)
    assert await store.load_snapshot("room", "code") == (copies[1], [])
    assert await store.load_snapshot("room", "other code") is None
    await store.forget_rooms({"playing": -1}, lambda code: False)
    await store.keep_snapshot(copies[0])
    count = "SELECT count(*) FROM snapshots"
    assert await store.read(lambda connection: connection.exec_driver_sql(count).scalar()) == 0


# --- Each kind of write, on either database ---


def subscribed(guest: str, room: str = "room", endpoint: str = "https://push.example/1", **more: Any) -> Subscription:
    keys = {"p256dh": "key", "auth": "secret", "page": "https://here.example/" + "x" * 500, "language": "en"}
    return Subscription(room=room, guest=guest, device=guest, endpoint=endpoint, **{**keys, **more})


async def test_a_newer_subscription_replaces_an_older(store: Store) -> None:
    for endpoint in ("https://push.example/1", "https://push.example/2"):
        await store.subscriptions.keep(subscribed("ann", endpoint=endpoint))
    (ann,) = await store.subscriptions.of("room", "ann")
    assert ann == subscribed("ann", endpoint="https://push.example/2")


async def test_of_several_who_call_at_once_one_does_and_again_only_for_what_is_new_or_has_failed(store: Store) -> None:
    call = Call("room", "ann", "question", 7)
    claims = await asyncio.gather(*(store.calls.claim(call, "phone") for _ in range(5)))
    assert sorted(claims) == [False] * 4 + [True]
    assert await store.calls.claim(call, "webhook")
    assert [await store.calls.claim(call._replace(number=number), "phone") for number in (6, 8)] == [False, True]
    assert await store.calls.claim(call._replace(about="seat"), "phone")
    await store.calls.release(call, "phone")
    assert await store.calls.last(call) == {"phone": 8, "webhook": 7}
    await store.calls.release(call, "webhook")
    assert await store.calls.claim(call, "webhook")


async def test_a_guest_has_one_webhook_which_is_gone_until_it_works_or_another_one_comes(store: Store) -> None:
    one, other = (
        Webhook(guest="ann", kind=kind, address=kind.encode(), origin="https://here.example", language="en")
        for kind in ("ntfy", "slack")
    )
    await store.webhooks.keep(one)
    await store.webhooks.note_gone(one, 410)
    assert await store.webhooks.of("ann") == replace(one, gone=410)
    await store.webhooks.note_gone(one, None)
    assert await store.webhooks.of("ann") == one
    await store.webhooks.note_gone(one, 404)
    await store.webhooks.keep(other)
    await store.webhooks.note_gone(one, 404)
    assert await store.webhooks.of("ann") == other
    await store.webhooks.drop("ann")
    assert await store.webhooks.of("ann") is None


async def test_calls_that_are_put_off_come_when_their_time_has_the_newest_about_each_matter(store: Store) -> None:
    now, calls = store.now(), [Call("room", "ann", "question", number) for number in (3, 4)]
    for call in calls:
        await store.calls.put_off(call, now - 1)
    await store.calls.put_off(seat := Call("room", "ann", "seat", 2), now - 2)
    await store.calls.put_off(Call("room", "ben", "question", 4), now + 3_600_000)
    assert await store.calls.put_off_until_now() == [seat, calls[1]]
    await store.calls.no_longer_put_off(calls[0])
    assert await store.calls.put_off_until_now() == [seat, calls[1]]
    await store.calls.no_longer_put_off(calls[1])
    assert await store.calls.put_off_until_now() == [seat]
    await store.quiet_times.keep("ben", quiet := QuietHours(0, 60, "UTC"))
    assert len(await store.calls.put_off_until_now()) == 2, "other quiet hours may have ended already"
    assert await store.quiet_times.of("ben") == quiet
    await store.quiet_times.keep("ben", None)
    assert await store.quiet_times.of("ben") is None


async def test_a_guest_with_many_calls_put_off_keeps_no_other_waiting(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.subscriptions.MOST_AT_ONCE", 3)
    for nth in range(5):
        await store.calls.put_off(Call(f"room-{nth}", "ann", "question", 1), store.now() - 10 + nth)
    await store.calls.put_off(Call("room-0", "ben", "question", 1), store.now() - 1)
    come = await store.calls.put_off_until_now()
    assert [call.guest for call in come].count("ben") == 1
    assert {call.room for call in come if call.guest == "ann"} == {"room-0", "room-1"}


async def called(store: Store, *guests: str, room: str = "room") -> list[str]:
    """Those of them with a subscription."""
    return [guest for guest in guests if await store.subscriptions.of(room, guest)]


async def test_an_endpoint_is_forgotten_in_every_room_and_subscriptions_go_with_guest_or_room(store: Store) -> None:
    for room in ("room", "other"):
        await store.subscriptions.keep(subscribed("eve", room, "https://push.example/2"))
    everybody = ("ann", "ben", "cleo", "dee", "eve")
    for guest in everybody[:4]:
        await store.subscriptions.keep(subscribed(guest))
    await store.subscriptions.drop_endpoint("https://push.example/2")
    assert [await called(store, *everybody, room=room) for room in ("room", "other")] == [[*everybody[:4]], []]
    await store.subscriptions.drop("room", "dee", "dee")
    await store.append(replace(entry(1), body=Kicked("ben", out=True), uncalled="ben"))
    assert await called(store, *everybody) == ["ann", "cleo"]
    await store.append(replace(entry(2, "room-1"), body=Closed(), index_row=IndexRow("over", watched=False)))
    assert await called(store, *everybody) == []
    await store.subscriptions.keep(subscribed("eve"))
    await store.delete_room("room")
    assert await called(store, *everybody) == []


async def test_the_best_scores_come_first_and_earlier_before_later(store: Store) -> None:
    for number, score in enumerate((5, 9, 5)):
        result = Result("color_gin", ["ann"], ["Ann"], [0], [score], score, "setting")
        ended = Finished(Moved(0, 1, Raw(b"{}"), []), result)
        await store.append(replace(entry(1, room=f"room{number}"), body=ended))
    best = await store.best_scores("setting", 2)
    assert [(row.room, row.score) for row in best] == [("room1", 9), ("room0", 5)]


async def test_a_room_in_which_nothing_happens_is_forgotten_unless_it_is_used(store: Store) -> None:
    written = [await store.append(replace(entry(1, room=room), index_row=IndexRow("over", watched=False)))
               for room in ("old", "busy", "used")]  # fmt: skip
    later = store.now() + 10_000
    store._clock.given = lambda: later
    await store.touch_rooms(["used"])
    assert await store.forget_rooms({"over": 1000}, lambda code: code == "busy") == 1
    assert not await store.delete_room("used", written[2].at), "it was used after it was looked at"
    assert await store.heads(["old", "busy", "used"]) == {"busy": 1, "used": 1}


async def test_a_room_with_results_whose_next_game_is_abandoned_counts_as_over(store: Store) -> None:
    result = Result("tcnccc", ["ann"], ["Ann"], [0], [1])
    for room, body in (("first", Said(0, "Ann", "")), ("next", Stopped(result))):
        await store.append(replace(entry(1, room=room), body=body, index_row=IndexRow("playing", watched=False)))
    assert await store.forget_rooms({"playing": -1}, lambda code: False) == 1
    assert (await store.heads(["first", "next"]), await store.count_rooms()) == ({"next": 1}, {"over": 1})
    assert await store.forget_rooms({"playing": -1, "over": -1}, lambda code: False) == 1


async def test_a_room_is_watched_unless_something_has_happened_meanwhile(store: Store) -> None:
    await store.append(replace(entry(1), index_row=IndexRow("playing", watched=True)))
    await store.schedule_check("room", None, 7)
    assert list(await store.due_rooms()) == ["room"]
    await store.schedule_check("room", store.now() + 60_000, 1)
    assert await store.due_rooms() == {}
    await store.schedule_check("room", 5)
    assert await store.due_rooms() == {"room": 5}


async def test_the_tables_are_those_of_the_newest_migration(store: Store) -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == schema.REVISION
    named = {table.name: {*table.c.keys()} for table in vars(schema).values() if isinstance(table, TableClause)}
    tables = await store.read(lambda connection: inspect(connection).get_multi_columns())
    there = {name: {column["name"] for column in columns} for (_, name), columns in tables.items()}
    assert there.pop("alembic_version") and named == there


# --- SQLite ---


async def test_a_locked_database_is_unknown_and_works_again_when_it_is_free(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    rise = Rise()
    async with open_store(f"sqlite:///{path}?timeout=0.1") as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(OutcomeUnknown):
                await store.append(entry(1))
            assert rise("unknown_total") == 1
            other.execute("ROLLBACK")
            await store.append(entry(1))


async def test_the_file_is_in_wal_and_every_commit_is_synced(tmp_path: Path) -> None:
    async with open_store(f"sqlite:///{tmp_path}/new/log.sqlite3") as store:
        for name, how in (("journal_mode", "wal"), ("synchronous", 2)):  # 2 is FULL
            assert await store.read(lambda one, name=name: one.exec_driver_sql(f"PRAGMA {name}").scalar()) == how
        assert await store.write(lambda cursor, now: cursor.execute("PRAGMA synchronous").fetchone()[0]) == 2
