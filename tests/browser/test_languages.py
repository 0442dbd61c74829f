"""Every reader has the table in a language of his own, and all the words of the page fit in whichever it is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect

from app.languages import Speaker
from app.tools.sentences import sentences
from games import GAMES
from games.text import Text
from tests.browser.color_dice_scenes import with_locked_pawns
from tests.browser.color_dice_tables import show
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.browser.test_layout import assert_fits
from tests.browser.walks import decisions

NARROW_AND_WIDE = [(390, 844), (320, 568), (1440, 900)]


class Reading(Look):
    """The page of a room, for somebody who reads this language."""

    def __init__(self, page: Page, language: str) -> None:
        super().__init__(page)
        self.say = Speaker(language, ("tcnccc", "core"))
        self.bar = page.get_by_role("region").filter(has=page.get_by_role("heading", name=self.say("What is asked")))
        self.log = page.get_by_role("tabpanel")

    def named(self, sentence: str, **arguments: Any) -> Locator:
        """A button, by the English for its name."""
        return self.button(self.say(sentence, **arguments))

    def link(self, language: str) -> Locator:
        """The way to another language, by its own name."""
        return self.page.get_by_role("link", name=language, exact=True)


async def reader(guests: Guests, name: str, language: str, **screen: Any) -> Guest:
    """Somebody whose browser asks for this language."""
    return await guests.stranger(name, **{**LAPTOP, "locale": language, **screen})


async def reads(guest: Guest, room: str, language: str) -> Reading:
    """The room, as this guest sees it."""
    look = Reading(await guest.open(f"/t/{room}"), language)
    await look.is_ready()
    return look


# --- Two readers of one table -------------------------------------------------------------------------------


async def test_a_german_and_a_frenchwoman_sit_at_one_table(guests: Guests, tables: Tables) -> None:
    hans, anne = await reader(guests, "Hans", "de-DE"), await reader(guests, "Anne", "fr-FR")
    table = await tables.play(hans, anne)
    await table.pass_to(0)
    german, french = await reads(hans, table.room, "de"), await reads(anne, table.room, "fr")
    await expect(german.html).to_have_attribute("lang", "de")
    await expect(french.html).to_have_attribute("lang", "fr")
    asked = "Draw a piece from the bag, or lift a cylinder."
    await expect(german.prompt(f"Du bist dran. {german.say(asked)}")).to_be_visible()
    await expect(french.prompt(french.say("{seats} draws or lifts.", seats="Hans"))).to_be_visible()
    await german.named("Bag, draw a piece").click()
    await german.named("{name}, place the piece", name=german.say("Cylinder {cylinder}", cylinder=1)).click()
    for look in (german, french):
        await expect(look.log).to_contain_text(look.say("{seat} placed a piece.", seat="Hans"))


async def test_what_a_person_says_is_nobodys_translation(guests: Guests, tables: Tables) -> None:
    hans, anne = await reader(guests, "Hans", "de-DE"), await reader(guests, "Anne", "fr-FR")
    table = await tables.play(hans, anne)
    await table.say(0, "Rules")
    french = await reads(anne, table.room, "fr")
    await french.page.get_by_role("tab", name=french.say("Chat")).click()
    await expect(french.log).to_contain_text("Rules")


@pytest.mark.parametrize(
    ("language", "another"), [("en", "another"), ("fr", "autre"), ("de", "anderen"), ("es", "otro"), ("pt", "outro")]
)
async def test_a_refusal_comes_in_the_readers_language(
    guests: Guests, ann: Guest, tables: Tables, language: str, another: str
) -> None:
    table = await tables.gather(ann, seats=2)
    look = await reads(await reader(guests, "", language), table.room, language)
    await look.bar.get_by_role("textbox").fill("Ann")
    await look.page.keyboard.press("Enter")
    refusal = look.say("Somebody at this table is called {name}. Choose another name.", name="Ann")
    assert another in refusal
    await expect(look.bar.get_by_text(refusal)).to_be_visible()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ann, Bo, and Dee: 12,345.5."),
        ("fr", "Ann, Bo et Dee : 12 345,5."),
        ("de", "Ann, Bo und Dee: 12.345,5."),
        ("pt", "Ann, Bo e Dee: 12.345,5."),
    ],
)
async def test_lists_and_numbers_are_written_as_the_language_has_them(
    guests: Guests, tables: Tables, ann: Guest, language: str, said: str
) -> None:
    table = await tables.play(ann, "Bo")
    look = await reads(await reader(guests, "", language), table.room, language)
    words = await look.page.evaluate("""async () => {
        const { teller } = await import("#kit/text.js");
        const say = teller((seat) => ["Ann", "Bo", "Dee"][seat]);
        return say("{seat}: {answer}.", { seat: [{ seat: 0 }, { seat: 1 }, { seat: 2 }], answer: 12345.5 });
    }""")
    assert re.sub(r"\s", " ", words) == said


# --- Another language ---------------------------------------------------------------------------------------


async def test_a_language_is_chosen_in_the_menu_and_nothing_typed_is_lost(guests: Guests, tables: Tables) -> None:
    uma = await reader(guests, "Uma", "en-GB")
    table = await tables.play(uma, "Bo")
    look = await reads(uma, table.room, "en")
    await look.page.get_by_role("tab", name="Chat").click()
    await look.page.get_by_role("textbox", name="Say something to the table").fill("Wait a")
    await look.named("Menu").click()
    await look.link("Deutsch").click()
    await expect(look.html).to_have_attribute("lang", "de")
    german = Reading(look.page, "de")
    await expect(german.link("Deutsch")).to_have_attribute("aria-current", "true")
    await expect(german.link("Deutsch")).to_be_focused()
    await german.named("Close").click()
    await expect(german.page.get_by_role("textbox", name=german.say("Say something to the table"))).to_have_value(
        "Wait a"
    )
    assert german.page.url == f"{uma.base_url}/t/{table.room}"


async def test_a_language_that_was_chosen_stays(guests: Guests, tables: Tables) -> None:
    uma = await reader(guests, "Uma", "en-GB")
    table = await tables.play(uma, "Bo")
    look = await reads(uma, table.room, "en")
    await look.named("Menu").click()
    await look.link("Português").click()
    await expect(look.html).to_have_attribute("lang", "pt")
    await look.reload()
    await expect(look.html).to_have_attribute("lang", "pt")
    await Reading(look.page, "pt").named("Menu").click()
    await expect(look.link("Português")).to_have_attribute("lang", "pt")


async def test_without_the_server_the_language_stays_what_it_was(guests: Guests, tables: Tables) -> None:
    uma = await reader(guests, "Uma", "en-GB")
    uma.forgive("Failed to load resource")
    table = await tables.play(uma, "Bo")
    look = await reads(uma, table.room, "en")
    await look.page.route("**/static/languages/**", lambda route: route.abort())
    await look.named("Menu").click()
    await look.link("Español").click()
    await expect(look.voice).to_contain_text("The server does not answer.")
    await expect(look.html).to_have_attribute("lang", "en")


async def test_pieces_take_the_letters_of_the_language(guests: Guests, tables: Tables) -> None:
    """Green begins with the letter of yellow in German, and blue with that of yellow in Spanish."""
    uma = await reader(guests, "Uma", "en-GB")
    table = await tables.play(uma, "Bo")
    look = await reads(uma, table.room, "en")
    english = await outlines(look)
    await look.named("Menu").click()
    await look.link("Deutsch").click()
    # The letters that English lacks are fetched first: the page may say that it is German before it draws them.
    await expect(look.page.locator("#piece-yellow .glyph")).to_have_attribute("d", english["green"])
    german = await outlines(look)
    assert german["red"] == english["red"]
    assert len(set(german.values())) == len(set(english.values())) == 4


async def outlines(look: Look) -> dict[str, str]:
    """What is drawn on a piece of each colour."""
    drawn: dict[str, str] = await look.page.evaluate("""() => Object.fromEntries(
        ["red", "yellow", "green", "blue"].map((colour) =>
            [colour, document.querySelector(`#piece-${colour} .glyph`).getAttribute("d")]))""")
    return drawn


async def test_a_replay_changes_its_language_at_the_very_step(guests: Guests, tables: Tables) -> None:
    uma = await reader(guests, "Uma", "en-GB")
    table = await tables.play(uma, "Bo")
    await table.draw_and_place(1)
    await table.end()
    page = await uma.open(f"/t/{table.room}/replay#seat=0&step=2")
    await page.get_by_role("link", name="Français").click()
    await expect(page.locator("html")).to_have_attribute("lang", "fr")
    await expect(page.get_by_text("Étape 2 sur")).to_be_visible()
    assert page.url == f"{uma.base_url}/t/{table.room}/replay#seat=0&step=2"


# --- A whole game -------------------------------------------------------------------------------------------


async def test_a_whole_game_has_words_for_everything(guests: Guests) -> None:
    """The page reports what it has no words for, and nobody's page may complain."""
    hans = await reader(guests, "Hans", "de-DE")
    page = await hans.open("/")
    await page.get_by_role("button", name="Zeig mir, wie’s geht: TCNCCC").click()
    look = Reading(page, "de")
    await look.is_ready()
    await play_to_the_end(look, Random(2))
    for tab in await page.get_by_role("tab").all():
        await tab.click()
    await look.named("Menu").click()
    await expect(page.get_by_role("dialog")).to_contain_text("Sprache")


async def play_to_the_end(look: Look, chance: Random) -> None:
    """Draw now and then, else press whatever there is, whatever it is called."""
    over = look.page.locator("main[data-state=over]")
    asked = look.page.locator("html:not([data-asked=''])")
    for turn in count():
        await expect(over.or_(asked).first).to_be_attached(timeout=30_000)
        if await over.count():
            return
        seq = await look.seq()
        open_pieces = look.main.locator(".stand:not([aria-disabled=true])")
        await expect(open_pieces.or_(look.bar.locator(".answer")).first).to_be_attached()
        bag = look.main.locator(".stand[data-focus=bag]")
        if await bag.count() and turn < 6:
            await bag.click()
        elif pieces := await open_pieces.all():
            await chance.choice(pieces).click()
        if await look.bar.locator(".answer.primary").count() and await look.seq() == seq:
            await look.bar.locator(".answer.primary").click()
        await look.moved_on(seq)


async def test_a_sentence_without_words_is_reported(guests: Guests, tables: Tables) -> None:
    hans = await reader(guests, "Hans", "de-DE")
    hans.forgive("No words in de: Nobody translates this.")
    table = await tables.play(hans, "Bo")
    look = await reads(hans, table.room, "de")
    await look.page.evaluate("""async () => {
        const { teller } = await import("#kit/text.js");
        for (const _ of [1, 2]) teller(String)("Nobody translates this.");
    }""")
    assert hans.complaints == ["No words in de: Nobody translates this."]


# --- Words that are longer ----------------------------------------------------------------------------------

ACCENTS = str.maketrans("aceinouyACEINOUY", "àçéîñöûýÀÇÉÎÑÖÛÝ")
LONGER = 0.4


def stretched(english: str) -> str:
    """A sentence of no language: two fifths longer, with accents, and brackets that show where it is cut off."""
    if len(english) == 1 or english.isdigit():
        return english
    parts = re.split(r"(\{\w+\})", english)
    letters = sum(len(part) for part in parts[::2])
    accented = "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in parts)
    more = "".join(" " if nth % 7 == 0 else "ö" for nth in range(round(LONGER * letters)))
    return f"[{accented}{more}]"


def stretched_catalog(_language: str, part: str) -> Mapping[str, str]:
    return {english: stretched(english) for english in sentences(part)}


@pytest.fixture
def stretching(monkeypatch: pytest.MonkeyPatch) -> Callable[[Route], Any]:
    """The server speaks the language of nobody instead of German; what a page asks for is answered by this."""
    monkeypatch.setattr("app.languages.catalog", stretched_catalog)

    async def answer(route: Route) -> None:
        part = route.request.url.rpartition("/")[2].partition(".")[0]
        await route.fulfill(body=json.dumps(stretched_catalog("", part)), content_type="application/json")

    return answer


async def stretched_page(guests: Guests, stretching: Callable[[Route], Any]) -> Page:
    """The start page."""
    somebody = await reader(guests, "", "de-DE", **PHONE)
    await somebody.context.route("**/static/languages/de/*", stretching)
    page = await somebody.open("/")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    return page


async def test_longer_words_fit_on_the_start_page(guests: Guests, stretching: Callable[[Route], Any]) -> None:
    page = await stretched_page(guests, stretching)
    await page.get_by_text(stretched("Options"), exact=True).locator("visible=true").tap()
    await assert_fits(page, *NARROW_AND_WIDE)


@pytest.mark.parametrize("game", GAMES)
async def test_longer_words_fit_at_every_decision(
    guests: Guests, tables: Tables, stretching: Callable[[Route], Any], game: str
) -> None:
    hans = await reader(guests, "Hans", "de-DE", **PHONE)
    await hans.context.route("**/static/languages/de/*", stretching)
    look = None
    async for _, table in decisions(tables, hans, game):
        look = look or await hans.look_at(table.room)
        await look.shows(table.frame["seq"])
        await expect(look.page.locator("#prompt")).to_contain_text("[")
        await assert_fits(look.page, *NARROW_AND_WIDE)
    assert look is not None


async def test_longer_words_fit_beside_locked_pawns(
    guests: Guests, tables: Tables, stretching: Callable[[Route], Any]
) -> None:
    hans = await reader(guests, "Hans", "de-DE", **PHONE)
    await hans.context.route("**/static/languages/de/*", stretching)
    look = (await show(hans, tables, with_locked_pawns())).look
    await expect(look.page.locator(".cd-locked").first).to_contain_text("[")
    await assert_fits(look.page, *NARROW_AND_WIDE)


async def test_longer_words_fit_in_the_menu(guests: Guests, stretching: Callable[[Route], Any]) -> None:
    page = await stretched_page(guests, stretching)
    await page.locator(".alone[data-game=tcnccc] [name=practice]").tap()
    await page.get_by_role("button", name=stretched("Menu")).tap()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await assert_fits(page, *NARROW_AND_WIDE)


async def test_a_stretched_sentence_names_what_the_sentence_names() -> None:
    assert str(Text(stretched("{count} people"), {"count": 3})) == "[3 péöplé öö]"
