"""Bot levels as the host chooses them, and hints as players read and hear them."""

import re

from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.measured import SCREENS, assert_fits, assert_nothing_to_complain_of
from tests.browser.tables import Tables


async def test_the_host_chooses_how_well_a_bot_plays_and_all_read_it(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, ben, seats=3)
    host, guest = await ann.look_at(table.room), await ben.look_at(table.room)
    await expect(host.button("Start")).to_be_disabled()
    await host.button("Give to a bot, seat 3").click()
    level = host.page.get_by_role("combobox", name="Level of Bot 3")
    await level.focus()
    await host.page.keyboard.press("s")  # chooses from the list by keyboard
    for look in (host, guest):
        await expect(look.main.get_by_role("listitem").filter(has_text="Bot 3")).to_contain_text("strong")
        await expect(look.main.get_by_text("A strong bot also plays")).to_be_visible()
    await expect(host.button("Start")).to_be_enabled()
    await expect(level).to_be_focused()
    await expect(guest.page.get_by_role("combobox")).to_have_count(0)


async def test_a_hint_is_read_and_heard_by_who_asked(ann: Guest, ben: Guest, tables: Tables) -> None:
    """The focus stays."""
    table = await tables.play(ann, ben, game="tcnccc", hints=True)
    asked, other = (ann, ben) if table.turn == 0 else (ben, ann)
    look, aside = await asked.look_at(table.room), await other.look_at(table.room)
    hint = look.button("Hint")
    await hint.focus()
    await look.page.keyboard.press("Enter")
    advice = look.page.locator(".advice")
    await expect(advice).to_contain_text(re.compile("Best: |A careful player would choose: "))
    await expect(look.voice).to_contain_text(await advice.locator("b").inner_text())
    await expect(hint).to_be_disabled()
    await expect(hint).to_be_focused()
    await assert_nothing_to_complain_of(look.page)
    await assert_fits(look.page, *SCREENS)
    await expect(aside.main.get_by_text("asked for a hint.")).to_be_visible()
    await expect(aside.page.locator(".advice")).to_have_count(0)
