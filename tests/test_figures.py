"""The tools that compute figures, on a small scale: bots against each other, the page of statistics, the fitting of
bots' evaluations, and capacity."""

from math import exp
from pathlib import Path

import pytest

from benchmarks import capacity
from benchmarks.capacity import House, Machines, Traffic
from benchmarks.cells import World, failures
from benchmarks.costs import HERE, costs_in
from games import GAMES
from games.bot import Seeded
from games.color_dice import worth
from games.playthrough import Playthrough
from games.search import Luck
from tests.conftest import ROOT
from tools import arena, balance
from tools.fitting import color_dice, logit
from tools.fitting.logit import Position, fitted

EVENING = 60 * 21


def test_the_arena_says_who_won_how_often_and_what_it_cost(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena.main(["tcnccc", "medium", "easy", "--games", "4", "--option", "capacity=4"]) == 0
    row, *costs = capsys.readouterr().out.splitlines()
    assert row.startswith("tcnccc, 2 seats, one medium against easy: ")
    assert row.endswith(" of 4 games, fair 50.0%")
    assert [line.split(":")[0] for line in costs] == ["  medium", "  easy"]


def test_the_page_has_all_sizes_and_levels_and_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "PAGE", tmp_path / "balance.md")
    balance.PAGE.write_text("# Old\n\n## Desfases\n\nas it was\n")
    assert balance.main(["tcnccc", "--games", "2", "--strong", "0"]) == 0
    page = balance.sections(balance.PAGE.read_text())
    assert page["Desfases"] == "## Desfases\n\nas it was\n"
    rows = [line.split(" | ")[:3] for line in page["TCNCCC"].splitlines() if line.startswith("| ")]
    by_level = [[f"| {seats}", level, "2"] for seats in range(2, 7) for level in ("easy", "medium")]
    assert [row for row in rows if row[2] == "2"][: len(by_level)] == by_level
    assert f"Rules: version {GAMES['tcnccc'].version}." in page["TCNCCC"]


def test_figures_are_found_again_from_who_won_by_them() -> None:
    luck, positions = Luck(1), []
    for _ in range(4000):
        strong = luck.below(2)
        ahead = 1 / (1 + exp(-1.5))  # one seat is ahead by features worth 1.5
        won = strong if luck.below(1000) < 1000 * ahead else 1 - strong
        positions.append(Position([{0: float(seat == strong)} for seat in range(2)], [won == 0, won == 1]))
    assert fitted(positions, 1)[0] == pytest.approx(1.5, abs=0.1)


def test_color_dice_is_fitted_by_what_its_bots_look_at() -> None:
    walk = Playthrough(GAMES["color_dice"], 4, GAMES["color_dice"].Options(), Seeded("fitting"))
    fit, weights = color_dice, [0.0] * color_dice.NUMBER
    weights[fit.OUTSIDE : fit.HOME] = worth.OUTSIDE
    weights[fit.HOME : fit.HOME + fit.MOST_AT_HOME + 1] = worth.HOME
    weights[fit.GATHERED : fit.OWNED] = worth.GATHERED
    weights[fit.OWNED], weights[fit.CROWDED], weights[fit.TEMPO] = worth.OWNED, worth.CROWDED, worth.TEMPO
    turns = [*fit.begun([walk.start, *(step.after for step in walk.to_the_end())])]
    assert len(turns) > 10
    for g in turns:
        position = Position([fit.features(g.board, g.turn, seat) for seat in range(4)], [])
        assert worth.chances(g.board, g.turn) == pytest.approx(logit.chances(position, weights))


def house(nodes: int, shared: bool = True) -> House:
    return House(costs_in(HERE), Traffic(), Machines(), nodes, shared)


def test_a_house_is_full_with_its_most_tables_and_not_before() -> None:
    for nodes, shared in ((1, False), (1, True), (3, True), (11, True)):
        full = house(nodes, shared)
        most = full.most_tables()
        assert max(full.used(most).values()) <= 1 < max(full.used(most + 1).values())
    assert house(30).most_tables() == 0, "its nodes want more connections than there are"


def test_every_evening_of_a_week_ends_in_its_cell_and_a_failure_concerns_one_cell() -> None:
    world, known, found = World(house(2), 3, 1), dict[int, int](), list[object]()

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
