"""What a house carries, reckoned from what things cost; and a week of rooms in cells. Both in small."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks import capacity
from benchmarks.capacity import House, Machines, Traffic
from benchmarks.cells import World, failures
from benchmarks.costs import HERE, Costs, OfStorage, costs_in
from benchmarks.storms import storm
from tests.conftest import ROOT

NOTHING = Costs(
    **{
        name: OfStorage(move_ms=0, disk_bytes=0, kept_bytes=0, commit_ms=0) if name in ("sqlite", "postgres") else 1e-9
        for name in Costs.__struct_fields__
    }
)
REAL = costs_in(HERE)
EVENING = 60 * 21


def house(nodes: int = 1, shared: bool = True, costs: Costs = REAL, **assumed: Any) -> House:
    """With these assumptions, whichever they are."""
    traffic = {name: value for name, value in assumed.items() if name in Traffic.__struct_fields__}
    machines = {name: value for name, value in assumed.items() if name in Machines.__struct_fields__}
    return House(costs, Traffic(**traffic), Machines(**machines), nodes, shared)


def test_a_node_carries_as_many_tables_as_its_processor_has_time_for() -> None:
    dear = replace(NOTHING, sqlite=replace(NOTHING.sqlite, move_ms=6.0))
    # One move every ten seconds, of six milliseconds: a thousand tables are 600 ms in a second.
    assert house(shared=False, costs=dear, fill=0.6, moves_per_minute=6).most_tables() == pytest.approx(1000, abs=1)


def test_nodes_run_out_of_sockets_where_nothing_else_is_dear() -> None:
    small = house(shared=False, costs=NOTHING, pages_per_table=4, idle_pages_per_table=6, node_sockets=1000)
    assert small.most_tables() == 100
    assert max(small.used(100), key=small.used(100).__getitem__) == "sockets of a node"


def test_a_house_is_full_with_its_most_tables_and_not_before() -> None:
    for nodes, shared in ((1, False), (1, True), (3, True), (11, True)):
        full = house(nodes, shared)
        most = full.most_tables()
        assert max(full.used(most).values()) <= 1 < max(full.used(most + 1).values())
    assert house(30).most_tables() == 0, "its nodes want more connections than there are"


def test_who_comes_back_at_once_waits_for_those_before() -> None:
    assert storm(1000, served_per_s=100, from_s=0, until_s=1).back_after_s == pytest.approx(9.9, abs=0.11)
    assert storm(1000, served_per_s=1000, from_s=0, until_s=10).back_after_s == pytest.approx(9.9, abs=0.11)


def test_every_evening_of_a_week_ends_in_its_cell_and_a_failure_concerns_one_cell() -> None:
    world = World(house(2), 3, 1)
    known: dict[int, int] = {}
    found = []

    def look(minute: int) -> None:
        for room, cell in world.where.items():
            assert known.setdefault(room, cell) == cell
        if minute == 5 * 24 * 60 + EVENING:
            found.extend(failures(world))

    world.run(1500, look)
    assert world.opened == 1500 <= world.begun == world.ended
    assert set(known.values()) == {0, 1, 2}
    assert not world.where
    assert all(cell.load.is_empty for cell in world.cells)
    node, database, cell = found
    assert 0 < node.tables < cell.tables == database.tables < cell.of
    assert database.storm.pages == 0 < node.storm.pages < cell.storm.pages


def test_the_page_about_scale_has_what_the_model_says() -> None:
    page = (ROOT / "docs" / "capacity.md").read_text()
    assert capacity.with_tables(page, capacity.tables_of_the_page()) == page


def test_a_table_takes_the_place_of_the_one_with_the_same_head() -> None:
    page = "# Page\n\n| what | how much |\n|---|---|\n| old | 1 |\n| older | 2 |\n\nMore.\n"
    new = ["| what | how much |", "|---|---|", "| new | 3 |"]
    assert capacity.with_tables(page, [new]) == "# Page\n\n| what | how much |\n|---|---|\n| new | 3 |\n\nMore.\n"
    with pytest.raises(ValueError, match="what"):
        capacity.with_tables("# Page\n", [["| what |", "|---|"]])
