"""Actions of hosts and guests around a game, found on the page as a user finds them."""

from typing import Self

from playwright.async_api import Locator, expect

from tests.browser.look import Look

# The second button ignores presses for 300 ms: it may be where the first one was.
SETTLED = "() => new Promise((done) => setTimeout(done, 350))"


async def open_tab(look: Look, tab: str) -> Locator:
    """The log, the chat, the people or the results, on any screen."""
    toggle = look.page.locator(".rail-toggle")
    if await toggle.is_visible() and await toggle.get_attribute("aria-expanded") == "false":
        await toggle.click()
    button = look.rail.get_by_role("tab", name=tab)
    if await button.get_attribute("aria-selected") == "false":
        await button.click()
    return look.rail.get_by_role("tabpanel", name=tab)


async def at_chair(look: Look, name: str) -> Locator:
    """The slip at a chair before the game, opened: of somebody, or of "Free seat 2"."""
    await look.main.get_by_role("button", name=name).click()
    return look.page.get_by_role("dialog")


async def manage(look: Look, name: str) -> Locator:
    """The host's actions for somebody, unfolded: their row."""
    named = look.page.locator(".name", has_text=name)
    row = (await open_tab(look, "People")).get_by_role("listitem").filter(has=named)
    await row.get_by_text("Manage").click()
    return row


async def twice(place: Locator | Look, name: str) -> None:
    """Press a button that asks for confirmation, and again once it accepts presses."""
    button = (place.page if isinstance(place, Look) else place).get_by_role("button", name=name, exact=True)
    await button.click()
    await expect(button.page.get_by_text("Continue?").locator("visible=true")).to_be_visible()
    await button.page.evaluate(SETTLED)
    await button.click()


class Setting:
    """The host's settings dialog."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.dialog = look.page.get_by_role("dialog", name="Table settings")

    async def open(self, button: str = "Table settings…") -> Self:
        """Open it from the table or from the prompt."""
        await self.look.main.get_by_role("button", name=button).click()
        await expect(self.dialog.get_by_role("radiogroup", name="Clocks")).to_be_visible()
        return self

    async def choose(self, field: str, value: str) -> None:
        """Choose a value for a field."""
        group = self.dialog.get_by_role("radiogroup", name=field, exact=True)
        await group.get_by_role("radio", name=value, exact=True).press("Space")

    async def done(self, complaint: str = "") -> None:
        """Press the submit button, and wait until the settings are applied, or this is complained of."""
        await self.dialog.get_by_role("button", name="Apply").click()
        await (self.complains(complaint) if complaint else expect(self.dialog).to_have_count(0))

    async def complains(self, sentence: str) -> None:
        """Wait until the dialog shows this error, and it is announced once."""
        await expect(self.dialog.locator(".problem").filter(has_text=sentence)).to_be_visible()
        aloud = self.dialog.get_by_role("alert").or_(self.look.voice)
        assert await aloud.filter(has_text=sentence).count() == 1
