"""One link: it is created, sent, found again, joined, watched, and works for as long as the room does. Friends who open
it learn what the game is, with a film of how it is played."""

import re

import pytest
from playwright.async_api import expect

from games import GAMES
from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.hosts import at_chair, open_tab
from tests.browser.look import Look
from tests.browser.measured import assert_nothing_to_complain_of, measures, resize
from tests.browser.tables import Tables
from tests.browser.wires import held

# --- A table is opened --------------------------------------------------------------------------------------

ROOM = re.compile(r"/t/[A-Za-z0-9]{16}$")


async def test_a_host_opens_a_table_with_a_name_and_what_they_like_and_its_link_is_copied(guests: Guests) -> None:
    """Without a name no table is opened, and the name is asked for; next time it is remembered as it was typed."""
    host = await guests.stranger()
    page = await host.choose()
    await page.get_by_role("button", name="With friends").click()
    await expect(page.get_by_role("alert").filter(has_text="Type your name first")).to_be_visible()
    name = page.get_by_role("textbox", name="Your name")
    await expect(name).to_be_focused()
    await page.get_by_role("radiogroup", name="Seats").get_by_role("radio", name="5").check(force=True)
    await page.get_by_text("House rules", exact=True).locator("visible=true").click()
    await page.get_by_role("radio", name="Aided").check(force=True)
    await name.fill(typed := "\"><b&lt;'x()'>")
    await page.get_by_role("button", name="With friends").click()
    await expect(page).to_have_url(ROOM)
    look = Look(page)
    await look.is_ready()
    await expect(page.get_by_role("listitem").filter(has_text=typed)).to_contain_text("host")
    await look.main.get_by_role("button", name="Copy link").click()
    await expect(look.main.get_by_text("The link is copied")).to_be_visible()
    assert await page.evaluate("() => navigator.clipboard.readText()") == page.url
    await expect(page.get_by_role("button", name=re.compile("^Free seat"))).to_have_count(4)
    await expect(page.get_by_text("Aided: in the log")).to_be_visible()
    await expect((await host.choose()).get_by_role("textbox", name="Your name")).to_have_value(typed)


async def test_a_table_for_all_at_one_device_asks_who_else_plays_there(guests: Guests) -> None:
    """And no more after a reload. Their link is not copied: they send it to nobody."""
    page = await (await guests.stranger(**PHONE)).choose("Color Gin")
    await expect(page.get_by_role("radiogroup", name="Seats")).to_have_count(0)  # there are two
    await page.get_by_role("textbox", name="Your name").fill("Hugo")
    await page.get_by_role("button", name="All on this device").tap()
    beside = page.get_by_role("textbox", name="Who plays beside you, on this device?")
    await beside.fill("Inés")
    await beside.press("Enter")
    await expect(page.get_by_text("Everyone is here. Start when you like.")).to_be_visible()
    await expect(page).to_have_url(ROOM)
    await page.reload()
    await Look(page).is_ready()
    await expect(beside).to_have_count(0)


UNTOLD = """() => Array.from(document.querySelectorAll(".field .hint"))
    .filter(({ id }) => !document.querySelector(`.field [aria-describedby="${id}"], .field[aria-describedby="${id}"]`))
    .map(({ textContent }) => textContent)"""
EDGE = "(input) => getComputedStyle(input.nextElementSibling).borderTopWidth"


async def test_every_explanation_belongs_to_its_field_and_a_choice_shows_in_forced_colours(guests: Guests) -> None:
    """A screen reader that goes from field to field reads nothing between them."""
    page = await (await guests.stranger()).choose()
    seats = page.get_by_role("radiogroup", name="Seats")
    await expect(seats).to_have_accessible_description("Bots can take the seats that stay free.")
    assert await page.evaluate(UNTOLD) == []
    await page.emulate_media(forced_colors="active")
    edges = [await seats.get_by_role("radio", name=name).evaluate(EDGE) for name in ("3", "4")]
    assert edges == ["3px", "1px"]
    await page.emulate_media(forced_colors="none")


