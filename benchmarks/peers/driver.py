"""The driver, a process of its own, so that it costs the server nothing beyond its messages.

    python -m benchmarks.peers.driver '{"type": "Play", "wire": "tertulia", "ports": [8000], "pids": [4711]}'

It is cheap itself: uvloop, picows and no garbage collection during measurements.
"""

import subprocess
import sys
from typing import Final, TypeVar

import msgspec
import uvloop

from benchmarks.load.figures import allow_many_sockets
from benchmarks.load.servers import ROOT
from benchmarks.peers import bots, growth, playing, sockets
from benchmarks.peers.orders import Come, Grow, Order, Play, Report, Return, Watch

WITHIN_S: Final = 900.0

R = TypeVar("R", bound=Report)


def drive(order: Order, report: type[R]) -> R:
    """Let a driver carry this out. Raises SystemExit if anything goes wrong."""
    command = [sys.executable, "-m", "benchmarks.peers.driver", msgspec.json.encode(order).decode()]
    ran = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, timeout=WITHIN_S)
    if ran.returncode:
        raise SystemExit(f"the driver failed: {' '.join(command)}")
    answered = msgspec.json.decode(ran.stdout, type=report)
    if answered.faults:
        raise SystemExit(f"{order.wire}: {answered.faults}")
    return answered


async def carry_out(order: Play | Come | Grow | Return | Watch) -> Report:
    """Raises OSError if the server does not let the rooms open."""
    match order:
        case Play():
            return await playing.run(order)
        case Come():
            return await sockets.run(order)
        case Grow():
            return await growth.grow(order)
        case Return():
            return await growth.come_back_cold(order)
        case Watch():
            return await bots.run(order)


if __name__ == "__main__":
    allow_many_sockets()
    given = msgspec.json.decode(sys.argv[1], type=Play | Come | Grow | Return | Watch)
    print(msgspec.json.encode(uvloop.run(carry_out(given))).decode())
