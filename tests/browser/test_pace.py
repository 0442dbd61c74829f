"""Others' moves are shown one by one, at the pace that is chosen. Which of them, and when: tests/page/pace.test.js."""

import json
import re

from playwright.async_api import expect

from tests.browser.guests import Guest, frozen_look, hide, pass_time
from tests.browser.look import Look
from tests.browser.tables import Tables

SLOWLY_S = 1.2
# Messages received, shown or not.
HEARD = """window.heard = 0;
window.WebSocket = class extends window.WebSocket {
    constructor(...how) {
        super(...how);
        this.addEventListener("message", ({ data }) => { heard = JSON.parse(data).seq ?? heard; });
    }
};"""


async def patient(guest: Guest, room: str, pace: str) -> Look:
    """The page of a guest with this pace, with a clock set by the test. The last move was shown long ago."""
    settings = json.dumps({"pace": pace, "always_confirm": False})
    kept = f"localStorage['tertulia:settings'] = {settings!r}"
    look = await frozen_look(guest, room, f"if (location.host) {{ {kept}; {HEARD} }}")
    await pass_time(look, 10)
    return look


async def comes(look: Look, seq: int) -> None:
    """Wait until the page has received this event."""
    await look.page.wait_for_function("seq => heard >= seq", arg=seq)


async def test_slowly_they_are_further_apart_but_no_clock_waits(ann: Guest, ida: Guest, tables: Tables) -> None:
    """The pace is chosen in the menu, and remembered."""
    table = await tables.gather(ann, "Bo")
    await table.lines[0].send(type="doors", clock={"each": "question", "seconds": 60})
    await table.start()
    look = await patient(ida, table.room, "normal")
    await look.button("Menu").click()
    await look.page.get_by_role("group", name="Other players’ moves").get_by_role("radio", name="Slowly").check()
    assert await look.page.evaluate("() => JSON.parse(localStorage['tertulia:settings']).pace") == "slow"
    await look.page.keyboard.press("Escape")
    await pass_time(look, 10)
    name = ("Bo", "Ann")[table.turn]
    first, second = await table.play(do="draw"), await table.play(do="place", cylinder=0)
    await comes(look, second)
    await pass_time(look, SLOWLY_S - 0.05)
    await look.shows(first)
    others = look.page.get_by_role("region", name="Players").get_by_role("listitem")
    await expect(others.filter(has_text=name).get_by_role("timer")).to_have_text(re.compile("running"))
    await pass_time(look, 0.1)
    await look.shows(second)
    await hide(look.page, hidden=True)
    await table.draw_and_place(0)
    await look.shows(await table.draw_and_place(1))
