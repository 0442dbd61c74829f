"""Requests during a game: slips of paper over the edge of the felt."""

import pytest
from playwright.async_api import expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.look import Keyboard, Look
from tests.browser.measured import LAPTOP_SIZE, PHONE_SIZE, measures, resize
from tests.browser.tables import Seated, Tables, seen
from tests.browser.walks import COMPANY, TABLES

WINDOWS = ((360, 640), PHONE_SIZE, (844, 390), (1280, 720), LAPTOP_SIZE)
HOST = "Guglielmina von Hohe"
OTHERS = ("Maximilian-Alexander", "Ana Sofía 🦊", "Bo")
ASKS = "Maximilian-Alexander would like to end this game."
WHERE_THINGS_ARE = """() => Array.from(
    document.querySelectorAll("main > .place, main > .prompt, .table, .table [data-k], .stand"),
    (each) => Object.values(each.getBoundingClientRect().toJSON()),
)"""
COVERED = """() => {
    const slip = document.querySelector(".slip").getBoundingClientRect();
    const free = document.querySelectorAll("main .stand:not([aria-disabled]), main > .prompt, main > .place, .bar");
    return Array.from(free).filter((each) => each.checkVisibility()).filter((each) => {
        const { left, right, top, bottom, width } = each.getBoundingClientRect();
        return width && left < slip.right && slip.left < right && top < slip.bottom && slip.top < bottom;
    }).map((each) => each.ariaLabel ?? each.className);
}"""


async def proposed(table: Seated, look: Look) -> None:
    """The second player proposes to end the game."""
    await table.lines[1].send(type="propose", matter="end")
    await expect(look.button("Agree")).to_be_enabled()


@pytest.mark.parametrize("game", TABLES)
async def test_a_proposal_moves_nothing_and_covers_nothing_that_is_needed(
    guests: Guests, tables: Tables, game: str
) -> None:
    host, before = await guests.stranger(HOST, **PHONE), {}
    table, look = await seen(host, tables.play(host, *OTHERS[: COMPANY[game] - 1], game=game))
    for size in WINDOWS:
        await resize(look.page, size)
        before[size] = await look.page.evaluate(WHERE_THINGS_ARE)
    await proposed(table, look)
    measure = await measures(look.page)
    for size, was in before.items():
        await resize(look.page, size)
        assert await look.page.evaluate(WHERE_THINGS_ARE) == was, size
        assert await look.page.evaluate(COVERED) == [], size
        assert await measure.evaluate("(measure) => measure.not_to_be_pressed()") == [], size


async def test_a_proposal_says_who_has_answered_and_is_announced_once(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, *OTHERS))
    await proposed(table, look)
    await table.lines[2].send(type="agree", yes=True)
    slip = look.main.get_by_role("group", name=ASKS)
    await expect(slip).to_contain_text("Agreed: Ana Sofía 🦊. Still to answer: Bo.")
    assert (await look.voice.inner_text()).count(ASKS) == 1
    await look.button("Agree").click()
    await expect(slip).to_contain_text("Agreed: Ann and Ana Sofía 🦊. Still to answer: Bo.")
    await expect(slip.get_by_role("button")).to_have_count(0)


async def test_a_proposal_is_folded_away_and_answered_by_keyboard(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Maximilian-Alexander"))
    await proposed(table, look)
    keyboard = Keyboard(look)
    await keyboard.go_to("Agree")
    await keyboard.press("Escape")
    await expect(look.button("Agree")).to_be_hidden()
    await expect(look.page.locator("summary:focus")).to_have_text(ASKS)
    await keyboard.press("Enter")
    await keyboard.go_to("No, keep playing")
    await keyboard.press("Enter")
    await expect(look.main.get_by_role("group", name=ASKS)).to_have_count(0)
