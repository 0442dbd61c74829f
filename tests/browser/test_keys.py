"""Everything works by keyboard alone, and no key does anything by accident. The focus stays where the user put it,
whatever is pushed; if its control goes, it moves to the prompt."""

import string

import pytest
from playwright.async_api import expect

from tests.browser.guests import Guest, Guests
from tests.browser.hosts import open_tab
from tests.browser.look import Keyboard, Look
from tests.browser.tables import Tables, asked_look, seen
from tests.browser.wires import wired_look

# --- Keys ---------------------------------------------------------------------------------------------------


async def test_a_question_mark_shows_rules_and_keys_and_a_slash_goes_to_chat(cleo: Guest, tables: Tables) -> None:
    """Where keys do nothing else."""
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
    await look.page.keyboard.press("/")
    await expect(look.chat).to_be_focused()
    await look.page.keyboard.type("a/b?1")
    await expect(look.chat).to_have_value("a/b?1")


PRESS = """([key, code, shiftKey]) =>
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true }))"""
ELSEWHERE = {
    "French": ("&", "Digit1", False),
    "French, with Shift": ("1", "Digit1", True),
    "Czech": ("+", "Digit1", False),
}


@pytest.mark.parametrize("layout", ELSEWHERE)
async def test_digits_are_keys_with_a_digit_on_any_keyboard(cleo: Guest, tables: Tables, layout: str) -> None:
    _, look = await asked_look(cleo, tables)
    await look.page.evaluate(PRESS, [*ELSEWHERE[layout]])
    await expect(look.page.locator('[data-digit="1"]')).to_be_focused()


async def test_signs_and_letters_are_keys_on_other_keyboards(cleo: Guest, tables: Tables) -> None:
    """A slash above the 7, as in German, is no digit; with Cyrillic letters P and L are where they always are."""
    _, look = await asked_look(cleo, tables)
    await look.page.evaluate(PRESS, ["з", "KeyP", False])
    await expect(look.voice).to_contain_text("Your turn.")
    await look.page.evaluate(PRESS, ["/", "Digit7", True])
    await expect(look.chat).to_be_focused()


async def test_a_dialog_stays_closed_though_the_page_is_drawn_meanwhile(cleo: Guest, tables: Tables) -> None:
    _, look = await asked_look(cleo, tables)
    await look.page.keyboard.press("?")
    await expect(look.page.get_by_role("dialog", name="TCNCCC in short")).to_be_visible()
    await look.page.evaluate(CLOSE_AND_WRITE)
    await expect(look.page.get_by_role("dialog")).to_have_count(0)
    await expect(look.chat).to_be_focused()


# In one task, since the close event comes in one of its own.
CLOSE_AND_WRITE = """() => {
    document.querySelector("dialog[open]").close();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
}"""


async def test_escape_that_leaves_a_word_half_put_together_leaves_the_chat_open(ben: Guest, tables: Tables) -> None:
    """As with a Japanese or Chinese input method: such a key belongs to the composition alone."""
    _, look = await asked_look(ben, tables)
    await open_tab(look, "Chat")
    await look.chat.dispatch_event("keydown", {"key": "Escape", "isComposing": True})
    await expect(look.page.locator(".rail-toggle")).to_have_attribute("aria-expanded", "true")


async def test_tab_arrows_and_digits_go_through_the_table(cleo: Guest, tables: Tables) -> None:
    """Tab returns to where a group was left. Within a group digits go to its pieces, elsewhere to the prompt's answers,
    past the hint."""
    _, look = await asked_look(cleo, tables, hints=True)
    await look.page.keyboard.press("Tab")
    assert (await look.focused()).startswith('link "Skip to the table"')
    await expect(look.page.get_by_role("link", name="Skip to the table")).to_be_in_viewport()
    await look.page.keyboard.press("Enter")
    await look.page.keyboard.press("Tab")
    assert await look.focused() == 'button "Cylinder 1, lift"'
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
    await look.page.keyboard.press("3")
    await expect(look.button("Cylinder 3, lift")).to_be_focused()
    await expect(look.button("Hint")).to_be_visible()
    await look.button("Cylinder 2, lift").click()
    await look.button("Menu").focus()
    for digit, name in (("1", "Lift cylinder 2"), ("2", "Cancel")):
        await look.page.keyboard.press(digit)
        await expect(look.button(name)).to_be_focused()


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
    table = await tables.play(cleo, "Bo", asked=0)
    wire, look = await wired_look(cleo, table.room)
    for start in (look.main, look.button("Cylinder 1, lift"), look.button("Menu")):
        await start.focus()
        for key in (*string.ascii_lowercase, *string.digits, "Shift+D", "+", "-", ".", "Backspace", "Delete"):
            await look.page.keyboard.press(key)
    assert [message for message in wire.sent if message["type"] != "hello"] == []
    await expect(look.button("Cancel")).to_have_count(0)


