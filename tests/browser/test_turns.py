"""Whose turn it is, and that it is said where nobody looks."""

from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.tables import Tables


async def test_the_title_shows_a_dot_while_its_reader_is_asked(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.play(ann, ben)
    await table.pass_to(0)
    look = await ann.look_at(table.room)
    await expect(look.page).to_have_title("● TCNCCC · Tertulia")
    await table.draw_and_place(0)
    await expect(look.page).to_have_title("TCNCCC · Tertulia")
