"""Takes screenshots of every kind of decision in every game, on a phone and a laptop, in both themes, for review.

python -m tests.browser.gallery pictures/ sin_color desfases
"""

import argparse
import asyncio
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal
from unittest.mock import patch

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from app.settings import Rate
from tests.browser.conftest import PLENTY, house_in
from tests.browser.guests import LAPTOP, PHONE, Guests
from tests.browser.tables import Tables
from tests.browser.walks import TABLES, Walker, decisions
from tools.chromium import find

SCREENS: dict[str, ViewportSize] = {"phone": PHONE["viewport"], "laptop": LAPTOP["viewport"]}
THEMES: Sequence[Literal["light", "dark"]] = ("light", "dark")


async def photograph(folder: Path, keys: Sequence[str]) -> None:
    """One screenshot for each decision, screen and theme."""
    as_fast_as_it_likes = patch("app.server.websocket.FRAMES", Rate(PLENTY, 1))
    with tempfile.TemporaryDirectory() as kept, as_fast_as_it_likes:
        house = house_in(Path(kept))
        house.open()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
                for key in keys:
                    await photograph_game(browser, house.base_url, folder, key)
                await browser.close()
        finally:
            house.close()


async def photograph_game(browser: Browser, base_url: str, folder: Path, key: str) -> None:
    guests, tables = Guests(browser, base_url), Tables()
    finger, number = await guests.get("Finn", **PHONE), 0
    walker = await Walker.of(finger)
    async for kind, table in decisions(tables, finger, key):
        look = await walker.comes_to(table)
        number += 1
        words = re.sub(r"\W+", "-", kind)[:40].strip("-")
        await take_pictures(look.page, folder / f"{key}-{number:02}-{words}")
        await walker.dozes()
    await tables.close()
    await guests.close()


async def take_pictures(page: Page, stem: Path) -> None:
    for screen, size in SCREENS.items():
        await page.set_viewport_size(size)
        for theme in THEMES:
            await page.emulate_media(color_scheme=theme)
            await page.screenshot(path=f"{stem}-{screen}-{theme}.png")
            print(f"{stem}-{screen}-{theme}.png")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", metavar="game", choices=[[], *TABLES])  # []: without any
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(photograph(asked.folder, asked.games or list(TABLES)))
