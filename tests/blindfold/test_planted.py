"""Leaks planted above the games, each of which the blindfold must find: proof that it sees."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from msgspec import UNSET, UnsetType

from app.protocol.watching import StartingView
from app.rooms import views
from app.table.state import Table
from tests.blindfold.comparing import first_copy, first_difference, other_copy
from tests.blindfold.forks import Fork
from tests.blindfold.leaks import LEAKS
from tests.blindfold.scripts import Step, Wish

WISH: Final = Wish("color_gin", 2, "leaks", 40, sweeps=["ben", "eve"])
BY_DAY: Final = {"table: another field", "frame: its size", "lines: those of others", "http: ETag"}
"""Those that are tried by day: of each kind one."""
PLANTED = [pytest.param(name, id=name, marks=[] if name in BY_DAY else [pytest.mark.long]) for name in LEAKS]

pytestmark = pytest.mark.usefixtures("settings")

_written: dict[str, Sequence[Step]] = {}


@pytest.fixture
async def script(tmp_path: Path) -> Sequence[Step]:
    """The same script for every leak, written once."""
    if not _written:
        author, _ = await first_copy(tmp_path / "author", WISH)
        _written["script"] = author.script
    return _written["script"]


async def test_a_word_for_the_deal_that_reaches_other_pages_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def starting(table: Table) -> StartingView | UnsetType:
        return UNSET if table.starting is None else StartingView(1, "".join(table.starting.words.values()))

    monkeypatch.setattr(views, "_starting", starting)
    with pytest.raises(AssertionError):
        await first_copy(tmp_path, WISH)


@pytest.mark.parametrize("name", PLANTED)
async def test_a_planted_leak_is_found(
    name: str, script: Sequence[Step], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    LEAKS[name](monkeypatch)
    sent = await other_copy(tmp_path / "one", WISH.seed, script, None)
    for viewer in (1, None, 0):
        found = await first_difference(tmp_path / f"other-{viewer}", WISH.seed, script, Fork(viewer), sent)
        if found is not None:
            return
    pytest.fail("nobody was sent anything else")
