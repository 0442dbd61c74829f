"""The same as raw_uvicorn.py without ASGI: python -m benchmarks.peers.servers.raw_picows PORT"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import Final

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

from benchmarks.load.servers import HOST
from benchmarks.peers.servers.contents import ACK, state


class Room:
    """A room's version and viewers."""

    def __init__(self) -> None:
        self.version = 0
        self.viewers: list[WSTransport] = []


rooms: Final = defaultdict[str, Room](Room)


class Viewer(WSListener):
    """One connection."""

    def __init__(self, request: WSUpgradeRequest) -> None:
        super().__init__()
        self._room = rooms[request.path.decode()]

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Send the present state."""
        self._room.viewers.append(transport)
        transport.send(WSMsgType.TEXT, state(self._room.version).encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Acknowledge a move, and send the next state to all."""
        if frame.msg_type != WSMsgType.TEXT:
            if frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()
            return
        frame.get_payload_as_bytes()
        self._room.version += 1
        transport.send(WSMsgType.TEXT, ACK.encode())
        message = state(self._room.version).encode()
        for viewer in self._room.viewers:
            viewer.send(WSMsgType.TEXT, message)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Remove the viewer."""
        self._room.viewers.remove(transport)


async def serve(port: int) -> None:
    """Serve until the process ends."""
    server = await ws_create_server(Viewer, HOST, port)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
