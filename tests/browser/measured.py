"""Measures a page as it lies before its reader: nothing is cut off or lies on something else, fingers find their aim,
axe-core has nothing to complain of, everything stands out and is reached by keys."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import JSHandle, Page, ViewportSize

from tests.amounts import LONG
from tests.browser.look import Look
from tests.conftest import ROOT

Theme = Literal["light", "dark"]
USUAL = [(390, 844), (320, 568), (844, 390), (1440, 900)]
SCREENS = [*USUAL, (360, 640), (320, 256), (768, 1024), (1024, 768)] if LONG else USUAL
NARROW_AND_WIDE = [(390, 844), (320, 568), (1440, 900)]
MAGNIFIED = (720, 450)
"""A laptop at 200 %."""
FINGER = 44
THEMES: tuple[Theme, ...] = ("light", "dark")
LAPTOP_SIZE, PHONE_SIZE = (1440, 900), (390, 844)
MOST_STOPS = 120


def script(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


async def measures(page: Page) -> JSHandle:
    return await page.evaluate_handle(script("measure.js"))


async def resize(page: Page, size: tuple[int, int]) -> None:
    if page.viewport_size == ViewportSize(width=size[0], height=size[1]):
        return  # a page would be laid out anew all the same
    await page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    await page.evaluate(DRAWN)


# By then the page has heard what the new size means for it.
DRAWN = "() => new Promise(requestAnimationFrame)"

# --- Room ---------------------------------------------------------------------------------------------------


async def assert_fits(page: Page, *sizes: tuple[int, int]) -> None:
    """In windows of these sizes, first in the present one if it is among them: it costs most to lay a page out anew."""
    asked = "(measure, [width, least]) => [...measure.faults(width), ...measure.small_targets(least)]"
    measure, faults, present = await measures(page), [], page.viewport_size
    for size in sorted(sizes, key=lambda size: present != ViewportSize(width=size[0], height=size[1])):
        await resize(page, size)
        faults += [f"{size}: {fault}" for fault in await measure.evaluate(asked, [size[0], FINGER])]
    assert not faults, "\n".join(faults)


async def overlaps(page: Page) -> list[str]:
    """What is said on a table and lies on something else, also where the page is magnified twofold."""
    measure, faults = await measures(page), []
    for size in (PHONE_SIZE, LAPTOP_SIZE, MAGNIFIED):
        await resize(page, size)
        faults += [f"{size}: {fault}" for fault in await measure.evaluate("(measure) => measure.overlaps()")]
    return faults


async def assert_in_sight(look: Look, *sizes: tuple[int, int]) -> None:
    """The prompt bar as a whole, in windows of these sizes, and nothing lies over it."""
    measure = await measures(look.page)
    bar = await look.bar.element_handle()
    for size in sizes:
        await resize(look.page, size)
        assert await measure.evaluate("(measure, bar) => measure.hidden(bar)", bar) == "", size


# --- Axe ----------------------------------------------------------------------------------------------------

# Contrast once more without what axe cannot look through: textures, drawings, clear buttons that lie over pieces.
MEASURE_BARE = """async () => {
    const bare = new CSSStyleSheet();
    bare.replaceSync("* { background-image: none !important } .stand, svg { visibility: hidden !important }");
    document.adoptedStyleSheets = [bare];
    const rules = { type: "rule", values: ["color-contrast"] };
    const resultTypes = ["violations", "incomplete"];
    const found = await axe.run(document, { selectors: false, runOnly: rules, resultTypes });
    document.adoptedStyleSheets = [];
    return found;
}"""
# None: axe does not say why. faint() measures such words by itself.
HALF_SEEN = (
    "nonBmp", "shortTextContent", "emptyValue", "elmPartiallyObscured", "elmPartiallyObscuring", "bgOverlap", None,
)  # fmt: skip


@cache
def axe() -> str:
    return Path(ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")


async def assert_nothing_to_complain_of(page: Page, *things: str) -> None:
    """In full by day on a laptop; by night, on a phone, where only colours are others, that words stand out, and these
    things too. At length axe measures contrast as well: it sees what lies under what from elsewhere."""
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(axe())
    await resize(page, LAPTOP_SIZE)
    complaints = await broken_rules(page)
    for size, theme in zip((LAPTOP_SIZE, PHONE_SIZE), THEMES, strict=True):
        await resize(page, size)
        await (turn_to(page, theme) if theme == "dark" else turned(page))
        complaints += [f"{size} {theme} {found}" for found in await faint(page, "words", *things)]
        complaints += [f"{size} {theme} {found}" for found in (await faint_words(page) if LONG else [])]
    await turn_to(page, "light")
    assert complaints == [], "\n".join(complaints)


async def broken_rules(page: Page) -> list[str]:
    """Contrast apart."""
    options = "{ selectors: false, resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } }"
    found: dict[str, Any] = await page.evaluate(f"() => axe.run(document, {options})")
    return [f"{rule['id']}: {node['html']}" for rule in found["violations"] for node in rule["nodes"]]


async def faint_words(page: Page) -> list[str]:
    """Also those whose contrast could not be measured."""
    bare: dict[str, Any] = await page.evaluate(MEASURE_BARE)
    doubtful = [node for rule in bare["violations"] + bare["incomplete"] for node in rule["nodes"]]
    return [f"{node['any'][0]['message']} {node['html']}" for node in doubtful if not is_half_seen(node)]


def is_half_seen(node: dict[str, Any]) -> bool:
    """An arrow or a letter alone, of which axe does not say whether it is a word; and what lies in part under something
    else, as words that are scrolled do and those on the edge of a tile."""
    return node["any"][0]["data"]["messageKey"] in HALF_SEEN


# --- Contrast -----------------------------------------------------------------------------------------------


TURNED = """() => {
    const dark = document.getElementById("dark");
    return !dark || matchMedia(dark.media).matches === document.documentElement.hasAttribute("data-dark");
}"""


async def turn_to(page: Page, theme: Theme) -> None:
    """Until the page has noticed: its colours change at once, what its table is made of a moment later."""
    await page.emulate_media(color_scheme=theme)
    await turned(page)


async def turned(page: Page) -> None:
    """Wait until it is: asking again and again costs much more than asking once."""
    if not await page.evaluate(TURNED):
        await page.wait_for_function(TURNED)


async def assert_stands_out(page: Page) -> None:
    """All words, controls and pieces from what is behind them, in both themes."""
    for theme in THEMES:
        await turn_to(page, theme)
        assert await faint(page, "words", "controls", "pieces") == [], theme
    await turn_to(page, "light")


async def faint(page: Page, *things: str) -> list[str]:
    """Which of these things do not stand out in the theme that is shown."""
    measures = await page.evaluate_handle(script("contrast.js"))
    found: list[str] = await measures.evaluate(
        """(measures, things) => {
            measures.without_textures();
            return things.flatMap((thing) => measures[`faint_${thing}`]());
        }""",
        things,
    )
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
    """Every button of the table that is drawn: Tab goes from group to group, an arrow goes round the group."""
    left = {str(nth) for nth in range(await page.evaluate(NUMBER_BUTTONS))}
    measures = await page.evaluate_handle(script("contrast.js"))
    for _ in range(MOST_STOPS):
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
