"""Metrics: figures that rise once when something happens, under the right labels, and reveal nobody's secrets."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import get_args
from unittest.mock import AsyncMock

import httpx
import pytest
from fastapi import FastAPI

from app.build import fingerprint
from app.cluster.follower import Follower
from app.protocol import commands
from app.server.live_metrics import PHASES, PROGRAM, ROOM_STATES, LiveMetrics
from app.services.loop_lag import LATE_S, LoopLag
from app.settings import Bind, Settings
from app.storage.open_database import Unanswered
from app.telemetry import metrics
from chaos.servers import free_port
from games import GAMES
from tests.client import Friend, Page
from tests.conftest import ROOT, OpenHouse, open_app
from tests.support.beads import BEADS
from tests.support.cluster import LONG, two_nodes
from tests.support.metrics import Rise, counted, scrape
from tests.support.tables import ANN, Company, settled, until

ALERTS = (ROOT / "docs" / "alerts.yml").read_text()
WATCHING = (ROOT / "docs" / "monitoring.md").read_text()


def test_metrics_are_on_a_port_of_their_own_if_it_is_given(open_house: OpenHouse) -> None:
    port = free_port()
    house = open_house(metrics_bind=Bind("127.0.0.1", port))
    assert "tertulia_rooms" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
    assert httpx.get(f"{house.base_url}/metrics").status_code == 404
    house.close()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")


async def test_a_loop_that_answers_nobody_does_not_keep_the_counters_back(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.server.live_metrics.MEASURED_WITHIN_S", 0.05)
    monkeypatch.setattr(app.state.services.store, "space", lambda: asyncio.sleep(60))
    names = (await scrape(app.state.services)).names
    assert {"tertulia_loop_lag_seconds_sum", "tertulia_build_info"} <= names
    assert "tertulia_sockets" not in names


@pytest.fixture
async def copying(settings: Settings, tmp_path: Path) -> AsyncIterator[FastAPI]:
    """The application with daily copies, which have a metric."""
    async with open_app(settings, backups=str(tmp_path / "copies")) as app:
        yield app


async def test_every_metric_is_documented_with_its_labels_and_no_other(copying: FastAPI) -> None:
    table = re.findall(r"^\| `(tertulia_\w+)(?:\{([\w,]+)\})?`", WATCHING, re.MULTILINE)
    told = {name: set(labels.split(",")) - {""} for name, labels in table}
    found = (await scrape(copying.state.services)).metrics
    assert told == {name: labels for name, labels in found.items() if name.startswith("tertulia_")}


async def test_there_are_eight_alerts_and_each_asks_for_what_there_is_and_says_what_to_do(copying: FastAPI) -> None:
    alerts = dict(re.findall(r"- alert: (\w+)\n\s+expr: (.+)", ALERTS))
    assert len(alerts) == ALERTS.count("- alert:") == 8
    advised = " ".join(re.findall(r"^\*\*(.+?)\.\*\*", WATCHING, re.MULTILINE))
    assert set(re.findall(r"\w+", advised)) == set(alerts)
    names = (await scrape(copying.state.services)).names
    for alert, expression in alerts.items():
        asked = set(re.findall(r"tertulia_\w+", expression))
        assert asked and asked <= names, alert


async def test_the_dashboard_asks_for_what_there_is_by_labels_that_it_has(copying: FastAPI) -> None:
    dashboard = json.loads((ROOT / "docs" / "grafana.json").read_text())
    expressions = [each["expr"] for panel in dashboard["panels"] for each in panel.get("targets", ())]
    asked = {name for each in expressions for name in re.findall(r"\b(?:tertulia|process)_\w+", each)}
    figures = await scrape(copying.state.services)
    assert len(expressions) > 15
    assert sorted(asked - figures.names) == []
    groups = [by for each in expressions for by in re.findall(r"by \(([^)]*)\)", each)]
    grouped = {label for by in groups for label in by.split(", ")}
    legends = {label for panel in dashboard["panels"] for each in panel.get("targets", ())
               for label in re.findall(r"\{\{(\w+)\}\}", each["legendFormat"])}  # fmt: skip
    of_ours = {label for labels in figures.metrics.values() for label in labels}
    assert (grouped | legends) - of_ours == {"instance", "le"}
    assert {match for each in expressions for match in re.findall(r"\{(\w+)=", each)} == {"instance"}


def test_no_two_panels_of_the_dashboard_lie_in_one_place() -> None:
    panels = json.loads((ROOT / "docs" / "grafana.json").read_text())["panels"]
    taken: set[tuple[int, int]] = set()
    for place in (panel["gridPos"] for panel in panels):
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert cells.isdisjoint(taken) and place["x"] + place["w"] <= 24
        taken |= cells
    assert len({panel["id"] for panel in panels}) == len(panels)


async def test_labels_have_only_values_from_closed_sets(app: FastAPI) -> None:
    labels = (await scrape(app.state.services)).labels
    assert labels.pop("program") == {fingerprint(*PROGRAM)[:12]}
    assert all((ROOT / folder).is_dir() for folder in PROGRAM)
    for free in ("le", "python"):
        labels.pop(free)
    labels["game"].discard(BEADS.key)  # other tests play it in this process
    assert labels == {
        "game": set(GAMES), "result": set(get_args(metrics.Result)), "end": set(get_args(metrics.Thinking)),
        "path": set(get_args(metrics.Path)), "how": set(get_args(metrics.Coming)),
        "what": {what.replace(" ", "_") for what in get_args(metrics.Limited)}, "state": set(PHASES),
        "kind": {"player", "onlooker", "door"}, "database": {"sqlite"}, "protocol": {"tertulia.1"},
    }  # fmt: skip


# --- State at the time of scraping --------------------------------------------------------------------------


async def test_rooms_and_pages_are_counted_as_they_are(app: FastAPI) -> None:
    ann, eve = [await Friend(app, name).visit() for name in ("Ann", "Eve")]
    room = await ann.open_room(game="tcnccc", seats=2)
    wires = [await ann.enter(room), await eve.enter(room)]
    for wire in wires:
        await wire.see("table")
    door = await eve.connect(room)  # without a hello yet
    await settled()
    figures = await scrape(app.state.services)
    assert [figures("rooms_in_memory", state=state) for state in ROOM_STATES] == [1, 0, 0]
    assert [figures("sockets", kind=kind) for kind in ("player", "onlooker", "door")] == [1, 1, 1]
    for wire in (*wires, door):
        await wire.leave()
    assert (await scrape(app.state.services))("sockets", kind="player") == 0


async def test_rooms_are_counted_each_minute_and_live_ones_apart(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    services = app.state.services
    ann = await Friend(app, "Ann").visit()
    rooms = [await ann.open_room(game="tcnccc", seats=2) for _ in range(3)]
    wire = await ann.enter(rooms[0])
    await wire.see("table")
    await wire.send(type="close")
    await until(lambda: not services.rooms.live())
    figures = await scrape(services)
    there = {phase: figures("rooms", state=phase) for phase in PHASES}
    assert there == {"gathering": 2, "playing": 0, "over": 0, "closed": 1}
    assert sum(figures("rooms_in_memory", state=state) for state in ROOM_STATES) == 0
    count = AsyncMock(return_value={"over": 7})
    monkeypatch.setattr(services.store, "count_rooms", count)
    present = LiveMetrics(services.rooms, services.limits, asyncio.get_running_loop())
    for _ in range(3):
        await present.measure()
    assert count.await_count == 1


async def test_others_are_served_while_rooms_are_counted(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    services = app.state.services
    monkeypatch.setattr("app.server.live_metrics.ROOMS_AT_ONCE", 2)
    monkeypatch.setattr("app.server.live_metrics._count", lambda room, seen: happened.append("room"))
    monkeypatch.setattr(services.rooms, "live", lambda: [None] * 4)

    async def serve_others() -> None:
        while True:
            happened.append("other")
            await asyncio.sleep(0)

    others = asyncio.create_task(serve_others())
    await LiveMetrics(services.rooms, services.limits, asyncio.get_running_loop())._count_live()
    others.cancel()
    assert happened[:5] == ["room", "room", "other", "room", "room"]


async def test_resting_rooms_and_the_size_of_the_log_are_told(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    services = app.state.services
    room = await services.rooms.find(await (await Friend(app, "Ann").visit()).open_room(game="tcnccc", seats=2))
    assert (await scrape(services))("quarantined_rooms") == 0
    room.note("a fault is found")
    figures = await scrape(services)
    assert figures("quarantined_rooms") == 1
    assert figures("disk_free_bytes") > figures("db_bytes") > 4096
    monkeypatch.setattr(services.store, "space", AsyncMock(side_effect=Unanswered))
    figures = await scrape(services)
    assert "tertulia_db_bytes" not in figures.names
    assert 0 < figures("unwritten_seconds") < 5
    assert figures("fanout_healthy") == 1, "all other metrics are served while storage is down"


async def test_of_a_postgres_the_size_is_told_but_not_its_disk(settings: Settings, postgres_url: str) -> None:
    async with open_app(settings, database_url=postgres_url) as app:
        figures = await scrape(app.state.services)
    assert figures("db_bytes") > 1_000_000
    assert "tertulia_disk_free_bytes" not in figures.names


async def test_a_held_up_loop_is_late(app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
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
    monkeypatch.setattr("app.storage.store.READY_TIMEOUT_S", 0.05)
    monkeypatch.setattr(app.state.services.store, "read", lambda work: asyncio.sleep(60))
    assert not await app.state.services.store.ready()


# --- What happens on a server ---


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


async def test_a_page_that_comes_is_counted_by_what_it_has_seen(wire: Page) -> None:
    for seen, how in ((0, "new"), (1, "back"), (1000, "ahead")):
        rise = Rise()
        page = await wire.friend.enter(wire.room, seen=seen)
        await page.see("table")
        assert rise("resume_total", how=how) == 1


async def test_without_notices_a_look_times_it_and_the_lag(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cluster.follower.TICK_S", LONG)
    async with two_nodes(postgres_url, notices=False) as (one, two):
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


async def test_a_house_of_one_process_has_nothing_to_catch_up_with(party: Company) -> None:
    metrics.HEAD_LAG.set(7)
    await Follower(party.rooms).check()
    assert counted()("head_lag_events") == 0
