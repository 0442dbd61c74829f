"""The connection breaks, the server dies: the page says so, waits, returns by itself, and nothing happens twice."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from app.storage.store import Store
from tests.browser.guests import LAPTOP, Guest, Guests, frozen_look
from tests.browser.hosts import open_tab
from tests.browser.listening import LISTEN, Listener
from tests.browser.look import Look
from tests.browser.tables import Tables, asked_look
from tests.browser.wires import Wire, wired_look
from tests.conftest import House, Process, StartProcess
from tests.support.command_line import Terminal
from tests.support.command_line import terminal as terminal
from tests.support.silent_proxy import swallowing


@pytest.fixture
def mortal(start_process: StartProcess) -> Process:
    """A server in a process of its own."""
    return start_process()


def kill(mortal: Process) -> None:
    mortal.popen.kill()
    mortal.popen.wait()


async def rise(start: StartProcess, mortal: Process) -> None:
    """Start it again at the same address, with the same database."""
    await asyncio.to_thread(start, TERTULIA_BIND=mortal.base_url.removeprefix("http://"))


@pytest_asyncio.fixture(loop_scope="session")
async def hugo(guests: Guests, mortal: Process) -> Guest:
    """A guest of that server."""
    guest = await guests.stranger("Hugo", mortal.base_url)
    guest.forgive("WebSocket connection to .* failed|ERR_CONNECTION_")  # parts of the page may be on their way, too
    return guest


async def test_after_a_kill_the_page_waits_and_returns_as_it_was(
    mortal: Process, start_process: StartProcess, hugo: Guest, tables: Tables
) -> None:
    _, look = await asked_look(hugo, tables)
    box = await half_said(look)
    before, offers = await what_lasts(look), await look.offers()
    await look.button("Cylinder 1, lift").click()
    kill(mortal)
    await expect(look.page.get_by_role("alert")).to_contain_text("Connection lost.")
    for name in ("Bag, draw a piece", "Cylinder 1, lift", "Lift cylinder 1"):
        await expect(look.button(name)).to_be_disabled()
    await rise(start_process, mortal)
    await expect(look.html).to_have_attribute("data-conn", "open")
    await expect(look.page.get_by_role("alert")).to_have_text("")
    await look.page.keyboard.press("Escape")
    assert await look.offers() == offers
    assert await what_lasts(look) == before
    await expect(look.rail.get_by_text("Are you there?")).to_have_count(1)
    await expect(box).to_have_value("I was")
    await look.button("Bag, draw a piece").click()
    await look.button("Cylinder 2, place the piece").click()
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_visible()


async def half_said(look: Look) -> Locator:
    """A line has been sent to the table, and another is being typed; the input."""
    await look.rail.get_by_role("tab", name="Chat").click()
    box = look.page.get_by_role("textbox", name="Write to the table")
    await box.fill("Are you there?")
    await box.press("Enter")
    await expect(look.rail.get_by_text("Are you there?")).to_be_visible()
    await expect(look.rail.get_by_text("Sending…")).to_have_count(0)
    await box.fill("I was")
    return box


async def test_after_a_restore_the_page_says_so(
    mortal: Process, start_process: StartProcess, hugo: Guest, tables: Tables, tmp_path: Path, terminal: Terminal
) -> None:
    """It shows the log as it is now, without a reload."""
    table, look = await asked_look(hugo, tables)
    terminal.sets(DATABASE_URL=f"sqlite:///{tmp_path}/process.sqlite3")
    await asyncio.to_thread(terminal, "backup", tmp_path / "copy")
    offers, seq = await look.offers(), await look.html.get_attribute("data-seq")
    await look.shows(await table.play(do="draw"))
    await look.button("Cylinder 2, place the piece").click()
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_visible()
    await look.page.evaluate("window.is_the_same_page = true")
    kill(mortal)
    restored = await asyncio.to_thread(terminal, "restore", tmp_path / "copy", "--replace")
    assert restored.code == 0, restored.err
    await rise(start_process, mortal)
    await look.page.evaluate("dispatchEvent(new Event('online'))")  # the longer that took, the longer it would wait
    await expect(look.html).to_have_attribute("data-conn", "open")
    await expect(look.main.get_by_text("This table was restored from a backup.")).to_be_visible()
    await expect(look.html).to_have_attribute("data-seq", seq or "")
    assert await look.offers() == offers
    await expect((await open_tab(look, "Log")).get_by_text("First turn: ")).to_be_visible()
    await expect(look.rail.get_by_text("Hugo placed")).to_have_count(0)
    await look.button("Bag, draw a piece").click()
    await expect(look.button("Cylinder 2, place the piece")).to_be_visible()
    assert await look.page.evaluate("window.is_the_same_page")


async def what_lasts(look: Look) -> str:
    """Table and log without fading lines, and without Bo, who has no browser to bring him back."""
    table, log = await look.main.aria_snapshot(), await look.rail.aria_snapshot()
    return re.sub(r".* drew: .*\n?|(?<=Bo) away", "", table + log)


# --- A move whose acknowledgement is lost ---


async def moves_in_log(house: House, room: str) -> list[str]:
    """The ids of all logged answers."""
    store = Store(house.app.state.services.settings.database_url)
    await store.start()
    events = await store.load(room)
    await store.close()
    return [event.id for event in events if type(event.body).__name__ == "Moved"]


async def test_after_sleep_a_page_does_not_wait_for_a_dead_line(ida: Guest, ann: Guest, tables: Tables) -> None:
    """As when a laptop is opened again: the page was never hidden, and nobody has told the browser anything."""
    table = await tables.play(ann, "Bo")
    await ida.set_clock(0)
    wire, look = await wired_look(ida, table.room)
    wire.swallow_until('"frame"', cut=False)
    seq = await table.draw_and_place(1)
    await wire.is_done()
    await look.page.clock.fast_forward("01:00")
    await look.shows(seq)


async def test_a_page_says_within_fifteen_seconds_that_its_line_is_dead_and_moves_once(
    house: House, ida: Guest, tables: Tables
) -> None:
    """Nobody closes anything, the page is visible all the time, and what hangs is a real network."""
    ida.forgive("WebSocket connection to .* failed")  # the one that was swallowed from the beginning
    table = await tables.play(ida, "Bo", asked=0)
    await ida.set_clock(0)
    async with swallowing(house) as network:
        look = Look(await ida.context.new_page())
        await look.page.goto(f"{network.url}/t/{table.room}")
        before = await moves_in_log(house, table.room)
        await expect(look.button("Bag, draw a piece")).to_be_enabled()
        network.swallow()
        await look.button("Bag, draw a piece").click()
        await look.page.clock.run_for(6000)
        await expect(look.page.get_by_role("alert")).to_contain_text("Connection lost.")
        network.pass_on()
        await look.page.clock.run_for(10_000)
        await expect(look.prompt("You drew:")).to_be_visible()
        await expect_no_unanswered(look)
        assert len(await moves_in_log(house, table.room)) == len(before) + 1


async def test_a_page_that_its_browser_freezes_hangs_up(ida: Guest, tables: Tables) -> None:
    """As phones do with hidden pages; the browser would still answer pings."""
    look = await frozen_look(ida, (await tables.play(ida, "Bo")).room)
    await look.page.evaluate("() => document.dispatchEvent(new Event('freeze'))")
    await expect(look.html).to_have_attribute("data-conn", "lost")


async def test_a_move_of_lost_acknowledgement_happens_once(house: House, ann: Guest, tables: Tables) -> None:
    """It is sent again, also after a reload."""
    table = await tables.play(ann, "Bo", asked=0)
    wire, look = await wired_look(ann, table.room)
    before = await moves_in_log(house, table.room)
    wire.swallow_until('"type":"ack"')
    await look.button("Bag, draw a piece").click()
    await expect(look.prompt("You drew:")).to_be_visible()
    await expect(look.html).to_have_attribute("data-conn", "open")
    assert wire.cuts == 1
    await expect_no_unanswered(look)
    wire.swallow_until('"type":"ack"', cut=False)
    await look.button("Cylinder 1, place the piece").click()
    await wire.is_done()
    await look.reload()
    await expect(look.prompt("Waiting for Bo")).to_be_visible()
    await expect_no_unanswered(look)
    sent = [message["id"] for message in wire.sent if message["type"] == "play"]
    first, second = dict.fromkeys(sent)
    assert min(sent.count(first), sent.count(second)) >= 2, "each again, however often the line was doubted"
    assert await moves_in_log(house, table.room) == [*before, first, second]


async def test_no_answer_of_before_a_restore_is_given_after_it(house: House, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", asked=0)
    wire, look = await wired_look(ann, table.room)
    before = await moves_in_log(house, table.room)
    await look.page.evaluate(
        """() => {
          const question = Number(document.documentElement.dataset.asked);
          const play = { type: "play", id: "0".repeat(32), question, move: { do: "draw" } };
          const room = location.pathname.split("/").at(-1);
          const queue = [{ message: play, at: Date.now(), is_free: false, sent_at: null, times: 1 }];
          sessionStorage.setItem(`tertulia:unanswered:${room}`, JSON.stringify({ epoch: "another", queue }));
        }"""
    )
    await look.page.reload()
    await expect(look.button("Bag, draw a piece")).to_be_enabled()
    await expect_no_unanswered(look)
    assert [message for message in wire.sent if message["type"] == "play"] == []
    assert await moves_in_log(house, table.room) == before


async def expect_no_unanswered(look: Look) -> None:
    await look.page.wait_for_function("() => !Object.keys(sessionStorage).some((key) => key.includes('unanswered'))")


# --- What happened meanwhile ---


def missed(look: Look) -> Locator:
    """The page's summary for somebody who has not seen the table for a while."""
    return look.page.get_by_role("region", name=re.compile("^Back after "))


