"""Something goes wrong in a page: it says so, keeps what it showed, tries once more, and reports the place."""

import json

from playwright.async_api import Page, expect

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.browser.wires import change_messages
from tests.client import Message
from tests.conftest import House
from tests.support.metrics import Rise

SAID = "Something went wrong here."


def spoilt(message: Message) -> Message:
    """A frame that no board can draw."""
    return {**message, "view": None} if message["type"] == "frame" else message


async def loads(page: Page) -> list[str]:
    """The addresses to which the page goes from now on."""
    found: list[str] = []
    page.on("framenavigated", lambda frame: found.append(frame.url))
    return found


async def test_a_frame_that_cannot_be_drawn_is_said_reported_and_tried_once_more(
    ida: Guest, tables: Tables, house: House
) -> None:
    ida.forgive(".*")
    table, rise = await tables.play(ida, "Bo"), Rise()
    page = await ida.context.new_page()
    is_spoilt = False
    await change_messages(page, lambda message: spoilt(message) if is_spoilt else message)
    await page.goto(f"{ida.base_url}/t/{table.room}")
    await Look(page).is_ready()
    reloads = await loads(page)
    is_spoilt = True
    async with page.expect_event("load"):
        await table.draw_and_place(1)
    await expect(page.get_by_text(SAID)).to_be_visible()
    assert len(reloads) == 1, "once, and not again and again"
    await expect(page.get_by_text("Opening the table…")).to_be_attached()  # the server's part stays
    assert rise("page_faults_total") >= 1
    is_spoilt = False
    await page.get_by_role("alert").get_by_role("button", name="Load the page again").click()
    await Look(page).is_ready()
    await expect(page.get_by_text(SAID)).to_be_hidden()


async def test_a_report_names_a_place_and_nothing_else(ida: Guest, tables: Tables) -> None:
    ida.forgive(".*")
    table = await tables.play(ida, "Bo")
    page = await ida.context.new_page()
    await change_messages(page, spoilt)
    async with page.expect_request("**/api/faults") as request:
        await page.goto(f"{ida.base_url}/t/{table.room}")
    said = json.loads((await request.value).post_data or "")
    assert sorted(said) == ["build", "line", "module"]
    assert said["module"].endswith(".js")
    await expect(page.get_by_text(SAID)).to_be_visible()  # loaded again: one that closes meanwhile hangs


async def test_a_fault_on_any_page_is_said(ida: Guest) -> None:
    """Here a script of the start page itself is broken, so that it would not open a table."""
    ida.forgive(".*")
    page = await ida.context.new_page()
    await page.route(
        "**/pages/lobby.js*",
        lambda route: route.fulfill(body="throw new Error('broken');", content_type="text/javascript"),
    )
    await page.goto(ida.base_url)
    await expect(page.get_by_text(SAID)).to_be_visible()


# What extensions bring into a page, or others' servers would: a script that does not load, a fault in one, a promise
# that one breaks.
OTHERS = """() => {
    const filename = "chrome-extension://abc/content.js";
    const script = Object.defineProperty(document.createElement("script"), "src", { value: filename });
    document.head.append(script);
    script.dispatchEvent(new Event("error"));
    dispatchEvent(new ErrorEvent("error", { filename, lineno: 7, message: "no" }));
    const reason = Object.assign(new Error("no"), { stack: `Error: no\\n at f (${filename}:7)` });
    dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason, promise: Promise.resolve() }));
    return new Promise((done) => setTimeout(done, 100));
}"""


async def test_faults_of_others_scripts_are_not_ours_to_answer_for(eve: Guest) -> None:
    eve.forgive(".*")
    page = await eve.open("/")
    reloads, reports = await loads(page), []
    page.on("request", lambda request: reports.append(request.url) if "faults" in request.url else None)
    await page.evaluate(OTHERS)
    await expect(page.get_by_text(SAID)).to_be_hidden()
    assert (reloads, reports) == ([], [])
