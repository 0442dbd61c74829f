"""Words that somebody has typed are never lost: on a dead line, when they are refused, when the page loads again."""

import pytest
from playwright.async_api import Locator, expect

from app.settings import Rate
from tests.browser.guests import Guest, Guests
from tests.browser.hosts import Setting, open_tab
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.browser.wires import wired_look
from tests.conftest import House


async def writing(look: Look) -> tuple[Locator, Locator]:
    """The chat and its input."""
    panel = await open_tab(look, "Chat")
    return panel, panel.get_by_role("textbox", name="Write to the table")


async def test_words_on_a_dead_line_wait_where_they_are_seen_and_are_said_once(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, "Bo")
    wire, look = await wired_look(ann, table.room)
    panel, box = await writing(look)
    wire.swallow_until('"text":"Are you there?"')  # it arrives, and what comes back does not
    await box.fill("Are you there?")
    await box.press("Enter")
    await expect(box).to_have_value("")
    await expect(panel.get_by_text("Sending…")).to_be_visible()
    await wire.is_done()
    await expect(panel.get_by_text("Sending…")).to_have_count(0)
    await expect(panel.get_by_text("Are you there?")).to_have_count(1)
    assert [message["type"] for message in wire.sent].count("chat") == 2
    assert len({message["id"] for message in wire.sent if message["type"] == "chat"}) == 1
    await look.reload()
    await expect((await writing(look))[0].get_by_text("Are you there?")).to_have_count(1)


async def test_words_that_are_refused_come_back_into_the_field(
    guests: Guests, tables: Tables, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(house.app.state.services.limits._rates, "chat", Rate(5, 600))
    uma = await guests.stranger("Uma")
    look = await uma.look_at((await tables.gather(uma, "Bo")).room)
    panel, box = await writing(look)
    for number in range(6):
        await box.fill(f"Quick {number}!")
        await box.press("Enter")
    await expect(panel.get_by_text("Quick 4!")).to_be_visible()
    await expect(box).to_have_value("Quick 5!")
    await expect(look.page.get_by_text("You are sending messages too fast.").first).to_be_visible()


async def test_what_is_half_typed_or_half_set_survives_another_game(ann: Guest, tables: Tables) -> None:
    """The host picks it in another tab, and this page loads again."""
    table = await tables.gather(ann, seats=2)
    look = await ann.look_at(table.room)
    _, box = await writing(look)
    await box.fill("I was about to say")
    setting = await Setting(look).open()
    await setting.choose("Bots", "Answer fast")
    await table.lines[0].send(type="options", game="sin_color", seats=3, options={})
    await expect(look.main).to_have_attribute("data-game", "sin_color")
    await expect(setting.dialog).to_be_visible()
    await expect(setting.dialog.get_by_role("radio", name="Answer fast", exact=True)).to_be_checked()
    await expect(setting.dialog.get_by_role("radio", name="Sin Color", exact=True)).to_be_checked()
    await setting.dialog.get_by_role("button", name="Cancel").click()
    await expect((await writing(look))[1]).to_have_value("I was about to say")
