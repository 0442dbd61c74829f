"""Firefox and WebKit, with a server of their own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.browser.conftest import house as house
from tests.engines.firefox import Firefox
from tests.engines.tab import Tab
from tests.engines.webkit import WebKit
from tools.engines import old_one_is_there

# Few systems have a browser that is old enough; `python -m tools.engines` says if this one has none.
collect_ignore = [] if old_one_is_there() else ["test_old_engine.py"]

OpenTab = Callable[[int, int], Tab]


@pytest.fixture(params=[Firefox, WebKit], ids=lambda engine: engine.__name__)
def open_tab(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenTab]:
    """Opens tabs of this size, each in a browser of its own. Fails if one of their pages has complained."""
    tabs: list[Tab] = []
    with ExitStack() as ends:

        def open_one(width: int, height: int) -> Tab:
            tabs.append(request.param(ends, tmp_path_factory.mktemp("browser")))
            tabs[-1].resize(width, height)
            return tabs[-1]

        yield open_one
        complaints = [complaint for tab in tabs for complaint in tab.complaints()]
    assert complaints == []
