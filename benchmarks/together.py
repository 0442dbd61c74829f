"""Measures how long those who look back together are at different steps.

    python -m benchmarks.together [--steps 10]

One page leads through a replay of each game, another one on a phone follows: one step after the other, each after a
second, and then as many as fast as keys repeat. Printed are the milliseconds from the picture of a step in the leader's
page until it is in the follower's: the median and the worst; and from the last key until both show the same.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Final

from playwright.async_api import async_playwright

from tests.browser.conftest import house_in
from tests.browser.guests import LAPTOP, PHONE, Guests
from tests.browser.watching import TABLES, Watch, over
from tests.conftest import House
from tools.chromium import find

MOST_MS: Final = 300
REST_S: Final = 1.0
REPEAT_S: Final = 0.03
NOTE_STEPS: Final = """
globalThis.shown = {};
new MutationObserver(() => {
    const { step } = document.documentElement.dataset;
    requestAnimationFrame(() => { shown[step] ??= performance.timeOrigin + performance.now(); });
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-step"] });
"""


async def main(steps: int) -> None:
    with tempfile.TemporaryDirectory() as kept, closing(house_in(Path(kept))) as house:
        house.open()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
            guests = Guests(browser, house.base_url)
            print("| game | median | worst | after the last of many |\n|---|---:|---:|---:|")
            worst = [await of_game(guests, house, game, steps) for game in TABLES]
            await guests.close()
    sys.exit(max(worst) > MOST_MS)


async def of_game(guests: Guests, house: House, game: str, steps: int) -> float:
    """Prints how far apart the two pages are in this game; the worst of it."""
    room = await over(house, game)
    leader, follower = [await joined(guests, room, f"{game} {nth}", nth) for nth in range(2)]
    for step in range(1, steps + 1):
        await asyncio.sleep(REST_S)
        await leader.page.keyboard.press("ArrowRight")
        await follower.is_at(step)
    apart = await between(leader, follower, range(1, steps + 1))
    for _ in range(steps):
        await leader.page.keyboard.press("ArrowRight")
        await asyncio.sleep(REPEAT_S)
    await follower.is_at(2 * steps)
    (last,) = await between(leader, follower, [2 * steps])
    print(f"| {game} | {median(apart):.0f} | {max(apart):.0f} | {last:.0f} |", flush=True)
    await asyncio.gather(leader.page.close(), follower.page.close())
    return max(*apart, last)


async def joined(guests: Guests, room: str, name: str, nth: int) -> Watch:
    guest = await guests.stranger(name, **(PHONE if nth else LAPTOP))
    named = f"localStorage['tertulia:name'] = {name!r};"
    watching = Watch(await guest.open(f"/t/{room}/replay#together", named + NOTE_STEPS))
    await watching.is_ready()
    await watching.page.wait_for_selector("[data-focus=point]")
    return watching


async def between(leader: Watch, follower: Watch, steps: Sequence[int]) -> list[float]:
    """Milliseconds from when the leader's page shows each step until the follower's does."""
    first, then = [await watching.page.evaluate("() => shown") for watching in (leader, follower)]
    return [then[str(step)] - first[str(step)] for step in steps]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10)
    asyncio.run(main(parser.parse_args().steps))
