"""Takes screenshots of every kind of decision in every game, on a phone and a laptop, in both themes, for review.

python -m tests.browser.gallery pictures/ sin_color desfases
python -m tests.browser.gallery --clock pictures/   # with clocks beside the names
"""

import argparse
import asyncio
import re
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from playwright.async_api import Browser, async_playwright

from app.settings import Rate
from tests.browser.conftest import PLENTY, house_in
from tests.browser.guests import PHONE, Guests
from tests.browser.measured import LAPTOP_SIZE, PHONE_SIZE, THEMES, resize, turn_to
from tests.browser.tables import Tables
from tests.browser.walks import TABLES, decisions
from tests.client import Message
from tools.chromium import find

CLOCK = {"each": "game", "seconds": 20 * 60}


async def photograph(folder: Path, keys: Sequence[str], clock: Message | None) -> None:
    """One screenshot for each decision, screen and theme."""
    as_fast_as_it_likes = patch("app.server.websocket.FRAMES", Rate(PLENTY, 1))
    with tempfile.TemporaryDirectory() as kept, as_fast_as_it_likes, closing(house_in(Path(kept))) as house:
        house.open()
        async with (
            async_playwright() as playwright,
            await playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"]) as browser,
        ):
            for key in keys:
                await photograph_game(browser, house.base_url, folder, key, clock)


async def photograph_game(browser: Browser, base_url: str, folder: Path, key: str, clock: Message | None) -> None:
    guests, tables = Guests(browser, base_url), Tables()
    finger, number = await guests.get("Finn", **PHONE), 0
    async for kind, look in decisions(tables, finger, key, clock):
        number += 1
        words = re.sub(r"\W+", "-", kind)[:40].strip("-")
        for screen, size in (("phone", PHONE_SIZE), ("laptop", LAPTOP_SIZE)):
            await resize(look.page, size)
            for theme in THEMES:
                await turn_to(look.page, theme)
                path = folder / f"{key}-{number:02}-{words}-{screen}-{theme}.png"
                await look.page.screenshot(path=path)
                print(path)
    await tables.close()
    await guests.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", metavar="game", choices=[[], *TABLES])  # []: without any
    parser.add_argument("--clock", action="store_const", const=CLOCK, help="let everybody play against a clock")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(photograph(asked.folder, asked.games or list(TABLES), asked.clock))
