"""What a house carries, reckoned from what things cost; and a week of rooms in cells."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from benchmarks import capacity
from benchmarks.arrivals import DAY, WEEK, arrivals
from benchmarks.capacity import House, Machines, Traffic
from benchmarks.cells import World, failures
from benchmarks.costs import HERE, Costs, OfStorage, costs_in, write
from benchmarks.evenings import Evening, Load
from benchmarks.storms import storm
from tests.conftest import ROOT

NOTHING = Costs(
    **{
        name: OfStorage(move_ms=0, disk_bytes=0, kept_bytes=0, commit_ms=0) if name in ("sqlite", "postgres") else 1e-9
        for name in Costs.__struct_fields__
    }
)
REAL = costs_in(HERE)


def house(nodes: int = 1, shared: bool = True, costs: Costs = REAL, **assumed: Any) -> House:
    """With these assumptions, whichever they are."""
    traffic = {name: value for name, value in assumed.items() if name in Traffic.__struct_fields__}
    machines = {name: value for name, value in assumed.items() if name in Machines.__struct_fields__}
    return House(costs, Traffic(**traffic), Machines(**machines), nodes, shared)


# --- One house ----------------------------------------------------------------------------------------------


def test_a_node_carries_as_many_tables_as_its_processor_has_time_for() -> None:
    dear = replace(NOTHING, sqlite=replace(NOTHING.sqlite, move_ms=6.0))
    # One move every ten seconds, of six milliseconds: a thousand tables are 600 ms in a second.
    assert house(shared=False, costs=dear, fill=0.6, moves_per_minute=6).most_tables() == pytest.approx(1000, abs=1)


def test_an_open_page_costs_as_much_as_it_pings() -> None:
    dear = replace(NOTHING, ping_ms=0.1)
    carried = house(shared=False, costs=dear, fill=0.5, pages_per_table=4, idle_pages_per_table=6).most_tables()
    assert carried == pytest.approx(500, abs=1)


def test_nodes_run_out_of_sockets_where_nothing_else_is_dear() -> None:
    small = house(shared=False, costs=NOTHING, pages_per_table=4, idle_pages_per_table=6, node_sockets=1000)
    assert small.most_tables() == 100
    assert max(small.used(100), key=small.used(100).__getitem__) == "sockets of a node"


@pytest.mark.parametrize(("nodes", "shared"), [(1, False), (1, True), (3, True), (11, True)])
def test_a_house_is_full_with_its_most_tables_and_not_before(nodes: int, shared: bool) -> None:
    full = house(nodes, shared)
    most = full.most_tables()
    assert max(full.used(most).values()) <= 1 < max(full.used(most + 1).values())


def test_with_more_tables_nothing_is_used_less() -> None:
    of = house(8)
    for fewer, more in zip(range(0, 20_000, 500), range(500, 20_500, 500), strict=True):
        assert all(of.used(fewer)[name] <= share for name, share in of.used(more).items())


def test_a_house_whose_nodes_want_more_connections_than_there_are_carries_nothing() -> None:
    assert house(30).most_tables() == 0
    assert house(30, database_connections=300).most_tables() > 0


def test_more_nodes_hear_more_of_each_other_so_that_each_carries_less() -> None:
    one, many = house(1), house(30, database_connections=300)
    assert many.most_tables() < 30 * one.most_tables()
    assert house(30, database_connections=300, gather_s=0.1).most_tables() > many.most_tables()


def test_a_node_never_tells_more_often_than_it_gathers() -> None:
    assert house(1, gather_s=0.005)._notified(10**9) == pytest.approx(200.5, abs=0.1)


def test_a_house_keeps_what_its_moves_leave() -> None:
    kept = replace(NOTHING, postgres=replace(NOTHING.postgres, kept_bytes=400))
    of = house(costs=kept, moves_per_minute=6, peak_to_mean=3)
    assert of.kept_per_year(1) == pytest.approx(400 * 2 * 365 * 24 * 60)


def test_figures_that_were_written_are_read_again(tmp_path: Path) -> None:
    write(REAL, tmp_path / "costs.json")
    assert costs_in(tmp_path / "costs.json") == REAL
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(msgspec.ValidationError):
        costs_in(tmp_path / "other.json")


# --- Storms -------------------------------------------------------------------------------------------------


def test_who_comes_back_slowly_does_not_wait() -> None:
    assert storm(1000, served_per_s=1000, from_s=0, until_s=10).back_after_s == pytest.approx(9.9, abs=0.11)


def test_who_comes_back_at_once_waits_for_those_before() -> None:
    assert storm(1000, served_per_s=100, from_s=0, until_s=1).back_after_s == pytest.approx(9.9, abs=0.11)


def test_a_storm_of_nobody_is_over() -> None:
    assert storm(0, 100, 0, 1).back_after_s == 0


# --- A week -------------------------------------------------------------------------------------------------


def week(seed: int = 1, cells: int = 3, rooms: int = 3000, **given: Any) -> World:
    world = World(house(2), cells, seed, **given)
    world.run(rooms)
    return world


def test_as_many_rooms_come_as_were_asked_for() -> None:
    coming = list(arrivals(12_345, Random(7)))
    assert len(coming) == WEEK
    assert sum(coming) == 12_345
    assert sum(coming[5 * DAY : 6 * DAY]) > sum(coming[:DAY])


@pytest.mark.parametrize("seed", range(3))
def test_every_evening_ends_and_nobody_is_left(seed: int) -> None:
    world = week(seed)
    assert world.opened == 3000 <= world.begun == world.ended
    assert not world.where
    assert all(cell.load.is_empty for cell in world.cells)


def test_at_every_moment_a_room_that_is_somewhere_is_in_one_cell_and_stays_there() -> None:
    world = World(house(2), 3, 1)
    known: dict[int, int] = {}

    def look(minute: int) -> None:
        for room, cell in world.where.items():
            assert known.setdefault(room, cell) == cell

    world.run(1000, look)
    assert len(known) > 900
    assert set(known.values()) == {0, 1, 2}


def test_the_same_seed_gives_the_same_week() -> None:
    one, same, other = week(1), week(1), week(2)
    assert [cell.used for cell in one.cells] == [cell.used for cell in same.cells]
    assert [cell.used for cell in one.cells] != [cell.used for cell in other.cells]


def test_nobody_leaves_who_was_not_there() -> None:
    load = Load()
    evening = Evening(room=1, cell=0, pages=4, pace=5000)
    load.begin(evening)
    load.end(evening, left_open=1)
    load.shut(1)
    assert load.is_empty
    with pytest.raises(ValueError, match="not there"):
        load.shut(1)
    with pytest.raises(ValueError, match="not there"):
        load.end(evening, left_open=0)


def test_a_cell_is_added_when_none_has_room_left_and_takes_new_rooms_alone() -> None:
    world = World(house(1, fill=0.02), 1, 1)
    world.run(6000)
    assert len(world.cells) > 1
    later = world.cells[1:]
    assert all(cell.since > 0 and max(cell.used) > 0 for cell in later)
    assert world.begun == world.ended


def test_a_failure_concerns_the_tables_of_one_cell_and_a_node_fewer() -> None:
    world = World(house(2), 3, 1)
    found = []

    def look(minute: int) -> None:
        if minute == 5 * DAY + 21 * 60:
            found.extend(failures(world))

    world.run(3000, look)
    node, database, cell = found
    assert 0 < node.tables < cell.tables == database.tables < cell.of
    assert database.storm.pages == 0 < node.storm.pages < cell.storm.pages


def test_while_a_cell_is_lost_nobody_begins_there_and_the_others_go_on() -> None:
    world = World(house(2), 3, 1)
    at, until = 5 * DAY + 21 * 60, 5 * DAY + 22 * 60
    lost, *others = world.cells
    tables: list[int] = []

    def look(minute: int) -> None:
        if minute == at:
            world.lose(lost, until)
        if at < minute < until:
            tables.append(lost.load.tables)
            assert all(cell.load.tables for cell in others)

    world.run(3000, look)
    assert tables == sorted(tables, reverse=True)
    assert world.waited > 0
    assert set(lost.used[at + 1 : until]) == {0.0}
    assert max(lost.used[until:]) > 0
    assert world.begun == world.ended


# --- The page -----------------------------------------------------------------------------------------------


def test_the_page_about_scale_has_what_the_model_says() -> None:
    page = (ROOT / "docs" / "scale.md").read_text()
    assert capacity.with_tables(page, capacity.tables_of_the_page()) == page


def test_a_table_takes_the_place_of_the_one_with_the_same_head() -> None:
    page = "# Page\n\n| what | how much |\n|---|---|\n| old | 1 |\n| older | 2 |\n\nMore.\n"
    new = ["| what | how much |", "|---|---|", "| new | 3 |"]
    assert capacity.with_tables(page, [new]) == "# Page\n\n| what | how much |\n|---|---|\n| new | 3 |\n\nMore.\n"


def test_a_page_without_the_place_of_a_table_is_not_written() -> None:
    with pytest.raises(ValueError, match="what"):
        capacity.with_tables("# Page\n", [["| what |", "|---|"]])
