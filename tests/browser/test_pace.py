"""Others' moves are shown one by one, never far behind the present, and at once to whoever is asked."""

import json
import re

from playwright.async_api import expect

from tests.browser.guests import Guest, frozen_look, hide, pass_time
from tests.browser.look import Look
from tests.browser.tables import Tables

APART_S, SLOWLY_S = 0.4, 1.2
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


async def test_moves_that_come_together_are_shown_one_by_one(ann: Guest, ida: Guest, tables: Tables) -> None:
    """They are never further behind than two seconds."""
    table = await tables.play(ann, "Bo")
    look = await patient(ida, table.room, "normal")
    seqs = [await table.play(do="draw"), await table.play(do="place", cylinder=0), await table.play(do="draw")]
    await comes(look, seqs[-1])
    for seq in seqs[:-1]:
        await look.shows(seq)
        await pass_time(look, APART_S - 0.05)
        await look.shows(seq)
        await pass_time(look, 0.05)
    await look.shows(seqs[-1])
    await table.play(do="place", cylinder=0)
    for cylinder in (1, 1, 2, 2, 3):
        await table.draw_and_place(cylinder)
    await comes(look, table.frame["seq"])
    shown = set()
    for _ in range(5):
        shown.add(await look.seq())
        await pass_time(look, 2 / 5)
    await look.shows(table.frame["seq"])
    assert len(shown) >= 4
    await expect(look.rail.get_by_text("placed a piece.")).to_have_count(7)


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


async def test_whoever_is_asked_waits_no_longer_than_a_piece_glides(ida: Guest, tables: Tables) -> None:
    """For their own answer they wait not at all."""
    table = await tables.play(ida, "Bo", "Cy", asked=1)
    look = await patient(ida, table.room, "slow")
    await table.pass_to(0)
    await comes(look, table.frame["seq"])
    await expect(look.prompt("Your turn.")).to_have_count(0)
    await pass_time(look, 0.26)
    await look.is_asked()
    for name in ("Bo", "Cy"):
        await expect(look.rail.get_by_text(f"{name} placed a piece.").first).to_be_visible()
    await pass_time(look, 1)
    await look.button("Bag, draw a piece").click()
    await look.shows(await table.catch_up(table.frame["seq"]))
    await look.button("Cylinder 1, place the piece").click()
    await look.shows(await table.catch_up(table.frame["seq"]))


async def test_what_is_shown_for_a_moment_has_its_whole_time(ann: Guest, ida: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await patient(ida, table.room, "normal")
    await table.play(do="draw")
    seq = await table.play(do="place", cylinder=1)
    await comes(look, seq)
    await pass_time(look, APART_S)
    await look.shows(seq)
    line = look.rail.get_by_text(re.compile("put a piece in cylinder 2"))
    await pass_time(look, 3.9)
    await expect(line).to_be_visible()
    await pass_time(look, 0.2)
    await expect(line).to_have_count(0)
