"""Computes how many tables a server carries, and which resource runs out first, from measured costs.

    python benchmarks/capacity.py [--costs FILE] [--nodes 1 3 30] [--moves-per-minute 6] …
    python benchmarks/capacity.py --page docs/capacity.md

The second form writes the tables into the page, after cost.py --write has measured again. How people play and what the
machines have are assumptions, which can be changed; --help lists them. Costs are those measured by cost.py. Nothing is
measured here: it is arithmetic.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, get_type_hints

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from msgspec import Struct
from msgspec.structs import fields, replace

from app.cluster.follower import CHECK_EVERY_S
from app.cluster.postgres_notices import GATHER_S, HEARTBEAT_S
from app.storage.writer import BETWEEN_COMMITS_S, MAX_BATCH
from benchmarks.costs import HERE, Costs, OfStorage, costs_in

CONNECTIONS_PER_NODE: Final = 8
CONNECTIONS_KEPT: Final = 5  # for administration
CONNECTIONS: Final = "connections of PostgreSQL"  # constant, however few play
SIZES: Final = [1, 3, 30]
UNITS: Final = {"_per_s": " a second", "_ms": " ms", "_bytes": " bytes", "_kb": " kB", "_mb": " MB"}
ONLY_POSTGRES: Final = ("notice_bytes", "hear_ms", "notify_ms", "wake_ms", "notified_per_s", "head_ms")
ENOUGH: Final = 300  # connections, for 30 nodes
LONGER_S: Final = 0.1
MOST_TABLES: Final = 10_000_000
YEAR_MINUTES: Final = 365 * 24 * 60


class Traffic(Struct, frozen=True, kw_only=True):
    """How people play, at the busiest hour. A table is a room with a running game."""

    moves_per_minute: float = 6.0
    pages_per_table: float = 4.0
    """Players and spectators with the page open."""
    idle_pages_per_table: float = 6.0
    """Idle pages left open, for each table in play."""
    opens_per_hour: float = 8.0
    returns_per_hour: float = 12.0
    """For each table: pages opened, and reconnections, as of phones and on trains."""
    peak_to_mean: float = 3.5
    """The busiest hour relative to the mean of the week."""

    @property
    def moves_per_s(self) -> float:
        """Moves per second at one table."""
        return self.moves_per_minute / 60

    @property
    def pages(self) -> float:
        """Open pages for each table in play."""
        return self.pages_per_table + self.idle_pages_per_table


class Machines(Struct, frozen=True, kw_only=True):
    """Available resources. `fill`: the planned share of a processor; the rest is for peaks."""

    fill: float = 0.6
    node_memory_mb: float = 2048
    node_sockets: int = 20_000
    """The lesser of open files of a process, and ports between one proxy and one node (about 28,000)."""
    node_megabits: float = 1000
    database_cores: float = 8
    database_connections: int = 100
    disk_megabytes: float = 100
    """Megabytes a second that the log's disk writes."""
    gather_s: float = GATHER_S
    """How long a node gathers notices before it sends them to the others."""


