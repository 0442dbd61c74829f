"""Who is notified by Web Push, and when; the message, and how long subscriptions are kept."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from msgspec.structs import replace

from app.protocol import commands
from app.protocol.messages import Refusal
from app.push.devices import message
from app.push.letters import Letter
from app.push.notifier import SENDERS, TRIES, Push
from app.push.webpush import PushSender
from app.rooms.notices import Notices
from app.rooms.room import Room
from app.rooms.table_commands import call_first
from app.services.absent_hosts import AbsentHosts
from app.services.evenings import Evenings
from app.services.housekeeping import Housekeeping
from app.storage.commit import OutcomeUnknown
from app.storage.guests import Guest
from app.storage.subscriptions import Call
from app.table.events import SeatRequested
from games.engine import say
from tests.support.connections import DirectPage
from tests.support.push_service import Browser, PushService
from tests.support.push_service import sender as sender
from tests.support.push_service import service as service
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page, gone, question_of, settled, until

A_MOMENT = 0.02
SOON = 12 * A_MOMENT
AT_REST = SENDERS + 1
"""Tasks of a notifier that waits for nothing: its senders, and one that looks for calls put off."""
IN_TIME = 3600
"""The test's actions are over before anybody is notified."""

pytestmark = pytest.mark.usefixtures("gone_at_once")


# --- Who is called ---


def notifier(node: Company, sender: PushSender, *wait_s: float) -> Push:
    push: Push = node.employs(Push(node.rooms, sender, *wait_s))
    push.start()
    return push


@pytest.fixture
async def push(party: Company, sender: PushSender) -> Push:
    """A notifier that waits only a moment."""
    return notifier(party, sender, A_MOMENT)


async def subscribed(
    party: Company, service: PushService, *guests: Guest, alone: bool = False, **options: Any
) -> tuple[Room, list[Page]]:
    """Ann plays with Ben, or alone with a bot, and it is her turn. These guests are subscribed."""
    room, pages = await party.playing(*([ANN] if alone else [ANN, BEN]), seats=2, **options)
    for guest in guests:
        row = Browser(service.endpoint(f"/{guest.name}")).row(room.table.room, guest.id)
        await party.store.subscriptions.keep(row)
    return room, pages


async def missed(party: Company, service: PushService, **options: Any) -> tuple[Room, Page, Page]:
    """Ben is subscribed, has left, and is asked."""
    room, (ann, ben) = await subscribed(party, service, BEN, **options)
    ben.leaves()
    await ann.plays("put", bead=0)
    await settled()
    return room, ann, ben


def asked(room: Room) -> Call:
    """The call for the question that Ben is asked."""
    return Call(room.table.room, BEN.id, "question", question_of(room))


def alarms(push: Push, room: Room) -> dict[str, asyncio.TimerHandle]:
    return {call.guest: alarm for call, alarm in push._alarms[room.table.room].items()}


def called(service: PushService) -> list[str]:
    """Who was notified so far."""
    return [first.split()[1].removeprefix("/") for first, _, _ in service.sent]


async def test_a_player_who_is_asked_and_has_no_page_open_is_called_once_also_after_a_restart(
    party: Company, push: Push, sender: PushSender, service: PushService
) -> None:
    room, *_ = await missed(party, service)
    await until(lambda: called(service) == ["Ben"])
    other = await party.other_node()
    notifier(other, sender, A_MOMENT)
    other.page(await other.finds(room), ANN)
    await asyncio.sleep(SOON)
    assert called(service) == ["Ben"]
    other.pages[0].writer.cancel()


