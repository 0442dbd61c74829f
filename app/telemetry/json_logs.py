"""JSON logs, one line per event, without anything confidential.

No names, room codes, cookies, addresses, user input or error texts. A move is identified by the beginning of its random
id, a room by a token derived from its code.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from app.protocol.room_codes import is_code
from app.telemetry.log_limit import LimitedHandler

log = logging.getLogger("tertulia.process")
access = logging.getLogger("tertulia.access")

SHORT: Final = 8  # letters of an id
TOKEN_BYTES: Final = 5  # an even chance of one collision among a million rooms


def shortened(id: str | None) -> str:
    """The beginning of an action's id, as it is logged."""
    return (id or "")[:SHORT]


def token_of(key: bytes, code: str) -> str:
    """The token that stands for a room, since its code would let anybody who reads the log join it. The same on every
    node and after restarts, which share the key."""
    return blake2b(code.encode(), key=key, digest_size=TOKEN_BYTES).hexdigest()


# --- Requests -----------------------------------------------------------------------------------------------


class RequestLog:
    """Middleware that logs one line per request and per error, and answers HEAD like GET. A line has the route, never
    the path, which may contain a room code."""

    def __init__(self, app: ASGIApp, make_error: Callable[[Scope], Response]) -> None:
        """`make_error` makes the response when the application fails."""
        self._app = app
        self._make_error = make_error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        began = time.perf_counter()
        method = scope.get("method", "WS")
        scope = {**scope, "method": "GET"} if method == "HEAD" else {**scope}
        outcome = _StatusRecorder(send)
        try:
            await self._serve(scope, receive, outcome)
        finally:
            _log_answer(method, scope, outcome.status, time.perf_counter() - began)

    async def _serve(self, scope: Scope, receive: Receive, outcome: _StatusRecorder) -> None:
        try:
            await self._app(scope, receive, outcome.send)
        except (ClientDisconnect, WebSocketDisconnect):
            pass
        except Exception as error:
            access.error("failed", exc_info=error, extra={"route": _route(scope), **_room_of(scope)})
            if not outcome.status:
                await self._make_error(scope)(scope, receive, outcome.send)
            elif scope["type"] == "websocket":
                with suppress(Exception):
                    await outcome.send({"type": "websocket.close", "code": 1011})
            else:
                raise


class _StatusRecorder:
    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
        elif message["type"] == "websocket.accept":
            self.status = 101
        elif message["type"] == "websocket.close":
            self.status = self.status or 403
        await self._send(message)


def _log_answer(method: str, scope: Scope, status: int, seconds: float) -> None:
    route = _route(scope)
    routine = status < 400 and route.startswith(("/static/", "/livez", "/readyz"))
    fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    access.log(logging.DEBUG if routine else logging.INFO, "answered", extra={**fields, **_room_of(scope)})


def _route(scope: Scope) -> str:
    return getattr(scope.get("route"), "path", "-")


def _room_of(scope: Scope) -> dict[str, str]:
    room = scope.get("path_params", {}).get("room")
    return {} if room is None else {"room": room}


# --- Log lines ----------------------------------------------------------------------------------------------


def configure_logging(level: str, form: str = "json") -> None:
    """Log lines to standard output, in JSON or as `text`, from libraries only warnings. Failures that Python would
    print become lines, too, since their texts may be confidential."""
    handler = LimitedHandler(sys.stdout)
    is_text = form == "text" or (form == "auto" and sys.stdout.isatty())
    handler.setFormatter(TextLines() if is_text else JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("tertulia").setLevel(level.upper())
    logging.raiseExceptions = False  # otherwise a failed write prints the record
    warnings.showwarning = lambda _, category, *__: log.warning(
        "a warning from Python", extra={"kind": category.__name__}
    )
    sys.excepthook = lambda _, error, __: log.critical("the process failed", exc_info=error)
    sys.unraisablehook = lambda failed: log.critical("cleaning up an object failed", exc_info=failed.exc_value)
    threading.excepthook = lambda failed: log.critical("a thread failed", exc_info=failed.exc_value)


class JsonLines(logging.Formatter):
    """Formats a record with these fields only, and replaces room codes with tokens, so that no caller can forget to."""

    FIELDS: Final = (
        "room", "method", "route", "status", "ms", "kind", "seq", "seat", "code", "id", "phase", "why", "age_s", "file",
        "left_out", "script", "line", "build",
    )  # fmt: skip
    room_key = b""
    """Key of the tokens; empty until the database is open."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "from": record.name}
        line["what"] = record.getMessage() if record.name.startswith("tertulia") else _fixed_part(record.msg)
        line |= {field: record.__dict__[field] for field in self.FIELDS if field in record.__dict__}
        if "room" in line:
            line["room"] = self._token(line["room"])
        if record.exc_info and record.exc_info[1] is not None:
            line |= {"error": type(record.exc_info[1]).__name__, "where": _frames(record.exc_info[1])}
        return json.dumps(line)

    def _token(self, room: Any) -> str:
        known = self.room_key and isinstance(room, str) and is_code(room)
        return token_of(self.room_key, room) if known else "-"


class TextLines(JsonLines):
    """The same lines for a reader at a terminal: the time of day here, the level if it is a warning or worse, what
    happened, and the fields."""

    def format(self, record: logging.LogRecord) -> str:
        line = json.loads(super().format(record))
        at = datetime.fromisoformat(line.pop("at")).astimezone()
        level, _, what = line.pop("level"), line.pop("from"), line.pop("what")
        mark = "" if record.levelno < logging.WARNING else f"{level.upper()}: "
        return f"{at:%H:%M:%S}  {mark}{what}" + "".join(f"  {name}={json.dumps(line[name])}" for name in line)


def _fixed_part(template: object) -> str:
    """The fixed part of a library's message, without arguments and quoted text."""
    if isinstance(template, OSError):  # from uvicorn, when it cannot listen
        return str(template)
    for end in "\n(<{'\"":
        template = str(template).partition(end)[0]
    return str(template).strip()


def _frames(error: BaseException) -> list[str]:
    """File, line and function of the last stack frames, without values."""
    steps = traceback.extract_tb(error.__traceback__)[-8:]
    return [f"{Path(step.filename).name}:{step.lineno} {step.name}" for step in steps]
