"""benchmarks/peers counts what happened and writes it down; how long it took is not looked at here."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.peers import page, tables
from benchmarks.peers.contenders import ACK_BYTES, RAW, STATE_BYTES, served, tertulia
from benchmarks.peers.orders import Came, Play
from benchmarks.peers.playing import run, until_quiet
from benchmarks.peers.rooms import Room, Seat, Tally
from benchmarks.peers.wires import WIRES

SIZES = {STATE_BYTES: "600", ACK_BYTES: "60"}


async def play(wire: str, port: int, seconds: float) -> Tally:
    """Two rooms, as fast as they can; until everything under way has arrived."""
    tally = Tally()
    rooms = [Room(tally), Room(tally)]
    for room in rooms:
        await WIRES[wire].open_room(port, room)
        room.last_version = math.inf
        room.move()
    await asyncio.sleep(seconds)
    for room in rooms:
        room.last_version = 0.0
    await until_quiet(rooms, tally)
    for room in rooms:
        room.leave()
    return tally


def moves_in(database: Path) -> int:
    """Those that the log has, the last ones of games included."""
    with closing(sqlite3.connect(database)) as log:
        rows = log.execute("SELECT count(*) FROM events WHERE kind IN ('moved', 'finished')")
        return int(rows.fetchone()[0])


async def test_the_driver_counts_the_moves_that_tertulia_writes(tmp_path: Path) -> None:
    database = tmp_path / "log.sqlite3"
    with served(tertulia(), TERTULIA_DATABASE_URL=f"sqlite:///{database}") as server:
        tally = await play("tertulia", server.port, 0.5)
    moved = moves_in(database)
    assert tally.faults == []
    assert tally.acknowledged == tally.delivered == moved > 20
    assert tally.acks == moved
    assert tally.states >= 5 * moved


async def test_at_a_rate_every_move_is_made_acknowledged_and_delivered_to_all_five() -> None:
    with served(RAW, **SIZES) as server:
        order = Play(
            wire="plain", ports=[server.port], pids=server.pids, rooms=10, rate=200.0, warm_up_s=0.05, seconds=0.4
        )
        report = await run(order)
    assert report.acknowledged == report.delivered == 80 - report.skipped > 40
    assert report.faults == []
    assert report.bytes_per_move == 5 * 600 + 60
    assert 0 < report.acks.p50 <= report.acks.p99 <= report.acks.longest <= report.deliveries.longest


class Silent(Seat):
    """A connection that sends nothing anywhere."""

    def send(self, content: bytes) -> None:
        """Nowhere."""


async def test_a_move_is_delivered_when_the_last_viewer_has_it_even_if_some_were_shown_a_newer_state() -> None:
    tally = Tally()
    room = Room(tally)
    room.seats = [Silent(room, number) for number in range(5)]
    for seat in room.seats:
        seat.show(7)
    for version in (7, 8):
        room.seats[version % 4].answer = b"something"
        room.seats[version % 4].play()
        for seat in room.seats[:4]:
            seat.show(version + 1)
    assert (tally.delivered, room.is_quiet) == (0, False)
    room.seats[4].show(9)
    assert tally.delivered == 2


async def test_an_acknowledgement_of_another_version_than_the_awaited_one_is_a_fault() -> None:
    tally = Tally()
    seat = Silent(Room(tally), 0)
    seat.room.seats = [seat]
    seat.show(7)
    for acknowledged in (9, 8, None):
        seat.answer = b"something"
        seat.play()
        seat.acknowledge(acknowledged)
    assert (tally.acknowledged, len(tally.faults)) == (2, 1)


def came(connect_ms: float) -> Came:
    """A report in which this matters."""
    return Came(connect_ms=connect_ms, socket_kb=1.0, idle_us=1.0, faults=[])


def test_a_ratio_is_the_median_of_those_within_a_round() -> None:
    reports = {"tertulia": [came(2.0), came(20.0), came(9.0)], "raw": [came(1.0), came(10.0), came(1.0)]}
    assert "| tertulia | 9.000 | 2.00 |" in tables.sockets(reports)


def test_what_is_measured_replaces_only_what_stands_between_the_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = tmp_path / "page.md"
    document.write_text(f"before\n\n{page.BEGINS}\nold\n\n{page.ENDS}\nafter\n")
    for measured in ("new", "newer"):
        monkeypatch.setattr(page, "sections", lambda *_, measured=measured: iter([measured]))
        page.write(document, [], 1, 400.0)
        assert document.read_text() == f"before\n\n{page.BEGINS}\n{measured}\n\n{page.ENDS}\nafter\n"


def test_a_page_without_marks_is_left_alone(tmp_path: Path) -> None:
    document = tmp_path / "page.md"
    document.write_text("text\n")
    with pytest.raises(ValueError, match="no marks"):
        page.write(document, [], 1, 400.0)
    assert document.read_text() == "text\n"
