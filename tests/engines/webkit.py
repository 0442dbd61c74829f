"""WebKitGTK, driven by its WebDriver: https://www.w3.org/TR/webdriver2/."""

import os
import socket
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from tests.engines.tab import Tab

WINDOW = Path(__file__).parent / "window.py"
# How long a driver waits for its page; we wait slightly longer.
TIMEOUT_S = 30


class Driver:
    """A driver process on a port of its own, with its only session."""

    def __init__(self, command: str, capabilities: dict[str, Any], **more: str) -> None:
        port = free_port()
        env = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1", "LANG": "en_GB.UTF-8", **more}
        self._process = subprocess.Popen(
            [command, f"--port={port}"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        transport = httpx.HTTPTransport(retries=10)  # until it listens
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT_S, transport=transport)
        self._session = ""
        wanted = {"capabilities": {"alwaysMatch": capabilities}}
        try:
            self._session = f"/session/{self.send('POST', '/session', **wanted)['sessionId']}"
        except BaseException:
            self._end()
            raise

    def send(self, method: str, path: str, **body: Any) -> Any:
        """The response to this command."""
        answer = self._http.request(method, self._session + path, json=body if method == "POST" else None)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def evaluate(self, expression: str) -> str:
        script = f"const answer = arguments[arguments.length - 1]; {expression}.then(answer)"
        return str(self.send("POST", "/execute/async", script=script, args=[]))

    def close(self) -> None:
        self.send("DELETE", "")
        self._end()

    def _end(self) -> None:
        self._http.close()
        self._process.terminate()
        self._process.wait()


class WebKit:
    """Each tab is a browser with a screen of its own: of two windows on one screen only one has the focus."""

    name = "WebKit"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def tab(self, width: int, height: int) -> Tab:
        tab = WebKitTab(self._folder)
        tab.resize(width, height)
        return tab

    def close(self) -> None:
        """Nothing is left to close."""


class DriverTab(Tab):
    """The one tab of a driver's browser."""

    def __init__(self, name: str, driver: Driver) -> None:
        self.name = name
        self._driver = driver

    def goto(self, url: str) -> None:
        self._driver.send("POST", "/url", url=url)

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._driver.send("POST", "/actions", actions=actions)

    def resize(self, width: int, height: int) -> None:
        self._driver.send("POST", "/window/rect", x=0, y=0, width=width, height=height)
        self.until("(width, height) => innerWidth === width && innerHeight === height", width, height)

    def close(self) -> None:
        self._driver.close()

    def _evaluate(self, expression: str) -> str:
        return self._driver.evaluate(expression)


class WebKitTab(DriverTab):
    """A tab with a screen of its own."""

    def __init__(self, folder: Path) -> None:
        self._screen, display = open_screen()
        options = {"binary": str(WINDOW), "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        kept = {"XDG_CONFIG_HOME": str(folder), "XDG_CACHE_HOME": str(folder), "GTK_THEME": "Adwaita"}
        try:
            super().__init__(WebKit.name, Driver("WebKitWebDriver", wanted, DISPLAY=display, **kept))
        except BaseException:
            self._switch_off()
            raise

    def close(self) -> None:
        super().close()
        self._switch_off()

    def _switch_off(self) -> None:
        self._screen.terminate()
        self._screen.wait()


def open_screen() -> tuple[subprocess.Popen[bytes], str]:
    """A virtual screen, and its display name."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as told:
        return process, f":{told.readline().strip()}"


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
