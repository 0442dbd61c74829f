"""Forgetting people, on both databases."""

from app.keeper.forgetting import forget, people, rooms_with
from app.keeper.words import HEARD_FOR_MS, KEPT_MS, announce, recent_words
from app.quiet_hours import QuietHours
from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.guests import Guest
from app.storage.store import Store
from app.storage.subscriptions import Call, Subscription, Webhook
from app.table import gathering
from app.table.event_ids import new_id
from tests.support.tables import ANN, BEN, CLEO

PHONE = Guest("phone-id", b"phone", None)


async def everything_about(store: Store, guest: Guest) -> None:
    """Whatever may be kept about a guest beside the log."""
    await store.devices.link(await store.devices.make_link(guest.id), guest.id, PHONE.id, "Phone")
    await store.devices.make_link(guest.id)
    call = Call("room", guest.id, "question", 1)
    subscription = {"endpoint": "https://push", "p256dh": "p", "auth": "a", "page": "/", "language": "en"}
    await store.subscriptions.keep(Subscription(room="room", guest=guest.id, device=PHONE.id, **subscription))
    await store.webhooks.keep(Webhook(guest=guest.id, kind="ntfy", address=b"x", origin="https://o", language="en"))
    await store.quiet_times.keep(guest.id, QuietHours(60, 120, "Europe/Lisbon"))
    await store.calls.claim(call, PHONE.id)
    await store.calls.put_off(call, 5)


async def test_nothing_is_left_of_whoever_is_forgotten_and_all_of_others(store: Store) -> None:
    for guest in (ANN, BEN, PHONE):
        await store.guests.add(guest)
    room = await Rooms(store, Settings()).open("tcnccc", 2, {}, ANN, "Ann")
    await everything_about(store, ANN)
    await store.quiet_times.keep(BEN.id, QuietHours(60, 120, "Europe/Lisbon"))
    assert await forget(store, ANN.id)
    for browser in (ANN, PHONE):
        assert await store.guests.by_token(browser.token_hash) is None
    assert await store.devices.of(ANN.id) == []
    assert await store.subscriptions.of("room", ANN.id) == []
    assert await store.webhooks.of(ANN.id) is None
    assert await store.quiet_times.of(ANN.id) is None
    assert await store.calls.last(Call("room", ANN.id, "question", 1)) == {}
    assert await store.calls.put_off_until_now() == []
    assert await store.guests.rooms_of(ANN.id, 5) == []
    assert [person.id for person in await people(store)] == [BEN.id]
    assert await store.quiet_times.of(BEN.id) is not None
    assert len(await store.load(room)) == 1, "the log stays as it is"
    assert not await forget(store, ANN.id)


async def test_a_person_is_found_by_name_in_any_case_or_by_the_beginning_of_their_id(store: Store) -> None:
    for guest in (ANN, BEN):
        await store.guests.add(guest)
    for named, found in (("ann", [ANN.id]), ("ben-id", [BEN.id]), ("be", []), ("An", [])):
        assert [person.id for person in await people(store, named)] == found, named


async def test_a_spectator_who_only_talked_is_found_in_the_room_where_they_did(store: Store) -> None:
    for guest in (ANN, CLEO):
        await store.guests.add(guest)
    rooms = Rooms(store, Settings())
    room = await rooms.find(await rooms.open("tcnccc", 2, {}, ANN, "Ann"))
    assert room is not None
    await rooms.open("tcnccc", 2, {}, ANN, "Ann")
    await room.do(CLEO.id, new_id(), lambda table: gathering.speak(table, CLEO.id, "Cleo", "Hello", None))
    assert [each.room for each in await rooms_with(store, CLEO.id)] == [room.table.room]
    assert len(await rooms_with(store, ANN.id)) == 2


async def test_words_are_heard_for_a_minute_and_kept_for_a_day(store: Store) -> None:
    now = 1_800_000_000_000
    store._clock.given = lambda: now
    await announce(store, "Back at nine")
    assert [(word.kind, word.said) for word in await recent_words(store)] == [("announced", "Back at nine")]
    now += HEARD_FOR_MS
    assert await recent_words(store) == []
    now += KEPT_MS
    await announce(store, "Again")
    now -= HEARD_FOR_MS + KEPT_MS
    assert [word.said for word in await recent_words(store)] == ["Again"]
