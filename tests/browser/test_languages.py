"""Everybody has the table in a language of their own, and all texts fit in every language."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from app.i18n import LANGUAGES, Speaker
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.longer import LongWorded, stretched
from tests.browser.look import Look
from tests.browser.measured import NARROW_AND_WIDE, assert_fits
from tests.browser.tables import Seated, Tables, seen
from tests.browser.walks import TABLES, decisions
from tests.browser.wires import held


class Reading(Look):
    """The page of a room in this language."""

    def __init__(self, page: Page, language: str) -> None:
        super().__init__(page)
        self.say = Speaker(language, ("tcnccc", "core"))
        self.bar = page.get_by_role("region").filter(has=page.get_by_role("heading", name=self.say("Prompt")))
        self.log = page.get_by_role("tabpanel")

    def named(self, sentence: str, **arguments: Any) -> Locator:
        """A button, by its English name."""
        return self.button(self.say(sentence, **arguments))

    def link(self, language: str) -> Locator:
        """The link to another language, by that language's own name."""
        return self.page.get_by_role("link", name=language, exact=True)


async def reader(guests: Guests, name: str, language: str, **screen: Any) -> Guest:
    """A guest whose browser asks for this language."""
    return await guests.stranger(name, **{**LAPTOP, "locale": language, **screen})


async def reads(guest: Guest, room: str, language: str) -> Reading:
    """The room's page, in this guest's language."""
    look = Reading(await guest.open(f"/t/{room}"), language)
    await look.is_ready()
    return look


# --- Two readers of one table -------------------------------------------------------------------------------


async def test_a_german_and_a_frenchwoman_sit_at_one_table(guests: Guests, tables: Tables) -> None:
    hans, anne = await reader(guests, "Hans", "de-DE"), await reader(guests, "Anne", "fr-FR")
    table = await tables.play(hans, anne, asked=0)
    german, french = await reads(hans, table.room, "de"), await reads(anne, table.room, "fr")
    await expect(german.html).to_have_attribute("lang", "de")
    await expect(french.html).to_have_attribute("lang", "fr")
    asked = "Draw a piece from the bag, or lift a cylinder."
    await expect(german.prompt(f"Du bist dran. {german.say(asked)}")).to_be_visible()
    await expect(french.prompt(french.say("Waiting for {seats} to draw or lift.", seats=["Hans"]))).to_be_visible()
    await german.named("Bag, draw a piece").click()
    await german.named("{name}, place the piece", name=german.say("Cylinder {cylinder}", cylinder=1)).click()
    for look in (german, french):
        await look.page.get_by_role("tab", name=look.say("Log")).click()
        await expect(look.log).to_contain_text(look.say("{seat} placed a piece.", seat="Hans"))
    await table.say(0, "Rules")
    await french.page.get_by_role("tab", name=french.say("Chat")).click()
    await expect(french.log).to_contain_text("Rules")  # what people write is not translated


