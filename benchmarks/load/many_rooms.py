"""L10: with 100,000 rooms and a million events, the server starts, serves pages and cleans up as fast as with none.

The database itself copies the rooms from the logs of a few that were played: some wait for their first game, some are
in play, in most the games are over; clocks run in some. They have the first version's format, so that the migration is
measured, too.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

from alembic import command
from sqlalchemy import Connection, Engine, create_engine, text

from app.services.housekeeping import kept_ms
from app.settings import Settings
from app.storage.database import MIGRATIONS
from app.storage.store import Store
from app.table.events import encode_body, kind_of
from benchmarks.load.figures import Figure, at_most, percentile, told
from benchmarks.load.long import KINDS, Past
from benchmarks.load.pages import Page, ask
from benchmarks.load.servers import UNLIMITED, tertulia
from tools.postgres import PassingPostgres

ROOMS: Final = 100_000
LOCAL: Final = 1000
LENGTHS: Final = (1, 3, 12, 12, 22)
"""Numbers of events in rooms: ten on average."""
DUE: Final = 30
"""The number of clocks that have run out meanwhile."""
STARTS: Final = 5
BAR_START_S: Final = 2.0
BAR_PAGE_MS: Final = 50.0
BAR_HEADS_MS: Final = 20.0
BAR_SWEEP_MS: Final = 20.0
BAR_MIGRATION_S: Final = 60.0

_NUMBERS: Final = {
    "sqlite": "WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < :rooms - 1)",
    "postgresql": "WITH numbers (n) AS (SELECT generate_series(0, :rooms - 1))",
}
_CODE: Final = {"sqlite": "printf('%016d', n)", "postgresql": "lpad(CAST(n AS text), 16, '0')"}


def code_of(number: int) -> str:
    """The code of the room with this number."""
    return f"{number:016d}"


# --- A large database ---------------------------------------------------------------------------------------------


def fill(engine: Engine, rooms: int) -> None:
    """Fill the database with this many rooms, in the first version's format."""
    with engine.connect() as connection:
        _migrate(connection, "0001")
        connection.exec_driver_sql("BEGIN")
        _write_patterns(connection)
        number, code = _NUMBERS[engine.dialect.name], _CODE[engine.dialect.name]
        columns = "seq, id, prev, actor, kind, body, at"
        wanted = f"SELECT {code}, {columns} FROM numbers JOIN patterns ON pattern = n % {len(LENGTHS)} ORDER BY n, seq"
        connection.execute(text(f"INSERT INTO events (room, {columns}) {number} {wanted}"), {"rooms": rooms})
        connection.exec_driver_sql("DROP TABLE patterns")
        connection.exec_driver_sql("COMMIT")


def _migrate(connection: Connection, revision: str) -> None:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    connection.exec_driver_sql("BEGIN")
    command.upgrade(config, revision)
    connection.exec_driver_sql("COMMIT")


def _write_patterns(connection: Connection) -> None:
    blob = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    connection.exec_driver_sql(
        "CREATE TABLE patterns (pattern INTEGER, seq INTEGER, id VARCHAR, prev VARCHAR, actor VARCHAR, kind VARCHAR, "
        f"body {blob}, at BIGINT)"
    )
    now = round(time.time() * 1000)
    for pattern, length in enumerate(LENGTHS):
        past = Past(KINDS[pattern], code_of(pattern))
        past.go_on(length, 0)
        for event in past.log[:length]:
            row = (pattern, event.seq, event.id, event.prev, event.actor, kind_of(event.body), encode_body(event.body))
            names = ("pattern", "seq", "id", "prev", "actor", "kind", "body")
            connection.execute(
                text("INSERT INTO patterns VALUES (:pattern, :seq, :id, :prev, :actor, :kind, :body, :at)"),
                {**dict(zip(names, row, strict=True)), "at": now},
            )


def let_clocks_run(engine: Engine, rooms: int) -> None:
    """Let clocks run in a tenth of the rooms; in a few the time is up. Others wait for their first game, or are
    idle."""
    number = "CAST(room AS integer)"
    now = round(time.time() * 1000)
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN")
        for change in (
            "phase = CASE number % 5 WHEN 0 THEN 'gathering' WHEN 1 THEN 'gathering' WHEN 2 THEN 'playing' ELSE 'over' "
            "END, at = at - number % 3600000",
            f"due = {now} + 86400000 + number WHERE number % 10 = 2",
            f"due = {now} - 1000 WHERE number < {DUE * 5} AND number % 5 = 2",
        ):
            connection.execute(text(f"UPDATE rooms SET {change.replace('number', number)}"))
        connection.exec_driver_sql("COMMIT")


# --- What is timed ------------------------------------------------------------------------------------------------


