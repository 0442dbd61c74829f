"""Measures how soon others see a move: from the browser that sends it to another player's page.

    python benchmarks/push_to_dom.py

Two people play TCNCCC in two browsers; the server is a process of its own, which writes every move before announcing
it. The clock starts when one browser passes its move to the WebSocket, and stops when the other page has changed: both
use this machine's clock. Printed are the median and the slowest twentieth.
"""

import argparse
import asyncio
import statistics
import sys
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.async_api import Browser, async_playwright

from benchmarks.peers.contenders import served, tertulia
from tests.browser.guests import LAPTOP, Guests
from tests.browser.look import RESULT, YOUR_TURN, Look
from tests.browser.players import Player
from tests.browser.tables import Tables
from tools.chromium import find

MOVES = 200
MOST_IN_A_GAME = 80  # these two are faster than people: in a longer game they would be told to wait
MEDIAN_MS = 15
SLOW_MS = 60  # the 95th percentile has to be below

CLOCK = """
const now = () => performance.timeOrigin + performance.now();
globalThis.sent = 0;
globalThis.shown = [];
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (message) {
    if (JSON.parse(message).type === "play") sent = now();
    send.call(this, message);
};
new MutationObserver(() => shown.push(now())).observe(document, { attributeFilter: ["data-seq"], subtree: true });
"""


async def main(moves: int) -> None:
    with served(tertulia()) as server:
        async with async_playwright() as playwright:
            browsers = [
                await playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"]) for _ in range(2)
            ]
            waits: list[float] = []
            for seed in count():
                if len(waits) >= moves:
                    break
                waits += await game(
                    browsers, f"http://127.0.0.1:{server.port}", seed, min(MOST_IN_A_GAME, moves - len(waits))
                )
    slow = statistics.quantiles(waits, n=20)[-1]
    print(f"{len(waits)} moves; median {statistics.median(waits):.1f} ms, bar {MEDIAN_MS} ms; ", end="")
    print(f"p95 {slow:.1f} ms, bar {SLOW_MS} ms; slowest {max(waits):.1f} ms")


async def game(browsers: list[Browser], base_url: str, seed: int, most: int) -> list[float]:
    """Milliseconds until the other sees it, move by move."""
    houses = [Guests(browser, base_url) for browser in browsers]
    tables = Tables()
    guests = [await house.get(name, **LAPTOP) for house, name in zip(houses, ("Ann", "Ben"), strict=True)]
    for guest in guests:
        await guest.context.add_init_script(CLOCK)
    table = await tables.play(*guests)
    patient = {"at_first": "[Dd]raw|place|Put it", "times": 2 * most}
    players = [Player(await guest.look_at(table.room), seed=seed, **patient) for guest in guests]
    waits: list[float] = []
    while len(waits) < most and not await players[0].look.prompt(RESULT).is_visible():
        waits.append(await move(*await in_turn(players)))
    await tables.close()
    for house in houses:
        await house.close()
    return waits


async def in_turn(players: list[Player]) -> tuple[Player, Look]:
    """The player who is asked, and the other's page."""
    one, other = players
    is_first = await one.look.prompt(YOUR_TURN).is_visible()
    return (one, other.look) if is_first else (other, one.look)


async def move(player: Player, other: Look) -> float:
    """Milliseconds from the player's browser to the other's page."""
    seq = await other.seq()
    await player.answer()
    await asyncio.gather(other.moved_on(seq), player.look.moved_on(seq))
    sent: float = await player.look.page.evaluate("() => sent")
    shown: list[float] = await other.page.evaluate("() => shown.splice(0)")
    return min(moment for moment in shown if moment >= sent) - sent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("moves", nargs="?", type=int, default=MOVES)
    asyncio.run(main(parser.parse_args().moves))
