"""A bare ASGI application: each message in a room is acknowledged, and a state goes to everybody in it."""

from __future__ import annotations

from typing import Any

from benchmarks.peers.servers.contents import ACK, state

rooms: dict[str, list[Any]] = {}
"""By path: the version, followed by each viewer's send function."""


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Serve one connection, or the server's lifespan."""
    if scope["type"] == "lifespan":
        for stage in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{stage}.complete"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    room = rooms.setdefault(scope["path"], [0])
    room.append(send)
    await send({"type": "websocket.send", "text": state(room[0])})
    while (await receive())["type"] == "websocket.receive":
        room[0] += 1
        await send({"type": "websocket.send", "text": ACK})
        message = {"type": "websocket.send", "text": state(room[0])}
        for viewer in room[1:]:
            await viewer(message)
    room.remove(send)
