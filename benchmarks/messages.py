"""Measures what a message costs a page on a phone: the work of the browser's main thread, in thread time.

    python -m benchmarks.messages [--moves 40] [--games tcnccc,…] [--no-logs]

Games at the fullest tables are played by random answers over the wire, while the page of one player shows them with
motion; then their replay goes on step by step. Printed are the milliseconds a message or step: script, layout and
style, their sum, and all that the main thread does until the page is on the screen anew: the median and the 90th
percentile; and the sum as a multiple of a fixed script and layout in the same page, which says the same on a busy
machine as on an idle one.

Then the same for a further line at TCNCCC, with 12 lines, with 200 and with 1,200: in the log beside the table, in the
log of a phone that does not show it, in the chat and in a replay. Printed is the ratio of the last to the first, too.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Iterable
from random import Random
from typing import Any, Final

from playwright.async_api import Browser, Page, Route, async_playwright

from benchmarks.main_thread import Costs, traced
from benchmarks.peers.contenders import served, tertulia
from tests.browser.feeding import FEED
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tests.browser.walks import OTHERS, TABLES, step
from tools.chromium import find

COMPUTED_MS, WHOLE_MS = 20, 40
MOVES: Final = 30
IN_MOTION: Final = {**PHONE, "reduced_motion": "no-preference"}
REST_S: Final = 1.0
"""Acts are over after 900 ms."""
ON = "[data-focus=control-on]"

FEW, SOME, MANY = SIZES = (12, 200, 1_200)
MOST_TIMES_AS_MUCH = 2
TIMES = 20

# Marks the task of each frame; calibrate() is a task of fixed work, in a document of its own.
MARKS = """
globalThis.WebSocket = class extends WebSocket {
    constructor(...how) {
        super(...how);
        this.addEventListener("message", ({ data }) => {
            const { type } = JSON.parse(data);
            if (type === "frame" || type === "chat") console.timeStamp("message");
        });
    }
};
globalThis.press = (selector) => new Promise((done) => setTimeout(() => {
    console.timeStamp("message");
    document.querySelector(selector).click();
    done();
}));
globalThis.calibrate = () => new Promise((done) => setTimeout(() => {
    console.timeStamp("calibration");
    const counts = new Map();
    for (let nth = 0, hash = 1; nth < 60_000; nth++) {
        hash = Math.imul(hash ^ nth, 16_777_619);
        counts.set(hash & 4095, (counts.get(hash & 4095) ?? 0) + 1);
    }
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const { body } = frame.contentDocument;
    for (let nth = 0; nth < 300; nth++)
        body.append(Object.assign(document.createElement("p"), { textContent: `${counts.get(nth)} of some words` }));
    for (const width of ["200px", "300px"]) {
        body.style.width = width;
        body.offsetHeight;
    }
    frame.remove();
    done();
}));
"""


async def main(moves: int, games: Iterable[str], logs: bool) -> None:
    with served(tertulia()) as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
            base_url = f"http://127.0.0.1:{server.port}"
            print(HEAD, flush=True)
            too_much = [await of_game(browser, base_url, game, moves) for game in games]
            if logs:
                too_much += [
                    await report("log", at_a_table(browser, base_url, LAPTOP, "tell")),
                    await report("hidden log", at_a_table(browser, base_url, PHONE, "tell")),
                    await report("chat", at_a_table(browser, base_url, LAPTOP, "chat")),
                    await report("replay", in_a_replay(browser, base_url)),
                ]
    sys.exit(any(too_much))


# --- Games --------------------------------------------------------------------------------------------------

PARTS: Final = ("script", "layout", "style", "computed", "whole")
HEAD = (
    f"| {'ms, median / p90':22} | {' | '.join(f'{part:>11}' for part in PARTS)} | × calibration |\n"
    f"|---|{'---:|' * (len(PARTS) + 1)}"
)


async def of_game(browser: Browser, base_url: str, game: str, moves: int) -> bool:
    """Prints what its messages cost, and the steps of its replay; whether that is too much."""
    guests, tables = Guests(browser, base_url), Tables()
    usual, options = TABLES[game]
    host = await guests.get("Ann", **IN_MOTION)
    table = await tables.gather(host, *OTHERS[: usual - 1], game=game, **options)
    async with traced(browser) as costs:
        await follow(host, table, moves)
    too_much = row(game, costs)
    await table.break_off()
    async with traced(browser) as costs:
        await step_through(host, table, moves)
    too_much |= row(f"{game}, replay", costs)
    await tables.close()
    await guests.close()
    return too_much


async def follow(host: Guest, table: Seated, moves: int) -> None:
    """The page shows so many moves of a game, each when the last one has been acted."""
    chance = Random(1)
    await table.start()
    look = Look(await host.tab(MARKS))
    await look.page.goto(f"{host.base_url}/t/{table.room}")
    await look.is_ready()
    await look.page.wait_for_load_state("networkidle")
    for _ in range(moves):
        if table.frame["outcome"]:
            await table.rematch()
        await asyncio.sleep(REST_S)
        await look.page.evaluate("calibrate()")
        await look.shows(await step(table, chance))
    await asyncio.sleep(REST_S)


async def step_through(host: Guest, table: Seated, steps: int) -> None:
    page = await host.tab(MARKS)
    await page.goto(f"{host.base_url}/t/{table.room}/replay")
    await page.locator("html[data-ready]").wait_for()
    await page.wait_for_load_state("networkidle")
    last = int(await page.get_by_role("slider", name="Step").get_attribute("max") or 0)
    for _ in range(min(steps, last)):
        await asyncio.sleep(REST_S)
        await page.evaluate("calibrate()")
        await page.evaluate(f"press({json.dumps(ON)})")
    await asyncio.sleep(REST_S)


def row(what: str, costs: Costs) -> bool:
    """Prints it; whether it is too much."""
    parts = [f"{costs.median('message', part):.1f} / {costs.slow('message', part):.1f}" for part in PARTS]
    ratio = costs.median("message", "computed") / costs.median("calibration", "computed")
    print(f"| {what:22} | {' | '.join(f'{part:>11}' for part in parts)} | {ratio:.2f} |", flush=True)
    return costs.median("message", "computed") > COMPUTED_MS or costs.median("message", "whole") > WHOLE_MS


# --- Long logs ----------------------------------------------------------------------------------------------


async def report(what: str, measured: Awaitable[dict[int, float]]) -> bool:
    costs = await measured
    ratio = costs[MANY] / costs[FEW]
    figures = ", ".join(f"{cost:.1f} ms with {size}" for size, cost in costs.items())
    print(f"{what}: {figures}; × {ratio:.1f}, bar × {MOST_TIMES_AS_MUCH}", flush=True)
    return ratio > MOST_TIMES_AS_MUCH


async def at_a_table(browser: Browser, base_url: str, screen: dict[str, Any], grows: str) -> dict[int, float]:
    guests, tables = Guests(browser, base_url), Tables()
    table = await tables.play(ann := await guests.get("Ann", **screen), "Bo")
    look = Look(await ann.open(f"/t/{table.room}", FEED + MARKS))
    await look.is_ready()
    if grows == "chat":
        await look.page.get_by_role("tab", name="Chat").click()
    costs, known = {}, 0
    for size in SIZES:
        await look.page.evaluate(f"(count) => {grows}(count)", size - known)
        costs[size] = await cost(browser, look.page, f"{grows}(1)")
        known = size + TIMES
    await tables.close()
    await guests.close()
    return costs


async def in_a_replay(browser: Browser, base_url: str) -> dict[int, float]:
    """The same finished game, its middle repeated until it is so long."""
    guests, tables = Guests(browser, base_url), Tables()
    table = await tables.play(ann := await guests.get("Ann", **LAPTOP), "Bo")
    for cylinder in range(4):
        await table.draw_and_place(cylinder % 4)
    await table.break_off()
    costs = {size: await in_a_replay_of(browser, ann, table, size) for size in SIZES}
    await tables.close()
    await guests.close()
    return costs


async def in_a_replay_of(browser: Browser, ann: Guest, table: Seated, size: int) -> float:
    page = await ann.tab()

    async def lengthen(route: Route) -> None:
        replay = await (await route.fetch()).json()
        await route.fulfill(body=json.dumps({**replay, "steps": repeated(replay["steps"], size + TIMES + 1)}))

    await page.route("**/api/rooms/*/replay*", lengthen)
    await page.goto(f"{ann.base_url}/t/{table.room}/replay#step={size}")
    await page.locator("html[data-ready]").wait_for()
    await page.evaluate(FEED + MARKS)
    measured = await cost(browser, page, f"await press({json.dumps(ON)})")
    await page.unroute_all()
    await ann.put_away(Look(page))
    return measured


def repeated(steps: list[dict[str, Any]], many: int) -> list[dict[str, Any]]:
    middle = [step for step in steps if any(not line["fades"] for line in step["frame"]["lines"])]
    return [steps[0], *({**middle[nth % len(middle)], "seq": steps[0]["seq"] + nth + 1} for nth in range(many))]


async def cost(browser: Browser, page: Page, happens: str) -> float:
    """The median of milliseconds each time that this happens."""
    async with traced(browser) as costs:
        await page.evaluate(
            f"async (times) => {{ for (let nth = 0; nth < times; nth++) {{ {happens}; await drawn(); }} }}", TIMES
        )
    return costs.median("message", "whole")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--games", type=lambda games: games.split(","), default=list(TABLES))
    parser.add_argument("--no-logs", dest="logs", action="store_false")
    asyncio.run(main(**vars(parser.parse_args())))
