"""Playing alone: a table with bots in one press, and a guide through a first game."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from app.rooms.room import Room
from app.table.event_ids import SERVER, new_id
from app.table.moves import bots_answer, is_taught
from games import GAMES, LESSONS
from games.lesson import LAST
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests, pass_time
from tests.browser.hosts import open_tab, twice
from tests.browser.look import Look
from tests.browser.measured import LAPTOP_SIZE, PHONE_SIZE, assert_fits, assert_nothing_to_complain_of
from tests.browser.tables import Tables
from tests.conftest import House
from tests.support.played_games import inside
from tests.support.tables import until

LAST_STEP = str(LAST.title)

# Once the page has made room for the words that have come.
COVERED = """async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const guide = document.getElementById("guide").getBoundingClientRect();
    const meets = (other) => other.left < guide.right && other.right > guide.left
        && other.top < guide.bottom && other.bottom > guide.top;
    return [".prompt", "[data-guided]"].filter((what) =>
        [...document.querySelectorAll(what)].some((node) => meets(node.getBoundingClientRect())));
}"""


FETCHED = "() => performance.getEntriesByType('resource').map(({ name }) => name)"
# Neither answers nor buttons that do not accept presses yet.
NOTHING_IS_ON_ITS_WAY = "() => !document.querySelector('.prompt .answer[aria-disabled=true]:not(.off)')"


class Guided(Look):
    """A room with a guide."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.guide = page.get_by_role("region", name="Guide")
        self.title = self.guide.get_by_role("heading")
        self.wanted = page.locator(":is(.stand, .answer)[data-guided]:not([aria-disabled=true])").first
        self.onward = self.guide.get_by_role("button", name=re.compile("^(Next|Done)$"))

    async def come_to(self, title: str) -> None:
        """Do as the guide says until this step."""
        while await self.title.inner_text() != title:
            await self.do_as_it_says()
            await self.page.wait_for_function(NOTHING_IS_ON_ITS_WAY)

    async def do_as_it_says(self) -> int:
        """Press what the guide highlights, or continue if it only explains something; 1, unless bots play meanwhile."""
        if not await self.wanted.or_(self.onward).count():
            await self.page.wait_for_timeout(50)
            return 0
        if await self.onward.count():
            await self.goes_on()
        else:
            await self.wanted.click()
        return 1

    async def goes_on(self) -> None:
        """Press Next, and wait until it has been heeded: a second press might be one of Done."""
        title = await self.title.inner_text()
        await self.onward.click()
        await expect(self.title).not_to_have_text(title)


async def practise(guest: Guest, title: str, how: str = "Alone with bots", script: str = "") -> Guided:
    """Start with two presses on the start page. The script runs first."""
    look = Guided(await guest.choose(title, script))
    await look.page.get_by_role("button", name=how).click()
    await look.is_ready()
    return look


async def guided(guest: Guest, title: str, script: str = "") -> Guided:
    """Start, and wait for the guide."""
    look = await practise(guest, title, "First lesson", script)
    await expect(look.guide).to_be_visible()
    return look


# --- Practice -----------------------------------------------------------------------------------------------


