"""Firefox and WebKit, with a server of their own."""

from collections.abc import Callable, Iterator

import pytest

from tests.browser.conftest import house_in
from tests.conftest import House
from tests.engines.firefox import Firefox
from tests.engines.tab import Tab
from tests.engines.webkit import WebKit
from tools.engines import old_one_is_there

# Few systems have a browser that is old enough; `python -m tools.engines` says if this one has none.
collect_ignore = [] if old_one_is_there() else ["test_old_engine.py"]

OpenTab = Callable[[int, int], Tab]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A listening server."""
    house = house_in(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.close()


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox | WebKit]:
    """One of the browsers other than Chromium."""
    engine = request.param(tmp_path_factory.mktemp("browser"))
    yield engine
    engine.close()


@pytest.fixture
def open_tab(engine: Firefox | WebKit) -> Iterator[OpenTab]:
    """Opens tabs of this size, each with cookies of its own. Fails if one of their pages has complained."""
    tabs: list[Tab] = []

    def open_one(width: int, height: int) -> Tab:
        tabs.append(engine.tab(width, height))
        return tabs[-1]

    yield open_one
    complaints = [complaint for tab in tabs for complaint in tab.complaints()]
    for tab in tabs:
        tab.close()
    assert complaints == []
