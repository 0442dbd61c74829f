"""The focus stays where its reader put it, whatever is pushed; when its control goes, it goes to the prompt."""

from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables

STAYING = ["Menu", "Copy invite link", "Rules", "Log", "Chat", "Tertulia, to the start page"]


async def asked_look(ann: Guest, tables: Tables) -> tuple[Seated, Look]:
    """A table where Ann is asked, and her page."""
    table = await tables.play(ann, "Bo")
    await table.pass_to(0)
    return table, await ann.look_at(table.room)


async def test_it_stays_on_what_a_push_does_not_change_and_is_not_taken_by_an_untouched_page(
    ann: Guest, tables: Tables
) -> None:
    table, look = await asked_look(ann, tables)
    await look.shows(await table.draw_and_place(0))
    assert await look.focused() == ""  # nobody has touched the page
    for name in STAYING:
        control = look.control(name)
        await control.focus()
        await look.shows(await table.draw_and_place(STAYING.index(name) % 2))
        await expect(control).to_be_focused()


async def test_it_stays_on_a_cylinder_that_means_something_else_now(ann: Guest, tables: Tables) -> None:
    table, look = await asked_look(ann, tables)
    await look.button("Cylinder 2, lift").focus()
    await look.shows(await table.play(do="draw"))  # in another tab
    assert await look.focused() == 'button "Cylinder 2, place the piece"'


async def test_it_goes_to_the_prompt_when_its_control_is_gone_and_when_the_turn_is_over(
    ann: Guest, tables: Tables
) -> None:
    table, look = await asked_look(ann, tables)
    await look.button("Bag, draw a piece").focus()
    await look.shows(await table.play(do="draw"))
    await expect(look.prompt("You drew:")).to_be_focused()
    await look.button("Cylinder 3, place the piece").focus()
    await look.page.keyboard.press("Enter")
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_focused()


async def test_it_goes_to_the_rematch_when_the_game_ends(ann: Guest, tables: Tables) -> None:
    table, look = await asked_look(ann, tables)
    await look.button("Cylinder 1, lift").focus()
    await table.end()
    await look.shows(table.frame["seq"])
    await expect(look.button("Rematch")).to_be_focused()


async def test_words_that_are_being_typed_stay(ann: Guest, tables: Tables) -> None:
    table, look = await asked_look(ann, tables)
    await look.rail.get_by_role("tab", name="Chat").click()
    box = look.page.get_by_role("textbox", name="Write to the table")
    await box.press_sequentially("Wait, I")
    await table.say(1, "Hurry")
    await look.shows(await table.draw_and_place(0))
    await look.page.keyboard.type(" am thinking")
    await expect(box).to_have_value("Wait, I am thinking")
    await look.page.keyboard.press("Enter")
    await expect(look.rail.get_by_text("Wait, I am thinking", exact=True)).to_be_visible()
    await expect(box).to_be_focused()


async def test_a_name_that_is_being_typed_stays(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=4)
    look = await eve.look_at(table.room)
    box = look.page.get_by_role("textbox", name="Your name")
    await box.press_sequentially("Lat")
    await tables.sit(table.room, 1, "Bo", ann.base_url)
    await expect(look.main.get_by_text("Bo", exact=True)).to_be_visible()
    await look.page.keyboard.type("ecomer")
    await expect(box).to_have_value("Latecomer")


async def test_an_open_menu_keeps_it_and_gives_it_back_to_its_button(ann: Guest, tables: Tables) -> None:
    table, look = await asked_look(ann, tables)
    await look.button("Menu").click()
    dialog = look.page.get_by_role("dialog")
    await dialog.get_by_role("radio", name="Dark").focus()
    await look.shows(await table.draw_and_place(0))
    await expect(dialog.get_by_role("radio", name="Dark")).to_be_focused()
    await look.page.keyboard.press("Escape")
    await expect(look.button("Menu")).to_be_focused()
