"""Takes screenshots of every kind of decision in every game, in eight windows and both themes, for review.

python -m tests.browser.gallery pictures/ sin_color desfases
python -m tests.browser.gallery --clock pictures/   # with clocks beside the names
python -m tests.browser.gallery --window 390x844 --window 1440x900 --theme light pictures/
"""

import argparse
import asyncio
import re
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from playwright.async_api import Browser, Page, async_playwright

from app.settings import Rate
from tests.browser.conftest import PLENTY, house_in
from tests.browser.guests import PHONE, Guests
from tests.browser.measured import THEMES, resize, turn_to
from tests.browser.tables import Tables
from tests.browser.walks import TABLES, decisions
from tests.client import Message
from tools.chromium import find

CLOCK = {"each": "game", "seconds": 20 * 60}
WINDOWS = ("360x640", "390x844", "844x390", "768x1024", "1280x720", "1440x900", "1920x1080", "2560x1440")
"""Phones upright and on their side, a tablet, laptops, a TV and the largest screen."""


@dataclass(frozen=True)
class Shoot:
    """What is photographed, and where the pictures go."""

    folder: Path
    windows: Sequence[str]
    themes: Sequence[str]
    clock: Message | None

    async def shoot(self, page: Page, name: str) -> None:
        """One screenshot for each window and theme."""
        for window in self.windows:
            width, height = map(int, window.split("x"))
            await resize(page, (width, height))
            for theme in self.themes:
                await turn_to(page, theme)
                path = self.folder / f"{name}-{window}-{theme}.png"
                await page.screenshot(path=path)
                print(path)


async def photograph(shoot: Shoot, keys: Sequence[str]) -> None:
    """Every decision of these games."""
    as_fast_as_it_likes = patch("app.server.websocket.FRAMES", Rate(PLENTY, 1))
    with tempfile.TemporaryDirectory() as kept, as_fast_as_it_likes, closing(house_in(Path(kept))) as house:
        house.open()
        async with (
            async_playwright() as playwright,
            await playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"]) as browser,
        ):
            for key in keys:
                await photograph_game(browser, house.base_url, shoot, key)


async def photograph_game(browser: Browser, base_url: str, shoot: Shoot, key: str) -> None:
    guests, tables = Guests(browser, base_url), Tables()
    finger, number = await guests.get("Finn", **PHONE), 0
    async for kind, look in decisions(tables, finger, key, shoot.clock):
        number += 1
        words = re.sub(r"\W+", "-", kind)[:40].strip("-")
        await shoot.shoot(look.page, f"{key}-{number:02}-{words}")
    await tables.close()
    await guests.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", metavar="game", choices=[[], *TABLES])  # []: without any
    parser.add_argument("--window", action="append", choices=WINDOWS, help="only windows of this size")
    parser.add_argument("--theme", action="append", choices=THEMES, help="only in this theme")
    parser.add_argument("--clock", action="store_const", const=CLOCK, help="let everybody play against a clock")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    shoot = Shoot(asked.folder, asked.window or WINDOWS, asked.theme or THEMES, asked.clock)
    asyncio.run(photograph(shoot, asked.games or list(TABLES)))
