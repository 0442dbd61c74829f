"""A player who presses whatever the page offers: by mouse or by finger."""

import asyncio
import re
from random import Random
from typing import Any

from playwright.async_api import ElementHandle, Error, Page, expect

from tests.browser.look import RESULT, YOUR_TURN, Look

PATIENCE_MS = 60_000
SURE = 0.65
"""The share of presses that submit: fewer would put much together and never send it."""
NEXT_CLICK = """() => {
    globalThis.clicked = new Promise((done) => addEventListener("click", () => done(), { once: true, capture: true }));
}"""
# Marks the enabled buttons: each one's name, and whether it submits the answer. "answered" if another question is
# asked, or none. Waits for buttons of the prompt that are about to be enabled: a player who kept pressing pieces would
# never see that.
OFFERS = """(question) => {
    if (document.documentElement.dataset.asked !== question) return "answered";
    if (document.querySelector("main .prompt .answer[aria-disabled=true]:not(.off)")) return false;
    for (const one of document.querySelectorAll("[data-offer]")) delete one.dataset.offer;
    const all = [...document.querySelectorAll("main button:is(.answer, .stand), main .prompt form button")];
    const open = all.filter(
        (one) => one.getClientRects().length && one.ariaDisabled !== "true" && !one.disabled && !one.closest("dialog"),
    );
    for (const [nth, one] of open.entries()) one.dataset.offer = nth;
    return open.length > 0 && open.map((one) => [one.ariaLabel ?? one.textContent, one.matches(".primary")]);
}"""


class Player:
    """A player with a mouse, or with a finger, where every answer takes two presses."""

    def __init__(
        self, *tabs: Look, seed: int = 1, finger: bool = False, reloads_at: int = -1, at_first: str = "", times: int = 0
    ) -> None:
        """`reloads_at`: the number of the answer before which to reload the page. `at_first`: press buttons that
        match this regular expression this many times, whenever they are offered."""
        self.tabs = list(tabs)
        self.chance = Random(seed)
        self.finger = finger
        self._reloads_at = reloads_at
        self._at_first, self._times = at_first, times

    @property
    def look(self) -> Look:
        """The tab in use."""
        return self.tabs[0]

    async def play_to_the_end(self) -> None:
        """Answer every question until there is a result."""
        number = 0
        while await self._is_asked_before_the_end():
            if number == self._reloads_at:
                await self.look.reload()
            question = await self.answer()
            for tab in self.tabs:
                await expect(tab.html).not_to_have_attribute("data-asked", question, timeout=PATIENCE_MS)
            self.tabs.append(self.tabs.pop(0))  # a second tab of the same player has to work as well
            number += 1

    async def _is_asked_before_the_end(self) -> bool:
        await self.look.page.bring_to_front()
        result = self.look.prompt(RESULT)
        await expect(self.look.prompt(YOUR_TURN).or_(result)).to_be_visible(timeout=PATIENCE_MS)
        return not await result.is_visible()

    async def answer(self) -> str:
        """Press buttons until the question is answered; its number."""
        question = await self.look.html.get_attribute("data-asked") or ""
        while (offers := await self._offers(question)) != "answered":
            button = await self.look.page.query_selector(f"[data-offer='{self._choice(offers)}']")
            if button is not None:
                await self._press(button, question)
        return question

    async def _press(self, button: ElementHandle, question: str) -> None:
        """Press this button, unless an earlier press has answered already, so that the page has changed."""
        try:
            await (tap(self.look.page, button) if self.finger else button.click())
        except Error:
            if await self.look.html.get_attribute("data-asked") == question:
                raise

    async def _offers(self, question: str) -> Any:
        """ "answered", or each button's name and whether it submits."""
        found = await self.look.page.wait_for_function(OFFERS, arg=question, timeout=PATIENCE_MS)
        return await found.json_value()

    def _choice(self, offers: list[tuple[str, bool]]) -> int:
        sure = [nth for nth, (_, carries_out) in enumerate(offers) if carries_out]
        liked = [nth for nth, (name, _) in enumerate(offers) if re.search(self._at_first, name)]
        if self._times and liked:
            self._times -= 1
            return self.chance.choice(liked)
        if sure and self.chance.random() < SURE:
            return sure[0]
        return self.chance.randrange(len(offers))


async def tap(page: Page, button: ElementHandle) -> None:
    """Tap, and wait for the click, which the browser sends some time after the touch."""
    await page.evaluate(NEXT_CLICK)
    await button.tap()
    await page.evaluate("() => clicked")


async def play_together(*players: Player) -> None:
    """Let all of them play to the end. If one fails the others stop, so that nobody presses on in the next test."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play_to_the_end())
