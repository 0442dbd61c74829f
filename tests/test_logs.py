"""What is written down: lines of JSON with nothing in them that anybody may keep for himself."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any
from unittest.mock import AsyncMock, Mock

import httpx
import pytest
from fastapi import FastAPI
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from app.telemetry.json_logs import JsonLines, shortened, token_of
from tests.client import Friend
from tests.conftest import ROOT, Process


async def test_the_log_has_routes_and_tokens_and_no_codes_names_cookies_or_queries(
    start_process: Callable[..., Process],
) -> None:
    process = start_process(TERTULIA_LOG_LEVEL="debug")
    ann = await Friend(process.base_url, "Canary Ann").visit()
    room, cookie = await ann.open_room(), ann.http.cookies["tertulia"]
    page = await ann.enter(room)
    await page.hear("table")
    await page.send(type="chat", text="canary text")
    await page.send(type="canary type")
    async with httpx.AsyncClient(base_url=process.base_url, headers={"x-canary": "canary header"}) as client:
        await client.get(f"/t/{room}?canary=query")
        await client.get(f"/api/rooms/{room}")
        await client.get(f"/{room}/canary-path")
        await client.post("/api/rooms", json={"name": "canary name"})
    with pytest.raises(InvalidStatus):
        await connect(f"{process.base_url.replace('http', 'ws', 1)}/ws/{room}?canary=query")
    await page.close()
    await ann.http.aclose()
    process.popen.terminate()
    _, printed = await asyncio.to_thread(process.end)
    assert printed.count('"route": "/ws/{room}", "status": 101') == 1
    assert printed.count('"route": "/t/{room}", "status": 200') == 1
    for secret in (room, cookie, "canary", "Canary", "127.0.0.1"):
        assert secret not in printed
    for line in printed.splitlines():
        assert set(json.loads(line)) <= {"at", "level", "from", "what", *JsonLines.FIELDS, "error", "where"}
    token = tokens_in(printed)["appended"]
    assert re.fullmatch("[0-9a-f]{10}", token)
    assert tokens_in(printed)["/ws/{room}"] == token

    again = start_process(TERTULIA_LOG_LEVEL="info")
    async with Friend(again.base_url, "Ann") as ben:
        assert (await ben.get(f"/api/rooms/{room}")).status_code == 200
        await ben.open_room()
    again.popen.terminate()
    _, printed = await asyncio.to_thread(again.end)
    assert tokens_in(printed)["/api/rooms/{room}"] == token, "it is another one after a restart"
    assert tokens_in(printed)["/"] is None
    assert '"what": "appended"' not in printed, "only who wants to know everything reads of every event"


def tokens_in(printed: str) -> dict[str, Any]:
    """What rooms were called, by the route or what happened."""
    lines = [json.loads(line) for line in printed.splitlines()]
    return {line.get("route", line["what"]): line.get("room") for line in lines}


async def test_a_move_that_fails_is_known_by_the_beginning_of_its_id(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wire = await Friend(app, "Ann").plays_a_bot()
    monkeypatch.setattr(app.state.services.store, "append", AsyncMock(side_effect=ZeroDivisionError))
    monkeypatch.setattr(app.state.services.store, "submit_move", Mock(side_effect=ZeroDivisionError))
    id = await wire.play({"do": "draw"})
    await wire.see("refused", id=id)
    await wire.leave()
    (record,) = [record for record in caplog.records if record.message == "a message could not be carried out"]
    assert (record.__dict__["id"], record.__dict__["kind"]) == (id[:8], "Play")


def logged(logger: str, message: object, *arguments: object, **extra: object) -> dict[str, Any]:
    record = logging.getLogger(logger).makeRecord(
        logger, logging.WARNING, "file", 1, message, arguments, None, extra=extra
    )
    line: dict[str, Any] = json.loads(JsonLines().format(record))
    return line


def test_a_line_of_ours_has_its_words_and_only_fields_that_are_known() -> None:
    line = logged("tertulia.rooms", "does not fold: kind=%s", "moved", status=500, guest="Ann")
    assert line.pop("at").endswith("+00:00")
    assert line == {"level": "warning", "from": "tertulia.rooms", "what": "does not fold: kind=moved", "status": 500}


CODE = "k7Qm2xZ9vB3nR5wT"


def test_a_room_is_called_by_a_token_that_only_who_has_the_key_can_make(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = []
    for key in (b"one house", b"another", b"one house"):
        monkeypatch.setattr(JsonLines, "room_key", key)
        tokens.append(logged("tertulia.rooms", "a room rests", room=CODE)["room"])
        assert tokens[-1] == token_of(key, CODE)
    assert tokens[0] == tokens[2] != tokens[1]
    assert re.fullmatch("[0-9a-f]{10}", tokens[0])


@pytest.mark.parametrize(("key", "room"), [(b"", CODE), (b"key", "canary"), (b"key", None), (b"key", f"{CODE}/log")])
def test_without_a_key_or_a_code_there_is_no_token(
    monkeypatch: pytest.MonkeyPatch, key: bytes, room: str | None
) -> None:
    monkeypatch.setattr(JsonLines, "room_key", key)
    assert logged("tertulia.rooms", "a room rests", room=room)["room"] == "-"


@pytest.mark.parametrize(
    ("message", "arguments", "what"),
    [
        ('%s - "WebSocket %s" [accepted]', ("127.0.0.1:5", "/ws/k7Qm2xZ9vB3nR5wT"), "%s -"),
        (
            "Task exception was never retrieved\nfuture: <Task exception=ValueError('x')>",
            (),
            "Task exception was never retrieved",
        ),
        ("Exception in callback Room._note('Ann')", (), "Exception in callback Room._note"),
        ("Invalid HTTP request received.", (), "Invalid HTTP request received."),
    ],
)
def test_a_line_of_others_has_only_what_is_fixed_in_it(message: str, arguments: tuple[object, ...], what: str) -> None:
    assert logged("uvicorn.error", message, *arguments)["what"] == what


def test_a_fault_is_written_down_by_its_kind_and_its_place() -> None:
    try:
        raise ValueError("secret")
    except ValueError:
        record = logging.getLogger("tertulia").makeRecord("tertulia", 40, "file", 1, "failed", (), sys.exc_info())
    line = json.loads(JsonLines().format(record))
    assert line["error"] == "ValueError"
    assert line["where"][-1].startswith("test_logs.py:")
    assert "secret" not in json.dumps(line)


def test_every_field_of_a_line_is_explained() -> None:
    explained = re.findall(r"^\| ((?:`\w+` ?)+)\|", (ROOT / "docs" / "monitoring.md").read_text(), re.MULTILINE)
    fields = set(re.findall(r"\w+", " ".join(explained)))
    assert {"at", "level", "from", "what", *JsonLines.FIELDS, "error", "where"} == {
        f for f in fields if "tertulia" not in f
    }


def test_control_characters_and_line_ends_are_escaped() -> None:
    record = logging.getLogger("tertulia").makeRecord("tertulia", 40, "file", 1, "a\n{\x1b[31m\u2028\x85", (), None)
    line = JsonLines().format(record)
    assert line.isascii() and line.isprintable()
    assert json.loads(line)["what"] == "a\n{\x1b[31m\u2028\x85"


def test_an_action_is_known_by_the_beginning_of_its_id() -> None:
    assert shortened("0123456789abcdef0123456789abcdef") == "01234567"
    assert shortened(None) == ""


# --- What Python would print of itself ---


def ended_program(program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "always", "-c", program]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=20, check=False)


FAIL = "def fail(*_): raise ValueError('secret')"


TROUBLES = [
    ("thread = Thread(target=fail, name='secret'); thread.start(); thread.join()", "a thread failed", "ValueError"),
    ("type('secret', (), {'__del__': fail})()", "something failed while it was put away", "ValueError"),
    ("warnings.warn('secret', DeprecationWarning)", "Python warns of something", "DeprecationWarning"),
    ("logging.getLogger('secret').warning('(secret %d', 'secret')", "", None),
    ("fail()", "the process failed", "ValueError"),
]


def test_what_fails_says_what_kind_of_trouble_it_was_and_no_more() -> None:
    program = f"""
import logging, warnings
from threading import Thread
from app.telemetry.json_logs import configure_logging
configure_logging("debug")
{FAIL}
"""
    ended = ended_program(program + "\n".join(trouble for trouble, _, _ in TROUBLES))
    assert ended.stderr == ""
    lines = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [(line["what"], line.get("error", line.get("kind"))) for line in lines] == [
        (what, kind) for _, what, kind in TROUBLES
    ]
    for line in lines:
        assert "secret" not in {**line, "from": ""}.values()
        assert "secret" not in json.dumps(line.get("where", ""))


def test_a_line_that_cannot_be_written_is_not_told_elsewhere() -> None:
    ended = ended_program("""
import logging, sys
from app.telemetry.json_logs import configure_logging
configure_logging("debug")
sys.stdout.close()
logging.getLogger("tertulia").warning("secret")
""")
    assert "secret" not in ended.stderr
