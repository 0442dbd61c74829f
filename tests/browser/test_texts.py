"""Names and chat are plain text: shown exactly as typed, never executed. And a browser without import maps never runs a
page, but is told so. tests/engines/ checks a real one."""

from playwright.async_api import expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Tables, seen

# --- Words --------------------------------------------------------------------------------------------------

NAMES = ["<img src onerror=x()", "\"><b onclick='x()'>", "&lt;u&gt;Wanda&amp;", "{seat} {name} Lou", "__proto__"]

CHATS = [
    '<img src=x onerror="x()">',
    '<a href="javascript:x()">press here</a>',
    '<meta http-equiv="refresh" content="0;url=//elsewhere.example">',
    "https://elsewhere.example/?a=<b>",
    "{name}: {text} ${x()} {{constructor.constructor('x()')()}}",
    "<!--lit-part--><?lit$0$>",
]


async def assert_words(look: Look, *typed: str) -> None:
    """These texts are on the page exactly as typed."""
    for words in typed:
        await expect(look.page.get_by_text(words, exact=True).locator("visible=true").first).to_be_visible()
    assert await look.page.title() in ("TCNCCC · Tertulia", "● TCNCCC · Tertulia")


async def test_a_name_is_shown_as_typed_everywhere(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, *NAMES)
    looks = [await guest.look_at(table.room) for guest in (eve, ann)]
    for look in looks:
        await assert_words(look, *NAMES)
    await table.start()
    for look in looks:
        await look.shows(table.frame["seq"])
        await assert_words(look, *NAMES)
        await look.rail.get_by_role("tab", name="People").click()
        await assert_words(look, *NAMES)
        await look.rail.get_by_role("tab", name="Log").click()
    await table.pass_to(1)
    await expect(look.prompt(f"Waiting for {NAMES[0]} to draw or lift.")).to_be_visible()
    await table.pass_to(2, cylinder=2)
    await expect(look.rail.get_by_text(f"{NAMES[0]} placed a piece.").first).to_be_visible()
    await table.end()
    await expect(look.prompt(f"{NAMES[0]} wins.")).to_be_visible()


async def test_what_is_said_is_shown_as_it_was_typed_and_is_nothing_but_words(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.gather(ann, "Bo"))
    await look.rail.get_by_role("tab", name="Chat").click()
    for words in CHATS:
        await table.say(1, words)
    await assert_words(look, *CHATS)
    await expect(look.rail.get_by_role("tabpanel").get_by_role("link")).to_have_count(0)
    await expect(look.voice).to_contain_text("<!--lit-part-->")


# --- Browsers that are too old ------------------------------------------------------------------------------


async def test_an_old_browser_is_told_so_in_its_readers_language(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    old = await guests.stranger(**PHONE, locale="de-DE")
    old.forgive("ERR_FAILED|preloaded using link preload but not used")  # if this page stays open for some seconds
    await old.context.route("**/pages/*.js*", lambda route: route.abort())
    await old.context.add_init_script("Object.defineProperty(HTMLScriptElement, 'supports', { value: () => false });")
    for path in ("/", f"/t/{table.room}"):
        page = await old.open(path)
        await expect(page.get_by_text("Diese Seite braucht einen neueren Browser")).to_be_visible()
        await expect(page.locator(".sentence")).to_have_count(0 if path == "/" else 1)
        await expect(page.locator(".sentence:visible")).to_have_count(0)
    page = await (await guests.stranger()).open("/")
    await expect(page.locator("#too-old")).to_be_hidden()
