"""A page on which motion hardly runs, however slow the machine, and is held at its beginning and end."""

from collections.abc import Awaitable
from typing import Any

from playwright.async_api import FloatRect as Box
from playwright.async_api import Page

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tests.browser.walks import Such, reach

MOST_MS = 900
# For every actor on the stage: what it is, its duration, and its position at both ends of its path. All other motion is
# finished first.
ACTORS = """() => {
    const where = (node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        const cut = /inset\\(\\S+ \\S+ ([\\d.]+)%\\)/.exec(getComputedStyle(node).clipPath)?.[1] ?? 0;
        return { x, y, width, height: height * (1 - cut / 100) };
    };
    for (const animation of document.getAnimations())
        if (Number.isFinite(animation.effect.getComputedTiming().endTime)) // who thinks blinks on
            if (!animation.effect.target.closest(".stage")) animation.finish();
    return Array.from(document.querySelectorAll(".stage-actor"), (actor) => {
        const animations = actor.getAnimations({ subtree: true });
        for (const animation of animations) animation.pause();
        const flight = animations.find(({ effect }) => effect.getTiming().fill === "both");
        const { delay, endTime } = flight.effect.getComputedTiming();
        const [first, last] = [delay, endTime - 0.01].map((at) => {
            for (const animation of animations) animation.currentTime = at;
            return where(actor);
        });
        return { of: actor.querySelector("use")?.getAttribute("href") ?? actor.className, first, last, delay, endTime };
    });
}"""


BOX = "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()"
TWO_FRAMES = """async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}"""
FINISH_MOTION = """() => {
    for (const animation of document.getAnimations())
        if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish(); // who thinks blinks on
}"""


# Whether each die lies in the tray, about a second after it was thrown.
LYING = """() => {
    const tray = document.querySelector(".leather").getBoundingClientRect();
    for (const animation of document.getAnimations()) animation.currentTime = 900;
    return Array.from(document.querySelectorAll(".stage-cube"), (die) => {
        const { left, right, top, bottom } = die.getBoundingClientRect();
        return left > tray.left && right < tray.right && top > tray.top && bottom < tray.bottom;
    });
}"""


Actor = dict[str, Any]
"""A drawing in motion on the stage: what it is `of`, its visible part at either end (`first` and `last`), `delay` and
`endTime`."""


async def staged(guest: Guest, tables: Tables, game: str, ask: str, such: Such = bool) -> tuple[Seated, Look]:
    """A table at which this guest is asked this, and their page with its stage loaded."""
    table = await reach(tables, game, ask, guest, such=such)
    look = await guest.look_at(table.room)
    await slowed(look)
    return table, look


async def slowed(look: Look) -> None:
    """Slow all further motion on this page a thousandfold, once it is drawn."""
    await look.page.evaluate(TWO_FRAMES)
    await slow_motion(look.page)


async def slow_motion(page: Page) -> None:
    """Slow all further motion on this page a thousandfold: what takes a third of a second is there for minutes."""
    line = await page.context.new_cdp_session(page)
    await line.send("Animation.setPlaybackRate", {"playbackRate": 0.001})


async def acted(look: Look, push: Awaitable[int]) -> list[Actor]:
    """The actors in the animation of this push, which finds the page at rest."""
    actors, _ = await acted_at(look, push)
    return actors


async def acted_at(look: Look, push: Awaitable[int], *selectors: str) -> tuple[list[Actor], list[Box]]:
    """The same, and where at that moment these elements are, which may be there for that moment only."""
    await look.page.evaluate(FINISH_MOTION)
    await look.shows(await push)
    return await look.page.evaluate(f"(selectors) => [({ACTORS})(), selectors.map({BOX})]", selectors)


async def place(look: Look, selector: str) -> Box:
    """Where the element of this selector is."""
    return await look.page.locator(selector).evaluate("(node) => node.getBoundingClientRect().toJSON()")


def is_within(box: Box, zone: Box, by: float = 1) -> bool:
    """Whether the box is in this zone, within this many pixels."""
    return all(
        zone[at] - by <= box[at] and box[at] + box[size] <= zone[at] + zone[size] + by
        for at, size in (("x", "width"), ("y", "height"))
    )
