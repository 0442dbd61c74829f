"""Measures how smooth animations are: the time from frame to frame while an event is acted, on a slow device.

    python benchmarks/frames.py [game…]

Each game is played at random in a browser whose processor is throttled fourfold. After every move the animation runs to
its end. Printed are, for the moves with the most motion, the slowest twentieth of the frames and the slowest of all,
including the page's render before the first of them; and the same for the idle page: the noise of this machine.
"""

import argparse
import asyncio
import statistics
import sys
from pathlib import Path
from random import Random
from typing import Any, TypedDict

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.async_api import Browser, async_playwright

from benchmarks.peers.contenders import served, tertulia
from games import GAMES
from tests.browser.guests import LAPTOP, Guests
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tests.client import Message
from tools.chromium import find

SLOWER = 4
MOVES = 60
BUSIEST = 8
REST_S = 3
SLOW_MS = 20  # the 95th percentile has to be below
ENDS_SOON = {"lift"}
"""In TCNCCC, whoever lifts an empty cylinder is out."""
RARELY = 0.03
NAMES = ("Ben", "Cleo", "Dee")

WATCH = """
globalThis.pushes = [];
globalThis.at_rest = [];
let seq, last;
requestAnimationFrame(function watch(now) {
    const { length } = document.querySelectorAll(".stage-actor");
    if (seq !== (seq = document.documentElement.dataset.seq)) pushes.push({ actors: 0, frames: [] });
    if (length) pushes.at(-1).actors = Math.max(pushes.at(-1).actors, length);
    (length ? pushes.at(-1).frames : at_rest).push(now - last);
    last = now;
    requestAnimationFrame(watch);
});
"""


class Push(TypedDict):
    """The animations of one event, and the milliseconds from frame to frame."""

    actors: int
    frames: list[float]


async def main(*games: str) -> None:
    with served(tertulia()) as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
            for game in games or GAMES:
                report(game, *await acted(browser, f"http://127.0.0.1:{server.port}", game))


def report(game: str, pushes: list[Push], at_rest: list[float]) -> None:
    busiest = sorted(pushes, key=lambda push: push["actors"])[-BUSIEST:]
    frames = [frame for push in busiest for frame in push["frames"]]
    if len(frames) < 20:
        print(f"{game}: hardly anything is acted")
        return
    slow, still = [statistics.quantiles(each, n=20)[-1] for each in (frames, at_rest)]
    most = busiest[-1]["actors"]
    print(f"{game}: {len(pushes)} moves acted; the busiest {len(busiest)} with up to {most} at once: ", end="")
    print(f"p95 {slow:.1f} ms, bar {SLOW_MS} ms; slowest {max(frames):.1f} ms; at rest p95 {still:.1f} ms")


async def acted(browser: Browser, base_url: str, game: str) -> tuple[list[Push], list[float]]:
    """The motion after each move of a game, and the frames of a while afterwards."""
    house, tables, chance = Guests(browser, base_url), Tables(), Random(1)
    guest = await house.get("Ann", **LAPTOP, reduced_motion="no-preference")
    await guest.context.add_init_script(WATCH)
    others = NAMES[: max(GAMES[game].seats[0], min(4, GAMES[game].seats[-1])) - 1]
    table = await tables.play(guest, *others, game=game)
    look = await guest.look_at(table.room)
    await look.page.wait_for_load_state("networkidle")
    line = await look.page.context.new_cdp_session(look.page)
    await line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for _ in range(MOVES):
        if table.frame["outcome"]:
            break
        await move(table, look, chance)
    pushes: list[Push] = await look.page.evaluate("() => (at_rest.length = 0, pushes.filter(({ actors }) => actors))")
    await asyncio.sleep(REST_S)
    at_rest: list[float] = await look.page.evaluate("() => at_rest")
    await tables.close()
    await house.close()
    return pushes, at_rest


async def move(table: Seated, look: Look, chance: Random) -> None:
    """Make any move for whoever is asked, and wait for the animation to end."""
    await look.shows(await table.play(**some_answer(table.lines[table.turn].frame, chance)))
    await look.page.wait_for_function("() => !document.querySelector('.stage-actor')")


def some_answer(frame: Message, chance: Random) -> dict[str, Any]:
    """A random answer among those offered."""
    pick = frame["pick"]
    if pick and (not frame["choices"] or chance.random() < 0.5):
        count = chance.randint(pick["least"], pick["most"])
        return {"do": pick["do"], pick["field"]: sorted(chance.sample(pick["among"], count))}
    moves: list[dict[str, Any]] = [choice["move"] for choice in frame["choices"]]
    return chance.choices(moves, [RARELY if move["do"] in ENDS_SOON else 1 for move in moves])[0]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="game", choices=[[], *GAMES])  # []: without any
    asyncio.run(main(*parser.parse_args().games))
