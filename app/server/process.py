"""The server process: uvicorn with limits, and a graceful shutdown that says goodbye to pages and ends in time."""

import asyncio
import logging
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NoReturn

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import HANDLED_SIGNALS

from app.access.addresses import parsed_address
from app.access.rate_limits import ConnectionLimit
from app.access.reach import EVERY_NETWORK, address_on_the_network
from app.background import awaited
from app.build import START
from app.server.http import Config, TimedHttp
from app.server.listening import CannotListen, listen
from app.server.websocket import BoundedWebSocket
from app.settings import Bind, Settings
from app.telemetry.json_logs import configure_logging

# Messages of 8 KiB and more are rejected in words (app/protocol/messages.py); those longer than this are not even read,
# and close the connection with code 1009.
MOST_MESSAGE_BYTES: Final = 32 * 1024
# Whoever vanishes is noticed after 6 + 9 seconds, and shown as away a second later (app/rooms/room.py). On a bad mobile
# line a round trip takes up to eight seconds: a packet that is lost is sent again after one, then two, then four.
PING_EVERY_S: Final = 6.0
PONG_WITHIN_S: Final = 9.0
DRAIN_WITHIN_S: Final = 4.5
FINISH_WITHIN_S: Final = 5
EXIT_WITHIN_S: Final = 13.0
NOT_STARTED: Final = 3
LOOPBACK: Final = "127.0.0.1"

log = logging.getLogger("tertulia.server")


def serve(app: ASGIApp, settings: Settings, drain: Callable[[], Coroutine[None, None, None]]) -> NoReturn:
    """Serve until SIGINT, SIGTERM or SIGHUP, then exit the process. `drain` says goodbye to pages; a second SIGINT does
    not wait for it."""
    configure_logging(settings.log_level, settings.log_format)
    _refuse_taken(settings)
    _disable_core_dumps()
    _raise_socket_limit()
    server = Server(uvicorn_config(app, settings), drain, is_behind_a_proxy=bool(settings.public_origin))
    server.run()
    # Skips the interpreter's slow teardown, since pages are waiting for the next process. After a second SIGINT nothing
    # was closed and threads may hang; whatever was acknowledged is committed.
    _exit(1 if server.force_exit else 0)


def _refuse_taken(settings: Settings) -> None:
    """Check the port before the database is opened, so that somebody who starts a second server is told about the port,
    not about a lock."""
    try:
        listen(settings.bind, "TERTULIA_BIND").close()
    except CannotListen as why:
        print(why, file=sys.stderr)
        sys.exit(NOT_STARTED)


def uvicorn_config(app: ASGIApp, settings: Settings, http: type[HttpToolsProtocol] | None = None) -> uvicorn.Config:
    """Our uvicorn configuration."""
    return Config(
        app,
        connection_limit=ConnectionLimit(settings.limits_connections_per_address, settings.trusted_proxies),
        host=settings.bind.host,
        port=settings.bind.port,
        http=http or TimedHttp,
        ws=BoundedWebSocket,
        ws_max_size=MOST_MESSAGE_BYTES,
        ws_ping_interval=PING_EVERY_S,
        ws_ping_timeout=PONG_WITHIN_S,
        ws_per_message_deflate=False,
        lifespan="on",
        proxy_headers=False,  # app/access/security.py evaluates them
        timeout_graceful_shutdown=FINISH_WITHIN_S,
    )


class Server(uvicorn.Server):
    """Announces its URL, and drains before it stops."""

    def __init__(
        self,
        config: uvicorn.Config,
        drain: Callable[[], Coroutine[None, None, None]],
        *,
        is_behind_a_proxy: bool = False,
    ) -> None:
        super().__init__(config)
        self._drain = drain
        self._is_behind_a_proxy = is_behind_a_proxy
        self._sockets: list[socket.socket] = []

    @property
    def address(self) -> str:
        """The URL to open in a browser, once started."""
        host, port = self._listening
        return f"http://{Bind(address_on_the_network() or LOOPBACK if host in EVERY_NETWORK else host, port)}"

    @property
    def _listening(self) -> tuple[str, int]:
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        return host, port

    @property
    def _hint(self) -> str:
        """What else somebody at a terminal should know; empty if nothing."""
        host, port = self._listening
        if host in EVERY_NETWORK and self.address != f"http://{Bind(LOOPBACK, port)}":
            return f"On this machine it is also at http://{Bind(LOOPBACK, port)}."
        address = parsed_address(host)
        if address is None or not address.is_loopback or self._is_behind_a_proxy:
            return ""
        start = START.format(setting=f"TERTULIA_BIND={Bind(EVERY_NETWORK[0], port)}")
        return f"Only this machine reaches it. To let friends in your network play, start it so: {start}"

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then print the URL."""
        self._sockets = sockets or [listen(Bind(self.config.host, self.config.port), "TERTULIA_BIND")]
        await super().startup(self._sockets)
        if self.started:
            with suppress(OSError):  # nobody reads it, or the disk that keeps it is full
                print(f"Tertulia is open at {self.address}", flush=True)
                if sys.stdout.isatty() and self._hint:
                    print(self._hint, flush=True)
        else:
            self._close_sockets()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drain, then close. While draining, requests are answered with 503."""
        draining = awaited(self._drain())
        waited_until = time.monotonic() + DRAIN_WITHIN_S
        while not draining.done() and not self.force_exit and time.monotonic() < waited_until:
            await asyncio.wait([draining], timeout=0.1)
        if not draining.done():
            draining.cancel()
        elif error := draining.exception():
            log.error("the rooms could not be closed", exc_info=error)
        await super().shutdown(sockets)
        self._close_sockets()

    def _close_sockets(self) -> None:
        for listening in self._sockets:
            listening.close()

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Handle signals also after serving: the previous handlers would end the event loop in the middle of its last
        steps."""
        if threading.current_thread() is threading.main_thread():
            for number in (*HANDLED_SIGNALS, signal.SIGHUP):
                if signal.getsignal(number) is not signal.SIG_IGN:  # nohup ignores SIGHUP
                    signal.signal(number, self.handle_exit)
        with super().capture_signals():
            yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; at the second SIGINT without waiting. Unlike uvicorn's, the process exits with 0, not by the signal."""
        self.force_exit = self.force_exit or (self.should_exit and sig == signal.SIGINT)
        if not self.should_exit:
            _exit_after(EXIT_WITHIN_S)
        self.should_exit = True


def _exit(code: int) -> NoReturn:
    logging.shutdown()
    with suppress(OSError):  # its terminal may be closed
        sys.stdout.flush()
    os._exit(code)


def _exit_after(within_s: float) -> None:
    """Exit after this time in any case: threads waiting for hanging storage would never end, and whatever was
    acknowledged is committed."""

    def leave() -> None:
        log.error("not everything could be closed in time")
        _exit(0)

    timer = threading.Timer(within_s, leave)
    timer.daemon = True
    timer.start()


def _disable_core_dumps() -> None:
    """Disable core dumps, which would hold every secret of every game."""
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))


def _raise_socket_limit() -> None:
    with suppress(ValueError, OSError):
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
