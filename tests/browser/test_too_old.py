"""A browser that does not know import maps never runs a page: it says so. tests/engines/ asks a real one."""

from playwright.async_api import expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.tables import Tables


async def test_an_old_browser_is_told_so_in_its_readers_language_in_place_of_waiting(
    guests: Guests, ann: Guest, tables: Tables
) -> None:
    table = await tables.gather(ann, seats=2)
    old = await guests.stranger(**PHONE, locale="de-DE")
    old.forgive("ERR_FAILED")
    old.forgive("preloaded using link preload but not used")  # if it stays on the page for some seconds
    await old.context.route("**/pages/*.js*", lambda route: route.abort())
    await old.context.add_init_script("Object.defineProperty(HTMLScriptElement, 'supports', { value: () => false });")
    for path in ("/", f"/t/{table.room}"):
        page = await old.open(path)
        await expect(page.get_by_text("Diese Seite braucht einen neueren Browser")).to_be_visible()
        await expect(page.locator(".sentence")).to_have_count(0 if path == "/" else 1)
        await expect(page.locator(".sentence:visible")).to_have_count(0)
    page = await (await guests.stranger()).open("/")
    await expect(page.locator("#too-old")).to_be_hidden()
