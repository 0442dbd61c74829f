"""A failed test leaves what its pages showed, sent and received, and names the place."""

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

FAILING = """import pytest
pytestmark = pytest.mark.asyncio(loop_scope="session")
async def test_that_fails(ann, guests, tables):
    uma = await guests.stranger("Uma")
    table = await tables.play(ann, "Bo")
    looks = await ann.look_at(table.room), await uma.look_at(table.room)
    await looks[0].page.evaluate("console.log('so far so good')")
    await looks[0].shows(await table.play(do="draw"))
    raise AssertionError
async def test_whose_page_complains(ann):
    page = await ann.open("/")
    await page.evaluate("console.error('so far and no further')")
"""


def test_a_failed_test_leaves_picture_console_and_wire_of_each_page(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(FAILING)
    command = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", f"--rootdir={tmp_path}", "-n", "0"]
    plugins = ["-p", "tests.conftest", "-p", "tests.browser.conftest", "-p", "no:cacheprovider"]
    ran = subprocess.run([*command, *plugins, tmp_path], cwd=ROOT, capture_output=True, text=True, check=False)
    failed, complained = sorted((tmp_path / "test-results").iterdir())
    assert all(str(folder) in ran.stdout for folder in (failed, complained)), ran.stdout
    left = [f"{page}.{kind}" for page in ("1-Ann", "2-Uma") for kind in ("console.txt", "png", "wire.txt")]
    assert sorted(path.name for path in failed.iterdir()) == left
    assert "log: so far so good" in (failed / "1-Ann.console.txt").read_text()
    assert "error: so far and no further" in (complained / "1-Ann.console.txt").read_text()
    wire = (failed / "1-Ann.wire.txt").read_text()
    assert '-> {"type":"hello"' in wire
    assert '<- {"type":"frame"' in wire