async def test_two_presses_begin_a_game_with_bots_under_any_name(guests: Guests, ann: Guest, tables: Tables) -> None:
    """A guest who plays among bots only is named nowhere else. Seats and options are those chosen beside the button."""
    guest = await guests.stranger(**PHONE)
    look = await practise(guest, "TCNCCC")
    await expect(look.page.get_by_role("heading", level=1)).to_have_text("TCNCCC")
    await expect(look.page.get_by_role("region", name="Your place")).to_contain_text("Guest")
    bots = look.page.get_by_role("region", name="Players").get_by_text("medium", exact=True)
    await expect(bots.first).to_be_visible()
    assert [url for url in await look.page.evaluate(FETCHED) if re.search("guide|curtain|onward", url)] == []
    elsewhere = await guest.look_at((await tables.gather(ann, seats=2)).room)
    await expect(elsewhere.page.get_by_role("textbox", name="Your name")).to_be_visible()
    page = await guest.choose()
    await expect(page.get_by_role("textbox", name="Your name")).to_have_value("")
    await page.get_by_role("textbox", name="Your name").fill("Uma")
    await page.get_by_role("radiogroup", name="Seats").get_by_role("radio", name="2").check(force=True)
    await page.get_by_text("House rules", exact=True).locator("visible=true").click()
    await page.get_by_role("radio", name="Aided").check(force=True)
    await page.get_by_role("button", name="Alone with bots").click()
    await expect(page.get_by_role("region", name="Your place")).to_contain_text("Uma")
    room = await (await page.request.get(page.url.replace("/t/", "/api/rooms/"))).json()
    assert (len(room["seats"]), room["options"]["memory"]) == (2, "aided")


async def ask_what_it_could_be(look: Look) -> Locator:
    """In the log; the dialog that answers."""
    await (await open_tab(look, "Log")).get_by_role("button", name="What could it be?").click()
    dialog = look.page.get_by_role("dialog", name="What could it be?")
    await expect(dialog.locator(".places > li").first).to_be_visible()
    return dialog


async def test_a_player_in_practice_asks_what_hidden_things_could_be(guests: Guests) -> None:
    look = await practise(await guests.stranger(**PHONE), "Color Gin")
    dialog = await ask_what_it_could_be(look)
    await expect(dialog).to_contain_text("with a perfect memory")
    assert await dialog.locator(".card-art").count() > 30
    await assert_nothing_to_complain_of(look.page)
    await assert_fits(look.page, PHONE_SIZE, (360, 640), LAPTOP_SIZE)
    await look.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(look.page.locator(":focus")).to_have_text("What could it be?")


async def test_who_plays_from_memory_is_not_offered_to_be_told(guests: Guests) -> None:
    look = await practise(await guests.stranger(**PHONE), "TCNCCC")
    await open_tab(look, "Log")
    await expect(look.page.get_by_role("button", name="What could it be?")).to_have_count(0)


async def test_without_an_answer_the_dialog_says_so(guests: Guests) -> None:
    guest = await guests.stranger(**LAPTOP)
    look = await practise(guest, "Desfases")
    guest.forgive("ERR_FAILED")
    await look.page.route("**/could-be", lambda route: route.abort())
    await (await open_tab(look, "Log")).get_by_role("button", name="What could it be?").click()
    await expect(look.page.get_by_role("dialog")).to_contain_text("The server does not answer.")


# --- The first lesson ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", [PHONE, pytest.param(LAPTOP, marks=pytest.mark.long)], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", GAMES)
async def test_who_does_as_the_guide_says_comes_through_the_lesson(
    guests: Guests, house: House, game: str, screen: Any
) -> None:
    look, presses = await guided(await guests.stranger(**screen), GAMES[game].title), 1
    room = await room_of(house, look)
    ending = str(LESSONS[game].closing[0].title)
    while await look.title.inner_text() != ending:
        assert presses < 24
        await assert_is_small_points_at_something_and_covers_nothing(look)
        presses += await look.do_as_it_says()
        await look.page.wait_for_function(NOTHING_IS_ON_ITS_WAY)
    done = LESSONS[game].plays
    assert LESSONS[game].place(room.table.playing.state) in (None, len(done))
    assert room.table.seq >= len(done)
    while await look.title.inner_text() != LAST_STEP:
        await look.do_as_it_says()
    await assert_is_small_points_at_something_and_covers_nothing(look)
    await look.onward.click()
    await expect(look.guide).to_have_count(0)
    await expect(look.page.locator("[data-guided], [aria-describedby=guide-words]")).to_have_count(0)
    await expect(look.page).to_have_url(re.compile(r"/t/\w{16}$"))


