"""Names and chat are plain text: shown exactly as typed, never executed. And a browser without import maps never runs a
page, but is told so. tests/engines/ checks a real one."""

from urllib.parse import quote

import pytest
from playwright.async_api import expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Tables, seen

# --- Words --------------------------------------------------------------------------------------------------

TITLES = ("TCNCCC · Tertulia", "● TCNCCC · Tertulia")

NAMES = [
    "<script>x()</script>",
    "<svg onload=x()>",
    "<img src onerror=x()",
    "\"><b onclick='x()'>",
    "' onfocus=x() a='",
    "javascript:x()",
    "${x()}{{7*7}}",
    "<!--<i>Quin</i>-->",
    "&lt;u&gt;Wanda&amp;",
    "</p></li><h1>Zoë",
    "__proto__",
    "{seat} {name} Lou",
    "</script><em>Yves",
    "%3Cu%3EUma%3C/u%3E",
    "constructor",
]
BY_DAY = ["<img src onerror=x()", "\"><b onclick='x()'>", "&lt;u&gt;Wanda&amp;", "{seat} {name} Lou", "__proto__"]
OTHERS = [name for name in NAMES if name not in BY_DAY]
TABLES = [BY_DAY, *(pytest.param(names, marks=pytest.mark.long) for names in (OTHERS[:5], OTHERS[5:]))]

CHATS = [
    '<img src=x onerror="x()">',
    "<script>x()</script>",
    '<a href="javascript:x()">press here</a>',
    '<iframe srcdoc="<script>parent.x()</script>"></iframe>',
    "<svg><animate onbegin=x() attributeName=x dur=1s>",
    "<details open ontoggle=x()><summary>open</summary></details>",
    "<style>*{display:none}</style>",
    '<form action="javascript:x()"><button>Rematch</button></form>',
    '<meta http-equiv="refresh" content="0;url=//elsewhere.example">',
    '"><body onload=x()>',
    '<noscript><p title="</noscript><img src=x onerror=x()>">',
    "<math><mtext><table><mglyph><style><img src=x onerror=x()>",
    "https://elsewhere.example/?a=<b>",
    "{name}: {text} ${x()} {{constructor.constructor('x()')()}}",
    "<!--lit-part--><?lit$0$>",
]


async def assert_words(look: Look, *typed: str) -> None:
    """These texts are on the page exactly as typed."""
    for words in typed:
        await expect(look.page.get_by_text(words, exact=True).locator("visible=true").first).to_be_visible()
    assert await look.page.title() in TITLES


@pytest.mark.parametrize("names", TABLES, ids=lambda names: names[0])
async def test_a_name_is_shown_as_typed_everywhere(ann: Guest, eve: Guest, tables: Tables, names: list[str]) -> None:
    table = await tables.gather(ann, *names)
    looks = [await guest.look_at(table.room) for guest in (ann, eve)]
    for look in looks:
        await assert_words(look, *names)
    await table.start()
    for look in looks:
        await look.shows(table.frame["seq"])
        await assert_words(look, *names)
        await look.rail.get_by_role("tab", name="People").click()
        await assert_words(look, *names)


async def test_a_name_is_shown_as_it_was_typed_in_prompt_log_and_result(ann: Guest, tables: Tables) -> None:
    name = NAMES[0]
    table, look = await seen(ann, tables.play(ann, name, asked=1))
    await expect(look.prompt(f"Waiting for {name} to draw or lift.")).to_be_visible()
    await table.pass_to(0)
    await table.end()
    await expect(look.prompt(f"{name} wins.")).to_be_visible()
    await expect(look.rail.get_by_text(f"{name} placed a piece.").first).to_be_visible()


async def test_a_name_is_kept_and_offered_again_as_it_was_typed(guests: Guests, ann: Guest, tables: Tables) -> None:
    guest, name = await guests.stranger(), "\"><b&lt;'x()'>"
    _, look = await seen(guest, tables.gather(ann, seats=2))
    await look.page.get_by_role("textbox", name="Your name").fill(name)
    await look.button("Sit down").click()
    await assert_words(look, name)
    page = await guest.choose()
    await expect(page.get_by_role("textbox", name="Your name")).to_have_value(name)


async def test_what_is_said_is_shown_as_it_was_typed_and_is_nothing_but_words(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.gather(ann, "Bo"))
    await look.rail.get_by_role("tab", name="Chat").click()
    for words in CHATS:
        await table.say(1, words)
    await assert_words(look, *CHATS)
    await expect(look.rail.get_by_role("tabpanel").get_by_role("link")).to_have_count(0)
    await expect(look.voice).to_contain_text("<!--lit-part-->")


async def test_an_address_made_of_markup_is_a_page_that_is_not_there(eve: Guest) -> None:
    eve.forgive("404")
    page = await eve.open("/t/" + quote("<script>console.error(1)</script>"))
    await expect(page.get_by_role("link", name="To the start page")).to_be_visible()


# --- Browsers that are too old ------------------------------------------------------------------------------


async def test_an_old_browser_is_told_so_in_its_readers_language(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    old = await guests.stranger(**PHONE, locale="de-DE")
    old.forgive("ERR_FAILED")
    old.forgive("preloaded using link preload but not used")  # if this page stays open for some seconds
    await old.context.route("**/pages/*.js*", lambda route: route.abort())
    await old.context.add_init_script("Object.defineProperty(HTMLScriptElement, 'supports', { value: () => false });")
    for path in ("/", f"/t/{table.room}"):
        page = await old.open(path)
        await expect(page.get_by_text("Diese Seite braucht einen neueren Browser")).to_be_visible()
        await expect(page.locator(".sentence")).to_have_count(0 if path == "/" else 1)
        await expect(page.locator(".sentence:visible")).to_have_count(0)
    page = await (await guests.stranger()).open("/")
    await expect(page.locator("#too-old")).to_be_hidden()
