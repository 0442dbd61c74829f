"""Nothing acknowledged is lost: the server is killed again and again while robots play."""

import asyncio
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from random import Random

from app.events import Event, Finished, Moved
from app.store import Store
from app.table import Table
from tests.conftest import Process
from tests.robots import History, Robot, seat_robots

KILLS = 20
ROOMS = 6
SEATS = 3
ENVIRONMENT = {
    "TERTULIA_LIMITS_HANDSHAKES": "100000/1s",
    "TERTULIA_LIMITS_MESSAGES": "100000/1s",
    "TERTULIA_LIMITS_GUESTS": "100000/1s",
}


async def test_kill_9_loses_nothing_and_doubles_nothing(start_process: Callable[..., Process], tmp_path: Path) -> None:
    history = History()
    environment = {**ENVIRONMENT, "TERTULIA_BIND": f"127.0.0.1:{free_port()}"}
    process = start_process(**environment)
    rooms, robots = await seat_robots(process.base_url, ROOMS, SEATS, history)
    playing = [asyncio.create_task(robot.play()) for robot in robots]
    for _ in range(KILLS):
        process = await kill_and_start_again(process, start_process, environment)
    await asyncio.sleep(0.5)
    await stop(robots, playing)
    process.popen.send_signal(signal.SIGTERM)
    process.end()
    logs = await logs_of(f"sqlite:///{tmp_path}/process.sqlite3", rooms)
    check(history, logs)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def kill_and_start_again(
    process: Process, start_process: Callable[..., Process], environment: dict[str, str]
) -> Process:
    await asyncio.sleep(Random(process.popen.pid).uniform(0.05, 0.4))
    process.popen.kill()
    process.popen.wait()
    return await asyncio.to_thread(lambda: start_process(**environment))


async def stop(robots: list[Robot], playing: list[asyncio.Task[None]]) -> None:
    for robot in robots:
        robot.stopping = True
    await asyncio.wait_for(asyncio.gather(*playing), 20)


async def logs_of(database: str, rooms: list[str]) -> dict[str, list[Event]]:
    store = Store(database)
    await store.start()
    logs = {room: await store.load(room) for room in rooms}
    await store.close()
    return logs


def check(history: History, logs: dict[str, list[Event]]) -> None:
    events = {event.id: event for log in logs.values() for event in log}
    lost = {id for id, seq in history.acked.items() if id not in events or events[id].seq != seq}
    assert lost == set()
    assert len(history.acked) > 20 * ROOMS, "the robots hardly played: this run shows nothing"
    assert history.refused.keys() & events.keys() == set()
    assert history.went_back == []
    for room, log in logs.items():
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        moves = [event.body.moved if isinstance(event.body, Finished) else event.body for event in log]
        answered = [move.question for move in moves if isinstance(move, Moved)]
        assert len(answered) == len(set(answered))
        fold(room, log)


def fold(room: str, log: list[Event]) -> None:
    """Every event is behind its predecessor and legal for the rules; apply() raises otherwise."""
    table = Table(room)
    for event in log:
        table.apply(event)
