"""The process that serves: uvicorn, told how much it may take in, and polite when it stops: it says goodbye before it
closes sockets, and is gone in time."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NoReturn

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import HANDLED_SIGNALS

from app.access.rate_limits import Places
from app.server.listening import CannotListen, refuse_taken
from app.server.protocols import BoundedWebSocket, Config, TimedHttp
from app.settings import Settings
from app.telemetry.json_logs import configure_logging

# A message from 8 KiB up is refused in words (app/protocol/messages.py). One this long is not even read: close code
# 1009.
MOST_MESSAGE_BYTES: Final = 32 * 1024
# A player who vanishes is noticed after 3.5 + 3 seconds, and marked away a second later (app/rooms/room.py).
PING_EVERY_S: Final = 3.5
PONG_WITHIN_S: Final = 3.0
DRAIN_WITHIN_S: Final = 4.5
FINISH_WITHIN_S: Final = 5
EXIT_WITHIN_S: Final = 13.0
NOT_STARTED: Final = 3

log = logging.getLogger("tertulia.server")


def serve(app: ASGIApp, settings: Settings, drain: Callable[[], Awaitable[None]]) -> NoReturn:
    """Serve until SIGINT or SIGTERM, then leave the process. `drain` lets the rooms say goodbye; a second SIGINT does
    not wait for it."""
    configure_logging(settings.log_level)
    _refuse_taken(settings)
    _leave_no_memory_behind()
    _allow_many_sockets()
    _collect_garbage_less_often()
    server = Server(configured(app, settings), drain)
    server.run()
    # Not by way of the interpreter: it takes its time to put away what is in memory, while pages wait for the next
    # process. At a second SIGINT nothing was closed, and threads may go on for ever; what was acknowledged is written.
    _leave(1 if server.force_exit else 0)


def _refuse_taken(settings: Settings) -> None:
    """Before the database is opened: whoever starts a second server hears of the port, not of a lock."""
    try:
        refuse_taken(settings.bind, "TERTULIA_BIND")
    except CannotListen as why:
        print(why, file=sys.stderr)
        sys.exit(NOT_STARTED)


def configured(app: ASGIApp, settings: Settings, http: type[HttpToolsProtocol] | None = None) -> uvicorn.Config:
    """How uvicorn is set up here."""
    return Config(
        app,
        places=Places(settings.limits_connections_per_address, settings.trusted_proxies),
        host=settings.bind.host,
        port=settings.bind.port,
        http=http or TimedHttp,
        ws=BoundedWebSocket,
        ws_max_size=MOST_MESSAGE_BYTES,
        ws_ping_interval=PING_EVERY_S,
        ws_ping_timeout=PONG_WITHIN_S,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # app/access/security.py judges them
        server_header=False,
        timeout_graceful_shutdown=FINISH_WITHIN_S,
    )


class Server(uvicorn.Server):
    """A server that says where it is open, and drains before it stops."""

    def __init__(self, config: uvicorn.Config, drain: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._drain = drain

    @property
    def address(self) -> str:
        """What to open in a browser, once the server has started."""
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        if host in ("0.0.0.0", "::"):
            host = _address_on_the_network()
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open for connections, and say so."""
        await super().startup(sockets)
        if self.started:
            print(f"Tertulia is open at {self.address}", flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the rooms say goodbye, then close. Still answers while it drains: with 503."""
        draining = asyncio.ensure_future(self._drain())
        waited_until = time.monotonic() + DRAIN_WITHIN_S
        while not draining.done() and not self.force_exit and time.monotonic() < waited_until:
            await asyncio.wait([draining], timeout=0.1)
        if not draining.done():
            draining.cancel()
        elif error := draining.exception():
            log.error("the rooms could not be closed", exc_info=error)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """As uvicorn does; but after serving, too, a signal goes to handle_exit, where it changes nothing: what
        listened before would end the event loop in the middle of its last steps."""
        if threading.current_thread() is threading.main_thread():
            for number in HANDLED_SIGNALS:
                signal.signal(number, self.handle_exit)
        with super().capture_signals():
            yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; at the second SIGINT without waiting. uvicorn would die of the signal after all: we exit with 0."""
        self.force_exit = self.force_exit or (self.should_exit and sig == signal.SIGINT)
        if not self.should_exit:
            _leave_after_all(EXIT_WITHIN_S)
        self.should_exit = True


def _leave(code: int) -> NoReturn:
    logging.shutdown()
    sys.stdout.flush()
    os._exit(code)


def _leave_after_all(within_s: float) -> None:
    """Where storage has stopped in the middle of an answer, its threads wait for ever. Nothing that was acknowledged is
    only here: end without them."""

    def leave() -> None:
        log.error("not everything could be closed in time")
        _leave(0)

    timer = threading.Timer(within_s, leave)
    timer.daemon = True
    timer.start()


def _address_on_the_network() -> str:
    """This machine's address for others at home: the one it would send from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def _collect_garbage_less_often() -> None:
    """What a move or a connection makes is freed as soon as nobody refers to it. Looking for rings among everything the
    rooms hold, as often as Python would, takes a fifth of the time; and everybody waits meanwhile, so that what is
    looked through at once is not to be much, either."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 100)


def _leave_no_memory_behind() -> None:
    """What a process that dies would leave on the disk for its debugger holds every secret of every game."""
    with suppress(ImportError):
        import resource  # not on Windows

        _, most = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, most))


def _allow_many_sockets() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource  # not on Windows

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
