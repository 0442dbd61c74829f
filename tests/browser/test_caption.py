"""The words about what others have done, beside the place where it has landed."""

from playwright.async_api import expect

from tests.browser.guests import LAPTOP, PHONE, Guests
from tests.browser.tables import Tables

# How wide it is, how far from the drum, and what needed things it covers.
CAPTION = """(drum) => {
    const box = (each) => each.getBoundingClientRect();
    const { left, right, top, bottom, width } = box(document.querySelector(".latest span"));
    const place = box(document.querySelectorAll(".tc-table .stand")[drum]);
    const needed = [...document.querySelectorAll("main .stand, main > .prompt, main > .place")].map(box);
    const covered = needed.filter((each) =>
        each.left < right && left < each.right && each.top < bottom && top < each.bottom);
    return [width, Math.min(Math.abs(top - place.bottom), Math.abs(bottom - place.top)), covered.length];
}"""


async def test_the_words_stand_beside_what_has_landed_and_cover_nothing(guests: Guests, tables: Tables) -> None:
    host = await guests.stranger("Uma", **LAPTOP, reduced_motion="no-preference")
    table = await tables.play(host, "Bo", asked=1)
    look = await host.look_at(table.room)
    await look.page.wait_for_load_state("networkidle")
    await look.shows(await table.draw_and_place(1))
    await expect(look.page.locator(".latest.beside")).to_contain_text("Bo put a piece in cylinder 2")
    width, far, covered = await look.page.evaluate(CAPTION, 1)
    assert width <= 240
    assert far <= 12
    assert covered == 0
    await expect(look.page.locator(".shade")).to_have_count(0)
    await look.page.set_viewport_size({"width": 1280, "height": 720})
    await expect(look.page.locator(".latest.beside")).to_have_count(0)


async def test_without_motion_the_words_stand_over_the_edge_of_the_board(guests: Guests, tables: Tables) -> None:
    host = await guests.stranger("Uma", **PHONE)
    table = await tables.play(host, "Bo", asked=1)
    look = await host.look_at(table.room)
    await look.shows(await table.draw_and_place(1))
    await expect(look.page.locator(".latest")).to_contain_text("Bo put a piece in cylinder 2")
    await expect(look.page.locator(".latest.beside, .shade")).to_have_count(0)
