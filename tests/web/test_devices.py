"""One guest on several devices: a browser that is linked to another one is the same guest until it is unlinked."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.storage.guests import GONE_AFTER_DAYS, LINK_FOR_S, MOST_DEVICES
from app.storage.store import Store
from tests.client import Friend, Message, Page

SEATED = {"game": "color_gin", "seats": 2}


@pytest.fixture
async def ann(app: FastAPI) -> AsyncIterator[Friend]:
    async with Friend(app, "Ann") as friend:
        yield friend


@pytest.fixture
async def ben(app: FastAPI) -> AsyncIterator[Friend]:
    async with Friend(app, "Ben") as friend:
        yield friend


@pytest.fixture
async def phone(app: FastAPI) -> AsyncIterator[Friend]:
    """Another browser of Ann's."""
    async with Friend(app) as friend:
        yield friend


async def link_of(friend: Friend) -> str:
    """The code of a new link."""
    answer = await friend.http.post("/api/device-links", json={})
    assert answer.status_code == 201
    return str(answer.json()["url"].partition("#")[2])


async def use(friend: Friend, code: str, called: str = "Phone") -> httpx.Response:
    return await friend.http.post("/api/devices", json={"code": code, "called": called})


async def linked(one: Friend, other: Friend, called: str = "Phone") -> Message:
    """The other browser becomes a device of the one."""
    answer = await use(other, await link_of(one), called)
    assert answer.status_code == 200, answer.text
    (device,) = [device for device in answer.json()["devices"] if device["here"]]
    return dict(device)


async def unlink(friend: Friend, device: Message) -> httpx.Response:
    return await friend.http.request("DELETE", f"/api/devices/{device['device']}", json={})


