"""Tasks in the background: an error that one does not handle itself is logged, counted, and stops its room if it has
one; every task of the server begins in app/background.py."""

import ast
import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from app.background import Background, unawaited
from app.telemetry import metrics
from tests.conftest import ROOT

BEGINS_TASKS = {"create_task", "ensure_future", "TaskGroup"}


def test_every_task_of_the_server_begins_in_one_place() -> None:
    used = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in Path(ROOT / "app").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if (isinstance(node, ast.Attribute) and node.attr in BEGINS_TASKS)
        or (isinstance(node, ast.alias) and node.name in BEGINS_TASKS)
    }
    assert {place for place in used if not place.startswith("app/background.py:")} == set()
    assert len(used) == 2, "those of app/background.py were found"


async def fails() -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("begin", [unawaited, Background().start])
async def test_an_unexpected_error_is_logged_with_its_room_counted_and_passed_on(
    begin: Any, caplog: pytest.LogCaptureFixture
) -> None:
    before, told = metrics.TASK_FAULTS._value.get(), Mock()
    await asyncio.wait([begin(fails(), told, room="k7Qm2xZ9vB3nR5wT")])
    await asyncio.sleep(0)
    (record,) = [record for record in caplog.records if record.getMessage() == "a background task failed"]
    assert (record.__dict__["room"], record.exc_info and record.exc_info[0]) == ("k7Qm2xZ9vB3nR5wT", ZeroDivisionError)
    assert metrics.TASK_FAULTS._value.get() == before + 1
    assert isinstance(told.call_args.args[0], ZeroDivisionError)


async def test_a_task_that_is_cancelled_or_ends_well_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    told, tasks = Mock(), Background()
    tasks.start(asyncio.sleep(0), told)
    tasks.start(asyncio.sleep(1000), told)
    await asyncio.sleep(0)
    await tasks.close()
    await asyncio.sleep(0)
    assert (told.call_count, caplog.messages, len(tasks)) == (0, [], 0)