class House(Struct, frozen=True):
    """A number of nodes on one database. `shared`: PostgreSQL, required for more than one node."""

    costs: Costs
    traffic: Traffic
    machines: Machines
    nodes: int
    shared: bool

    @property
    def storage(self) -> OfStorage:
        """The costs of its kind of database."""
        return self.costs.postgres if self.shared else self.costs.sqlite

    @property
    def table_ms(self) -> float:
        """Processor time of a node per second, for one table and the idle pages that go with it."""
        costs, traffic = self.costs, self.traffic
        moves = traffic.moves_per_s * (self.storage.move_ms + traffic.pages_per_table * costs.frame_ms)
        pages = traffic.pages * costs.ping_ms
        doors = (traffic.opens_per_hour * costs.open_ms + traffic.returns_per_hour * costs.return_ms) / 3600
        return moves + pages + doors

    @property
    def table_kb(self) -> float:
        """Memory of a node for one table, and for the rooms of its idle pages."""
        rooms = self.traffic.pages / self.traffic.pages_per_table
        return rooms * self.costs.room_kb + self.traffic.pages * self.costs.socket_kb

    def used(self, tables: float) -> dict[str, float]:
        """The share of each resource used by this many tables. 1 is all that is planned for."""
        shares = self._used_of_a_node(tables / self.nodes, tables)
        return {**shares, **self._used_of_postgres(tables)} if self.shared else shares

    def _used_of_a_node(self, here: float, tables: float) -> dict[str, float]:
        machines, traffic = self.machines, self.traffic
        moves = here * traffic.moves_per_s
        heard = (self.nodes - 1) * self._notified(tables) if self.shared else 0.0
        busy_ms = here * self.table_ms + heard * self.costs.hear_ms
        sent = moves * traffic.pages_per_table * self.costs.frame_bytes
        between = max(BETWEEN_COMMITS_S, self.storage.commit_ms / 1000)
        written = tables * traffic.moves_per_s * self.storage.disk_bytes
        return {
            "processor of a node": busy_ms / 1000 / machines.fill,
            "memory of a node": self.costs.base_mb / machines.node_memory_mb
            + here * self.table_kb / 1024 / machines.node_memory_mb,
            "sockets of a node": here * traffic.pages / machines.node_sockets,
            "network of a node": sent * 8 / 1e6 / machines.node_megabits,
            "commits of a node": moves * between / MAX_BATCH,
            "disk of the log": written / 1e6 / machines.disk_megabytes,
        }

    def _used_of_postgres(self, tables: float) -> dict[str, float]:
        machines, costs = self.machines, self.costs
        told = self.nodes * self._notified(tables)
        moves_ms = tables * self.traffic.moves_per_s * self.storage.database_ms
        heads_ms = tables * self.traffic.pages / self.traffic.pages_per_table / 1000 * costs.head_ms / CHECK_EVERY_S
        busy_ms = moves_ms + told * self.nodes * costs.wake_ms + heads_ms
        connections = CONNECTIONS_PER_NODE * self.nodes + CONNECTIONS_KEPT
        return {
            "processor of PostgreSQL": busy_ms / 1000 / machines.database_cores / machines.fill,
            "notices one after the other": told / costs.notified_per_s / machines.fill,
            CONNECTIONS: connections / machines.database_connections,
        }

    def _notified(self, tables: float) -> float:
        """Notifications per second by one node: since the first notice waits for others, there is a maximum."""
        notices = tables / self.nodes * self.traffic.moves_per_s
        return notices / (1 + notices * self.machines.gather_s) + 1 / HEARTBEAT_S

    def most_tables(self) -> int:
        """The maximum number of tables in play at once; 0 if even an empty server is too much."""
        least, most = -1, MOST_TABLES
        while most - least > 1:
            middle = (least + most) // 2
            least, most = (middle, most) if max(self.used(middle).values()) <= 1 else (least, middle)
        return max(0, least)

    def kept_per_year(self, tables: int) -> float:
        """Bytes added to the database per year by this many tables at the busiest hour."""
        moves = tables / self.traffic.peak_to_mean * self.traffic.moves_per_minute * YEAR_MINUTES
        return moves * self.storage.kept_bytes


# --- The tables of docs/capacity.md ----------------------------------------------------------------------------


def capacity(houses: Sequence[House]) -> Iterator[str]:
    """The capacity of each site, and the usage at that load."""
    yield "| nodes | database | tables in play | open pages | moves/s | runs out first | then |"
    yield "|---|---|---|---|---|---|---|"
    for house in houses:
        tables = house.most_tables()
        first, second, *_ = sorted(house.used(tables).items(), key=lambda used: -used[1])
        pages, moves = tables * house.traffic.pages, tables * house.traffic.moves_per_s
        yield (
            f"| {house.nodes} | {_database(house)} | {tables:,} | {pages:,.0f} | {moves:,.0f} | {first[0]} "
            f"| {second[0]}, {second[1]:.0%} |"
        )


def usage(houses: Sequence[House]) -> Iterator[str]:
    """The usage of every resource when one runs out."""
    yield "| of what is planned for | " + " | ".join(f"{house.nodes}, {_database(house)}" for house in houses) + " |"
    yield "|---" * (len(houses) + 1) + "|"
    shares = [house.used(house.most_tables()) for house in houses]
    for name in dict.fromkeys(name for used in shares for name in used):
        yield f"| {name} | " + " | ".join(f"{used[name]:.0%}" if name in used else "–" for used in shares) + " |"


