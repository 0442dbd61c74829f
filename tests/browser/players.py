"""People who play a whole game by what their page offers them: with a mouse, with a finger, with keys alone."""

from __future__ import annotations

import re
from random import Random

from playwright.async_api import Locator, expect

from tests.browser.keyboard import Keyboard
from tests.browser.look import RESULT, YOUR_TURN, Look

DRAW = "Bag, draw a piece"
PLACE = re.compile(r"Cylinder (\d), place the piece")
LIFT = re.compile(r"Cylinder (\d), lift")
PUT_BACK = re.compile(r"(\w+) piece, put back|(Joker), put back")


class Player:
    """Somebody with a mouse. The first turns are draws into cylinders 1 and 2, at random; then comes daring."""

    confirms_everything = False

    def __init__(self, *tabs: Look, draws: int = 2) -> None:
        self._tabs = list(tabs)
        self._draws_left = draws
        self._chance = Random(draws)
        self.lifted = 0

    @property
    def look(self) -> Look:
        """The tab in use."""
        return self._tabs[0]

    async def play_to_the_end(self) -> None:
        """Answer whatever is asked, until there is a result."""
        while await self._is_asked_or_done() and not await self.look.prompt(RESULT).is_visible():
            seq = await self.look.seq()
            await self.answer(await self.look.offers())
            await self.look.moved_on(seq)
            self._tabs.append(self._tabs.pop(0))  # a second tab of the same player works as well

    async def _is_asked_or_done(self) -> bool:
        await expect(self.look.prompt(YOUR_TURN).or_(self.look.prompt(RESULT))).to_be_visible(timeout=30_000)
        return True

    async def answer(self, offers: list[str]) -> None:
        """Take one of what is offered, and confirm what wants to be confirmed."""
        wish = self._wish(offers)
        import time; print(round(time.time()%1000,2), type(self).__name__, wish)
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


class KeyboardPlayer(Player):
    """Somebody who has only keys, and hears what the page says."""

    async def press(self, name: str) -> None:
        """Go there with Tab and the arrows, and press Enter."""
        keyboard = Keyboard(self.look)
        await keyboard.go_to(name)
        await keyboard.press_when_it_listens("Enter")


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
