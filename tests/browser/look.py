"""What somebody sees of a room: its page, found by roles, names, and what the page publishes of itself."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Literal

from playwright.async_api import Locator, Page, expect

CHOOSES_A_FIGURE = "Choose your figure"
YOUR_TURN = re.compile(r"^Your turn\.")
RESULT = re.compile(r"^You win\.|^[^.]+ wins\.|share the win\.")


class Look:
    """The page of a room."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.html = page.locator("html")
        self.main = page.get_by_role("main")
        self.middle = page.get_by_role("region", name="Table").get_by_role("list")
        self.bar = page.get_by_role("region").filter(has=page.get_by_role("heading", name="Prompt"))
        self.rail = page.get_by_role("complementary")
        self.voice = page.get_by_role("status")

    async def is_ready(self) -> None:
        """Wait until the table is shown and the line is open."""
        await expect(self.html).to_have_attribute("data-ready", "true")
        await expect(self.html).to_have_attribute("data-conn", "open")

    async def reload(self) -> None:
        """Load the page again."""
        await self.page.reload()
        await self.is_ready()

    def prompt(self, says: str | re.Pattern[str]) -> Locator:
        """What the prompt bar says, when it says this."""
        return self.bar.get_by_role("paragraph").filter(has_text=says)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button, by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def control(self, name: str) -> Locator:
        """A button, a link or a tab, by its whole name."""
        roles: list[Literal["button", "link", "tab"]] = ["button", "link", "tab"]
        button, link, tab = (self.page.get_by_role(role, name=name, exact=True) for role in roles)
        return button.or_(link).or_(tab)

    def cylinder(self, number: int) -> Locator:
        """The place of the cylinder of this number, 1 to 4."""
        return self.middle.get_by_role("listitem").nth(number - 1)

    def seat(self, name: str) -> Locator:
        """The place of a player: another's among the players, or one's own."""
        places = self.page.get_by_role("region", name="Players").get_by_role("listitem")
        return places.or_(self.page.get_by_role("region", name="Your place")).filter(has_text=name)

    async def seq(self) -> int:
        """The number of the event that the page shows."""
        return int(await self.html.get_attribute("data-seq") or 0)

    async def shows(self, seq: int) -> None:
        """Wait until the page shows this event: as long as it goes on, for it may have much to catch up with."""
        shown = -1
        while (before := shown) != (shown := await self.seq()):
            with suppress(AssertionError):
                return await expect(self.html).to_have_attribute("data-seq", str(seq))
        raise AssertionError(f"the page stays at event {before}, and does not come to {seq}")

    async def moved_on(self, seq: int) -> None:
        """Wait until the page shows a later event than this one."""
        await expect(self.html).not_to_have_attribute("data-seq", str(seq))

    async def is_asked(self) -> None:
        """Wait until it is this reader's turn."""
        await expect(self.prompt(YOUR_TURN)).to_be_visible()

    async def offers(self) -> list[str]:
        """The names of all buttons at the table with which one plays, in reading order."""
        named = re.findall(r'- \'?button "((?:[^"\\]|\\.)+)"', await self.main.aria_snapshot())
        return [name for name in named if name != CHOOSES_A_FIGURE]

    async def focused(self) -> str:
        """Role and name of what has the focus, as a screen reader says it; empty when nothing has it."""
        if not await self.page.evaluate("() => document.activeElement !== document.body"):
            return ""
        said = (await self.page.locator(":focus").aria_snapshot()).partition("\n")[0]
        return said.removeprefix("- ").strip("'")  # what has a colon comes in quotes