def growth(houses: Sequence[House]) -> Iterator[str]:
    """Growth of storage in a year of full evenings."""
    yield "| nodes | database | moves a year | kept of a year |"
    yield "|---|---|---|---|"
    for house in houses:
        if tables := house.most_tables():
            kept = house.kept_per_year(tables)
            moves = f"{kept / house.storage.kept_bytes / 1e6:,.0f} million"
            yield f"| {house.nodes} | {_database(house)} | {moves} | {kept / 1e9:,.0f} GB |"


def prices(costs: Costs) -> Iterator[str]:
    """The costs measured by cost.py."""
    yield "| what it costs | SQLite | PostgreSQL |"
    yield "|---|---|---|"
    for field in fields(OfStorage):
        here, there = (_figure(field.name, getattr(of, field.name)) for of in (costs.sqlite, costs.postgres))
        yield f"| {_meaning(OfStorage, field.name)} | {here} | {there} |"
    for field in fields(Costs):
        if field.name not in ("sqlite", "postgres"):
            figure = _figure(field.name, getattr(costs, field.name))
            here = "–" if field.name in ONLY_POSTGRES else figure
            yield f"| {_meaning(Costs, field.name)} | {here} | {figure} |"


def _meaning(kind: type[Struct], name: str) -> str:
    meta = get_type_hints(kind, include_extras=True)[name].__metadata__[0]
    return str(meta.description)


def _figure(name: str, value: float) -> str:
    unit = next(unit for end, unit in UNITS.items() if name.endswith(end))
    return "–" if not value else f"{value:,.{0 if value >= 20 else 1 if value >= 1 else 3}f}{unit}"


def _database(house: House) -> str:
    if not house.shared:
        return "SQLite"
    machines = house.machines
    told = "" if machines.gather_s == GATHER_S else f", {machines.gather_s * 1000:.0f} ms"
    return f"PostgreSQL, {machines.database_connections}{told}"


def houses_of(costs: Costs, traffic: Traffic, machines: Machines, nodes: Sequence[int]) -> list[House]:
    """One site on SQLite, and one of each size on PostgreSQL. Where connections are too few, also one with enough, and
    one with nodes that gather notices for longer."""
    houses = [House(costs, traffic, machines, 1, False), *(House(costs, traffic, machines, n, True) for n in nodes)]
    wide = replace(machines, database_connections=ENOUGH)
    gathers = dict.fromkeys((machines.gather_s, LONGER_S))
    too_many = [house for house in houses if not house.most_tables()]
    return houses + [replace(house, machines=replace(wide, gather_s=each)) for house in too_many for each in gathers]


def tables_of_the_page() -> list[list[str]]:
    """The tables of docs/capacity.md, for the default assumptions."""
    costs = costs_in()
    houses = houses_of(costs, Traffic(), Machines(), SIZES)
    return [list(prices(costs)), *(list(table(houses)) for table in (capacity, usage, growth))]


def with_tables(page: str, tables: Iterable[Sequence[str]]) -> str:
    """The page with each table in place of the one with the same header. Raises ValueError if there is none."""
    for head, *lines in tables:
        before, found, after = page.partition(f"{head}\n")
        if not found:
            raise ValueError(f"the page has no table with the head {head}")
        _, _, rest = after.partition("\n\n")
        page = f"{before}{head}\n" + "\n".join(lines) + f"\n\n{rest}"
    return page


def main() -> None:
    arguments = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    arguments.add_argument("--costs", type=Path, default=HERE, help="a file from cost.py --write")
    arguments.add_argument("--nodes", type=int, nargs="+", default=SIZES, help="numbers of nodes on PostgreSQL")
    for kind in (Traffic, Machines):
        for field in fields(kind):
            arguments.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default)
    arguments.add_argument("--page", type=Path, help="write the tables for the default assumptions into this page")
    given = vars(arguments.parse_args())
    if (page := given["page"]) is not None:
        page.write_text(with_tables(page.read_text(), tables_of_the_page()))
        return
    traffic = Traffic(**{field.name: given[field.name] for field in fields(Traffic)})
    machines = Machines(**{field.name: given[field.name] for field in fields(Machines)})
    houses = houses_of(costs_in(given["costs"]), traffic, machines, given["nodes"])
    for table in (capacity, usage, growth):
        print(*table(houses), "", sep="\n")


if __name__ == "__main__":
    main()
