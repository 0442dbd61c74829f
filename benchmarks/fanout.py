"""Measures the server's cost of a delivered move: 100 rooms, each with four players and a spectator, SQLite FULL.

    python benchmarks/fanout.py

Every move is judged, written, acknowledged and shown to five pages. The same frames are then sent by the least
server there can be (raw_broadcast.py), driven by the same program at the same pace, in turn with ours. The figure is
the ratio of the processor time that the two servers took for a move.
"""

import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from websockets.asyncio.client import connect  # noqa: E402

from tests.client import Friend, Page, is_asked  # noqa: E402

ROOMS = 100
PLAYERS = 4
PAUSE_S = 0.1  # between a room's moves: up to 1,000 moves a second in all
WARM_UP_S = 3.0
SECONDS = 10.0
ROUNDS = 3

UNLIMITED = {
    f"TERTULIA_LIMITS_{name}": value
    for name, value in {
        "HANDSHAKES": "100000/1s",
        "GUESTS": "100000/1s",
        "ROOMS": "100000/1s",
        "SOCKETS_PER_ADDRESS": "100000",
        "CONNECTIONS_PER_ADDRESS": "100000",
    }.items()
}


class Process:
    """A server of its own, and the processor time it has taken."""

    def __init__(self, command: list[str], environment: dict[str, str], port: int) -> None:
        self._process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._wait_for(port)

    def _wait_for(self, port: int) -> None:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit("the server did not start")

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def tertulia(folder: Path) -> Iterator[tuple[Process, int]]:
    port = free_port()
    environment = {
        **UNLIMITED,
        "TERTULIA_BIND": f"127.0.0.1:{port}",
        "TERTULIA_DATABASE_URL": f"sqlite:///{folder}/log.sqlite3",
        "TERTULIA_LOG_LEVEL": "warning",
    }
    process = Process([sys.executable, "-m", "app"], environment, port)
    yield process, port
    process.stop()


@contextmanager
def raw(frames: Path) -> Iterator[tuple[Process, int]]:
    port = free_port()
    options = f"--port {port} --ws websockets-sansio --no-access-log --log-level critical --app-dir benchmarks"
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "raw_broadcast:app",
        *options.split(),
        "--ws-per-message-deflate",
        "false",
    ]
    process = Process(command, {"TERTULIA_BENCHMARK_FRAMES": str(frames)}, port)
    yield process, port
    process.stop()


# --- Rooms that play ---


class RealRoom:
    """Four friends and an onlooker; each answers with the first choice that ends nobody's game."""

    recorded: list[list[str]] = []  # what one room was sent, for the raw server to send again

    def __init__(self, pages: list[Page]) -> None:
        self.pages = pages
        self.moves = 0

    @classmethod
    async def open(cls, port: int) -> "RealRoom":
        friends = [await Friend(f"http://127.0.0.1:{port}").__aenter__() for _ in range(PLAYERS + 1)]
        code = await friends[0].open_room("Friend 1", seats=PLAYERS, capacity=8)
        pages = []
        for number, friend in enumerate(friends):
            page = await friend.enter(code, f"Friend {number + 1}")
            await page.hear("table")
            if 0 < number < PLAYERS:
                await page.send(type="sit", seat=number)
            pages.append(page)
        await pages[0].hear("table", lambda table: all(seat["name"] for seat in table["seats"]))
        await pages[0].send(type="start")
        for page in pages:
            await page.hear("frame")
        return cls(pages)

    async def move(self) -> None:
        """One move, delivered to everybody."""
        before = self.pages[-1].frame["seq"]
        mover = next((page for page in self.pages if is_asked(page.frame)), None)
        if mover is None:
            await self.pages[0].send(type="rematch")
        else:
            await mover.play(self._harmless(mover.frame["choices"]))
        await asyncio.gather(*(page.hear("frame", lambda frame: frame["seq"] > before) for page in self.pages))
        self.moves += 1
        self.recorded.append([json.dumps(page.heard[-1], separators=(",", ":")) for page in self.pages])
        for page in self.pages:
            page.forget()

    def _harmless(self, choices: list[dict[str, Any]]) -> Any:
        moves = [choice["move"] for choice in choices]
        if moves[0]["do"] == "draw":
            return moves[0]
        return moves[self.moves // 2 % len(moves)]

    async def close(self) -> None:
        await asyncio.gather(*(page.close() for page in self.pages))


class RawRoom:
    """Five connections that are sent recorded frames."""

    def __init__(self, sockets: list[Any]) -> None:
        self.sockets = sockets
        self.moves = 0

    @classmethod
    async def open(cls, port: int, number: int) -> "RawRoom":
        address = f"ws://127.0.0.1:{port}/{number}"
        return cls([await connect(address, compression=None) for _ in range(PLAYERS + 1)])

    async def move(self) -> None:
        mover = self.sockets[self.moves % PLAYERS]
        wish = {"type": "play", "id": "0" * 32, "question": self.moves, "move": {"do": "draw"}}
        await mover.send(json.dumps(wish))
        await mover.recv()
        for page in self.sockets:
            json.loads(await page.recv())
        self.moves += 1

    async def close(self) -> None:
        await asyncio.gather(*(page.close() for page in self.sockets))


async def play(room: RealRoom | RawRoom, end: float) -> None:
    while time.monotonic() < end:
        began = time.monotonic()
        await room.move()
        await asyncio.sleep(max(0.0, PAUSE_S - (time.monotonic() - began)))


async def milliseconds_per_move(process: Process, rooms: list[Any]) -> tuple[float, float]:
    """Processor time of the server for a move, in ms; and moves per second."""
    end = time.monotonic() + WARM_UP_S + SECONDS
    playing = asyncio.gather(*(play(room, end) for room in rooms))
    await asyncio.sleep(WARM_UP_S)
    cpu, moves, began = process.cpu_seconds(), sum(room.moves for room in rooms), time.monotonic()
    await asyncio.sleep(SECONDS - 0.5)
    cpu, moves = process.cpu_seconds() - cpu, sum(room.moves for room in rooms) - moves
    rate = moves / (time.monotonic() - began)
    await playing
    await asyncio.gather(*(room.close() for room in rooms))
    return 1000 * cpu / moves, rate


async def measure_ours(folder: Path) -> tuple[float, float]:
    with tertulia(folder) as (process, port):
        return await milliseconds_per_move(process, [await RealRoom.open(port) for _ in range(ROOMS)])


async def measure_raw(frames: Path) -> tuple[float, float]:
    with raw(frames) as (process, port):
        return await milliseconds_per_move(process, [await RawRoom.open(port, number) for number in range(ROOMS)])


def main() -> None:
    ratios = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory(dir=ROOT / "benchmarks") as name:
            folder = Path(name)
            ours, rate = asyncio.run(measure_ours(folder))
            frames = folder / "frames.json"
            frames.write_text(json.dumps(RealRoom.recorded[-2000:]))
            least, raw_rate = asyncio.run(measure_raw(frames))
        ratios.append(ours / least)
        print(
            f"ours {ours:.3f} ms/move at {rate:.0f} moves/s   raw {least:.3f} ms/move at {raw_rate:.0f} moves/s   "
            f"ratio {ratios[-1]:.2f}"
        )
    print(f"median ratio {statistics.median(ratios):.2f} (least {min(ratios):.2f}, most {max(ratios):.2f})")


if __name__ == "__main__":
    main()