async def test_a_refusal_is_read_and_said_in_the_readers_language(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    look = await reads(await reader(guests, "", "de"), table.room, "de")
    await look.bar.get_by_role("textbox").fill("Ann")
    await look.page.keyboard.press("Enter")
    refusal = look.say("Someone at this table is already called {name}. Choose another name.", name="Ann")
    assert "anderen" in refusal
    await expect(look.bar.get_by_text(refusal)).to_be_visible()
    await expect(look.voice).to_contain_text(refusal)


# --- Another language ---------------------------------------------------------------------------------------


async def uma_plays(guests: Guests, tables: Tables) -> tuple[Guest, Seated, Reading]:
    """Uma plays in English, at a table of her own."""
    uma = await reader(guests, "Uma", "en-GB")
    table = await tables.play(uma, "Bo")
    return uma, table, await reads(uma, table.room, "en")


async def test_a_language_is_chosen_in_the_menu_and_nothing_typed_is_lost(guests: Guests, tables: Tables) -> None:
    uma, table, look = await uma_plays(guests, tables)
    english = await outlines(look)
    await look.page.get_by_role("tab", name="Chat").click()
    await look.chat.fill("Wait a")
    await look.named("Menu").click()
    await expect(look.link("Português")).to_have_attribute("lang", "pt-PT")
    await look.link("Deutsch").click()
    await expect(look.html).to_have_attribute("lang", "de")
    german = Reading(look.page, "de")
    await expect(german.link("Deutsch")).to_have_attribute("aria-current", "true")
    await expect(german.link("Deutsch")).to_be_focused()
    await german.named("Close").click()
    await expect(german.page.get_by_role("textbox", name=german.say("Write to the table"))).to_have_value("Wait a")
    assert german.page.url == f"{uma.base_url}/t/{table.room}"
    await pieces_are_german(look, english)
    await look.reload()
    await expect(look.html).to_have_attribute("lang", "de")
    await pieces_are_german(look, english)


async def pieces_are_german(look: Look, english: dict[str, str]) -> None:
    """Yellow (Gelb) has the letter that green has in English; red (Rot) keeps its own."""
    # Letters that English lacks are loaded first: the page may declare German before it draws them.
    await expect(look.page.locator("#piece-yellow .glyph")).to_have_attribute("d", english["green"])
    german = await outlines(look)
    assert german["red"] == english["red"]
    assert len(set(german.values())) == len(set(english.values())) == 4


async def outlines(look: Look) -> dict[str, str]:
    """The letter drawn on a piece of each colour."""
    return await look.page.evaluate("""() => Object.fromEntries(
        ["red", "yellow", "green", "blue"].map((colour) =>
            [colour, document.querySelector(`#piece-${colour} .glyph`).getAttribute("d")]))""")


async def test_the_last_language_chosen_stays_though_the_first_comes_late(guests: Guests, tables: Tables) -> None:
    _, _, look = await uma_plays(guests, tables)
    await look.named("Menu").click()
    has_come = look.page.expect_event("requestfinished", lambda request: "/de/tcnccc" in request.url)
    async with has_come, held(look.page, "**/static/languages/de/**"):
        await look.link("Deutsch").click()
        await look.link("Français").click()
        await expect(look.html).to_have_attribute("lang", "fr")
    await look.page.evaluate("() => new Promise((done) => setTimeout(done))")
    await expect(look.link("Français")).to_have_attribute("aria-current", "true")
    await expect(look.html).to_have_attribute("lang", "fr")


async def test_without_the_server_the_language_stays_what_it_was(guests: Guests, tables: Tables) -> None:
    uma, _, look = await uma_plays(guests, tables)
    uma.forgive("Failed to load resource")
    await look.page.route("**/static/languages/**", lambda route: route.abort())
    await look.named("Menu").click()
    await look.link("Español").click()
    await expect(look.voice).to_contain_text("The server does not answer.")
    await expect(look.html).to_have_attribute("lang", "en-GB")


async def test_a_replay_changes_its_language_at_the_very_step(guests: Guests, tables: Tables) -> None:
    uma = await reader(guests, "Uma", "en-GB")
    table = await tables.play(uma, "Bo")
    await table.draw_and_place(1)
    await table.end()
    uma.forgive("503")
    page = await uma.open(f"/t/{table.room}/replay#seat=0&step=2")
    await page.route("**/*language=*", lambda route: route.fulfill(status=503))
    await page.get_by_role("link", name="Français").click()
    await expect(page.get_by_role("status")).to_contain_text("The server does not answer.")
    await page.unroute("**/*language=*")
    await page.get_by_role("link", name="Français").click()
    await expect(page.locator("html")).to_have_attribute("lang", "fr")
    await expect(page.get_by_text("Étape 2 sur")).to_be_visible()
    assert page.url == f"{uma.base_url}/t/{table.room}/replay#seat=0&step=2"


# --- Words that are longer ----------------------------------------------------------------------------------
# At every decision of every game: tests/browser/test_walks.py.


async def test_longer_words_fit_on_the_start_page_in_the_guide_and_in_the_menu(long_worded: LongWorded) -> None:
    """A page also logs missing translations, and logged complaints fail the test."""
    page = await (await long_worded(**PHONE)).open("/")
    await assert_fits(page, *NARROW_AND_WIDE)
    await page.get_by_role("link", name="TCNCCC", exact=True).tap()
    await page.get_by_text(stretched("House rules"), exact=True).locator("visible=true").tap()
    await assert_fits(page, *NARROW_AND_WIDE)
    await page.get_by_role("button", name=stretched("First lesson")).tap()
    guide = page.get_by_role("region", name=stretched("Guide"))
    onward = guide.get_by_role("button", name=re.compile("|".join(map(re.escape, map(stretched, ("Skip", "Next"))))))
    done = guide.get_by_role("button", name=stretched("Done"))
    await expect(onward).to_be_visible()
    title = guide.get_by_role("heading")
    while await onward.count():
        said = await title.inner_text()
        await onward.click()  # not tap(), after which the browser sends the click a moment later
        await expect(title).not_to_have_text(said)
    await done.tap()
    for tab in await page.get_by_role("tab").all():
        await tab.dispatch_event("click")
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name=stretched("Menu")).tap()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await assert_fits(page, *NARROW_AND_WIDE)


async def test_a_name_has_room_beside_the_longest_words_for_up_and_down(guests: Guests, tables: Tables) -> None:
    host = await reader(guests, "Maximilian Konstant.", "fr", **{**PHONE, "viewport": {"width": 320, "height": 568}})
    _, look = await seen(host, tables.gather(host, "Guillermina B."))
    await look.button("Réglages de la table…").tap()
    names = look.page.locator(".order .name")
    await expect(names).to_have_text(["Maximilian Konstant.", "Guillermina B."])
    # Half of the longest.
    assert await names.evaluate_all("(names) => Math.min(...names.map((name) => name.offsetWidth))") >= 80


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TABLES)
async def test_every_language_fits_at_every_decision(guests: Guests, tables: Tables, language: str, game: str) -> None:
    somebody = await reader(guests, "Hans", language, **PHONE)
    async for _, look in decisions(tables, somebody, game):
        await assert_fits(look.page, *NARROW_AND_WIDE)
