"""Firefox, driven by its own WebDriver BiDi: https://w3c.github.io/webdriver-bidi/."""

import json
import os
import re
import subprocess
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.engines.speaker import Speaker
from tests.engines.tab import REPORT, Tab
from tools.engines import FIREFOX

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# No first-run questions, and no animations.
PREFERENCES = """user_pref("ui.prefersReducedMotion", 1);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("intl.accept_languages", "en-GB");
"""


class Firefox:
    """One process; each tab has cookies and storage of its own."""

    name = "Firefox"

    def __init__(self, folder: Path) -> None:
        (folder / "user.js").write_text(PREFERENCES)
        command = [FIREFOX, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
        self._speaker = Speaker(folder)
        env = {**os.environ, **self._speaker.env}
        self._process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        self._numbers = count(1)
        self._open = ExitStack()
        try:
            self._line = self._connect()
            self.send("session.new", capabilities={})
        except BaseException:
            self.close()
            raise

    def _connect(self) -> ClientConnection:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if found := LISTENS.search(line):
                return self._open.enter_context(connect(f"{found[1]}/session", max_size=None))
        raise AssertionError("Firefox has ended without listening")

    def send(self, method: str, **params: Any) -> Any:
        """The response to this command. Events are skipped."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._line.recv())).get("id") != number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def tab(self, width: int, height: int) -> Tab:
        """A new tab; to the site it looks like another browser."""
        tab = FirefoxTab(self, self.send("browser.createUserContext")["userContext"])
        tab.resize(width, height)
        return tab

    def close(self) -> None:
        self._open.close()
        self._process.terminate()
        self._process.communicate()
        self._speaker.close()


class FirefoxTab(Tab):
    name = Firefox.name

    def __init__(self, firefox: Firefox, user: str) -> None:
        self._firefox = firefox
        self._user = user
        self._firefox.send("script.addPreloadScript", functionDeclaration=f"() => {{{REPORT}}}", userContexts=[user])
        self._context = firefox.send("browsingContext.create", type="tab", userContext=user)["context"]

    def goto(self, url: str) -> None:
        self._firefox.send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._firefox.send("browsingContext.activate", context=self._context)
        self._firefox.send("input.performActions", context=self._context, actions=actions)

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._firefox.send("browsingContext.setViewport", context=self._context, viewport=viewport)

    def close(self) -> None:
        self._firefox.send("browser.removeUserContext", userContext=self._user)

    def _evaluate(self, expression: str) -> str:
        target = {"context": self._context}
        answer = self._firefox.send("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return str(answer["result"]["value"])