async def refused(answer: httpx.Response, said: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now"), answer.text
    assert said in answer.json()["text"]["text"]


async def seen_by(friend: Friend, room: str) -> Page:
    page = await friend.enter(room)
    await page.see("table")
    return page


async def test_a_linked_browser_has_the_seat_the_hand_and_the_tables_of_the_first(
    ann: Friend, ben: Friend, phone: Friend
) -> None:
    room = await ann.open_room(**SEATED)
    first, other = await seen_by(ann, room), await seen_by(ben, room)
    await other.asks(type="sit", seat=1)
    await first.asks(type="start")
    await linked(ann, phone)
    second = await seen_by(phone, room)
    await second.hear("frame")
    assert second.table["you"]["seats"] == [0]
    assert second.frame["view"] == first.frame["view"]
    assert room in (await phone.get("/")).text


async def test_a_move_from_either_device_is_shown_on_both(ann: Friend, phone: Friend) -> None:
    page = await ann.plays_a_bot()
    await linked(ann, phone)
    second = await seen_by(phone, page.room)
    asked = await second.hear("frame")
    await second.play(asked["choices"][0]["move"])
    await page.hear("frame", lambda frame: frame["seq"] > asked["seq"])


async def test_devices_are_listed_by_what_their_owner_calls_them(ann: Friend, phone: Friend) -> None:
    await ann.open_room(**SEATED)
    await linked(ann, phone, "  Ann’s   phone ")
    for friend, here in ((ann, False), (phone, True)):
        answer = (await friend.get("/api/devices")).json()
        assert [(device["called"], device["here"]) for device in answer["devices"]] == [("Ann’s phone", here)]
        assert (answer["name"], answer["is_linked"]) == ("Ann", here)


async def test_a_browser_that_was_never_here_can_be_linked(app: FastAPI, ann: Friend) -> None:
    room, new = await ann.open_room(**SEATED), Friend(app)
    try:
        await linked(ann, new)
        assert (await seen_by(new, room)).table["you"]["seats"] == [0]
    finally:
        await new.__aexit__()


async def test_a_link_is_good_once(ann: Friend, ben: Friend, phone: Friend) -> None:
    code = await link_of(ann)
    assert (await use(phone, code)).status_code == 200
    await refused(await use(ben, code), "has been used")


async def test_of_two_browsers_that_use_a_link_at_once_one_is_too_late(ann: Friend, ben: Friend, phone: Friend) -> None:
    code = await link_of(ann)
    answers = await asyncio.gather(use(phone, code), use(ben, code))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_link_is_good_for_fifteen_minutes(
    app: FastAPI, ann: Friend, phone: Friend, monkeypatch: pytest.MonkeyPatch
) -> None:
    store: Store = app.state.services.store
    code, now = await link_of(ann), store.now
    monkeypatch.setattr(store, "now", lambda: now() + LINK_FOR_S * 1000 + 1)
    await refused(await use(phone, code), "has been used, or is older than")


async def test_a_new_link_takes_the_place_of_the_one_before(ann: Friend, phone: Friend) -> None:
    before, code = await link_of(ann), await link_of(ann)
    await refused(await use(phone, before), "has been used")
    assert (await use(phone, code)).status_code == 200


async def test_a_browser_cannot_be_linked_to_itself(ann: Friend, phone: Friend) -> None:
    await refused(await use(ann, await link_of(ann)), "already the same guest")
    await linked(ann, phone)
    await refused(await use(phone, await link_of(ann)), "already the same guest")


async def test_a_linked_browser_makes_links_to_the_first_one(ann: Friend, ben: Friend, phone: Friend) -> None:
    room = await ann.open_room(**SEATED)
    await linked(ann, phone)
    await linked(phone, ben, "Tablet")
    assert (await seen_by(ben, room)).table["you"]["seats"] == [0]


async def test_nothing_is_linked_to_a_linked_browser_nor_that_to_another(
    ann: Friend, ben: Friend, phone: Friend
) -> None:
    await linked(ann, phone)
    await refused(await use(phone, await link_of(ben)), "linked to another one already")
    await refused(await use(ann, await link_of(ben)), "Other devices are linked to this browser")


async def test_who_sits_at_the_same_table_cannot_see_both_hands(ann: Friend, ben: Friend) -> None:
    room = await ann.open_room(**SEATED)
    await (await seen_by(ben, room)).asks(type="sit", seat=1)
    await refused(await use(ben, await link_of(ann)), "a seat at the same table")


async def test_a_browser_with_seats_elsewhere_gets_them_back_when_it_is_unlinked(ann: Friend, ben: Friend) -> None:
    own = await ben.open_room(**SEATED)
    device = await linked(ann, ben)
    assert (await seen_by(ben, own)).table["you"]["seats"] == []
    assert (await unlink(ben, device)).status_code == 204
    assert (await seen_by(ben, own)).table["you"]["seats"] == [0]


async def test_an_unlinked_browser_loses_the_hand_at_once(ann: Friend, phone: Friend) -> None:
    page = await ann.plays_a_bot()
    device = await linked(ann, phone)
    second = await seen_by(phone, page.room)
    assert (await unlink(ann, device)).status_code == 204
    assert await second.hear_the_end() == 1012
    third = await seen_by(phone, page.room)
    assert third.table["you"]["seats"] == []
    assert page.room not in (await phone.get("/")).text


async def test_open_pages_begin_anew_when_their_browser_is_linked(ann: Friend, phone: Friend) -> None:
    room = await ann.open_room(**SEATED)
    before = await seen_by(phone, room)
    await linked(ann, phone)
    assert await before.hear_the_end() == 1012


async def test_only_an_own_device_can_be_unlinked(ann: Friend, ben: Friend, phone: Friend) -> None:
    device = await linked(ann, phone)
    await refused(await unlink(ben, device), "not linked any more")
    await refused(await unlink(ann, {"device": "0" * 16}), "not linked any more")


async def test_there_is_an_end_to_devices(app: FastAPI, ann: Friend) -> None:
    for nth in range(MOST_DEVICES):
        async with Friend(app) as other:
            await linked(ann, other, f"Device {nth}")
    await refused(await ann.http.post("/api/device-links", json={}), "At most {most} devices")


@pytest.mark.parametrize("body", [{}, {"code": "x"}, {"code": "x" * 41, "called": "Phone"}, {"code": 1, "called": "a"}])
async def test_a_body_that_does_not_fit_is_refused(ann: Friend, body: Any) -> None:
    answer = await ann.http.post("/api/devices", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")


async def test_a_device_needs_a_name_that_can_be_read(ann: Friend, phone: Friend) -> None:
    answer = await use(phone, await link_of(ann), "  ")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_name")


async def test_a_linked_browser_is_not_forgotten_while_it_is_linked(
    app: FastAPI, ann: Friend, phone: Friend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no name and is in no room: otherwise it would be after a month."""
    room = await ann.open_room(**SEATED)
    await linked(ann, phone)
    store: Store = app.state.services.store
    now = store.now
    monkeypatch.setattr(store, "now", lambda: now() + GONE_AFTER_DAYS * 24 * 3600 * 1000 * 2)
    await store.guests.forget()
    assert (await seen_by(phone, room)).table["you"]["seats"] == [0]
