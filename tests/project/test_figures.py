"""The tools that compute figures, on a small scale: bots against each other, the page of statistics, the fitting of
bots' evaluations, and capacity; and that measurements of load and comparisons count correctly."""

import math
import sqlite3
from contextlib import closing
from math import exp
from pathlib import Path

import pytest

from benchmarks import capacity
from benchmarks.capacity import House, Machines, Traffic
from benchmarks.cells import World, failures
from benchmarks.costs import HERE, costs_in
from benchmarks.load import malformed
from benchmarks.load.cut import Comer, come_back, until_all_are_back
from benchmarks.load.pages import side_by_side
from benchmarks.load.servers import least
from benchmarks.peers import contenders, page, tables
from benchmarks.peers.orders import Came
from benchmarks.peers.playing import until_quiet
from benchmarks.peers.rooms import Room, Tally
from benchmarks.peers.wires import WIRES
from games import GAMES
from games.bot import Seeded
from games.color_dice import worth
from games.playthrough import Playthrough
from games.search import FastRandom
from tests.conftest import ROOT
from tests.support.tables import until
from tools import arena, balance
from tools.fitting import color_dice, logit
from tools.fitting.logit import Position, fitted


def test_the_arena_says_who_won_how_often_and_what_it_cost(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena.main(["tcnccc", "medium", "easy", "--games", "4", "--option", "capacity=4"]) == 0
    row, *costs = capsys.readouterr().out.splitlines()
    assert row.startswith("tcnccc, 2 seats, one medium against easy: ")
    assert row.endswith(" of 4 games, fair 50.0%")
    assert [line.split(":")[0] for line in costs] == ["  medium", "  easy"]


def test_the_page_has_all_sizes_and_levels_and_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "PAGE", tmp_path / "balance.md")
    balance.PAGE.write_text("# Old\n\n## Desfases\n\nas it was\n")
    assert balance.main(["tcnccc", "--games", "2", "--ahead", "0"]) == 0
    page = balance.sections(balance.PAGE.read_text())
    assert page["Desfases"] == "## Desfases\n\nas it was\n"
    rows = [line.split(" | ")[:3] for line in page["TCNCCC"].splitlines() if line.startswith("| ")]
    by_level = [[f"| {seats}", level, "2"] for seats in range(2, 7) for level in ("easy", "medium")]
    assert [row for row in rows if row[2] == "2"][: len(by_level)] == by_level
    assert f"Rules: version {GAMES['tcnccc'].version}." in page["TCNCCC"]


def test_figures_are_found_again_from_who_won_by_them() -> None:
    luck, positions = FastRandom(1), []
    for _ in range(4000):
        strong = luck.below(2)
        ahead = 1 / (1 + exp(-1.5))  # one seat is ahead by features worth 1.5
        won = strong if luck.below(1000) < 1000 * ahead else 1 - strong
        positions.append(Position([{0: float(seat == strong)} for seat in range(2)], [won == 0, won == 1]))
    assert fitted(positions, 1)[0] == pytest.approx(1.5, abs=0.1)


@pytest.mark.parametrize(("seats", "by"), [(2, worth.FOR_TWO), (4, worth.FOR_MORE)], ids=["two", "more"])
def test_color_dice_is_fitted_by_what_its_bots_look_at(seats: int, by: worth.Figures) -> None:
    walk = Playthrough(GAMES["color_dice"], seats, GAMES["color_dice"].Options(), Seeded("fitting"))
    fit, weights = color_dice, [0.0] * color_dice.NUMBER
    weights[fit.OUTSIDE : fit.HOME] = by.outside
    weights[fit.HOME : fit.HOME + fit.MOST_AT_HOME + 1] = by.home
    weights[fit.GATHERED : fit.OWNED] = by.gathered
    weights[fit.OWNED], weights[fit.CROWDED], weights[fit.TEMPO] = by.owned, by.crowded, by.tempo
    turns = [*fit.begun([walk.start, *(step.after for step in walk.to_the_end())])]
    assert len(turns) > 3
    for g in turns:
        position = Position([fit.features(g.board, g.turn, seat) for seat in range(seats)], [])
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
        if minute == (5 * 24 + 21) * 60:
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


# --- Measurements and comparisons ---


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


async def test_the_driver_counts_the_moves_that_tertulia_writes(tmp_path: Path) -> None:
    """In two rooms, as fast as they can, until everything under way has arrived."""
    database, tally = tmp_path / "log.sqlite3", Tally()
    rooms = [Room(tally), Room(tally)]
    with contenders.served(contenders.tertulia(), TERTULIA_DATABASE_URL=f"sqlite:///{database}") as server:
        for room in rooms:
            await WIRES["tertulia"].open_room(server.port, room)
            room.last_version = math.inf
            room.move()
        await until(lambda: tally.acknowledged > 20)
        for room in rooms:
            room.last_version = 0.0
        await until_quiet(rooms, tally)
        for room in rooms:
            room.leave()
    with closing(sqlite3.connect(database)) as log:
        (moved,) = log.execute("SELECT count(*) FROM events WHERE kind IN ('moved', 'finished')").fetchone()
    assert tally.faults == []
    assert tally.acknowledged == tally.delivered == moved
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