async def room_of(house: House, look: Guided) -> Room:
    """The room of this page, inside the server."""
    code = look.page.url.partition("/t/")[2][:16]
    room: Room = await inside(house, house.app.state.services.rooms.find(code))
    return room


async def assert_is_small_points_at_something_and_covers_nothing(look: Guided) -> None:
    await expect(look.page.locator("[data-guided]").first).to_have_attribute("aria-describedby", "guide-words")
    assert await look.page.evaluate(COVERED) == []
    if look.page.viewport_size == PHONE["viewport"]:
        assert (await look.guide.bounding_box() or {})["height"] <= 122


# --- The guide ----------------------------------------------------------------------------------------------


async def test_what_the_guide_has_not_come_to_is_held_back_until_it_is_skipped(guests: Guests) -> None:
    look = await guided(await guests.stranger(**LAPTOP), "TCNCCC")
    await look.come_to("Draw a piece")
    await look.button("Cylinder 1, lift").click()
    await expect(look.guide.get_by_text("Do this first, or skip it.")).to_be_visible()
    await expect(look.bar.get_by_role("button")).to_have_count(0)
    await look.page.keyboard.press("1")
    await expect(look.bar.get_by_role("button")).to_have_count(0)
    await look.guide.get_by_role("button", name="Skip").click()
    await expect(look.title).to_have_text("A lift without a pair")
    await look.button("Cylinder 1, lift").click()
    await expect(look.bar.get_by_role("button", name="Cancel")).to_be_visible()
    look = await guided(await guests.stranger(**LAPTOP), "TCNCCC")
    await look.guide.get_by_role("button", name="Close the guide").click()
    await look.button("Cylinder 1, lift").click()
    await expect(look.bar.get_by_role("button", name="Cancel")).to_be_visible()


async def test_the_guide_comes_though_its_steps_were_lost_on_their_way(guests: Guests) -> None:
    guest = await guests.stranger(**LAPTOP, cold=True)
    guest.forgive("Failed to load|ERR_FAILED")
    await guest.set_clock(0)
    await guest.context.route("**/games/tcnccc/guide.js*", lambda route: route.abort(), times=1)
    async with guest.context.expect_event("requestfailed"):
        look = await practise(guest, "TCNCCC", "First lesson")
    await pass_time(look, 11)
    await look.button("Menu").click()
    await expect(look.guide).to_be_visible()


async def test_what_comes_next_is_said_after_what_has_happened(guests: Guests) -> None:
    """The guide continues where it was after the page is reloaded, and works where a browser cannot say what is
    visible."""
    look = await guided(await guests.stranger(**LAPTOP), "TCNCCC", "delete Element.prototype.checkVisibility")
    await look.come_to("Draw a piece")
    await look.do_as_it_says()
    await expect(look.voice.get_by_text("Hide it under lid 1.")).to_be_attached()
    await expect(look.voice.get_by_text("You drew")).to_be_attached()
    for _ in range(2):
        await expect(look.title).to_have_text("Hide it under lid 1")
        await expect(look.wanted).to_be_visible()
        await look.reload()


async def test_a_choice_that_a_reload_forgot_is_asked_for_again(guests: Guests) -> None:
    look = await guided(await guests.stranger(**PHONE), "Sin Color")
    await look.come_to("One is enough")
    await look.reload()
    await expect(look.title).to_have_text("Offer a coin")
    await look.come_to("One is enough")
    await look.page.keyboard.press("Escape")
    await expect(look.title).to_have_text("Offer a coin")


async def test_the_guide_goes_back_with_a_move_that_is_taken_back(guests: Guests) -> None:
    look = await guided(await guests.stranger(**PHONE), "Color Dice")
    await look.come_to("Attack the lower die")
    await look.button("Take back").click()
    await expect(look.title).to_have_text("Compare the dice")
    look = await guided(await guests.stranger(**PHONE), "Desfases")
    await look.come_to("Score a tile")
    await expect(look.wanted).to_be_visible()
    await look.button("Take back").click()
    await expect(look.title).to_have_text("Your second suit")
    await expect(look.wanted).to_be_visible()


