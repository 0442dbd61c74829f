"""People who play a whole game by what their page offers them: with a mouse, with a finger."""

from __future__ import annotations

import asyncio
import re
from itertools import count
from random import Random

from playwright.async_api import Locator, expect

from tests.browser.look import RESULT, YOUR_TURN, Look

DRAW = "Bag, draw a piece"
PLACE = re.compile(r"Cylinder (\d), place the piece")
LIFT = re.compile(r"Cylinder (\d), lift")
PUT_BACK = re.compile(r"(\w+) piece, put back|(Joker), put back")


class Player:
    """Somebody with a mouse. The first turns are draws into cylinders 1 and 2, at random; then comes daring."""

    confirms_everything = False

    def __init__(self, *tabs: Look, seed: int, draws: int = 2, reloads_before: int = -1) -> None:
        """`reloads_before`: the number of the answer before which the page is loaded again."""
        self._tabs = list(tabs)
        self._chance = Random(seed)
        self._draws_left = draws
        self._reloads_before = reloads_before
        self.lifted = 0

    @property
    def look(self) -> Look:
        """The tab in use."""
        return self._tabs[0]

    async def play_to_the_end(self) -> None:
        """Answer whatever is asked, until there is a result."""
        for number in count():
            await self.look.page.bring_to_front()
            await expect(self.look.prompt(YOUR_TURN).or_(self.look.prompt(RESULT))).to_be_visible(timeout=30_000)
            if await self.look.prompt(RESULT).is_visible():
                return
            if number == self._reloads_before:
                await self.look.reload()
            seq = await self.look.seq()
            await self.answer(await self.look.offers())
            await asyncio.gather(*(tab.moved_on(seq) for tab in self._tabs))
            self._tabs.append(self._tabs.pop(0))  # a second tab of the same player works as well

    async def answer(self, offers: list[str]) -> None:
        """Take one of what is offered, and confirm what wants to be confirmed."""
        wish = self._wish(offers)
        await self.press(wish)
        if self.confirms_everything or not (wish == DRAW or PLACE.fullmatch(wish)):
            await self.press(confirmation_of(wish))

    def _wish(self, offers: list[str]) -> str:
        if DRAW in offers and self._draws_left:
            self._draws_left -= 1
            return DRAW
        placing = [offer for offer in offers if PLACE.fullmatch(offer)]
        if placing:
            return self._chance.choice(placing[:2])
        if lifts := [offer for offer in offers if LIFT.fullmatch(offer)]:
            self.lifted += 1
            return lifts[0] if self.lifted == 1 else lifts[-1]
        return next(offer for offer in offers if PUT_BACK.fullmatch(offer))

    async def press(self, name: str) -> None:
        """Press the button of this name, once it listens."""
        await self.use(self.look.main.get_by_role("button", name=name, exact=True))

    async def use(self, button: Locator) -> None:
        """As one presses buttons with a mouse."""
        await button.click()


class TouchPlayer(Player):
    """Somebody with a telephone, where every answer takes two presses."""

    confirms_everything = True

    async def use(self, button: Locator) -> None:
        """As one presses buttons with a finger."""
        await button.tap()


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
