"""A stranger cannot fill the log: of lines of one kind some are written, and the others counted."""

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

from app.telemetry.log_limit import MINUTE_S, MOST_A_MINUTE, LogLimit
from tests.conftest import StartProcess
from tests.telemetry.test_logs import BEGIN, ended_program


def line(what: str, level: int = logging.WARNING, *arguments: object, **extra: object) -> logging.LogRecord:
    return logging.getLogger("tertulia.x").makeRecord("tertulia.x", level, "f", 1, what, arguments, None, extra=extra)


def written(limit: LogLimit, records: Iterator[logging.LogRecord] | list[logging.LogRecord]) -> int:
    return sum(limit.admits(record) for record in records)


def test_of_each_kind_a_number_is_written_whatever_their_arguments_are() -> None:
    limit = LogLimit(lambda: 0.0)
    assert written(limit, (line("no %s", logging.WARNING, number) for number in range(100))) == MOST_A_MINUTE
    assert written(limit, [line("another")]) == 1
    assert written(limit, [line("no %s", logging.ERROR, 1)]) == 1


def test_refused_requests_are_counted_by_route_and_status_and_answered_ones_are_not() -> None:
    limit = LogLimit(lambda: 0.0)
    for route, status, most in (
        ("-", 404, MOST_A_MINUTE),
        ("/", 404, MOST_A_MINUTE),
        ("-", 429, MOST_A_MINUTE),
        ("/", 200, 99),
    ):
        lines = (line("answered", logging.INFO, route=route, status=status) for _ in range(99))
        assert written(limit, lines) == most


def test_errors_that_were_raised_in_different_places_are_of_different_kinds() -> None:
    limit = LogLimit(lambda: 0.0)

    def failed(where: str) -> logging.LogRecord:
        try:
            int(where) if where else [][1]
        except (ValueError, IndexError) as error:
            record = line("failed", logging.ERROR)
            record.exc_info = type(error), error, error.__traceback__
            return record
        raise AssertionError

    assert written(limit, [failed("x") for _ in range(99)]) == MOST_A_MINUTE
    assert written(limit, [failed("")]) == 1


def test_when_the_minute_is_over_one_line_says_how_many_were_left_out_and_counting_starts_afresh() -> None:
    now = 0.0
    limit = LogLimit(lambda: now)
    written(limit, [line("no") for _ in range(MOST_A_MINUTE + 7)])
    assert [*limit.due()] == []
    now = MINUTE_S
    assert [late.__dict__["left_out"] for late in limit.due()] == [7]
    assert [*limit.due()] == []
    assert written(limit, [line("no") for _ in range(99)]) == MOST_A_MINUTE


def test_what_was_left_out_is_counted_when_the_process_ends() -> None:
    program = f"{BEGIN}for _ in range({MOST_A_MINUTE + 5}): logging.getLogger('tertulia.x').warning('again')"
    lines = [json.loads(each) for each in ended_program(program).stdout.splitlines()]
    assert len(lines) == MOST_A_MINUTE + 1
    assert (lines[-1]["what"], lines[-1]["left_out"]) == ("again", 5)


async def test_requests_that_are_not_http_cause_a_few_lines_however_many_they_are(start_process: StartProcess) -> None:
    process = start_process()
    port = int(process.base_url.rpartition(":")[2])
    for _ in range(MOST_A_MINUTE + 30):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"no such thing\r\n\r\n")
        assert b"400" in await reader.read()
        writer.close()
    process.popen.terminate()
    _, printed = await asyncio.to_thread(process.end)
    lines: list[dict[str, Any]] = [json.loads(each) for each in printed.splitlines()]
    invalid = [each for each in lines if each["what"].startswith("Invalid HTTP request")]
    assert len(invalid) == MOST_A_MINUTE + 1
    assert invalid[-1]["left_out"] == 30
