"""What a host can see of his house: figures that rise when something happens, and tell nobody’s secrets."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from fastapi import FastAPI

from app.access.rate_limits import Limits
from app.cluster.follower import Follower
from app.main import create_app
from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.hints import Head
from app.server.listening import CannotListen
from app.server.metrics_server import PHASES, PROGRAM, ROOM_STATES, LiveMetrics, _fingerprint
from app.services.loop_lag import LATE_S, LoopLag
from app.settings import BadSetting, Bind, Rate, Settings
from app.storage.commit import OutcomeUnknown
from app.storage.store import Unanswered
from app.telemetry import metrics
from chaos.servers import free_port
from games import GAMES
from tests.altered import altered
from tests.beads import BEADS
from tests.client import Friend
from tests.company import ANN, BEN, Company, question_of, until
from tests.conftest import ROOT, House
from tests.nodes import LONG, level, two_nodes
from tests.scrapes import Rise, ask, counted, scrape
from tests.test_connections import handshake
from tests.test_outbox import Page as SlowPage
from tests.test_outbox import frame
from tests.timed import MINUTE, timed, watching

ALERTS = (ROOT / "docs" / "alerts.yml").read_text()
WATCHING = (ROOT / "docs" / "monitoring.md").read_text()


# --- The port -----------------------------------------------------------------------------------------------


def test_metrics_are_on_a_port_of_their_own_and_not_where_the_world_plays(open_house: Callable[..., House]) -> None:
    port = free_port()
    house = open_house(metrics_bind=Bind("127.0.0.1", port))
    assert "tertulia_rooms" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
    assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 404
    assert httpx.get(f"{house.base_url}/metrics").status_code == 404
    house.close()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")


async def test_a_port_for_metrics_that_is_taken_ends_the_start_with_a_sentence(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        bind = Bind("127.0.0.1", taken.getsockname()[1])
        house = create_app(altered(settings, metrics_bind=bind, database_url=f"sqlite:///{tmp_path}/log.sqlite3"))
        with pytest.raises(CannotListen):
            async with house.router.lifespan_context(house):
                pass
    said = capsys.readouterr().err
    assert said.startswith(f"TERTULIA_METRICS_BIND: cannot listen at {bind}: port {bind.port} is taken")
    assert "log.sqlite3" not in os.listdir(tmp_path)


def test_metrics_are_off_unless_there_is_an_address_for_them() -> None:
    assert Settings.from_environ({}).metrics_bind is None
    assert Settings.from_environ({"TERTULIA_METRICS_BIND": ""}).metrics_bind is None
    assert Settings.from_environ({"TERTULIA_METRICS_BIND": "[::1]:9000"}).metrics_bind == Bind("::1", 9000)
    with pytest.raises(BadSetting, match=r"such as .+, or nothing"):
        Settings.from_environ({"TERTULIA_METRICS_BIND": "9000"})


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/metrics", 200),
        ("GET", "/", 404),
        ("GET", "/metrics/", 404),
        ("POST", "/metrics", 405),
        ("HEAD", "/metrics", 405),
    ],
)
async def test_only_get_metrics_is_answered(app: FastAPI, method: str, path: str, status: int) -> None:
    assert (await ask(app.state.services, method, path)).status_code == status


async def test_a_prometheus_may_ask_in_the_newer_format(app: FastAPI) -> None:
    answer = await ask(app.state.services, accept="application/openmetrics-text; version=1.0.0")
    assert answer.headers["content-type"].startswith("application/openmetrics-text")
    assert answer.text.endswith("# EOF\n")


# --- Names --------------------------------------------------------------------------------------------------


async def test_every_metric_is_documented_with_its_labels_and_no_other(app: FastAPI) -> None:
    table = re.findall(r"^\| `(tertulia_\w+)(?:\{([\w,]+)\})?`", WATCHING, re.MULTILINE)
    told = {name: set(labels.split(",")) - {""} for name, labels in table}
    found = (await scrape(app.state.services)).metrics
    ours = {name: labels for name, labels in found.items() if name.startswith("tertulia_")}
    assert told == ours


def expressions() -> dict[str, str]:
    return dict(re.findall(r"- alert: (\w+)\n\s+expr: (.+)", ALERTS))


def test_there_are_five_alerts_and_each_says_what_to_do() -> None:
    assert len(expressions()) == ALERTS.count("- alert:") == 5
    advised = " ".join(re.findall(r"^\*\*(.+?)\.\*\*", WATCHING, re.MULTILINE))
    assert set(re.findall(r"\w+", advised)) == set(expressions())


@pytest.mark.parametrize("alert", expressions())
async def test_an_alert_asks_for_what_there_is(app: FastAPI, alert: str) -> None:
    asked = set(re.findall(r"tertulia_\w+", expressions()[alert]))
    assert asked
    assert asked - (await scrape(app.state.services)).names == set()


# --- What may be known --------------------------------------------------------------------------------------


async def test_labels_have_only_values_from_closed_sets(app: FastAPI) -> None:
    labels = (await scrape(app.state.services)).labels
    for free in ("le", "program", "python"):
        labels.pop(free)
    labels["game"].discard(BEADS.key)  # other tests play it in this process
    assert labels == {
        "game": set(GAMES),
        "result": set(get_args(metrics.Result)),
        "end": set(get_args(metrics.Thinking)),
        "path": set(get_args(metrics.Path)),
        "how": set(get_args(metrics.Coming)),
        "what": {what.replace(" ", "_") for what in get_args(metrics.Limited)},
        "state": set(PHASES),
        "kind": {"player", "onlooker", "door"},
        "database": {"sqlite"},
        "protocol": {"tertulia.1"},
    }


# --- What rises when something happens ----------------------------------------------------------------------


async def playing(app: FastAPI) -> tuple[Friend, Any]:
    """Ann plays TCNCCC against a bot that is in no hurry; her page."""
    ann = await Friend(app, "Ann").visit()
    answer = await ann.http.post("/api/rooms", json={"game": "tcnccc", "seats": 2, "name": "Ann", "bots": True})
    wire = await ann.enter(answer.json()["room"])
    await wire.see("frame")
    await until(lambda: wire.frame["you"] in wire.frame["asked"])
    return ann, wire


async def test_a_move_is_counted_by_its_game_and_its_answer(app: FastAPI) -> None:
    _, wire = await playing(app)
    rise = Rise()
    id = await wire.play({"do": "draw"})
    await wire.see("ack", id=id)
    await wire.play({"do": "draw"}, id=id)
    await wire.play({"do": "nothing"})
    await wire.catch_up()
    assert rise("actions_total", game="tcnccc", result="acked") == 2
    assert rise("actions_total", game="tcnccc", result="refused") == 2  # and the last one, by which we caught up
    assert rise("ack_seconds_count") == 2
    assert 0 < rise("ack_seconds_sum") < 5
    assert rise("duplicates_total") == 1
    assert rise("append_seconds_count") >= 1
    assert rise("batch_size_count") >= 1
    await wire.leave()


@pytest.mark.parametrize(("error", "result"), [(OutcomeUnknown, "unknown"), (ZeroDivisionError, "failed")])
async def test_a_move_that_is_not_carried_out_is_counted_as_such(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, error: type[Exception], result: str
) -> None:
    async def fail(entry: object) -> None:
        raise error

    def fail_at_once(*_: object) -> None:
        raise error

    _, wire = await playing(app)
    rise = Rise()
    monkeypatch.setattr(app.state.services.store, "append", fail)
    monkeypatch.setattr(app.state.services.store, "submit_move", fail_at_once)
    id = await wire.play({"do": "draw"})
    await wire.see("retry" if result == "unknown" else "refused", id=id)
    await wire.leave()
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
    def fail(*_: object) -> None:
        raise party.store._database.outages[0]

    _, (ann, _) = await party.playing(ANN, BEN)
    rise = Rise()
    with monkeypatch.context() as away:
        away.setattr(party.store._database, "begin", fail)
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
    await clocks.close()
    assert rise("timeouts_total") == 1


@pytest.mark.parametrize(("seen", "how"), [(0, "new"), (1, "back"), (1000, "ahead")])
async def test_a_page_that_comes_is_counted_by_what_it_has_seen(app: FastAPI, seen: int, how: str) -> None:
    ann = await Friend(app, "Ann").visit()
    room = await ann.open_room(game="tcnccc", seats=2)
    rise = Rise()
    wire = await ann.enter(room, seen=seen)
    await wire.see("table")
    assert rise("resume_total", how=how) == 1
    await wire.leave()


async def test_a_page_that_reads_too_slowly_is_counted() -> None:
    rise, page = Rise(), SlowPage()
    page.outbox.put(frame(1))
    await page.settle()
    page.reading.clear()
    for seq in range(2, 100):
        page.outbox.put(frame(seq))
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


async def test_a_socket_that_sends_too_much_is_counted(settings: Settings, app: FastAPI) -> None:
    app.state.services.limits._settings = altered(settings, limits_messages=Rate(2, 60))
    ann = await Friend(app, "Ann").visit()
    wire = await ann.enter(await ann.open_room(game="tcnccc", seats=2))
    rise = Rise()
    for _ in range(3):
        await wire.send(type="earlier", before=1)
    await wire.see("refused", code="busy")
    assert rise("rate_limited_total", what="messages") >= 1
    await wire.leave()


# --- What is, when it is asked for --------------------------------------------------------------------------


async def test_rooms_and_pages_are_counted_as_they_are(app: FastAPI) -> None:
    ann, eve = [await Friend(app, name).visit() for name in ("Ann", "Eve")]
    room = await ann.open_room(game="tcnccc", seats=2)
    wires = [await ann.enter(room), await eve.enter(room)]
    for wire in wires:
        await wire.see("table")
    figures = await scrape(app.state.services)
    assert [figures("rooms_in_memory", state=state) for state in ROOM_STATES] == [1, 0, 0]
    assert [figures("sockets", kind=kind) for kind in ("player", "onlooker", "door")] == [1, 1, 0]
    for wire in wires:
        await wire.leave()
    assert (await scrape(app.state.services))("sockets", kind="player") == 0


async def test_all_rooms_of_the_database_are_counted_and_those_in_memory_apart(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.server.metrics_server.COUNT_EVERY_S", 0.0)
    ann = await Friend(app, "Ann").visit()
    rooms = [await ann.open_room(game="tcnccc", seats=2) for _ in range(3)]
    wire = await ann.enter(rooms[0])
    await wire.see("table")
    await wire.send(type="close")
    await until(lambda: not app.state.services.rooms.live())
    figures = await scrape(app.state.services)
    assert {phase: figures("rooms", state=phase) for phase in PHASES} == {
        "gathering": 2,
        "playing": 0,
        "over": 0,
        "closed": 1,
    }
    assert sum(figures("rooms_in_memory", state=state) for state in ROOM_STATES) == 0


async def test_rooms_are_counted_once_a_minute_and_not_for_each_scrape(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = 0

    async def count() -> dict[str, int]:
        nonlocal counted
        counted += 1
        return {"over": 7}

    monkeypatch.setattr(app.state.services.store, "count_rooms", count)
    present = LiveMetrics(app.state.services)
    for _ in range(3):
        await present.measure_storage()
    assert counted == 1
    (kept,) = [family for family in present.collect() if family.name == "tertulia_rooms"]
    assert {sample.labels["state"]: sample.value for sample in kept.samples}["over"] == 7


async def test_others_are_served_while_rooms_are_counted(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    services = app.state.services
    monkeypatch.setattr("app.server.metrics_server.ROOMS_AT_ONCE", 2)
    monkeypatch.setattr("app.server.metrics_server.Seen.count", lambda seen, room: happened.append("room"))
    monkeypatch.setattr(services.rooms, "live", lambda: [None] * 4)

    async def serve_others() -> None:
        while True:
            happened.append("other")
            await asyncio.sleep(0)

    others = asyncio.create_task(serve_others())
    await LiveMetrics(services)._look_at_rooms()
    others.cancel()
    assert happened[:5] == ["room", "room", "other", "room", "room"]


async def test_who_has_not_said_hello_stands_at_the_door(house: House) -> None:
    waiting = await asyncio.to_thread(handshake, house)
    assert (await scrape(house.app.state.services))("sockets", kind="door") == 1
    waiting.close()


async def test_a_room_that_rests_because_of_a_fault_is_counted(app: FastAPI) -> None:
    ann = await Friend(app, "Ann").visit()
    room = await app.state.services.rooms.find(await ann.open_room(game="tcnccc", seats=2))
    assert (await scrape(app.state.services))("quarantined_rooms") == 0
    room.is_broken = True
    assert (await scrape(app.state.services))("quarantined_rooms") == 1


async def test_the_size_of_the_database_and_of_what_is_left_is_told(app: FastAPI) -> None:
    figures = await scrape(app.state.services)
    assert figures("db_bytes") > 4096
    assert figures("disk_free_bytes") > figures("db_bytes")


async def test_of_a_postgres_the_size_is_told_but_not_its_disk(settings: Settings, postgres_url: str) -> None:
    app = create_app(altered(settings, database_url=postgres_url))
    async with app.router.lifespan_context(app):
        figures = await scrape(app.state.services)
    assert figures("db_bytes") > 1_000_000
    assert "tertulia_disk_free_bytes" not in figures.names


async def test_while_storage_is_away_everything_else_is_told(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        raise Unanswered

    monkeypatch.setattr(app.state.services.store, "space", fail)
    figures = await scrape(app.state.services)
    assert "tertulia_db_bytes" not in figures.names
    assert figures("fanout_healthy") == 1


def test_the_same_program_has_the_same_fingerprint() -> None:
    assert _fingerprint() == _fingerprint()
    assert re.fullmatch("[0-9a-f]{12}", _fingerprint())
    assert all((ROOT / folder).is_dir() for folder in PROGRAM)


# --- Between nodes ------------------------------------------------------------------------------------------


async def test_an_event_of_another_node_is_timed_when_a_hint_brings_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cluster.follower.CHECK_EVERY_S", LONG)
    async with two_nodes(postgres_url) as (one, two):
        here = await one.table(2)
        there = await two.finds(here)
        rise = Rise()
        await one.page(here, ANN).asks(commands.Speak("hello"))
        await level(here, there)
        await until(lambda: rise("delivery_seconds_count", path="hint") == 1)
        assert rise("delivery_seconds_count", path="poll") == 0


async def test_without_hints_it_is_timed_when_the_node_looks_and_so_is_the_lag(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
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
        one.fanout.publish(Head("k7Qm2xZ9vB3nR5wT", 1))  # no need to wait for a heartbeat
        await until(lambda: rise("hints_lost_total") == 3)


async def test_a_house_of_one_process_has_nothing_to_catch_up_with(party: Company) -> None:
    metrics.HEAD_LAG.set(7)
    await Follower(party.store, party.rooms, party.rooms.fanout).check()
    assert counted()("head_lag_events") == 0


# --- The loop -----------------------------------------------------------------------------------------------


async def test_a_loop_that_is_held_up_is_late_and_a_house_that_is_late_is_not_alive(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulse: LoopLag = app.state.services.loop_lag
    monkeypatch.setattr("app.services.loop_lag.LATE_S", 0.05)
    rise = Rise()
    time.sleep(0.6)  # noqa: ASYNC251 - this is what holds it up
    await until(lambda: not pulse.is_steady)
    assert (await client.get("/livez")).status_code == 503
    await until(lambda: pulse.is_steady)
    assert (await client.get("/livez")).json()["ok"] is True
    assert rise("loop_lag_seconds_sum") > 0.3
    assert LATE_S == 1.0


async def test_storage_that_keeps_everybody_waiting_is_not_ready(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait(work: object) -> Coroutine[Any, Any, None]:
        await asyncio.sleep(60)
        raise AssertionError

    monkeypatch.setattr("app.storage.store.READY_TIMEOUT_S", 0.05)
    monkeypatch.setattr(app.state.services.store, "read", wait)
    assert not await app.state.services.store.ready()
