"""People who play by what their page offers them: with a mouse, with a finger. What they wish depends on the game."""

from __future__ import annotations

import asyncio
import re
from random import Random

from playwright.async_api import Locator, expect

from tests.browser.look import RESULT, YOUR_TURN, Look

PATIENCE_MS = 60_000
DRAW = "Bag, draw a piece"
PLACE = re.compile(r"Cylinder (\d), place the piece")
LIFT = re.compile(r"Cylinder (\d), lift")
PUT_BACK = re.compile(r"(\w+) piece, put back|(Joker), put back")
NEXT_CLICK = """() => {
    globalThis.clicked = new Promise((done) => addEventListener("click", () => done(), { once: true, capture: true }));
}"""


class Player:
    """Somebody with a mouse, or with a finger, for whom every answer takes two presses."""

    def __init__(self, *tabs: Look, seed: int = 1, finger: bool = False, reloads_before: int = -1) -> None:
        """`reloads_before`: the number of the answer before which the page is loaded again."""
        self.tabs = list(tabs)
        self.chance = Random(seed)
        self.finger = finger
        self.answers: list[str] = []
        self._reloads_before = reloads_before

    @property
    def look(self) -> Look:
        """The tab in use."""
        return self.tabs[0]

    async def play_to_the_end(self) -> None:
        """Answer whatever is asked, until there is a result."""
        number = 0
        while await self._is_asked_before_the_end():
            if number == self._reloads_before:
                await self.look.reload()
            question = await self.look.html.get_attribute("data-asked") or ""
            await self.answer(await self.look.offers())
            for tab in self.tabs:
                await expect(tab.html).not_to_have_attribute("data-asked", question, timeout=PATIENCE_MS)
            self.tabs.append(self.tabs.pop(0))  # a second tab of the same player works as well
            number += 1

    async def _is_asked_before_the_end(self) -> bool:
        await self.look.page.bring_to_front()
        result = self.look.prompt(RESULT)
        await expect(self.look.prompt(YOUR_TURN).or_(result)).to_be_visible(timeout=PATIENCE_MS)
        return not await result.is_visible()

    async def answer(self, offers: list[str]) -> None:
        """Take one of what is offered, and confirm what wants to be confirmed."""
        raise NotImplementedError

    async def press(self, name: str) -> None:
        """Press the button of this name, once it listens."""
        self.answers.append(name)
        button = self.look.main.get_by_role("button", name=name, exact=True)
        await (tap(button) if self.finger else button.click())


async def tap(button: Locator) -> None:
    """A press of a finger is over with its click, which the browser sends some time after the touch."""
    await button.page.evaluate(NEXT_CLICK)
    await button.tap()
    await button.page.evaluate("() => clicked")


async def play_together(*players: Player) -> None:
    """All of them, to the end. When one comes to nothing the others leave: nobody presses on in the next test."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play_to_the_end())


class Lifter(Player):
    """Plays TCNCCC. The first turns are draws into cylinders 1 and 2, at random; then comes daring."""

    def __init__(self, *tabs: Look, draws: int = 2, seed: int = 1, finger: bool = False, reloads: int = -1) -> None:
        super().__init__(*tabs, seed=seed, finger=finger, reloads_before=reloads)
        self._draws_left = draws
        self._lifted = 0

    async def answer(self, offers: list[str]) -> None:
        wish = self._wish(offers)
        await self.press(wish)
        if self.finger or not (wish == DRAW or PLACE.fullmatch(wish)):
            await self.press(confirmation_of(wish))

    def _wish(self, offers: list[str]) -> str:
        if DRAW in offers and self._draws_left:
            self._draws_left -= 1
            return DRAW
        if placing := [offer for offer in offers if PLACE.fullmatch(offer)]:
            return self.chance.choice(placing[:2])
        if lifts := [offer for offer in offers if LIFT.fullmatch(offer)]:
            self._lifted += 1
            return lifts[0] if self._lifted == 1 else lifts[-1]
        return next(offer for offer in offers if PUT_BACK.fullmatch(offer))


def confirmation_of(wish: str) -> str:
    """The button of the prompt that names the whole consequence."""
    if wish == DRAW:
        return "Draw a piece"
    if match := PLACE.fullmatch(wish):
        return f"Put it in cylinder {match[1]}"
    if match := LIFT.fullmatch(wish):
        return f"Lift cylinder {match[1]}"
    match = PUT_BACK.fullmatch(wish)
    assert match is not None
    return f"Put back: {(match[1] or match[2]).lower()}"