async def test_after_no_answer_and_after_the_way_back_a_table_may_be_opened_again(guests: Guests) -> None:
    """A proxy answers with a page of its own while the server restarts; then the browser restores the page from its
    back/forward cache."""
    host = await guests.stranger()
    host.forgive("502")
    page = await host.choose()
    await page.route("**/api/rooms", lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"))
    name = page.get_by_role("textbox", name="Your name")
    await name.fill("Hugo")
    for words in ("With friends", "Alone with bots"):
        button = page.get_by_role("button", name=words).locator("visible=true")
        await button.press("Enter")
        complaint = page.get_by_role("alert").filter(has_text="The server does not answer.")
        await expect(complaint).to_be_in_viewport()
        await expect(button).to_be_focused()
        await expect(name).to_have_attribute("aria-invalid", "false")
    await page.unroute("**/api/rooms")
    await page.evaluate("() => document.querySelectorAll('button').forEach((each) => { each.ariaDisabled = 'true'; })")
    await page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await page.get_by_role("button", name="With friends").click()
    await expect(page).to_have_url(ROOM)


async def test_who_presses_again_while_a_table_is_opened_or_its_page_on_its_way_opens_one(guests: Guests) -> None:
    host = await guests.stranger()
    page, asked = await host.choose(), []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    await page.get_by_role("textbox", name="Your name").fill("Hugo")
    opens = page.get_by_role("button", name="With friends")
    place = await opens.bounding_box()
    assert place is not None
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    async with held(page, "**/t/*"):
        async with held(page, "**/api/rooms"):
            async with page.expect_request("**/api/rooms"):
                await opens.click()
            await page.get_by_role("button", name="Alone with bots").click(force=True)
        await page.wait_for_event("request", lambda request: "/t/" in request.url)
        await page.mouse.click(*middle)  # unlike click(), this does not wait for a navigation
    await Look(page).is_ready()
    assert len(asked) == 1


async def test_a_friend_types_a_free_name_and_next_time_none(guests: Guests, ann: Guest, tables: Tables) -> None:
    """Also where the film does not come."""
    friend = await guests.stranger(**PHONE)
    friend.forgive("ERR_FAILED")
    await friend.context.route("**/figures.js*", lambda route: route.abort())
    first, second = await tables.gather(ann, seats=2), await tables.gather(ann, seats=2)
    look = await friend.look_at(first.room)
    await expect(look.page.locator(".film")).to_have_count(0)
    await look.page.get_by_role("textbox", name="Your name").fill("ann")
    await look.button("Sit down").tap()
    await expect(look.bar.get_by_text("Someone at this table is already called ann.")).to_be_visible()
    await look.page.get_by_role("textbox", name="Your name").fill("Fay")
    await look.button("Sit down").tap()
    await expect(look.page.get_by_role("listitem").filter(has_text="Fay")).to_contain_text("you")
    look = await friend.look_at(second.room)
    await expect(look.page.get_by_role("textbox", name="Your name")).to_have_count(0)
    await look.button("Sit down as Fay").tap()
    await expect(look.page.get_by_role("listitem").filter(has_text="Fay")).to_contain_text("you")


async def test_who_has_no_name_types_one_to_sit_down_after_a_game(guests: Guests, ann: Guest, tables: Tables) -> None:
    friend = await guests.stranger(**PHONE)
    table = await tables.play(ann, "Bo")
    await table.break_off()
    await table.lines[1].send(type="stand")
    look = await friend.look_at(table.room)
    people = await open_tab(look, "People")
    await people.get_by_role("button", name="Sit here, seat 2").tap()
    await expect(people.get_by_role("textbox", name="Your name")).to_be_focused()
    await look.page.keyboard.type("Fay")
    await people.get_by_role("button", name="Sit down").tap()
    await expect(people.get_by_role("listitem").filter(has_text="Fay")).to_contain_text("you")
    await expect(people.get_by_role("textbox", name="Your name")).to_have_count(0)


FAMILIES = "👨‍👩‍👧‍👦" * 2
"""Eight of twenty letters, but 22 units of UTF-16, by which browsers limit a field."""


async def test_a_name_may_be_as_long_as_the_server_takes(guests: Guests, ann: Guest, tables: Tables) -> None:
    lobby = (await (await guests.stranger()).choose()).get_by_role("textbox", name="Your name")
    table = await tables.gather(ann, seats=3)
    anns = await ann.look_at(table.room)
    await (await at_chair(anns, "Free seat 2")).get_by_role("button", name="Add a player on this device").click()
    beside = anns.page.get_by_role("textbox", name="Who plays beside you")
    strangers = await (await guests.stranger()).look_at(table.room)
    name = strangers.page.get_by_role("textbox", name="Your name")
    for field in (lobby, beside, name):
        await field.focus()
        await field.page.keyboard.insert_text(FAMILIES)
        assert await field.input_value() == FAMILIES
    await beside.fill("Bartholomew Montgomery")
    await beside.press("Enter")
    await expect(anns.main.get_by_text("A name has 1 to 20 letters, not 22.")).to_be_visible()
    await expect(beside).to_have_value("Bartholomew Montgomery")
    await name.press("Enter")
    await expect(strangers.main.get_by_role("listitem").filter(has_text=FAMILIES)).to_be_visible()


# --- A friend comes -----------------------------------------------------------------------------------------

A_WHILE_MS = 3_000
FIRST_WORDS = "All four lids are closed; no one sees what is below them."
HEADINGS = "() => [...document.querySelectorAll('.waiting h2')].map(({ textContent }) => textContent)"
STICKS_OUT = """() => {
    const whole = document.querySelector(".film .stage").getBoundingClientRect();
    const scene = document.querySelector(".film .scene").getBoundingClientRect();
    const words = document.querySelector(".film .words");
    const sizes = [scene.height, whole.height, scene.width, whole.width, words.scrollHeight, words.clientHeight];
    return sizes.some((size, nth) => nth % 2 === 0 && size > sizes[nth + 1] + 1) && sizes.map(Math.round).join(" ");
}"""


async def test_a_friend_is_told_what_they_are_invited_to(guests: Guests, ann: Guest, tables: Tables) -> None:
    """With reduced motion, the film is a sequence of stills to step through by hand."""
    table = await tables.gather(ann, seats=3)
    guest = await guests.stranger(**PHONE)
    await guest.set_clock()
    friend, host = await guest.look_at(table.room), await ann.look_at(table.room)
    others = ["Invite your friends", "House rules"]
    assert await friend.page.evaluate(HEADINGS) == ["Seats", "Ann invites you to TCNCCC", *others]
    assert await host.page.evaluate(HEADINGS) == ["Seats", *others]
    box = friend.page.get_by_role("region", name="Ann invites you to TCNCCC")
    for words in ("Hide pieces under four lids", "2 to 6 players", "20 minutes", "ages 7 and up"):
        await expect(box).to_contain_text(words)
    await expect(friend.button("Sit down")).to_be_in_viewport(ratio=1)
    words = friend.page.locator(".film .words")
    await expect(words).to_have_text(FIRST_WORDS)
    await friend.page.clock.run_for(A_WHILE_MS)
    await expect(words).to_have_text(FIRST_WORDS)
    await expect(friend.button("Pause")).to_have_count(0)
    await friend.button("One step forward").tap()
    await expect(words).to_have_text("You draw a green piece.")
    await assert_nothing_to_complain_of(friend.page)


async def test_the_film_goes_on_until_its_reader_wants_it_to_stop(mia: Guest, ann: Guest, tables: Tables) -> None:
    """Stopped by a press, or by a wish for less motion. The clock is set by the test."""
    table = await tables.gather(ann, seats=2)
    await mia.set_clock()
    look = await mia.look_at(table.room)
    words = look.page.locator(".film .words")
    await expect(words).to_have_text(FIRST_WORDS)
    await look.page.clock.run_for(A_WHILE_MS)
    await expect(words).to_have_text("You draw a green piece.")
    await look.button("Pause").tap()
    await look.page.clock.run_for(A_WHILE_MS)
    await expect(words).to_have_text("You draw a green piece.")
    await look.button("Play").tap()
    await look.page.clock.run_for(A_WHILE_MS)
    await expect(words).to_have_text("You choose cylinder 2: its lid comes off.")
    await look.page.emulate_media(reduced_motion="reduce")
    await expect(look.button("One step forward")).to_be_visible()
    await look.page.clock.run_for(A_WHILE_MS)
    await expect(words).to_have_text("You choose cylinder 2: its lid comes off.")


@pytest.mark.parametrize("game", GAMES)
async def test_every_figure_and_sentence_fits_the_screen(guests: Guests, ann: Guest, tables: Tables, game: str) -> None:
    table = await tables.gather(ann, game=game, seats=GAMES[game].seats[0])
    look = await (await guests.stranger(**PHONE)).look_at(table.room)
    words, forth = look.page.locator(".film .words"), look.button("One step forward")
    await expect(words).not_to_be_empty()
    wrong, seen = list[str](), list[str]()
    while (said := await words.inner_text()) not in seen[:1]:
        seen.append(said)
        if sizes := await look.page.evaluate(STICKS_OUT):
            wrong.append(f"{sizes}: {said}")
        await forth.click()  # not tap(), after which the browser sends the click a moment later
    assert len(seen) > 3
    assert wrong == []


# --- The start page -----------------------------------------------------------------------------------------


async def test_behind_a_game_the_table_can_be_opened_at_once_in_every_window(guests: Guests) -> None:
    page = await (await guests.stranger()).choose("Color Dice")
    measure, dialog = await measures(page), page.get_by_role("dialog", name="Color Dice")
    await dialog.get_by_text("House rules").locator("visible=true").click()
    names = ("With friends", "Alone with bots", "First lesson", "All on this device")
    buttons = [await dialog.get_by_role("button", name=name).element_handle() for name in names]
    for size in ((320, 568), (360, 640), (390, 844), (844, 390), (1280, 720), (2560, 1440)):
        await resize(page, size)
        for end in (0, 10_000):
            await dialog.locator(".inside").evaluate("(inside, end) => inside.scrollTo(0, end)", end)
            hidden = [await measure.evaluate("(measure, button) => measure.hidden(button)", each) for each in buttons]
            assert hidden == [""] * 4, (size, end)


async def test_a_start_page_that_is_restored_lists_the_tables_as_they_are(guests: Guests, tables: Tables) -> None:
    """But not while somebody types."""
    guest = await guests.stranger("Hugo")
    page = await guest.open("/")
    await tables.gather(guest, seats=2)
    restore = "() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    await page.evaluate("() => { location.hash = 'desfases'; }")
    name = page.get_by_role("textbox", name="Your name")
    await name.fill("Hugo II")
    await page.evaluate(restore)
    await expect(name).to_have_value("Hugo II")
    await expect(page.locator(".own li")).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(page.locator(".own li")).to_have_count(1)
    await tables.gather(guest, seats=2)
    await page.evaluate(restore)
    await expect(page.locator(".own li")).to_have_count(2)


async def test_the_way_back_closes_what_is_behind_a_game_and_a_link_opens_it(guests: Guests) -> None:
    guest = await guests.stranger(**PHONE)
    page = await guest.choose("Desfases")
    await expect(page.get_by_role("heading", name="Desfases", level=2)).to_be_focused()
    await page.go_back()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    page = await guest.open("/rules/color_gin")
    await page.get_by_role("link", name="Open a table").click()
    await expect(page.get_by_role("dialog", name="Color Gin")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page).to_have_url(re.compile(r"/$"))


# Noted early: they may be over before a slow machine has looked.
ENDS = """addEventListener("DOMContentLoaded", () => {
    globalThis.ends = document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().endTime));
})"""


async def test_the_picture_moves_only_for_those_who_like_it(eve: Guest, lively: Guest) -> None:
    for guest, moves in ((eve, False), (lively, True)):
        assert bool(await (await guest.open("/", ENDS)).evaluate("() => ends")) == moves


RUNNING = """() => document.getAnimations().filter(({ playState }) => playState === "running")
    .map(({ animationName, effect }) => `${animationName} ${effect.target.outerHTML.slice(0, 60)}`)"""


async def test_the_moving_picture_is_stopped_by_a_press_or_a_key_and_stays_so(guests: Guests) -> None:
    """But not by a letter that is typed."""
    guest = await guests.stranger(reduced_motion="no-preference")
    page = await guest.open("/")
    stop = page.get_by_role("button", name="Pause")
    await stop.click()
    assert await page.evaluate(RUNNING) == []
    await page.reload()
    go = page.get_by_role("button", name="Play")
    await expect(go).to_be_visible()
    assert await page.evaluate(RUNNING) == []
    await page.keyboard.press("p")
    await expect(stop).to_be_visible()
    assert await page.evaluate(RUNNING) != []
    await page.get_by_role("link", name="Sin Color", exact=True).click()
    await page.get_by_role("textbox", name="Your name").press_sequentially("Pep")
    await page.keyboard.press("Escape")
    await expect(stop).to_be_visible()
    await page.emulate_media(reduced_motion="reduce")
    await expect(stop).to_be_hidden()


async def test_a_lost_link_is_found_again_in_a_list_of_ones_own(guests: Guests, tables: Tables) -> None:
    """It is taken off the list and put back with keys. Who goes elsewhere while it is taken off stays there."""
    guest = await guests.stranger("Fay", **PHONE)
    table = await tables.gather(guest, seats=2)
    page = await guest.open("/")
    own = page.get_by_role("region", name="Your tables")
    row, game = own.get_by_role("listitem"), page.get_by_role("link", name="Sin Color", exact=True)
    remove, back = [row.get_by_role("button", name=name) for name in (re.compile("^Remove from"), "Put it back")]
    await expect(own.get_by_role("link")).to_have_text(re.compile("TCNCCC[^$]*1 of 2 seats free"))
    await assert_nothing_to_complain_of(page)
    before = await row.bounding_box()
    await remove.press("Enter")
    await expect(back).to_be_focused()
    await expect(row.get_by_role("link")).to_have_count(0)
    assert await row.bounding_box() == before
    await page.keyboard.press("Enter")
    await expect(remove).to_be_focused()
    await own.get_by_role("link").tap()
    await expect(page).to_have_url(re.compile(f"/t/{table.room}$"))
    await Look(page).is_ready()
    await page.goto(f"{guest.base_url}/#tcnccc")
    await page.get_by_role("dialog").press("Escape")  # it opens when the page's module runs: now buttons are heard
    async with held(page, "**/put-away"):
        await remove.press("Enter")
        await game.focus()
    await expect(back).to_have_accessible_description("Removed from this list.")
    await expect(game).to_be_focused()
    for other in (page, await (await guests.stranger()).open("/")):
        await other.reload()
        await expect(other.get_by_role("heading", name="Choose a game")).to_be_visible()
        await expect(other.get_by_role("heading", name="Your tables")).to_have_count(0)


async def test_without_cookies_it_is_said_where_one_sits_down(ann: Guest, guests: Guests, tables: Tables) -> None:
    """A reload would make them a stranger."""
    table = await tables.gather(ann, seats=2)
    stranger = await guests.stranger()
    page = await stranger.open(
        f"/t/{table.room}", "Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })"
    )
    await expect(page.get_by_text("Your browser keeps no cookies")).to_be_visible()