async def test_a_line_that_is_back_is_said_with_what_was_missed(ann: Guest, guests: Guests, tables: Tables) -> None:
    """A reader who sees nothing hears that it is back, and what the page shows of the time between, but no chat
    again."""
    table = await tables.play(ann, "Bo")
    wanda = await guests.stranger("Wanda", cold=True, **LAPTOP)
    page = await wanda.tab(LISTEN)
    wire, look = await Wire.of(page), Listener(page)
    await page.goto(f"{wanda.base_url}/t/{table.room}")
    await look.is_ready()
    await open_tab(look, "Chat")
    watcher = await tables.enter(await wanda.friend(), table.room, wanda.name)
    await watcher.send(type="chat", text="Hello?")
    await expect(look.voice).to_contain_text("Wanda: Hello?")
    await look.shows(await table.play(do="draw"))
    wire.swallow_until('"type":"frame"')
    await look.shows(await table.play(do="place", cylinder=2))
    await expect(look.voice).to_contain_text("Back after 1 move.")
    for told in (look.voice, missed(look)):
        await expect(told).to_contain_text("placed a piece.")
    await expect(missed(look)).not_to_contain_text("cylinder 3")  # faded lines are not repeated
    said = await look.said()
    assert said.count("Connected again.") == 1
    assert said.count("Wanda: Hello?") == 1
    await look.button("Close").click()
    await expect(missed(look)).to_have_count(0)


NOT_LET_IN: dict[str, tuple[str, Callable[..., float | None], str]] = {
    "too many": ("hold_socket", lambda *_: None, "Too many pages of this site are open in your browser."),
    "too fast": ("wait", lambda what, *_: 9.0 if what == "handshake" else None, "Too many connections at once from"),
}


@pytest.mark.parametrize(("limit", "says", "words"), NOT_LET_IN.values(), ids=NOT_LET_IN)
async def test_a_page_that_is_not_let_in_is_told_why_and_goes_on_when_it_may(
    house: House,
    ann: Guest,
    tables: Tables,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    says: Callable[..., float | None],
    words: str,
) -> None:
    table = await tables.play(ann, "Bo")
    with monkeypatch.context() as full:
        full.setattr(house.app.state.services.limits, limit, says)
        page = await ann.context.new_page()
        await page.goto(f"{ann.base_url}/t/{table.room}")
        await expect(page.locator(".sentence")).to_contain_text(words)
    await page.evaluate("() => dispatchEvent(new Event('online'))")
    await Look(page).is_ready()
