"""Measures what a line costs a page with few lines and with many: the work of the browser's main thread.

    python benchmarks/long_logs.py

A page at TCNCCC is given further lines one by one, as if the server had sent them: in the log beside the table, in the
log of a phone that does not show it, and in the chat; and a replay goes on step by step. Printed are the milliseconds a
line, with 12 lines, with 200 and with 1,200, and the ratio of the last to the first. A ratio within one run says the
same on every machine.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.async_api import Browser, Page, Route, async_playwright

from benchmarks.peers.contenders import served, tertulia
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tools.chromium import find

FEW, SOME, MANY = SIZES = (12, 200, 1_200)
TIMES = 40
MOST_TIMES_AS_MUCH = 2

# A line as the server would send it: of the seats in turn, and no two alike.
FEED = """
globalThis.WebSocket = class extends WebSocket {
    constructor(...how) {
        super(...how);
        globalThis.feed = (messages) => {
            for (const message of messages)
                this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
        };
        this.addEventListener("message", ({ data }) => {
            const message = JSON.parse(data);
            if (message.type === "frame") globalThis.frame ??= message;
        });
    }
};
globalThis.told = 0;
globalThis.line = () => ({
    seq: frame.seq + ++told, seat: told % 2, yours: false, fades: false, sight: null,
    text: { text: "{seat} drew: {piece}", with: { seat: { seat: told % 2 }, piece: String(told) } },
});
globalThis.tell = (count) => {
    const lines = Array.from({ length: count }, line);
    feed([{ ...frame, seq: frame.seq + told, lines }]);
};
globalThis.chat = (count) => feed(Array.from({ length: count }, () => ({
    type: "chat", seq: ++told, text: `Line ${told}`, from: { name: "Bo", seat: 1 },
})));
globalThis.drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
"""


async def main() -> None:
    with served(tertulia()) as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
            too_much = [
                await report("log", at_a_table(browser, f"http://127.0.0.1:{server.port}", LAPTOP, "tell")),
                await report("hidden log", at_a_table(browser, f"http://127.0.0.1:{server.port}", PHONE, "tell")),
                await report("chat", at_a_table(browser, f"http://127.0.0.1:{server.port}", LAPTOP, "chat")),
                await report("replay", in_a_replay(browser, f"http://127.0.0.1:{server.port}")),
            ]
    sys.exit(any(too_much))


async def report(what: str, measured: Any) -> bool:
    costs = await measured
    ratio = costs[MANY] / costs[FEW]
    figures = ", ".join(f"{cost:.1f} ms with {size}" for size, cost in costs.items())
    print(f"{what}: {figures}; × {ratio:.1f}, bar × {MOST_TIMES_AS_MUCH}", flush=True)
    return ratio > MOST_TIMES_AS_MUCH


async def at_a_table(browser: Browser, base_url: str, screen: dict[str, Any], grows: str) -> dict[int, float]:
    guests, tables = Guests(browser, base_url), Tables()
    table = await tables.play(ann := await guests.get("Ann", **screen), "Bo")
    look = Look(await ann.open(f"/t/{table.room}", FEED))
    await look.is_ready()
    if grows == "chat":
        await look.page.get_by_role("tab", name="Chat").click()
    costs, known = {}, 0
    for size in SIZES:
        await look.page.evaluate(f"(count) => {grows}(count)", size - known)
        costs[size] = await cost(look.page, f"{grows}(1)")
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
    costs = {size: await in_a_replay_of(ann, table, size) for size in SIZES}
    await tables.close()
    await guests.close()
    return costs


async def in_a_replay_of(ann: Guest, table: Seated, size: int) -> float:
    page = await ann.tab()

    async def lengthen(route: Route) -> None:
        replay = await (await route.fetch()).json()
        await route.fulfill(body=json.dumps({**replay, "steps": repeated(replay["steps"], size + TIMES + 1)}))

    await page.route("**/api/rooms/*/replay*", lengthen)
    await page.goto(f"{ann.base_url}/t/{table.room}/replay#step={size}")
    await page.locator("html[data-ready]").wait_for()
    await page.evaluate(FEED)
    measured = await cost(page, "document.querySelector('[data-focus=control-on]').click()")
    await page.unroute_all()
    await ann.put_away(Look(page))
    return measured


def repeated(steps: list[dict[str, Any]], many: int) -> list[dict[str, Any]]:
    middle = [step for step in steps if any(not line["fades"] for line in step["frame"]["lines"])]
    return [steps[0], *({**middle[nth % len(middle)], "seq": steps[0]["seq"] + nth + 1} for nth in range(many))]


async def cost(page: Page, happens: str) -> float:
    """Milliseconds of the main thread each time that this happens."""
    line = await page.context.new_cdp_session(page)
    await line.send("Performance.enable", {"timeDomain": "threadTicks"})
    again = f"async (times) => {{ for (let nth = 0; nth < times; nth++) {{ {happens}; await drawn(); }} }}"
    await page.evaluate(again, 5)
    before = await busy(line)
    await page.evaluate(again, TIMES)
    return (await busy(line) - before) * 1000 / TIMES


async def busy(line: Any) -> float:
    metrics = (await line.send("Performance.getMetrics"))["metrics"]
    return next(each["value"] for each in metrics if each["name"] == "TaskDuration")


if __name__ == "__main__":
    asyncio.run(main())
