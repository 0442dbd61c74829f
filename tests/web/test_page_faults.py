"""What goes wrong in a page's scripts is reported without names or texts, counted, and limited."""

import logging

import httpx
import pytest

from tests.support.metrics import Rise

FAULT = {"module": "pages/room.js", "line": 41, "build": "f192b6"}


async def test_a_fault_is_counted_and_logged_by_place_alone(
    client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    rise = Rise()
    with caplog.at_level(logging.WARNING, "tertulia.pages"):
        assert (await client.post("/api/faults", json=FAULT)).status_code == 204
    assert rise("page_faults_total") == 1
    (record,) = [each for each in caplog.records if each.name == "tertulia.pages"]
    assert (record.__dict__["script"], record.__dict__["line"], record.__dict__["build"]) == tuple(FAULT.values())


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Ann's hand"},
        {"module": "pages/secrets.js"},
        {"module": "https://elsewhere.example/x.js"},
        {"line": "41"},
        {"line": -1},
        {"build": "Ann"},
    ],
)
async def test_what_is_no_place_in_a_script_of_ours_is_refused(client: httpx.AsyncClient, change: object) -> None:
    rise = Rise()
    assert (await client.post("/api/faults", json={**FAULT, **change})).status_code == 422  # type: ignore[dict-item]
    assert rise("page_faults_total") == 0


async def test_one_address_reports_only_so_much(client: httpx.AsyncClient) -> None:
    answers = [(await client.post("/api/faults", json=FAULT)).status_code for _ in range(10)]
    assert answers.count(204) == 6
    assert answers[-1] == 429
