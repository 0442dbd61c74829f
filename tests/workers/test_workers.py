"""Worker processes: they know nothing of the server, and if they do not answer, the caller goes without."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.table.moves import to_think_about
from app.telemetry import metrics
from app.workers import pool
from app.workers.deaths import DeathLog
from app.workers.fair_queue import MOST_OF_A_ROOM, Requester
from app.workers.pool import MOST_DEATHS, Workers
from app.workers.process import OOM_SCORE_ADJ
from games import GAMES
from games.thinking import Thought
from tests.support import worker_tasks
from tests.support.beads import BEADS
from tests.support.decisions import Given, Tables
from tests.support.tables import ANN, BEN, until

ANNS = Requester("Ann's room", {"192.0.2.1"})


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    workers = Workers(1, late_s=30)
    yield workers
    await workers.close()


@pytest.fixture
def thought(given: Tables) -> Thought:
    return decision_of(given(ANN, BEN, game="tcnccc").begun())


def decision_of(table: Given) -> Thought:
    return to_think_about(table.table, table.asked[0])


def ended(end: metrics.Thinking) -> float:
    return metrics.THOUGHTS.labels(end)._value.get()


async def test_a_worker_knows_only_games(workers: Workers, thought: Thought, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTULIA_DATABASE_URL", "postgresql://user:secret@db")
    monkeypatch.setenv("PGPASSWORD", "secret")
    process, nice, modules, settings = await workers.think(worker_tasks.what_it_is, thought, ANNS, 30)
    assert process != os.getpid()
    assert (nice, settings) == (min(19, os.nice(0) + 10), [])
    assert modules == ["app", "app.workers", "app.workers.process"]


@pytest.mark.skipif(not Path("/proc/self/oom_score_adj").exists(), reason="only Linux chooses so")
async def test_when_memory_is_short_a_worker_is_ended_before_the_server(workers: Workers, thought: Thought) -> None:
    """By the kernel, which takes the process with the highest oom_score."""
    process, *_ = await workers.think(worker_tasks.what_it_is, thought, ANNS, 30)
    assert of_process(process, "oom_score_adj") == OOM_SCORE_ADJ
    assert of_process(process, "oom_score") > of_process(os.getpid(), "oom_score")


def of_process(process: int, what: str) -> int:
    return int(Path(f"/proc/{process}/{what}").read_text())


@pytest.mark.parametrize(("fault", "end"), [(worker_tasks.die, "died"), (worker_tasks.fail, "failed")])
async def test_one_that_dies_or_a_game_that_fails_there_answers_nothing_and_the_next_is_answered(
    workers: Workers, thought: Thought, fault: Any, end: metrics.Thinking
) -> None:
    before = ended(end)
    assert await workers.think(fault, thought, ANNS, 30) is None
    assert ended(end) == before + (1 + MOST_DEATHS if end == "died" else 1)
    assert await workers.think(worker_tasks.repeat, thought, ANNS, 30) == thought


def said_of_deaths(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "tertulia.bots"]


@pytest.mark.parametrize(
    ("fault", "how"), [(worker_tasks.die, "exit code 1"), (worker_tasks.be_killed, "signal SIGKILL")]
)
async def test_the_log_says_how_a_process_died_once_for_all_that_it_left(
    thought: Thought, caplog: pytest.LogCaptureFixture, fault: Any, how: str
) -> None:
    workers = Workers(2, late_s=30)
    await asyncio.gather(
        *(workers.think(task, thought, ANNS, 30) for task in (fault, worker_tasks.never_end, worker_tasks.never_end))
    )
    assert said_of_deaths(caplog) == [f"a worker process died: {how}"]
    await workers.close()


async def test_the_log_says_how_a_process_died_that_never_started(
    workers: Workers, thought: Thought, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pool, "init_worker", worker_tasks.never_start)
    before = ended("died")
    assert await workers.think(worker_tasks.repeat, thought, ANNS, 30) is None
    assert (said_of_deaths(caplog), ended("died")) == (["a worker process died: exit code 3"], before + 1 + MOST_DEATHS)


def test_processes_that_die_again_and_again_are_mentioned_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    deaths = DeathLog(lambda: now)
    for now in (0.0, 1.0, 59.0, 60.0, 61.0, 180.0, 300.0):
        deaths.note(f"exit code {now:.0f}")
    assert said_of_deaths(caplog) == [
        "a worker process died: exit code 0",
        "worker processes died 3 times, the last one: exit code 60",
        "worker processes died 2 times, the last one: exit code 180",
        "a worker process died: exit code 300",
    ]


async def test_nobody_waits_for_an_answer_that_comes_late(workers: Workers, thought: Thought) -> None:
    workers._late_s, before = 0, ended("late")
    assert await workers.think(worker_tasks.repeat, thought, ANNS, 30) is None
    assert ended("late") == before + 1
    assert await Workers(0).think(worker_tasks.repeat, thought, ANNS, 30) is None, "without workers there is no result"


async def test_who_has_less_time_is_answered_in_time_and_frees_the_worker(workers: Workers, thought: Thought) -> None:
    workers._late_s, before = 30, ended("late")
    await workers.think(worker_tasks.repeat, thought, ANNS, 30)
    async with asyncio.timeout(5):
        assert await workers.think(worker_tasks.never_end, thought, ANNS, 30, 0.1) is None
        await until(lambda: workers._queue._free == 1)
    assert ended("late") == before + 1


async def test_a_thought_that_never_ends_does_not_keep_others_waiting(workers: Workers, thought: Thought) -> None:
    workers._late_s = 0.2
    assert await workers.think(worker_tasks.never_end, thought, ANNS, 30) is None
    workers._late_s = 30
    assert await workers.think(worker_tasks.repeat, thought, ANNS, 30) == thought


async def test_a_house_that_closes_waits_for_no_thought(thought: Thought) -> None:
    workers = Workers(1, late_s=60)
    thinking = asyncio.create_task(workers.think(worker_tasks.never_end, thought, ANNS, 30))
    await until(lambda: workers._queue._free == 0)
    async with asyncio.timeout(10):
        await workers.close()
        assert await thinking is None


async def test_with_a_long_line_of_a_room_nothing_is_added_to_it(workers: Workers, thought: Thought) -> None:
    await workers.think(worker_tasks.repeat, thought, ANNS, 30)
    before = ended("queue")
    many = [workers.think(worker_tasks.repeat, thought, ANNS, 0.1) for _ in range(MOST_OF_A_ROOM + 3)]
    assert (await asyncio.gather(*many))[-2:] == [None] * 2
    assert ended("queue") == before + 2


async def test_who_finds_a_long_line_asks_again_while_there_is_time(workers: Workers, thought: Thought) -> None:
    many = [workers.think(worker_tasks.repeat, thought, ANNS, 30) for _ in range(MOST_OF_A_ROOM + 3)]
    assert await asyncio.gather(*many) == [thought] * (MOST_OF_A_ROOM + 3)


async def test_new_processes_take_over_after_many_thoughts(thought: Thought, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "RECYCLED_AFTER", 2)
    workers = Workers(1, late_s=30)
    found = [await workers.think(worker_tasks.what_it_is, thought, ANNS, 30) for _ in range(4)]
    processes = [about[0] for about in found if about is not None]
    assert processes[0] == processes[1] != processes[2] == processes[3]
    await workers.close()


async def test_what_leaves_for_a_worker_arrives_there(given: Tables, workers: Workers) -> None:
    for key, game in GAMES.items():
        if game is BEADS:
            continue  # processes know no game of the tests
        decision = decision_of(given(ANN, BEN, seats=game.seats[0], game=key).begun())
        assert await workers.think(worker_tasks.repeat, decision, ANNS, 30) == decision, key
