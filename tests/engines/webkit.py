"""WebKitGTK, driven by its WebDriver: https://www.w3.org/TR/webdriver2/."""

from contextlib import ExitStack
from pathlib import Path
from subprocess import PIPE
from typing import Any

import httpx

from chaos.servers import free_port
from tests.engines.tab import Tab, start

WINDOW = Path(__file__).parent / "window.py"
# How long a driver waits for its page; we wait slightly longer.
TIMEOUT_S = 30


class Driven(Tab):
    """The one tab of a browser that has a driver."""

    def __init__(self, ends: ExitStack, command: str, capabilities: dict[str, Any], **env: str) -> None:
        port = free_port()
        start(ends, [command, f"--port={port}"], LIBGL_ALWAYS_SOFTWARE="1", LANG="en_GB.UTF-8", **env)
        transport = httpx.HTTPTransport(retries=10)  # until it listens
        client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT_S, transport=transport)
        self._http, self._session = ends.enter_context(client), ""
        session = self._send("POST", "/session", capabilities={"alwaysMatch": capabilities})
        self._session = f"/session/{session['sessionId']}"
        ends.callback(self._send, "DELETE", "")

    def _send(self, method: str, path: str, **body: Any) -> Any:
        """The response to this command."""
        answer = self._http.request(method, self._session + path, json=body if method == "POST" else None)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def goto(self, url: str) -> None:
        self._send("POST", "/url", url=url)

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._send("POST", "/actions", actions=actions)

    def resize(self, width: int, height: int) -> None:
        self._send("POST", "/window/rect", x=0, y=0, width=width, height=height)
        self.until("(width, height) => innerWidth === width && innerHeight === height", width, height)

    def _evaluate(self, expression: str) -> str:
        script = f"const answer = arguments[arguments.length - 1]; {expression}.then(answer)"
        return str(self._send("POST", "/execute/async", script=script, args=[]))


class WebKit(Driven):
    """A browser with a screen of its own: of two windows on one screen only one has the focus."""

    def __init__(self, ends: ExitStack, folder: Path) -> None:
        command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        display = start(ends, command, stdout=PIPE).stdout.readline().strip()
        options = {"binary": str(WINDOW), "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        kept = {"XDG_CONFIG_HOME": str(folder), "XDG_CACHE_HOME": str(folder), "GTK_THEME": "Adwaita"}
        super().__init__(ends, "WebKitWebDriver", wanted, DISPLAY=f":{display}", **kept)
