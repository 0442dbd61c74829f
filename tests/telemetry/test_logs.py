"""The log: lines of JSON without anybody's secrets."""

import asyncio
import json
import logging
import re
import subprocess
import sys
from typing import Any
from unittest.mock import Mock

import pytest
from fastapi import FastAPI
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from app.telemetry.json_logs import JsonLines, shortened, token_of
from tests.client import Friend
from tests.conftest import ROOT, StartProcess
from tests.support.metrics import Rise


async def test_the_log_has_routes_and_tokens_that_outlive_a_restart(start_process: StartProcess) -> None:
    """Other secrets: tests/telemetry/test_canaries.py."""
    process = start_process(TERTULIA_LOG_LEVEL="debug")
    async with Friend(process.base_url, "Canary Ann") as ann:
        page = await ann.opens()
        room = page.room
        await page.send(type="canary type")
        await ann.get(f"/t/{room}?canary=query")
        await ann.get(f"/{room}/canary-path")
        with pytest.raises(InvalidStatus):
            await connect(f"{process.base_url.replace('http', 'ws', 1)}/ws/{room}?canary=query")
    process.popen.terminate()
    _, printed = await asyncio.to_thread(process.end)
    assert printed.count('"route": "/ws/{room}", "status": 101') == 1
    assert printed.count('"route": "/t/{room}", "status": 200') == 1
    assert [secret for secret in (room, "canary", "Canary", "127.0.0.1") if secret in printed] == []
    token = tokens_in(printed)["appended"]
    assert re.fullmatch("[0-9a-f]{10}", token)
    assert tokens_in(printed)["/ws/{room}"] == token

    again = start_process(TERTULIA_LOG_LEVEL="info")
    async with Friend(again.base_url, "Ann") as ben:
        assert (await ben.get(f"/api/rooms/{room}")).status_code == 200
        await ben.open_room()
    again.popen.terminate()
    _, printed = await asyncio.to_thread(again.end)
    assert (tokens_in(printed)["/api/rooms/{room}"], tokens_in(printed)["/"]) == (token, None)
    assert '"what": "appended"' not in printed, "events are logged only at the most verbose level"


def tokens_in(printed: str) -> dict[str, Any]:
    """The tokens of rooms, by route or event."""
    lines = [json.loads(line) for line in printed.splitlines()]
    return {line.get("route", line["what"]): line.get("room") for line in lines}


