"""Pages on which time stands still, so that what lasts for a moment can be looked at, and its end be brought about; and
pages that nobody sees."""

from playwright.async_api import Page

from tests.browser.guests import Guest
from tests.browser.look import Look

LATER_S = 1_000_000


async def frozen_look(guest: Guest, room: str) -> Look:
    """The page of a room where time stands still unless told. From now on all pages of this guest are like that."""
    await guest.context.clock.install(time=0)
    page = await guest.context.new_page()
    await page.goto(f"{guest.base_url}/t/{room}")
    look = Look(page)
    await look.is_ready()
    await page.clock.pause_at(LATER_S)
    return look


async def pass_time(look: Look, seconds: float) -> None:
    """Let so much time go by at once."""
    await look.page.clock.run_for(int(seconds * 1000))


async def hide(page: Page, *, hidden: bool) -> None:
    """As when another tab comes before this one, or this one is seen again."""
    await page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )
