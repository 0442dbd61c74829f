"""Nobody else is needed: a table with bots in one press, and a guide through a first game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import YOUR_TURN, Look
from tests.browser.measured import assert_nothing_to_complain_of
from tests.browser.tables import Tables

STEPS = 6
LAST_STEP = "If you want to look something up"
# Of each game a step that asks for something, and what then has to be pressed; on a laptop one press each.
DEEDS = {
    "TCNCCC": ("Draw a piece", ["Bag, draw a piece"]),
    "Sin Color": ("Show one side of each", [re.compile(r"^Show my coins")]),
    "Desfases": ("Choose your suits", []),
    "Color Gin": ("Get a card", []),
    "Color Dice": ("Throw again, or keep", [re.compile(r"^Keep")]),
}

COVERED = """() => {
    const guide = document.getElementById("guide").getBoundingClientRect();
    const meets = (other) => other.left < guide.right && other.right > guide.left
        && other.top < guide.bottom && other.bottom > guide.top;
    return [".prompt", "[data-guided]"].filter((what) =>
        [...document.querySelectorAll(what)].some((node) => meets(node.getBoundingClientRect())));
}"""


class Guided(Look):
    """A room with a guide."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.guide = page.get_by_role("region", name="Guide")
        self.title = self.guide.get_by_role("heading")

    async def go_on(self) -> None:
        """To the next step."""
        await self.guide.get_by_role("button", name="Next").click()

    async def go_on_to(self, title: str) -> None:
        """To the step of this title."""
        while (await self.title.inner_text()) != title:
            await self.go_on()


async def practise(guest: Guest, title: str, how: str = "Play with bots") -> Guided:
    """Two presses on the start page."""
    page = await guest.choose(title)
    await page.get_by_role("button", name=how, exact=True).click()
    look = Guided(page)
    await look.is_ready()
    return look


async def guided(guest: Guest, title: str) -> Guided:
    """The same, and the guide is there."""
    look = await practise(guest, title, "Show me how")
    await expect(look.guide).to_be_visible()
    return look


# --- Practice -----------------------------------------------------------------------------------------------


async def test_two_presses_on_the_start_page_begin_a_game_with_bots_without_a_guide(guests: Guests) -> None:
    guest = await guests.stranger(**PHONE)
    asked_for: list[str] = []
    guest.context.on("request", lambda request: asked_for.append(request.url))
    look = await practise(guest, "TCNCCC")
    await expect(look.page.get_by_role("heading", level=1)).to_have_text("TCNCCC")
    await expect(look.page.get_by_role("region", name="Your place")).to_contain_text("Guest")
    await expect(look.page.get_by_role("region", name="Players").get_by_text("bot", exact=True).first).to_be_visible()
    assert [url for url in asked_for if "guide" in url or "curtain" in url or "onward" in url] == []


async def test_whoever_has_typed_a_name_goes_by_it_there(guests: Guests) -> None:
    guest = await guests.stranger()
    page = await guest.choose()
    await page.get_by_role("textbox", name="Your name").fill("Uma")
    await page.get_by_role("button", name="Play with bots").click()
    await expect(page.get_by_role("region", name="Your place")).to_contain_text("Uma")


async def test_a_guest_among_bots_has_no_name_elsewhere(guests: Guests, ann: Guest, tables: Tables) -> None:
    guest = await guests.stranger()
    await practise(guest, "TCNCCC")
    page = await guest.choose()
    await expect(page.get_by_role("textbox", name="Your name")).to_have_value("")
    table = await tables.gather(ann, seats=2)
    look = await guest.look_at(table.room)
    await expect(look.page.get_by_role("textbox", name="Your name")).to_be_visible()


# --- The guide ----------------------------------------------------------------------------------------------


NARROW: dict[str, Any] = {"viewport": PHONE["viewport"]}
"""A narrow window, and a mouse in it."""


@pytest.mark.parametrize("title", DEEDS)
async def test_the_guide_goes_on_by_itself_to_its_last_step_and_covers_nothing(guests: Guests, title: str) -> None:
    look, titles = await guided(await guests.stranger(**NARROW), title), list[str]()
    await expect(look.page.get_by_role("heading", level=1)).to_have_text(title)
    await expect(look.guide.get_by_text(f"1 of {STEPS}")).to_be_visible()
    while (step := await look.title.inner_text()) != LAST_STEP:
        titles.append(step)
        await assert_points_at_something_and_covers_nothing(look)
        if step == DEEDS[title][0]:
            await do_what_it_asks(look, *DEEDS[title])
        else:
            await look.go_on()
    assert len(titles) == STEPS - 1
    await expect(look.guide.get_by_text(f"{STEPS} of {STEPS}")).to_be_visible()
    await assert_points_at_something_and_covers_nothing(look)
    await look.guide.get_by_role("button", name="Done").click()
    await expect(look.guide).to_have_count(0)
    await expect(look.page.locator("[data-guided], [aria-describedby=guide-words]")).to_have_count(0)
    await expect(look.page).to_have_url(re.compile(r"/t/\w{16}$"))


@pytest.mark.long
@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("title", DEEDS)
async def test_on_every_screen_the_guide_covers_nothing(guests: Guests, title: str, screen: dict[str, Any]) -> None:
    look = await guided(await guests.stranger(**screen), title)
    for _ in range(STEPS - 1):
        await assert_points_at_something_and_covers_nothing(look)
        await look.go_on()


async def assert_points_at_something_and_covers_nothing(look: Guided) -> None:
    await expect(look.page.locator("[data-guided]")).to_have_attribute("aria-describedby", "guide-words")
    assert await look.page.evaluate(COVERED) == []


async def do_what_it_asks(look: Guided, asks: str, presses: list[Any]) -> None:
    """Until the guide has gone on."""
    for _ in range(8):
        await expect(look.prompt(YOUR_TURN)).to_be_visible(timeout=30_000)
        if await look.title.inner_text() != asks:
            break
        seq = await look.seq()
        # Somebody else may have begun: then something else is asked first.
        awaited = presses and await look.main.get_by_role("button", name=presses[0]).count()
        for button in presses if awaited else [None]:
            await press(look, button)
        await look.moved_on(seq)
    await expect(look.title).not_to_have_text(asks)


async def press(look: Guided, name: str | re.Pattern[str] | None) -> None:
    """This button, or any answer: a piece, then what the bar calls it."""
    answers = look.bar.get_by_role("button").filter(has_not_text=re.compile("Take back|Cancel"))
    if name is not None:
        return await look.main.get_by_role("button", name=name).first.click()
    if not await answers.count():
        await look.main.locator(".stand").first.click()
    if await answers.count():
        await answers.last.click()


async def test_what_comes_next_is_said_after_what_has_happened(guests: Guests) -> None:
    look = await guided(await guests.stranger(**LAPTOP), "TCNCCC")
    await look.go_on_to("Draw a piece")
    await expect(look.prompt(YOUR_TURN)).to_be_visible(timeout=30_000)
    await look.button("Bag, draw a piece").click()
    await expect(look.voice.get_by_text("Put it under a lid.")).to_be_attached()
    await expect(look.voice.get_by_text("You drew")).to_be_attached()


async def test_escape_takes_back_a_pick_before_it_closes_the_guide(guests: Guests) -> None:
    look = await guided(await guests.stranger(**LAPTOP), "TCNCCC")
    await expect(look.prompt(YOUR_TURN)).to_be_visible(timeout=30_000)
    await look.button("Cylinder 1, lift").click()
    await look.page.keyboard.press("Escape")
    await expect(look.button("Cancel")).to_have_count(0)
    await expect(look.guide).to_be_visible()
    await look.page.keyboard.press("Escape")
    await expect(look.guide).to_have_count(0)


async def test_the_guide_has_nothing_to_complain_of(guests: Guests) -> None:
    look = await guided(await guests.stranger(), "Color Gin")
    await look.go_on()
    await assert_nothing_to_complain_of(look.page)
