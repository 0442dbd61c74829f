"""A tab of any browser: what WebDriver and its successor BiDi have in common is enough to visit, look and press."""

import json
import os
import time
from abc import ABC, abstractmethod
from contextlib import ExitStack
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

REPORT = (Path(__file__).parent / "report.js").read_text("utf-8")
"""Runs in every page before its own scripts."""

PATIENCE_S = 20
AGAIN_S = 0.05
WORDS = "() => document.body.innerText.replace(/\\s+/g, ' ').slice(0, 600)"
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}
# The center of the element to press, scrolled into the window.
MIDDLE = """(css) => {
    const found = document.querySelector(css);
    if (!found) return null;
    found.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = found.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
# Marks the element with this name, if it can be seen and pressed.
FIND = """(name, among) => {
    for (const one of document.querySelectorAll("[data-found]")) delete one.dataset.found;
    const names = (one) => (one.ariaLabel || one.textContent).trim().replace(/\\s+/g, " ");
    const open = [...document.querySelectorAll(among)].filter(
        (one) => one.getClientRects().length && one.ariaDisabled !== "true" && !one.disabled,
    );
    const found = open.find((one) => new RegExp(name).test(names(one)));
    if (found) found.dataset.found = "";
    return Boolean(found);
}"""


def start(ends: ExitStack, command: list[str], stderr: int = DEVNULL, stdout: int = DEVNULL, **env: str) -> Popen[str]:
    """A process that ends with all of them."""
    process = Popen(command, env={**os.environ, **env}, stdout=stdout, stderr=stderr, text=True)
    ends.enter_context(process)
    ends.callback(process.terminate)
    return process


class Tab(ABC):
    """A tab, used with real keys and a real pointer."""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load this page, and wait until it is loaded."""

    @abstractmethod
    def perform(self, actions: list[dict[str, Any]]) -> None:
        """Perform these actions of a pointer or a keyboard."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Set the size of the viewport."""

    @abstractmethod
    def _evaluate(self, expression: str) -> str:
        """The string that this expression evaluates to."""

    def run(self, function: str, *arguments: Any) -> Any:
        """The result of this JavaScript function, which may be asynchronous."""
        handed = ", ".join(map(json.dumps, arguments))
        asked = f"Promise.resolve(({function})({handed})).then((it) => JSON.stringify(it ?? null))"
        return json.loads(self._evaluate(asked))

    def until(self, function: str, *arguments: Any) -> Any:
        """Wait until the function returns something."""
        late = time.monotonic() + PATIENCE_S
        while not (answer := self.run(function, *arguments)):
            assert time.monotonic() < late, f"{type(self).__name__}: never {function}{arguments}: {self.run(WORDS)}"
            time.sleep(AGAIN_S)
        return answer

    def press(self, css: str) -> None:
        """Press this element with the pointer, wherever it is."""
        self.until("(css) => Boolean(document.querySelector(css))", css)
        assert self.press_at_once(css), css

    def press_at_once(self, css: str) -> bool:
        """The same without waiting; whether it could be pressed."""
        if not (middle := self.run(MIDDLE, css)):
            return False
        move = {"type": "pointerMove", "x": round(middle[0]), "y": round(middle[1]), "duration": 0}
        button = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        kind = {"type": "pointer", "id": "pointer", "parameters": {"pointerType": "mouse"}}
        self.perform([{**kind, "actions": [move, *button]}])
        return True

    def press_named(self, name: str, among: str = "button, a, label, summary, [role=tab]") -> None:
        """Press the element of this name."""
        self.until(FIND, name, among)
        self.press("[data-found]")

    def type(self, *keys: str) -> None:
        """Type into the focused element: named keys, otherwise letters."""
        letters = [each for key in keys for each in ([KEYS[key]] if key in KEYS else key)]
        strokes = [{"type": how, "value": each} for each in letters for how in ("keyDown", "keyUp")]
        self.perform([{"type": "key", "id": "keyboard", "actions": strokes}])

    def complaints(self) -> list[str]:
        """Script errors, failed loads, and policy violations since the tab was opened."""
        return list(self.run("() => JSON.parse((location.host && sessionStorage.complaints) || '[]')"))
