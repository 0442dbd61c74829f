"""Simulates a week of a million rooms in cells: load of each cell, when another is needed, the cost of a failure.

    python benchmarks/cells.py [--rooms 1000000] [--seed 1] [--nodes 4] [--placing even|room]

Nothing is served or measured here: rooms come and go by the simulation's clock, and capacity.py computes their load
from the costs measured by cost.py. The same seed gives the same week.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from math import ceil, inf, log
from pathlib import Path
from random import Random
from typing import Final, Literal

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from msgspec import Struct
from msgspec.structs import replace

from benchmarks.arrivals import DAY, DAYS, WEEK, arrivals
from benchmarks.capacity import CONNECTIONS, House, Machines, Traffic, with_tables
from benchmarks.costs import HERE, costs_in
from benchmarks.evenings import Evening, Load
from benchmarks.storms import Storm, storm

SEATS: Final = (2, 2, 3, 3, 4, 4, 4, 5, 6)
ONLOOKERS: Final = (0, 0, 0, 0, 0, 0, 1, 1, 2, 5)
NEW: Final = 0.4  # share of rooms opened at that time; the others are older, and in the cells of their time
AGAIN_NEXT_DAY: Final = 0.3
LENGTH: Final = (50.0, 0.6)  # of an evening: median in minutes, spread of its logarithm
PACE: Final = (5.5, 0.5)  # moves per minute: the same
LEFT_OPEN: Final = 0.35  # share of pages, after the game
LEFT_OPEN_FOR: Final = 5 * 60.0  # minutes, on average
FAILS_AT: Final = 5 * DAY + 21 * 60
LOST_FOR: Final = 20
CHECK_EVERY: Final = 60  # rebalances new rooms, and perhaps adds a cell
ANOTHER_FROM: Final = 0.6  # usage at the busiest minute of the last day, of the emptiest cell

Placing = Literal["even", "room"]


class Cell:
    """One database with its nodes, and its load in each minute of its existence."""

    def __init__(self, house: House, since: int) -> None:
        self.load = Load()
        self.since = since
        self.away_until = 0
        self.used: list[float] = []
        self.first: dict[str, int] = {}
        """How often each resource was the busiest."""
        self._house = house

    def house(self, moves: float) -> House:
        """The capacity model of this minute."""
        load, traffic = self.load, self._house.traffic
        tables = max(1, load.tables)
        now = replace(
            traffic,
            moves_per_minute=moves / tables,
            pages_per_table=max(1.0, load.pages / tables),
            idle_pages_per_table=load.idle / tables,
        )
        return replace(self._house, traffic=now)

    def note(self, moves: float) -> None:
        """Record a minute with this many moves, or none before the cell existed."""
        if len(self.used) + self.since < self.away_until:
            return self.used.append(0.0)
        used = self.house(moves).used(max(1, self.load.tables))
        used.pop(CONNECTIONS)
        busiest = max(used, key=lambda name: used[name])
        self.first[busiest] = self.first.get(busiest, 0) + 1
        self.used.append(used[busiest])

    def busiest(self, minutes: int = WEEK) -> float:
        """The highest usage of any resource in these last minutes."""
        return max(self.used[-minutes:], default=0.0)


class World:
    """All cells, and everybody present."""

    def __init__(self, house: House, cells: int, seed: int, placing: Placing = "room") -> None:
        self.cells = [Cell(house, 0) for _ in range(cells)]
        self.where: dict[int, int] = {}
        """The cell of each room that is still visited."""
        self.opened = self.begun = self.ended = self.waited = 0
        self._house = house
        self._chance = Random(seed)
        self._placing = placing
        self._first_cells = cells
        self._shares: list[float] = [1.0] * cells
        self._later: list[tuple[float, int, Callable[[float], None]]] = []
        self._numbers = 0

    def run(self, rooms: int, each_minute: Callable[[int], None] = lambda minute: None) -> None:
        """Simulate the week, until the last evening has ended."""
        for minute, coming in enumerate(arrivals(rooms, self._chance)):
            self._let_happen(minute)
            for _ in range(coming):
                self._come(minute + self._chance.random())
            for cell in self.cells:
                cell.note(self._moves(cell))
            if minute % CHECK_EVERY == 0:
                self._check(minute)
            each_minute(minute)
        self._let_happen(inf)

    def lose(self, cell: Cell, until: int) -> None:
        """Take a cell down until that minute: it opens no rooms, and nobody begins to play in its rooms."""
        cell.away_until = until
        self._set_shares(until - 1)

    def _let_happen(self, until: float) -> None:
        while self._later and self._later[0][0] <= until:
            at, _, happen = heappop(self._later)
            happen(at)

    def _at(self, when: float, happen: Callable[[float], None]) -> None:
        self._numbers += 1
        heappush(self._later, (when, self._numbers, happen))

    # --- The life of a room ---

    def _come(self, at: float) -> None:
        chance = self._chance
        room, self.opened = self.opened, self.opened + 1
        if chance.random() < NEW:
            cell = chance.choices(range(len(self.cells)), self._shares)[0]
        else:
            cell = chance.randrange(self._first_cells)
        if self.where.setdefault(room, cell) != cell:
            raise ValueError("a room is in one cell")
        self._begin(room, at)

    def _begin(self, room: int, at: float) -> None:
        chance, cell = self._chance, self.cells[self.where[room]]
        if at < cell.away_until:
            self.waited += 1
            return self._at(cell.away_until + chance.random(), lambda then: self._begin(room, then))
        pace = round(1000 * chance.lognormvariate(log(PACE[0]), PACE[1]))
        evening = Evening(room, self.where[room], chance.choice(SEATS) + chance.choice(ONLOOKERS), pace)
        cell.load.begin(evening)
        self.begun += 1
        length = chance.lognormvariate(log(LENGTH[0]), LENGTH[1])
        self._at(at + length, lambda then: self._end(evening, at, then))

    def _end(self, evening: Evening, began: float, at: float) -> None:
        chance, load = self._chance, self.cells[evening.cell].load
        left_open = sum(chance.random() < LEFT_OPEN for _ in range(evening.pages))
        load.end(evening, left_open)
        self.ended += 1
        if left_open:
            self._at(at + chance.expovariate(1 / LEFT_OPEN_FOR), lambda _: load.shut(left_open))
        again = began + DAY + chance.gauss(0, 45)
        if again > at and again < WEEK and chance.random() < AGAIN_NEXT_DAY:
            self._at(again, lambda then: self._begin(evening.room, then))
        else:
            del self.where[evening.room]

    def _moves(self, cell: Cell) -> float:
        """Moves in this minute: the expected number, with random variation."""
        expected = cell.load.pace / 1000
        return max(0.0, self._chance.gauss(expected, expected**0.5))

    # --- The operator ---

    def _check(self, minute: int) -> None:
        """Add a cell if none has much room left; distribute new rooms by free capacity, or evenly."""
        if min(cell.busiest(DAY) for cell in self.cells) > ANOTHER_FROM:
            self.cells.append(Cell(self._house, minute))
        self._set_shares(minute)

    def _set_shares(self, minute: int) -> None:
        room_left = [max(0.02, 1 - cell.busiest(DAY)) for cell in self.cells]
        wanted = room_left if self._placing == "room" else [1.0] * len(self.cells)
        here = [minute >= cell.away_until for cell in self.cells]
        self._shares = [share * is_here for share, is_here in zip(wanted, here, strict=True)]


# --- What fails ---------------------------------------------------------------------------------------------


class Failure(Struct, frozen=True):
    """The failure, who was affected, and the recovery."""

    what: str
    tables: int
    of: int
    storm: Storm
    waiting: int
    """Moves not accepted meanwhile, which are sent again."""


def busiest_cell(world: World) -> Cell:
    """The cell with the most open pages now."""
    return max(world.cells, key=lambda cell: cell.load.pages)


def failures(world: World) -> list[Failure]:
    """Failures of the busiest cell, in its present state. Cells share nothing, so nobody in the others notices."""
    cell = busiest_cell(world)
    load, of = cell.load, sum(each.load.tables for each in world.cells)
    house = cell.house(load.pace / 1000)
    pages, nodes, moves_per_s = load.pages + load.idle, house.nodes, load.pace / 60_000
    asked = min(load.tables, round(moves_per_s * 30))  # a table has at most one pending move
    others = returns_per_s(house, load.tables, nodes - 1)
    everyone = returns_per_s(house, 0, nodes)
    return [
        Failure("a node dies", ceil(load.tables / nodes), of, storm(ceil(pages / nodes), others, 0.2, 1.5), 0),
        Failure("PostgreSQL of a cell is away for 30 s", load.tables, of, storm(0, everyone, 0.3, 0.3), asked),
        Failure(f"a cell is lost for {LOST_FOR} minutes", load.tables, of, storm(pages, everyone, 0.0, 10.0), 0),
    ]


def returns_per_s(house: House, tables: int, nodes: int) -> float:
    """Pages that can reconnect per second to these nodes while they serve this many tables."""
    still_busy = (
        house.used(tables)["processor of a node"] * house.machines.fill * house.nodes / nodes if tables else 0.0
    )
    return nodes * max(0.05, 1 - still_busy) * 1000 / house.costs.return_ms


# --- The tables of docs/capacity.md ----------------------------------------------------------------------------


class Most(Struct):
    """The simultaneous maximum of each figure."""

    tables: int = 0
    pages: int = 0

    def note(self, world: World) -> None:
        """Record the present state."""
        loads = [cell.load for cell in world.cells]
        self.tables = max(self.tables, sum(load.tables for load in loads))
        self.pages = max(self.pages, sum(load.pages + load.idle for load in loads))


def week(world: World, fill: float, most: Most) -> Iterator[str]:
    """The week in figures."""
    yield f"| a week at {fill:.0%} | evenings | tables at once | pages at once | waited until the cell was back |"
    yield "|---|---|---|---|---|"
    yield f"| {world.opened:,} rooms | {world.begun:,} | {most.tables:,} | {most.pages:,} | {world.waited:,} evenings |"


def busy(world: World, fill: float) -> Iterator[str]:
    """A row for each cell."""
    yield f"| cell at {fill:.0%} | since | half of the time | 1 minute in 100 | busiest minute | of what, mostly |"
    yield "|---|---|---|---|---|---|"
    for number, cell in enumerate(world.cells, 1):
        used = sorted(cell.used)
        median, p99 = used[len(used) // 2], used[len(used) * 99 // 100]
        first = max(cell.first, key=lambda name: cell.first[name])
        since = f"{DAYS[cell.since // DAY]} {cell.since % DAY // 60}:00" if cell.since else "the beginning"
        yield f"| {number} | {since} | {median:.0%} | {p99:.0%} | {used[-1]:.0%} | {first} |"


def fails(found: list[Failure], fill: float) -> Iterator[str]:
    """A row for each failure."""
    yield f"| what fails at {fill:.0%} | its tables | moves that wait | pages that come back | 99 % are back after |"
    yield "|---|---|---|---|---|"
    for each in found:
        share, storm = each.tables / each.of, each.storm
        pace = f"{storm.pages:,}; {storm.most_per_s:,.0f} a second, where {storm.served_per_s:,.0f} can be let in"
        back, after = (pace, f"{storm.back_after_s:.0f} s") if storm.pages else ("none", "–")
        yield f"| {each.what} | {each.tables:,} ({share:.0%}) | {each.waiting:,} | {back} | {after} |"


def live_through(world: World, rooms: int, fill: float) -> list[list[str]]:
    """Simulate the week with its failures; the resulting tables."""
    found: list[Failure] = []
    most = Most()

    def watch(minute: int) -> None:
        most.note(world)
        if minute == FAILS_AT:
            found.extend(failures(world))
            world.lose(busiest_cell(world), minute + LOST_FOR)

    world.run(rooms, watch)
    return [list(week(world, fill, most)), list(busy(world, fill)), list(fails(found, fill))]


def main() -> None:
    arguments = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    arguments.add_argument("--costs", type=Path, default=HERE, help="a file from cost.py --write")
    arguments.add_argument("--rooms", type=int, default=1_000_000, help="visited in the week")
    arguments.add_argument("--cells", type=int, default=6, help="cells at the beginning")
    arguments.add_argument("--nodes", type=int, default=4, help="nodes in each cell")
    arguments.add_argument("--fill", type=float, default=Machines().fill, help="planned share of a processor")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--placing", choices=("even", "room"), default="room", help="of new rooms, by free capacity")
    arguments.add_argument("--page", type=Path, help="write the tables into this page, too")
    given = arguments.parse_args()
    house = House(costs_in(given.costs), Traffic(), Machines(fill=given.fill), given.nodes, True)
    tables = live_through(World(house, given.cells, given.seed, given.placing), given.rooms, given.fill)
    for table in tables:
        print(*table, "", sep="\n")
    if given.page is not None:
        given.page.write_text(with_tables(given.page.read_text(), tables))


if __name__ == "__main__":
    main()
