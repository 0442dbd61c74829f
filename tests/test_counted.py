"""Events on a server are counted once, under the right labels."""

from unittest.mock import AsyncMock, Mock

import pytest
from fastapi import FastAPI

from app.access.rate_limits import Limits
from app.cluster.follower import Follower
from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.hints import Head
from app.settings import Rate, Settings
from app.storage.commit import OutcomeUnknown
from app.telemetry import metrics
from tests.client import Friend, Page
from tests.company import ANN, BEN, Company, question_of, until
from tests.nodes import LONG, level, two_nodes
from tests.scrapes import Rise, counted
from tests.test_outbox import overflow, stopped
from tests.timed import MINUTE, timed, watching


@pytest.fixture
async def wire(app: FastAPI) -> Page:
    """The page of Ann, who plays a bot and is asked."""
    return await Friend(app, "Ann").plays_a_bot()


async def test_a_move_is_counted_by_its_game_and_its_answer(wire: Page) -> None:
    rise = Rise()
    id = await wire.play({"do": "draw"})
    await wire.see("ack", id=id)
    await wire.play({"do": "draw"}, id=id)
    await wire.play({"do": "nothing"})
    await wire.catch_up()
    assert rise("actions_total", game="tcnccc", result="acked") == 2
    assert rise("actions_total", game="tcnccc", result="refused") == 2  # the last one by which we caught up
    assert rise("ack_seconds_count") == 2
    assert 0 < rise("ack_seconds_sum") < 5
    assert rise("duplicates_total") == 1
    assert rise("append_seconds_count") >= 1
    assert rise("batch_size_count") >= 1


@pytest.mark.parametrize(("error", "result"), [(OutcomeUnknown, "unknown"), (ZeroDivisionError, "failed")])
async def test_a_move_that_is_not_carried_out_is_counted_as_such(
    wire: Page, app: FastAPI, monkeypatch: pytest.MonkeyPatch, error: type[Exception], result: str
) -> None:
    rise = Rise()
    monkeypatch.setattr(app.state.services.store, "append", AsyncMock(side_effect=error))
    monkeypatch.setattr(app.state.services.store, "submit_move", Mock(side_effect=error))
    await wire.see("retry" if result == "unknown" else "refused", id=await wire.play({"do": "draw"}))
    assert rise("actions_total", game="tcnccc", result=result) == 1


async def test_a_place_in_the_log_that_was_taken_is_a_conflict(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    elsewhere = await (await party.other_node()).finds(room)
    rise = Rise()
    await ann.plays("put", bead=1)
    question = question_of(elsewhere)
    with pytest.raises(Refusal, match="stale"):
        await party.page(elsewhere, ANN).plays("put", question=question, bead=1)
    assert rise("conflicts_total") == 1


async def test_writes_that_storage_did_not_answer_are_counted(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    _, (ann, _) = await party.playing(ANN, BEN)
    rise = Rise()
    with monkeypatch.context() as away:
        away.setattr(party.store._database, "begin", Mock(side_effect=party.store._database.outages[0]))
        with pytest.raises(OutcomeUnknown):
            await ann.plays("put", bead=1)
    assert rise("unknown_total") == 1


async def test_a_question_that_the_rules_answer_is_counted_once(party: Company) -> None:
    clocks = watching(party)
    room, _ = await timed(party, ANN, BEN)
    rise = Rise()
    party.clock.goes_on(MINUTE)
    await clocks.look(room)
    await clocks.look(room)
    assert rise("timeouts_total") == 1


async def test_a_page_that_comes_is_counted_by_what_it_has_seen(wire: Page) -> None:
    for seen, how in ((0, "new"), (1, "back"), (1000, "ahead")):
        rise = Rise()
        page = await wire.friend.enter(wire.room, seen=seen)
        await page.see("table")
        assert rise("resume_total", how=how) == 1


async def test_a_page_that_reads_too_slowly_is_counted() -> None:
    rise, page = Rise(), await stopped()
    overflow(page)
    assert rise("outbox_overflow_total") == 1
    page.writer.cancel()


def test_whoever_is_told_to_wait_is_counted_by_what_it_was_for() -> None:
    rise = Rise()
    limits = Limits(Settings(limits_rooms=Rate(1, 60), limits_sockets_per_guest=0))
    assert limits.wait("room", "192.0.2.1") is None
    assert limits.wait("room", "192.0.2.1") is not None
    assert limits.hold_socket("192.0.2.1", "ann", "room") is None
    assert rise("rate_limited_total", what="room") == 1
    assert rise("rate_limited_total", what="sockets") == 1


async def test_a_socket_that_sends_too_much_is_counted(wire: Page) -> None:
    rise = Rise()
    for _ in range(60):
        await wire.send(type="earlier", before=1)
    await wire.see("refused", code="busy")
    assert rise("rate_limited_total", what="messages") >= 1


async def test_another_nodes_event_is_timed_by_its_hint(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cluster.follower.CHECK_EVERY_S", LONG)
    async with two_nodes(postgres_url) as (one, two):
        here = await one.table(2)
        there = await two.finds(here)
        rise = Rise()
        await one.page(here, ANN).asks(commands.Speak("hello"))
        await level(here, there)
        await until(lambda: rise("delivery_seconds_count", path="hint") == 1)
        assert rise("delivery_seconds_count", path="poll") == 0


async def test_without_hints_a_look_times_it_and_the_lag(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cluster.follower.LOOK_UP_S", LONG)
    async with two_nodes(postgres_url, hints=False) as (one, two):
        here = await one.table(2)
        there = await two.finds(here)
        page, rise = one.page(here, ANN), Rise()
        for text in ("one", "two", "three"):
            await page.asks(commands.Speak(text))
        await two.following.check()
        assert there.table.seq == here.table.seq
        assert counted()("head_lag_events") == 3
        assert rise("delivery_seconds_count", path="poll") == 3
        await two.following.check()
        assert counted()("head_lag_events") == 0


async def test_a_notification_that_did_not_arrive_is_counted(postgres_url: str) -> None:
    async with two_nodes(postgres_url) as (one, two):
        await until(lambda: one.fanout.node in two.fanout._heard)
        rise = Rise()
        one.fanout._sent += 3
        one.fanout.publish(Head("k7Qm2xZ9vB3nR5wT", 1))  # instead of waiting for a heartbeat
        await until(lambda: rise("hints_lost_total") == 3)


async def test_a_house_of_one_process_has_nothing_to_catch_up_with(party: Company) -> None:
    metrics.HEAD_LAG.set(7)
    await Follower(party.rooms).check()
    assert counted()("head_lag_events") == 0
