"""A failed test leaves what its pages showed, sent and received, and names the place."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.browser.guests import LAPTOP, Guests
from tests.browser.tables import Tables


async def at_a_table(guests: Guests) -> None:
    """Ann and Uma see a table, where Ann's page has complained."""
    ann, uma, tables = await guests.get("Ann", **LAPTOP), await guests.stranger("Uma"), Tables()
    table = await tables.play(ann, "Bo")
    looks = await ann.look_at(table.room), await uma.look_at(table.room)
    await looks[0].page.evaluate("console.log('so far so good'), console.error('so far and no further')")
    await looks[0].shows(await table.play(do="draw"))
    await tables.close()


def report_of(node: pytest.Item, when: Any) -> pytest.TestReport:
    """The report if this phase of the test fails."""
    call = pytest.CallInfo.from_call(lambda: pytest.fail("on purpose"), when)
    report: pytest.TestReport = node.ihook.pytest_runtest_makereport(item=node, call=call)
    return report


def test_a_failed_test_leaves_picture_console_and_wire_of_each_page(
    everybody: Guests, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one whose pages have complained, which is found out after it."""
    monkeypatch.setattr(pytest.Config, "rootpath", tmp_path)

    def run(work: Coroutine[Any, Any, None]) -> None:
        everybody.traces.loop.run_until_complete(work)

    everybody.traces.begin()
    run(at_a_table(everybody))
    report = report_of(request.node, "call")
    folder = tmp_path / "test-results" / f"test_traces.{request.node.name}"
    assert dict(report.sections)["what its pages showed, sent and received"] == str(folder)
    pages = [f"{page}.{kind}" for page in ("1-Ann", "2-Uma") for kind in ("console.txt", "png", "wire.txt")]
    assert sorted(path.name for path in folder.iterdir()) == pages
    assert "log: so far so good" in (folder / "1-Ann.console.txt").read_text()
    wire = (folder / "1-Ann.wire.txt").read_text()
    assert '-> {"type":"hello"' in wire
    assert '<- {"type":"frame"' in wire
    with pytest.raises(AssertionError, match="so far and no further"):
        run(everybody.leave())
    report_of(request.node, "teardown")
    assert "error: so far and no further" in (folder / "1-Ann.console.txt").read_text()
