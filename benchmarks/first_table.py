"""Measures how long a player waits for the first table on a slow line: a round trip of 150 ms, 1.6 Mbit/s.

    python benchmarks/first_table.py
    python benchmarks/first_table.py sin_color --rounds 9

A player with an empty cache, who reads German, the language of the largest catalogs, opens the page of a game that
goes on. The clock starts with the navigation, and stops when the table has been drawn with its board. Chromium itself
delays every request and limits the line. In each round every game has its turn, and first a bare page of the same
server: milliseconds depend on the machine and on what else it does, and a multiple of the bare page less so.
"""

import argparse
import asyncio
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.async_api import Browser, Page, async_playwright

from benchmarks.peers.contenders import served, tertulia
from games import GAMES
from tests.browser.guests import ALWAYS, PHONE, Guest, Guests
from tests.browser.longer import speak
from tests.browser.tables import Tables
from tools.chromium import find

ROUNDS = 5
BAR_MS = 1200
LANGUAGE = "de"
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 1.6e6 / 8}
BARE = "/nothing"
"""Says that there is nothing at this address."""

NOTE_WHEN_THE_BOARD_IS_DRAWN = """new MutationObserver((_, observer) => {
    if (!document.querySelector("main[data-state=playing] .table > :not(.unseen)")) return;
    globalThis.drawn_ms = performance.now();
    observer.disconnect();
}).observe(document, { childList: true, subtree: true });"""
DRAWN_MS = "() => globalThis.drawn_ms"
LOADED_MS = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"


async def main(games: list[str], rounds: int) -> None:
    with served(tertulia()) as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
            await measure(browser, f"http://127.0.0.1:{server.port}", games, rounds)


async def measure(browser: Browser, base_url: str, games: list[str], rounds: int) -> None:
    """Print what each game takes."""
    tables = Tables()
    ann = await Guests(browser, base_url).get("Ann", **PHONE)
    rooms = {game: f"/t/{await room_of(ann, tables, game)}" for game in games}
    await speak(ann, LANGUAGE)
    for path in rooms.values():
        await waits(browser, ann, path, DRAWN_MS)  # the server compresses a file when it is first asked for
    taken = [await one_round(browser, ann, rooms) for _ in range(rounds)]
    await tables.close()
    print(f"{'':12} {'median ms':>10} {'slowest':>8} {'× bare':>7}   bar {BAR_MS} ms")
    for name in ("bare page", *games):
        times = [each[name] for each in taken]
        ratio = statistics.median(each[name] / each["bare page"] for each in taken)
        print(f"{name:12} {statistics.median(times):10.0f} {max(times):8.0f} {ratio:7.2f}")


async def room_of(ann: Guest, tables: Tables, game: str) -> str:
    """A table at which this game has begun."""
    others = ["Bo", "Dee", "Eli"][: GAMES[game].seats[0] - 1]
    return (await tables.play(ann, *others, game=game)).room


async def one_round(browser: Browser, ann: Guest, rooms: dict[str, str]) -> dict[str, float]:
    """Milliseconds of the bare page and of each game."""
    bare = await waits(browser, ann, BARE, LOADED_MS)
    return {"bare page": bare} | {game: await waits(browser, ann, path, DRAWN_MS) for game, path in rooms.items()}


async def waits(browser: Browser, ann: Guest, path: str, moment: str) -> float:
    """Milliseconds from the navigation to this moment, in a browser that has Ann's cookies and nothing else."""
    context = await browser.new_context(**ALWAYS, **PHONE, storage_state=await ann.context.storage_state())
    page = await context.new_page()
    await slow_down(page)
    await page.add_init_script(NOTE_WHEN_THE_BOARD_IS_DRAWN)
    await page.goto(ann.base_url + path)
    taken = await (await page.wait_for_function(moment)).json_value()
    await context.close()
    return float(taken)


async def slow_down(page: Page) -> None:
    line = await page.context.new_cdp_session(page)
    await line.send("Network.enable")
    await line.send("Network.emulateNetworkConditions", LINE)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="game", choices=[[], *GAMES])  # []: all of them
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    asyncio.run(main(given.games or [*GAMES], given.rounds))