async def test_each_device_is_called_once_and_again_where_it_failed(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.push.notifier.TRY_AGAIN_S", A_MOMENT)
    room, (ann, ben) = await subscribed(party, service, BEN)
    nowhere = Browser("https://localhost:9/Tablet").row(room.table.room, BEN.id, "tablet")
    phone = Browser(service.endpoint("/Phone")).row(room.table.room, BEN.id, "phone")
    for row in (nowhere, phone):
        await party.store.subscriptions.keep(row)
    ben.leaves()
    await ann.plays("put", bead=0)
    await until(lambda: sorted(called(service)) == ["Ben", "Phone"])
    await party.store.subscriptions.keep(replace(nowhere, endpoint=service.endpoint("/Tablet")))
    await until(lambda: sorted(called(service)) == ["Ben", "Phone", "Tablet"])


async def test_who_was_called_is_called_again_after_a_pause(party: Company, push: Push, service: PushService) -> None:
    _, ann, _ = await missed(party, service)
    await until(lambda: called(service) == ["Ben"])
    await ann.asks(commands.Pause(), commands.Resume())
    await until(lambda: called(service) == ["Ben", "Ben"])


async def test_nobody_is_called_at_once(party: Company, sender: PushSender, service: PushService) -> None:
    push = notifier(party, sender)
    room, *_ = await missed(party, service)
    (alarm,) = alarms(push, room).values()
    assert 9 < alarm.when() - asyncio.get_running_loop().time() <= 10
    assert called(service) == []


ENDS: dict[str, Callable[[Company, Room, Page], Awaitable[Any]]] = {
    "they came back in time": lambda party, room, ann: party.page(room, BEN).hears(),
    "a bot answers": lambda party, room, ann: ann.asks(commands.SeatBot(1, "medium")),
    "the game is paused": lambda party, room, ann: ann.asks(commands.Pause()),
}


@pytest.mark.parametrize("happens", ENDS.values(), ids=ENDS)
async def test_who_was_to_be_called_is_not_any_more_when(
    party: Company, push: Push, service: PushService, happens: Any
) -> None:
    push._wait_s = IN_TIME
    room, ann, _ = await missed(party, service)
    assert alarms(push, room).keys() == {BEN.id}
    await happens(party, room, ann)
    await settled()
    assert alarms(push, room) == {}
    if room.table.paused:
        push._wait_s = A_MOMENT
        await ann.asks(commands.Resume())
        await until(lambda: called(service) == ["Ben"])


async def test_who_is_asked_nothing_any_more_as_the_game_is_over_is_not_called(
    party: Company, sender: PushSender, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    push = notifier(party, sender, IN_TIME)
    room, (ann, ben) = await subscribed(party, service, BEN)
    ben.hides()
    await ann.plays("put", bead=0)
    assert set(alarms(push, room)) == {BEN.id}
    await ann.asks(commands.Propose("end"))
    await ben.asks(commands.Agree(True))
    assert (room.table.phase, alarms(push, room), caplog.messages) == ("over", {}, [])


async def test_who_is_here_not_asked_or_unwilling_is_let_be(party: Company, push: Push, service: PushService) -> None:
    _, (ann, _) = await subscribed(party, service, ANN, BEN)
    await ann.plays("put", bead=0)
    _, (cleo, _) = await subscribed(party, service, ANN)
    await cleo.plays("put", bead=0)
    cleo.leaves()
    room, (dee, ben) = await subscribed(party, service, BEN)
    await party.store.subscriptions.drop(room.table.room, BEN.id, BEN.id)
    ben.leaves()
    await dee.plays("put", bead=0)
    await asyncio.sleep(SOON)
    assert called(service) == []


async def test_the_message_says_whose_table_it_is(party: Company, push: Push, service: PushService) -> None:
    room, (ann, ben) = await subscribed(party, service)
    said = {}
    for guest, name in ((BEN, "Ben"), (ANN, "Ann")):
        browser = Browser(service.endpoint(f"/{name}"))
        await party.store.subscriptions.keep(browser.row(room.table.room, guest.id))
        said[name] = browser
    await gone(ben)
    await ann.plays("put", bead=0)
    await until(lambda: called(service) == ["Ben"])
    back = party.page(room, BEN)
    await gone(ann)
    await back.plays("put", bead=0)
    await until(lambda: called(service) == ["Ben", "Ann"])
    bodies = [
        browser.reads(sent[2])["notification"]["body"]
        for browser, sent in zip(said.values(), service.sent, strict=True)
    ]
    assert bodies == ["It’s your turn at Ann’s table.", "It’s your turn."]


# --- An evening, and nudges ---


async def with_subscriptions(party: Company, service: PushService, *guests: Guest) -> tuple[Room, list[Page]]:
    """These guests sit, subscribed, before the game."""
    room, pages = await party.seated(*guests, length=2)
    for guest in guests:
        await party.store.subscriptions.keep(Browser(service.endpoint(f"/{guest.name}")).row(room.table.room, guest.id))
    return room, pages


async def test_those_who_have_a_seat_and_see_no_page_are_called_once_before_their_evening_also_after_a_restart(
    party: Company, push: Push, sender: PushSender, service: PushService
) -> None:
    room, (ann, ben, cleo) = await with_subscriptions(party, service, ANN, BEN, CLEO)
    await ann.asks(commands.ChangeSettings(evening=party.clock() + 3_600_000))
    ben.leaves()
    cleo.hides()
    await settled()
    party.clock.advance(3000)
    await Evenings(party.rooms).wake_due_rooms()
    await until(lambda: sorted(called(service)) == ["Ben", "Cleo"])
    other = await party.other_node()
    notifier(other, sender, A_MOMENT)
    other.page(await other.finds(room), ANN)
    await asyncio.sleep(SOON)
    assert sorted(called(service)) == ["Ben", "Cleo"]
    other.pages[0].writer.cancel()


async def test_nobody_is_called_to_an_evening_that_has_begun(party: Company, push: Push, service: PushService) -> None:
    _, (ann, ben) = await with_subscriptions(party, service, ANN, BEN)
    await ann.asks(commands.ChangeSettings(evening=party.clock() + 3_600_000))
    ben.leaves()
    party.clock.advance(3600)
    await Evenings(party.rooms).wake_due_rooms()
    await asyncio.sleep(SOON)
    assert called(service) == []


async def test_an_evening_that_was_moved_is_called_to_again(party: Company, push: Push, service: PushService) -> None:
    _, (ann, ben) = await with_subscriptions(party, service, ANN, BEN)
    ben.leaves()
    for _ in range(2):
        before = len(called(service))
        await ann.asks(commands.ChangeSettings(evening=party.clock() + 300_000))
        await until(lambda before=before: len(called(service)) == before + 1)
        party.clock.advance(1)
    assert called(service) == ["Ben", "Ben"]


async def test_who_is_nudged_and_sees_no_page_is_called_and_who_sees_one_is_not(
    party: Company, push: Push, service: PushService
) -> None:
    _, (ann, ben, cleo) = await with_subscriptions(party, service, ANN, BEN, CLEO)
    ben.hides()
    await ann.asks(commands.Nudge("Ben"), commands.Nudge("Cleo"))
    await until(lambda: called(service) == ["Ben"])
    await asyncio.sleep(SOON)
    assert called(service) == ["Ben"]
    assert await cleo.hears("nudge")


# --- Whose pages are hidden ---


async def hid(party: Company, service: PushService) -> tuple[Room, Page, Page]:
    """Ben is subscribed, and is asked while his page is open and hidden."""
    room, (ann, ben) = await subscribed(party, service, BEN)
    ben.hides()
    await ann.plays("put", bead=0)
    await settled()
    return room, ann, ben


async def test_who_is_asked_on_a_hidden_page_is_called_once(party: Company, push: Push, service: PushService) -> None:
    _, _, ben = await hid(party, service)
    await until(lambda: called(service) == ["Ben"])
    ben.hides(False)
    ben.hides()
    await asyncio.sleep(SOON)
    assert called(service) == ["Ben"]


async def test_who_hides_the_page_while_asked_is_called(party: Company, push: Push, service: PushService) -> None:
    _, (ann, ben) = await subscribed(party, service, BEN)
    await ann.plays("put", bead=0)
    ben.hides()
    await until(lambda: called(service) == ["Ben"])


async def test_a_hidden_page_has_ten_seconds_like_a_closed_one(
    party: Company, sender: PushSender, service: PushService
) -> None:
    push = notifier(party, sender)
    room, _, ben = await hid(party, service)
    (alarm,) = alarms(push, room).values()
    assert 9 < alarm.when() - asyncio.get_running_loop().time() <= 10
    ben.leaves()
    await settled()
    assert list(alarms(push, room).values()) == [alarm], "leaving a page that nobody saw changes nothing"


SIGHTS: dict[str, Callable[[Company, Room, Page], Any]] = {
    "it is seen again": lambda party, room, ben: ben.hides(False),
    "another page is opened": lambda party, room, ben: party.page(room, BEN),
}


@pytest.mark.parametrize("happens", SIGHTS.values(), ids=SIGHTS)
async def test_whose_page_is_hidden_is_not_called_when(
    party: Company, push: Push, service: PushService, happens: Any
) -> None:
    push._wait_s = IN_TIME
    room, _, ben = await hid(party, service)
    assert alarms(push, room).keys() == {BEN.id}
    happens(party, room, ben)
    assert alarms(push, room) == {}


async def test_of_two_pages_the_one_that_is_seen_counts(party: Company, push: Push, service: PushService) -> None:
    push._wait_s = IN_TIME
    room, _, ben = await hid(party, service)
    second = party.page(room, BEN)
    ben.hides(False)
    ben.hides()
    assert alarms(push, room) == {}
    await gone(second)
    assert alarms(push, room).keys() == {BEN.id}


async def test_a_page_says_with_its_pings_that_it_is_hidden(party: Company) -> None:
    room = await party.table(2)
    page = DirectPage(party, room, ANN)
    await page.opens()
    for ping, seen in (({}, {ANN.id}), ({"hidden": True}, set()), ({"hidden": True}, set()), ({}, {ANN.id})):
        page.says(type="ping", **ping)
        assert room.audience.looking == seen
        assert room.audience.here.keys() == {ANN.id}
    await settled()
    assert len(page.of("pong")) == 4
    await page.leaves()


async def test_who_leaves_bots_is_called_if_a_clock_runs(party: Company, push: Push, service: PushService) -> None:
    for clock, calls in ((None, []), (commands.Clock("question", 600), ["Ann"])):
        _, (ann,) = await subscribed(party, service, ANN, alone=True, clock=clock)
        ann.leaves()
        await asyncio.sleep(SOON)
        await until(lambda calls=calls: len(called(service)) >= len(calls))
        assert called(service) == calls


async def test_a_push_service_does_not_read_which_room_it_is(party: Company, push: Push, service: PushService) -> None:
    room, *_ = await missed(party, service)
    await until(lambda: service.sent)
    assert room.table.room not in str(service.sent[0][1])


@pytest.mark.parametrize(("clock", "kept"), [(None, 3 * 24 * 3600), (90, 150), (14 * 24 * 3600, 3 * 24 * 3600)])
async def test_a_device_that_is_off_for_days_is_called_later_but_not_after_the_time_is_up(
    party: Company, push: Push, service: PushService, clock: int | None, kept: int
) -> None:
    await missed(party, service, clock=clock and commands.Clock("question", clock))
    await until(lambda: service.sent)
    assert service.sent[0][1]["ttl"] == str(kept)


@pytest.mark.parametrize("status", [404, 410])
async def test_a_device_that_is_gone_is_dropped(party: Company, push: Push, service: PushService, status: int) -> None:
    service.status, push._wait_s = status, IN_TIME
    room, *_ = await missed(party, service)
    await push._call_unless_quiet(asked(room), 0)
    assert await party.store.subscriptions.of(room.table.room, BEN.id) == []


@pytest.mark.parametrize("trouble", ["it answers 500", "it is closed"])
async def test_a_push_service_in_trouble_is_noted_without_its_address(
    party: Company, push: Push, service: PushService, caplog: pytest.LogCaptureFixture, trouble: str
) -> None:
    caplog.set_level(logging.DEBUG, "tertulia")
    service.status, push._wait_s = 500, IN_TIME
    room, *_ = await missed(party, service)
    if trouble == "it is closed":
        await service.close()
    push._put(asked(room))
    await until(lambda: "tertulia.push" in [record.name for record in caplog.records])
    assert "localhost" not in caplog.text
    assert await party.store.subscriptions.of(room.table.room, BEN.id)


@pytest.mark.parametrize("status", [429, 500])
async def test_a_push_service_in_trouble_is_asked_again_until_it_is_over_or_there_is_no_hope(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setattr("app.push.notifier.TRY_AGAIN_S", A_MOMENT)
    service.status = status
    room, *_ = await missed(party, service)
    await until(lambda: len(service.sent) == 1 + TRIES)
    await until(lambda: len(push._tasks) == AT_REST)
    assert len(service.sent) == 1 + TRIES
    while (await party.store.calls.last(asked(room)))[BEN.id] == question_of(room):
        pass
    service.status = 201
    push._put(asked(room), 1)
    await until(lambda: len(service.sent) == 2 + TRIES)
    await settled()
    assert len(push._tasks) == AT_REST


async def test_who_is_to_be_called_while_storage_does_not_answer_is_called_afterwards(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.push.notifier.TRY_AGAIN_S", A_MOMENT)
    with monkeypatch.context() as away:
        away.setattr(party.store.calls, "claim", note := AsyncMock(side_effect=OutcomeUnknown))
        await missed(party, service)
        await until(lambda: note.called)
    await until(lambda: called(service) == ["Ben"])


async def next_server(party: Company, sender: PushSender) -> None:
    """Another process comes an hour later, with empty memory."""
    party.clock.advance(3600)
    other = await party.other_node()
    await other.rooms.uptime.beat()
    notifier(other, sender, A_MOMENT)
    await Housekeeping(other.rooms, other.settings).wake_rooms()


async def test_the_next_server_calls_everybody_who_was_due(
    party: Company, sender: PushSender, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.housekeeping.WOKEN_AT_ONCE", 2)
    monkeypatch.setattr("app.services.housekeeping.WAKE_PAUSE_S", 0.0)
    await party.rooms.uptime.beat()
    for _ in range(5):
        await missed(party, service)
    await next_server(party, sender)
    await until(lambda: called(service) == ["Ben"] * 5)


async def test_the_next_server_calls_whom_a_push_service_in_trouble_has_not_called(
    party: Company, push: Push, sender: PushSender, service: PushService
) -> None:
    await party.rooms.uptime.beat()
    service.status = 500
    await missed(party, service)
    await until(lambda: len(push._tasks) > AT_REST)  # it waits to try again
    await push.close()
    service.status = 201
    await next_server(party, sender)
    await until(lambda: len(service.sent) == 2)


async def test_when_too_many_are_to_be_called_the_rest_are_not(
    party: Company, sender: PushSender, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.push.turns.MOST", 1)
    push = party.employs(Push(party.rooms, sender, A_MOMENT))
    _, pages = await subscribed(party, service, ANN, BEN, together=True)
    for page in pages:
        page.leaves()
    await asyncio.sleep(SOON)
    push.start()
    await until(lambda: len(service.sent) == 1)
    await asyncio.sleep(SOON)
    assert len(service.sent) == 1


async def test_a_dozen_push_services_that_do_not_answer_keep_nobody_else_waiting(
    party: Company, sender: PushSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    push, called = notifier(party, sender), asyncio.Event()

    async def call(call: Call, _: int) -> None:
        if call.guest != BEN.id:
            await asyncio.Event().wait()
        called.set()

    monkeypatch.setattr(push, "_call_unless_quiet", call)
    for guest in [*["nobody answers"] * 12, BEN.id]:
        push._put(Call("room", guest, "question", 1))
    await called.wait()


async def test_a_browser_that_subscribes_anew_is_called_so_from_all_rooms(party: Company, service: PushService) -> None:
    of, keep = party.store.subscriptions.of, party.store.subscriptions.keep
    codes = [(await subscribed(party, service, ANN, BEN))[0].table.room for _ in range(2)]
    (before,) = await of(codes[1], BEN.id)
    await keep(anew := Browser(service.endpoint("/anew")).row(codes[0], BEN.id))
    assert await of(codes[0], BEN.id) == [anew]
    assert await of(codes[1], BEN.id) == [replace(anew, room=codes[1], page=before.page)]
    assert [row.endpoint for row in await of(codes[1], ANN.id)] == [service.endpoint("/Ann")]


async def test_who_goes_on_elsewhere_is_called_here_only_for_another_seat(
    party: Company, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.table.clock.GRACE_S", 0)
    room, ann, _ = await missed(party, service)
    eve, of = party.page(room, EVE), party.store.subscriptions.of
    await eve.asks(commands.Sit(1, back=True))
    await ann.asks(commands.Admit(person="Ben", yes=True))
    assert await of(room.table.room, BEN.id), "the seat is theirs as soon as they are back"
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(commands.Sit(1, also="Ben"))
    await party.store.subscriptions.keep(Browser(service.endpoint("/Ann")).row(room.table.room, ANN.id))
    await ann.asks(commands.MakeLink(1))
    await party.page(room, EVE).asks(commands.TakeSeat((await ann.sees("link"))["link"]))
    assert await of(room.table.room, ANN.id)


# --- Who is called before something of theirs passes to somebody else ---


DAN = Guest("dan-id", b"dan", "Dan")
FOR_THE_SEAT, FOR_THE_HOST = "Someone is asking for your seat.", "The others are waiting for their host."
LONG_AGO = 3600


async def away(
    party: Company, service: PushService, monkeypatch: pytest.MonkeyPatch, *left: Guest, **options: Any
) -> tuple[Room, list[Page], Browser]:
    """Ann, who is host, plays with Ben and Cleo. Some of them left an hour ago; the first of these is subscribed."""
    room, pages = await party.playing(ANN, BEN, CLEO, **options)
    browser = Browser(service.endpoint("/away"))
    await party.store.subscriptions.keep(browser.row(room.table.room, left[0].id))
    for page in pages:
        if page.viewer.guest in left:
            page.leaves()
    await until(lambda: not any(guest.id in room.audience.here for guest in left))
    monkeypatch.setattr("app.rooms.audience.monotonic", lambda: monotonic() + LONG_AGO)
    return room, [page for page in pages if page.viewer.guest not in left], browser


def bodies(service: PushService, browser: Browser) -> list[str]:
    """What the notifications said so far, but for questions."""
    said = [browser.reads(sent)["notification"]["body"] for _, _, sent in service.sent]
    return [body for body in said if not body.startswith("It’s your turn")]


def test_a_call_is_heard_though_it_takes_the_place_of_an_earlier_notification() -> None:
    row = Browser("https://push.example/ben").row("room", BEN.id)
    letters = (Letter("room", about, "Beads", "Ben", "Ann", False, 600) for about in ("question", "seat"))
    asked, called = (json.loads(message(row, letter))["notification"] for letter in letters)
    assert called["tag"] == asked["tag"]
    assert (called["renotify"], "renotify" in asked) == (True, False)


@pytest.mark.parametrize("how", ["they ask for it", "the host gives it away"])
async def test_a_player_is_called_before_their_seat_passes_and_is_waited_for_from_then_on(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    room, (ann, _), browser = await away(party, service, monkeypatch, BEN)
    eve, give = party.page(room, EVE), commands.GiveSeat(seat=1, person="Eve")
    if how == "they ask for it":
        await eve.asks(commands.Sit(1, back=True))
        passes = commands.Admit(person="Ben", yes=True)
    else:
        passes = give
    words = "Ben has just been notified. Wait 30 s."
    assert words in await ann.refused(passes)
    assert words in await ann.refused(give)
    await until(lambda: bodies(service, browser) == [FOR_THE_SEAT])
    party.clock.advance(29)
    assert "Wait 1 s." in await ann.refused(passes)
    party.clock.advance(1)
    await ann.asks(passes)
    assert room.table.people.heirs[1].guest == EVE.id
    assert bodies(service, browser) == [FOR_THE_SEAT]


async def test_who_is_away_is_called_once_for_their_seat_on_all_nodes_until_they_are_back(
    party: Company, push: Push, sender: PushSender, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _, browser = await away(party, service, monkeypatch, BEN)
    eve, asks = party.page(room, EVE), commands.Sit(1, back=True)
    for _ in range(2):
        await eve.asks(asks, commands.Stand())
    other = await party.other_node()
    notifier(other, sender, A_MOMENT)
    elsewhere = other.page(await other.finds(room), DAN)
    await elsewhere.asks(asks)
    await until(lambda: bodies(service, browser))
    await asyncio.sleep(SOON)
    assert bodies(service, browser) == [FOR_THE_SEAT]
    ben = party.page(room, BEN)
    await ben.asks(commands.Hello(None))
    assert room.table.people.called == {}
    ben.leaves()
    await until(lambda: BEN.id not in room.audience.here)
    await eve.asks(asks)
    await until(lambda: bodies(service, browser) == [FOR_THE_SEAT] * 2)
    elsewhere.writer.cancel()


async def test_a_call_that_a_push_service_did_not_take_is_sent_by_the_next_server(
    party: Company, push: Push, sender: PushSender, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await party.rooms.uptime.beat()
    room, _, browser = await away(party, service, monkeypatch, BEN)
    service.status = 500
    await party.page(room, EVE).asks(commands.Sit(1, back=True))
    await until(lambda: len(push._tasks) > AT_REST)  # it waits to try again
    await push.close()
    service.status = 201
    for _ in range(2):
        await next_server(party, sender)
    await until(lambda: bodies(service, browser) == [FOR_THE_SEAT] * 2)


@pytest.mark.parametrize("why", ["they have no subscription", "this server notifies nobody"])
async def test_who_cannot_be_called_is_waited_for_no_longer(
    party: Company, sender: PushSender, service: PushService, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    push = notifier(party, sender, A_MOMENT)
    room, (ann, _), browser = await away(party, service, monkeypatch, BEN)
    if why == "they have no subscription":
        await party.store.subscriptions.drop(room.table.room, BEN.id, BEN.id)
    else:
        await push.close()
        party.store.calls.are_made = False
    await party.page(room, EVE).asks(commands.Sit(1, back=True))
    await ann.asks(commands.Admit(person="Ben", yes=True))
    assert (room.table.people.called, bodies(service, browser)) == ({}, [])


async def test_nobody_is_called_for_what_others_may_not_do(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, (_, cleo), _ = await away(party, service, monkeypatch, BEN)
    eve = party.page(room, EVE)
    for page in (eve, cleo):
        assert "not_host" in await page.refused(commands.GiveSeat(seat=1, person="Eve"))
    assert "This device has a seat already." in await cleo.refused(commands.Sit(1, back=True))
    assert room.table.people.called == {}


async def test_nobody_is_called_for_a_request_that_comes_too_fast(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, *_ = await away(party, service, monkeypatch, BEN)
    too_fast = Refusal("busy", say("Too much at once. Wait a moment."))
    monkeypatch.setattr("app.rooms.dispatch.Pace.refuse_haste", Mock(side_effect=too_fast))
    assert "Too much at once" in await party.page(room, EVE).refused(commands.Sit(1, back=True))
    assert room.table.people.called == {}


async def test_nobody_is_called_by_a_node_that_does_not_hear_from_the_others(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, (ann, _), _ = await away(party, service, monkeypatch, BEN)
    monkeypatch.setattr(Notices, "healthy", False)
    await party.page(room, EVE).asks(commands.Sit(1, back=True))
    assert "Ben was here a moment ago." in await ann.refused(commands.Admit(person="Ben", yes=True))
    assert room.table.people.called == {}


async def test_a_seat_does_not_pass_while_it_is_unknown_whether_its_player_can_be_called(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, (ann, _), browser = await away(party, service, monkeypatch, BEN)
    eve, asks = party.page(room, EVE), commands.Sit(1, back=True, id="asks")
    with monkeypatch.context() as down:
        down.setattr(party.store.calls, "reach", AsyncMock(side_effect=OutcomeUnknown))
        for page, wish in ((eve, asks), (ann, commands.Admit(person="Ben", yes=True))):
            with pytest.raises(OutcomeUnknown):
                await page.asks(wish)
    await eve.asks(asks)
    await until(lambda: bodies(service, browser) == [FOR_THE_SEAT])
    assert len(await party.bodies(room, SeatRequested)) == 1


async def test_a_host_is_called_while_others_wait_and_is_waited_for_from_then_on(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _, browser = await away(party, service, monkeypatch, ANN)
    party.employs(AbsentHosts(A_MOMENT))
    monkeypatch.setattr("app.rooms.audience.Audience.called_s", lambda *_: called_s)
    called_s = 0.0
    party.rooms.tell_watchers(room)
    await until(lambda: bodies(service, browser) == [FOR_THE_HOST])
    await asyncio.sleep(SOON)
    assert room.table.host == ANN.id, "an hour ago they left, but have only just been called"
    called_s = A_MOMENT
    await until(lambda: room.table.host == BEN.id)
    assert bodies(service, browser) == [FOR_THE_HOST]


async def test_a_host_stays_while_it_is_unknown_whether_they_can_be_called(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _, browser = await away(party, service, monkeypatch, ANN)
    party.employs(AbsentHosts(A_MOMENT))
    with monkeypatch.context() as down:
        down.setattr(party.store.calls, "reach", reach := AsyncMock(side_effect=OutcomeUnknown))
        party.rooms.tell_watchers(room)
        await until(lambda: reach.await_count > 2)
    assert room.table.host == ANN.id
    await until(lambda: bodies(service, browser) == [FOR_THE_HOST])


async def test_a_host_is_not_called_before_a_moment_nor_where_nobody_could_be_host_instead(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, pages, _ = await away(party, service, monkeypatch, ANN)
    hosts = party.employs(AbsentHosts())
    room.audience._left[ANN.id] = monotonic() + LONG_AGO
    party.rooms.tell_watchers(room)
    await asyncio.sleep(SOON)
    assert (room.table.people.called, [*hosts._waiting]) == ({}, [room])
    for page in pages:
        page.leaves()
    await until(lambda: not room.audience.here)
    party.page(room, EVE)
    await call_first(room, ANN.id, "host")
    assert room.table.people.called == {}, "a spectator is not host while a seat is taken"
