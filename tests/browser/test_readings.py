"""Showing a message, a page asks once where things are: after it has drawn, and before it moves anything. To ask again
after another change is to compute style and layout again. What that costs: benchmarks/messages.py."""

from random import Random

import pytest
from playwright.async_api import Page

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.tables import Tables
from tests.browser.walks import OTHERS, TABLES, step
from tests.browser.watching import Watch, over
from tests.conftest import House
from tests.support.effort import amount

# Notes each reading of style or layout that finds something changed since the last one: any other costs nothing.
NOTE_READINGS = """
globalThis.readings = [];
let [is_changed, is_being_shown] = [false, false];
const changes = ({ type, target, attributeName, oldValue }) =>
    type !== "attributes" || target.getAttribute(attributeName) !== oldValue;
const note = (records) => { is_changed ||= records.some(changes); };
const watching = new MutationObserver(note);
watching.observe(document, { subtree: true, childList: true, attributes: true, attributeOldValue: true });
const reads = () => {
    note(watching.takeRecords());
    if (is_changed && is_being_shown) readings.push(new Error().stack);
    is_changed = false;
};
const READS = ["getBoundingClientRect", "getClientRects", "getAnimations", "scrollIntoView", "elementFromPoint"];
const before = (what, done) => function (...given) { done(); return what.apply(this, given); };
for (const { prototype } of [Element, HTMLElement, Document]) {
    for (const name of READS)
        if (Object.hasOwn(prototype, name)) prototype[name] = before(prototype[name], reads);
    for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
        if (/^(offset|client|scroll)(Top|Left|Width|Height)$/.test(name))
            Object.defineProperty(prototype, name, { get: before(get, reads), set });
}
globalThis.getComputedStyle = before(getComputedStyle, reads);
Element.prototype.animate = before(Element.prototype.animate, () => { is_changed = true; });
globalThis.noting = (happens) => {
    note(watching.takeRecords());
    [is_changed, is_being_shown] = [false, true];
    happens();
    queueMicrotask(() => { is_being_shown = false; });  // after all that comes of it at once
};
globalThis.drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
globalThis.WebSocket = class extends WebSocket {
    set onmessage(hear) {
        super.onmessage = (event) =>
            JSON.parse(event.data).type === "frame" ? noting(() => hear(event)) : hear(event);
    }
};
"""
SETTLED = "() => drawn().then(drawn).then(() => { readings = []; })"
# All is laid out anew when the question takes the place of the latest event, and again when something begins to scroll.
ARRANGEMENT = """() => [
    document.getElementById("main").hasAttribute("data-long"),
    Array.from(document.querySelectorAll("#main [data-more], #main [tabindex]"), (part) => part.className).join(),
]"""
MOVES = amount(6, 40)


async def on_a_phone(guests: Guests) -> Guest:
    """Somebody who does not ask for less motion."""
    return await guests.stranger("Nora", **PHONE, reduced_motion="no-preference")


async def readings(page: Page) -> list[str]:
    """Where the page has read since the last message, each time after a change."""
    found: list[str] = await page.evaluate("() => readings.splice(0)")
    return found


@pytest.mark.parametrize("game", TABLES)
async def test_a_message_is_shown_with_one_reading_of_the_page(guests: Guests, tables: Tables, game: str) -> None:
    usual, options = TABLES[game]
    if game == "color_gin":
        options = {"mode": "versus"}  # a joker that is drawn ends the round: all is laid out anew
    guest, chance = await on_a_phone(guests), Random(1)
    table = await tables.play(guest, *OTHERS[: usual - 1], game=game, **options)
    look = await guest.look_at(table.room, NOTE_READINGS)
    await look.page.wait_for_load_state("networkidle")
    for _ in range(MOVES):
        await look.page.evaluate(SETTLED)
        before = await look.page.evaluate(ARRANGEMENT)
        await look.shows(await step(table, chance, goes_out=False))
        found = await readings(look.page)
        rearranged = sum(was != now for was, now in zip(before, await look.page.evaluate(ARRANGEMENT), strict=True))
        assert len(found) <= 1 + rearranged, "\n\n".join(found)


async def test_a_step_of_a_replay_is_shown_with_one_reading_of_the_page(guests: Guests, house: House) -> None:
    guest = await on_a_phone(guests)
    watching = Watch(await guest.open(f"/t/{await over(house, 'desfases')}/replay", NOTE_READINGS))
    await watching.is_ready()
    await watching.page.wait_for_load_state("networkidle")
    for nth in range(MOVES):
        await watching.page.evaluate(SETTLED)
        await watching.page.evaluate("() => noting(() => document.querySelector('[data-focus=control-on]').click())")
        await watching.is_at(nth + 1)
        found = await readings(watching.page)
        assert len(found) <= 1, "\n\n".join(found)
