"""The load measurements and comparisons count correctly. The figures themselves are not checked."""

import asyncio
import math
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.load import malformed
from benchmarks.load.cut import Comer, come_back, until_all_are_back
from benchmarks.load.pages import side_by_side
from benchmarks.load.servers import least
from benchmarks.peers import contenders, page, tables
from benchmarks.peers.orders import Came
from benchmarks.peers.playing import until_quiet
from benchmarks.peers.rooms import Room, Tally
from benchmarks.peers.wires import WIRES


async def test_whoever_is_cut_off_comes_back_and_is_counted_once() -> None:
    async with least() as server:
        comers = [Comer(server, f"/ws/{number // 2}", "", number) for number in range(4)]
        await side_by_side(comers, Comer.open)
        await until_all_are_back(comers)
        back = await come_back(server, comers, "cut")
        assert (len(back.gone_s), back.away) == (4, 0)
        assert all(gone > 0.2 for gone in back.gone_s), "nobody tries sooner"
        for comer in comers:
            comer.end()


def test_messages_are_spoilt_alike_by_one_seed_and_refused_and_nothing_is_raised() -> None:
    became = malformed.decoded(3_000, seed=1)
    assert {what for what in became if what.startswith("raised")} == set()
    assert became["malformed"] > 1_500
    assert became["understood"] > 0
    once, again = malformed.Spoiler(7), malformed.Spoiler(7)
    assert [once.frames() for _ in range(100)] == [again.frames() for _ in range(100)]


async def play(port: int, seconds: float) -> Tally:
    """Two rooms, as fast as they can, until everything under way has arrived."""
    tally = Tally()
    rooms = [Room(tally), Room(tally)]
    for room in rooms:
        await WIRES["tertulia"].open_room(port, room)
        room.last_version = math.inf
        room.move()
    await asyncio.sleep(seconds)
    for room in rooms:
        room.last_version = 0.0
    await until_quiet(rooms, tally)
    for room in rooms:
        room.leave()
    return tally


async def test_the_driver_counts_the_moves_that_tertulia_writes(tmp_path: Path) -> None:
    database = tmp_path / "log.sqlite3"
    with contenders.served(contenders.tertulia(), TERTULIA_DATABASE_URL=f"sqlite:///{database}") as server:
        tally = await play(server.port, 0.5)
    with closing(sqlite3.connect(database)) as log:
        (moved,) = log.execute("SELECT count(*) FROM events WHERE kind IN ('moved', 'finished')").fetchone()
    assert tally.faults == []
    assert tally.acknowledged == tally.delivered == moved > 20
    assert tally.acks == moved
    assert tally.states >= 5 * moved


def test_a_ratio_is_the_median_of_those_within_a_round_and_replaces_what_stands_between_the_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def came(*connect_ms: float) -> list[Came]:
        return [Came(connect_ms=ms, socket_kb=1.0, idle_us=1.0, faults=[]) for ms in connect_ms]

    reports = {"tertulia": came(2.0, 20.0, 9.0), "raw": came(1.0, 10.0, 1.0)}
    assert "| tertulia | 9.000 | 2.00 |" in tables.sockets(reports)
    document = tmp_path / "page.md"
    document.write_text(f"before\n\n{page.BEGINS}\nold\n\n{page.ENDS}\nafter\n")
    for measured in ("new", "newer"):
        monkeypatch.setattr(page, "sections", lambda *_, measured=measured: iter([measured]))
        page.write(document, [], 1, 400.0)
        assert document.read_text() == f"before\n\n{page.BEGINS}\n{measured}\n\n{page.ENDS}\nafter\n"
    document.write_text("no marks\n")
    with pytest.raises(ValueError, match="no marks"):
        page.write(document, [], 1, 400.0)
    assert document.read_text() == "no marks\n"
