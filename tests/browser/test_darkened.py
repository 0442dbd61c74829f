"""A browser that darkens light pages by itself leaves every mark on every piece readable: it gets the dark theme, and
what is drawn on ivory stays dark."""

import base64
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from games import GAMES
from tests.browser.conftest import CHEAPER
from tests.conftest import House
from tools.chromium import find

LEAST = 3
"""WCAG 2.2, 1.4.11: the contrast of what one has to see."""

MARKED = ".packed:not(.back, .unknown, .pawn), .card-art:not(.back), .suit-mark, .piece, "
MARKED += ".cd-die-drawn, .cd-badge, .cd-pawn-drawn"
PLACES = """([game, marked]) => Array.from(document.querySelectorAll("*"), ({ shadowRoot }) => shadowRoot)
    .filter((root) => root && root.host.closest("section")?.querySelector("h2").textContent === game)
    .flatMap((root) => [...root.querySelectorAll(`.figures :is(${marked})`)])
    .filter((piece) => piece.checkVisibility() && piece.querySelector("use, .glyph, .null, .spiral, circle"))
    .map((piece) => {
        const { x, y, width, height } = piece.getBoundingClientRect();
        const name = piece.parentElement?.textContent.trim() || piece.getAttribute("class");
        return { name, x: x + scrollX, y: y + scrollY, width, height };
    })
    .filter(({ width, height }) => width > 20 && height > 20)"""
"""Loose pieces of a game, where they are on the page."""

CONTRASTS = """async ([picture, top, places]) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    const bright = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    return places.map(({ x, y, width, height }) => {
        const { data } = pen.getImageData(x + width * 0.15, y - top + height * 0.15, width * 0.7, height * 0.7);
        const light = [];
        for (let at = 0; at < data.length; at += 4)
            light.push(0.2126 * bright(data[at]) + 0.7152 * bright(data[at + 1]) + 0.0722 * bright(data[at + 2]));
        light.sort((a, b) => a - b);
        const few = Math.floor(light.length / 50); // not a single line of pixels
        return (light.at(-1 - few) + 0.05) / (light[few] + 0.05);
    });
}"""
"""The contrast between what is lightest and what is darkest in the middle of each of these places."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def darkening() -> AsyncIterator[Browser]:
    """Chromium that darkens light pages."""
    args = [*CHEAPER, "--blink-settings=forceDarkModeEnabled=true"]
    async with async_playwright() as made, await made.chromium.launch(executable_path=find(), args=args) as browser:
        yield browser


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def specimen(darkening: Browser, house: House) -> AsyncIterator[Page]:
    """The page with all pieces, for a reader whose system is light."""
    context = await darkening.new_context(
        viewport={"width": 1280, "height": 900}, color_scheme="light", bypass_csp=True
    )
    page = await context.new_page()
    await page.goto(f"{house.base_url}/specimen")
    await page.locator("html[data-ready]").wait_for()
    yield page
    await context.close()


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_drawn_on_a_piece_is_seen(specimen: Page, game: str) -> None:
    places = await specimen.evaluate(PLACES, [GAMES[game].title, MARKED])
    assert len(places) > 4
    top, end = min(place["y"] for place in places), max(place["y"] + place["height"] for place in places)
    clip = {"x": 0, "y": top, "width": 1280, "height": min(end - top, 3000)}
    places = [place for place in places if place["y"] + place["height"] <= top + clip["height"]]
    picture = base64.b64encode(await specimen.screenshot(full_page=True, clip=clip)).decode()
    seen = await specimen.evaluate(CONTRASTS, [picture, top, places])
    assert [(place["name"], contrast) for place, contrast in zip(places, seen, strict=True) if contrast < LEAST] == []


async def test_it_gets_the_dark_theme(specimen: Page) -> None:
    assert await specimen.evaluate("() => document.documentElement.hasAttribute('data-dark')")