@pytest.mark.parametrize(
    ("game", "left_at", "moves", "found_at"),
    [
        ("tcnccc", "There is a pair", 4, "An empty lift"),
        ("color_gin", "Draw a card", 4, "Take the king"),
        ("color_dice", "Compare the dice", 4, "You counterattack"),
    ],
)
async def test_nothing_is_asked_for_that_was_done_while_the_page_was_away(
    guests: Guests, house: House, game: str, left_at: str, moves: int, found_at: str
) -> None:
    look = await guided(await guests.stranger(**PHONE), GAMES[game].title)
    await look.come_to(left_at)
    await expect(look.wanted).to_be_visible()
    url, room = look.page.url, await room_of(house, look)
    await look.page.goto("about:blank")
    await inside(house, until(lambda: not room.audience.viewers))  # or bots play, too
    for _ in range(moves):
        await inside(house, next_move_of_the_lesson(room))
    await look.page.goto(url)
    await expect(look.title).to_have_text(found_at)


async def next_move_of_the_lesson(room: Room) -> None:
    lesson, state = LESSONS[room.table.game.key], room.table.playing.state
    play, number = lesson.plays[lesson.place(state)], state.question.number
    await room.do(SERVER, new_id(), lambda table: bots_answer(table, play.seat, number, play.move))


async def test_a_pupil_who_goes_another_way_hears_how_the_guide_ends_and_plays_on(guests: Guests, house: House) -> None:
    look = await guided(await guests.stranger(**PHONE), "Desfases")
    room = await room_of(house, look)
    await look.page.locator('[data-focus="square-c4"]').click()
    await look.bar.get_by_role("button").first.click()
    await expect(look.title).to_have_text("When no tile faces you")
    assert not is_taught(room.table)


async def test_the_next_game_at_the_table_is_no_lesson(guests: Guests) -> None:
    look = await guided(await guests.stranger(**LAPTOP), "TCNCCC")
    await twice(await open_tab(look, "People"), "End this game")
    await expect(look.guide).to_have_count(0)  # nothing is left to be done
    await look.button("Rematch").click()
    await expect(look.bar).to_contain_text(re.compile("Your turn|Waiting"))
    await expect(look.guide).to_have_count(0)


async def test_the_menu_says_that_the_position_was_written(guests: Guests) -> None:
    look = await guided(await guests.stranger(**LAPTOP), "TCNCCC")
    await look.button("Menu").click()
    await look.page.get_by_text("The deal", exact=True).click()
    await expect(look.page.get_by_text("A first lesson: its position and the first draws were written")).to_be_visible()


async def test_on_a_phone_the_guide_folds_to_a_line_and_gives_the_bar_back(guests: Guests) -> None:
    look = await guided(await guests.stranger(**PHONE), "Sin Color")
    await look.guide.get_by_role("button", name="Minimise the guide").tap()
    await expect(look.page.locator("#guide-words")).to_be_hidden()
    assert (await look.guide.bounding_box() or {})["height"] <= 56  # one line
    await look.button("Menu").tap()
    await expect(look.page.get_by_role("dialog")).to_be_visible()


async def test_escape_takes_back_a_pick_before_it_closes_the_guide(guests: Guests) -> None:
    look = await guided(await guests.stranger(**PHONE), "TCNCCC")
    await assert_nothing_to_complain_of(look.page)
    await look.come_to("Draw a piece")
    await look.do_as_it_says()
    await expect(look.button("Cancel")).to_be_visible()
    await look.page.keyboard.press("Escape")
    await expect(look.button("Cancel")).to_have_count(0)
    await expect(look.guide).to_be_visible()
    await look.page.keyboard.press("Escape")
    await expect(look.guide).to_have_count(0)
