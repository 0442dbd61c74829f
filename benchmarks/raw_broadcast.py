"""The minimal server that could deliver a move: uvicorn and a loop of recorded frames. No rules, log or cookies.

Run by fanout.py, with the frames in the file that TERTULIA_BENCHMARK_FRAMES names: a list of moves, each the texts
that the players and the onlooker of a room were sent for it.
"""

import json
import os
from collections import defaultdict
from itertools import count
from pathlib import Path
from typing import Any

MOVES: list[list[str]] = json.loads(Path(os.environ["TERTULIA_BENCHMARK_FRAMES"]).read_text())
ACK = json.dumps({"type": "ack", "id": "0" * 32, "seq": 42})

rooms: dict[str, list[Any]] = defaultdict(list)
moves_made: dict[str, Any] = defaultdict(count)


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        for stage in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{stage}.complete"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    room = rooms[scope["path"]]
    room.append(send)
    while (await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": ACK})
        frames = MOVES[next(moves_made[scope["path"]]) % len(MOVES)]
        for page, frame in zip(room, frames, strict=False):
            await page({"type": "websocket.send", "text": frame})
