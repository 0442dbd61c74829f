"""Every await of every action fails once, in every way: the log is as before or as after the action, answers are true,
the table continues, and everybody sees what its log says."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from app.table.decide import index_row_of
from chaos.actions import ACTIONS, Action, Scene
from chaos.awaits import Awaits, FailingStore, Fault, task_factory
from chaos.local_node import ANN, BEN, LocalNode, fold, until
from games import GAMES
from tests.support.beads import BEADS
from tests.support.tables import Clock, _empty_database, check_log
from tools.postgres import MEMORY

MOST = 100
"""No action waits more often; one that does never ends."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory, if there is space: hundreds of commits then cost nothing."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None, prefix="tertulia-") as name:
        yield Path(name)


@pytest.fixture
async def store(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FailingStore]:
    monkeypatch.setattr("app.storage.writer.BETWEEN_COMMITS_S", 0.0)
    monkeypatch.setattr("app.services.deadlines.RETRY_S", 0.001)
    monkeypatch.setattr("app.services.bots.RETRY_S", 0.001)
    monkeypatch.setattr("app.rooms.room.GONE_AFTER_S", 0.0)
    monkeypatch.setitem(GAMES, "beads", BEADS)
    shutil.copy(await asyncio.to_thread(_empty_database), folder / "log.sqlite3")
    store = FailingStore(f"sqlite:///{folder}/log.sqlite3", Clock())
    await store.start()
    for guest in (ANN, BEN):
        await store.guests.add(guest)
    asyncio.get_running_loop().set_task_factory(task_factory)
    yield store
    asyncio.get_running_loop().set_task_factory(None)
    await store.close()


BY_DAY = ("a move", "a clock")
"""The essential ones; the others run in `make test-long`."""


@pytest.mark.parametrize("fault", Fault, ids=lambda fault: fault.name.lower())
@pytest.mark.parametrize(
    "name", [name if name in BY_DAY else pytest.param(name, marks=pytest.mark.long) for name in ACTIONS]
)
async def test_every_wait_fails_once(name: str, fault: Fault, store: FailingStore) -> None:
    nth = 1
    while await asyncio.create_task(one_goes_wrong(store, ACTIONS[name], fault, nth)):
        nth += 1
        assert nth < MOST, "it never ends"
    assert nth > ACTIONS[name].waits, f"only {nth - 1} awaits were found: this shows little"
    print(f"{name}: {nth - 1} waits, and at each of them {fault.value}")


async def one_goes_wrong(store: FailingStore, action: Action, fault: Fault, nth: int) -> bool:
    """Whether the action has an n-th await; then it failed there without harm."""
    node = LocalNode(store)
    scene = Scene(store, node, await action.table(node))
    awaits = Awaits(store, fault, nth)
    awaits.begin()
    await scene.opens(*action.here)
    await action.prepare(scene)
    before = await scene.log()
    awaits.armed = True
    await action.does(scene)
    awaits.disarm()
    if awaits.happened:
        try:
            await is_before_or_after(scene, action, before)
            if fault.is_crash:
                awaits.end()
                await scene.begins_anew()
            await goes_on(scene, action, before)
        except AssertionError as error:
            error.add_note(f"{fault.name} at wait {nth}, {awaits.where}")
            raise
    await scene.ends()
    return awaits.happened


async def is_before_or_after(scene: Scene, action: Action, before: list[object]) -> None:
    """The log is as before or after the action, never in between; and answers are true."""
    await scene.store.write(lambda cursor, now: None)  # earlier jobs are committed by now, or never
    log = await scene.log()
    added = tuple(type(event.body) for event in log[len(before) :])
    assert added in ((), action.writes) or not action.once, f"{added} were written"
    if scene.answer is not None:
        written = {event.id: event.seq for event in log}
        match scene.answer["type"]:
            case "ack":
                assert written.get(scene.id) == scene.answer["seq"], "an acknowledged move is not in the log"
            case "refused":
                assert scene.id not in written, "a refused move is in the log"
    await storage_agrees(scene)


async def storage_agrees(scene: Scene) -> None:
    """The rows written in the same transaction as the events."""
    table = await fold(scene.store, scene.code)
    log = await scene.log()
    rows = {"room": scene.code}
    phase = await scene.store.read(
        lambda c: c.execute(text("SELECT phase FROM rooms WHERE room = :room"), rows).scalar()
    )
    assert phase == index_row_of(table, log[-1].body).phase
    scores = await scene.store.read(
        lambda c: c.execute(text("SELECT score FROM team_scores WHERE room = :room"), rows).scalars().all()
    )
    assert scores == [past.result.team for past in table.past if past.result.team is not None]


async def goes_on(scene: Scene, action: Action, before: list[object]) -> None:
    """Repeating the action does what it has not done, and nothing twice; then the next move is made."""
    await action.does(scene)
    if scene.answer is not None:
        assert scene.answer["type"] == "ack", scene.answer
    await is_before_or_after(scene, action, before)
    written = len(await scene.log()) - len(before)
    assert written == len(action.writes) or (not action.once and 0 < written <= 2 * len(action.writes)), written
    await everybody_sees_the_log(scene)
    await scene.plays_on()
    await everybody_sees_the_log(scene)


async def everybody_sees_the_log(scene: Scene) -> None:
    await scene.node.following.check()
    table = await fold(scene.store, scene.code)
    for name in scene.pages:
        page = await scene.page(name)
        await until(
            lambda page=page: page.shows(table, scene.store.now()),
            f"{name} does not see what the log says",
        )
    if (room := scene.node.rooms.live_room(scene.code)) is not None:
        await check_log(scene.store, room.table)
        assert room.table.seq == table.seq
        assert not room.in_doubt
