"""Measures a page: nothing is cut off or overlaps, touch targets are large enough, axe-core finds no violations,
everything has enough contrast and is reachable by keys."""

from pathlib import Path
from typing import Any

from playwright.async_api import JSHandle, Page, ViewportSize

from tests.browser.look import Look
from tests.conftest import ROOT
from tests.support.effort import LONG

USUAL = [(390, 844), (320, 568), (844, 390), (1440, 900)]
SCREENS = [*USUAL, (360, 640), (320, 256), (768, 1024), (1024, 768)] if LONG else USUAL
NARROW_AND_WIDE = [(390, 844), (320, 568), (1440, 900)]
MAGNIFIED = (720, 450)
"""A laptop at 200 %."""
THEMES = ("light", "dark")
LAPTOP_SIZE, PHONE_SIZE = (1440, 900), (390, 844)


def script(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


async def measures(page: Page) -> JSHandle:
    return await page.evaluate_handle(script("measure.js"))


async def resize(page: Page, size: tuple[int, int]) -> None:
    if page.viewport_size == ViewportSize(width=size[0], height=size[1]):
        return  # even an equal size causes a new layout
    await page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    if not await page.evaluate(DRAWN):
        await page.screenshot()  # makes Chromium draw, which without windows once drew nothing for two minutes
        assert await page.evaluate(DRAWN), "the browser draws no frames"


# Whether the page has been drawn, and so has handled the resize, or was not for seconds.
DRAWN = """() => Promise.race([
    new Promise(requestAnimationFrame),
    new Promise((resolve) => setTimeout(resolve, 5000, 0)),
])"""

# --- Room ---------------------------------------------------------------------------------------------------


async def assert_fits(page: Page, *sizes: tuple[int, int]) -> None:
    """At these window sizes, first the present one if it is among them: a new layout is the most expensive part."""
    asked = "(measure, width) => [...measure.faults(width), ...measure.small_targets(44)]"
    measure, faults, present = await measures(page), [], page.viewport_size
    for size in sorted(sizes, key=lambda size: present != ViewportSize(width=size[0], height=size[1])):
        await resize(page, size)
        faults += [f"{size}: {fault}" for fault in await measure.evaluate(asked, size[0])]
    assert not faults, "\n".join(faults)


async def overlaps(page: Page) -> list[str]:
    """Texts on a table that overlap something, also at 200 % zoom."""
    measure, faults = await measures(page), []
    for size in (PHONE_SIZE, LAPTOP_SIZE, MAGNIFIED):
        await resize(page, size)
        faults += [f"{size}: {fault}" for fault in await measure.evaluate("(measure) => measure.overlaps()")]
    return faults


async def assert_in_sight(look: Look, *sizes: tuple[int, int]) -> None:
    """At these window sizes, the whole prompt bar is visible and nothing covers it."""
    measure = await measures(look.page)
    bar = await look.bar.element_handle()
    for size in sizes:
        await resize(look.page, size)
        assert (found := await measure.evaluate("(measure, bar) => measure.hidden(bar)", bar)) == "", (size, found)


# --- Axe ----------------------------------------------------------------------------------------------------


async def assert_nothing_to_complain_of(page: Page, *things: str) -> None:
    """All rules by day on a laptop; on a phone by night, where only colours differ, the contrast of texts and of these
    things, which axe cannot measure through textures, drawings and transparent buttons over pieces."""
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate((ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8"))
    await resize(page, LAPTOP_SIZE)
    complaints = await broken_rules(page)
    for size, theme in zip((LAPTOP_SIZE, PHONE_SIZE), THEMES, strict=True):
        await resize(page, size)
        await turn_to(page, theme)
        complaints += [f"{size} {theme} {found}" for found in await faint(page, "words", *things)]
    await turn_to(page, "light")
    assert complaints == [], "\n".join(complaints)


async def broken_rules(page: Page) -> list[str]:
    """Violations other than contrast."""
    less = "preload: false, selectors: false, resultTypes: ['violations']"  # of what is fetched nothing would be used
    options = f"{{ {less}, rules: {{ 'color-contrast': {{ enabled: false }} }} }}"
    found: dict[str, Any] = await page.evaluate(f"() => axe.run(document, {options})")
    return [f"{rule['id']}: {node['html']}" for rule in found["violations"] for node in rule["nodes"]]


# --- Contrast -----------------------------------------------------------------------------------------------


TURNED = """() => {
    const dark = document.getElementById("dark");
    return !dark || matchMedia(dark.media).matches === document.documentElement.hasAttribute("data-dark");
}"""


async def turn_to(page: Page, theme: str) -> None:
    """Switch the theme and wait until it is applied: colours change at once, the table's texture a moment later. If
    possible without polling, which is much slower."""
    await page.emulate_media(color_scheme=theme)
    if not await page.evaluate(TURNED):
        await page.wait_for_function(TURNED)


async def assert_stands_out(page: Page) -> None:
    """All texts, controls and pieces contrast with their background, in both themes."""
    for theme in THEMES:
        await turn_to(page, theme)
        assert await faint(page, "words", "controls", "pieces") == [], theme
    await turn_to(page, "light")


async def faint(page: Page, *things: str) -> list[str]:
    """Things of these kinds with too little contrast in the present theme."""
    measures = await page.evaluate_handle(script("contrast.js"))
    await measures.evaluate("measures => measures.without_textures()")
    found = await measures.evaluate("(measures, all) => all.flatMap((thing) => measures[`faint_${thing}`]())", things)
    await page.evaluate("() => { document.adoptedStyleSheets = []; }")
    return found


# --- Keys ---------------------------------------------------------------------------------------------------

NUMBER_BUTTONS = """() => {
    for (const counted of document.querySelectorAll("[data-nth]")) delete counted.dataset.nth;
    const open = [...document.querySelectorAll("main button:not([aria-disabled=true], [disabled])")]
        .filter((button) => button.checkVisibility());
    open.forEach((button, nth) => { button.dataset.nth = nth; });
    document.querySelector(".skip").focus();
    return open.length;
}"""
HERE = """() => {
    const here = document.activeElement;
    return [here.dataset.nth ?? "", here.closest("main [data-roving]") !== null, here === document.body];
}"""


async def assert_reached_by_keys(page: Page) -> None:
    """Every drawn button of the table is reachable: Tab goes from group to group, an arrow goes round the group."""
    left = {str(nth) for nth in range(await page.evaluate(NUMBER_BUTTONS))}
    measures = await page.evaluate_handle(script("contrast.js"))
    for _ in range(120):
        await page.keyboard.press("Tab")
        nth, in_group, outside = await page.evaluate(HERE)
        if outside or not left:
            break
        assert await measures.evaluate("measures => measures.focus_ring()") == ""
        left.discard(first := nth)
        while in_group and left:
            await page.keyboard.press("ArrowRight")
            nth, *_ = await page.evaluate(HERE)
            left.discard(nth)
            in_group = nth != first
    assert not left, [await page.locator(f"[data-nth='{nth}']").get_attribute("aria-label") for nth in left]
