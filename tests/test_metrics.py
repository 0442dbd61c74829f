"""Metrics: figures that rise when something happens, and reveal nobody's secrets."""

import asyncio
import os
import re
import socket
import time
from pathlib import Path
from typing import get_args
from unittest.mock import AsyncMock

import httpx
import pytest
from fastapi import FastAPI

from app.main import create_app
from app.server.listening import CannotListen
from app.server.metrics_server import PHASES, PROGRAM, ROOM_STATES, LiveMetrics, _fingerprint
from app.services.loop_lag import LATE_S, LoopLag
from app.settings import BadSetting, Bind, Settings
from app.storage.store import Unanswered
from app.telemetry import metrics
from chaos.servers import free_port
from games import GAMES
from tests.altered import altered
from tests.beads import BEADS
from tests.client import Friend
from tests.company import settled, until
from tests.conftest import ROOT, OpenHouse, open_app
from tests.scrapes import Rise, ask, scrape

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
    for value, bind in (("", None), ("[::1]:9000", Bind("::1", 9000))):
        assert Settings.from_environ({"TERTULIA_METRICS_BIND": value}).metrics_bind == bind
    with pytest.raises(BadSetting, match=r"such as .+, or nothing"):
        Settings.from_environ({"TERTULIA_METRICS_BIND": "9000"})


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
    assert said.startswith(f"TERTULIA_METRICS_BIND: cannot listen on {bind}: port {bind.port} is taken")
    assert "log.sqlite3" not in os.listdir(tmp_path)


async def test_only_get_metrics_is_answered_in_the_newer_format_where_it_is_asked_for(app: FastAPI) -> None:
    services = app.state.services
    asked = {("GET", "/metrics"): 200, ("GET", "/"): 404, ("GET", "/metrics/"): 404, ("POST", "/metrics"): 405,
             ("HEAD", "/metrics"): 405}  # fmt: skip
    assert {each: (await ask(services, *each)).status_code for each in asked} == asked
    answer = await ask(services, accept="application/openmetrics-text; version=1.0.0")
    assert answer.headers["content-type"].startswith("application/openmetrics-text")
    assert answer.text.endswith("# EOF\n")


async def test_every_metric_is_documented_with_its_labels_and_no_other(app: FastAPI) -> None:
    table = re.findall(r"^\| `(tertulia_\w+)(?:\{([\w,]+)\})?`", WATCHING, re.MULTILINE)
    told = {name: set(labels.split(",")) - {""} for name, labels in table}
    found = (await scrape(app.state.services)).metrics
    assert told == {name: labels for name, labels in found.items() if name.startswith("tertulia_")}


async def test_there_are_six_alerts_and_each_asks_for_what_there_is_and_says_what_to_do(app: FastAPI) -> None:
    alerts = dict(re.findall(r"- alert: (\w+)\n\s+expr: (.+)", ALERTS))
    assert len(alerts) == ALERTS.count("- alert:") == 6
    advised = " ".join(re.findall(r"^\*\*(.+?)\.\*\*", WATCHING, re.MULTILINE))
    assert set(re.findall(r"\w+", advised)) == set(alerts)
    names = (await scrape(app.state.services)).names
    for alert, expression in alerts.items():
        asked = set(re.findall(r"tertulia_\w+", expression))
        assert asked and asked <= names, alert


async def test_labels_have_only_values_from_closed_sets(app: FastAPI) -> None:
    labels = (await scrape(app.state.services)).labels
    for free in ("le", "program", "python"):
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
    present = LiveMetrics(services.rooms, services.limits)
    for _ in range(3):
        await present.measure_storage()
    assert count.await_count == 1


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
    await LiveMetrics(services.rooms, services.limits)._look_at_rooms()
    others.cancel()
    assert happened[:5] == ["room", "room", "other", "room", "room"]


async def test_resting_rooms_and_the_size_of_the_log_are_told(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    services = app.state.services
    room = await services.rooms.find(await (await Friend(app, "Ann").visit()).open_room(game="tcnccc", seats=2))
    assert (await scrape(services))("quarantined_rooms") == 0
    room.is_broken = True
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


def test_the_same_program_has_the_same_fingerprint() -> None:
    assert _fingerprint() == _fingerprint()
    assert re.fullmatch("[0-9a-f]{12}", _fingerprint())
    assert all((ROOT / folder).is_dir() for folder in PROGRAM)


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
    monkeypatch.setattr("app.storage.store.READY_TIMEOUT_S", 0.05)
    monkeypatch.setattr(app.state.services.store, "read", lambda work: asyncio.sleep(60))
    assert not await app.state.services.store.ready()
