"""What a user sees of a room: its page, found by roles, names, and what the page publishes about itself; and a keyboard
user who does not see it."""

import re
from contextlib import suppress

from playwright.async_api import Locator, Page, expect

CHOOSES_A_FIGURE = "React, or choose your figure"
MAKES_NO_MOVE = (CHOOSES_A_FIGURE, "Next time…")
"""Buttons at the table that make no move, wherever they are."""
YOUR_TURN = re.compile(r"^Your turn\.")
RESULT = re.compile(r"^You win\.|^[^.]+ wins\.|share the win\.")
MOST_STEPS = 80


class Look:
    """The page of a room."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.html = page.locator("html")
        self.main = page.get_by_role("main")
        self.middle = page.get_by_role("region", name="Table").get_by_role("list")
        self.bar = page.get_by_role("region").filter(has=page.get_by_role("heading", name="Prompt"))
        self.own = page.get_by_role("region", name="Your place")
        self.rail = page.get_by_role("complementary")
        self.chat = page.get_by_role("textbox", name="Write to the table")
        self.voice = page.get_by_role("status")

    async def is_ready(self) -> None:
        """Wait until the table is shown and the connection is open."""
        await expect(self.html).to_have_attribute("data-ready", "true")
        await expect(self.html).to_have_attribute("data-conn", "open")

    async def reload(self) -> None:
        """Load the page again."""
        await self.page.reload()
        await self.is_ready()

    def prompt(self, says: str | re.Pattern[str]) -> Locator:
        """The prompt bar, if it shows this text."""
        return self.bar.get_by_role("paragraph").filter(has_text=says)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button, by its full name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def control(self, name: str) -> Locator:
        """A button, link or tab, by its full name."""
        roles = ("button", "link", "tab")
        button, link, tab = (self.page.get_by_role(role, name=name, exact=True) for role in roles)
        return button.or_(link).or_(tab)

    def cylinder(self, number: int) -> Locator:
        """The cylinder of this number, 1 to 4."""
        return self.middle.get_by_role("listitem").nth(number - 1)

    def seat(self, name: str) -> Locator:
        """A player's area: another's among the players, or one's own."""
        places = self.page.get_by_role("region", name="Players").get_by_role("listitem")
        return places.or_(self.own).filter(has_text=name)

    async def seq(self) -> int:
        """The number of the event that the page shows."""
        return int(await self.html.get_attribute("data-seq") or 0)

    async def shows(self, seq: int) -> None:
        """Wait until the page shows this event, as long as it makes progress: it may have much to catch up with."""
        shown = -1
        while (before := shown) != (shown := await self.seq()):
            with suppress(AssertionError):
                return await expect(self.html).to_have_attribute("data-seq", str(seq))
        raise AssertionError(f"the page stays at event {before}, and does not come to {seq}")

    async def moved_on(self, seq: int) -> None:
        """Wait until the page shows a later event than this one."""
        await expect(self.html).not_to_have_attribute("data-seq", str(seq))

    async def is_asked(self) -> None:
        """Wait until this player is asked."""
        await expect(self.prompt(YOUR_TURN)).to_be_visible()

    async def offers(self) -> list[str]:
        """The names of all buttons that make a move, in reading order."""
        named = re.findall(r'- \'?button "((?:[^"\\]|\\.)+)"', await self.main.aria_snapshot())
        return [name for name in named if name not in MAKES_NO_MOVE]

    async def focused(self) -> str:
        """Role and name of the focused element, as a screen reader announces it; empty if there is none."""
        if not await self.page.evaluate("() => document.activeElement !== document.body"):
            return ""
        said = (await self.page.locator(":focus").aria_snapshot()).partition("\n")[0]
        return said.removeprefix("- ").strip("'")  # names with a colon are quoted


class Keyboard:
    """Presses keys and perceives only what a screen reader announces of the focus."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._keys = look.page.keyboard

    async def press(self, *keys: str) -> None:
        """Press these keys in order."""
        for key in keys:
            await self._keys.press(key)

    async def go_to(self, name: str) -> None:
        """Go to the control of this name: Tab from group to group, arrows within a group. Fails if it is not reached in
        one round through the page."""
        heard: list[str] = []
        while not is_named(name, here := await self._look.focused()):
            assert len(heard) < MOST_STEPS, f"{name} was not reached: {heard}"
            heard.append(here)
            if not await self._found_in_group(name):
                await self.press("Tab")

    async def _found_in_group(self, name: str) -> bool:
        start = here = await self._look.focused()
        if start.startswith("radio"):
            return False  # arrows would change the selection there
        for _ in range(MOST_STEPS):
            if is_named(name, here):
                return True
            await self.press("ArrowRight")
            here = await self._look.focused()
            if here == start:
                return False
        raise AssertionError(f"the arrows do not come back to {start}")


def is_named(name: str, said: str) -> bool:
    """Whether a screen reader announces a control of this name like this."""
    return re.match(rf'\w+ "{re.escape(name)}"', said) is not None