async def many(work: Callable[[int], Awaitable[Any]], times: int) -> list[float]:
    """The milliseconds of each run, one after the other."""
    took = []
    for number in range(times):
        began = time.perf_counter()
        await work(number)
        took.append((time.perf_counter() - began) * 1000)
    return took


async def started(folder: Path) -> tuple[float, float]:
    """The seconds from the start of the process until it listens, and until a room's page has its table."""
    began = time.perf_counter()
    async with tertulia(folder) as server:
        listens = time.perf_counter() - began
        page = Page(name="Visitor")
        if (folder / "large").exists():
            await page.open(server, code_of(1))
            await page.until(lambda page: page.table is not None)
            page.line.close()
        return listens, time.perf_counter() - began


async def pages(folder: Path, times: int, rooms: int) -> dict[str, list[float]]:
    """The times for the start page; with rooms, also for a room's page, and for the table of a room not in memory."""
    async with tertulia(folder, UNLIMITED) as server:
        took = {"the first page": await many(lambda number: ask(server, "GET", "/"), times)}
        if rooms:

            async def visit(number: int) -> None:
                visitor = Page(name="Visitor")
                await visitor.open(server, code_of(number * 7919 % rooms))
                await visitor.until(lambda page: page.table is not None)
                visitor.line.close()

            path = lambda number: f"/t/{code_of(number * 7919 % rooms)}"  # noqa: E731
            took["a room’s page"] = await many(lambda number: ask(server, "GET", path(number)), times)
            took["the table of a room nobody was in"] = await many(visit, times)
        return took


async def measure(folder: Path, quick: bool) -> list[Figure]:
    rooms, times = (500, 5) if quick else (ROOMS, 300)
    (large := folder / "many").mkdir()
    (empty := folder / "none").mkdir()
    (large / "large").touch()
    async with AsyncExitStack() as closing:
        postgres = await asyncio.to_thread(PassingPostgres)
        closing.callback(postgres.close)
        figures = await kept(f"sqlite:///{large}/log.sqlite3", "SQLite", rooms, times)
        figures += await kept(postgres.url(postgres.new_database()), "PostgreSQL", rooms, times)
    figures += await starts(large, empty, 2 if quick else STARTS, rooms)
    (nothing,) = (await pages(empty, times, 0)).values()
    for what, took in (await pages(large, times, rooms)).items():
        beside = percentile(nothing, 99)
        figures.append(at_most(f"many rooms, {rooms}: {what}, p99", percentile(took, 99), BAR_PAGE_MS, "ms", beside))
        figures.append(told(f"many rooms, {rooms}: {what}, p50", percentile(took, 50), "ms", percentile(nothing, 50)))
    return figures


async def starts(large: Path, empty: Path, times: int, rooms: int) -> list[Figure]:
    """The rows about starting, in turn with an empty database."""
    took = [(await started(large), await started(empty)) for _ in range(times)]
    (listens, serves), (nothing, _) = (
        [percentile(values, 50) for values in zip(*house, strict=True)] for house in zip(*took, strict=True)
    )
    title = f"many rooms, {rooms}"
    return [
        at_most(f"{title}: from start to listening", listens, BAR_START_S, "s", nothing),
        at_most(f"{title}: from start to a room shown", serves, BAR_START_S, "s", nothing),
    ]


async def kept(url: str, name: str, rooms: int, times: int) -> list[Figure]:
    """The rows about the database alone."""
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    await asyncio.to_thread(fill, engine, rooms)
    store, began = Store(url), time.perf_counter()
    await store.start()
    migrated = time.perf_counter() - began
    codes = [code_of(number * 97 % rooms) for number in range(min(LOCAL, rooms))]
    try:
        await asyncio.to_thread(let_clocks_run, engine, rooms)
        heads = await many(lambda number: store.heads(codes), times)
        due = await many(lambda number: store.due_rooms(), times)
        assert len(await store.due_rooms()) == min(DUE, rooms // 5)
        tidy = await many(
            lambda number: store.forget_rooms(kept_ms(Settings()), lambda code: False), max(3, times // 3)
        )
    finally:
        await store.close()
        engine.dispose()
    title = f"many rooms, {rooms}, {name}"
    return [
        at_most(f"{title}: migrated from the first version", migrated, BAR_MIGRATION_S, "s"),
        at_most(f"{title}: where {len(codes)} logs end, p99", percentile(heads, 99), BAR_HEADS_MS, "ms"),
        told(f"{title}: the same, p50", percentile(heads, 50), "ms"),
        at_most(f"{title}: which clocks have run out, p99", percentile(due, 99), BAR_SWEEP_MS, "ms"),
        at_most(f"{title}: which rooms have rested long enough, p99", percentile(tidy, 99), BAR_SWEEP_MS, "ms"),
        told(f"{title}: the same, p50", percentile(tidy, 50), "ms"),
    ]
