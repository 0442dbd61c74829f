"""The minimal server for comparison: answers hello with a table, and sends any other message to the whole room.

Served by uvicorn for the comparison (servers.py). The text sent for a move is as long as a frame of a game.
"""

import json
from collections import defaultdict
from typing import Any, Final

FILLING: Final = "-" * 1000


def encode(message: Any) -> str:
    """As compact as the other server's JSON."""
    return json.dumps(message, separators=(",", ":"))


TABLE: Final = encode({"type": "table", "you": {"seat": None}, "seats": [], "filling": "-" * 600})

rooms: dict[str, set[Any]] = defaultdict(set)


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        for stage in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{stage}.complete"})
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await hold(rooms[scope["path"]], receive, send)


async def hold(room: set[Any], receive: Any, send: Any) -> None:
    room.add(send)
    try:
        while (message := await receive())["type"] == "websocket.receive":
            said = json.loads(message["text"])
            if said["type"] == "hello":
                await send({"type": "websocket.send", "text": TABLE})
            else:
                await pass_on(room, send, said)
    finally:
        room.discard(send)


async def pass_on(room: set[Any], send: Any, said: Any) -> None:
    frame = encode({"type": "frame", "seq": said["question"], "filling": FILLING})
    for page in list(room):
        await page({"type": "websocket.send", "text": frame})
    await send({"type": "websocket.send", "text": encode({"type": "ack", "id": said["id"], "seq": 0})})
