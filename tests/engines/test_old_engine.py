"""What users of too old a browser are told: here a WebKit from before import maps, about that of Safari 16.0."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.conftest import House
from tests.engines.webkit import Driven

OPTIONS = {"binary": "/usr/bin/cog", "args": ["--automation", "--platform=headless"]}
OPEN = """() => fetch("/api/rooms", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game: "tcnccc", seats: 2, name: "Ann" }),
}).then((answer) => answer.json()).then(({ room }) => room)"""
SAYS = "(words) => document.body.innerText.includes(words)"
NEEDED = "This page needs a newer browser: Safari 16.4, Firefox 121, Chrome 117, or later."


@pytest.mark.long
def test_a_browser_without_import_maps_says_what_is_needed(tmp_path: Path, house: House) -> None:
    """Instead of waiting for ever."""
    with ExitStack() as ends:
        old = Driven(ends, "WPEWebDriver", {"wpe:browserOptions": OPTIONS}, XDG_RUNTIME_DIR=str(tmp_path))
        old.goto(house.base_url)
        assert not old.run("() => HTMLScriptElement.supports?.('importmap')")
        old.until(SAYS, NEEDED)
        old.goto(f"{house.base_url}/t/{old.run(OPEN)}")
        old.until(SAYS, NEEDED)
        assert not old.run(SAYS, "Opening the table")
