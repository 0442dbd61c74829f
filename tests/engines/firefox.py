"""Firefox, driven by its own WebDriver BiDi: https://w3c.github.io/webdriver-bidi/."""

import json
import re
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from subprocess import PIPE
from typing import Any

from websockets.sync.client import connect

from tests.engines.tab import REPORT, Tab, start
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


def silent_speaker(ends: ExitStack, folder: Path) -> dict[str, str]:
    """PulseAudio without a device, and how to find it: Firefox starts no audio without one."""
    address = f"{folder}/speaker.socket"
    modules = "module-null-sink", f"module-native-protocol-unix socket={address} auth-anonymous=1"
    command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--log-target=stderr"]
    start(ends, [*command, *(f"--load={module}" for module in modules)], HOME=f"{folder}", XDG_RUNTIME_DIR=f"{folder}")
    return {"PULSE_SERVER": f"unix:{address}"}


class Firefox(Tab):
    """The first tab of a new Firefox."""

    def __init__(self, ends: ExitStack, folder: Path) -> None:
        (folder / "user.js").write_text(PREFERENCES)
        command = [FIREFOX, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
        lines = start(ends, command, PIPE, **silent_speaker(ends, folder)).stderr
        listens = next(filter(None, map(LISTENS.search, lines)))
        self._line = ends.enter_context(connect(f"{listens[1]}/session", max_size=None))
        self._numbers = count(1)
        self._send("session.new", capabilities={})
        self._send("script.addPreloadScript", functionDeclaration=f"() => {{{REPORT}}}")
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **params: Any) -> Any:
        """The response to this command. Events are skipped."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._line.recv())).get("id") != number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def goto(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._send("input.performActions", context=self._context, actions=actions)

    def resize(self, width: int, height: int) -> None:
        self._send("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def _evaluate(self, expression: str) -> str:
        target = {"context": self._context}
        answer = self._send("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return str(answer["result"]["value"])