async def test_escape_or_another_pick_takes_back_the_first_of_two_presses(cleo: Guest, tables: Tables) -> None:
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


async def test_keys_of_one_character_can_be_switched_off(guests: Guests, tables: Tables) -> None:
    """WCAG 2.1.4: a screen reader may have them for itself, and speech recognition types words."""
    _, look = await asked_look(await guests.stranger("Uma"), tables)
    bag = look.button("Bag, draw a piece")
    for is_on, focused in ((False, bag), (True, look.chat)):
        await look.button("Menu").click()
        await look.page.get_by_role("checkbox", name="Single-key shortcuts").set_checked(is_on)
        await look.page.keyboard.press("Escape")
        await bag.focus()
        for key in "1/":
            await look.page.keyboard.press(key)
        await expect(focused).to_be_focused()


async def test_a_table_can_be_opened_with_keys_alone(cleo: Guest) -> None:
    page = await cleo.open("/")
    look = Look(page)
    await Keyboard(look).go_to("TCNCCC")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="TCNCCC")).to_be_visible()
    await Keyboard(look).go_to("Your name")
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.type("Cleo")
    await page.keyboard.press("Enter")
    await look.is_ready()
    await expect(page.get_by_role("listitem").filter(has_text="Cleo")).to_contain_text("host")


# --- The focus ----------------------------------------------------------------------------------------------

STAYING = ["Menu", "Copy invite link", "Rules", "Log", "Chat", "Tertulia, to the start page"]


async def test_it_stays_on_what_a_push_does_not_change(ann: Guest, tables: Tables) -> None:
    """A page that nobody has used takes none."""
    table, look = await asked_look(ann, tables)
    await look.shows(await table.draw_and_place(0))
    assert await look.focused() == ""  # nobody has used the page yet
    for name in STAYING:
        control = look.control(name)
        await control.focus()
        await look.shows(await table.draw_and_place(STAYING.index(name) % 2))
        await expect(control).to_be_focused()


async def test_it_goes_to_the_prompt_only_when_its_control_is_gone(ann: Guest, tables: Tables) -> None:
    """When the game ends, the focus goes to the rematch."""
    table, look = await asked_look(ann, tables)
    await look.button("Bag, draw a piece").focus()
    await look.shows(await table.play(do="draw"))  # in another tab
    await expect(look.prompt("You drew:")).to_be_focused()
    await look.button("Cylinder 3, place the piece").press("Enter")
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_focused()
    await table.catch_up(table.frame["seq"])
    await table.pass_to(0)
    await look.button("Cylinder 2, lift").focus()
    await look.shows(await table.play(do="draw"))
    assert await look.focused() == 'button "Cylinder 2, place the piece"'
    await table.play(do="place", cylinder=2)
    await table.pass_to(0)
    await look.button("Cylinder 1, lift").focus()
    await table.end()
    await look.shows(table.frame["seq"])
    await expect(look.button("Rematch")).to_be_focused()


async def test_words_that_are_being_typed_stay(ann: Guest, tables: Tables) -> None:
    table, look = await asked_look(ann, tables)
    await look.rail.get_by_role("tab", name="Chat").click()
    await look.chat.press_sequentially("Wait, I")
    await table.say(1, "Hurry")
    await look.shows(await table.draw_and_place(0))
    await look.page.keyboard.type(" am thinking")
    await expect(look.chat).to_have_value("Wait, I am thinking")
    for tab in ("Log", "Chat"):
        await look.rail.get_by_role("tab", name=tab).click()
    await expect(look.chat).to_have_value("Wait, I am thinking")
    await look.chat.focus()
    await look.page.keyboard.press("Enter")
    await expect(look.rail.get_by_text("Wait, I am thinking", exact=True)).to_be_visible()
    await expect(look.chat).to_be_focused()


async def test_a_name_that_is_being_typed_stays(ann: Guest, eve: Guest, tables: Tables) -> None:
    table, look = await seen(eve, tables.gather(ann, seats=4))
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
