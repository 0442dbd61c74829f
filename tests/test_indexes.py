"""What the house does again and again finds what it looks for without going through everything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sqlalchemy import event

from app.services.housekeeping import kept_ms
from app.settings import Settings
from app.storage.store import Store
from tests.company import ANN

ROOM = "A" * 16
CODE = "0" * 32


class Asked:
    """The statements that readers run, with what was given for them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.statements: list[tuple[str, object]] = []
        event.listen(store._engine, "before_cursor_execute", self._note)

    def _note(self, connection: object, cursor: object, statement: str, given: object, *_: object) -> None:
        if statement.lstrip().startswith("SELECT"):
            self.statements.append((statement, given))

    async def plans(self) -> str:
        """How each of them is carried out where there are many rows: nothing is gone through for there being few."""
        return "\n".join([await self._store.read(lambda connection, s=s, g=g: _plan(connection, s, g))
                          for s, g in self.statements])  # fmt: skip


def _plan(connection: object, statement: str, given: object) -> str:
    dialect = connection.dialect.name  # type: ignore[attr-defined]
    run = connection.exec_driver_sql  # type: ignore[attr-defined]
    if dialect == "sqlite":
        return "\n".join(row[3] for row in run(f"EXPLAIN QUERY PLAN {statement}", given))
    run("SET enable_seqscan = off")
    return "\n".join(row[0] for row in run(f"EXPLAIN {statement}", given))


WORK: dict[str, Callable[[Store], Awaitable[object]]] = {
    "due": lambda store: store.due_rooms(),
    "tidy": lambda store: store.forget_rooms(kept_ms(Settings()), lambda code: False),
    "heads": lambda store: store.heads([ROOM]),
    "newest": lambda store: store.load_newest(ROOM),
    "copy": lambda store: store.load_snapshot(ROOM, CODE),
    "scores": lambda store: store.best_scores("setting", 5),
    "guest": lambda store: store.guests.by_token(ANN.token_hash),
    "guests that are gone": lambda store: store.guests.forget(),
    "subscription": lambda store: store.subscriptions.of(ROOM, ANN.id),
}


async def test_all_work_finds_its_rows_by_an_index(store: Store) -> None:
    asked = Asked(store)
    for what, work in WORK.items():
        asked.statements.clear()
        await work(store)
        plans = await asked.plans()
        tables = ("events", "rooms", "snapshots", "team_scores", "guests")
        assert [table for table in tables if f"SCAN {table}" in plans] == [], what
        assert "Seq Scan" not in plans, what
        assert "USING" in plans or "Index" in plans, what


async def test_rooms_are_counted_in_an_index_alone(store: Store) -> None:
    asked = Asked(store)
    await store.count_rooms()
    plans = await asked.plans()
    assert "USING COVERING INDEX rooms_by_phase" in plans or "Index Only Scan using rooms_by_phase" in plans
