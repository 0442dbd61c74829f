"""Everything can be done with keys alone, and no key does anything by accident."""

import json
import string

from playwright.async_api import WebSocket, expect

from tests.browser.guests import Guest, Guests
from tests.browser.keyboard import Keyboard
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables


async def asked_look(cleo: Guest, tables: Tables) -> tuple[Seated, Look]:
    """A table where Cleo is asked, and her page."""
    table = await tables.play(cleo, "Bo")
    await table.pass_to(0)
    return table, await cleo.look_at(table.room)


async def test_the_question_mark_shows_the_rules_in_short_and_the_keys_and_escape_closes_them(
    cleo: Guest, tables: Tables
) -> None:
    _, look = await asked_look(cleo, tables)
    await look.page.keyboard.press("?")
    dialog = look.page.get_by_role("dialog", name="TCNCCC in short")
    await expect(dialog).to_be_visible()
    await expect(dialog.get_by_text("Hear the prompt again")).to_be_hidden()
    await look.page.keyboard.press("Tab")
    await look.page.keyboard.press("Enter")
    await expect(dialog.get_by_text("Hear the prompt again")).to_be_visible()
    await look.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)


async def test_a_slash_goes_to_the_chat_and_nothing_that_is_written_there_acts(cleo: Guest, tables: Tables) -> None:
    _, look = await asked_look(cleo, tables)
    await look.page.keyboard.press("/")
    box = look.page.get_by_role("textbox", name="Write to the table")
    await expect(box).to_be_focused()
    await look.page.keyboard.type("a/b?1")
    await expect(box).to_have_value("a/b?1")


async def test_digits_go_to_the_pieces_from_among_them_and_from_elsewhere_to_the_buttons_of_the_prompt(
    cleo: Guest, tables: Tables
) -> None:
    _, look = await asked_look(cleo, tables)
    await look.button("Bag, draw a piece").focus()
    await look.page.keyboard.press("3")
    await expect(look.button("Cylinder 3, lift")).to_be_focused()
    await look.button("Cylinder 2, lift").click()
    await look.button("Menu").focus()
    await look.page.keyboard.press("1")
    await expect(look.button("Lift cylinder 2")).to_be_focused()
    await look.page.keyboard.press("2")
    await expect(look.button("Cancel")).to_be_focused()


async def test_arrows_go_round_a_group_and_tab_leaves_it_and_comes_back_to_where_it_was_left(
    cleo: Guest, tables: Tables
) -> None:
    _, look = await asked_look(cleo, tables)
    await look.button("Cylinder 1, lift").focus()
    walked = []
    for key in ["ArrowRight", "ArrowDown", "End", "ArrowRight", "ArrowLeft", "Home", "ArrowRight"]:
        await look.page.keyboard.press(key)
        walked.append(await look.focused())
    names = ["Cylinder 2, lift", "Cylinder 3, lift", "Bag, draw a piece"]
    names += ["Cylinder 1, lift", "Bag, draw a piece", "Cylinder 1, lift", "Cylinder 2, lift"]
    assert walked == [f'button "{name}"' for name in names]
    await look.page.keyboard.press("Tab")
    assert "Cylinder" not in await look.focused() and "Bag" not in await look.focused()
    await look.page.keyboard.press("Shift+Tab")
    assert await look.focused() == 'button "Cylinder 2, lift"'


async def test_the_skip_link_comes_first_and_leads_to_the_table(cleo: Guest, tables: Tables) -> None:
    _, look = await asked_look(cleo, tables)
    await look.page.keyboard.press("Tab")
    assert (await look.focused()).startswith('link "Skip to the table"')
    await expect(look.page.get_by_role("link", name="Skip to the table")).to_be_in_viewport()
    await look.page.keyboard.press("Enter")
    await look.page.keyboard.press("Tab")
    assert await look.focused() == 'button "Cylinder 1, lift"'


async def test_every_page_begins_with_a_link_past_its_head(eve: Guest) -> None:
    eve.forgive("404")
    for path in ("/", "/docs", "/nowhere", "/rules/tcnccc"):
        page = await eve.open(path)
        await page.keyboard.press("Tab")
        assert (await Look(page).focused()).startswith('link "Skip to'), path
        await page.keyboard.press("Enter")
        await page.keyboard.press("Tab")
        await expect(page.locator("main :focus, main:focus")).to_have_count(1)


async def test_no_single_character_acts_on_the_game(cleo: Guest, tables: Tables) -> None:
    table = await tables.play(cleo, "Bo")
    await table.pass_to(0)
    sent: list[str] = []
    page = await cleo.context.new_page()
    page.on("websocket", lambda socket: listen_to(socket, sent))
    await page.goto(f"{cleo.base_url}/t/{table.room}")
    look = Look(page)
    await look.is_ready()
    for start in (look.main, look.button("Cylinder 1, lift"), look.button("Menu")):
        await start.focus()
        for key in (*string.ascii_lowercase, *string.digits, "Shift+D", "+", "-", ".", "Backspace", "Delete"):
            await page.keyboard.press(key)
    assert [message for message in sent if json.loads(message)["type"] != "hello"] == []
    await expect(look.button("Cancel")).to_have_count(0)


def listen_to(socket: WebSocket, sent: list[str]) -> None:
    socket.on("framesent", lambda payload: sent.append(str(payload)))


async def test_lifting_takes_a_second_press_that_names_it_and_escape_or_another_pick_takes_back_the_first(
    cleo: Guest, tables: Tables
) -> None:
    table, look = await asked_look(cleo, tables)
    seq = await look.seq()
    await look.button("Cylinder 1, lift").press("Enter")
    await look.button("Lift cylinder 1").focus()
    await look.page.keyboard.press("Escape")
    await expect(look.button("Cylinder 1, lift")).to_have_attribute("aria-pressed", "false")
    await expect(look.button("Lift cylinder 1")).to_have_count(0)
    assert await look.focused() != ""
    await look.button("Cylinder 1, lift").click()
    await look.button("Cylinder 4, lift").press("Enter")
    await expect(look.button("Cylinder 4, lift")).to_have_attribute("aria-pressed", "true")
    await expect(look.button("Lift cylinder 1")).to_have_count(0)
    await expect(look.button("Lift cylinder 4")).to_be_enabled()
    assert await look.seq() == seq
    await look.button("Lift cylinder 4").press("Enter")
    await look.shows(await table.catch_up(seq))


async def test_confirm_every_move_makes_every_answer_two_presses(guests: Guests, tables: Tables) -> None:
    table, look = await asked_look(await guests.stranger("Uma"), tables)
    await look.button("Menu").click()
    await look.page.get_by_role("checkbox", name="Confirm every move").check()
    await look.page.keyboard.press("Escape")
    await look.button("Bag, draw a piece").click()
    await look.button("Draw a piece").click()
    await look.shows(await table.catch_up(table.frame["seq"]))


async def test_a_table_can_be_opened_with_keys_alone(cleo: Guest) -> None:
    page = await cleo.open("/")
    look = Look(page)
    await Keyboard(look).go_to("TCNCCC")
    await page.keyboard.press("Enter")
    await Keyboard(look).go_to("Your name")
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.type("Cleo")
    await page.keyboard.press("Enter")
    await look.is_ready()
    await expect(page.get_by_role("listitem").filter(has_text="Cleo")).to_contain_text("host")
