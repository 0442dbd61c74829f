"""Pages under observation: everything announced, every frame received, every animation, and any loss of focus."""

import asyncio
import json
import re
from difflib import unified_diff
from time import monotonic

from playwright.async_api import Page

from app.i18n import CORE, ENGLISH, Speaker
from app.table.game import read_sentence
from games.text import Text
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.client import Message, is_asked

# `lost`: what had the focus before a push, if nothing has it after. `moving`: all animations, `of` what, for how many
# `milliseconds`, and which properties it `changes`.
LISTEN = """window.said = [];
window.lost = [];
window.moving = [];
new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
        if (target.nodeType === Node.ELEMENT_NODE && target.closest("[role=status]"))
            for (const node of addedNodes) said.push(node.textContent.trim().replace(/\\s+/g, " "));
}).observe(document, { subtree: true, childList: true });

let focused = null;
const known = new WeakSet();
addEventListener("focusin", ({ target }) => (focused = target.ariaLabel ?? target.textContent));
function pushed() {
    if (focused !== null && document.activeElement === document.body) lost.push(focused);
    watch();
}
function watch() {
    for (const animation of document.getAnimations().filter((animation) => !known.has(animation))) {
        const { effect } = known.add(animation) && animation;
        const { composite, computedOffset, easing, offset, ...changes } = Object.assign({}, ...effect.getKeyframes());
        const of = effect.target.className?.baseVal ?? effect.target.className;
        moving.push({ of, milliseconds: effect.getComputedTiming().activeDuration, changes: Object.keys(changes) });
    }
}
for (const begins of ["animationstart", "transitionrun"]) addEventListener(begins, watch);
addEventListener("DOMContentLoaded", () =>
    new MutationObserver(pushed).observe(document.documentElement, { attributeFilter: ["data-seq"] }));"""


class Listener(Look):
    """The page of a room, all its announcements, and every frame it received."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.frames: list[Message] = []
        self._names: list[str] = []
        self._saw_the_start = False
        page.on("websocket", lambda socket: socket.on("framereceived", self._take))

    def _take(self, payload: str | bytes) -> None:
        message: Message = json.loads(payload)
        if message["type"] == "frame":
            self.frames.append(message)
        if message["type"] == "table":
            self._saw_the_start |= message["state"] == "gathering"
            self._names = [seat["name"] or f"Seat {number}" for number, seat in enumerate(message["seats"], 1)]

    async def said(self) -> list[str]:
        """All announcements so far."""
        return await self.page.evaluate("() => said")

    async def has_said_all(self, but: re.Pattern[str]) -> None:
        """Wait until all expected announcements were made, apart from those that match `but`. What the page has
        received may arrive here a moment later, and the answer to the last press on both sides."""
        late, said, expected = monotonic() + 10, [""], list[str]()
        while said != expected and monotonic() < late:
            await asyncio.sleep(0.05)
            said = [sentence for sentence in await self.said() if not but.match(sentence)]
            expected = [sentence for sentence in self.to_be_said() if not but.match(sentence)]
        assert said == expected, "\n".join(unified_diff(expected, said, "to be said", "said", lineterm=""))

    def to_be_said(self) -> list[str]:
        """The expected announcements for everything received since the page was opened, in order."""
        sentences: list[str] = []
        question = None
        for number, frame in enumerate(self.frames):
            if number or self._saw_the_start:
                sentences += [in_english(line["text"], self._names) for line in once(frame["lines"])]
            if frame["question"] != question or not number:
                sentences.append(self._question(frame))
            question = frame["question"]
        return [sentence for sentence in sentences if sentence]

    def _question(self, frame: Message) -> str:
        if outcome := frame["outcome"]:
            winners = self._winners(outcome["winners"], frame["you"])
            return f"{winners} {in_english(outcome['why'], self._names)}".strip()
        return f"Your turn. {in_english(frame['prompt'], self._names)}" if is_asked(frame) else ""

    def _winners(self, seats: list[int], you: int | None) -> str:
        names = [self._names[seat] for seat in seats]
        if len(names) > 1:
            return Speaker(ENGLISH, (CORE,))("{seats} share the win.", seats=names)
        return "You win." if seats == [you] else "".join(f"{name} wins." for name in names)


def once(lines: list[Message]) -> list[Message]:
    """Without fading lines that the log repeats."""
    kept = [(line["kind"], line["text"].get("with")) for line in lines if not line["fades"]]
    return [line for line in lines if not line["fades"] or (line["kind"], line["text"].get("with")) not in kept]


def in_english(text: Message, names: list[str]) -> str:
    """The text as the server renders it in English."""
    return Speaker(ENGLISH, (CORE,), names)(read_sentence(Text(text["text"], dict(text.get("with", {})))))


async def listen(guest: Guest, room: str) -> Listener:
    """A new page of this room, observed from the beginning."""
    page = await guest.tab(LISTEN)
    listener = Listener(page)
    await page.goto(f"{guest.base_url}/t/{room}")
    await listener.is_ready()
    return listener
