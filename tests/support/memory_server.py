"""The server, reporting its memory at SIGUSR1: how many rooms, pages, connections and the like it holds, and which
discarded ones only a garbage collector would free. Guests who leave are forgotten soon.

    python -m tests.support.memory_server
"""

import gc
import os
import signal
import sys
from collections import Counter
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct

from app.__main__ import main

COUNTED = "app.", "games.", "asyncio.", "_asyncio.Task", "collections.deque", "websockets.http11."
SOON = (
    "app.rooms.room.GONE_AFTER_S", "app.rooms.room.FORGET_AFTER_S", "app.rooms.registry.FORGET_AFTER_S",
    "app.server.websocket.LINGER_S",
)  # fmt: skip


class Memory(Struct):
    """The number of objects by kind."""

    held: dict[str, int]
    left: dict[str, int]


def kinds(some: list[Any]) -> Counter[str]:
    return Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in some)


def tell(*_: object) -> None:
    gc.collect()
    left = kinds(gc.garbage)
    gc.garbage.clear()
    gc.set_debug(0)
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    held = {kind: number for kind, number in kinds(gc.get_objects()).items() if kind.startswith(COUNTED)}
    # Past Python's buffer, which may be at work when the next signal comes.
    os.write(1, msgspec.json.encode(Memory(held, dict(left))) + b"\n")


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, tell)
    with ExitStack() as patched:
        for name in SOON:
            patched.enter_context(patch(name, 0.2))
        patched.enter_context(patch("app.services.garbage.THRESHOLDS", (0, 0, 0)))  # never by itself
        sys.exit(main([]))