async def test_a_move_that_fails_is_known_by_the_beginning_of_its_id(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wire, rise = await Friend(app, "Ann").plays_a_bot(), Rise()
    monkeypatch.setattr(app.state.services.store, "append", Mock(side_effect=ZeroDivisionError))
    id = await wire.play({"do": "draw"})
    await wire.see("refused", id=id)
    (record,) = [record for record in caplog.records if record.message == "a message could not be carried out"]
    assert (record.__dict__["id"], record.__dict__["kind"]) == (id[:8], "Play")
    assert rise("actions_total", game="tcnccc", result="failed") == 1


def logged(logger: str, message: object, *arguments: object, exc_info: Any = None, **extra: object) -> dict[str, Any]:
    made = logging.getLogger(logger).makeRecord(logger, 30, "file", 1, message, arguments, exc_info, extra=extra)
    line = JsonLines().format(made)
    assert line.isascii() and line.isprintable()
    return json.loads(line)


def test_a_line_of_ours_has_its_words_and_only_fields_that_are_known() -> None:
    line = logged("tertulia.rooms", "does not fold: kind=%s", "moved", status=500, guest="Ann")
    assert line.pop("at").endswith("+00:00")
    assert line == {"level": "warning", "from": "tertulia.rooms", "what": "does not fold: kind=moved", "status": 500}


CODE = "k7Qm2xZ9vB3nR5wT"


def test_a_room_is_called_by_a_token_that_only_who_has_the_key_can_make(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(key: bytes, room: str | None) -> Any:
        monkeypatch.setattr(JsonLines, "room_key", key)
        return logged("tertulia.rooms", "a room is quarantined", room=room)["room"]

    one, other = told(b"one house", CODE), told(b"another", CODE)
    assert one == token_of(b"one house", CODE) != other
    assert re.fullmatch("[0-9a-f]{10}", one)
    for key, room in ((b"", CODE), (b"key", "canary"), (b"key", None), (b"key", f"{CODE}/log")):
        assert told(key, room) == "-", room


def test_a_line_of_others_has_only_what_is_fixed_in_it() -> None:
    retrieved = "Task exception was never retrieved"
    assert logged("uvicorn.error", '%s - "WebSocket %s" [accepted]', "127.0.0.1:5", f"/ws/{CODE}")["what"] == "%s -"
    for message, what in {
        f"{retrieved}\nfuture: <Task exception=ValueError('x')>": retrieved,
        "Exception in callback Room._note('Ann')": "Exception in callback Room._note",
        "Invalid HTTP request received.": "Invalid HTTP request received.",
    }.items():
        assert logged("uvicorn.error", message)["what"] == what


def test_a_fault_is_written_down_by_its_kind_and_its_place() -> None:
    try:
        raise ValueError("secret")
    except ValueError:
        line = logged("tertulia", "failed", exc_info=sys.exc_info())
    assert line["error"] == "ValueError"
    assert line["where"][-1].startswith("test_logs.py:")
    assert "secret" not in json.dumps(line)


def test_every_field_of_a_line_is_explained() -> None:
    explained = re.findall(r"^\| ((?:`\w+` ?)+)\|", (ROOT / "docs" / "monitoring.md").read_text(), re.MULTILINE)
    fields = {field for field in re.findall(r"\w+", " ".join(explained)) if "tertulia" not in field}
    assert {"at", "level", "from", "what", *JsonLines.FIELDS, "error", "where"} == fields


def test_control_characters_and_line_ends_are_escaped_and_an_action_is_known_by_the_beginning_of_its_id() -> None:
    text = "a\n{\x1b[31m\u2028\x85"
    assert logged("tertulia", text)["what"] == text
    assert (shortened("0123456789abcdef" * 2), shortened(None)) == ("01234567", "")


def ended_program(program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "always", "-c", program]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=20, check=False)


BEGIN = """
import logging, sys, warnings
from threading import Thread
from app.telemetry.json_logs import configure_logging
configure_logging("debug")
def fail(*_): raise ValueError("secret")
"""
TROUBLES = [
    ("thread = Thread(target=fail, name='secret'); thread.start(); thread.join()", "a thread failed", "ValueError"),
    ("type('secret', (), {'__del__': fail})()", "cleaning up an object failed", "ValueError"),
    ("warnings.warn('secret', DeprecationWarning)", "a warning from Python", "DeprecationWarning"),
    ("logging.getLogger('secret').warning('(secret %d', 'secret')", "", None),
    ("fail()", "the process failed", "ValueError"),
]


def test_what_fails_says_what_kind_of_trouble_it_was_and_no_more() -> None:
    ended = ended_program(BEGIN + "\n".join(trouble for trouble, _, _ in TROUBLES))
    assert ended.stderr == ""
    lines = [json.loads(line) for line in ended.stdout.splitlines()]
    told = [(line["what"], line.get("error", line.get("kind"))) for line in lines]
    assert told == [(what, kind) for _, what, kind in TROUBLES]
    for line in lines:
        assert "secret" not in {**line, "from": ""}.values()
        assert "secret" not in json.dumps(line.get("where", ""))


def test_a_line_that_cannot_be_written_is_not_told_elsewhere() -> None:
    ended = ended_program(f"{BEGIN}sys.stdout.close(); logging.getLogger('tertulia').warning('secret')")
    assert "secret" not in ended.stderr


@pytest.mark.parametrize(("form", "at_a_terminal", "is_text"), [
    ("auto", True, True), ("auto", False, False), ("json", True, False), ("text", False, True),
])  # fmt: skip
def test_a_terminal_gets_lines_of_text_and_a_pipe_json(form: str, at_a_terminal: bool, is_text: bool) -> None:
    program = f"import sys; sys.stdout.isatty = lambda: {at_a_terminal}\nimport logging\n"
    program += f"from app.telemetry.json_logs import configure_logging; configure_logging('info', {form!r})\n"
    program += "logging.getLogger('tertulia').warning('paused', extra={'seq': 7, 'phase': 'a\\nb', 'guest': 'Ann'})"
    (line,) = ended_program(program).stdout.splitlines()
    if is_text:
        assert re.fullmatch(r'\d\d:\d\d:\d\d  WARNING: paused  seq=7  phase="a\\nb"', line)
    else:
        assert json.loads(line)["what"] == "paused"
