"""What the one live region says, besides all that test_ears hears of it."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.guests import Guest, Guests
from tests.browser.listening import listen
from tests.browser.stillness import frozen_look, pass_time
from tests.browser.tables import Tables

SPOKEN_S = 4


async def test_who_comes_late_hears_the_question_p_says_it_again_and_l_the_last_line(
    ann: Guest, tables: Tables
) -> None:
    table = await tables.play(ann, "Bo")
    await table.draw_and_place(0)
    await table.pass_to(0)
    listener = await listen(ann, table.room)
    await listener.page.keyboard.press("p")
    await listener.page.keyboard.press("l")
    question = "Your turn. Draw a piece from the bag, or lift a cylinder."
    assert await listener.said() == [question, question, "Bo placed a piece."]


async def test_chat_is_said_only_while_its_tab_is_open(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    listener = await listen(ann, table.room)
    await table.say(1, "You do not hear this")
    await expect(listener.rail.get_by_role("tab", name="Chat")).to_have_accessible_name("Chat 1 new")
    await listener.rail.get_by_role("tab", name="Chat").click()
    await table.say(1, "but this")
    await expect(listener.rail.get_by_text("but this", exact=True)).to_be_visible()
    chatted = [sentence for sentence in await listener.said() if "this" in sentence]
    assert chatted == ["Bo: but this"]


async def test_a_refusal_is_said(ann: Guest, guests: Guests, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    listener = await listen(await guests.stranger(), table.room)
    await listener.page.get_by_role("textbox", name="Your name").fill("Ann")
    await listener.button("Sit down").click()
    await expect(listener.bar.get_by_text("is already called Ann")).to_be_visible()
    assert any("is already called Ann" in sentence for sentence in await listener.said())


async def test_what_happens_is_said_in_one_place_also_while_a_dialog_is_open(ann: Guest, tables: Tables) -> None:
    """All that is not in a modal dialog is silent."""
    table = await tables.play(ann, "Bo")
    await table.pass_to(1)
    look = await ann.look_at(table.room)
    await expect(look.page.locator("[aria-live], [role=status], [role=log], [role=timer], output")).to_have_count(1)
    await expect(look.page.get_by_role("alert")).to_have_text("")
    await look.page.keyboard.press("?")
    await expect(look.page.locator("dialog:modal")).to_be_visible()
    await table.draw_and_place(0)
    await expect(look.page.locator("dialog:modal [role=status]")).to_contain_text("Bo placed a piece.")
    await look.page.keyboard.press("Escape")
    await expect(look.page.locator("body > [role=status]")).to_have_count(1)


ANNOUNCES = """async () => Object.assign(globalThis, await import("#kit/announce.js"))"""


async def test_what_is_said_after_something_else_is_there_for_as_long(ida: Guest, tables: Tables) -> None:
    look = await frozen_look(ida, (await tables.gather(ida, seats=2)).room)
    await pass_time(look, SPOKEN_S)
    await look.page.evaluate(ANNOUNCES)
    await look.page.evaluate("announce(['one'])")
    await pass_time(look, SPOKEN_S - 1)
    await look.page.evaluate("announce_too(['two'])")
    await expect(look.voice).to_have_text("onetwo")
    await pass_time(look, SPOKEN_S - 1)
    await expect(look.voice).to_have_text("two")
    await pass_time(look, 1)
    await expect(look.voice).to_have_text("")
